/* parts.h: headers that several files of bench use. */
#ifndef AM_BENCH_PARTS_H
#define AM_BENCH_PARTS_H

#include "bench/bench.h"
#include "emit/source.h"

/* Variants of one subject, compiled and measured alternately (group.c);
 * internal to bench. */

/* Compiled program with its points. */
typedef struct {
  am_strategy strategy;
  const am_engine *engine;
  int lanes;    /* points processed at once */
  bool scalar;  /* one lane, for comparison */
  bool total;   /* all threads; otherwise one */
  am_placement way;   /* location of its fields */
  am_law *law;
  am_engine_program *program;
  am_placed_fields *fields; /* NULL: those of the load */
  size_t row;      /* index in am_bench.rows */
  long points;     /* number of points of the load that it runs */
  int repeats;     /* runs per measurement */
  double expected; /* time per measurement (s) */
  double *rates;   /* [rounds] points per second */
  double *processor; /* [rounds] points per second of processor time */
} am_trial;

typedef struct {
  am_arena *rows_arena; /* of the bench */
  am_report *report;
  am_bench *bench;
  am_load *load;        /* of this and further groups */
  am_bench_subject subject;
  am_arena *arena;      /* of this group and its trials */
  am_trial *trials;     /* [count] */
  size_t count;
  long rounds;        /* measurements per trial */
} am_group;

/* Compiles the variants of an engine and a strategy, and adds a row for each
 * number of lanes or, for an engine on a device, for each location of the
 * fields. *absent: the engine is not available, reported by a warning. */
AM_MUST_USE am_status am_group_add(am_group *group, const am_engine *engine,
                                   am_strategy strategy, bool *absent);

/* Measures the trials alternately and completes the rows.  AM_FAILED if
 * stopped, AM_ENVIRONMENT if an engine failed permanently. */
AM_MUST_USE am_status am_group_measure(am_group *group);

/* True if both rows run the same program, apart from the tangent. */
bool am_rows_are_alike(const am_bench_row *a, const am_bench_row *b);

/* Adds the ratios between the trials of a group, round by round. */
void am_group_compare(am_group *group);

/* Adds the ratios between rows from `first` on and the rows before each. */
void am_rows_compare(am_arena *arena, am_bench *bench, size_t first);

#endif
