/* operations.h: counts the cost of one evaluation of a law. */
#ifndef AM_BENCH_OPERATIONS_H
#define AM_BENCH_OPERATIONS_H

#include "engine/engine.h"

/* Means over the points of a run, per point and loading step. */
typedef struct {
  double attempts, evaluations, iterations; /* attempted substeps, rate
                                               evaluations, Newton iterations */
  double failed;      /* fraction of failed steps */
  double efficiency;  /* fraction of lanes with useful work */
  double operations;  /* in generated code, fma counts as one; NaN: unknown */
  double powers;      /* of which powers, exponentials, … */
  double bytes;       /* of fields, read and written */
} am_work;

typedef struct am_tally am_tally;

/* lanes: points processed at once. */
am_tally *am_tally_new(am_arena *arena, const am_solver *solver, int lanes);

/* Adds the counts of one step; see am_walk.observe. */
void am_tally_step(void *tally, const am_fields *fields, long count);

/* Computes the means, with the operations of the generated functions of the
 * law.  Stepping code and linear solves are not included. */
void am_tally_end(am_arena *arena, const am_tally *tally, am_law *law,
                  am_work *work);

#endif
