/* stepping.h: a chunk of points along the path, step by step. */
#ifndef AM_BATCH_STEPPING_H
#define AM_BATCH_STEPPING_H

#include "batch/chunk.h"

typedef struct {
  am_run *run;
  am_chunk *chunk;
  int threads;
  am_path_frame **frames; /* [threads] */
  bool *unfit;         /* [threads] did it meet a slot that needs a look? */
  am_stepper stepper;  /* of a point that is alone */
  double *parameters;  /* of that point */
  am_target target;    /* the present loading step */
  double time;         /* at the start of it, then at its end */
  long row;            /* at its end */
  const volatile int *stop; /* or NULL */
} am_stepping;

am_stepping *am_stepping_new(am_arena *arena, am_run *run, long stride,
                       int threads, const volatile int *stop);

/* Points first … first + count - 1 at the start of the path; a state that
 * cannot be evaluated fails.  reason: as in am_sample_fields. */
AM_MUST_USE am_status am_stepping_start(am_stepping *stepping,
                                        am_report *report, long first,
                                        long count, const char **reason);

/* The next loading step; points that fail are dropped.  *more is false when
 * the path has ended.  What it made is in the `now` of the chunk's pairs, but
 * for the controlled values, which are in target.next.  Where it was stopped,
 * or the engine has failed, nothing it made is of use. */
AM_MUST_USE am_status am_stepping_step(am_stepping *stepping, am_report *report,
                                    bool *more);

bool am_stepping_stopped(const am_stepping *stepping);

/* Of the engine, NULL: none. */
const char *am_stepping_failure(const am_stepping *stepping);

#endif
