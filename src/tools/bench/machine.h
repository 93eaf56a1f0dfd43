/* machine.h: measures the limits of this machine. */
#ifndef AM_BENCH_MACHINE_H
#define AM_BENCH_MACHINE_H

#include "base/base.h"

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

#endif
