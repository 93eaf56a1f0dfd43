/* effective.h: the effective algorithmic tangent of a volume element,
 * d<sigma>/d<eps> over a loading step from the state at its start.
 *
 * Column c is <C : eps> of the field eps with the mean strain e_c and
 * div(C : eps) = 0, C the tangents of the laws at the converged strain. */
#ifndef AM_HOMOGENIZATION_EFFECTIVE_H
#define AM_HOMOGENIZATION_EFFECTIVE_H

#include "homogenization/balance.h"

typedef struct am_effective am_effective;

/* What its problems work with; AM_ENVIRONMENT when memory does not suffice. */
AM_MUST_USE am_status am_effective_new(am_arena *arena, am_report *report,
                                       am_space *space,
                                       const am_homogenization *settings,
                                       am_effective **effective);

/* At u over `span`, before the commit: matrix [6][6] and the average <C> in
 * Kelvin-Mandel components, to a relative residual of 1e-9.  The work goes
 * to *applications.  A NULL `effective` or matrix: the average alone.  False
 * when there is no tangent, or no solution, for the reason *why, a phrase. */
bool am_effective_find(am_effective *effective, am_report *report,
                       am_space *space, const am_span *span,
                       const am_vector *u, double *matrix, double *average,
                       long *applications, const char **why);

#endif
