/* start.h: the stress at the start of a point. */
#ifndef AM_POINT_START_H
#define AM_POINT_START_H

#include "point/sample.h"

/* The stress that equilibrium is judged by at the start: where strains count
 * from a stress, one that should be zero is a rounding. */
double am_start_rounding(const am_law *law, const am_solver *solver);

/* The only point of a run; NULL: the law's. */
typedef struct {
  const double *state;      /* [nx] at the start */
  const double *parameters; /* [parameter_numbers] */
} am_start_point;

/* Puts the stress at the start, P under large strain, into the sample, and its
 * address into the names of the path where all points have the same; point
 * NULL: there are many.  A note tells a stress that external fields cause. */
void am_start_stress(am_arena *arena, am_report *report, am_sample *sample,
                     const am_start_point *point);

#endif
