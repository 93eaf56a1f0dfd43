/* advance.h: the points of a generated unit, block by block.  Text of
 * generated units.
 *
 * Points differ in the substeps that they need.  Where a scheme is adaptive,
 * all points first try the whole step; those that need more are collected and
 * begin anew in blocks of their own. */

#define K_TWO_PHASES \
  (!K_MIXED && !K_CONVENTIONAL && K_FAMILY != AM_FAMILY_IMPLICIT)

enum {
  K_CHUNK = 2048,
  /* rows of all fields of a block */
  K_ROWS = K_PARAMETERS + 6 + K_NX + 6 + 2 + 6 + K_NX + 2 + 6 + 36 +
           6 * K_NX + 2 + AM_COUNTS + 1 + K_SENSITIVITIES * (24 + 2 * K_NX)
};

/* A block of points that are not neighbours: their fields in one place. */
typedef struct {
  double rows[K_ROWS][K_LANES];
  am_fields fields;
  unsigned short ends[K_KEEP ? AM_KEPT : 1][K_LANES];
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
  if (!K_KEEP || !f->ends) return;
  p->fields.ends = p->ends[0];
  for (int i = 0; i < AM_KEPT; i++)
    for (int l = 0; l < K_LANES; l++)
      p->ends[i][l] = f->ends[i * f->stride + p->point[l]];
}

K_FN void k_unpack_ends(const k_packed *p, const am_fields *f) {
  if (!K_KEEP || !f->ends) return;
  for (int i = 0; i < AM_KEPT; i++)
    for (int l = 0; l < K_LANES; l++)
      f->ends[i * f->stride + p->point[l]] = p->ends[i][l];
}

K_FN void k_pack_by(k_packed *p, const am_fields *f) {
  am_fields *own = &p->fields;
  int count = K_SENSITIVITIES;
  if (!count || !f->stress_by) return;
  if (f->strain_by0) own->strain_by0 = k_pack(p, f, f->strain_by0, 6 * count);
  if (f->state_by0) own->state_by0 = k_pack(p, f, f->state_by0, K_NX * count);
  if (f->target_by) own->target_by = k_pack(p, f, f->target_by, 6 * count);
  own->strain_by = k_pack(p, f, 0, 6 * count);
  own->state_by = k_pack(p, f, 0, K_NX * count);
  own->stress_by = k_pack(p, f, 0, 6 * count);
}

K_FN void k_unpack_by(const k_packed *p, const am_fields *f) {
  int count = K_SENSITIVITIES;
  if (!count || !f->stress_by) return;
  k_unpack(p, f, p->fields.strain_by, 6 * count, f->strain_by);
  k_unpack(p, f, p->fields.state_by, K_NX * count, f->state_by);
  k_unpack(p, f, p->fields.stress_by, 6 * count, f->stress_by);
}

K_FN void k_pack_all(k_packed *p, const am_fields *f) {
  am_fields *own = &p->fields;
  *own = *f;
  p->used = 0;
  own->stride = K_LANES;
  if (f->spread) own->parameters = k_pack(p, f, f->parameters, K_PARAMETERS);
  own->strain0 = k_pack(p, f, f->strain0, 6);
  own->state0 = k_pack(p, f, f->state0, K_NX);
  own->target = k_pack(p, f, f->target, 6);
  if (f->first) own->first = k_pack(p, f, f->first, 1);
  if (f->largest) own->largest = k_pack(p, f, f->largest, 1);
  if (f->strain) own->strain = k_pack(p, f, 0, 6);
  own->state = k_pack(p, f, 0, K_NX);
  if (f->next) own->next = k_pack(p, f, 0, 1);
  if (f->reached) own->reached = k_pack(p, f, 0, 1);
  own->stress = k_pack(p, f, 0, 6);
  if (f->tangent) own->tangent = k_pack(p, f, 0, 36);
  if (f->derivative) own->derivative = k_pack(p, f, 0, 6 * K_NX);
  if (f->energy) own->energy = k_pack(p, f, 0, 1);
  own->status = k_pack(p, f, 0, 1);
  if (f->counts) own->counts = k_pack(p, f, 0, AM_COUNTS);
  if (f->substeps) own->substeps = k_pack(p, f, 0, 1);
  k_pack_by(p, f);
  k_pack_ends(p, f);
}

K_FN void k_unpack_all(const k_packed *p, const am_fields *f) {
  const am_fields *own = &p->fields;
  k_unpack(p, f, own->strain, 6, f->strain);
  k_unpack(p, f, own->state, K_NX, f->state);
  k_unpack(p, f, own->next, 1, f->next);
  k_unpack(p, f, own->reached, 1, f->reached);
  k_unpack(p, f, own->stress, 6, f->stress);
  if (K_TANGENT) k_unpack(p, f, own->tangent, 36, f->tangent);
  if (K_TANGENT) k_unpack(p, f, own->derivative, 6 * K_NX, f->derivative);
  k_unpack(p, f, own->energy, 1, f->energy);
  k_unpack(p, f, own->status, 1, f->status);
  k_unpack(p, f, own->counts, AM_COUNTS, f->counts);
  k_unpack(p, f, own->substeps, 1, f->substeps);
  k_unpack_by(p, f);
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

/* A block of neighbours. */
K_CALL void k_do_block(k_context *k, const am_fields *f, long point) {
  real parameters[K_PARAMETERS + 1], bound[K_BOUND + 1];
  k_context own = *k;
  if (f->spread) {
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

void automat_advance(const am_fields *fields, const am_tolerances *solver,
                     double *sequence, long first, long end) {
  real parameters[K_PARAMETERS + 1], bound[K_BOUND + 1];
  k_context k = {.parameters = parameters, .bound = bound, .solver = solver,
                 .sequence = sequence, .capacity = solver->max_substeps,
                 .row = K_LANES, .attempts = solver->max_substeps,
                 .stop = fields->stop};
  if (!fields->spread) k_read_parameters(fields, 0, parameters, bound);
  if (!K_TWO_PHASES) k_do_neighbours(&k, fields, first, end);
  for (long i = first; K_TWO_PHASES && i < end; i += K_CHUNK)
    k_do_chunk(&k, fields, i, i + K_CHUNK < end ? i + K_CHUNK : end);
}

/* y = x^p in every lane, for a test of the vector functions. */
void automat_power(const double *x, const double *p, double *y) {
  k_put(y, k_pow(k_get(x), k_get(p)));
}
