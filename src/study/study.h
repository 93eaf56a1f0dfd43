/* study.h: what becomes of a case when something is varied.
 *
 * A study is a row of am_studies: it runs variants of a case over threads and
 * leaves a table, or several.  Variants that fail are rows too: their column
 * `status` tells why, and their other cells are empty.
 *
 * Options (options, read by lists) make variants of a case (variant, grid,
 * over); these are jobs that threads take (jobs); each leaves rows of a table
 * (table), from which panels of pictures are drawn (curves).  accuracy, order,
 * schemes, sweep and tangent are studies of one point, in one file each;
 * composite* is that of a volume element: what is run (plan), one run (walk),
 * the tables (rows, steps), pictures and summary (show).  paper and difference
 * hold published figures and how runs are compared. */
#ifndef AM_STUDY_STUDY_H
#define AM_STUDY_STUDY_H

#include "point/run.h"
#include "study/jobs.h"
#include "study/options.h"
#include "output/table.h"

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

/* A picture of a table. */
typedef struct {
  const char *name; /* in its file's name; NULL: the only one */
  const am_table *table;
  const am_study_panel *panels; /* [panel_count] */
  size_t panel_count;
} am_study_figure;

typedef struct {
  const char *name; /* in its file's name */
  am_table *table;
} am_study_table;

/* What a study of several tables leaves. */
typedef struct {
  am_study_table *tables;   /* [count] */
  size_t count;
  am_study_figure *figures; /* [figure_count] */
  size_t figure_count;
  const char *summary;      /* lines for people */
} am_study_tables;

/* Is told the tables each time that they have grown; NULL: none. */
typedef struct {
  void (*keep)(void *data, am_arena *arena, const am_study_tables *tables);
  void *data;
} am_study_keeper;

typedef struct am_study am_study;

/* A study of a case. */
typedef struct {
  const am_study *study;
  const am_case *description;    /* the case as it was read */
  const char *const *sets;       /* [set_count] as it was read with */
  size_t set_count;
  am_study_options options;
  const char *const *over;       /* [over_count] KEY=VALUES */
  size_t over_count;
  bool thorough;                 /* with the defaults `thorough` */
  bool usual;                    /* the case is the study's own */
  am_crew crew;
  am_study_keeper keeper;        /* of a study of several tables */

  /* made by am_study_run */
  am_arena *arena;
  am_report *report;
  const am_run *base;            /* the case made ready: law and units; NULL
                                    for volume elements */
  am_table *table;               /* what was found; NULL: nothing, or it is
                                    in `tables` */
  am_study_tables tables;        /* the same of a study of several tables */
  const am_study_panel *panels;  /* [panel_count] of its picture */
  size_t panel_count;
} am_inquiry;

struct am_study {
  const char *name, *about;
  am_study_options defaults;
  const am_study_panel *panels; /* [panel_count]; NULL: made by `run` */
  size_t panel_count;
  bool timed; /* it measures times: better on one thread */
  bool several; /* it leaves `tables` */
  bool cell;  /* its cases are volume elements, made ready by `run` */
  const char *usual; /* the installed case where none is given; NULL: one must
                        be given */
  const am_study_options *thorough; /* other defaults, of --paper; NULL: it has
                                       no such option */
  const char *counted; /* what its progress counts; NULL: runs */
  am_status (*run)(am_inquiry *inquiry);
};

/* All of them. */
const am_study *const *am_studies(size_t *count);

/* AM_USAGE with the nearest name when there is no such study. */
AM_MUST_USE am_status am_study_find(am_report *report, const char *name,
                                    const am_study **study);

/* Runs a study.  AM_USAGE or AM_INPUT with a message for options that it does
 * not have or that make no sense, or a case that it cannot be made of;
 * AM_FAILED where it was stopped: then the table, if there is one, has the
 * rows that are complete. */
AM_MUST_USE am_status am_study_run(am_arena *arena, am_report *report,
                                   am_inquiry *inquiry);

extern const am_study am_study_tangent, am_study_schemes, am_study_accuracy,
    am_study_order, am_study_sweep, am_study_composite;

#endif
