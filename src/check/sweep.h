/* sweep.h: is a number the limit of difference quotients?
 *
 * Central differences of steps h, h/2, h/4, … have an error that falls like
 * h^2 until rounding takes over, whose bound rises like 1/h. */
#ifndef AM_CHECK_SWEEP_H
#define AM_CHECK_SWEEP_H

enum { AM_SWEEP_STEPS = 12 };

/* Quotients of one function, the step halved from one to the next. */
typedef struct {
  int count;                       /* at most AM_SWEEP_STEPS */
  double step[AM_SWEEP_STEPS];
  double quotient[AM_SWEEP_STEPS];
  double rounding[AM_SWEEP_STEPS]; /* bounds of their rounding errors */
} am_sweep;

/* The best quotient, and how far from the derivative it may be: twice its
 * distance from its neighbours, a third of which is what an error like h^2
 * leaves, and 100 times the bound of rounding. */
void am_sweep_estimate(const am_sweep *sweep, int *best, double *bound);

/* The slope of log(error) over log(step), where the error of the quotients
 * against `derivative` is above 100 times the bound of rounding: of the last
 * five such steps, which are the least ones.  NaN where there are fewer than
 * three. */
double am_sweep_slope(const am_sweep *sweep, double derivative);

#endif
