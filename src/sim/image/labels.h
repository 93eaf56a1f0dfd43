/* labels.h: reads labels of voxels from files: integers from 0 to INT_MAX. */
#ifndef AM_IMAGE_LABELS_H
#define AM_IMAGE_LABELS_H

#include "base/base.h"

/* ---- numbers in files ---------------------------------------------------- */

enum { AM_BINARY_WIDEST = 8 };

typedef struct {
  const char *name; /* "int8" … "uint64", "float32", "float64" */
  int bytes;
  bool floating, with_sign;
} am_binary_type;

/* Type of a name, case-insensitive; NULL: unknown. */
const am_binary_type *am_binary_find(const char *name);

/* Number with the bits of `count` <= 8 bytes; big: most significant byte
 * first. */
uint64_t am_binary_bits(const unsigned char *bytes, int count, bool big);

/* Decodes numbers [count]; integers beyond 2^53 are rounded. big: most
 * significant byte first. */
void am_binary_decode(const am_binary_type *type, bool big,
                      const unsigned char *bytes, size_t count, double *values);

/* ---- labels -------------------------------------------------------------- */

/* Destination of values `first` … first + count - 1: labels or values. */
typedef struct {
  int *labels;
  double *values; /* must be finite */
  long first, count;
} am_voxel_room;

/* Stores the values that belong to the destination, counted from index `first`;
 * only checks the others. */
AM_MUST_USE am_status am_voxels_take(am_report *report, const char *file,
                                     am_place place, const double *values,
                                     long first, long count,
                                     am_voxel_room room);

/* A file that contains only numbers, least significant byte first, after `skip`
 * bytes. */
typedef struct {
  const am_binary_type *type;
  long skip;
  bool z_fastest; /* else x fastest */
} am_labels_raw;

/* Reads the file; AM_INPUT if the number of values differs from the number of
 * voxels of the grid [3]. */
AM_MUST_USE am_status am_labels_raw_read(am_report *report, const char *path,
                                         am_place place,
                                         const am_labels_raw *raw,
                                         const int *grid, am_voxel_room room);

/* Opens a dataset of an HDF5 file: [nz][ny][nx], optionally with a last
 * dimension of 1, or flat with x fastest; in this case grid [3] is 0 and
 * `voxels` is the number of values. The file is closed with the arena. */
typedef struct {
  int grid[3];
  long voxels; /* at most 2^31 - 1 */
  double size[3]; /* edge lengths of the cell in a file written by automat, else
                     0 */
  struct am_labels_dataset *dataset;
} am_labels_hdf5;

AM_MUST_USE am_status am_labels_hdf5_open(am_arena *arena, am_report *report,
                                          const char *path, const char *dataset,
                                          am_place place, am_labels_hdf5 *hdf5);

/* Reads the dataset; AM_INPUT if a number is not a label or a value is not
 * finite. */
AM_MUST_USE am_status am_labels_hdf5_read(am_labels_hdf5 *hdf5,
                                          am_report *report,
                                          am_voxel_room room);

#endif
