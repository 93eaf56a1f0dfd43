/* vti.h: images of voxels as VTK's XML ImageData (.vti), which ParaView and
 * many programs for microstructures read and write ("VTK file formats",
 * https://docs.vtk.org).
 *
 * A value belongs to a cell of VTK's image, here called voxel: (i, j, k) of a
 * grid [3] is number (k*grid[1] + j)*grid[0] + i, x runs fastest. */
#ifndef AM_IMAGE_VTI_H
#define AM_IMAGE_VTI_H

#include <stdbool.h>

#include "image/labels.h"

/* ---- writing ------------------------------------------------------------ */

typedef enum { AM_VTI_DOUBLE, AM_VTI_INT } am_vti_type;

/* What is known of an array before its values are. */
typedef struct {
  const char *name;
  am_vti_type type;
  int components; /* 1, 3, 6, … */
  const char *const *component_names; /* [components], NULL: none.  Six
      components are a tensor xx yy zz yz xz xy, in the file in the order of
      VTK, xx yy zz xy yz xz. */
} am_vti_array;

typedef struct {
  int grid[3];    /* voxels */
  double size[3]; /* of the whole image; its origin is 0 */
  double time;    /* NaN: none */
  const am_vti_array *arrays; /* [count], valid until the file is closed */
  size_t count;
} am_vti_layout;

typedef struct am_vti am_vti;

/* Begins a file, which appears under its name only when it is closed whole
 * (file.h); path NULL: standard output.  AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_vti_create(am_arena *arena, am_report *report,
                                    const char *path,
                                    const am_vti_layout *layout,
                                    am_vti **vti);

/* The values of the next `voxels` voxels, [voxels][components], of the array
 * that is not complete yet: one array after the other, each in pieces as one
 * likes that do not reach into the next array.  `values` are doubles or ints
 * as the array's type says. */
void am_vti_put(am_vti *vti, const void *values, long voxels);

/* Closes and renames after all arrays are complete.  AM_ENVIRONMENT when
 * anything could not be written; then no file is left behind. */
AM_MUST_USE am_status am_vti_close(am_vti *vti, am_report *report);

/* Gives up: removes what was written. */
void am_vti_discard(am_vti *vti);

/* ---- reading ------------------------------------------------------------ */

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
