/* block.h: one loading step of the points of a block, a lane each, from their
 * fields and back. */

/* Rows of a field, from the block's first point. */
K_FN void k_read(const double *field, long stride, int count, real *x) {
  for (int i = 0; i < count; i++) x[i] = k_get(field + i * stride);
}

K_FN void k_write(double *field, long stride, int count, const real *x) {
  for (int i = 0; i < count; i++) k_put(field + i * stride, x[i]);
}

/* What is asked of a component, in Kelvin-Mandel components. */
K_FN void k_read_control(const am_fields *f, long point, const real *strain0,
                         k_control *control) {
  k_to_mandel(strain0, control->strain);
  k_read(f->target + point, f->stride, 6, control->target);
  for (int i = 0; i < 6; i++)
    control->stress[i] = k_where(f->stress_controlled[i]);
  for (int i = 3; i < 6; i++)
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

K_FN void k_keep(mask good, const real *given, int count, real *found) {
  for (int i = 0; i < count; i++)
    found[i] = k_select(good, found[i], given[i]);
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
  if (f->counts) k_write(f->counts + point, f->stride, AM_COUNTS, rows);
}

K_FN void k_write_tangent(k_context *k, const am_fields *f, long point,
                          const k_result *out) {
  (void)k;
  if (K_TANGENT && f->tangent)
    k_write(f->tangent + point, f->stride, 36, out->C);
  if (K_TANGENT && f->derivative)
    k_write(f->derivative + point, f->stride, 6 * K_NX, out->Z);
}

/* Writes what was found; where not good the point stays where it is. */
K_FN void k_deliver(k_context *k, const am_fields *f, long point,
                    const real *eps0, const real *y0, const k_balance *b,
                    real first, k_result *out) {
  real eps[6], energy[1] = {k_set(0)};
  mask good = out->status == K_GOOD;
  real largest = k_get(f->largest + point);
  k_from_mandel(b->e, eps);
  if (f->energy || (K_ENERGIES && f->duration == 0))
    k_energy(k, eps, out->y, energy);
  if (f->duration == 0) k_work_of_jump(k, eps0, y0, energy[0], out->y);
  if (f->energy) k_put(f->energy + point, energy[0]);
  k_keep(good, eps0, 6, eps);
  k_keep(good, y0, K_NX, out->y);
  k_write(f->strain + point, f->stride, 6, eps);
  k_write(f->state + point, f->stride, K_NX, out->y);
  k_put(f->next + point, k_select(good, out->next, first));
  k_put(f->reached + point, k_select(good, b->largest, largest));
  k_write(f->stress + point, f->stride, 6, out->sig);
  k_write_tangent(k, f, point, out);
  k_put(f->status + point, out->status);
}

/* The loading step of the block that begins at `point`. */
K_FN void k_advance_block(k_context *k, const am_fields *f, long point) {
  K_ENTER;
  K_ARRAY(y0, K_NX);
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, 6 * K_NX);
  K_ARRAY(sig, 6);
  K_ARRAY(C, 36);
  k_load load = {.dt = k_set(f->duration)};
  k_control control;
  k_balance b;
  k_counts counts = k_no_counts();
  k_result out = {.y = y, .Z = Z, .sig = sig, .C = C};
  real first = k_get(f->first + point);
  k_read(f->strain0 + point, f->stride, 6, load.eps0);
  k_read(f->state0 + point, f->stride, K_NX, y0);
  k_read_control(f, point, load.eps0, &control);
  real iterations =
      k_loading_step(k, &load, &control, y0, first,
                     k_get(f->largest + point), &counts, &b, &out);
  if (K_DEFERRED) return;
  k_write_counts(f, point, &counts, iterations, b.residual);
  k_deliver(k, f, point, load.eps0, y0, &b, first, &out);
  K_LEAVE;
}
