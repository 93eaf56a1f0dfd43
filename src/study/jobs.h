/* jobs.h: independent pieces of work over threads; internal to study.
 *
 * Each piece has an arena and a report of its own, so that what it finds
 * depends neither on the others nor on the number of threads. */
#ifndef AM_STUDY_JOBS_H
#define AM_STUDY_JOBS_H

#include <stdbool.h>

#include "base/report.h"

/* What a piece works with. */
typedef struct {
  am_arena *arena;   /* freed when it has ended */
  am_arena *kept;    /* of what it leaves behind */
  am_report *report;
} am_job_place;

/* The pieces [count], told apart by their index. */
typedef struct {
  size_t count;
  const void *data;
  am_status (*run)(const am_job_place *at, const void *data, size_t index,
                   void **result);
  /* As messages name a piece; NULL: there is but one. */
  const char *(*name)(am_arena *arena, const void *data, size_t index);
} am_jobs;

/* How the pieces are run. */
typedef struct {
  int threads;              /* 0: all */
  const volatile int *stop; /* set: no further pieces; NULL: none */
  void (*progress)(void *data, size_t done, size_t count); /* or NULL */
  void *data;
} am_crew;

/* How a piece ended. */
typedef struct {
  bool ended;          /* it was not stopped before its end */
  am_status status;
  void *result;        /* as left by `run`, NULL: nothing */
  const char *failure; /* its first error, "" when it is good */
} am_job;

/* Runs all pieces; jobs [count].  What they have to say is passed on as
 * warnings, in their order.  Where all of them fail, the first is run again
 * with `report`, and its status returned; AM_FAILED where they were stopped
 * before any one has ended. */
AM_MUST_USE am_status am_jobs_run(am_arena *arena, am_report *report,
                                  const am_crew *crew, const am_jobs *work,
                                  am_job **jobs);

#endif
