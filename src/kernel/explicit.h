/* explicit.h: explicit Runge-Kutta pairs (Hairer, Norsett and Wanner 1993,
 * II.1); the derivative columns are advanced by the same scheme, theorem 2 of
 * the AutoMat paper. */

/* sum = y + sum over j of (h weight_j) K_j, K: [stages][size]; y 0: none. */
K_FN void k_combine(real *sum, const real *y, real h, const double *weights,
                    int stages, const real *K, int size) {
  real scaled[AM_STAGES];
  K_UNROLL for (int j = 0; j < stages; j++) scaled[j] = h * weights[j];
  K_UNROLL for (int i = 0; i < size; i++) {
    real total = y ? y[i] : k_set(0);
    K_UNROLL for (int j = 0; j < stages; j++)
      if (weights[j] != 0) total = k_fma(scaled[j], K[j * size + i], total);
    sum[i] = total;
  }
}

/* K, KZ: stages [stages][nx], [stages][count·nx], the first one given.  A
 * last stage that is the next first one stands at the solution itself. */
K_FN void k_explicit_step(k_context *k, const k_load *load, k_columns n,
                          k_substep *s, real *K, real *KZ) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NX);
  int columns = n.count * K_NX;
  K_UNROLL for (int i = 1; i < K_STAGES; i++) {
    int last = K_FSAL && i == K_STAGES - 1;
    real *yi = last ? s->y1 : y, *Zi = last ? s->Z1 : Z;
    k_combine(yi, s->y, s->h, K_A_ROW(i), i, K, K_NX);
    k_combine(Zi, s->Z, s->h, K_A_ROW(i), i, KZ, columns);
    k_right_side(k, load, n, s->t + K_C(i) * s->h, yi, Zi, K + i * K_NX,
                 KZ + i * columns);
  }
  if (!K_FSAL) {
    k_combine(s->y1, s->y, s->h, K_B_ROW, K_STAGES, K, K_NX);
    k_combine(s->Z1, s->Z, s->h, K_B_ROW, K_STAGES, KZ, columns);
  }
  k_combine(s->d, 0, s->h, K_E_ROW, K_STAGES, K, K_NX);
  k_combine(s->DZ, 0, s->h, K_E_ROW, K_STAGES, KZ, columns);
  K_LEAVE;
}
