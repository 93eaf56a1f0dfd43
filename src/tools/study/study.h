/* study.h: studies of variants of a case.
 *
 * A study has a kind, a row of am_study_kinds.  It runs variants of a case on
 * several threads and returns a table.  Failed variants also have a row: its
 * column `status` gives the reason, and the other cells are empty.
 */
#ifndef AM_STUDY_STUDY_H
#define AM_STUDY_STUDY_H

#include "plot/picture.h"
#include "point/run.h"

/* ---- independent jobs on several threads (jobs.c) ------------------------ */

/* Each job has a separate arena and report, so that its result depends neither
 * on other jobs nor on the number of threads. */

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

/* End of a job. */
typedef struct {
  bool ended;          /* ran to its end */
  am_status status;
  void *result;        /* set by `run`; NULL: none */
  const char *failure; /* first error, "" if none */
} am_job;

/* Runs all jobs; jobs [count]; threads 0: all processors.  The flag of the
 * arena ends them.  Forwards their messages as warnings, in order.  If all jobs
 * fail, runs the first again with `report` and returns its status; AM_FAILED if
 * stopped before any job ended. */
AM_MUST_USE am_status am_jobs_run(am_arena *arena, am_report *report,
                                  int threads, const am_jobs *work,
                                  am_job **jobs);

/* AM_FAILED with a message if jobs [count] were stopped before all ended,
 * AM_ENVIRONMENT if one failed for lack of resources. */
AM_MUST_USE am_status am_jobs_check(am_report *report, const am_job *jobs,
                                    size_t count);

/* ---- studies ------------------------------------------------------------- */

/* Texts; lists are separated by commas.  In the defaults of a kind of study,
 * NULL means that the kind does not have the option. */
typedef struct {
  const char *steps;     /* numbers of loading steps, or of substeps of them */
  const char *schemes;   /* names, or "all" */
  const char *controls;  /* from internal, stress, coupled, primal */
  const char *column;    /* compared column */
  const char *columns;   /* collected columns */
  const char *durations; /* times, or LO:HI:PER-DECADE */
  const char *strain;    /* COMPONENT=VALUE, … */
  const char *against;   /* scheme with which others are compared */
  const char *floor;     /* values below `floor` are not compared */
  const char *at;        /* end, max, all, or a time */
  const char *over;      /* "" if keys can be varied */
} am_study_options;

/* Panel of a table's picture. */
typedef struct {
  const char *title;       /* NULL: none */
  const char *x, *y;       /* columns */
  const char *x_label, *y_label;
  bool x_log, y_log;
  const char *where, *is;  /* uses only rows in which column `where` has the
                              text `is`; NULL: all */
  const char *const *by;   /* [by_count] columns that distinguish curves */
  size_t by_count;
} am_study_panel;

/* Name of the parameter set by a key of a case, "E" for "parameters.E"; NULL:
 * none. */
const char *am_key_parameter(const char *key);

/* Axis label of a key or a column: parameters have their names, in italics if
 * single letters. */
const char *am_study_label(am_arena *arena, const char *key);

typedef struct am_study_kind am_study_kind;

/* Study of a case. */
typedef struct {
  const am_study_kind *kind;
  const am_case *description;    /* the case as read */
  const char *const *sets;       /* [set_count] assignments with which the case
                                    was read */
  size_t set_count;
  am_study_options options;
  const char *const *over;       /* [over_count] KEY=VALUES */
  size_t over_count;
  long shard, shards;            /* part of a sweep: I of N
                                    (archive/archive.h); N = 0 or 1: all */
  int threads; /* 0: all processors */

  /* set by am_study_run */
  am_arena *arena;
  am_report *report;
  const am_run *base;            /* prepared case: law and units; NULL for
                                    volume elements */
  am_table *table;               /* results; NULL: none */
  const am_study_panel *panels;  /* [panel_count] panels of its picture */
  size_t panel_count;
} am_study;

/* Picture of the table of a study. */
am_picture am_study_picture(am_arena *arena, const char *title,
                            const am_study *study);

struct am_study_kind {
  const char *name, *about;
  am_study_options defaults;
  const am_study_panel *panels; /* [panel_count]; NULL: set by `run` */
  size_t panel_count;
  bool timed;    /* measures run times, preferably on one thread */
  bool elements; /* also supports volume elements */
  am_status (*run)(am_study *study);
};

/* All kinds. */
const am_study_kind *const *am_study_kinds(size_t *count);

/* AM_USAGE with the nearest name if no such study exists. */
AM_MUST_USE am_status am_study_find(am_report *report, const char *name,
                                    const am_study_kind **kind);

/* Runs a study.  AM_USAGE or AM_INPUT with a message for unsupported or invalid
 * options, or an unsuitable case; AM_FAILED if stopped: the table, if it
 * exists, then contains the complete rows. */
AM_MUST_USE am_status am_study_run(am_arena *arena, am_report *report,
                                   am_study *study);

extern const am_study_kind am_study_tangent, am_study_schemes,
    am_study_accuracy, am_study_order, am_study_sweep;

#endif
