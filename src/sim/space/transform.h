/* transform.h: in-place Fourier transforms of several real fields on a grid, by
 * FFTW.
 *
 * A row holds grid[0] reals or grid[0]/2 + 1 complex numbers and is padded to a
 * multiple of 64 bytes.  Transforms are not scaled.  FFTW transforms single
 * planes, and the columns along z of one row j gathered from all planes, with
 * plans that depend on the grid only.  Threads and team members distribute
 * these transforms, so that results are bitwise identical for any number of
 * them.
 *
 * Each member of a team owns some planes k and some rows j of all planes
 * (am_team_slab).  A single member copies its rows aside one by one; several
 * members transpose between planes and rows collectively. */
#ifndef AM_SPACE_TRANSFORM_H
#define AM_SPACE_TRANSFORM_H

#include "team/team.h"

enum { AM_FORWARD, AM_BACKWARD };

typedef struct {
  int grid[3];
  am_team *team;
  am_slab planes, rows;   /* planes k, rows j of this member */
  int threads;
  int count;              /* number of fields, 3 or 6 */
  long row;               /* complex numbers per row */
  long plane;             /* complex numbers per plane: row*grid[1] */
  long field;             /* complex numbers per field, in planes or rows */
  double *data;           /* [count][planes][grid[1]][row][2] */
  double *beside;         /* [threads][count][grid[2]][row][2] if the team has
                             one member */
  void *turns[6];         /* transpositions of the fields otherwise */
  struct fftw_plan_s *along_planes[2], *along_columns[2]; /* by direction */
} am_transform;

/* Complex numbers per row. */
long am_transform_row(const int *grid);

/* Creates the plans. grid, team, threads, count and data (aligned to 64 bytes)
 * must be set.  AM_ENVIRONMENT with a message, on all members, if FFTW has no
 * plan on one of them.  Plans are freed with the arena. */
AM_MUST_USE am_status am_transform_new(am_arena *arena, am_report *report,
                                       am_transform *t);

/* Transforms all planes, along x and y. */
void am_transform_planes(const am_transform *t, int direction);

/* Row j of all planes: [count][grid[2]][row][2], with a distance of `field`
 * complex numbers between components. */
typedef struct {
  double *at;
  long field;
} am_rows_of_all;

/* The n-th row j of this member: contains data after a forward transform, and
 * must be filled before a backward one; for one thread at a time. */
am_rows_of_all am_transform_columns(const am_transform *t, int n,
                                    int direction);

/* Transforms a row of all planes along z; after a backward transform, copies it
 * back to the planes. */
void am_transform_along_z(const am_transform *t, int n,
                          const am_rows_of_all *columns, int direction);

#endif
