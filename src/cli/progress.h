/* progress.h: a line on the terminal while long work goes on. */
#ifndef AM_CLI_PROGRESS_H
#define AM_CLI_PROGRESS_H

#include <stdbool.h>

#include "base/status.h"

typedef struct {
  bool shown; /* standard error is a terminal, and nobody asked for quiet */
  const char *unit;   /* what is counted: "steps" */
  double whole, done;
  double start, last; /* [s] */
} am_progress;

/* `whole`: what there is to do; `wanted`: whether to show anything. */
void am_progress_start(am_progress *progress, const char *unit, double whole,
                       bool wanted);

/* So much is done. */
void am_progress_set(am_progress *progress, double done);

/* A text instead, shown at once. */
void am_progress_tell(am_progress *progress, const char *format, ...)
    AM_PRINTF(2, 3);

/* Since the start [s]. */
double am_progress_time(const am_progress *progress);

/* Clears the line. */
void am_progress_end(const am_progress *progress);

/* What is told to a report (am_teller): a line of the same kind, until it is
 * over.  data: the am_context, which may be quiet. */
void am_progress_look(void *context, const char *what);

#endif
