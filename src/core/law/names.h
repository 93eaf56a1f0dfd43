/* names.h: names of all numbers that a law computes with, for listings. */
#ifndef AM_LAW_NAMES_H
#define AM_LAW_NAMES_H

#include "law/law.h"

/* Coordinates of tensors count from 0, of deviators from 1; members of lists
 * and components of vectors from 1. */
typedef struct {
  const char **inputs[AM_INPUT_KINDS]; /* by kind and index; NULL: of functions
                                          of schemes alone */
  const char **rates;  /* [na] "rate_x"; of a multiplier the surface's name */
  const char **stress; /* [6] */
} am_law_names;

am_law_names am_law_names_of(am_arena *arena, const am_law *law);

/* Names an input (expr/print.h); data: am_law_names. */
const char *am_law_name_input(void *data, am_input_kind kind, int index);

#endif
