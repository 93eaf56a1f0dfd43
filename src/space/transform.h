/* transform.h: six real fields on a grid and their spectra, in place, by FFTW.
 *
 * A row holds grid[0] reals or grid[0]/2 + 1 complex numbers, and is padded so
 * that every row begins on a boundary of 64 bytes.  No sum is scaled.  What
 * FFTW is asked for are single planes and columns, by plans that depend on
 * the grid alone: the threads are ours, and the bits the same for any number
 * of them. */
#ifndef AM_SPACE_TRANSFORM_H
#define AM_SPACE_TRANSFORM_H

#include "base/report.h"

enum { AM_FORWARD, AM_BACKWARD };

typedef struct {
  int grid[3];
  int threads;
  long row;     /* complex numbers from row to row */
  long plane;   /* … from plane to plane: row*grid[1] */
  long field;   /* … from field to field: plane*grid[2] */
  double *data; /* [6][grid[2]][grid[1]][row][2] */
  struct fftw_plan_s *planes[2], *columns[2]; /* by direction */
} am_transform;

/* Complex numbers from row to row. */
long am_transform_row(const int *grid);

/* For `data` [6][grid[2]][grid[1]][row][2], aligned to 64 bytes.
 * AM_ENVIRONMENT with a message when FFTW has no plan.  Plans are freed with
 * the arena. */
AM_MUST_USE am_status am_transform_new(am_arena *arena, am_report *report,
                                       const int *grid, double *data,
                                       int threads, am_transform *t);

/* All planes, along x and y. */
void am_transform_planes(const am_transform *t, int direction);

/* Along z, the columns of row j of all planes. */
void am_transform_columns(const am_transform *t, int j, int direction);

#endif
