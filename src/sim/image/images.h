/* images.h: images of voxels at several times in one HDF5 file, which ParaView
 * opens (archive/vtkhdf.h).
 *
 *   PATH.h5 with /step_0000/NAME [grid[2]][grid[1]][grid[0]][components], or
 *   /NAME for a single image without steps; attributes `unit`, `about`,
 *   `components`; /size, /grid and /VTKHDF
 *
 * Every image is complete or absent; a failure to write one leaves those
 * before it. */
#ifndef AM_IMAGE_IMAGES_H
#define AM_IMAGE_IMAGES_H

#include "archive/parts.h"
#include "base/base.h"
#include "team/team.h"

/* Doubles of each voxel.  (i, j, k) of a grid [3] is voxel
 * (k*grid[1] + j)*grid[0] + i, x runs fastest. */
typedef struct {
  const char *name, *unit, *about;
  int components; /* 1, 6 */
  const char *const *component_names; /* [components] or NULL */
} am_image_array;

typedef struct {
  const char *path;
  const am_conventions *conventions;
  int grid[3];
  double size[3];               /* edges of the whole image; origin 0 */
  const am_image_array *arrays; /* [array_count] */
  size_t array_count;
  const long *steps;            /* [count] increasing; NULL: one image */
  const double *times;          /* [count] */
  long count;
} am_images_layout;

typedef struct {
  am_arena *arena;
  am_images_layout layout;
  long done; /* complete images */
  struct am_snapshot *file;
} am_images;

/* The layout stays valid.  The file keeps the `done` images of an earlier run.
 * AM_ENVIRONMENT, AM_INPUT with a message. */
AM_MUST_USE am_status am_images_open(am_arena *arena, am_report *report,
                                     const am_images_layout *layout, long done,
                                     am_images **images);

/* Some planes of an array of the next image: [voxels][components].  Arrays and
 * planes follow in order. */
AM_MUST_USE am_status am_images_put(am_images *images, am_report *report,
                                    size_t array, am_slab planes,
                                    const double *values);

/* The image is complete. */
AM_MUST_USE am_status am_images_end(am_images *images, am_report *report);

/* Instead of am_images_end after a reported failure of the caller: drops the
 * image; no other may follow. */
void am_images_abandon(am_images *images);

AM_MUST_USE am_status am_images_close(am_images *images, am_report *report);

#endif
