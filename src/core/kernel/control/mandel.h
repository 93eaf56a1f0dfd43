/* mandel.h: conversion between coordinates of base/basis.h and Kelvin-Mandel
 * components. */

/* Orthonormal change of basis (base/basis.h): x = Q m, m = Q' x. */
K_FN void k_from_mandel(const real *m, real *x) {
  x[0] = 0.57735026918962576451 * (m[0] + m[1] + m[2]);
  x[1] = 0.40824829046386301637 * ((m[0] - m[1]) + (m[0] - m[2]));
  x[2] = 0.70710678118654752440 * (m[1] - m[2]);
  for (int i = 3; i < 6; i++) x[i] = m[i];
}

K_FN void k_to_mandel(const real *x, real *m) {
  real p = 0.57735026918962576451 * x[0], q = 0.40824829046386301637 * x[1];
  real r = 0.70710678118654752440 * x[2];
  m[0] = p + 2.0 * q;
  m[1] = p - q + r;
  m[2] = p - q - r;
  for (int i = 3; i < 6; i++) m[i] = x[i];
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

/* M = Q' C Q */
K_FN void k_matrix_to_mandel(const real *C, real *M) {
  real rows[36], column[6], turned[6];
  for (int i = 0; i < 6; i++) k_to_mandel(C + 6 * i, rows + 6 * i);
  for (int j = 0; j < 6; j++) {
    for (int i = 0; i < 6; i++) column[i] = rows[i * 6 + j];
    k_to_mandel(column, turned);
    for (int i = 0; i < 6; i++) M[i * 6 + j] = turned[i];
  }
}
