/* ridders.h: derivatives by central differences extrapolated to step zero
 * (Ridders 1982, Adv. Eng. Software 4). */
#ifndef AM_CHECK_RIDDERS_H
#define AM_CHECK_RIDDERS_H

#include <stdbool.h>

#include "base/arena.h"

enum { AM_RIDDERS_LEVELS = 4 };

/* A curve y(h) of `count` values; false where it cannot be evaluated. */
typedef struct {
  int count;
  bool (*value)(void *data, double h, double *y);
  void *data;
} am_curve;

/* dy/dh at 0 [count], and of each entry what it may be wrong by. */
typedef struct {
  int count;
  double *value, *error;
  double *noise; /* of it, by rounding */
  double *plain; /* [AM_RIDDERS_LEVELS][count] the differences */
  double *work;  /* [2][count] */
} am_derivative;

am_derivative am_derivative_new(am_arena *arena, int count);

/* Steps `step`, step/2, ...; false where the curve cannot be evaluated. */
bool am_ridders(const am_curve *curve, double step, am_derivative *d);

/* The slope of log(largest error of the first plain differences, relative to
 * scale) over log(step), 2 where the curve is smooth; NaN where they err by
 * less than 1e-11. */
double am_ridders_order(const am_derivative *d, int first, double scale);

#endif
