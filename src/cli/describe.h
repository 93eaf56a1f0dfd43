/* describe.h: materials as `automat list materials` prints them. */
#ifndef AM_CLI_DESCRIBE_H
#define AM_CLI_DESCRIBE_H

#include "cli/command.h"
#include "law/parts.h"

/* Prints all that a person wants to know of one. */
AM_MUST_USE am_status am_describe_material(am_context *context,
                                           const char *name);

/* "6 unknowns" */
const char *am_unknowns(am_arena *arena, int count);

#endif
