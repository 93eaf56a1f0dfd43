/* input.h: files to be read, whose names may come from other files.
 *
 * They are closed with their arena where nobody else closes them, as when
 * memory runs out meanwhile. */
#ifndef AM_BASE_INPUT_H
#define AM_BASE_INPUT_H

#include <stdio.h>

#include "base/report.h"

/* Why a file cannot be read: AM_ENVIRONMENT where the machine lacks memory or
 * descriptors or its disk fails, else AM_INPUT. */
typedef struct {
  am_status status;
  const char *text;
} am_obstacle;

/* What an errno means for a file. */
am_obstacle am_input_obstacle(int error);

/* Opens a file, which is no folder and no terminal; NULL and why it cannot be
 * read.  A pipe is given two seconds until somebody writes into it, and is
 * empty otherwise: whoever names a file cannot make its reader wait for
 * ever.  The report knows it from then on. */
FILE **am_input_open(am_arena *arena, am_report *report, const char *path,
                     am_obstacle *why);

/* Notes a regular file that is read, so that it is not written, too, or all
 * that another report knows; was it read by any name? */
void am_input_note(am_report *report, const char *path);
void am_input_note_all(am_report *report, const am_report *from);
bool am_input_is_known(const am_report *report, const char *path);

/* Closes it now. */
void am_input_close(FILE **input);

#endif
