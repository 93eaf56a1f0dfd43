/* stencil.h: strains from displacements, and forces from stresses, of the
 * rotated scheme, in real space (Willot 2015): displacements and forces are at
 * corners of voxels, strains and stresses in their middles.
 *
 * With differences along one edge, means of the four edges in its direction,
 * the strain of voxel (i, j, k) follows from the corners i … i + 1, j … j + 1,
 * k … k + 1, periodically; the force at corner (i, j, k) is the divergence of
 * the stress from voxels i - 1 … i and so on, by the negative transpose.  So
 * three components are transformed instead of six.
 *
 * Both work in place, in the six fields of the planes: three displacements
 * become six strains from the first plane and row on, six stresses three forces
 * from the last.  Each thread has a band of rows j of all planes, beside it the row
 * next to it as it was; members of a team give one another the plane next to
 * theirs. */
#ifndef AM_SPACE_STENCIL_H
#define AM_SPACE_STENCIL_H

#include "team/team.h"

typedef struct {
  int grid[3];
  double edge[3];    /* of a voxel */
  am_team *team;
  am_slab planes;    /* k of this member */
  int threads;
  long row, plane, field; /* doubles from row to row, and so on */
  double *data;      /* [6][field] */
  double *beside;    /* [6][plane] the plane behind the last one, or before the
                        first */
  double *next;      /* [threads][6][planes][row] the rows next to bands */
  double *rows;      /* [threads][9][grid[0] + 1] */
  double *sums;      /* [6][planes][grid[1]] of rows */
} am_stencil;

/* Doubles of what is beside the data, of the grid, planes, threads and row that
 * are set. */
size_t am_stencil_room(const am_stencil *s);

/* Of the members down to `data`.  AM_ENVIRONMENT when memory does not do. */
AM_MUST_USE am_status am_stencil_new(am_arena *arena, am_report *report,
                                     am_stencil *s);

/* Tensor components xx yy zz yz xz xy, with the mean. */
void am_stencil_strain(const am_stencil *s, const double mean[6]);

/* sums: [6][planes], of the stress in each plane. */
void am_stencil_force(const am_stencil *s, double *sums);

#endif
