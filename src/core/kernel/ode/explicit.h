/* explicit.h: explicit Runge-Kutta pairs (docs/theory.md, sections 6.1 and
 * 10.3),
 *
 *     K_i = f(t + c_i h, y + h sum_j<i a_ij K_j),
 *     y1 = y + h sum_i b_i K_i,   d = h sum_i e_i K_i.
 *
 * Derivatives are integrated by the same scheme, with z instead of y and its
 * rate instead of f. */

/* sum = y + sum over j of (h weight_j) K_j.  K: [stages][size]; y: NULL for
 * zero. */
K_FN void k_combine(real *sum, const real *y, real h,
                    const k_number *weights, int stages, const real *K,
                    int size) {
  real scaled[AM_STAGES];
  K_UNROLL for (int j = 0; j < stages; j++) scaled[j] = h * weights[j];
  K_UNROLL for (int i = 0; i < size; i++) {
    real total = y ? y[i] : k_set(0);
    K_UNROLL for (int j = 0; j < stages; j++)
      if (weights[j] != 0) total = k_fma(scaled[j], K[j * size + i], total);
    sum[i] = total;
  }
}

K_FN real k_stage_time(k_context *k, const k_substep *s, int stage) {
  return stage ? s->t + K_SCHEME.c[stage] * s->h : s->t;
}

/* Computes f [nx] of a stage at y and, with directions, the values that its
 * derivatives share. */
K_FN void k_stage_rate(k_context *k, const k_substep *s, int stage, real *y,
                       real *f) {
  K_ARRAY(own, K_INPUTS);
  k_point at = {.loading = s->loading, .t = k_stage_time(k, s, stage),
                .y = y,
                .eps = k_last_is_first(k) && stage == K_STAGES - 1 ? s->eps1
                                                                : own,
                .f = f};
  k_F(k, &at, s->directions, s->shared + stage * K_COMMON_ROOM);
}

/* Derivative of f of a stage in direction c, at the derivative z of the
 * state. */
K_FN void k_stage_rate_jvp(k_context *k, const k_substep *s, int stage, int c,
                           const real *z, real *fz) {
  k_place at = {.loading = s->loading, .t = k_stage_time(k, s, stage),
                .common = s->shared + stage * K_COMMON_ROOM};
  k_F_jvp(k, &at, c, z, fz);
}

/* 1 if slopes of directions are stored for the next substep; 0 if they are
 * computed again, on devices, which have little memory. */
#ifndef K_SLOPES
#define K_SLOPES 1
#endif

/* Computes the stages after the first one, and y1. If the last stage is the
 * first one of the next substep, it is evaluated at y1. */
K_FN void k_explicit_state(k_context *k, const k_substep *s) {
  K_ARRAY(y, K_NX);
  K_UNROLL for (int i = 1; i < K_STAGES; i++) {
    real *yi = K_SCHEME.fsal && i == K_STAGES - 1 ? s->y1 : y;
    k_combine(yi, s->y, s->h, K_SCHEME.a[i], i, s->K, K_NX);
    k_stage_rate(k, s, i, yi, s->K + i * K_NX);
  }
  if (!K_SCHEME.fsal)
    k_combine(s->y1, s->y, s->h, K_SCHEME.b, K_STAGES, s->K, K_NX);
  k_combine(s->d, 0, s->h, K_SCHEME.e, K_STAGES, s->K, K_NX);
  if (K_GUARDED)
    k_combine(s->guard, 0, s->h, K_SCHEME.guard, K_STAGES, s->K, K_NX);
}

/* Computes the direction at place p, its differences dz, and, if the last stage
 * is the first stage of the next substep, its slope at the end. */
K_FN void k_explicit_direction(k_context *k, const k_substep *s, int p,
                               real *dz) {
  K_ARRAY(z, K_NZ);
  K_ARRAY(z1, K_NZ);
  K_ARRAY(KZ, K_STAGES * K_NZ);
  int c = s->directions.first + p;
  k_assign(z, s->Z + p * K_NZ, K_NZ);
  if (K_SLOPES)
    k_assign(KZ, s->KZ + p * K_NZ, K_NZ);
  else
    k_stage_rate_jvp(k, s, 0, c, z, KZ);
  K_UNROLL for (int i = 1; i < K_STAGES; i++) {
    k_combine(z1, z, s->h, K_SCHEME.a[i], i, KZ, K_NZ);
    k_stage_rate_jvp(k, s, i, c, z1, KZ + i * K_NZ);
  }
  if (!K_SCHEME.fsal) k_combine(z1, z, s->h, K_SCHEME.b, K_STAGES, KZ, K_NZ);
  k_combine(dz, 0, s->h, K_SCHEME.e, K_STAGES, KZ, K_NZ);
  if (K_GUARDED)
    k_combine(dz + K_NZ, 0, s->h, K_SCHEME.guard, K_STAGES, KZ, K_NZ);
  k_assign(s->Z1 + p * K_NZ, z1, K_NZ);
  if (K_SCHEME.fsal && K_SLOPES)
    k_assign(s->KZ1 + p * K_NZ, KZ + (K_STAGES - 1) * K_NZ, K_NZ);
}
