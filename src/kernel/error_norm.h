/* error_norm.h: error of a substep (Hairer, Norsett and Wanner 1993, II.4), in
 * the Frobenius norm of each variable, and the step size that follows. */

#define K_ATOL ((k_number)k->solver->atol)
#define K_RTOL ((k_number)k->solver->rtol)

/* Squares of the stress and of its derivative. */
typedef struct {
  real sig, C;
} k_size;

/* One substep: from y, Z to y1, Z1; d: difference to the embedded solution.
 * Columns are made and measured one after the other. */
typedef struct {
  real t, h;
  const real *y;            /* [nx] */
  real *y1, *d;             /* [nx] */
  real *Z, *Z1, *KZ, *KZ1;  /* [count][nx]; KZ: their slopes, where a scheme
                               keeps them */
  real *sums;               /* over the columns: [groups][3] squares of their
                               differences, starts and ends; those of C,
                               difference and end; of Z1 itself, not finite
                               where an entry is not */
  real *end, *embedded;     /* what derivatives of the stress share at y1 and
                               at the embedded solution */
  k_size error, from, to;   /* of the response: of its difference, at the
                               start and at the end */
  mask fine;                /* the state alone would be accepted */
} k_substep;

/* Places among the sums, and their number. */
#define K_SUM_ERROR (3 * K_GROUPS)
#define K_SUM_END (3 * K_GROUPS + 1)
#define K_SUM_VALUES (3 * K_GROUPS + 2)
#define K_SUMS (3 * K_GROUPS + 3)

K_FN real k_square(const real *x, int n) { return k_dot(x, x, n); }

/* The larger of `worst` and the square of d/(atol + rtol max(a, b)), from the
 * squares of d, a and b; not a number stays. */
K_FN real k_worst(k_context *k, real worst, real atol, real d, real a,
                  real b) {
  real bound = atol + K_RTOL * k_sqrt(k_max(a, b));
  return k_larger(worst, k_select(d == 0, k_set(0), d / (bound * bound)));
}

/* The response at the end, where columns are to be added. */
K_FN void k_respond(k_context *k, const real *eps, const real *y, int columns,
                    real *sig, real *shared) {
  if (columns)
    k_stress_shared(k, eps, y, sig, shared);
  else
    k_stress(k, eps, y, sig);
}

K_FN void k_measure_stress(k_context *k, const k_loading *loading,
                           k_directions n, k_substep *s) {
  K_ENTER;
  K_ARRAY(eps, 6);
  K_ARRAY(y, K_NX);
  K_ARRAY(sig, 6);
  K_ARRAY(sig1, 6);
  K_UNROLL for (int i = 0; i < K_NX; i++) y[i] = s->y1[i] - s->d[i];
  k_strain(loading, s->t + s->h, eps);
  k_respond(k, eps, s->y1, n.measured, sig1, s->end);
  k_respond(k, eps, y, n.measured, sig, s->embedded);
  K_UNROLL for (int i = 0; i < 6; i++) sig[i] = sig[i] - sig1[i];
  s->error.sig = k_square(sig, 6);
  s->to.sig = k_square(sig1, 6);
  K_LEAVE;
}

/* What is measured before the columns. */
K_FN void k_measure_state(k_context *k, const k_loading *loading,
                          k_directions n, k_substep *s) {
  if (K_STRESS_CONTROL) k_measure_stress(k, loading, n, s);
}

K_FN void k_clear_sums(k_context *k, const k_substep *s) {
  (void)k;
  K_UNROLL for (int i = 0; i < K_SUMS; i++) s->sums[i] = k_set(0);
}

/* C = sigma_eps theta + sigma_a z of the column, and its difference. */
K_FN void k_measure_response(k_context *k, const k_loading *loading, int c,
                             const real *z1, const real *dz, k_substep *s) {
  K_ENTER;
  K_ARRAY(z, K_NX);
  K_ARRAY(C, 6);
  K_ARRAY(C1, 6);
  real theta = k_fraction(loading, s->t + s->h);
  k_stress_along(k, c, s->end, &theta, z1, C1);
  K_UNROLL for (int i = 0; i < K_NX; i++) z[i] = z1[i] - dz[i];
  k_stress_along(k, c, s->embedded, &theta, z, C);
  K_UNROLL for (int i = 0; i < 6; i++) C[i] = C[i] - C1[i];
  s->sums[K_SUM_ERROR] = s->sums[K_SUM_ERROR] + k_square(C, 6);
  s->sums[K_SUM_END] = s->sums[K_SUM_END] + k_square(C1, 6);
  K_LEAVE;
}

/* Adds the column of direction c, z to z1, its difference to the embedded
 * one dz. */
K_FN void k_measure_direction(k_context *k, const k_loading *loading,
                              k_directions n, int c, const real *z,
                              const real *z1, const real *dz, k_substep *s) {
  real *values = &s->sums[K_SUM_VALUES];
  K_UNROLL for (int i = 0; i < K_NX; i++) *values = *values + z1[i];
  if (!n.measured) return;
  K_UNROLL for (int i = 0; i < K_GROUPS; i++) {
    k_group g = K_GROUP(i);
    real *square = s->sums + 3 * i;
    square[0] = square[0] + k_square(dz + g.offset, g.size);
    square[1] = square[1] + k_square(z + g.offset, g.size);
    square[2] = square[2] + k_square(z1 + g.offset, g.size);
  }
  if (K_STRESS_CONTROL) k_measure_response(k, loading, c, z1, dz, s);
}

/* The column of a strain that drives no rate stays zero: C is that of fixed
 * internal variables. */
K_FN void k_measure_idle(k_context *k, const k_loading *loading,
                         k_directions n, int c, k_substep *s) {
  if (!n.measured || !K_STRESS_CONTROL) return;
  K_ENTER;
  K_ARRAY(z, K_NX);
  K_ARRAY(C, 6);
  real theta = k_fraction(loading, s->t + s->h);
  K_UNROLL for (int i = 0; i < K_NX; i++) z[i] = k_set(0);
  k_stress_along(k, c, s->end, &theta, z, C);
  s->sums[K_SUM_END] = s->sums[K_SUM_END] + k_square(C, 6);
  K_LEAVE;
}

K_FN real k_internal_error(k_context *k, const k_substep *s, k_directions n) {
  real worst = k_set(0);
  K_UNROLL for (int i = 0; i < K_GROUPS; i++) {
    k_group g = K_GROUP(i);
    const real *square = s->sums + 3 * i;
    worst = k_worst(k, worst, k_set(K_ATOL), k_square(s->d + g.offset, g.size),
                    k_square(s->y + g.offset, g.size),
                    k_square(s->y1 + g.offset, g.size));
    if (n.measured)
      worst = k_worst(k, worst, k_set(K_ATOL), square[0], square[1],
                      square[2]);
  }
  return worst;
}

/* The error of the stress (section "Stress-Driven Error Control" of the
 * AutoMat paper). */
K_FN real k_stress_error(k_context *k, const k_substep *s, k_directions n,
                         real worst) {
  real atol = K_ATOL * K_STRESS_SCALE;
  worst = k_worst(k, worst, atol, s->error.sig, s->from.sig, s->to.sig);
  if (n.measured)
    worst = k_worst(k, worst, atol, s->error.C, s->from.C, s->to.C);
  return worst;
}

/* The square of the error of the state and of these columns. */
K_FN real k_worst_of(k_context *k, const k_substep *s, k_directions n) {
  real worst = k_internal_error(k, s, n);
  return K_STRESS_CONTROL ? k_stress_error(k, s, n, worst) : worst;
}

/* The error of a substep in units of the tolerances; not finite when the
 * substep's end is not. */
K_FN real k_error(k_context *k, k_directions n, k_substep *s) {
  k_directions none = {0, 0, 0};
  real sum = k_set(0);
  s->error.C = s->sums[K_SUM_ERROR];
  s->to.C = s->sums[K_SUM_END];
  real worst = k_worst_of(k, s, n);
  if (n.measured) s->fine = k_worst_of(k, s, none) <= 1.0;
  K_UNROLL for (int i = 0; i < K_NX; i++) sum = sum + s->y1[i];
  return k_sqrt(worst) + 0.0 * (sum + s->sums[K_SUM_VALUES]);
}

/* x^(-1/m) by Newton's method from a guess that divides the exponent: only
 * arithmetic, so that all engines take the same steps; to 3e-6. */
K_FN real k_inverse_root(real x, int m) {
  real y = k_of_bits(K_ONE_BITS * (1.0 + 1.0 / m) -
                     k_bits(x) * (1.0 / m));
  for (int i = 0; i < 3; i++) {
    real power = x;
    for (int j = 0; j < m; j++) power = power * y;
    y = y + y * ((1.0 - power) * (1.0 / m));
  }
  return y;
}

/* The factor by which a substep with an error that goes with h^order could be
 * longer, or has to be shorter. */
K_FN real k_reach(real err, int order) {
  return 0.9 * k_inverse_root(k_max(err, k_set(1e-30)), order);
}

/* The factor of the next step size, a multiple of 2^-8. */
K_FN real k_step_factor(real err, real reach) {
  real factor = k_min(k_set(5), k_max(k_set(0.2), reach));
  factor = k_select(k_finite(err), factor, k_set(0.2));
  return k_floor(factor * 256.0) * (1.0 / 256.0);
}
