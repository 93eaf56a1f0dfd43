/* sensitivity.h: derivatives of a loading step by parameters of the law: after
 * the step one more pass over its recorded substeps integrates dy/dp
 * (docs/theory.md, section 13.1). Unknown components of the strain are held
 * fixed in this pass; their change follows from the stress targets and the
 * consistent tangent. The result is the derivative of the discrete step, exact
 * except for rounding. */

/* Number of controlled components. */
#define K_CONTROLLED (K_LOGARITHMIC ? 9 : 6)

/* Derivatives of a step by the P parameters.  Strains are in coordinates; the
 * target is in Kelvin-Mandel components, or in components of F and P. */
typedef struct {
  const k_block *block;
  const k_equilibrium *step;
  real *strain0, *strain1; /* [P][6] */
  real *target;            /* [P][K_CONTROLLED] */
  const k_by *by;          /* the arrays above, for passes and directions */
  real *y, *Z;             /* [nx], [P][nx] */
  mask good, known;        /* the step succeeded; its derivatives are known */
} k_sensitivity;

/* Changes of the controlled components under K_PATH: at the start, from the
 * strain and stress of the point, and at the end. */
K_FN void k_read_given_by(k_context *k, const k_sensitivity *w) {
  K_ARRAY(shared, K_STRESS_ROOM);
  const k_loading *loading = w->step->loading;
  k_direction d;
  real sig[6], e[6], s[6];
  K_BY_PARAMETER(shared, k_stress_by_shared(k, loading->eps0, w->step->out->y0,
                                            sig, shared));
  K_LOOP for (int p = 0; p < K_SENSITIVITIES; p++) {
    real *x0 = w->strain0 + p * 6, *x1 = w->strain1 + p * 6;
    k_direction_by(k, p, x0, &d);
    k_stress_in(k, &d, shared, w->Z + p * K_NZ, sig);
    k_to_mandel(x0, e);
    k_to_mandel(sig, s);
    K_UNROLL for (int i = 0; i < 6; i++) {
      x0[i] = k_select(loading->given->stress[i], s[i], e[i]);
      x1[i] = w->target[p * 6 + i];
    }
  }
}

/* Reads the given derivatives. strain1: components with strain control only. */
K_FN void k_read_by(k_context *k, const k_sensitivity *w) {
  int count = K_SENSITIVITIES;
  const am_fields *f = w->block->fields;
  const k_control *control = w->step->loading->given;
  k_read_or_zero(w->block, f->strain_by0, count * K_CONTROLLED,
                 K_LOGARITHMIC ? w->by->from : w->strain0);
  k_read_or_zero(w->block, f->state_by0, count * K_NZ, w->Z);
  k_read_or_zero(w->block, f->target_by, count * K_CONTROLLED, w->target);
  if (K_LOGARITHMIC) {
    K_DEFORMED(k_read_gradient_by(k, w->step, w->by, w->Z));
    return;
  }
  K_LOOP for (int p = 0; p < count; p++) {
    real given[6], *target = w->target + p * 6;
    for (int i = 0; i < 6; i++) {
      if (i >= 3) target[i] = target[i] * 1.41421356237309504880;
      given[i] = k_select(control->stress[i], k_set(0), target[i]);
    }
    k_from_mandel(given, w->strain1 + p * 6);
  }
  if (K_PATH) k_read_given_by(k, w);
}

/* Adds the change of the free strains to strain1, dy/dp and dsigma/dp: C_ff d
 * e_f/dp = d target_f/dp - d sigma_f/dp at fixed e_f. */
K_FN void k_add_free(k_context *k, const k_sensitivity *w, int p, real *sig) {
  K_ARRAY(s, 6);
  K_ARRAY(x, 6);
  const k_control *control = w->step->loading->given;
  const k_response *out = w->step->out;
  real *Z = w->Z + p * K_NZ;
  k_to_mandel(sig, s);
  for (int i = 0; i < 6; i++)
    s[i] = k_select(control->stress[i], w->target[p * 6 + i] - s[i], k_set(0));
  k_free_strains(k, control, out->C, s);
  k_from_mandel(s, x);
  for (int i = 0; i < 6; i++) {
    mask mixed = control->mixed;
    real change = k_dot(out->C + i * 6, x, 6);
    w->strain1[p * 6 + i] = w->strain1[p * 6 + i] + x[i];
    sig[i] = k_select(mixed, sig[i] + change, sig[i]);
    K_UNROLL for (int j = 0; j < K_NX; j++) {
      real moved = k_fma(out->Z[i * K_NZ + j], x[i], Z[j]);
      Z[j] = k_select(mixed, moved, Z[j]);
    }
  }
}

/* Stores a row of derivatives: NaN if they are not known, the given values if
 * the step failed. */
K_FN void k_write_by(const k_sensitivity *w, const double *given, int count,
                     const real *x, double *found) {
  long stride = w->block->fields->stride;
  K_UNROLL for (int i = 0; i < count; i++) {
    real own = k_select(w->known, x[i], k_set(K_INFINITY - K_INFINITY));
    k_restore(w->block, given ? given + i * stride : 0, w->good, 1, &own);
    k_store_all(w->block, found + i * stride, 1, &own);
  }
}

K_FN void k_deliver_by(k_context *k, const k_sensitivity *w, int p,
                       const real *sig) {
  const am_fields *f = w->block->fields;
  const int n = K_CONTROLLED;
  const real *strain = K_LOGARITHMIC ? w->by->from : w->strain1;
  long six = 6 * p * f->stride, all = p * K_NZ * f->stride;
  long own = n * p * f->stride;
  k_sensitivity stress = *w;
  stress.good = k_all_lanes();
  stress.known = w->known & w->good;
  K_UNROLL for (int i = K_NA; i < K_NX; i++) w->Z[p * K_NZ + i] = k_set(0);
  k_write_by(w, f->strain_by0 ? f->strain_by0 + own : 0, n, strain + n * p,
             f->strain_by + own);
  k_write_by(w, f->state_by0 ? f->state_by0 + all : 0, K_NX,
             w->Z + p * K_NZ, f->state_by + all);
  k_write_by(&stress, 0, 6, sig, f->stress_by + six);
}

/* Computes the derivatives of variables that keep a maximum, by parameter p. */
K_FN void k_remember_by(k_context *k, const k_sensitivity *w, int p,
                        const real *shared) {
  K_ARRAY(along, K_NA);
  k_direction d;
  real *z = w->Z + p * K_NZ;
  k_direction_by(k, p, w->strain1 + p * 6, &d);
  K_BY_PARAMETER(along, k_maxima_by_jvp(k, p, shared, d.theta, z, along));
  k_assign(z, along, K_NA);
}

/* Computes sigma, its derivatives and the resulting values, and stores them,
 * one parameter after the other. */
K_FN void k_conclude_by(k_context *k, const k_sensitivity *w,
                        const k_loading *loading) {
  K_ARRAY(eps, K_INPUTS);
  K_ARRAY(sig, 6);
  K_ARRAY(shared, K_RESPONSE_ROOM);
  K_ARRAY(next, K_NA);
  K_ARRAY(remembered, K_SHARED_BY(MEMORY_BY) + 1);
  k_direction d;
  k_strain_at(k, loading, loading->dt, w->y, eps, k_compliance_in(k, shared));
  K_BY_PARAMETER(shared, k_stress_by_shared(k, eps, w->y, sig, shared));
  if (K_REMEMBERS)
    K_BY_PARAMETER(next, k_maxima_by_shared(k, eps, w->y, next, remembered));
  if (K_LOGARITHMIC)
    K_DEFORMED(k_end_gradient_by(k, loading, w->y, w->Z, shared));
  K_LOOP for (int p = 0; p < K_SENSITIVITIES; p++) {
    const real *z = w->Z + p * K_NZ;
    k_direction_at(k, loading, K_INPUTS + p, loading->dt, &d);
    k_complete(k, shared, z, &d);
    k_stress_in(k, &d, shared, z, sig);
    K_UNROLL for (int i = 0; i < 6 && K_PATH; i++)
      w->strain1[p * 6 + i] = d.theta[i];
    if (K_MIXED && !K_PATH && k_any(loading->given->mixed))
      k_add_free(k, w, p, sig);
    if (K_REMEMBERS) k_remember_by(k, w, p, remembered);
    k_deliver_by(k, w, p, sig);
  }
}

/* Computes the derivatives of the step over its main pass, which includes the
 * tangent if stresses are controlled. */
K_CALL void k_sensitivities(k_context *k, const k_block *block,
                            const k_equilibrium *step) {
  K_ARRAY(strain0, K_SENSITIVITIES * 6);
  K_ARRAY(strain1, K_SENSITIVITIES * 6);
  K_ARRAY(target, K_SENSITIVITIES * K_CONTROLLED);
  K_ARRAY(from, K_LOGARITHMIC * K_SENSITIVITIES * 9);
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_SENSITIVITIES * K_NZ);
  const k_by by = {.strain0 = strain0, .strain1 = strain1, .from = from,
                   .to = target};
  k_sensitivity w = {.block = block, .step = step, .strain0 = strain0,
                     .strain1 = strain1, .target = target, .by = &by, .y = y,
                     .Z = Z, .good = step->out->status == AM_POINT_GOOD};
  k_loading loading = *step->loading;
  loading.by = &by;
  k_pass pass = {.loading = &loading,
                 .directions = {.count = K_SENSITIVITIES, .first = K_INPUTS,
                                .measured = 0},
                 .y = y, .Z = Z, .slot = 0, .frozen = k_all_lanes(),
                 .first = k_set(0), .length = step->out->length};
  k_read_by(k, &w);
  k_run_pass(k, step->out->y0, &pass);
  w.known = pass.status == AM_POINT_GOOD;
  k_conclude_by(k, &w, &loading);
}
