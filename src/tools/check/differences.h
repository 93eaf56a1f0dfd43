/* differences.h: derivatives by central differences.
 *
 * Differences of steps h, h/2, h/4, … have an error that falls like h^2 until
 * rounding takes over, whose bound rises like 1/h.  What is differentiated is
 * known along a line; two limits are taken of the same differences: the best
 * one of many (a derivative is judged by it), and that extrapolated to step
 * zero of a few (the line is dear).  A third one is GSL's. */
#ifndef AM_CHECK_DIFFERENCES_H
#define AM_CHECK_DIFFERENCES_H

#include <stdbool.h>

#include "base/base.h"

/* Values y(h) [count] a distance h along a line; false where they cannot be
 * evaluated. */
typedef struct {
  int count;
  bool (*value)(void *data, double h, double *y);
  void *data;
} am_line;

enum { AM_DIFFERENCE_STEPS = 12, AM_DIFFERENCE_EXTRAPOLATED = 4 };

typedef struct {
  am_line line;
  int steps;        /* that were taken */
  double step[AM_DIFFERENCE_STEPS];
  double *quotient; /* [steps][count] (y(h) - y(-h))/(2 h) */
  double *size;     /* [count] |y(h)| + |y(-h)|, of the last step */
  double *work;     /* [2][count] */

  /* Made by am_differences_extrapolate: dy/dh at 0 [count], what it may be
   * wrong by, and by how much rounding has moved it. */
  double *limit, *error, *noise;
} am_differences;

am_differences am_differences_new(am_arena *arena, am_line line);

/* Takes steps from `step` on, `most` of them, each half of the one before; of
 * these count those behind the last one at whose ends the line cannot be
 * evaluated: their number. */
int am_differences_take(am_differences *d, double step, int most);

/* The best quotient of value i, which itself has an error of up to `rounding`,
 * and how far from the derivative it may be: twice its distance from its
 * neighbours, a third of which is what an error like h^2 leaves, and 100 times
 * the bound of rounding. */
void am_differences_best(const am_differences *d, int i, double rounding,
                         int *best, double *bound);

/* The slope of log(error) over log(step) of value i, where the error of the
 * quotients against `derivative` is above 100 times the bound of rounding: of
 * the last five such steps, which are the least ones.  NaN where there are
 * fewer than three. */
double am_differences_slope(const am_differences *d, int i, double rounding,
                            double derivative);

/* Extrapolates to step zero (Ridders 1982, Adv. Eng. Software 4), from
 * AM_DIFFERENCE_EXTRAPOLATED steps; false where the line cannot be evaluated
 * at one of them. */
bool am_differences_extrapolate(am_differences *d, double step);

/* The slope of log(largest error of the `first` quotients, relative to scale)
 * over log(step) from the first to the second step, 2 where the line is
 * smooth; NaN where they err by less than 1e-11. */
double am_differences_order(const am_differences *d, int first, double scale);

/* A derivative by gsl_deriv_central, the error that it states, and the least
 * step that it took; not good where the line cannot be evaluated there. */
typedef struct {
  double derivative, error, least;
  bool good;
} am_gsl_derivative;

/* Of value i, from differences of about this step. */
am_gsl_derivative am_differences_gsl(am_differences *d, int i, double step);

#endif
