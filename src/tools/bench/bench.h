/* bench.h: measures the speed of the engines, and compares it with the limits
 * of the machine.
 *
 * For every workload (workload.c), material and scheme, with and without
 * tangent, the variants to be compared form a group: strategies, engines, a
 * single lane, one thread and all threads.  The variants of a group are
 * measured alternately, A B C A B C …, and ratios are medians of the ratios of
 * neighbouring measurements, so that other load of the machine affects all of
 * them alike.
 *
 * am_bench_prepare plans the groups; am_bench_run measures machine and device,
 * then each group at points that a workload has pre-loaded. */
#ifndef AM_BENCH_BENCH_H
#define AM_BENCH_BENCH_H

#include "cuda/parts.h"

/* ---- limits of this machine (machine.c) ---------------------------------- */

typedef struct {
  const char *processor; /* name */
  int threads;           /* number requested */
  int lanes;             /* doubles per vector of the widest set */
  double fma_core;       /* fused multiply-adds per second, one thread */
  double fma_total;      /* all threads */
  double copy_core;      /* bytes per second, read and written, of a copy */
  double copy_total;     /* larger than the caches */
  double power;          /* seconds per power in vectors */
} am_machine;

/* Name of the processor in /proc/cpuinfo. */
const char *am_processor_name(am_arena *arena);

/* Sets everything except the name. seconds: per measurement, repeated a few
 * times; megabytes: size of each of the two arrays of the copy. */
void am_machine_measure(am_arena *arena, int threads, double seconds,
                        long megabytes, am_machine *machine);

/* Rounds per second of `run`, the best of five measurements, which excludes
 * other load.  Increases *rounds, at least 1, until they take the given number
 * of seconds. */
double am_rounds_per_second(void (*run)(void *data, long rounds), void *data,
                            long *rounds, double seconds);

typedef struct {
  int lanes;
  /* Executes `rounds` rounds of AM_CHAINS independent fused multiply-adds of
   * `lanes` numbers; the result prevents their elimination. */
  double (*multiply)(long rounds);
  /* y = x^p [count], a multiple of 8, with `power` of am_vectors_power, or with
   * pow if it is NULL. */
  void (*raise)(void *power, const double *x, const double *p, double *y,
                int count);
  const char *symbol; /* of its power in libmvec; NULL: none */
} am_vectors;

enum { AM_CHAINS = 12 };

const am_vectors *am_vectors_widest(void);

/* Vector power function of the C library; NULL: none. */
void *am_vectors_power(const am_vectors *vectors);

/* ---- limits of devices (device.c) ---------------------------------------- */

/* Bytes to and from the device, in total or per second. */
typedef struct {
  double up, down;
} am_traffic;

typedef struct {
  am_traffic alone; /* bytes per second in one direction only */
  double both;      /* sum of both directions at the same time */
} am_transfer_speed;

/* Lower bound of the transfer time (s), with both directions used concurrently:
 *
 *     max(up/alone.up, down/alone.down, (up + down)/both),
 *
 * because a direction is never faster than when used alone, and both together
 * are never faster than the measured sum. */
double am_transfer_bound(const am_transfer_speed *bus, am_traffic bytes);

/* Limits of the first device; others are assumed to be identical. */
typedef struct {
  const char *name;
  int count;           /* devices of this host */
  int multiprocessors; /* per device */
  int threads;         /* maximum per multiprocessor; 0: unknown */
  double memory;       /* free memory (bytes) */
  double fma;   /* fused multiply-adds per second, double precision */
  double copy;  /* bytes per second, read and written, of a copy on it */
  double power; /* seconds per power, function of compiled units */
  am_transfer_speed bus;   /* between it and pinned host memory */
} am_device;

/* seconds: per measurement, repeated a few times; megabytes: size of a bus
 * transfer, a copy on the device is several times larger.  AM_ENVIRONMENT with
 * a message. */
AM_MUST_USE am_status am_device_measure(am_arena *arena, am_report *report,
                                        double seconds, long megabytes,
                                        am_device *device);

/* ---- cost of a loading step (operations.c) ------------------------------- */

/* Means over the points of a run, per point and loading step. */
typedef struct {
  double attempts, evaluations, iterations; /* attempted substeps, rate
                                               evaluations, Newton iterations */
  double failed;      /* fraction of failed steps */
  double efficiency;  /* fraction of lanes with useful work */
  double operations;  /* in generated code, fma counts as one; NaN: unknown */
  double powers;      /* of which powers, exponentials, … */
  double bytes;       /* of fields, read and written */
} am_work;

typedef struct am_tally am_tally;

/* lanes: points processed at once. */
am_tally *am_tally_new(am_arena *arena, const am_solver *solver, int lanes);

/* Adds the counts of one step; see am_walk.observe. */
void am_tally_step(void *tally, const am_fields *fields, long count);

/* Computes the means, with the operations of the generated functions of the
 * law.  Stepping code and linear solves are not included. */
void am_tally_end(am_arena *arena, const am_tally *tally, am_law *law,
                  am_work *work);

/* ---- workloads (workload.c) ---------------------------------------------- */

/* The points of a workload are those of a case with the same seed and variables
 * (automat-case(5), key points), so that `automat batch` can also compute
 * them. */

enum { AM_BENCH_MATERIALS = 2 };

typedef struct {
  const char *name, *about;
  const char *materials[AM_BENCH_MATERIALS]; /* installed materials, or NULL */
  const char *points;   /* key `points` without count: a strain tensor e, or an
                           amplitude a and a direction d */
  double scale;         /* factor of a·d, or of e */
  double before;        /* fraction of the strain applied by a pre-load in one
                           step of ode23; 0: none */
  double before_time;   /* duration of the pre-load (time) */
  int steps;            /* timed loading steps */
  double time;          /* duration of each (time) */
} am_workload;

const am_workload *am_workloads(size_t *count);

/* Points of a workload and a material, in fields with `stride`. */
typedef struct {
  const am_workload *workload;
  long count, stride;
  int nx;
  double *full;           /* final strain [6], tensor components */
  double *target;         /* of the current step [6] */
  int components[AM_FIELD_COUNT];
  am_fields fields;       /* at the start of the timed steps */
} am_load;

/* Stride between components of fields of `count` points, chosen so that the
 * cache lines of a point do not fall into one set. */
long am_bench_stride(long count);

/* Draws the points and applies the pre-load with `engine`.  AM_INPUT with a
 * message if the pre-load fails. */
AM_MUST_USE am_status am_load_new(am_arena *arena, am_report *report,
                                  const am_workload *workload,
                                  const am_material *material,
                                  const am_engine *engine, long count,
                                  am_load **load);

/* Sets the targets of points 0 … count - 1 to those of a timed step from 1 on;
 * step 0: pre-load. */
void am_load_aim(const am_load *load, int step, long count);

/* Options of a run of the timed steps. */
typedef struct {
  bool tangent; /* the program computes it */
  /* Receives the results, with counts, after each step; may be NULL. */
  void (*observe)(void *data, const am_fields *fields, long count);
  void *data;
  const volatile int *stop;
  double *processor; /* increased by the processor time of the engine in the
                        calling thread (s); may be NULL */
} am_walk;

/* Runs points 0 … count - 1; returns the engine time (s). */
double am_load_drive(const am_load *load, am_engine_program *program,
                     long count, const am_walk *drive);

/* ---- workloads on a device (placement.c) --------------------------------- */

/* A device needs more points than the host.  The points of a load are repeated,
 * in the order in which they were drawn, until the fields are full. */

/* Location of the fields of a measurement. */
typedef enum {
  AM_WAY_HOST,     /* host memory, engine on the host */
  AM_WAY_RESIDENT, /* all on the device: no transfers */
  AM_WAY_STATE,    /* strain, internal variables, substep size and largest
                      stress on the device: targets are uploaded; stress,
                      tangent and status are downloaded */
  AM_WAY_STREAMED, /* all in host memory: every step uploads all inputs and
                      downloads all results */
  AM_WAYS
} am_placement;

extern const char *const am_placement_name[AM_WAYS];

/* Bytes per point in the fields of a load, including targets of all steps. */
double am_placement_bytes(const am_load *load, bool tangent);

/* Number of points that fit into `bytes`, at most `most`: a multiple of a warp,
 * at least one warp. */
long am_placement_count(const am_load *load, bool tangent, double bytes,
                        long most);

typedef struct am_placed_fields am_placed_fields;

/* Fields of `count` points, with the loads of all steps. */
am_placed_fields *am_placed_fields_new(am_arena *arena, const am_load *load,
                                       am_engine_program *program,
                                       am_placement way, bool tangent,
                                       long count);

/* Runs all steps from the start of the load; the first run uploads the fields
 * that stay on the device.  Returns the engine time (s).  The run cannot be
 * stopped, because polling would make the engine slower. */
double am_placed_fields_drive(const am_placed_fields *fields);

typedef struct {
  const char *workload, *scheme, *engine; /* name, or NULL: all */
  const char *material; /* instead of the materials of the workload; NULL:
                           those */
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
  am_spread processor; /* points per second of processor time, one thread; NaN
                          for a device */
  am_spread total;    /* all threads; NaN if there is only one */
  double nanoseconds;  /* per point and step, of `core` */
  double fma, powers; /* fractions of the limits of one core: operations as */
  double bytes;       /* fused multiply-adds, powers as powers of the vector
                         library, bytes as a copy */
  double limit;       /* points per second if the largest fraction were 1 */
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
  size_t group_count;
  size_t measured;          /* number of measured groups */
  am_machine machine;
  bool *absent;     /* [am_engines] engines not available here */
  bool has_device;  /* an engine that uses a device is measured */
  am_device device;
  double room;      /* bytes for all fields of a group on it */
  am_bench_row *rows; /* [row_count] results */
  size_t row_count;
  am_bench_ratio *ratios; /* [ratio_count] */
  size_t ratio_count;
};

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

/* Tables as text; all numbers as JSON (RFC 8259), null for unknown ones. */
void am_bench_print(const am_bench *bench, FILE *out);
void am_bench_write_json(const am_bench *bench, FILE *out);

#endif
