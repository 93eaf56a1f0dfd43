/* progress.h: a line on the terminal while long work goes on. */
#ifndef AM_CLI_PROGRESS_H
#define AM_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct {
  bool shown; /* standard error is a terminal, and nobody asked for quiet */
  double whole, done; /* what is counted: loading steps */
  double start, last; /* [s] */
} am_progress;

/* `whole`: what there is to do; `wanted`: whether to show anything. */
void am_progress_start(am_progress *progress, double whole, bool wanted);

/* One more is done. */
void am_progress_step(am_progress *progress);

/* Clears the line. */
void am_progress_end(const am_progress *progress);

#endif
