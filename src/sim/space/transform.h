/* transform.h: some real fields on a grid and their spectra, in place, by FFTW.
 *
 * A row holds grid[0] reals or grid[0]/2 + 1 complex numbers, and is padded so
 * that every row begins on a boundary of 64 bytes.  No sum is scaled.  What
 * FFTW is asked for are single planes, and the columns of a row j of all planes
 * where these stand together, by plans that depend on the grid alone: threads
 * and members are ours, and the bits the same for any number of them.
 *
 * A member of a team has some planes k, and some rows j of all planes
 * (am_team_slab).  Where it has all, these rows are copied aside one by one;
 * else the planes become rows, and back, by the team's turn. */
#ifndef AM_SPACE_TRANSFORM_H
#define AM_SPACE_TRANSFORM_H

#include "team/team.h"

enum { AM_FORWARD, AM_BACKWARD };

typedef struct {
  int grid[3];
  am_team *team;
  am_slab planes, rows;   /* k and j of this member */
  int threads;
  int count;              /* of the fields, 3 or 6 */
  long row;               /* complex numbers from row to row */
  long plane;             /* … from plane to plane: row*grid[1] */
  long field;             /* … from field to field, am_transform_field */
  double *data;           /* [count][planes][grid[1]][row][2] */
  double *beside;         /* [threads][count][grid[2]][row][2], where it is
                             alone */
  void *turns[6];         /* of fields, where it is not */
  struct fftw_plan_s *along_planes[2], *along_columns[2]; /* by direction */
} am_transform;

/* Complex numbers from row to row. */
long am_transform_row(const int *grid);

/* Complex numbers from field to field: planes, or the rows that they become. */
long am_transform_field(const am_team *team, const int *grid);

/* Of the grid, team, threads, count and data that are set, aligned to 64 bytes.
  AM_ENVIRONMENT with a message when FFTW has no plan, of one member
 * too.  Plans are freed with the arena. */
AM_MUST_USE am_status am_transform_new(am_arena *arena, am_report *report,
                                       am_transform *t);

/* All planes, along x and y. */
void am_transform_planes(const am_transform *t, int direction);

/* Rows j of all planes: [count] of them so many complex numbers apart,
 * [grid[2]][row][2]. */
typedef struct {
  double *at;
  long field;
} am_rows_of_all;

/* The n-th row j of this member: found forward, to be filled backward; of one
 * thread at a time. */
am_rows_of_all am_transform_columns(const am_transform *t, int n, int direction);

/* Transforms them along z, and where that is backward gives them back. */
void am_transform_along_z(const am_transform *t, int n,
                          const am_rows_of_all *columns, int direction);

#endif
