/* jobs.h: independent jobs on several threads; internal to study.
 *
 * Each job has a separate arena and report, so that its result depends neither
 * on other jobs nor on the number of threads. */
#ifndef AM_STUDY_JOBS_H
#define AM_STUDY_JOBS_H

#include "base/base.h"

/* Resources of a job. */
typedef struct {
  am_arena *arena;   /* freed at the end of the job */
  am_arena *results; /* for its results */
  am_report *report;
} am_job_room;

/* Jobs [count], identified by their index. */
typedef struct {
  size_t count;
  const void *data;
  am_status (*run)(const am_job_room *room, const void *data, size_t index,
                   void **result);
  /* Name of a job for messages; NULL: there is only one. */
  const char *(*name)(am_arena *arena, const void *data, size_t index);
} am_jobs;

/* Threads that run the jobs. */
typedef struct {
  int threads;              /* 0: all processors */
  const volatile int *stop; /* nonzero: no further jobs; may be NULL */
  void (*progress)(void *data, size_t done, size_t count); /* may be NULL */
  void *data;
} am_pool;

/* End of a job. */
typedef struct {
  bool ended;          /* ran to its end */
  am_status status;
  void *result;        /* set by `run`; NULL: none */
  const char *failure; /* first error, "" if none */
} am_job;

/* Runs all jobs; jobs [count].  Forwards their messages as warnings, in order.
 * If all jobs fail, runs the first again with `report` and returns its status;
 * AM_FAILED if stopped before any job ended. */
AM_MUST_USE am_status am_jobs_run(am_arena *arena, am_report *report,
                                  const am_pool *pool, const am_jobs *work,
                                  am_job **jobs);

/* AM_FAILED with a message if jobs [count] were stopped before all ended,
 * AM_ENVIRONMENT if one failed for lack of resources. */
AM_MUST_USE am_status am_jobs_check(am_report *report, const am_job *jobs,
                                    size_t count);

#endif
