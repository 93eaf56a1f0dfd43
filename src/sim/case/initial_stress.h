/* initial_stress.h: laws whose strains are measured from the strain of a
 * prescribed initial stress, and a note about an initial stress that is not
 * prescribed. */
#ifndef AM_CASE_INITIAL_STRESS_H
#define AM_CASE_INITIAL_STRESS_H

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

typedef struct am_origin am_origin;
typedef struct am_origin_frame am_origin_frame;

/* Initial conditions of a point. */
typedef struct {
  double stress[6];       /* tensor components */
  const double *state;    /* [nx], NaN: initial value of the law */
  const double *external; /* [nf] */
  am_place place;         /* for messages */
} am_law_start;

/* Shifts the origin of the law's strains to the strain that has the prescribed
 * stress. Adds six parameter numbers that store this strain. Call it before
 * functions of the law are generated and before points get parameters. AM_INPUT
 * if no such strain exists or the stress is outside the elastic domain. */
AM_MUST_USE am_status am_law_count_from(am_report *report, am_law *law,
                                        const am_law_start *start);

/* Workspace; each thread needs its own. */
am_origin_frame *am_origin_frame_new(am_arena *arena, const am_origin *origin);

/* Computes the origin for other parameters and stores it in them. Returns NULL,
 * or a phrase that describes the failure; *surface is the violated yield
 * function, else -1. */
const char *am_origin_find(am_origin_frame *frame, double *parameters,
                           int *surface);

#endif
