/* breaks.h: finds breaks, times inside a loading step at which substeps must
 * end because a term of the external fields has an extremum or jump there
 * (field_curves.h).
 *
 * Error control evaluates rates only at the stages of a substep. Between two
 * breaks all terms are monotone to within AM_BREAK_PART of their magnitude, so
 * that stages cannot miss a peak or dip. A change that is complete before the
 * middle of a monotone interval gets its own break, because schemes that
 * evaluate only later times would miss it. */
#ifndef AM_ENGINE_BREAKS_H
#define AM_ENGINE_BREAKS_H

#include "kernel/points/fields.h"
#include "law/law.h"

#define AM_BREAK_PART 1e-3

typedef struct am_breaks am_breaks;

/* NULL if the law has no terms that could need breaks, or if substeps are
 * fixed. */
am_breaks *am_breaks_new(am_arena *arena, const am_law *law,
                         const am_solver *solver);

/* Computes the breaks of a loading step, am_fields.breaks [AM_BREAKS], from the
 * fields at its ends [nf] and the parameters values[i * stride]. If there are
 * more than AM_BREAKS, keeps those of the largest changes. */
void am_breaks_find(am_breaks *breaks, const double *parameters, long stride,
                    const double *from, const double *to, double *times);

/* Advances points 0 … count - 1 by calls of `advance`, one for each group of
 * consecutive points with equal breaks; by a single call if fields->breaks is
 * set. */
typedef void am_breaks_advance(void *data, const am_fields *fields,
                               long count);
void am_breaks_for_points(am_breaks *breaks, const am_fields *fields,
                          long count, am_breaks_advance *advance, void *data);

#endif
