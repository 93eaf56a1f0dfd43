/* start.h: where a run begins that goes on with another. */
#ifndef AM_CLI_START_H
#define AM_CLI_START_H

#include "cli/command.h"
#include "point/run.h"

/* The stress that a table ends with. */
typedef struct {
  bool given;       /* the table has it */
  double stress[6]; /* tensor components */
  double largest;   /* of all rows */
} am_start;

/* The last row of the table FILE, or that of point --point in the file of a
 * batch, as an assignment to `initial`, among those of --set: the case is to be
 * read anew.  AM_INPUT, AM_ENVIRONMENT with a
 * message. */
AM_MUST_USE am_status am_start_read(am_arena *arena, am_context *context,
                                    const am_case *description,
                                    const char *file, am_start *start);

/* Warns where the stress [6] of the first row is not that of the table. */
void am_start_compare(am_report *report, const am_start *start,
                      const double *stress);

#endif
