/* output_lock.h: checks that output files may be written: they are not inputs
 * of the same command and not in use by another process. */
#ifndef AM_FILE_OUTPUT_LOCK_H
#define AM_FILE_OUTPUT_LOCK_H

#include "base/base.h"

/* Checks whether `path` may be written. AM_ENVIRONMENT if a link of another
 * user leads elsewhere (base/files.h); AM_USAGE if the command reads the file
 * too, or if a launcher has started several processes that would all write it,
 * unless am_output_per_process states that each process has its own files. */
AM_MUST_USE am_status am_output_check(am_report *report, const char *path);

/* AM_USAGE, with a message, if the command has read the file. */
AM_MUST_USE am_status am_output_check_unread(am_report *report,
                                             const char *path);

void am_output_per_process(am_report *report, bool apart);

/* Checks all outputs of a command [count]; NULL and "-" denote standard output.
 * Also checks that no two of them are the same file. */
AM_MUST_USE am_status am_outputs_check(am_report *report,
                                       const char *const *paths, size_t count);

/* Creates the file PATH.part, locked as long as its descriptor is open; removes
 * one left by a killed process of the same user. Returns a negative value, with
 * the reason, if another process holds it. */
int am_output_lock(am_arena *arena, const char *part, const char **why);

/* ---- file name extensions ------------------------------------------------ */

/* Format of an output. It depends on the command, not on the name, so a name
 * with the extension of another format is rejected as misleading. Unknown
 * extensions, and names without extension, are accepted. */
typedef enum {
  AM_WRITES_ANYTHING,
  AM_WRITES_CSV,
  AM_WRITES_HDF5,
  AM_WRITES_HTML,
  AM_WRITES_JSON,
  AM_WRITES_XML,
  AM_WRITES_YAML
} am_file_format;

/* Returns `status`, with a message at `place`, if the extension of `path`
 * (described by `what`) belongs to another format than `written`. */
AM_MUST_USE am_status am_ending_check(am_report *report, am_status status,
                                      am_place place, const char *what,
                                      const char *path, am_file_format written);

#endif
