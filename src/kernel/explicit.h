/* explicit.h: explicit Runge-Kutta pairs (Hairer, Norsett and Wanner 1993,
 * II.1); the derivative columns are advanced by the same scheme, theorem 2 of
 * the AutoMat paper. */

/* sum = y + sum over j of (h weight_j) K_j, K: [stages][size]; y 0: none. */
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

/* Are slopes of columns kept for the next substep, or made anew there?  There
 * is little room for them on devices. */
#ifndef K_SLOPES
#define K_SLOPES 1
#endif

/* K: stages [stages][nx], the first one given; shared: what derivatives share
 * at the others.  A last stage that is the next first one stands at the
 * solution itself. */
K_FN void k_explicit_state(k_context *k, const k_loading *loading,
                           k_directions n, k_substep *s, real *K,
                           real *shared) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_UNROLL for (int i = 1; i < K_STAGES; i++) {
    real *yi = K_FSAL && i == K_STAGES - 1 ? s->y1 : y;
    k_combine(yi, s->y, s->h, K_A_ROW(i), i, K, K_NX);
    k_right_side(k, loading, n, s->t + K_C(i) * s->h, yi, K + i * K_NX,
                 shared + i * K_RATE_ROOM);
  }
  if (!K_FSAL) k_combine(s->y1, s->y, s->h, K_B_ROW, K_STAGES, K, K_NX);
  k_combine(s->d, 0, s->h, K_E_ROW, K_STAGES, K, K_NX);
  K_LEAVE;
}

/* The column of direction c, place p: its difference dz, and its slope at the
 * end where that is the next first stage. */
K_FN void k_explicit_direction(k_context *k, const k_loading *loading, int c,
                               int p, const k_substep *s, const real *shared,
                               real *dz) {
  K_ENTER;
  K_ARRAY(z, K_NX);
  K_ARRAY(z1, K_NX);
  K_ARRAY(K, K_STAGES * K_NX);
  K_UNROLL for (int i = 0; i < K_NX; i++) z[i] = s->Z[p * K_NX + i];
  if (K_SLOPES)
    K_UNROLL for (int i = 0; i < K_NX; i++) K[i] = s->KZ[p * K_NX + i];
  else
    k_right_direction(k, loading, c, s->t, shared, z, K);
  K_UNROLL for (int i = 1; i < K_STAGES; i++) {
    k_combine(z1, z, s->h, K_A_ROW(i), i, K, K_NX);
    k_right_direction(k, loading, c, s->t + K_C(i) * s->h,
                   shared + i * K_RATE_ROOM, z1, K + i * K_NX);
  }
  if (!K_FSAL) k_combine(z1, z, s->h, K_B_ROW, K_STAGES, K, K_NX);
  k_combine(dz, 0, s->h, K_E_ROW, K_STAGES, K, K_NX);
  K_UNROLL for (int i = 0; i < K_NX; i++) s->Z1[p * K_NX + i] = z1[i];
  if (K_FSAL && K_SLOPES)
    K_UNROLL for (int i = 0; i < K_NX; i++)
      s->KZ1[p * K_NX + i] = K[(K_STAGES - 1) * K_NX + i];
  K_LEAVE;
}
