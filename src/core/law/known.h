/* known.h: materials as pages for people show them: read, with their own
 * parameters, and classified. */
#ifndef AM_LAW_KNOWN_H
#define AM_LAW_KNOWN_H

#include "law/class.h"

/* A material, its law with its own parameters, and its class. */
typedef struct {
  am_arena *arena;
  const am_material *material;
  am_law *law;
  am_class class;
} am_known_material;

/* Reads an installed material, or a file that ends in .yaml. */
AM_MUST_USE am_status am_know_material(am_arena *arena, am_report *report,
                                       const char *name,
                                       am_known_material *known);

/* "strict GSM", "not strict GSM" */
const char *am_strictness(const am_law *law);

/* The members of a list of internal variables, 0: it is no list. */
int am_members(const am_law *law, const char *base);

/* "scalar", "deviatoric", "symmetric" */
const char *am_internal_type(const am_internal *variable);

/* The class of all members of a list together, and their unknowns; "viscous",
 * … for one. */
unsigned am_known_class(const am_known_material *known, const char *base,
                        int *unknowns);
const char *am_class_word(unsigned class);

/* The arguments of a potential: `first`, unless it is "", and the internal
 * variables behind `prefix`. */
const char *am_known_arguments(const am_known_material *known,
                               const char *first, const char *prefix);

#endif
