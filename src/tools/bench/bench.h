/* bench.h: measures the speed of the engines, and compares it with the limits
 * of the machine.
 *
 * For every workload (workload.h), material and scheme, with and without
 * tangent, the variants to be compared form a group: strategies, engines, a
 * single lane, one thread and all threads.  The variants of a group are
 * measured alternately, A B C A B C …, and ratios are medians of the ratios of
 * neighbouring measurements, so that other load of the machine affects all of
 * them alike.
 *
 * am_bench_prepare plans the groups (bench.c). am_bench_run measures machine
 * and device (machine, vectors, device), then each group (run.c): its variants
 * are compiled (trial.c), measured (group.c) at points that a workload has
 * pre-loaded (workload; ways: on a device), and compared (ratios, operations).
 * report.c writes the rows. */
#ifndef AM_BENCH_BENCH_H
#define AM_BENCH_BENCH_H

#include "bench/machine.h"
#include "bench/workload.h"
#include "cuda/parts.h"

typedef struct {
  const char *workload, *scheme, *engine; /* name, or NULL: all */
  const char *material; /* additional material of the open workload, or NULL */
  long points;          /* per thread */
  long device_points;   /* on a device; fewer if memory is small */
  long repetitions;     /* measurements per variant; fewer for slow ones */
  double seconds;       /* time per variant */
  int lanes;            /* 0: those of the processor */
  int threads;          /* 0: all processors */
  bool quick;           /* default of one workload and two schemes; no
                           tangents */
  double limit_seconds; /* duration of a measurement of the machine */
  long megabytes;       /* size of its copies */
  const volatile int *stop;
  /* Called with the number of completed groups. */
  void (*progress)(void *data, size_t measured);
  void *data;
} am_bench_options;

/* Complete sets of numbers; names are NULL. */
extern const am_bench_options am_bench_default, am_bench_quick;

/* Common properties of the variants of a group. */
typedef struct {
  const am_workload *workload;
  const am_material *material;
  const am_scheme *scheme;
  bool tangent;
} am_bench_subject;

/* Time until a program is ready, including the derivation of its law from the
 * potentials. */
typedef struct {
  double cold, warm; /* (s) unit not in the cache; in the cache */
} am_bench_compile;

/* Parts of the time per point and step on a device (s), from one run
 * (am_cuda_times); parts overlap. */
typedef struct {
  double staging; /* host prepares and queues work */
  double waiting; /* host waits for the device */
  double kernels; /* kernels run */
  double bound;   /* lower bound of the bus */
} am_bench_overlap;

/* Row of the table. */
typedef struct {
  am_bench_subject subject;
  am_strategy strategy;
  const char *engine;
  int lanes;
  am_bench_compile compile;
  am_work work;
  am_placement way;
  long points;        /* run by one thread or by the device */
  long measurements;  /* of each kind */
  am_spread core;     /* points per second, of one thread or the device */
  am_spread total;    /* all threads; NaN if there is only one */
  double nanoseconds;  /* per point and step, of `core` */
  double fma, powers; /* fractions of the limits of one core: operations as */
  double bytes;       /* fused multiply-adds, powers as powers of the vector
                         library, bytes as a copy */
  double predicted;   /* time per point and step (s), predicted from the number
                         of attempts and the time per attempt of a one-step
                         workload; NaN: unknown */

  /* on a device only */
  am_traffic traffic; /* bytes per point and step across the bus */
  double bus;         /* lower bound of their time/time; NaN: none */
  am_bench_overlap overlap;
  am_cuda_resources resources[AM_CUDA_KERNELS];
  int block, blocks[AM_CUDA_KERNELS]; /* threads per block; resident blocks per
                                         multiprocessor */
} am_bench_row;

typedef struct {
  am_bench_subject subject;
  const char *name, *engine;
  am_strategy strategy;
  am_placement way;
  bool time;        /* ratio of times; otherwise of points per second */
  am_spread value;
} am_bench_ratio;

typedef struct am_bench am_bench;
struct am_bench {
  am_bench_options options;
  am_bench_subject *groups; /* [group_count] planned groups */
  size_t group_count, group_capacity;
  size_t measured;          /* number of measured groups */
  am_machine machine;
  bool *absent;     /* [am_engines] engines not available here */
  bool has_device;  /* an engine that uses a device is measured */
  am_device device;
  double room;      /* bytes for all fields of a group on it */
  am_bench_row *rows; /* [row_count] results */
  size_t row_count, row_capacity;
  am_bench_ratio *ratios; /* [ratio_count] */
  size_t ratio_count, ratio_capacity;
};

/* True if the engine is requested, by name or with all others. */
bool am_bench_wants(const am_bench *bench, const am_engine *engine);

/* Plans the groups that the options request: AM_USAGE or AM_INPUT with a
 * message for an unknown name; a note if the material of a workload is not
 * installed. */
AM_MUST_USE am_status am_bench_prepare(am_arena *arena, am_report *report,
                                       const am_bench_options *options,
                                       am_bench **bench);

/* Measures the groups.  AM_FAILED with a message if stopped; completed groups
 * remain valid.  Units are compiled in a temporary cache: XDG_CACHE_HOME refers
 * to it until `arena` is freed. */
AM_MUST_USE am_status am_bench_run(am_arena *arena, am_report *report,
                                   am_bench *bench);

/* Creates a temporary folder as XDG_CACHE_HOME; it is removed when the arena is
 * freed.  AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_bench_cache(am_arena *arena, am_report *report);

/* Resident threads of a kernel relative to the maximum of a multiprocessor;
 * NaN: unknown. */
double am_bench_occupancy(const am_bench *bench, const am_bench_row *row,
                          int kernel);

/* Tables as text; all numbers as JSON (RFC 8259), null for unknown ones. */
void am_bench_print(const am_bench *bench, FILE *out);
void am_bench_write_json(const am_bench *bench, FILE *out);

#endif
