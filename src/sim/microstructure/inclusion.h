/* inclusion.h: balls and cylinders in a periodic cell. */
#ifndef AM_MICROSTRUCTURE_INCLUSION_H
#define AM_MICROSTRUCTURE_INCLUSION_H

#include <stdbool.h>

#include "microstructure/microstructure.h"

/* A cylinder with flat ends; a ball where axis and half are zero. */
typedef struct {
  double centre[3]; /* in the cell, or beyond */
  double axis[3];   /* of length 1 */
  double half;      /* of the cylinder's length */
  double radius;
} am_inclusion;

double am_inclusion_volume(const am_inclusion *a);

/* How far it reaches from its centre along axis d of the cell. */
double am_inclusion_reach(const am_inclusion *a, int d);

/* Gives all voxels here the label whose centres lie in `a` or a periodic image of
 * it.  Centres on the boundary are inside: lengths count as up to 1e-10
 * larger.  Returns how many had another label; takes time for these and for
 * the rows of voxels near them. */
long am_inclusion_paint(am_microstructure *m, const am_inclusion *a,
                        int label);

/* Does any image of `b` in a cell of `size` [3] come nearer to `a` than `gap`?
 * Cylinders that are not parallel count as if they had half balls at their
 * ends: what counts is the distance of their axes.  `own`: b is a itself,
 * whose images may touch end to end whatever the gap. */
bool am_inclusion_overlap(const double *size, const am_inclusion *a,
                          const am_inclusion *b, double gap, bool own);

#endif
