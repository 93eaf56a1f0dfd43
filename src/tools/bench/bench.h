/* bench.h: how fast the engines are, and how far from the machine's limits.
 *
 * For every workload (workload.h), material, scheme, with and without
 * tangent, the variants to be compared form a group: strategies, engines, one
 * lane, one thread and all.  The variants of a group are measured in turn, A
 * B C A B C …, and ratios are medians of the ratios of neighbours, so that
 * what else the machine does falls on all of them alike.
 *
 * am_bench_prepare plans the groups (bench.c); am_bench_run measures machine
 * and device (machine, vectors, device) and then group after group (run.c):
 * its variants are compiled (trial.c), measured (group.c) at points that a
 * workload has pre-loaded (workload; ways: on a device), and set in relation
 * (ratios, operations).  report.c writes the rows. */
#ifndef AM_BENCH_BENCH_H
#define AM_BENCH_BENCH_H

#include <stdio.h>

#include "base/base.h"
#include "bench/device.h"
#include "bench/machine.h"
#include "bench/operations.h"
#include "bench/ways.h"
#include "bench/workload.h"
#include "cuda/parts.h"

typedef struct {
  const char *workload, *scheme, *engine; /* one of them, or NULL: all */
  const char *material; /* one more for the workload that is open, or NULL */
  long points;          /* of one thread */
  long device_points;   /* of a device, fewer where memory is small */
  long repetitions;     /* measurements of each variant, fewer of slow ones */
  double seconds;       /* of each variant */
  int lanes;            /* 0: as the processor likes */
  int threads;          /* 0: all */
  bool quick;           /* where they are not given one workload and two
                           schemes; no tangents */
  double limit_seconds; /* of a measurement of the machine … */
  long megabytes;       /* … which copies as many at once */
  const volatile int *stop;
  /* Is told how many groups are done. */
  void (*progress)(void *data, size_t measured);
  void *data;
} am_bench_options;

/* All numbers; names are NULL. */
extern const am_bench_options am_bench_default, am_bench_quick;

/* What variants have in common. */
typedef struct {
  const am_workload *workload;
  const am_material *material;
  const am_scheme *scheme;
  bool tangent;
} am_bench_subject;

/* Time until a program is ready, its law derived from the potentials. */
typedef struct {
  double cold, warm; /* [s] the unit not yet in the cache, and in it */
} am_bench_compile;

/* What the time of a point and step on a device consists of [s], by one walk
 * (am_cuda_times); parts overlap. */
typedef struct {
  double staging; /* the host prepares and queues work */
  double waiting; /* the host waits for the device */
  double kernels; /* kernels run */
  double bound;   /* the least time that the bus needs */
} am_bench_overlap;

/* One line of the table. */
typedef struct {
  am_bench_subject subject;
  am_strategy strategy;
  const char *engine;
  int lanes;
  am_bench_compile compile;
  am_work work;
  am_way way;
  long points;        /* that one thread, or the device, ran */
  long measurements;  /* of each kind */
  am_spread core;     /* points a second, one thread, or the device */
  am_spread total;    /* all threads; NaN where there is only one */
  double fma, powers; /* of one core, shares of the limits: operations in */
  double bytes;       /* the time of a fused multiply-add each, powers in that
                         of theirs, bytes in that of a copy */
  double predicted;   /* time of a point and step [s] by the attempts that it
                         needs, at the time of an attempt of a workload of one
                         step; NaN: unknown */

  /* On a device only: */
  am_traffic traffic; /* bytes of a point and step that crossed the bus */
  double bus;         /* the least time for them, over that taken; NaN: none */
  am_bench_overlap overlap;
  am_cuda_resources resources[AM_CUDA_KERNELS];
  int block, blocks[AM_CUDA_KERNELS]; /* threads of a block; blocks that a
                                         multiprocessor holds */
} am_bench_row;

typedef struct {
  am_bench_subject subject;
  const char *name, *engine;
  am_strategy strategy;
  am_way way;
  bool time;        /* of times; else of points a second */
  am_spread value;
} am_bench_ratio;

typedef struct am_bench am_bench;
struct am_bench {
  am_bench_options options;
  am_bench_subject *groups; /* [group_count] what shall be measured */
  size_t group_count, group_capacity;
  size_t measured;          /* of them */
  am_machine machine;
  bool *absent;     /* [am_engines] those that cannot be had here */
  bool has_device;  /* an engine that works on a device is to be measured */
  am_device device;
  double room;      /* bytes for all fields of a group on it */
  am_bench_row *rows; /* [row_count] what was measured */
  size_t row_count, row_capacity;
  am_bench_ratio *ratios; /* [ratio_count] */
  size_t ratio_count, ratio_capacity;
};

typedef struct {
  const char *name;
  am_strategy strategy;
  /* Does it go with a material and a scheme? */
  bool (*offered)(const am_material *material, const am_scheme *scheme);
} am_bench_strategy;

const am_bench_strategy *am_bench_strategies(size_t *count);
const char *am_bench_strategy_name(am_strategy strategy);

/* Is the engine asked for, by its name or with all others? */
bool am_bench_wants(const am_bench *bench, const am_engine *engine);

/* Plans what the options ask for: AM_USAGE or AM_INPUT with a message when a
 * name is unknown; a note where a workload's material is not installed. */
AM_MUST_USE am_status am_bench_prepare(am_arena *arena, am_report *report,
                                       const am_bench_options *options,
                                       am_bench **bench);

/* Measures it.  AM_FAILED with a message when it is stopped: the groups so
 * far stand.  Units are compiled in a temporary cache, which XDG_CACHE_HOME
 * names until `arena` is freed. */
AM_MUST_USE am_status am_bench_run(am_arena *arena, am_report *report,
                                   am_bench *bench);

/* Makes a temporary folder that XDG_CACHE_HOME names until the arena is
 * freed, which removes it.  AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_bench_cache(am_arena *arena, am_report *report);

/* Threads of a kernel that a multiprocessor holds, of those that it could;
 * NaN: unknown. */
double am_bench_occupancy(const am_bench *bench, const am_bench_row *row,
                          int kernel);

/* A table for people; and all numbers as JSON (RFC 8259), null where a number
 * is not known. */
void am_bench_print(const am_bench *bench, FILE *out);
void am_bench_write_json(const am_bench *bench, FILE *out);

#endif
