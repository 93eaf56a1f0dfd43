/* conventional.h: hand-written updates, which work on Kelvin-Mandel
 * components of the internal variables in the order of the material file. */

K_FN void k_to_update(k_variable v, const real *y, real *a) {
  real x[6];
  if (v.size == 1) {
    a[v.place] = y[v.offset];
    return;
  }
  for (int i = 0; i < 6; i++)
    x[i] = i < 6 - v.size ? k_set(0) : y[v.offset + i - (6 - v.size)];
  k_to_mandel(x, a + v.place);
}

K_FN void k_from_update(k_variable v, const real *a, real *y) {
  real x[6];
  if (v.size == 1) {
    y[v.offset] = a[v.place];
    return;
  }
  k_from_mandel(a + v.place, x);
  for (int i = 0; i < v.size; i++) y[v.offset + i] = x[i + 6 - v.size];
}

/* C = Q M Q' */
K_FN void k_matrix_from_mandel(const real *M, real *C) {
  real rows[36], column[6], turned[6];
  for (int i = 0; i < 6; i++) k_from_mandel(M + 6 * i, rows + 6 * i);
  for (int j = 0; j < 6; j++) {
    for (int i = 0; i < 6; i++) column[i] = rows[6 * i + j];
    k_from_mandel(column, turned);
    for (int i = 0; i < 6; i++) C[6 * i + j] = turned[i];
  }
}

/* The update in this text's basis: state y1 [na], stress and, unless C is 0,
 * tangent [6][6]. */
K_FN mask k_conventional(k_context *k, const real *eps1, const real *y0,
                         real dt, real *y1, real *sig, real *C) {
  K_ENTER;
  K_ARRAY(a0, 6 * K_VARIABLES);
  K_ARRAY(a1, 6 * K_VARIABLES);
  real eps[6], s[6], M[36];
  mask ok = k_not(k_all_lanes());
  k_to_mandel(eps1, eps);
  for (int i = 0; i < K_VARIABLES; i++) k_to_update(K_VARIABLE(i), y0, a0);
  k_update_of(k, eps, a0, dt, a1, s, C ? M : 0, &ok);
  for (int i = 0; i < K_VARIABLES; i++) k_from_update(K_VARIABLE(i), a1, y1);
  k_from_mandel(s, sig);
  if (C) k_matrix_from_mandel(M, C);
  K_LEAVE;
  return ok;
}
