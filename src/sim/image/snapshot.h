/* snapshot.h: named arrays in one HDF5 file that is complete or absent: its
 * name is PATH.part until it is committed. If a write fails or the process is
 * killed, the state of the last flush is restored.
 *
 *   /NAME [size[0]]…[size[rank - 1]]   doubles; "a/b" makes the group a
 *
 * Texts are attributes of the file or of an array. Committed files get a
 * checksum, which is verified before anything is read. A file left
 * after a failed write has no checksum and can only be extended. */
#ifndef AM_IMAGE_SNAPSHOT_H
#define AM_IMAGE_SNAPSHOT_H

#include "archive/parts.h"

enum { AM_SNAPSHOT_RANK = 4 };

typedef struct am_snapshot am_snapshot;

/* Creates a file. AM_ENVIRONMENT, with a message, if that fails. */
AM_MUST_USE am_status am_snapshot_create(am_arena *arena, am_report *report,
                                         const char *path,
                                         am_snapshot **snapshot);

/* Opens a committed file, or PATH.part of a killed process, to extend it.
 * AM_INPUT, with a message, if it is missing or damaged. */
AM_MUST_USE am_status am_snapshot_extend(am_arena *arena, am_report *report,
                                         const char *path,
                                         am_snapshot **snapshot);

/* Opens a committed file for reading. AM_INPUT with a message. */
AM_MUST_USE am_status am_snapshot_open(am_arena *arena, am_report *report,
                                       const char *path,
                                       am_snapshot **snapshot);

/* A part of an array: in each dimension `count` blocks of `block` numbers, at
 * distance `stride`. Its numbers are contiguous in memory. */
typedef struct {
  long start[AM_SNAPSHOT_RANK], stride[AM_SNAPSHOT_RANK];
  long count[AM_SNAPSHOT_RANK], block[AM_SNAPSHOT_RANK];
} am_snapshot_part;

typedef struct {
  const char *name;
  int rank;
  long size[AM_SNAPSHOT_RANK];
  const am_snapshot_part *part; /* part to be moved; NULL: the whole array */
} am_snapshot_array;

/* Numbers in the part or in the whole array. */
long am_snapshot_numbers(const am_snapshot_array *array);

/* Writes an array, replacing one of the same name, or a part of an array, which
 * is created with its first part; all parts must be written before other
 * arrays. After a failed call all further calls fail with AM_ENVIRONMENT,
 * without another message. */
AM_MUST_USE am_status am_snapshot_put(am_snapshot *snapshot, am_report *report,
                                      const am_snapshot_array *array,
                                      const double *values);

/* Sets texts [count] of the array `name`, or of the file if NULL; count 0: a
 * scalar text. */
AM_MUST_USE am_status am_snapshot_note(am_snapshot *snapshot, am_report *report,
                                       const char *name, const char *key,
                                       const char *const *texts, int count);

/* Writes the group /conventions for a kind of file. */
AM_MUST_USE am_status am_snapshot_explain(
    am_snapshot *snapshot, am_report *report,
    const am_conventions *conventions);

/* Writes the group /VTKHDF for complete images, replacing an older one. */
AM_MUST_USE am_status am_snapshot_show(am_snapshot *snapshot, am_report *report,
                                       const am_vtkhdf *image);

/* Flushes all previous writes, which are then kept if the process is killed. */
AM_MUST_USE am_status am_snapshot_flush(am_snapshot *snapshot,
                                        am_report *report);

/* First dimension of an array, -1: no such array. */
long am_snapshot_length(const am_snapshot *snapshot, const char *name);

/* Reads an array or its part. AM_INPUT, with a message, if there is no array
 * of this size. */
AM_MUST_USE am_status am_snapshot_get(const am_snapshot *snapshot,
                                      am_report *report,
                                      const am_snapshot_array *array,
                                      double *values);

/* Text of the file, NULL: not present. */
const char *am_snapshot_text(am_arena *arena, const am_snapshot *snapshot,
                             const char *key);

/* Marks the file as after a failed write; the caller has reported a failure. */
void am_snapshot_abandon(am_snapshot *snapshot);

/* Closes and renames a file that was written, or closes one that was read.
 * AM_ENVIRONMENT if a write failed (with a message unless one was given); the
 * file then holds the state of the last flush. */
AM_MUST_USE am_status am_snapshot_close(am_snapshot *snapshot,
                                        am_report *report);

/* Removes a file that is no longer needed, and the temporary file of a killed
 * process. */
void am_snapshot_remove(am_arena *arena, const char *path);

/* ---- checksums of files ---------------------------------------------------
 *
 * A checksum at the end of a file allows a reader to verify the file before
 * passing it to a library. HDF5 does not read beyond the end of its data. */

/* Appends the checksum to a complete file; returns errno, 0 if successful. */
int am_checksum_append(const char *path);

/* Reason why a file differs from its checksum; NULL if both agree, or if there
 * is no checksum and none is `needed`. */
const char *am_checksum_obstacle(const char *path, bool needed);

#endif
