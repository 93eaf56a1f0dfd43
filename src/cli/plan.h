/* plan.h: `automat homogenize --plan`: resources of a volume element. */
#ifndef AM_CLI_PLAN_H
#define AM_CLI_PLAN_H

#include "cli/command.h"
#include "case/case.h"

/* Prints the resources for the given number of processes; 0: for one, two, four
 * and so on, and for the number of the launcher.  `restart`: includes restart
 * files. */
AM_MUST_USE am_status am_cell_plan_print(am_context *context,
                                    const am_case *description, bool restart,
                                    long processes);

#endif
