/* measure.h: error of a substep (Hairer, Norsett and Wanner 1993, II.4), in
 * the Frobenius norm of each variable, and the step size that follows. */

/* Stress and, per direction, its derivative. */
typedef struct {
  real *sig; /* [6] */
  real *C;   /* [count][6], columns of dsigma/deps1 */
} k_response;

/* One substep: from y, Z to y1, Z1; d, DZ: differences to the embedded
 * solution; at: the response at its start and end. */
typedef struct {
  real t, h;
  const real *y, *Z;      /* [nx], [count][nx] */
  real *y1, *d, *Z1, *DZ; /* likewise */
  k_response from, to;
} k_substep;

K_FN real k_norm(const real *x, int n) { return k_sqrt(k_dot(x, x, n)); }

/* The norm of entries offset … of every column of Z [count][stride]. */
K_FN real k_block_norm(const real *Z, k_columns n, int stride, k_group g) {
  real sum = k_set(0);
  for (int c = 0; c < n.count; c++) {
    const real *z = Z + c * stride + g.offset;
    sum = sum + k_dot(z, z, g.size);
  }
  return k_sqrt(sum);
}

/* The larger of `worst` and d/(atol + rtol max(a, b)); not a number stays. */
K_FN real k_worst(k_context *k, real worst, real atol, real d, real a,
                  real b) {
  real ratio = d / (atol + K_RTOL * k_max(a, b));
  return k_larger(worst, k_select(d == 0, k_set(0), ratio));
}

K_FN real k_internal_error(k_context *k, const k_substep *s, k_columns n) {
  real worst = k_set(0);
  for (int i = 0; i < K_GROUPS; i++) {
    k_group g = K_GROUP(i);
    worst = k_worst(k, worst, k_set(K_ATOL), k_norm(s->d + g.offset, g.size),
                    k_norm(s->y + g.offset, g.size),
                    k_norm(s->y1 + g.offset, g.size));
    if (n.measured)
      worst = k_worst(k, worst, k_set(K_ATOL),
                      k_block_norm(s->DZ, n, K_NX, g),
                      k_block_norm(s->Z, n, K_NX, g),
                      k_block_norm(s->Z1, n, K_NX, g));
  }
  return worst;
}

/* sigma and its columns at (t, y): C = sigma_eps theta + sigma_a Z. */
K_FN void k_respond(k_context *k, const k_load *load, k_columns n, real t,
                    const real *y, const real *Z, k_response *r) {
  K_ENTER;
  K_ARRAY(eps, 6);
  k_strain(load, t, eps);
  if (n.count) {
    K_ARRAY(Ce, 36);
    K_ARRAY(Cy, 6 * K_NA);
    real theta = k_fraction(load, t);
    k_stiffness(k, eps, y, r->sig, Ce, Cy);
    for (int c = 0; c < n.count; c++)
      for (int i = 0; i < 6; i++)
        r->C[c * 6 + i] = Ce[i * 6 + n.first + c] * theta +
                          k_dot(Cy + i * K_NA, Z + c * K_NX, K_NA);
  } else {
    k_stress(k, eps, y, r->sig);
  }
  K_LEAVE;
}

/* The error of the stress (section "Stress-Driven Error Control" of the
 * AutoMat paper); fills s->to. */
K_FN real k_stress_error(k_context *k, const k_load *load, k_columns n,
                         k_substep *s, real worst) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NX);
  K_ARRAY(sig, 6);
  K_ARRAY(C, K_COLUMNS * 6);
  k_response embedded = {sig, C};
  k_group whole = {0, 6};
  real atol = K_ATOL * K_STRESS_SCALE;
  for (int i = 0; i < K_NX; i++) y[i] = s->y1[i] - s->d[i];
  for (int i = 0; i < n.count * K_NX; i++) Z[i] = s->Z1[i] - s->DZ[i];
  k_respond(k, load, n, s->t + s->h, s->y1, s->Z1, &s->to);
  k_respond(k, load, n, s->t + s->h, y, Z, &embedded);
  for (int i = 0; i < 6; i++) sig[i] = s->to.sig[i] - sig[i];
  for (int i = 0; i < n.count * 6; i++) C[i] = s->to.C[i] - C[i];
  worst = k_worst(k, worst, atol, k_norm(sig, 6), k_norm(s->from.sig, 6),
                  k_norm(s->to.sig, 6));
  if (n.measured)
    worst = k_worst(k, worst, atol, k_block_norm(C, n, 6, whole),
                    k_block_norm(s->from.C, n, 6, whole),
                    k_block_norm(s->to.C, n, 6, whole));
  K_LEAVE;
  return worst;
}

/* The error of a substep in units of the tolerances; not finite when the
 * substep's end is not. */
K_FN real k_error(k_context *k, const k_load *load, k_columns n,
                  k_substep *s) {
  real worst = k_internal_error(k, s, n);
  if (K_STRESS_CONTROL) worst = k_stress_error(k, load, n, s, worst);
  real sum = k_set(0);
  for (int i = 0; i < K_NX; i++) sum = sum + 0.0 * s->y1[i];
  for (int i = 0; i < n.count * K_NX; i++) sum = sum + 0.0 * s->Z1[i];
  return worst + sum;
}

/* The factor of the next step size, a multiple of 2^-8, so that engines
 * whose powers differ in the last place take the same steps. */
K_FN real k_step_factor(k_context *k, real err) {
  real raw = 0.9 * k_pow(k_max(err, k_set(1e-30)), k_set(-1.0 / (K_ORDER + 1)));
  real factor = k_min(k_set(5), k_max(k_set(0.2), raw));
  factor = k_select(k_finite(err), factor, k_set(0.2));
  return k_floor(factor * 256.0) * (1.0 / 256.0);
}
