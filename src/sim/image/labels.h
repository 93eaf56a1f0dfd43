/* labels.h: labels of voxels from files: whole numbers of an int's range, at
 * least 0. */
#ifndef AM_IMAGE_LABELS_H
#define AM_IMAGE_LABELS_H

#include "base/base.h"
#include "image/binary.h"
#include "image/label_array.h"

/* The label that a number is, value `number` of `file` (from 0).  AM_INPUT where
 * it is none. */
AM_MUST_USE am_status am_label_of(am_report *report, const char *file,
                                  am_place place, double value, long number,
                                  int *label);

/* Where numbers `first` … first + count - 1 of voxels go: to one of these. */
typedef struct {
  am_labels *labels;
  double *values; /* that must be finite */
  long first, count;
} am_voxel_room;

/* The same to either of them, from number `first` on, as far as there is room
 * for these; the others are looked at. */
AM_MUST_USE am_status am_voxels_take(am_report *report, const char *file,
                                     am_place place, const double *values,
                                     long first, long count,
                                     am_voxel_room room);

/* The labels of a file that holds nothing but numbers, least significant byte
 * first, behind `skip` bytes. */
typedef struct {
  const am_binary_type *type;
  long skip;
  bool z_fastest; /* else x */
} am_labels_raw;

/* AM_INPUT when there are not just as many as the grid [3] has voxels. */
AM_MUST_USE am_status am_labels_raw_read(am_report *report, const char *path,
                                         am_place place,
                                         const am_labels_raw *raw,
                                         const int *grid,
                                         am_voxel_room room);

/* Opens the dataset of an HDF5 file: [nz][ny][nx], perhaps with a last
 * dimension of 1, or flat with x fastest; then grid [3] is 0 and `voxels` the
 * number.  The file is closed with the arena. */
typedef struct {
  int grid[3];
  long voxels; /* at most 2^31 - 1 */
  double size[3]; /* edges of the cell in a file of ours, else 0 */
  struct am_labels_dataset *dataset;
} am_labels_hdf5;

AM_MUST_USE am_status am_labels_hdf5_open(am_arena *arena, am_report *report,
                                          const char *path,
                                          const char *dataset,
                                          am_place place,
                                          am_labels_hdf5 *hdf5);

/* AM_INPUT when a number is no label, or a value not finite. */
AM_MUST_USE am_status am_labels_hdf5_read(am_labels_hdf5 *hdf5,
                                          am_report *report,
                                          am_voxel_room room);

#endif
