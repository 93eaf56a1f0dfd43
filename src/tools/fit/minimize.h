/* minimize.h: nonlinear least squares within bounds; internal to fit.
 *
 * Levenberg and Marquardt's method, the trust region of gsl_multifit_nlinear,
 * in the coordinates below.  These are relative changes, and steps are
 * measured by them as they are (Levenberg 1944): scaled by the columns of the
 * Jacobian (Moré 1978), values that have little influence far from the
 * minimum run away.  A value that a step takes to its bound is held there, and
 * let go when the sum of squares at the minimum of the others falls inwards
 * (an active set).
 *
 * It has converged when the whole Gauss-Newton step would change no
 * coordinate by more than the tolerance, or is small against the noise: less
 * than 1e-3 by the relative offset of Bates and Watts (1981), and less than
 * 1e-4 as long as the sum still falls. */
#ifndef AM_FIT_MINIMIZE_H
#define AM_FIT_MINIMIZE_H

#include <stdbool.h>

#include "base/base.h"

/* ---- a value with bounds as a coordinate without unit ---------------------
 *
 * A value that is positive by its bounds is fitted as its logarithm, so that a
 * step is a ratio; any other in units of its start.  A step beyond a bound
 * that is allowed ends at the bound, one beyond a bound that is not allowed
 * itself (above, below) nine tenths of the way to it.  No map of the interval
 * is used: on it a minimum at a bound would lie at infinity, and steps from
 * the neighbourhood of a bound would be far too long. */

typedef struct {
  double start;
  double low, high;         /* may be infinite; low <= start <= high */
  bool low_open, high_open; /* the bound itself is not allowed */
} am_bounded;

typedef struct {
  const am_bounded *bounded;
  bool logarithm;
  double unit; /* of a value that is no logarithm */
} am_map;

/* Where a step has led. */
typedef struct {
  double value;
  int bound; /* -1 at the lower bound, 1 at the upper one */
  bool cut;  /* the step was made shorter */
} am_landing;

am_map am_map_of(const am_bounded *bounded);

/* The value at x, coming from the value `from`. */
am_landing am_map_land(const am_map *map, double x, double from);

/* The coordinate of a value; 0 at the start. */
double am_map_coordinate(const am_map *map, double value);

/* d value/d x */
double am_map_slope(const am_map *map, double value);

/* ---- the search ---------------------------------------------------------- */

typedef struct {
  void *data;
  size_t size; /* residuals, more than values */
  int count;   /* values */
  /* A coordinate whose column of the Jacobian has no larger norm has no
   * influence but by rounding, and does not move. */
  double negligible;
  /* residual [size], jacobian [size][count]: d residual/d value; false when
   * they cannot be evaluated, which rejects the step. */
  bool (*evaluate)(void *data, const double *values, double *residual,
                   double *jacobian);
  /* Behind every iteration, with the best sum of squares; or NULL. */
  void (*progress)(void *watcher, int iteration, double sum);
  void *watcher;
  const volatile int *stop; /* set: end soon; or NULL */
} am_objective;

typedef enum {
  AM_END_CONVERGED,
  AM_END_EXHAUSTED,  /* no step decreases the sum any more, but the gradient
                        is as small as the evaluation is exact */
  AM_END_STALLED,    /* no step decreases the sum, and it should */
  AM_END_ITERATIONS,
  AM_END_STOPPED,
  AM_END_START,      /* the start cannot be evaluated */
  AM_ENDS
} am_end;

/* phrases */
extern const char *const am_end_text[AM_ENDS];

typedef struct {
  double *values;   /* [count] the best */
  int *bound;       /* [count] -1 at the lower bound, 1 at the upper */
  double *residual; /* [size] there */
  double *jacobian; /* [size][count] */
  double sum;       /* of squares */
  int iterations, evaluations, failures; /* failures: of evaluations */
  am_end end;
} am_least;

am_least am_minimize(am_arena *arena, const am_objective *objective,
                     const am_bounded *start, int most_iterations,
                     double tolerance);

/* ---- what a Jacobian determines (decompose.c) -----------------------------
 *
 * J = U S V^T D, where D is diagonal, the norms of the columns: so the
 * singular values S do not depend on the units of the variables. */

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
