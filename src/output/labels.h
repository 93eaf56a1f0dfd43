/* labels.h: labels of voxels from files: whole numbers of an int's range, at
 * least 0. */
#ifndef AM_OUTPUT_LABELS_H
#define AM_OUTPUT_LABELS_H

#include "base/report.h"
#include "output/binary.h"

/* Labels [count] of numbers; the first is value `first` of `file` (from 0).
 * AM_INPUT at the first that is no label. */
AM_MUST_USE am_status am_labels_of(am_report *report, const char *file,
                                   am_place place, const double *values,
                                   long first, long count, int *labels);

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
                                         const int *grid, int *labels);

/* Opens the dataset of an HDF5 file: [nz][ny][nx], perhaps with a last
 * dimension of 1, or flat with x fastest; then grid [3] is 0 and `voxels` the
 * number.  The file is closed with the arena. */
typedef struct {
  int grid[3];
  long voxels; /* at most 2^31 - 1 */
  struct am_labels_dataset *dataset;
} am_labels_hdf5;

AM_MUST_USE am_status am_labels_hdf5_open(am_arena *arena, am_report *report,
                                          const char *path,
                                          const char *dataset,
                                          am_place place,
                                          am_labels_hdf5 *hdf5);

/* labels [voxels]; AM_INPUT when a number is no label. */
AM_MUST_USE am_status am_labels_hdf5_read(am_labels_hdf5 *hdf5,
                                          am_report *report, int *labels);

#endif
