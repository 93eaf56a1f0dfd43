/* moduli.h: moduli of a tangent; text compiled for the host and for devices. */
#ifndef AM_SPACE_MODULI_H
#define AM_SPACE_MODULI_H

#include "space/frequency.h"

#ifndef K_SQRT
#include <math.h>
#define K_SQRT sqrt
#endif

typedef struct {
  double shear_least, shear_largest; /* half the extreme eigenvalues of the
                                        deviatoric block of the symmetric
                                        part */
  double bulk;                       /* I:C:I/9 */
} k_moduli;

enum { K_DEVIATOR = 5, K_MODULI_SWEEPS = 30 };

/* Annihilates a[p][q] by a Jacobi rotation (Golub and Van Loan 2013, 8.5.2). */
K_FN void k_moduli_rotate(double a[K_DEVIATOR][K_DEVIATOR], int p, int q) {
  if (a[p][q] == 0) return;
  double tau = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  double t = (tau >= 0 ? 1 : -1) /
             ((tau >= 0 ? tau : -tau) + K_SQRT(1 + tau * tau));
  double c = 1 / K_SQRT(1 + t * t), s = t * c;
  for (int i = 0; i < K_DEVIATOR; i++) {
    double x = a[i][p], y = a[i][q];
    a[i][p] = c * x - s * y;
    a[i][q] = s * x + c * y;
  }
  for (int i = 0; i < K_DEVIATOR; i++) {
    double x = a[p][i], y = a[q][i];
    a[p][i] = c * x - s * y;
    a[q][i] = s * x + c * y;
  }
  a[p][q] = a[q][p] = 0;
}

/* True if the off-diagonal part is below rounding error. */
K_FN int k_moduli_done(double a[K_DEVIATOR][K_DEVIATOR]) {
  double beside = 0, all = 0;
  for (int i = 0; i < K_DEVIATOR; i++)
    for (int j = 0; j < K_DEVIATOR; j++) {
      all += a[i][j] * a[i][j];
      beside += i == j ? 0 : a[i][j] * a[i][j];
    }
  return !(beside > 1e-30 * all);
}

/* C: [6][6] with stride `stride`, in the coordinates of base/basis.h, in which
 * trace and deviator are separate components.  Eigenvalues by Jacobi's
 * method. */
K_FN void k_moduli_of(const double *C, long stride, k_moduli *m) {
  double a[K_DEVIATOR][K_DEVIATOR];
  for (int i = 0; i < K_DEVIATOR; i++)
    for (int j = 0; j < K_DEVIATOR; j++)
      a[i][j] = (C[((i + 1) * 6 + j + 1) * stride] +
                 C[((j + 1) * 6 + i + 1) * stride]) / 2;
  for (int n = 0; n < K_MODULI_SWEEPS && !k_moduli_done(a); n++)
    for (int p = 0; p < K_DEVIATOR; p++)
      for (int q = p + 1; q < K_DEVIATOR; q++) k_moduli_rotate(a, p, q);
  m->bulk = C[0] / 3;
  m->shear_least = m->shear_largest = a[0][0] / 2;
  for (int i = 1; i < K_DEVIATOR; i++) {
    double half = a[i][i] / 2;
    if (half < m->shear_least) m->shear_least = half;
    if (half > m->shear_largest) m->shear_largest = half;
  }
}

#endif
