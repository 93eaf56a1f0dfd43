/* case_file.h: the operand CASE of commands. */
#ifndef AM_CLI_CASE_FILE_H
#define AM_CLI_CASE_FILE_H

#include "cli/command.h"
#include "path/case.h"

/* Reads the case `name`, an installed one where it is no path and no file
 * here, changed by the assignments of --set. */
AM_MUST_USE am_status am_case_open(am_arena *arena, am_context *context,
                                   const char *name, am_case **description);

/* Is this a file that a batch writes: does it end in .h5 or .hdf5? */
bool am_case_is_archive(const char *name);

#endif
