/* eigen.h: eigenvalues, computed by GSL. */
#ifndef AM_CHECK_EIGEN_H
#define AM_CHECK_EIGEN_H

#include <stdbool.h>

#include "base/base.h"

/* Smallest eigenvalue of the symmetric part of m [n][n], scaled to diagonal
 * entries 1, 0 or -1 (same inertia, without units), and its eigenvector [n] in
 * this scaling.  NaN if an entry is not finite.  Memory exhaustion is handled
 * by the arena. */
double am_eigen_least(am_arena *arena, const double *m, int n,
                      double *vector);

/* Eigenvalues [n] of m [n][n], balanced; false if not found. */
bool am_eigen_values(am_arena *arena, const double *m, int n, double *real,
                     double *imaginary);

/* Divides row and column i of m [n][n] by the square root of |m_ii| unless it
 * is 0. */
void am_eigen_scale(double *m, int n);

#endif
