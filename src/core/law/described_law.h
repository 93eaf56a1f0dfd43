/* described_law.h: materials with their law and class, as needed for
 * documentation and listings. */
#ifndef AM_LAW_DESCRIBED_LAW_H
#define AM_LAW_DESCRIBED_LAW_H

#include "law/class.h"

/* Material, its law with the parameters of the file, and its class. */
typedef struct {
  am_arena *arena;
  const am_material *material;
  am_law *law;
  am_class class;
} am_described_law;

/* Reads and classifies an installed material, or a file with a name ending in
 * .yaml. */
AM_MUST_USE am_status am_know_material(am_arena *arena, am_report *report,
                                       const char *name,
                                       am_described_law *known);

/* Returns "strict GSM", "not strict GSM" or "not from a potential". */
const char *am_strictness(const am_law *law);

/* Number of members of a list of internal variables; 0: not a list. */
int am_members(const am_law *law, const char *base);

/* "scalar", "deviatoric", "symmetric" */
const char *am_internal_type(const am_internal *variable);

/* Union of the classes of all members of a variable, and its number of
 * unknowns. am_class_word: "viscous", ... for a class. */
unsigned am_described_law_class(const am_described_law *known, const char *base,
                        int *unknowns);
const char *am_class_word(unsigned class);

/* Arguments of a potential as text: `first` (unless ""), then the internal
 * variables with `prefix`. */
const char *am_described_law_arguments(const am_described_law *known,
                               const char *first, const char *prefix);

#endif
