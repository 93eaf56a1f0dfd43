/* stepping.h: advances a chunk of points along the path, step by step. */
#ifndef AM_BATCH_STEPPING_H
#define AM_BATCH_STEPPING_H

#include "batch/chunk.h"

typedef struct {
  am_run *run;
  am_chunk *chunk;
  int threads;
  am_path_frame **frames; /* [threads] */
  bool *unfit;         /* [threads] true if a slot needs further treatment */
  am_stepper stepper;  /* for a point treated individually */
  double *parameters;  /* of this point */
  am_target target;    /* the current loading step */
  double time;         /* at the start of the loading step, then at its end */
  long row;            /* row at its end */
  const volatile int *stop; /* or NULL */
} am_stepping;

am_stepping *am_stepping_new(am_arena *arena, am_run *run, long stride,
                       int threads, const volatile int *stop);

/* Sets points first … first + count - 1 to the start of the path; points whose
 * initial state cannot be evaluated fail. reason: as in am_sample_fields. */
AM_MUST_USE am_status am_stepping_start(am_stepping *stepping,
                                        am_report *report, long first,
                                        long count, const char **reason);

/* Takes the next loading step and removes points that fail. *more is false at
 * the end of the path. The chunk then contains the results as start values of
 * the next step; controlled components are in the field `target`. If stopped,
 * or if the engine fails, the results are invalid. */
AM_MUST_USE am_status am_stepping_step(am_stepping *stepping, am_report *report,
                                    bool *more);

#endif
