/* packing.h: inclusions of one shape at random places that do not overlap:
 * random sequential addition (Widom 1966).
 *
 * Try n of a seed is the same on every machine: its numbers are those of
 * counter n (path/philox.h), and directions come without functions whose
 * rounding differs.  A try that overlaps what stands already is dropped. */
#ifndef AM_MICROSTRUCTURE_PACKING_H
#define AM_MICROSTRUCTURE_PACKING_H

#include <stdint.h>

#include "microstructure/inclusion.h"

/* Makes a direction of two numbers u in [0, 1); false: of these there is
 * none. */
typedef bool am_draw_axis(const double *u, double *axis);

/* Uniform in the plane x-y; uniform on the sphere (Marsaglia 1972). */
am_draw_axis am_draw_planar, am_draw_isotropic;

typedef struct {
  long count;          /* 1 … AM_PACKING_MOST */
  am_inclusion shape;  /* its centre does not count, nor its axis where */
  am_draw_axis *draw;  /* is not NULL */
  double gap;          /* at least, between surfaces */
  uint64_t seed;
} am_packing;

enum { AM_PACKING_MOST = 1000000 };

/* Places inclusions in a cell of `size` [3]; returns how many, and *tries.
 * Gives up after a million tries and a hundred more for each inclusion, or
 * after AM_PACKING_WORK distances between images. */
#define AM_PACKING_WORK 2e9

long am_packing_place(am_arena *arena, const am_packing *packing,
                      const double *size, am_inclusion *placed, long *tries);

#endif
