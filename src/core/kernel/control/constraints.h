/* constraints.h: linear equations between components of stress and strain
 * (K_EQUATIONS; docs/theory.md, section 11.2).
 *
 * Row i of p sigma + q eps = x(t), in Kelvin-Mandel components, replaces a
 * controlled component: p_i is a unit row for a given stress, q_i for a given
 * strain. The strain changes by X (x' - p sigma_y y') with X = (p sigma_eps +
 * q)^-1, which is stored in place of the compliance P = X p. */

/* Sets p and q from rows in tensor components. Row i of a shear component is
 * scaled by sqrt(2), like its target. */
K_FN void k_read_rows(k_control *g) {
  const am_rows *rows = g->rows;
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      k_number one = i == j, scale = 1;
      if (i >= 3 && j < 3) scale = (k_number)1.41421356237309504880;
      if (i < 3 && j >= 3) scale = (k_number)0.70710678118654752440;
      real p = k_select(g->stress[i], k_set(one), k_set(0));
      if (rows->constrained[i]) {
        g->p[6 * i + j] = k_set(scale * (k_number)rows->of[i][j]);
        g->q[6 * i + j] = k_set(scale * (k_number)rows->of[i][6 + j]);
      } else {
        g->p[6 * i + j] = p;
        g->q[6 * i + j] = k_set(one) - p;
      }
    }
}

/* x = p sigma + q eps, all in Kelvin-Mandel components. */
K_FN void k_rows_at(const k_control *g, const real *sig, const real *eps,
                    real *x) {
  for (int i = 0; i < 6; i++) {
    real sum = k_dot(g->p + 6 * i, sig, 6);
    x[i] = sum + k_dot(g->q + 6 * i, eps, 6);
  }
}

/* Largest coefficient of stress in row i */
K_FN real k_stress_of_row(const k_control *g, int i) {
  real largest = k_set(0);
  for (int j = 0; j < 6; j++)
    largest = k_max(largest, k_abs(g->p[6 * i + j]));
  return largest;
}

/* X = (p M + q)^-1 for the Kelvin-Mandel stiffness M; true in lanes where the
 * matrix is regular. */
K_CALL mask k_invert_rows(k_context *k, const k_control *g, const real *M,
                          real *X) {
  real w[36], scale[6];
  for (int i = 0; i < 6; i++) {
    real largest = k_set(0);
    for (int j = 0; j < 6; j++) {
      real sum = g->q[6 * i + j];
      for (int l = 0; l < 6; l++)
        sum = k_fma(g->p[6 * i + l], M[6 * l + j], sum);
      w[6 * i + j] = sum;
      largest = k_max(largest, k_abs(sum));
    }
    scale[i] = k_select(largest > 0, 1.0 / largest, k_set(1));
    for (int j = 0; j < 6; j++) w[6 * i + j] = w[6 * i + j] * scale[i];
  }
  mask regular = k_invert(k, w, X);
  for (int i = 0; i < 36; i++) X[i] = X[i] * scale[i % 6];
  return regular;
}
