/* case_file.h: the operand CASE of commands. */
#ifndef AM_CLI_CASE_FILE_H
#define AM_CLI_CASE_FILE_H

#include "cli/command.h"
#include "case/case.h"

/* Reads the case `name`, an installed one where it is no path and no file
 * here, changed by the assignments of --set, to which those of --engine and
 * --precision are added. */
AM_MUST_USE am_status am_case_open(am_arena *arena, am_context *context,
                                   const char *name, am_case **description);

/* Is there the engine of --engine?  AM_USAGE with a message where not. */
AM_MUST_USE am_status am_case_check_engine(am_context *context);

/* The engine of --engine, if it is given, instead of the case's. */
void am_case_use_engine(const am_context *context, am_case *description);

/* Where the results of a case go: to the file of -o, else to output.file of the
 * case; NULL: standard output.  AM_USAGE or AM_INPUT with a message where its
 * name promises another format. */
AM_MUST_USE am_status am_case_output(const am_context *context,
                                     const am_case *description,
                                     am_written written, const char **path);

#endif
