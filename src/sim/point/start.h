/* start.h: initial stress of a point. */
#ifndef AM_POINT_START_H
#define AM_POINT_START_H

#include "point/sample.h"

/* Reference stress of the equilibrium tolerance at the start. It makes the
 * tolerance equal to the rounding error of stresses if strains are measured
 * from a prescribed stress, whose zero components are zero only up to rounding;
 * else 0. */
double am_start_rounding(const am_law *law, const am_solver *solver);

/* The only point of a run; NULL: values of the law. */
typedef struct {
  const double *state;      /* [nx] initial state */
  const double *parameters; /* [parameter_numbers] */
} am_start_point;

/* Computes the initial stress, or P at large strain, and stores it in the
 * sample; the names of the path refer to it if all points have the same. point
 * NULL: many points. A note reports an initial stress due to external
 * fields. */
void am_start_stress(am_arena *arena, am_report *report, am_sample *sample,
                     const am_start_point *point);

#endif
