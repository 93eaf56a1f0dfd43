/* stencil.h: strains from displacements and forces from stresses for the
 * rotated scheme, in real space (Willot 2015).  Displacements and forces are at
 * the corners of voxels, strains and stresses at their centres.
 *
 * A derivative is the mean of the differences along the four parallel edges of
 * a voxel.  The strain of voxel (i, j, k) depends on the corners i … i + 1, j …
 * j + 1, k … k + 1, periodically; the force at corner (i, j, k) is the
 * divergence of the stress in voxels i - 1 … i and so on, the negative
 * transpose of the strain operator.  Therefore three components are transformed
 * instead of six.
 *
 * Both operations work in place in the six fields of the planes: they overwrite
 * three displacements by six strains, ascending from the first plane and row,
 * and six stresses by three forces, descending from the last.  Each thread
 * processes a band of rows j in all planes and keeps a copy of the row next to
 * its band; members of a team exchange the adjacent planes. */
#ifndef AM_SPACE_STENCIL_H
#define AM_SPACE_STENCIL_H

#include "team/team.h"

typedef struct {
  int grid[3];
  double edge[3];    /* edge lengths of a voxel */
  am_team *team;
  am_slab planes;    /* planes k of this member */
  int threads;
  long row, plane, field; /* doubles per row, plane, field */
  double *data;      /* [6][field] */
  double *beside;    /* [6][plane] plane after the last one, or before the
                        first */
  double *next;      /* [threads][6][planes][row] rows next to bands */
  double *rows;      /* [threads][9][grid[0] + 1] */
  double *sums;      /* [6][planes][grid[1]] sums of rows */
} am_stencil;

/* Doubles of the buffers, for the grid, planes, threads and row that are
 * set. */
size_t am_stencil_room(const am_stencil *s);

/* Allocates the buffers; the members down to `data` must be set.
 * AM_ENVIRONMENT if memory does not suffice. */
AM_MUST_USE am_status am_stencil_new(am_arena *arena, am_report *report,
                                     am_stencil *s);

/* Strain in tensor components xx yy zz yz xz xy, including the mean. */
void am_stencil_strain(const am_stencil *s, const double mean[6]);

/* sums [6][planes]: sums of the stress over each plane. */
void am_stencil_force(const am_stencil *s, double *sums);

#endif
