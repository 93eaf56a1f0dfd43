/* names.h: names of all quantities in the equations of a law, for listings. */
#ifndef AM_LAW_NAMES_H
#define AM_LAW_NAMES_H

#include "law/law.h"

/* Indices of tensor coordinates start at 0, of deviators, list members and
 * vector components at 1. */
typedef struct {
  const char **inputs[AM_INPUT_KINDS]; /* by kind and index; NULL: kinds that
                                          occur only in functions of schemes */
  const char **rates;  /* [na] "rate_x"; for a multiplier, the name of its yield
                          function */
  const char **stress; /* [6] */
} am_law_names;

am_law_names am_law_names_of(am_arena *arena, const am_law *law);

/* Names an input (callback of expr/print.h); data: am_law_names. */
const char *am_law_name_input(void *data, am_input_kind kind, int index);

#endif
