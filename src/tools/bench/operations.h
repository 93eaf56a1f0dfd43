/* operations.h: what one evaluation of a law costs, counted. */
#ifndef AM_BENCH_OPERATIONS_H
#define AM_BENCH_OPERATIONS_H

#include "engine/engine.h"

/* Means over the points of a walk, per point and loading step. */
typedef struct {
  double attempts, evaluations, iterations; /* substeps tried, rates, Newton */
  double failed;      /* points whose step did not succeed, of all steps */
  double efficiency;  /* lanes that did useful work, of all */
  double operations;  /* of generated text, each fma as one; NaN: unknown */
  double powers;      /* of them, powers, exponentials, … */
  double bytes;       /* of fields, read and written */
} am_work;

typedef struct am_tally am_tally;

/* lanes: points at once. */
am_tally *am_tally_new(am_arena *arena, const am_solver *solver, int lanes);

/* Adds what one step found; see am_walk.observe. */
void am_tally_step(void *tally, const am_fields *fields, long count);

/* The means, with the operations that the law's generated functions count.
 * Stepping text and solved systems are not generated and not among them. */
void am_tally_end(am_arena *arena, const am_tally *tally, am_law *law,
                  am_work *work);

#endif
