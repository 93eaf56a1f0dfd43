/* case_file.h: the operand CASE of commands. */
#ifndef AM_CLI_CASE_FILE_H
#define AM_CLI_CASE_FILE_H

#include "cli/command.h"
#include "case/case.h"

/* Reads the case `name`, an installed one unless it is a path or a local file,
 * with the assignments of --set, to which those of --engine and --precision are
 * added. */
AM_MUST_USE am_status am_case_open(am_arena *arena, am_context *context,
                                   const char *name, am_case **description);

/* AM_USAGE with a message if the engine of --engine does not exist. */
AM_MUST_USE am_status am_case_check_engine(am_context *context);

/* Replaces the engine of the case by that of --engine, if given. */
void am_case_use_engine(const am_context *context, am_case *description);

/* Destination of the results of a case: the file of -o, else output.file of the
 * case; NULL: standard output.  AM_USAGE or AM_INPUT with a message if its name
 * indicates another format. */
AM_MUST_USE am_status am_case_output(const am_context *context,
                                     const am_case *description,
                                     am_file_format written, const char **path);

#endif
