/* advice.h: what an explicit scheme is told that meets a stiff law: which
 * scheme has taken the same loading step, and with how many substeps. */
#ifndef AM_POINT_ADVICE_H
#define AM_POINT_ADVICE_H

#include "point/run.h"

/* A loading step as it began, for another scheme to try. */
typedef struct {
  am_arena *arena;
  am_run *run;
  am_stepper start;   /* with a copy of the state */
  double duration, from[AM_CONTROLLED_MOST], target[AM_CONTROLLED_MOST];
  bool stress_controlled[AM_CONTROLLED_MOST];
  bool given;         /* advice is given once */
} am_advice;

am_advice am_advice_new(am_arena *arena, am_run *run);

/* Before a loading step; of a scheme that is no explicit one by hand nothing
 * is kept. */
void am_advice_begin(am_advice *advice, const am_stepper *stepper,
                     const am_target *target, const double *from,
                     double duration);

/* Behind it: NULL where there is nothing to say, or a clause. */
const char *am_advice_give(am_advice *advice, const am_stepper *stepper);

/* Of a law with an elastic domain: the scalar variable whose force has an
 * infinite slope where the variable starts, as a hardening by p^m with m < 1
 * has at p = 0, which Newton's iterations take for none; NULL: there is
 * none. */
const char *am_advice_steep(am_arena *arena, const am_stepper *stepper);

#endif
