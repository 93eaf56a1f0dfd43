/* minimize.h: nonlinear least squares within bounds; internal to fit.
 *
 * Levenberg and Marquardt's method, the trust region of gsl_multifit_nlinear,
 * in the coordinates of map.h.  These are relative changes, and steps are
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

#include "base/arena.h"
#include "fit/map.h"

typedef struct {
  void *data;
  size_t size; /* residuals, more than values */
  int count;   /* values */
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

#endif
