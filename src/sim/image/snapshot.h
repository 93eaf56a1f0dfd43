/* snapshot.h: named arrays of numbers in one HDF5 file that appears whole or
 * not at all: it is PATH.part until it is committed.  A file that is flushed
 * on the way is also whole as it was then: so it appears where a later write
 * fails, and so it is found where the process was killed.
 *
 *   /NAME [size[0]]…[size[rank - 1]]   doubles; "a/b" makes the group a
 *
 * Texts are attributes of the file or of an array.  What is committed is
 * sealed (seal.h), and nothing of it is read if it is not as it was then; what
 * remains of a write that failed has no seal, and is only extended. */
#ifndef AM_IMAGE_SNAPSHOT_H
#define AM_IMAGE_SNAPSHOT_H

#include <stdbool.h>

#include "archive/parts.h"
#include "base/base.h"

enum { AM_SNAPSHOT_RANK = 4 };

typedef struct am_snapshot am_snapshot;

/* A new file.  AM_ENVIRONMENT with a message when it cannot be made. */
AM_MUST_USE am_status am_snapshot_create(am_arena *arena, am_report *report,
                                         const char *path,
                                         am_snapshot **snapshot);

/* A committed file, or PATH.part where a process was killed, to go on with.
 * AM_INPUT with a message where it is missing or damaged. */
AM_MUST_USE am_status am_snapshot_extend(am_arena *arena, am_report *report,
                                         const char *path,
                                         am_snapshot **snapshot);

/* A committed file, to read.  AM_INPUT with a message. */
AM_MUST_USE am_status am_snapshot_open(am_arena *arena, am_report *report,
                                       const char *path,
                                       am_snapshot **snapshot);

/* An array; one of that name is replaced.  Behind a call that has failed the
 * others fail too, with AM_ENVIRONMENT and without another message. */
AM_MUST_USE am_status am_snapshot_put(am_snapshot *snapshot,
                                      am_report *report, const char *name,
                                      int rank, const long *size,
                                      const double *values);

/* A part of an array: in each dimension `count` times `block` numbers, `stride`
 * from block to block.  Its numbers stand one after another. */
typedef struct {
  long start[AM_SNAPSHOT_RANK], stride[AM_SNAPSHOT_RANK];
  long count[AM_SNAPSHOT_RANK], block[AM_SNAPSHOT_RANK];
} am_snapshot_part;

long am_snapshot_numbers(const am_snapshot_part *part, int rank);

/* Of an array that is made by its first part: the others follow before anything
 * else is put. */
AM_MUST_USE am_status am_snapshot_put_part(am_snapshot *snapshot,
                                           am_report *report,
                                           const char *name, int rank,
                                           const long *size,
                                           const am_snapshot_part *part,
                                           const double *values);

/* Texts [count] of the array `name`, NULL: of the file; count 0: one. */
AM_MUST_USE am_status am_snapshot_note(am_snapshot *snapshot,
                                       am_report *report, const char *name,
                                       const char *key,
                                       const char *const *texts, int count);

/* Makes the group /conventions of a kind of file (conventions.h). */
AM_MUST_USE am_status am_snapshot_explain(
    am_snapshot *snapshot, am_report *report,
    const am_conventions *conventions);

/* Makes the group /VTKHDF of complete images, in place of an older one. */
AM_MUST_USE am_status am_snapshot_show(am_snapshot *snapshot,
                                       am_report *report,
                                       const am_vtkhdf *image);

/* What is put survives the process from now on. */
AM_MUST_USE am_status am_snapshot_flush(am_snapshot *snapshot,
                                        am_report *report);

/* The first dimension of an array, -1: there is none. */
long am_snapshot_length(const am_snapshot *snapshot, const char *name);

/* AM_INPUT with a message where there is no such array of this size. */
AM_MUST_USE am_status am_snapshot_get(const am_snapshot *snapshot,
                                      am_report *report, const char *name,
                                      int rank, const long *size,
                                      double *values);

/* The same of a part. */
AM_MUST_USE am_status am_snapshot_get_part(const am_snapshot *snapshot,
                                           am_report *report,
                                           const char *name, int rank,
                                           const long *size,
                                           const am_snapshot_part *part,
                                           double *values);

/* A text of the file, NULL: there is none. */
const char *am_snapshot_text(am_arena *arena, const am_snapshot *snapshot,
                             const char *key);

/* The caller has failed, and told so: the file becomes what it becomes where a
 * write fails. */
void am_snapshot_abandon(am_snapshot *snapshot);

/* Closes and renames what was written, or closes what was read.
 * AM_ENVIRONMENT when anything could not be written (with a message if there
 * was none yet); then only what was there at the last flush is left of it. */
AM_MUST_USE am_status am_snapshot_close(am_snapshot *snapshot,
                                        am_report *report);

/* Removes a file that is not needed any more, and what a process that was
 * killed while it wrote it has left. */
void am_snapshot_remove(am_arena *arena, const char *path);

#endif
