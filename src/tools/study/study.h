/* study.h: what becomes of a case when something is varied.
 *
 * A study has a kind, a row of am_study_kinds: it runs variants of a case over
 * threads and leaves a table, or several.  Variants that fail are rows too:
 * their column `status` tells why, and their other cells are empty.
 *
 * Options, and the keys that are swept over, are read by lists and keys;
 * variants lists loading steps, schemes and controls; walk takes a variant, of
 * a point or of a volume element, along its path; jobs are what threads take;
 * each leaves rows of a table, from which picture draws.  accuracy, order,
 * schemes and tangent are studies of a point; sweep is one of a point or a
 * volume element; composite, with the published numbers beside its own, is one
 * of volume elements. */
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

/* A picture of a table. */
typedef struct {
  const char *name; /* in its file's name; NULL: the only one */
  const am_table *table;
  const am_study_panel *panels; /* [panel_count] */
  size_t panel_count;
} am_study_figure;

/* What a key of a case names among the parameters, "E" of "parameters.E"; NULL:
 * nothing. */
const char *am_key_parameter(const char *key);

/* A key of a case, or a column, beside its axis: a parameter by its own name,
 * in italics where it is a letter. */
const char *am_study_label(am_arena *arena, const char *key);

am_picture am_study_picture(am_arena *arena, const char *title,
                            const am_study_figure *figure);

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
  void (*tables)(void *data, am_arena *arena, const am_study_tables *tables);
  void *data;
} am_study_listener;

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
  bool thorough;                 /* with the defaults `thorough` */
  bool usual;                    /* the case is that of the kind */
  am_pool pool;
  am_study_listener listener;    /* to a study of several tables */

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
} am_study;

/* Cases that a kind of study can be made of. */
typedef enum { AM_STUDY_POINTS, AM_STUDY_CELLS, AM_STUDY_BOTH } am_study_cases;

struct am_study_kind {
  const char *name, *about;
  am_study_options defaults;
  const am_study_panel *panels; /* [panel_count]; NULL: made by `run` */
  size_t panel_count;
  bool timed;   /* it measures times: better on one thread */
  bool several; /* it leaves `tables` */
  am_study_cases cases;
  const char *usual; /* the installed case where none is given; NULL: one must
                        be given */
  const am_study_options *thorough; /* other defaults, of --paper; NULL: it has
                                       no such option */
  const char *counted; /* what its progress counts; NULL: runs */
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
    am_study_accuracy, am_study_order, am_study_sweep, am_study_composite;

#endif
