/* origin.h: a law whose strains count from where a given stress is. */
#ifndef AM_LAW_ORIGIN_H
#define AM_LAW_ORIGIN_H

#include "law/law.h"

typedef struct am_origin am_origin;
typedef struct am_origin_frame am_origin_frame;

/* Where a point starts. */
typedef struct {
  double stress[6];       /* tensor components */
  const double *state;    /* [nx], NaN where it is the law's */
  const double *external; /* [nf] */
  am_place place;         /* for messages */
} am_law_start;

/* From now on the strains of the law count from the strain that has this
 * stress; before functions of the law are made, and before points have their
 * parameters: it has six more numbers of them, where that strain stands.
 * AM_INPUT with a message where there is none, or the stress lies outside of
 * the elastic domain. */
AM_MUST_USE am_status am_law_count_from(am_report *report, am_law *law,
                                        const am_law_start *start);

/* Every thread has a frame of its own. */
am_origin_frame *am_origin_frame_new(am_arena *arena, const am_origin *origin);

/* The same strain of other parameters, into these; NULL, or why there is none,
 * a phrase, and the surface that the stress lies outside of, else -1. */
const char *am_origin_find(am_origin_frame *frame, double *parameters,
                           int *surface);

#endif
