/* advance.h: the points of a generated source, block by block. With an adaptive
 * scheme all points first try the whole loading step; points that fail are
 * collected and restarted in new blocks. If derivatives enter the error, no
 * points are collected. */

/* The fields of a source (fields.def).  Fields without components are omitted;
 * parameters by point exist only if f->spread. */
#define K_FIELDS(field, numbers) \
  AM_FIELDS(field, numbers, K_STATE, K_NF, K_TANGENT * 6, K_SENSITIVITIES, \
            K_LOGARITHMIC * 9)

#define K_ADD_ROWS(name, role, need, becomes, components) +(components)
enum { K_CHUNK = 2048, k_GIVEN, k_FOUND };

/* A block of points that are not neighbours, with their fields copied to one
 * place. */
typedef struct {
  double rows[0 K_FIELDS(K_ADD_ROWS, K_PARAMETERS)][K_LANES];
  am_fields fields;
  unsigned short ends[K_FOLLOWS ? AM_SUBSTEP_ENDS : 1][K_LANES];
  long point[K_LANES];
  int used; /* number of rows in use */
} k_packed;

/* Allocates the rows of a field of `count` components and fills them from
 * `given`.  Lanes without a point repeat the last point. */
K_CALL double *k_pack(k_packed *p, const am_fields *f, const double *given,
                    int count) {
  double *room = p->rows[p->used];
  p->used += count;
  for (int i = 0; given && i < count; i++)
    for (int l = 0; l < K_LANES; l++)
      room[i * K_LANES + l] = given[i * f->stride + p->point[l]];
  return room;
}

K_CALL void k_unpack(const k_packed *p, const am_fields *f, const double *found,
                   int count, double *field) {
  for (int i = 0; field && i < count; i++)
    for (int l = 0; l < K_LANES; l++)
      field[i * f->stride + p->point[l]] = found[i * K_LANES + l];
}

K_FN void k_pack_ends(k_packed *p, const am_fields *f) {
  if (!K_FOLLOWS || !f->ends) return;
  p->fields.ends = p->ends[0];
  for (int i = 0; i < AM_SUBSTEP_ENDS; i++)
    for (int l = 0; l < K_LANES; l++)
      p->ends[i][l] = f->ends[i * f->stride + p->point[l]];
}

K_FN void k_unpack_ends(const k_packed *p, const am_fields *f) {
  if (!K_FOLLOWS || !f->ends) return;
  for (int i = 0; i < AM_SUBSTEP_ENDS; i++)
    for (int l = 0; l < K_LANES; l++)
      f->ends[i * f->stride + p->point[l]] = p->ends[i][l];
}

/* Copies results, too, for schemes of a chain, which need the results of
 * earlier schemes. */
#define K_PACK(name, role, need, becomes, components)                     \
  if (f->name)                                                            \
    own->name = k_pack(                                                   \
        p, f, k_##role == k_GIVEN || K_METHOD >= 0 ? f->name : 0, components);

K_FN void k_pack_all(k_packed *p, const am_fields *f) {
  am_fields *own = &p->fields;
  *own = *f;
  p->used = 0;
  own->stride = K_LANES;
  K_FIELDS(K_PACK, f->spread ? K_PARAMETERS : 0)
  if (!f->spread) own->parameters = f->parameters;
  k_pack_ends(p, f);
}

#define K_UNPACK(name, role, need, becomes, components) \
  if (k_##role == k_FOUND)                              \
    k_unpack(p, f, p->fields.name, components, (double *)f->name);

K_FN void k_unpack_all(const k_packed *p, const am_fields *f) {
  K_FIELDS(K_UNPACK, 0)
  k_unpack_ends(p, f);
}

/* Parameters of the block's points, and the constants computed from them. */
K_FN void k_read_parameters(const am_fields *f, long point, real *parameters,
                            real *bound) {
  for (int i = 0; i < K_PARAMETERS; i++)
    parameters[i] = f->spread ? k_get(f->parameters + i * f->stride + point)
                              : k_set(f->parameters[i]);
  k_bind(parameters, bound);
}

/* True if points have different parameters; never if each call contains a
 * single point. */
#ifdef K_ALONE
#define K_OWN_PARAMETERS(f) 0
#else
#define K_OWN_PARAMETERS(f) ((f)->spread)
#endif

/* Advances a block of neighbours. */
K_CALL void k_do_block(k_context *k, const am_fields *f, long point) {
  real parameters[K_PARAMETERS + 1], bound[K_BOUND + 1];
  k_context own = *k;
  if (K_OWN_PARAMETERS(f)) {
    k_read_parameters(f, point, parameters, bound);
    own.parameters = parameters;
    own.bound = bound;
  }
  k_advance_block(&own, f, point);
}

/* Advances at most K_LANES points: those of the list or, without a list,
 * neighbours from `first`. */
K_CALL void k_do_packed(k_context *k, const am_fields *f, const long *list,
                        long first, long count) {
  k_packed p;
  for (int l = 0; l < K_LANES; l++) {
    long n = l < count ? l : count - 1;
    p.point[l] = list ? list[n] : first + n;
  }
  k_pack_all(&p, f);
  k_do_block(k, &p.fields, 0);
  k_unpack_all(&p, f);
}

K_FN void k_do_neighbours(k_context *k, const am_fields *f, long first,
                          long end) {
  for (; first + K_LANES <= end; first += K_LANES) k_do_block(k, f, first);
  if (first < end) k_do_packed(k, f, 0, first, end - first);
}

/* Points first … end - 1: in a later round of a chain, those that this scheme
 * handles; otherwise tries the whole loading step for all points, then advances
 * those that failed.  Blocks of neighbours are not copied. */
K_FN void k_do_chunk(k_context *k, const am_fields *f, int round, long first,
                     long end) {
  long list[K_CHUNK], count = 0;
  if (!round) {
    k->attempts = 1;
    k_do_neighbours(k, f, first, end);
    k->attempts = k->solver->max_substeps;
  }
  for (long i = first; i < end; i++)
    if (round ? k_is_in_round(k, f, i) : f->status[i] == AM_POINT_SUBSTEPS)
      list[count++] = i;
  for (long i = 0; i < count; i += K_LANES) {
    long last = i + K_LANES - 1;
    if (last < count && list[last] - list[i] == K_LANES - 1)
      k_do_block(k, f, list[i]);
    else
      k_do_packed(k, f, list + i, 0, count - i);
  }
}

K_ENTRY void automat_advance(const am_fields *fields,
                             const am_tolerances *solver, double *sequence,
                             long first, long end) {
  const int two_phases = (!K_MIXED || K_PATH) && !K_CONVENTIONAL &&
                         !(K_TANGENT && K_COUPLED) &&
                         K_FAMILY != AM_FAMILY_IMPLICIT;
  real parameters[K_PARAMETERS + 1], bound[K_BOUND + 1];
  k_context k = {.parameters = parameters, .bound = bound, .solver = solver,
                 .sequence = sequence, .capacity = solver->max_substeps,
                 .row = K_LANES, .attempts = solver->max_substeps,
                 .stop = fields->stop};
  if (!K_OWN_PARAMETERS(fields))
    k_read_parameters(fields, 0, parameters, bound);
  int round = K_METHOD >= 0 && fields->round, chunks = two_phases || round;
  if (!chunks) k_do_neighbours(&k, fields, first, end);
  for (long i = first; chunks && i < end; i += K_CHUNK)
    k_do_chunk(&k, fields, round, i, i + K_CHUNK < end ? i + K_CHUNK : end);
}
