/* vti.h: reads images of voxels in VTK's XML ImageData format (.vti), which
 * ParaView and many programs for microstructures write ("VTK file formats",
 * https://docs.vtk.org).
 *
 * Values belong to cells of the VTK image, here called voxels: voxel (i, j, k)
 * of a grid [3] has index (k*grid[1] + j)*grid[0] + i; x runs fastest. */
#ifndef AM_IMAGE_VTI_H
#define AM_IMAGE_VTI_H

#include "image/labels.h"

/* A file with its list of arrays; values are read later. */
typedef struct {
  int grid[3];    /* a direction without extent has one voxel */
  double size[3]; /* grid times spacing */
  long voxels;    /* at most 2^31 - 1 */
  const char *const *names; /* [count] names of the cell arrays */
  int count;
  struct am_vti_file *file;
} am_vti_image;

/* Opens an ImageData file of one piece: numbers as ascii, binary (base64) or
 * appended (base64 or raw), either byte order, uncompressed or compressed by
 * zlib. Point arrays are skipped. The file is closed with the arena. `place`:
 * place of its name. AM_INPUT with a message. */
AM_MUST_USE am_status am_vti_open(am_arena *arena, am_report *report,
                                  const char *path, am_place place,
                                  am_vti_image **image);

/* Reads labels or values of the array `name` (NULL: the only array), as far as
 * required. AM_INPUT if the array does not exist or has several components, if
 * labels are not integers from 0 to INT_MAX, or if values are not finite. */
AM_MUST_USE am_status am_vti_read(am_vti_image *image, am_report *report,
                                  const char *name, am_voxel_room room);

#endif
