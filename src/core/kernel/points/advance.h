/* advance.h: the points of a generated source, block by block.  Text
 * of generated sources.
 *
 * Points differ in the substeps that they need.  Where a scheme is adaptive,
 * all points first try the whole step; those that need more are collected and
 * begin anew in blocks of their own.  Where derivatives enter the error, which
 * start from zero, few take the whole step, and all go on at once. */

/* The fields of a source (fields.def); those without components are not there,
 * and other parameters than those of all points only where f->spread. */
#define K_FIELDS(field, numbers) \
  AM_FIELDS(field, numbers, K_NX, K_NF, K_TANGENT * 6, K_SENSITIVITIES, \
            K_LOGARITHMIC * 9)

#define K_ADD_ROWS(name, role, need, becomes, components) +(components)
enum {
  K_CHUNK = 2048,
  K_ROWS = 0 K_FIELDS(K_ADD_ROWS, K_PARAMETERS) /* of a block */
};

/* A block of points that are not neighbours: their fields in one place. */
typedef struct {
  double rows[K_ROWS][K_LANES];
  am_fields fields;
  unsigned short ends[K_FOLLOWS ? AM_SUBSTEP_ENDS : 1][K_LANES];
  long point[K_LANES];
  int used; /* of rows */
} k_packed;

/* Room for a field of `count` components, filled from `given`; lanes without
 * a point of their own repeat the last one. */
K_FN double *k_pack(k_packed *p, const am_fields *f, const double *given,
                    int count) {
  double *room = p->rows[p->used];
  p->used += count;
  for (int i = 0; given && i < count; i++)
    for (int l = 0; l < K_LANES; l++)
      room[i * K_LANES + l] = given[i * f->stride + p->point[l]];
  return room;
}

K_FN void k_unpack(const k_packed *p, const am_fields *f, const double *found,
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

#define K_PACK_GIVEN(name, components) k_pack(p, f, f->name, components)
/* Schemes of a chain need what was found before. */
#define K_PACK_FOUND(name, components) \
  k_pack(p, f, K_METHOD >= 0 ? f->name : 0, components)
#define K_PACK(name, role, need, becomes, components) \
  if (f->name) own->name = K_PACK_##role(name, components);

K_FN void k_pack_all(k_packed *p, const am_fields *f) {
  am_fields *own = &p->fields;
  *own = *f;
  p->used = 0;
  own->stride = K_LANES;
  K_FIELDS(K_PACK, f->spread ? K_PARAMETERS : 0)
  if (!f->spread) own->parameters = f->parameters;
  k_pack_ends(p, f);
}

#define K_UNPACK_GIVEN(name, components)
#define K_UNPACK_FOUND(name, components) \
  k_unpack(p, f, p->fields.name, components, f->name);
#define K_UNPACK(name, role, need, becomes, components) \
  K_UNPACK_##role(name, components)

K_FN void k_unpack_all(const k_packed *p, const am_fields *f) {
  K_FIELDS(K_UNPACK, 0)
  k_unpack_ends(p, f);
}

/* Parameters of the block's points and what follows from them. */
K_FN void k_read_parameters(const am_fields *f, long point, real *parameters,
                            real *bound) {
  for (int i = 0; i < K_PARAMETERS; i++)
    parameters[i] = f->spread ? k_get(f->parameters + i * f->stride + point)
                              : k_set(f->parameters[i]);
  k_bind(parameters, bound);
}

/* Do points have parameters of their own?  Not where each is a call. */
#ifdef K_ALONE
#define K_OWN_PARAMETERS(f) 0
#else
#define K_OWN_PARAMETERS(f) ((f)->spread)
#endif

/* A block of neighbours. */
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

/* Points of the list, or neighbours from `first` on where there is none; at
 * most K_LANES. */
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

/* The first attempt of points first … end - 1, and then the others. */
K_FN void k_do_chunk(k_context *k, const am_fields *f, long first, long end) {
  long list[K_CHUNK], count = 0;
  k->attempts = 1;
  k_do_neighbours(k, f, first, end);
  k->attempts = k->solver->max_substeps;
  for (long i = first; i < end; i++)
    if (f->status[i] == K_ENDLESS) list[count++] = i;
  for (long i = 0; i < count; i += K_LANES)
    k_do_packed(k, f, list + i, 0, count - i);
}

/* Those of a chunk that have their turn. */
K_FN void k_do_turn(k_context *k, const am_fields *f, long first, long end) {
  long list[K_CHUNK], count = 0;
  for (long i = first; i < end; i++)
    if (k_has_turn(k, f, i)) list[count++] = i;
  for (long i = 0; i < count; i += K_LANES)
    k_do_packed(k, f, list + i, 0, count - i);
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
  int turn = K_METHOD >= 0 && fields->turn, chunks = two_phases || turn;
  if (!chunks) k_do_neighbours(&k, fields, first, end);
  for (long i = first; chunks && i < end; i += K_CHUNK) {
    long last = i + K_CHUNK < end ? i + K_CHUNK : end;
    if (turn)
      k_do_turn(&k, fields, i, last);
    else
      k_do_chunk(&k, fields, i, last);
  }
}

/* y = x^p in every lane, for a test of the vector functions. */
K_ENTRY void automat_power(const double *x, const double *p, double *y) {
  k_put(y, k_pow(k_get(x), k_get(p)));
}
