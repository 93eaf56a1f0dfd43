/* plan.h: `automat homogenize --plan`: what a volume element would take. */
#ifndef AM_CLI_PLAN_H
#define AM_CLI_PLAN_H

#include "cli/command.h"
#include "case/case.h"

/* Prints it for so many processes; 0: for one, twice as many, and so on, and
 * for those of the launcher.  `restart`: it would write restart files. */
AM_MUST_USE am_status am_cell_plan_print(am_context *context,
                                    const am_case *description, bool restart,
                                    long processes);

#endif
