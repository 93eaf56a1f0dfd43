/* files.h: input files, whose names may come from other files; symbolic links
 * in output paths; temporary folders.
 *
 * An open file is closed with its arena at the latest, for example when memory
 * runs out. */
#ifndef AM_BASE_FILES_H
#define AM_BASE_FILES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/report.h"

/* Reason why a file cannot be read: AM_ENVIRONMENT if memory or file
 * descriptors run out or the disk fails, else AM_INPUT. */
typedef struct {
  am_status status;
  const char *text;
} am_obstacle;

/* Opens a file; NULL with the reason in *why on failure.  Folders and terminals
 * are rejected.  A pipe without a writer is read as empty after two seconds, so
 * that a file name in an input cannot block the program for ever.  The report
 * records the file as an input. */
FILE **am_input_open(am_arena *arena, am_report *report, const char *path,
                     am_obstacle *why);

/* am_input_note records a regular file as an input, so that it is not
 * overwritten later; am_input_note_all copies the records of another report.
 * am_input_is_known is true if the file is recorded, under any name. */
void am_input_note(am_report *report, const char *path);
void am_input_note_all(am_report *report, const am_report *from);
bool am_input_is_known(const am_report *report, const char *path);

/* Closes the file before its arena does. */
void am_input_close(FILE **input);

/* Reads a whole file of at most 2^20 `megabytes` bytes; false with the reason
 * in *why on failure. The source has the name `path`, and no text after a
 * failure. */
bool am_input_read(am_arena *arena, am_report *report, const char *path,
                   size_t megabytes, am_source *source, am_obstacle *why);

/* Safe treatment of symbolic links in output paths.
 *
 * In a folder that everybody may write to, such as /tmp, another user can place
 * a link or a pipe under the name that the program is about to write.  The
 * program follows such a link only if it belongs to the user or to the owner of
 * the folder, even if the system would follow it (Linux:
 * fs.protected_symlinks). */

/* Reason why `path` is not written, and how to proceed: `path` is a link or
 * pipe of another user, or leads to one.  NULL if it may be written. */
const char *am_symlink_obstacle(am_arena *arena, const char *path);

/* Path of the file after links at its end are resolved, so that renaming a file
 * onto it keeps the links.  Returns `path` itself if the file does not exist,
 * and the link of another user if there is one, which renaming replaces. */
const char *am_symlink_resolved(am_arena *arena, const char *path);

/* Creates the private folder BASE/NAME-XXXXXX.  Returns NULL, or the reason of
 * a failure. */
const char *am_temporary_make(am_arena *arena, const char *base,
                              const char *name, const char **path);

/* Removes a folder with its contents, or a file; NULL: nothing. */
void am_temporary_remove(const char *path);

/* Removes private folders and files NAME-XXXXXX in `base` that killed processes
 * of this user have left: those not modified for a week. */
void am_temporary_sweep(am_arena *arena, const char *base, const char *name);

#endif
