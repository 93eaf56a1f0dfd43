/* start.h: initial stress of a law, and a note about it. */
#ifndef AM_LAW_START_H
#define AM_LAW_START_H

#include "law/law.h"

/* Stress of the law at a point, coordinates [6]. */
void am_law_stress(am_arena *arena, const am_law *law, const am_law_point *at,
                   double *stress);

/* Data of a note about an initial stress. */
typedef struct {
  am_place place;
  const char *where;      /* "", or " in phase 'NAME'" */
  const char *quantity;   /* "stress" or "P" */
  const double *stress;   /* [count] components */
  int count;
  const double *external; /* [nf] */
  bool refused;           /* the initial stress cannot be prescribed */
} am_start_stress_note;

/* Prints a note if the initial stress of a law with external fields is not
 * zero, because bodies are seldom constrained while they are heated before a
 * test. True if the note was printed. */
bool am_law_note_stress(am_report *report, const am_law *law,
                        const am_start_stress_note *note);

#endif
