/* block.h: one loading step of the points of a block, a lane each, from their
 * fields and back. */

/* Rows of a field, from the block's first point. */
K_FN void k_read(const double *field, long stride, int count, real *x) {
  K_UNROLL for (int i = 0; i < count; i++) x[i] = k_get(field + i * stride);
}

K_FN void k_write(double *field, long stride, int count, const real *x) {
  K_UNROLL for (int i = 0; i < count; i++) k_put(field + i * stride, x[i]);
}

/* A field from the block's first point on, where it is wanted. */
K_FN void k_offer(const am_fields *f, double *field, long point, int count,
                  const real *x) {
  if (field) k_write(field + point, f->stride, count, x);
}

/* What is asked of a component, in Kelvin-Mandel components. */
K_FN void k_read_control(const am_fields *f, long point, const real *strain0,
                         k_control *control) {
  k_to_mandel(strain0, control->strain);
  k_read(f->target + point, f->stride, 6, control->target);
  K_UNROLL for (int i = 0; i < 6; i++)
    control->stress[i] = k_where(K_MIXED && f->stress_controlled[i]);
  K_UNROLL for (int i = 3; i < 6; i++)
    control->target[i] = control->target[i] * 1.41421356237309504880;
}

/* A jump moves no internal variable; its work is the energy it stores. */
K_FN void k_work_of_jump(k_context *k, const real *eps0, const real *y0,
                         real energy, real *y) {
  real before[1];
  if (!K_ENERGIES) return;
  k_energy(k, eps0, y0, before);
  y[K_NX - 1] = y[K_NX - 1] + (energy - before[0]);
}

/* Where not good what was given comes back, read anew. */
K_FN void k_restore(const am_fields *f, const double *given, long point,
                 mask good, int count, real *found) {
  K_UNROLL for (int i = 0; i < count; i++) {
    real before = given ? k_get(given + i * f->stride + point) : k_set(0);
    found[i] = k_select(good, found[i], before);
  }
}

K_FN void k_restore_point(k_context *k, const am_fields *f, long point,
                       mask good, real *eps, real *y, real *next,
                       real *reached) {
  (void)k;
  if (!k_any(k_not(good))) return;
  k_restore(f, f->strain0, point, good, 6, eps);
  k_restore(f, f->state0, point, good, K_NX, y);
  k_restore(f, f->first, point, good, 1, next);
  k_restore(f, f->largest, point, good, 1, reached);
}

K_FN void k_write_counts(const am_fields *f, long point,
                         const k_counts *counts, real iterations,
                         real residual) {
  real rows[AM_COUNTS];
  rows[AM_COUNT_SUBSTEPS] = counts->substeps;
  rows[AM_COUNT_REJECTED] = counts->rejected;
  rows[AM_COUNT_EVALUATIONS] = counts->evaluations;
  rows[AM_COUNT_ITERATIONS] = counts->iterations;
  rows[AM_COUNT_EQUILIBRIUM] = iterations;
  rows[AM_COUNT_RESIDUAL] = residual;
  k_offer(f, f->counts, point, AM_COUNTS, rows);
  k_offer(f, f->substeps, point, 1, rows + AM_COUNT_SUBSTEPS);
}

/* Writes what was found; where not good the point stays where it is. */
K_FN void k_deliver(k_context *k, const am_fields *f, long point,
                    const k_loading *loading, const real *y0, k_balance *b,
                    k_result *out) {
  real eps[6], energy[1] = {k_set(0)};
  k_from_mandel(b->e, eps);
  if (f->energy || (K_ENERGIES && f->duration == 0))
    k_energy(k, eps, out->y, energy);
  if (f->duration == 0) k_work_of_jump(k, loading->eps0, y0, energy[0], out->y);
  k_offer(f, f->energy, point, 1, energy);
  k_restore_point(k, f, point, out->status == K_GOOD, eps, out->y, &out->next,
               &b->largest);
  k_offer(f, f->strain, point, 6, eps);
  k_write(f->state + point, f->stride, K_NX, out->y);
  k_offer(f, f->next, point, 1, &out->next);
  k_offer(f, f->reached, point, 1, &b->largest);
  k_write(f->stress + point, f->stride, 6, out->sig);
  if (K_TANGENT) k_offer(f, f->tangent, point, 36, out->C);
  if (K_TANGENT) k_offer(f, f->derivative, point, 6 * K_NX, out->Z);
  k_put(f->status + point, out->status);
}

/* Where its substeps are kept. */
K_FN void k_find_ends(const am_fields *f, long point, k_substep_ends *ends) {
  if (!f->ends) return;
  ends->at = f->ends + point;
  ends->stride = f->stride;
  ends->follow = (k_number)f->follow;
}

/* The loading step of the block that begins at `point`. */
K_FN void k_advance_block(k_context *k, const am_fields *f, long point) {
  K_ENTER;
  K_ARRAY(y0, K_NX);
  K_ARRAY(y, K_NX);
  K_FAST_ARRAY(Z, 0, 6 * K_NX);
  K_ARRAY(sig, 6);
  K_ARRAY(C, 36);
  real first[1], largest[1];
  k_loading loading = {.dt = k_set(f->duration)};
  k_control control;
  k_balance b;
  k_counts counts = k_no_counts();
  k_result out = {.y = y, .Z = Z, .sig = sig, .C = C};
  k_read_or_zero(f->first, point, f->stride, 1, first);
  k_read_or_zero(f->largest, point, f->stride, 1, largest);
  k_read(f->strain0 + point, f->stride, 6, loading.eps0);
  k_read(f->state0 + point, f->stride, K_NX, y0);
  k_read_control(f, point, loading.eps0, &control);
  if (K_FOLLOWS) k_find_ends(f, point, &loading.ends);
  real iterations = k_loading_step(k, &loading, &control, y0, first[0],
                                   largest[0], &counts, &b, &out);
  if (K_SENSITIVITIES && f->stress_by)
    k_sensitivities(k, f, point, &loading, &control, y0, &out);
  if (K_TANGENT && K_COLUMN_MODE && k_has_sequence(k))
    k_column_passes(k, &loading, y0, first[0], &out);
  if (K_FIRST_LAUNCH) k_defer(k, out.status != K_GOOD);
  if (K_DEFERRED) return;
  k_write_counts(f, point, &counts, iterations, b.residual);
  k_deliver(k, f, point, &loading, y0, &b, &out);
  K_LEAVE;
}
