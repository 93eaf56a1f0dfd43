/* workload.h: what every figure refers to, as data.
 *
 * Points of a workload are those that a case with the same seed and
 * variables has (automat-case(5), the key points), so that `automat batch`
 * can compute them too. */
#ifndef AM_BENCH_WORKLOAD_H
#define AM_BENCH_WORKLOAD_H

#include "engine/engine.h"
#include "engine/parts.h"

enum { AM_BENCH_MATERIALS = 2 };

typedef struct {
  const char *name, *about;
  const char *materials[AM_BENCH_MATERIALS]; /* installed ones, or NULL */
  bool open;            /* takes the material of --material too */
  const char *points;   /* the key `points` without its count: a strain
                           tensor e, or an amplitude a and a direction d */
  double scale;         /* of a·d, or of e */
  double before;        /* share of the strain that a pre-load by ode23
                           applies in one step, 0: none */
  double before_time;   /* its duration [time] */
  int steps;            /* timed loading steps */
  double time;          /* duration of each [time] */
} am_workload;

const am_workload *am_workloads(size_t *count);

/* The points of a workload and a material: fields of `stride`. */
typedef struct {
  const am_workload *workload;
  long count, stride;
  int nx;
  double *full;           /* strain at the end [6], tensor components */
  double *target;         /* of the present step [6] */
  int components[AM_FIELD_COUNT];
  am_fields fields;       /* from the start of the timed steps */
} am_load;

/* Room between two components of fields of `count` points: lines of the
 * cache that belong to one point shall not fall into one set. */
long am_bench_stride(long count);

/* Draws the points and applies the pre-load with `engine`.  AM_INPUT with a
 * message when the law cannot be pre-loaded. */
AM_MUST_USE am_status am_load_new(am_arena *arena, am_report *report,
                                  const am_workload *workload,
                                  const am_material *material,
                                  const am_engine *engine, long count,
                                  am_load **load);

/* Sets the targets of points 0 … count - 1 to those of a timed step from 1 on;
 * step 0: of the pre-load. */
void am_load_aim(const am_load *load, int step, long count);

/* How the timed steps are walked. */
typedef struct {
  bool tangent; /* the program integrates it */
  /* Sees what was found, with counts, after each step; or NULL. */
  void (*observe)(void *data, const am_fields *fields, long count);
  void *data;
  const volatile int *stop;
} am_walk;

/* Walks points 0 … count - 1: the seconds that the engine took. */
double am_load_walk(const am_load *load, const am_engine *engine,
                    am_engine_program *program, long count,
                    const am_walk *walk);

#endif
