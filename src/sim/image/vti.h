/* vti.h: reads images of voxels in VTK's XML ImageData (.vti), which ParaView
 * and many programs for microstructures write ("VTK file formats",
 * https://docs.vtk.org).
 *
 * A value belongs to a cell of VTK's image, here called voxel: (i, j, k) of a
 * grid [3] is number (k*grid[1] + j)*grid[0] + i, x runs fastest. */
#ifndef AM_IMAGE_VTI_H
#define AM_IMAGE_VTI_H

#include <stdbool.h>

#include "image/labels.h"

/* A file whose arrays are known; the values stay there. */
typedef struct {
  int grid[3];    /* a direction without extent counts as one voxel */
  double size[3]; /* grid times spacing */
  long voxels;    /* at most 2^31 - 1 */
  const char *const *names; /* of the arrays of voxels [count] */
  int count;
  struct am_vti_file *file;
} am_vti_image;

/* One piece of type ImageData: numbers as ascii, binary (base64) or appended
 * (base64 or raw), either byte order, plain or compressed by zlib.  Arrays
 * of points are passed over.  The file is closed with the arena.  `place` is
 * where its name stands.  AM_INPUT with a message that says what is wrong. */
AM_MUST_USE am_status am_vti_open(am_arena *arena, am_report *report,
                                  const char *path, am_place place,
                                  am_vti_image **image);

/* The labels or values of the array `name`, NULL: of the only one, as far as
 * there is room for them.  AM_INPUT when there is no such array, it has several
 * components, labels that are not whole, negative or beyond an int, or values
 * that are not finite. */
AM_MUST_USE am_status am_vti_read(am_vti_image *image, am_report *report,
                                  const char *name, am_voxel_room room);

#endif
