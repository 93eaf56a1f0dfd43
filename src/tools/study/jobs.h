/* jobs.h: independent pieces of work over threads; internal to study.
 *
 * Each job has an arena and a report of its own, so that what it finds depends
 * neither on the others nor on the number of threads. */
#ifndef AM_STUDY_JOBS_H
#define AM_STUDY_JOBS_H

#include <stdbool.h>

#include "base/base.h"

/* What a job works with. */
typedef struct {
  am_arena *arena;   /* freed when it has ended */
  am_arena *results; /* of what it leaves behind */
  am_report *report;
} am_job_room;

/* Jobs [count], told apart by their index. */
typedef struct {
  size_t count;
  const void *data;
  am_status (*run)(const am_job_room *room, const void *data, size_t index,
                   void **result);
  /* As messages name a job; NULL: there is but one. */
  const char *(*name)(am_arena *arena, const void *data, size_t index);
} am_jobs;

/* The threads that take them. */
typedef struct {
  int threads;              /* 0: all */
  const volatile int *stop; /* set: no further jobs; NULL: none */
  void (*progress)(void *data, size_t done, size_t count); /* or NULL */
  void *data;
} am_pool;

/* How a job ended. */
typedef struct {
  bool ended;          /* it was not stopped before its end */
  am_status status;
  void *result;        /* as left by `run`, NULL: nothing */
  const char *failure; /* its first error, "" when it is good */
} am_job;

/* Runs all jobs; jobs [count].  What they have to say is passed on as
 * warnings, in their order.  Where all of them fail, the first is run again
 * with `report`, and its status returned; AM_FAILED where they were stopped
 * before any one has ended. */
AM_MUST_USE am_status am_jobs_run(am_arena *arena, am_report *report,
                                  const am_pool *pool, const am_jobs *work,
                                  am_job **jobs);

/* AM_FAILED with a message where jobs [count] were stopped before all had
 * ended, AM_ENVIRONMENT where the machine let one of them down. */
AM_MUST_USE am_status am_jobs_check(am_report *report, const am_job *jobs,
                                    size_t count);

#endif
