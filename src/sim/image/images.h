/* images.h: writes images of voxels at several times to one HDF5 file, which
 * ParaView opens (archive/vtkhdf.h).
 *
 *   PATH.h5 with /step_0000/NAME [grid[2]][grid[1]][grid[0]][components], or
 *   /NAME for a single image without steps; attributes `unit`, `about`,
 *   `components`; /size, /grid and /VTKHDF
 *
 * Each image is complete or absent; if writing fails, previous images
 * remain.  A team shares the planes of an image (am_team_slab); its first
 * member writes the file. */
#ifndef AM_IMAGE_IMAGES_H
#define AM_IMAGE_IMAGES_H

#include "archive/parts.h"
#include "team/team.h"

/* An array of doubles per voxel. Voxel (i, j, k) of a grid [3] has index
 * (k*grid[1] + j)*grid[0] + i; x runs fastest. */
typedef struct {
  const char *name, *unit, *about;
  int components; /* 1 or 6 */
  const char *const *component_names; /* [components] or NULL */
} am_image_array;

typedef struct {
  const char *path;
  am_team *team;
  const am_conventions *conventions;
  int grid[3];
  double size[3];               /* edge lengths of the whole image; the origin
                                   is 0 */
  const am_image_array *arrays; /* [array_count] */
  size_t array_count;
  const long *steps;            /* [count] increasing; NULL: a single image */
  const double *times;          /* [count] */
  long count;
} am_images_layout;

typedef struct {
  am_arena *arena;
  am_images_layout layout;
  long done; /* number of complete images */
  struct am_snapshot *file; /* NULL: written by the first member */
} am_images;

/* The following functions except `abandon` and `close` must be called by all
 * members, and return the same status to all. */

/* Opens the file; `layout` must stay valid. The first `done` images of an
 * earlier run are kept. AM_ENVIRONMENT or AM_INPUT with a message. */
AM_MUST_USE am_status am_images_open(am_arena *arena, am_report *report,
                                     const am_images_layout *layout, long done,
                                     am_images **images);

/* Writes an array of the next image; values [voxels of this member][components]
 * of the first member are overwritten. Arrays must be written in order. */
AM_MUST_USE am_status am_images_put(am_images *images, am_report *report,
                                    size_t array, double *values);

/* Completes the image. */
AM_MUST_USE am_status am_images_end(am_images *images, am_report *report);

/* Discards the image, in place of am_images_end, after the caller has reported
 * a failure; no further image may be written. */
void am_images_abandon(am_images *images);

AM_MUST_USE am_status am_images_close(am_images *images, am_report *report);

#endif
