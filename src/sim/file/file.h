/* file.h: output files that are written completely or not at all.
 *
 * Text is written to PATH.part, which is renamed to PATH on commit and locked
 * until then: another process that would write PATH gets a message, and a file
 * left by a killed process is removed (output_lock.c). Existing devices and
 * pipes are written in place. A symbolic link is kept, but is not followed if
 * another user may have created it (base/files.h). Nothing here depends on laws
 * or cases. */
#ifndef AM_FILE_H
#define AM_FILE_H

#include "base/base.h"

enum { AM_TERMINAL_DIGITS = 6 }; /* of numbers on a terminal */

typedef struct {
  const char *name;      /* name for messages */
  const char *path;      /* final path; NULL: standard output */
  const char *temporary; /* NULL: written in place */
  FILE *stream;          /* holds the lock; NULL: not open */
  int error;             /* errno of a failed write, 0: none */
  int digits;            /* of numbers in tables; 0: as many as are exact */
} am_file;

/* Opens a file for writing; path NULL or "-": standard output.  AM_ENVIRONMENT,
 * with a message, if it cannot be created; AM_USAGE if it must not be written
 * (output_lock.c). */
AM_MUST_USE am_status am_file_create(am_arena *arena, am_report *report,
                                     const char *path, am_file *file);

/* Writes a text to a new file; AM_ENVIRONMENT, with a message, if the file
 * exists or cannot be written. */
AM_MUST_USE am_status am_file_write_new(am_report *report, const char *path,
                                        const char *text);

/* True if a write has failed. Records errno; therefore call am_file_failed or
 * am_file_commit directly after writing. */
bool am_file_failed(am_file *file);

/* Flushes, closes and renames the file. AM_ENVIRONMENT, with a message, if a
 * write failed; AM_USAGE if the command has read the file since it was opened;
 * the new file is then removed. No message if standard output is a closed
 * pipe. */
AM_MUST_USE am_status am_file_commit(am_file *file, am_report *report);

/* Flushes a complete file to the disk and renames it, so that after a crash
 * either the old or the new file exists. Returns errno, or 0. */
int am_file_rename(const char *from, const char *to);

/* Closes and removes the unfinished file. */
void am_file_discard(am_file *file);

#endif
