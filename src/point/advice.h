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
  double duration, from[6], target[6];
  bool stress_controlled[6];
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

#endif
