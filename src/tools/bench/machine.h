/* machine.h: the limits of this machine, measured. */
#ifndef AM_BENCH_MACHINE_H
#define AM_BENCH_MACHINE_H

#include "base/base.h"

typedef struct {
  const char *processor; /* its name */
  int threads;           /* that were asked for */
  int lanes;             /* doubles of the widest vectors in use */
  double fma_core;       /* fused multiply-adds a second, one thread … */
  double fma_total;      /* … and all */
  double copy_core;      /* bytes a second, read and written, of a copy */
  double copy_total;     /* that is larger than caches */
  double power;          /* seconds of one power among vectors of them */
} am_machine;

/* What /proc/cpuinfo calls the processor. */
const char *am_processor_name(am_arena *arena);

/* All but the name.  seconds: of one measurement, repeated a few times;
 * megabytes: of each of the two arrays of the copy. */
void am_machine_measure(am_arena *arena, int threads, double seconds,
                        long megabytes, am_machine *machine);

/* Rounds per second of `run`, the best of five measurements: the rest is
 * other work's.  *rounds, at least 1, grows until they take so many
 * seconds. */
double am_rounds_per_second(void (*run)(void *data, long rounds), void *data,
                            long *rounds, double seconds);

/* ---- the widest vectors of this processor (vectors.c) -------------------- */

typedef struct {
  int lanes;
  /* Does `rounds` rounds of AM_CHAINS independent fused multiply-adds of
   * `lanes` numbers; the result keeps compilers from leaving them out. */
  double (*multiply)(long rounds);
  /* y = x^p [count], a multiple of 8, by `power` of am_vectors_power, or by
   * pow where that is NULL. */
  void (*raise)(void *power, const double *x, const double *p, double *y,
                int count);
  const char *symbol; /* of its power in libmvec, NULL: none */
} am_vectors;

enum { AM_CHAINS = 12 };

const am_vectors *am_vectors_widest(void);

/* The vector power of the C library; NULL: there is none. */
void *am_vectors_power(const am_vectors *vectors);

#endif
