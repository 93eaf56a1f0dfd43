/* images.h: images of voxels at several times, in a format that ParaView
 * opens with the times.
 *
 *   vti   PATH_0000.vti, … one for each image, named by its loading step, and
 *         PATH.pvd, the collection of them
 *   hdf5  PATH.h5 with /step_0000/NAME [grid[2]][grid[1]][grid[0]] and
 *         [components] behind it, attributes `unit`, `about`, `components`,
 *         /size and /grid; /VTKHDF, which describes them to VTK (vtkhdf.h);
 *         and PATH.xdmf
 *
 * Every image is complete or absent; a failure to write one leaves those
 * before it. */
#ifndef AM_IMAGE_IMAGES_H
#define AM_IMAGE_IMAGES_H

#include "file/claim.h"
#include "file/file.h"
#include "image/vti.h"
#include "team/team.h"

typedef struct {
  const char *path;            /* without an ending */
  am_vti_layout voxels;        /* its time is not read */
  const char *const *units, *const *abouts; /* of its arrays */
  const long *steps;           /* [count] of the images, increasing */
  const double *times;         /* [count] */
  long count;
} am_images_layout;

typedef struct am_images am_images;

/* How images are written; its functions are internal. */
typedef struct {
  const char *name;
  const char *endings[2]; /* of images, and of what describes them */
  am_written written;
  am_status (*open)(am_images *images, am_report *report);
  am_status (*begin)(am_images *images, am_report *report);
  am_status (*put)(am_images *images, am_report *report, size_t array,
                   am_slab planes, const void *values);
  am_status (*end)(am_images *images, am_report *report);
  void (*abandon)(am_images *images);
  void (*describe)(const am_images *images, FILE *out);
  am_status (*close)(am_images *images, am_report *report);
} am_images_format;

extern const am_images_format am_images_vti, am_images_hdf5;

struct am_images {
  am_arena *arena;
  const am_images_format *format;
  am_images_layout layout;
  long done;         /* images that are complete */
  am_file described; /* pvd, xdmf */
  am_vti *vti;       /* the present image */
  struct am_snapshot *file;
  double *room;      /* for planes of integers as doubles; or NULL */
};

/* The layout stays valid.  `done`: images that an earlier run has left, which
 * stay.  AM_ENVIRONMENT, AM_INPUT with a message. */
AM_MUST_USE am_status am_images_open(am_arena *arena, am_report *report,
                                     const am_images_format *format,
                                     const am_images_layout *layout, long done,
                                     am_images **images);

/* The next image: between begin and end its arrays, one after the other, each
 * by stretches of planes k from the first one on, which has most, with the
 * values [voxels][components] of their types. */
AM_MUST_USE am_status am_images_begin(am_images *images, am_report *report);
AM_MUST_USE am_status am_images_put(am_images *images, am_report *report,
                                    size_t array, am_slab planes,
                                    const void *values);
AM_MUST_USE am_status am_images_end(am_images *images, am_report *report);

/* In the place of end: the caller has failed, and told so.  The image is not
 * there, and no other follows. */
void am_images_abandon(am_images *images);

/* Describes the images that are complete, unless their file is lost. */
AM_MUST_USE am_status am_images_close(am_images *images, am_report *report);

/* Behind the last '/' of a path. */
const char *am_images_name(const char *path);

#endif
