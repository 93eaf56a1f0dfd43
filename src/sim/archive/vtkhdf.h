/* vtkhdf.h: group /VTKHDF of a file of fields, for ParaView and VTK
 * (docs.vtk.org, VTKHDF file format).
 *
 * /VTKHDF/PointData/NAME is a virtual dataset that refers to numbers elsewhere
 * in the file, [times][grid[2]][grid[1]][grid[0]][components] without
 * dimensions of size 1, so nothing is stored twice. Tensors are in VTK's order,
 * xx yy zz xy yz xz or xx xy xz yx … zz. A voxel is a point at its centre,
 * since VTK 9.1 reads no cell data in this format. A single time is written as
 * version 1.0 without times, readable by VTK 9.1; several times as version 2.0
 * with /VTKHDF/Steps, for VTK 9.3. */
#ifndef AM_ARCHIVE_VTKHDF_H
#define AM_ARCHIVE_VTKHDF_H

#include "base/base.h"

enum { AM_VTKHDF_RANK = 5 };

/* An array and its source datasets, whose dimensions have the above order
 * except for the time. */
typedef struct {
  const char *name; /* name; '/' is replaced by '.' */
  int components;
  const char *const *component_names; /* [components] or NULL */
  const char *const *paths;           /* [times] datasets */
  int rank;
  long size[AM_VTKHDF_RANK]; /* [rank] of each dataset */
  int time_axis; /* dimension of time in each dataset, -1: none */
} am_vtkhdf_array;

typedef struct {
  int grid[3];
  double size[3];
  const am_vtkhdf_array *arrays; /* [count] */
  long count;
  const double *times; /* [time_count] */
  long time_count;     /* number of times, at least 1 */
} am_vtkhdf;

/* True if the number of referenced parts (arrays, times, runs of components) is
 * within limits. */
bool am_vtkhdf_fits(const am_vtkhdf *image);

/* Writes the group to an open HDF5 file, replacing an older one, if the image
 * is within limits. False if HDF5 fails. */
bool am_vtkhdf_write(am_arena *arena, int64_t file, const am_vtkhdf *image);

#endif
