/* explicit.h: explicit Runge-Kutta pairs (Hairer, Norsett and Wanner 1993,
 * II.1); the derivative columns are advanced by the same scheme, theorem 2 of
 * the AutoMat paper. */

/* sum = y + h·sum over j of weight_j K_j, K: [stages][size]. */
K_FN void k_combine(real *sum, const real *y, real h, const double *weights,
                    int stages, const real *K, int size) {
  for (int i = 0; i < size; i++) {
    real total = k_set(0);
    for (int j = 0; j < stages; j++)
      if (weights[j] != 0) total = total + weights[j] * K[j * size + i];
    sum[i] = y ? y[i] + h * total : h * total;
  }
}

/* K, KZ: stages [stages][nx], [stages][count·nx], the first one given. */
K_FN void k_explicit_step(k_context *k, const k_load *load, k_columns n,
                          k_substep *s, real *K, real *KZ) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NX);
  int columns = n.count * K_NX;
  for (int i = 1; i < K_STAGES; i++) {
    k_combine(y, s->y, s->h, K_A_ROW(i), i, K, K_NX);
    k_combine(Z, s->Z, s->h, K_A_ROW(i), i, KZ, columns);
    k_right_side(k, load, n, s->t + K_C(i) * s->h, y, Z, K + i * K_NX,
                 KZ + i * columns);
  }
  k_combine(s->y1, s->y, s->h, K_B_ROW, K_STAGES, K, K_NX);
  k_combine(s->d, NULL, s->h, K_E_ROW, K_STAGES, K, K_NX);
  k_combine(s->Z1, s->Z, s->h, K_B_ROW, K_STAGES, KZ, columns);
  k_combine(s->DZ, NULL, s->h, K_E_ROW, K_STAGES, KZ, columns);
  K_LEAVE;
}
