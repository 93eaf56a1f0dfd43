/* minimize.h: nonlinear least squares within bounds; internal to fit.
 *
 * Levenberg-Marquardt method, the trust region of gsl_multifit_nlinear, in the
 * coordinates below.  The coordinates are relative changes, and the step norm
 * is not rescaled (Levenberg 1944): with scaling by the columns of the Jacobian
 * (Moré 1978), values with little influence far from the minimum diverge.  A
 * value that reaches its bound is held there, and released if the sum of
 * squares at the minimum of the other values decreases inwards (active-set
 * method).
 *
 * The search has converged if the full Gauss-Newton step changes no coordinate
 * by more than the tolerance, or is small relative to the noise, with a
 * relative offset of Bates and Watts (1981) below 1e-3, or below 1e-4 while the
 * sum is still decreasing. */
#ifndef AM_FIT_MINIMIZE_H
#define AM_FIT_MINIMIZE_H

#include "base/base.h"

/* ---- dimensionless coordinates of bounded values --------------------------
 *
 * A value with a positive lower bound is represented by its logarithm, so that
 * a step is a ratio; any other value in units of its start.  A step beyond an
 * included bound ends at the bound, a step beyond an excluded one (above,
 * below) after nine tenths of the distance to it.  The interval is not mapped
 * to an infinite interval, because a minimum at a bound would then be at
 * infinity, and steps from the neighbourhood of a bound would be far too
 * long. */

typedef struct {
  double start;
  double low, high;         /* may be infinite; low <= start <= high */
  bool low_open, high_open; /* bound excluded */
} am_bounded;

/* d value/d coordinate */
double am_bounded_slope(const am_bounded *bounded, double value);

/* ---- the search ---------------------------------------------------------- */

typedef struct {
  void *data;
  size_t size; /* number of residuals, larger than count */
  int count;   /* number of values */
  /* A coordinate whose column of the Jacobian has at most this norm influences
   * the residuals by rounding only, and is not changed. */
  double negligible;
  /* residual [size], jacobian [size][count]: d residual/d value; false if the
   * evaluation fails, which rejects the step. */
  bool (*evaluate)(void *data, const double *values, double *residual,
                   double *jacobian);
  /* Called after each iteration with the best sum of squares; may be NULL. */
  void (*progress)(void *watcher, int iteration, double sum);
  void *watcher;
  const volatile int *stop; /* nonzero: end soon; may be NULL */
} am_objective;

typedef enum {
  AM_END_CONVERGED,
  AM_END_EXHAUSTED,  /* no step decreases the sum any more, and the gradient is
                        zero to within evaluation accuracy */
  AM_END_STALLED,    /* no step decreases the sum, although the gradient is not
                        small */
  AM_END_ITERATIONS,
  AM_END_STOPPED,
  AM_END_START,      /* the start cannot be evaluated */
  AM_ENDS
} am_end;

/* Descriptions of the ends. */
extern const char *const am_end_text[AM_ENDS];

typedef struct {
  double *values;   /* [count] best values */
  int *bound;       /* [count] -1: at the lower bound, 1: at the upper one */
  double *residual; /* [size] at the best values */
  double *jacobian; /* [size][count] */
  double sum;       /* sum of squares */
  int iterations, evaluations, failures; /* failures: failed evaluations */
  am_end end;
} am_least;

am_least am_minimize(am_arena *arena, const am_objective *objective,
                     const am_bounded *start, int most_iterations,
                     double tolerance);

/* ---- determined directions of a Jacobian (decompose.c) --------------------
 *
 * J = U S V^T D, where the diagonal matrix D contains the norms of the columns,
 * so that the singular values S do not depend on the units of the variables. */

/* Relative threshold of determined directions: singular values below this
 * fraction of the largest, and columns below this fraction of the longest, are
 * undetermined.  Sensitivities are accurate to about 1e-6; since they are
 * linear in the derivatives of the law with respect to the parameters, exact
 * linear dependence is nevertheless preserved to rounding accuracy. */
#define AM_UNDETERMINED 1e-8

typedef struct {
  int count;        /* number of variables */
  double *norm;     /* [count] norms of the columns; 0: no influence */
  double *singular; /* [count] decreasing */
  int rank;         /* number of determined singular values */
  double *v;        /* [count][count], columns V */
  double *along;    /* [count] U^T residual */
} am_decomposition;

/* jacobian [size][count] is overwritten; residual [size]; size >= count. */
am_decomposition am_decompose(am_arena *arena, double *jacobian,
                              const double *residual, size_t size, int count);

/* Least-squares step [count] in the determined directions. */
void am_decomposition_step(const am_decomposition *d, double *step);

/* (J^T J)^+ [count][count] in the determined directions. */
void am_decomposition_inverse(const am_decomposition *d, double *inverse);

#endif
