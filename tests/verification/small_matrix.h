/* small_matrix.h: linear systems and eigenvalues of small matrices, for the
 * references only and independent of the program. */
#ifndef AM_TESTS_VERIFICATION_SMALL_MATRIX_H
#define AM_TESTS_VERIFICATION_SMALL_MATRIX_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MATRIX_MOST = 64 };

/* Cholesky factor L of A [n][n], scaled to a diagonal of 1, plus `shift` on
 * that diagonal; false: a pivot is not positive. */
static inline bool factor_spd(int n, const double *A, const double *scale,
                              double shift, double *L) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = A[i * n + j] * scale[i] * scale[j] + (i == j) * shift;
      for (int k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k];
      if (i == j && !(sum > 1e-15)) return false;
      L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
    }
  return true;
}

/* Solves A x = b, A [n][n] positive definite, by Cholesky's method; false: A is
 * not positive definite. If A is singular within rounding, its scaled diagonal
 * is increased until all pivots are positive: -x remains a direction of
 * descent. */
static inline bool solve_spd(int n, const double *A, const double *b,
                             double *x) {
  double L[MATRIX_MOST * MATRIX_MOST], scale[MATRIX_MOST], shift = 0;
  for (int i = 0; i < n; i++) {
    if (!(A[i * n + i] > 0) || !isfinite(A[i * n + i])) return false;
    scale[i] = 1 / sqrt(A[i * n + i]);
  }
  while (!factor_spd(n, A, scale, shift, L)) {
    shift = shift > 0 ? 10 * shift : 1e-15;
    if (shift > 1) return false;
  }
  for (int i = 0; i < n; i++) {
    double sum = b[i] * scale[i];
    for (int k = 0; k < i; k++) sum -= L[i * n + k] * x[k];
    x[i] = sum / L[i * n + i];
  }
  for (int i = n; i-- > 0;) {
    double sum = x[i];
    for (int k = i + 1; k < n; k++) sum -= L[k * n + i] * x[k];
    x[i] = sum / L[i * n + i];
  }
  for (int i = 0; i < n; i++) x[i] *= scale[i];
  return true;
}

/* Replaces a positive definite matrix by its inverse. */
static inline void invert(int n, double *A) {
  double copy[MATRIX_MOST * MATRIX_MOST], unit[MATRIX_MOST], x[MATRIX_MOST];
  memcpy(copy, A, (size_t)(n * n) * sizeof *A);
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) unit[i] = i == j;
    solve_spd(n, copy, unit, x);
    for (int i = 0; i < n; i++) A[i * n + j] = x[i];
  }
}

/* Eigenvalues l and unit axes of a symmetric tensor t (xx yy zz yz xz xy), by
 * Jacobi's rotations. */
static inline void symmetric_axes(const double *t, double *l,
                                  double axes[3][3]) {
  double a[3][3] = {{t[0], t[5], t[4]}, {t[5], t[1], t[3]},
                    {t[4], t[3], t[2]}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) axes[i][j] = i == j;
  for (int sweep = 0; sweep < 20; sweep++)
    for (int p = 0; p < 2; p++)
      for (int q = p + 1; q < 3; q++) {
        if (a[p][q] == 0) continue;
        double ratio = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double tan = copysign(1, ratio) / (fabs(ratio) + hypot(1, ratio));
        double cos = 1 / hypot(1, tan), sin = tan * cos;
        for (int k = 0; k < 3; k++) {
          double x = a[k][p], y = a[k][q];
          a[k][p] = cos * x - sin * y;
          a[k][q] = sin * x + cos * y;
        }
        for (int k = 0; k < 3; k++) {
          double x = a[p][k], y = a[q][k], u = axes[p][k], w = axes[q][k];
          a[p][k] = cos * x - sin * y;
          a[q][k] = sin * x + cos * y;
          axes[p][k] = cos * u - sin * w;
          axes[q][k] = sin * u + cos * w;
        }
        a[p][q] = a[q][p] = 0;
      }
  for (int i = 0; i < 3; i++) l[i] = a[i][i];
}

#endif
