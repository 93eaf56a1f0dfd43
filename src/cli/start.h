/* start.h: initial state of a run that continues another run. */
#ifndef AM_CLI_START_H
#define AM_CLI_START_H

#include "cli/command.h"
#include "point/run.h"

/* Stress at the end of a table. */
typedef struct {
  bool given;       /* the table contains it */
  double stress[6]; /* tensor components */
  double largest;   /* maximum over all rows */
} am_start;

/* Reads the last row of the table FILE, or that of point --point in the file of
 * a batch, as an assignment to `initial`, added to those of --set: the case
 * must be read again.  AM_INPUT or AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_start_read(am_arena *arena, am_context *context,
                                    const am_case *description,
                                    const char *file, am_start *start);

/* Warns if the stress [6] of the first row differs from that of the table. */
void am_start_compare(am_report *report, const am_start *start,
                      const double *stress);

#endif
