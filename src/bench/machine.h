/* machine.h: the limits of this machine, measured. */
#ifndef AM_BENCH_MACHINE_H
#define AM_BENCH_MACHINE_H

#include "base/arena.h"

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

#endif
