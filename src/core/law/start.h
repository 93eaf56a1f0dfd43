/* start.h: the stress of a law where a point starts, and a note of it. */
#ifndef AM_LAW_START_H
#define AM_LAW_START_H

#include "law/law.h"

/* The stress there, coordinates [6]. */
void am_law_stress(am_arena *arena, const am_law *law, const am_law_point *at,
                   double *stress);

/* A stress at the start, as it is told. */
typedef struct {
  am_place place;
  const char *where;      /* "", or " in phase 'NAME'" */
  const char *quantity;   /* "stress" or "P" */
  const double *stress;   /* [count] components */
  int count;
  const double *external; /* [nf] */
  bool refused;           /* no stress can be given for the start */
} am_start_stress_note;

/* Prints a note if a law with external fields has a stress at the start, since a
 * body that is heated before a test is seldom held; true if it was printed. */
bool am_law_note_stress(am_report *report, const am_law *law,
                        const am_start_stress_note *note);

#endif
