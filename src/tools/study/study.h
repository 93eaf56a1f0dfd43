/* study.h: variants of a case.
 *
 * A study has a kind, a row of am_study_kinds: it runs variants of a case on
 * several threads and returns a table.  Variants that fail are rows too: their
 * column `status` gives the reason, and their other cells are empty.
 *
 * Options, and the keys that are swept over, are read by lists and keys;
 * variants lists loading steps, schemes and controls; walk takes a variant, of
 * a point or of a volume element, along its path; jobs are what threads take;
 * each leaves rows of a table, from which picture draws.  accuracy, order,
 * schemes and tangent are studies of a point; sweep is one of a point or a
 * volume element. */
#ifndef AM_STUDY_STUDY_H
#define AM_STUDY_STUDY_H

#include "plot/picture.h"
#include "point/run.h"
#include "study/jobs.h"
#include "study/options.h"

/* A panel of a table's picture. */
typedef struct {
  const char *title;       /* NULL: none */
  const char *x, *y;       /* columns */
  const char *x_label, *y_label;
  bool x_log, y_log;
  const char *where, *is;  /* only rows whose column `where` has the text
                              `is`; NULL: all */
  const char *const *by;   /* [by_count] columns that tell curves apart */
  size_t by_count;
} am_study_panel;

/* What a key of a case names among the parameters, "E" of "parameters.E"; NULL:
 * nothing. */
const char *am_key_parameter(const char *key);

/* A key of a case, or a column, beside its axis: a parameter by its own name,
 * in italics where it is a letter. */
const char *am_study_label(am_arena *arena, const char *key);

typedef struct am_study_kind am_study_kind;

/* A study of a case. */
typedef struct {
  const am_study_kind *kind;
  const am_case *description;    /* the case as it was read */
  const char *const *sets;       /* [set_count] as it was read with */
  size_t set_count;
  am_study_options options;
  const char *const *over;       /* [over_count] KEY=VALUES */
  size_t over_count;
  long shard, shards;            /* of a sweep: I of N (archive/shard.h); N = 0
                                    or 1: all */
  am_pool pool;

  /* made by am_study_run */
  am_arena *arena;
  am_report *report;
  const am_run *base;            /* the case made ready: law and units; NULL
                                    for volume elements */
  am_table *table;               /* results; NULL: none */
  const am_study_panel *panels;  /* [panel_count] of its picture */
  size_t panel_count;
} am_study;

/* Picture of the table of a study. */
am_picture am_study_picture(am_arena *arena, const char *title,
                            const am_study *study);

struct am_study_kind {
  const char *name, *about;
  am_study_options defaults;
  const am_study_panel *panels; /* [panel_count]; NULL: made by `run` */
  size_t panel_count;
  bool timed;    /* it measures times: better on one thread */
  bool elements; /* it also takes volume elements */
  am_status (*run)(am_study *study);
};

/* All of them. */
const am_study_kind *const *am_study_kinds(size_t *count);

/* AM_USAGE with the nearest name when there is no such study. */
AM_MUST_USE am_status am_study_find(am_report *report, const char *name,
                                    const am_study_kind **kind);

/* Runs a study.  AM_USAGE or AM_INPUT with a message for options that it does
 * not have or that make no sense, or a case that it cannot be made of;
 * AM_FAILED where it was stopped: then the table, if there is one, has the
 * rows that are complete. */
AM_MUST_USE am_status am_study_run(am_arena *arena, am_report *report,
                                   am_study *study);

extern const am_study_kind am_study_tangent, am_study_schemes,
    am_study_accuracy, am_study_order, am_study_sweep;

#endif
