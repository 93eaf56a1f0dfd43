/* constraints.h: controlled components as rows p sigma + q eps = x(t), in
 * Kelvin-Mandel components: p_i is a unit row for a given stress, q_i for a
 * given strain. Under K_EQUATIONS other rows are linear equations between
 * components of stress and strain (docs/theory.md, section 11.2). */

/* Under K_EQUATIONS: sets p and q from rows in tensor components. Row i of a
 * shear component is scaled by sqrt(2), like its target. */
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

/* x = p sigma + q eps, all in Kelvin-Mandel components; x = p sigma if eps is
 * NULL. */
K_FN void k_rows_at(k_context *k, const k_control *g, const real *sig,
                    const real *eps, real *x) {
  K_UNROLL for (int i = 0; i < 6; i++) {
    real strain = eps ? eps[i] : k_set(0);
    x[i] = k_select(g->stress[i], sig[i], strain);
    if (!K_EQUATIONS) continue;
    strain = eps ? k_dot(g->q + 6 * i, eps, 6) : k_set(0);
    x[i] = k_dot(g->p + 6 * i, sig, 6) + strain;
  }
}

/* A [6][6] = p M + q, derivatives of the rows by the strain, for the
 * Kelvin-Mandel stiffness M. */
K_FN void k_rows_by_strain(k_context *k, const k_control *g, const real *M,
                           real *A) {
  real s[6], unit[6], x[6];
  for (int j = 0; j < 6; j++) {
    for (int i = 0; i < 6; i++) {
      s[i] = M[6 * i + j];
      unit[i] = k_set(i == j);
    }
    k_rows_at(k, g, s, unit, x);
    for (int i = 0; i < 6; i++) A[6 * i + j] = x[i];
  }
}

/* Largest coefficient of stress in row i */
K_FN real k_stress_of_row(const k_control *g, int i) {
  real largest = k_set(0);
  for (int j = 0; j < 6; j++)
    largest = k_max(largest, k_abs(g->p[6 * i + j]));
  return largest;
}
