/* breaks.h: times inside a loading step at which substeps end, because a term
 * of the external fields has an extremum or a jump there (field_curves.h).
 *
 * Error control sees rates at the stages of a substep.  Between two breaks all
 * terms are monotone to within AM_BREAK_PART of their size, so that no peak
 * or dip lies between stages unseen.  A change that is over before the middle
 * gets a break of its own: schemes that look at later times only do not see
 * it. */
#ifndef AM_ENGINE_BREAKS_H
#define AM_ENGINE_BREAKS_H

#include "kernel/points/fields.h"
#include "law/law.h"

#define AM_BREAK_PART 1e-3

typedef struct am_breaks am_breaks;

/* NULL: the law has no terms that could need them, or substeps are fixed. */
am_breaks *am_breaks_new(am_arena *arena, const am_law *law,
                         const am_solver *solver);

/* Breaks of a loading step with these fields [nf] at its ends and parameters
 * values[i * stride]: am_fields.breaks [AM_BREAKS].  Where there are more, the
 * most prominent ones. */
void am_breaks_find(am_breaks *breaks, const double *parameters, long stride,
                    const double *from, const double *to, double *times);

/* Advances points 0 … count - 1 by calls of `advance`, each for neighbours that
 * have the same breaks; in one call where fields->breaks are given. */
typedef void am_breaks_advance(void *data, const am_fields *fields,
                               long count);
void am_breaks_for_points(am_breaks *breaks, const am_fields *fields,
                          long count, am_breaks_advance *advance, void *data);

#endif
