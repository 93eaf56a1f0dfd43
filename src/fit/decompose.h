/* decompose.h: what a Jacobian determines; internal to fit.
 *
 * J = U S V^T D, where D is diagonal, the norms of the columns: so the
 * singular values S do not depend on the units of the variables. */
#ifndef AM_FIT_DECOMPOSE_H
#define AM_FIT_DECOMPOSE_H

#include "base/arena.h"

/* A direction whose singular value is less than this part of the largest, or
 * a variable whose column is less than this part of the longest, is not
 * determined.  Sensitivities are good to about 1e-6, but linear in the
 * derivatives of the law with respect to the parameters: what cancels there
 * cancels to rounding. */
#define AM_UNDETERMINED 1e-8

typedef struct {
  int count;        /* variables */
  double *norm;     /* [count] of the columns; 0: of no influence */
  double *singular; /* [count] decreasing */
  int rank;         /* singular values that are determined */
  double *v;        /* [count][count], columns V */
  double *along;    /* [count] U^T residual */
} am_decomposition;

/* jacobian [size][count], which is lost; residual [size]; size >= count. */
am_decomposition am_decompose(am_arena *arena, double *jacobian,
                              const double *residual, size_t size, int count);

/* The least-squares step [count] that the determined directions ask for. */
void am_decomposition_step(const am_decomposition *d, double *step);

/* (J^T J)^+ [count][count], in determined directions. */
void am_decomposition_inverse(const am_decomposition *d, double *inverse);

#endif
