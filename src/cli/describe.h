/* describe.h: descriptions of materials for `automat list materials`. */
#ifndef AM_CLI_DESCRIBE_H
#define AM_CLI_DESCRIBE_H

#include "cli/command.h"
#include "law/parts.h"

/* Prints the complete description of a material. */
AM_MUST_USE am_status am_describe_material(am_context *context,
                                           const char *name);

/* "6 unknowns" */
const char *am_unknowns(am_arena *arena, int count);

#endif
