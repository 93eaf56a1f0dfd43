/* describe.h: materials as `automat list materials` prints them. */
#ifndef AM_CLI_DESCRIBE_H
#define AM_CLI_DESCRIBE_H

#include "cli/command.h"
#include "material/class.h"

/* A material, its law with its own parameters, and its class. */
typedef struct {
  am_arena *arena;
  am_material *material;
  am_law *law;
  am_class class;
} am_known_material;

/* Reads an installed material, or a file that ends in .yaml. */
AM_MUST_USE am_status am_know_material(am_arena *arena, am_report *report,
                                       const char *name,
                                       am_known_material *known);

/* Prints all that a person wants to know of one. */
AM_MUST_USE am_status am_describe_material(am_context *context,
                                           const char *name);

/* "strict GSM", "not strict GSM" */
const char *am_strictness(const am_law *law);

/* "6 unknowns" */
const char *am_unknowns(am_arena *arena, int count);

/* The members of a list of internal variables, 0: it is no list. */
int am_members(const am_law *law, const char *base);

#endif
