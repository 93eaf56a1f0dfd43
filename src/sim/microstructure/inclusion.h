/* inclusion.h: spheres and cylinders in a periodic cell, and their random
 * placement. */
#ifndef AM_MICROSTRUCTURE_INCLUSION_H
#define AM_MICROSTRUCTURE_INCLUSION_H

#include "microstructure/microstructure.h"

/* Cylinder with flat ends; a sphere if axis and half are zero. */
typedef struct {
  double centre[3]; /* may be outside the cell */
  double axis[3];   /* unit vector */
  double half;      /* half the length of the cylinder */
  double radius;
} am_inclusion;

double am_inclusion_volume(const am_inclusion *a);

/* Extent from the centre along axis d of the cell. */
double am_inclusion_reach(const am_inclusion *a, int d);

/* Assigns the label to all voxels of this member whose centres are in `a` or
 * one of its periodic images.  Boundaries are included, with lengths enlarged
 * by a factor 1 + 1e-10.  Returns the number of voxels whose label changed.
 * The cost is proportional to the number of voxels inside and of nearby rows of
 * voxels. */
long am_inclusion_paint(am_microstructure *m, const am_inclusion *a, int label);

/* True if the distance of any periodic image of `b` in a cell of `size` [3]
 * from `a` is less than `gap`.  Cylinders that are not parallel are treated as
 * if they had hemispherical ends, by the distance of their axes.  own: b is the
 * inclusion a, whose images may touch end to end for any gap. */
bool am_inclusion_overlap(const double *size, const am_inclusion *a,
                          const am_inclusion *b, double gap, bool own);

/* ---- random placement ---------------------------------------------------- */

/* Non-overlapping inclusions of one shape at random positions, by random
 * sequential addition (Widom 1966): trials that overlap an inclusion already
 * placed are rejected.
 *
 * Trial n of a seed is identical on every machine: its random numbers are those
 * of counter n (case/philox.h), and directions use only functions with
 * reproducible rounding. */

/* Position of trial `number` in a cell of `size` [3]. */
void am_draw_centre(long seed, long number, const double *size, double *centre);

/* Computes a direction from two numbers u in [0, 1); false: rejected. */
typedef bool am_draw_axis(const double *u, double *axis);

/* Uniform in the plane x-y; uniform on the sphere (Marsaglia 1972). */
am_draw_axis am_draw_planar, am_draw_isotropic;

typedef struct {
  long count;          /* 1 … AM_PACKING_MOST */
  am_inclusion shape;  /* centre ignored, axis ignored if drawn */
  am_draw_axis *draw;  /* distribution of axes; NULL: fixed axis */
  double gap;          /* minimum distance between surfaces */
  long seed;           /* at least 0 */
} am_packing;

enum { AM_PACKING_MOST = 1000000 };

/* Places inclusions in a cell of `size` [3]; returns their number, and the
 * number of trials in *tries.  Gives up after a million trials plus a hundred
 * per inclusion, or after AM_PACKING_WORK distance computations. */
#define AM_PACKING_WORK 2e9

long am_packing_place(am_arena *arena, const am_packing *packing,
                      const double *size, am_inclusion *placed, long *tries);

#endif
