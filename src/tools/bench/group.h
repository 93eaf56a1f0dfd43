/* group.h: variants of one subject, compiled (trial.c) and then measured in
 * turn (group.c); internal to bench. */
#ifndef AM_BENCH_GROUP_H
#define AM_BENCH_GROUP_H

#include "bench/bench.h"

/* Compiled programs that run the same points. */
typedef struct {
  am_strategy strategy;
  const am_engine *engine;
  int lanes;    /* points at once */
  bool scalar;  /* one lane, to compare with */
  bool total;   /* all threads; otherwise one */
  am_way way;   /* where its fields lie */
  am_law *law;
  am_engine_program *program;
  am_way_fields *fields; /* NULL: those of the load */
  size_t row;      /* of am_bench.rows */
  long points;     /* that it runs, of the load's */
  int repeats;     /* runs of one measurement */
  double expected; /* time of one measurement [s] */
  double *rates;   /* [rounds] points a second */
} am_trial;

typedef struct {
  am_arena *arena, *rows_arena; /* of the group, of the bench's rows */
  am_report *report;
  am_bench *bench;
  am_bench_subject subject;
  const am_load *load;
  am_trial *trials; /* [count] */
  size_t count, capacity;
  long rounds;        /* measurements of each */
} am_group;

/* Compiles the variants of an engine and a strategy, and adds a row of the
 * bench for each number of lanes, or for each way of an engine that works on
 * a device.  *absent: the engine cannot be had here, which a warning tells. */
AM_MUST_USE am_status am_group_add(am_group *group, const am_engine *engine,
                                   am_strategy strategy, bool *absent);

/* Measures the trials in turn and completes the rows.  AM_FAILED when it was
 * stopped, AM_ENVIRONMENT when an engine failed for good. */
AM_MUST_USE am_status am_group_measure(am_group *group);

/* Has the user stopped it?  The solver of a variant. */
bool am_group_is_stopped(const am_group *group);
am_solver am_group_solver(const am_group *group, am_strategy strategy);

/* Adds the ratios between the trials of a group, round by round. */
void am_group_compare(am_group *group);

/* Frees the arena at `data`, an am_arena **, and leaves NULL there: what
 * am_arena_defer calls for an arena inside another one. */
void am_bench_free_arena(void *data);

/* Adds those between rows from `first` on and the rows before each. */
void am_rows_compare(am_arena *arena, am_bench *bench, size_t first);

#endif
