/* differences.h: derivatives by central differences.
 *
 * The error of differences with step sizes h, h/2, h/4, … decreases like h^2
 * until rounding, whose bound grows like 1/h, dominates.  The function is given
 * along a line.  Two limits are computed from the same differences: the best of
 * many quotients, to verify a derivative, and an extrapolation of few quotients
 * to step zero, for expensive functions.  GSL provides a third one. */
#ifndef AM_CHECK_DIFFERENCES_H
#define AM_CHECK_DIFFERENCES_H

#include "base/base.h"

/* Values y(h) [count] at distance h along one of several lines (columns); false
 * if they cannot be evaluated. */
typedef struct {
  int count, columns;
  bool (*value)(void *data, int column, double h, double *y);
  void *data;
} am_line;

enum { AM_DIFFERENCE_STEPS = 12, AM_DIFFERENCE_EXTRAPOLATED = 4 };

typedef struct {
  am_line line;
  int column;       /* of the differences taken last */
  int steps;        /* number of steps taken */
  double step[AM_DIFFERENCE_STEPS];
  double *quotient; /* [steps][count] (y(h) - y(-h))/(2 h) */
  double *size;     /* [count] |y(h)| + |y(-h)| of the last step */
  double *work;     /* [2][count] */

  /* Set by am_differences_extrapolate */
  double *slope;         /* [count][columns] dy/dh at 0 */
  double *error, *noise; /* [count] estimates of their errors, and errors caused
                            by rounding; maxima over the columns */
  int first;             /* number of values whose order is measured */
  double order;          /* least order so far; NaN: none */
} am_differences;

am_differences am_differences_new(am_arena *arena, am_line line);

/* Takes `most` steps along a line, starting with `step`, each half of the
 * previous one.  Keeps the steps after the last one at which the line cannot be
 * evaluated; returns their number. */
int am_differences_take(am_differences *d, int column, double step, int most);

/* Best quotient of value i, whose rounding error is at most `rounding`, and
 * bound of its error: twice its distance from its neighbours (an h^2 error
 * causes a third of this) plus 100 times the rounding bound. */
void am_differences_best(const am_differences *d, int i, double rounding,
                         int *best, double *bound);

/* Slope of the least-squares line through points x, y [count], count > 1. */
double am_least_squares_slope(const double *x, const double *y, int count);

/* Slope of log(error) over log(step) of value i, with errors of the quotients
 * relative to `derivative`, over the last five (smallest) steps whose errors
 * exceed 100 times the rounding bound.  NaN for fewer than three steps. */
double am_differences_slope(const am_differences *d, int i, double rounding,
                            double derivative);

/* Extrapolates to step zero (Ridders 1982, Adv.  Eng.  Software 4) from
 * AM_DIFFERENCE_EXTRAPOLATED steps along each line; false if one cannot be
 * evaluated.  The order is the slope of log(largest error of the `first`
 * quotients, relative to the largest of them) over log(step) between the first
 * two steps: 2 for smooth functions; it is measured only above 1e-11. */
bool am_differences_extrapolate(am_differences *d, double step);

/* True if the slopes of values first … first + count - 1 are accurate to a
 * fifth of the bound; adds their rounding errors to the bound. */
bool am_differences_accurate(const am_differences *d, int first, int count,
                             double *bound);

/* Derivative by gsl_deriv_central, its error estimate, and the smallest step
 * that it used; `good` is false if the line cannot be evaluated there. */
typedef struct {
  double derivative, error, least;
  bool good;
} am_gsl_derivative;

/* Derivative of value i along the line of the last differences, with about this
 * step. */
am_gsl_derivative am_differences_gsl(am_differences *d, int i, double step);

#endif
