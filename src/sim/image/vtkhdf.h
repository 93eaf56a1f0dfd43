/* vtkhdf.h: images of voxels as a group /VTKHDF beside them, which ParaView
 * and VTK read without another file (docs.vtk.org, VTKHDF file format).
 *
 * It holds no second copy: /VTKHDF/PointData/NAME is a virtual dataset of the
 * images' own ones, [times][grid[2]][grid[1]][grid[0]] and [components] behind
 * it, tensors in VTK's order xx yy zz xy yz xz.  A voxel is a point at its
 * centre, since VTK 9.1 reads no data of cells here.  A single image is
 * version 1.0, without times, which VTK 9.1 reads; more are version 2.0, with
 * /VTKHDF/Steps, for VTK 9.3. */
#ifndef AM_IMAGE_VTKHDF_H
#define AM_IMAGE_VTKHDF_H

#include <stdint.h>

#include "image/vti.h"

typedef struct {
  const am_vti_layout *voxels;
  const char *const *paths; /* [count][voxels->count] datasets, "/a/b" */
  const double *times;      /* [count] */
  long count;
} am_vtkhdf;

/* Makes the group in a file, which is open in HDF5, in place of one that is
 * there; count is at least 1.  False where HDF5 fails. */
bool am_vtkhdf_write(am_arena *arena, int64_t file, const am_vtkhdf *images);

#endif
