/* file.h: output files that appear whole or not at all.
 *
 * The text goes to PATH.part, which takes the name PATH when it is committed
 * and belongs to this process until then: another one that would write PATH
 * gets a message, and what a killed one has left there is removed (claim.h).
 * What exists already and is no regular file (a device, a pipe) is written in
 * place; a symbolic link keeps pointing where it does, and is not followed
 * where somebody else may have laid it (base/link.h).
 *
 * The module, by what is written or read:
 *   any       claim, which files are to be written at all; ending, which names
 *             go with which formats; seal, whether one is as it was written
 *   text      file (here), json, xml; table, a CSV file of rows
 *   HDF5      h5, what the next ones share of it; archive*, the rows of many
 *             points, extended chunk by chunk; histories*, paths of many
 *             points; snapshot, named arrays; shard, a part of a batch with a
 *             file of its own
 *   voxels    vti*, images of VTK, read; images, fields of voxels over time,
 *             written; vtkhdf, their description for VTK; labels*, read
 *   pictures  picture, panels of curves or of a map; plot, by gnuplot (extent,
 *             quote, script)
 * Nothing here knows of laws or cases. */
#ifndef AM_FILE_H
#define AM_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/base.h"

typedef struct {
  const char *name;      /* as messages show it */
  const char *path;      /* where it will be; NULL: standard output */
  const char *temporary; /* NULL: written in place */
  int lock;              /* a descriptor of it */
  FILE *stream;
  int error;             /* errno of a write that failed, 0: none noted */
} am_file;

/* path NULL: standard output.  AM_ENVIRONMENT with a message when the file
 * cannot be made, AM_USAGE when it is not to be (claim.h). */
AM_MUST_USE am_status am_file_create(am_arena *arena, am_report *report,
                                     const char *path, am_file *file);

/* Writes a text to a file that does not exist yet; AM_ENVIRONMENT with a
 * message where it does, or cannot be written. */
AM_MUST_USE am_status am_file_write_new(am_report *report, const char *path,
                                        const char *text);

/* Has a write failed?  Notes why, so is best asked right behind it. */
bool am_file_failed(am_file *file);

/* Flushes, closes and renames.  AM_ENVIRONMENT with a message when anything
 * could not be written, AM_USAGE where the command has read the file since;
 * then no file is left behind.  Without a message where
 * standard output is a pipe that nobody reads any more. */
AM_MUST_USE am_status am_file_commit(am_file *file, am_report *report);

/* Gives a whole file its name, once it has come to the disk: a machine that
 * stops leaves the old file or the new one.  The errno of what failed, else
 * 0. */
int am_file_rename(const char *from, const char *to);

/* Closes and removes what was written. */
void am_file_discard(am_file *file);

#endif
