/* hints.h: advice after a loading step, found by repeating it with other
 * schemes: a scheme with fewer substeps than an explicit one, and strains that
 * the prescribed stresses do not determine. */
#ifndef AM_POINT_HINTS_H
#define AM_POINT_HINTS_H

#include "point/run.h"

/* Number of substeps per loading step, rejected ones included, above which an
 * explicit scheme is inappropriate: errors that are each within the tolerance
 * may add up to more than 20 tolerances. */
enum { AM_MANY_SUBSTEPS = 100 };

/* Initial data of a loading step, to be repeated by another scheme. */
typedef struct {
  am_arena *arena;
  am_run *run;
  am_stepper start;   /* the point at its start */
  am_target target;
  double from[AM_CONTROLLED_MOST];
  bool wanted;        /* explicit scheme, no advice of this run yet */
  bool examined;      /* uniqueness of the strain is examined … */
  am_stepper single;  /* … by backward Euler steps */
} am_hints;

am_hints am_hints_new(am_arena *arena, am_run *run);

/* Records the start of a loading step that may be repeated. */
void am_hints_begin(am_hints *advice, const am_stepper *stepper,
                    const am_target *target, const double *from);

/* Advice after a loading step with more than AM_MANY_SUBSTEPS substeps: a
 * clause for a message, or NULL. */
const char *am_hints_stiffness(am_hints *advice, const am_stepper *stepper);

/* For a law with an elastic domain under prescribed stresses: a clause with two
 * strains, if the strain at the end of the loading step changes by a large part
 * of the step after changes of the stresses by rounding (docs/theory.md,
 * section 9.7). NULL: the strain is unique, or not examined, or the clause was given
 * before. */
const char *am_hints_uniqueness(am_hints *advice, const am_stepper *stepper);

/* For a law with an elastic domain: the scalar variable whose driving force has
 * infinite slope at the variable's initial value, as hardening by p^m with m <
 * 1 at p = 0; Newton's method then does not converge. NULL: there is none. */
const char *am_hints_slope(am_arena *arena, const am_stepper *stepper);

#endif
