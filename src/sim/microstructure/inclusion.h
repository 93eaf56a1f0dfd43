/* inclusion.h: spheres and cylinders in a periodic cell. */
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
long am_inclusion_paint(am_microstructure *m, const am_inclusion *a,
                        int label);

/* True if the distance of any periodic image of `b` in a cell of `size` [3]
 * from `a` is less than `gap`.  Cylinders that are not parallel are treated as
 * if they had hemispherical ends, by the distance of their axes.  own: b is the
 * inclusion a, whose images may touch end to end for any gap. */
bool am_inclusion_overlap(const double *size, const am_inclusion *a,
                          const am_inclusion *b, double gap, bool own);

#endif
