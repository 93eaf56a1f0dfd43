/* open_input.h: input files, whose names may come from other files.
 *
 * An open file is closed with its arena at the latest, for example when memory
 * runs out. */
#ifndef AM_BASE_OPEN_INPUT_H
#define AM_BASE_OPEN_INPUT_H

#include <stdio.h>

#include "base/report.h"

/* Reason why a file cannot be read: AM_ENVIRONMENT if memory or file
 * descriptors run out or the disk fails, else AM_INPUT. */
typedef struct {
  am_status status;
  const char *text;
} am_obstacle;

/* Reason for an errno of a file operation. */
am_obstacle am_input_obstacle(int error);

/* Opens a file; NULL with the reason in *why on failure.  Folders and terminals
 * are rejected.  A pipe without a writer is read as empty after two seconds, so
 * that a file name in an input cannot block the program for ever.  The file is
 * noted in the report. */
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

#endif
