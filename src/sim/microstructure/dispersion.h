/* dispersion.h: many inclusions of one shape: what the sources `spheres` and
 * `fibres` share, and random places for them. */
#ifndef AM_MICROSTRUCTURE_DISPERSION_H
#define AM_MICROSTRUCTURE_DISPERSION_H

#include <stdint.h>

#include "microstructure/inclusion.h"
#include "microstructure/source.h"

/* Inclusions of one shape at random places that do not overlap:
 * random sequential addition (Widom 1966).
 *
 * Try n of a seed is the same on every machine: its numbers are those of
 * counter n (case/philox.h), and directions come without functions whose
 * rounding differs.  A try that overlaps what stands already is dropped. */

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

/* Of inclusions at given places [count], in the cell or beyond: the first one
 * that overlaps one before it, -1: none does. */
long am_packing_overlap(am_arena *arena, const am_packing *packing,
                        const double *size, const am_inclusion *placed);

/* ---- the keys of both ---------------------------------------------------- */

typedef struct {
  am_source_reading *reading;
  const char *one, *many; /* "sphere", "spheres" */
  int label;              /* of all, -1: each has its own, 1 … count */
  am_packing packing;
  double asked;           /* volume fraction; 0: a number was asked for */
  am_inclusion *placed;   /* [packing.count] */
} am_dispersion;

/* Reads the keys of both, diameter and label, when the grid is known; the
 * shape has a radius then.  seed and gap are read where they stand. */
AM_MUST_USE am_status am_dispersion_read(am_dispersion *s);

/* Does one of them, alone in the cell, keep the gap to its own images?
 * AM_INPUT with a message where it never does. */
AM_MUST_USE am_status am_dispersion_fit(const am_dispersion *s);

/* Reads how many there are, and places them at random. */
AM_MUST_USE am_status am_dispersion_place(am_dispersion *s);

/* Gives the voxels their labels. */
AM_MUST_USE am_status am_dispersion_paint(am_dispersion *s);

#endif
