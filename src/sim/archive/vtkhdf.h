/* vtkhdf.h: the group /VTKHDF of a file of fields, which ParaView and VTK read
 * (docs.vtk.org, VTKHDF file format).
 *
 * /VTKHDF/PointData/NAME is a virtual dataset of numbers elsewhere in the file,
 * [times][grid[2]][grid[1]][grid[0]][components] without dimensions of 1, so
 * nothing is stored twice.
 * Tensors are in VTK's order, xx yy zz xy yz xz or xx xy xz yx … zz.  A voxel
 * is a point at its centre, since VTK 9.1 reads no cell data here.  One time
 * gives version 1.0 without times, which VTK 9.1 reads; several times give
 * version 2.0 with /VTKHDF/Steps, for VTK 9.3. */
#ifndef AM_ARCHIVE_VTKHDF_H
#define AM_ARCHIVE_VTKHDF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

enum { AM_VTKHDF_RANK = 5 };

/* An array and the datasets of its numbers, whose dimensions have the order
 * above except for the time. */
typedef struct {
  const char *name; /* '/' becomes '.' */
  int components;
  const char *const *component_names; /* [components] or NULL */
  const char *const *paths;           /* [times] datasets */
  int rank;
  long size[AM_VTKHDF_RANK]; /* [rank] of each dataset */
  int time_axis; /* dimension of the time in it, -1: none */
} am_vtkhdf_array;

typedef struct {
  int grid[3];
  double size[3];
  const am_vtkhdf_array *arrays; /* [count] */
  long count;
  const double *times; /* [time_count] */
  long time_count;     /* at least 1 */
} am_vtkhdf;

/* Few enough parts of datasets (arrays, times, runs of components)? */
bool am_vtkhdf_fits(const am_vtkhdf *image);

/* Makes the group in an open HDF5 file, in place of an older one, if the image
 * fits.  False if HDF5 fails. */
bool am_vtkhdf_write(am_arena *arena, int64_t file, const am_vtkhdf *image);

#endif
