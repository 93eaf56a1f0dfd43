/* h5.h: common helpers for HDF5 files; included only by code that reads or
 * writes HDF5.
 *
 * Functions return false or NULL if HDF5 fails; am_h5_why then gives the reason
 * reported by HDF5 or by the system. */
#ifndef AM_ARCHIVE_H5_H
#define AM_ARCHIVE_H5_H

#include "archive/hdf5.h"

/* Opens HDF5; must be called first. Disables messages of HDF5 and its writing
 * of incomplete data at exit. Checks the memory first, because HDF5 crashes if
 * memory is exhausted during its start; the arena reports a lack of memory. */
AM_MUST_USE am_status am_h5_begin(am_arena *arena, am_report *report);

/* Reason for the last failure, from HDF5 or the system; lost at the next call
 * of HDF5. */
const char *am_h5_why(am_arena *arena);

/* Closes any object, and records the reason of a failure; a negative object is
 * ignored. */
void am_h5_release(hid_t id);

typedef enum { AM_H5_READ, AM_H5_WRITE, AM_H5_REPLACE } am_h5_use;

/* Reason why a file cannot be used, determined without HDF5: the file is
 * missing or not HDF5 (unless it is replaced), a folder, a device, or in use by
 * another program; NULL: none. */
const char *am_h5_obstacle(const char *path, am_h5_use use);

/* Opens a file for reading or writing; negative if HDF5 fails. */
hid_t am_h5_open(const char *path, am_h5_use use);

/* File access properties: closing the file closes all its objects; when
 * writing, metadata are written only by a flush. */
hid_t am_h5_access(am_h5_use use);

/* Creation properties of a file or dataset, without time stamps, so that equal
 * data give identical files. */
hid_t am_h5_creation(hid_t class);

/* Creates missing groups of the path "a/b/c": a and a/b. */
bool am_h5_make_groups(am_arena *arena, hid_t file, const char *name);

/* Discards all further writes. After a failure HDF5 would still write cached
 * data, including an incorrect end of file; the file stays as if the process
 * had been killed. */
void am_h5_disconnect(hid_t file);

/* Attributes of an object: texts [count] of equal length, scalar if count is 0;
 * a text marked as ASCII; numbers [count] of a native type; an integer.
 * am_h5_texts returns the count (1 for a scalar). */
bool am_h5_set_texts(am_arena *arena, hid_t object, const char *name,
                     const char *const *texts, int count);
bool am_h5_set_ascii(hid_t object, const char *name, const char *text);
bool am_h5_set_numbers(hid_t object, const char *name, hid_t type, int count,
                       const void *values);
bool am_h5_set_integer(hid_t object, const char *name, long value);
const char *const *am_h5_texts(am_arena *arena, hid_t object,
                               const char *name, int *count);
const char *am_h5_text(am_arena *arena, hid_t object, const char *name);
bool am_h5_integer(hid_t object, const char *name, long *value);

/* True if an attribute holds variable-length texts, which cannot be read. */
bool am_h5_is_variable(hid_t object, const char *name);

/* Shape for messages: "[100][7][6]"; "a number" without dimensions. */
const char *am_h5_shape(am_arena *arena, const hsize_t *size, int rank);

/* Creates a dataset of doubles and its groups, with these creation properties,
 * which are released. Negative if HDF5 fails. */
hid_t am_h5_create(am_arena *arena, hid_t file, const char *name, int rank,
                   const hsize_t *size, hid_t creation);

/* Opens a dataset or group stored in the file itself. External links and
 * datasets with external or virtual storage are rejected, since the author of
 * the file could name any file there. `access`: dataset access properties, or
 * H5P_DEFAULT. */
hid_t am_h5_dataset(hid_t file, const char *name, hid_t access);
hid_t am_h5_group(hid_t file, const char *name);

/* Dimensions of a dataset, size [H5S_MAX_RANK]; returns the rank, -1 on
 * failure. */
int am_h5_size(hid_t dataset, hsize_t *size);

/* Reads a part [size…] from `start` of a dataset with `rank` dimensions as
 * doubles. */
bool am_h5_read(hid_t dataset, int rank, const hsize_t *start,
                const hsize_t *size, double *values);

/* ---- the group /conventions -----------------------------------------------
 *
 * Texts of fixed length that describe the meaning of the numbers:
 *
 *   format      kind of file and version of its layout
 *   layout      datasets and their dimensions
 *   components  [6] names of the components of a symmetric tensor, in order
 *   strain      definition of shear strains
 *   tangent     variables of differentiation
 *   sign, units, missing */

/* A kind of file. */
typedef struct {
  const char *format, *layout;
} am_conventions;

/* Files of version 0.2 have the format "automat batch 1", without checksums of
 * chunks. */
extern const am_conventions am_conventions_batch_1;
extern const am_conventions am_conventions_batch, am_conventions_fields,
    am_conventions_labels, am_conventions_restart;

/* Writes the group to an open HDF5 file. `voigt`: shear strains are engineering
 * strains. False if HDF5 fails. */
bool am_conventions_write(am_arena *arena, hid_t file,
                          const am_conventions *conventions, bool voigt);

/* Reason why an open file of another kind or version cannot be read; NULL if
 * the file has this format, or is older than the group. */
const char *am_conventions_obstacle(am_arena *arena, hid_t file,
                                    const am_conventions *conventions);

#endif
