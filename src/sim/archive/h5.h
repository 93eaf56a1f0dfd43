/* h5.h: what the files of output share of HDF5.  Only they include this.
 *
 * The functions return false or NULL where HDF5 fails; am_h5_why then says
 * why, in words of HDF5 or of the system. */
#ifndef AM_ARCHIVE_H5_H
#define AM_ARCHIVE_H5_H

#include <stdbool.h>

#include "archive/hdf5.h"
#include "base/base.h"

/* First of all: opens HDF5, which neither prints messages nor writes at exit
 * what a failure has left behind.  HDF5 crashes where memory runs out while it
 * starts, so it starts where there is some; else the arena is told. */
AM_MUST_USE am_status am_h5_begin(am_arena *arena, am_report *report);

/* The reason of the last failure, of HDF5 or else of the system.  The next
 * call of HDF5 forgets it. */
const char *am_h5_why(am_arena *arena);

/* Closes anything (nothing when negative) and keeps the reason. */
void am_h5_release(hid_t id);

typedef enum { AM_H5_READ, AM_H5_WRITE, AM_H5_REPLACE } am_h5_use;

/* Why a file cannot be used, as far as is seen without HDF5: it is missing
 * or no HDF5 (unless it is replaced), a folder, a device, in use by another
 * program; NULL when nothing speaks against it. */
const char *am_h5_obstacle(const char *path, am_h5_use use);

/* Opens a file to read or to write it; negative where HDF5 fails. */
hid_t am_h5_open(const char *path, am_h5_use use);

/* Properties of access to a file: closing it closes what is open of it, and
 * unless it is only read nothing but data is written between flushes.
 * Negative where HDF5 fails. */
hid_t am_h5_access(am_h5_use use);

/* Properties of what is created: a file, a dataset.  Objects keep no times,
 * so that the same numbers give the same bits. */
hid_t am_h5_creation(hid_t class);

/* The groups of "a/b/c", a and a/b, where they are missing. */
bool am_h5_make_groups(am_arena *arena, hid_t file, const char *name);

/* After a failure HDF5 would still write what it holds in memory, an end of
 * the file too that was never reached: what it writes from now on goes
 * nowhere, as if the process had been killed before. */
void am_h5_disconnect(hid_t file);

/* Attributes of an object: texts [count] of one length, a scalar one where
 * count is 0; one that is marked as ASCII; numbers [count] of a native type; an
 * integer.  am_h5_texts gives the count (1 for a scalar). */
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

/* Does an attribute hold texts of variable length, which are not read? */
bool am_h5_is_variable(hid_t object, const char *name);

/* "[100][7][6]", "a number" without dimensions. */
const char *am_h5_shape(am_arena *arena, const hsize_t *size, int rank);

/* Opens a dataset or group of the file itself: not one that a link finds in
 * another file, nor a dataset whose values lie in others, since whoever made
 * the file could name any file there.  `access`: properties of access to a
 * dataset, or H5P_DEFAULT. */
hid_t am_h5_dataset(hid_t file, const char *name, hid_t access);
hid_t am_h5_group(hid_t file, const char *name);

/* The dimensions of a dataset, size [H5S_MAX_RANK]; the rank, -1 when there
 * are none. */
int am_h5_size(hid_t dataset, hsize_t *size);

/* The part of a dataset of `rank` dimensions, [size…] from `start` on, as
 * doubles. */
bool am_h5_read(hid_t dataset, int rank, const hsize_t *start,
                const hsize_t *size, double *values);

#endif
