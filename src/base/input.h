/* input.h: files to be read, whose names may come from other files.
 *
 * They are closed with their arena where nobody else closes them, as when
 * memory runs out meanwhile. */
#ifndef AM_BASE_INPUT_H
#define AM_BASE_INPUT_H

#include <stdio.h>

#include "base/arena.h"
#include "base/status.h"

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
 * ever. */
FILE **am_input_open(am_arena *arena, const char *path, am_obstacle *why);

/* Closes it now. */
void am_input_close(FILE **input);

#endif
