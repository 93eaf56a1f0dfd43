/* sensitivity.h: derivatives of a loading step by parameters of the law.
 *
 * After the step has been solved one more pass over its recorded substeps
 * carries dy/dp: from dy/dp at the start, along what the strain changes by,
 * d_eps(t), and the parameter itself,
 *
 *     Z' = f_y Z + f_eps d_eps(t) + f_p,
 *
 * with components of the strain that are found, not given, held at the end of
 * the step.  What these change by follows from the stress targets by the
 * consistent tangent.  This is the derivative of the discrete step, exact but
 * for rounding, as long as the substeps stay. */

/* Parameter p: strains in coordinates, the target in Kelvin-Mandel
 * components. */
typedef struct {
  real *strain0, *strain1; /* [P][6] */
  real *target;            /* [P][6] */
  real *y, *Z;             /* [nx], [P][nx] */
} k_by_work;

K_FN void k_read_or_zero(const double *field, long point, long stride,
                         int count, real *x) {
  K_UNROLL for (int i = 0; i < count; i++)
    x[i] = field ? k_get(field + i * stride + point) : k_set(0);
}

/* What is given; strain1: of the components that are controlled in strain. */
K_FN void k_read_by(k_context *k, const am_fields *f, long point,
                    const k_control *control, const k_by_work *w) {
  int count = K_SENSITIVITIES;
  k_read_or_zero(f->strain_by0, point, f->stride, count * 6, w->strain0);
  k_read_or_zero(f->state_by0, point, f->stride, count * K_NX, w->Z);
  k_read_or_zero(f->target_by, point, f->stride, count * 6, w->target);
  K_LOOP for (int p = 0; p < count; p++) {
    real given[6], *target = w->target + p * 6;
    for (int i = 0; i < 6; i++) {
      if (i >= 3) target[i] = target[i] * 1.41421356237309504880;
      given[i] = k_select(control->stress[i], k_set(0), target[i]);
    }
    k_from_mandel(given, w->strain1 + p * 6);
  }
}

/* Adds what the free strains change by to strain1, dy/dp and dsigma/dp. */
K_FN void k_add_free(k_context *k, const k_control *control,
                     const k_result *out, const k_by_work *w, int p,
                     real *sig) {
  K_ENTER;
  K_ARRAY(s, 6);
  K_ARRAY(x, 6);
  real *Z = w->Z + p * K_NX;
  k_to_mandel(sig, s);
  for (int i = 0; i < 6; i++)
    s[i] = k_select(control->stress[i], w->target[p * 6 + i] - s[i], k_set(0));
  k_free_strains(k, control, out->C, s);
  k_from_mandel(s, x);
  for (int i = 0; i < 6; i++) {
    w->strain1[p * 6 + i] = w->strain1[p * 6 + i] + x[i];
    sig[i] = sig[i] + k_dot(out->C + i * 6, x, 6);
    K_UNROLL for (int j = 0; j < K_NX; j++)
      Z[j] = k_fma(out->Z[i * K_NX + j], x[i], Z[j]);
  }
  K_LEAVE;
}

/* NaN where the derivatives are not known; as it was given where the step
 * failed. */
K_FN void k_write_by(const double *given, long stride, int count, mask good,
                     mask known, const real *x, double *found) {
  K_UNROLL for (int i = 0; i < count; i++) {
    real before = given ? k_get(given + i * stride) : k_set(0);
    real after = k_select(known, x[i], k_set(K_INFINITY - K_INFINITY));
    k_put(found + i * stride, k_select(good, after, before));
  }
}

K_FN void k_deliver_by(k_context *k, const am_fields *f, long point, int p,
                       mask good, mask known, const k_by_work *w,
                       const real *sig) {
  long s = f->stride, six = 6 * p * s + point, all = p * K_NX * s + point;
  const double *strain0 = f->strain_by0 ? f->strain_by0 + six : 0;
  const double *state0 = f->state_by0 ? f->state_by0 + all : 0;
  K_UNROLL for (int i = K_NA; i < K_NX; i++) w->Z[p * K_NX + i] = k_set(0);
  k_write_by(strain0, s, 6, good, known, w->strain1 + p * 6,
             f->strain_by + six);
  k_write_by(state0, s, K_NX, good, known, w->Z + p * K_NX,
             f->state_by + all);
  k_write_by(0, s, 6, k_all_lanes(), known & good, sig, f->stress_by + six);
}

/* sigma, its derivatives and all that follows, parameter after parameter. */
K_FN void k_conclude_by(k_context *k, const am_fields *f, long point,
                        const k_loading *loading, const k_control *control,
                        const k_by_work *w, mask known, const k_result *out) {
  K_ENTER;
  K_ARRAY(eps, 6);
  K_ARRAY(sig, 6);
  K_ARRAY(shared, K_STRESS_ROOM);
  real theta[7];
  int mixed = 0;
  for (int i = 0; i < 6; i++) mixed |= K_MIXED && f->stress_controlled[i];
  k_strain(loading, loading->dt, eps);
  K_BY(shared, k_stress_by_shared(k, eps, w->y, sig, shared));
  K_LOOP for (int p = 0; p < K_SENSITIVITIES; p++) {
    k_direction_at(k, loading, K_STRAINS + p, loading->dt, theta);
    K_BY(shared, k_stress_by_along(k, p, shared, theta, w->Z + p * K_NX, sig));
    if (mixed) k_add_free(k, control, out, w, p, sig);
    k_deliver_by(k, f, point, p, out->status == K_GOOD, known, w, sig);
  }
  K_LEAVE;
}

/* The derivatives of the step that `out` is the end of: of the main pass, with
 * tangents where stresses are controlled. */
K_CALL void k_sensitivities(k_context *k, const am_fields *f, long point,
                            const k_loading *loading, const k_control *control,
                            const real *y0, const k_result *out) {
  K_ENTER;
  K_ARRAY(strain0, K_SENSITIVITIES * 6);
  K_ARRAY(strain1, K_SENSITIVITIES * 6);
  K_ARRAY(target, K_SENSITIVITIES * 6);
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_SENSITIVITIES * K_NX);
  const k_by_work w = {strain0, strain1, target, y, Z};
  const k_by by = {strain0, strain1};
  k_loading own = *loading;
  k_pass pass = {.y = y, .Z = Z, .columns = {K_SENSITIVITIES, K_STRAINS, 0},
                 .slot = 0, .frozen = k_all_lanes(), .first = k_set(0),
                 .length = out->length};
  own.by = &by;
  k_read_by(k, f, point, control, &w);
  k_run_pass(k, &own, y0, &pass);
  k_conclude_by(k, f, point, &own, control, &w,
                k_pass_status(&pass) == K_GOOD, out);
  K_LEAVE;
}
