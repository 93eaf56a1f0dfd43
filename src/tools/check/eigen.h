/* eigen.h: eigenvalues, by GSL. */
#ifndef AM_CHECK_EIGEN_H
#define AM_CHECK_EIGEN_H

#include <stdbool.h>

#include "base/base.h"

/* The smallest eigenvalue of the symmetric part of m [n][n] scaled to
 * diagonal entries 1, 0 or -1, which has the same inertia and no units, and
 * its vector [n] in these scales.  NaN where an entry is not finite.  The
 * arena is told when memory runs out. */
double am_eigen_least(am_arena *arena, const double *m, int n,
                      double *vector);

/* Eigenvalues [n] of m [n][n], balanced; false where they cannot be found. */
bool am_eigen_values(am_arena *arena, const double *m, int n, double *real,
                     double *imaginary);

/* Divides row and column i of m [n][n] by the root of |m_ii|, where that is
 * not 0. */
void am_eigen_scale(double *m, int n);

#endif
