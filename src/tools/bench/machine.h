/* machine.h: measures the limits of this machine. */
#ifndef AM_BENCH_MACHINE_H
#define AM_BENCH_MACHINE_H

#include "engine/engine.h"

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

/* ---- the widest vectors of this processor (vectors.c) -------------------- */

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

/* Measures the limits of the devices of the engine cuda. */

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

/* Counts the cost of one evaluation of a law. */

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

#endif
