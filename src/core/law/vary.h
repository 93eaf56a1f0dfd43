/* vary.h: a law whose parameters differ from point to point.
 *
 * Scalar parameters may vary that did not decide the shape of the law (a
 * count, an index): the graph holds for any of their values. */
#ifndef AM_LAW_VARY_H
#define AM_LAW_VARY_H

#include "law/law.h"

typedef struct am_vary am_vary;
typedef struct am_vary_frame am_vary_frame;

/* The index of the parameter `name` among those of the law, -1: there is none
 * of this name.  AM_INPUT with a message when it cannot vary. */
AM_MUST_USE am_status am_vary_find(am_report *report, const am_law *law,
                                   const char *name, am_place place,
                                   int *index);

/* The demands of a law on parameters: bounds, requirements, finite
 * definitions and initial values. */
am_vary *am_vary_new(am_arena *arena, const am_law *law);

/* Every thread has a frame of its own. */
am_vary_frame *am_vary_frame_new(am_arena *arena, const am_vary *vary);

/* The state at the start [nx] for parameters [parameter_numbers]; NULL when
 * these are good, else what is wrong with them, a phrase.  Where strains of the
 * law count from a stress, the strain of that is found into the parameters. */
const char *am_vary_initial(am_vary_frame *frame, double *parameters,
                            double *state);

#endif
