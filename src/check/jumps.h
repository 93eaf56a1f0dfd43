/* jumps.h: a potential against the integral of its derivatives.
 *
 * Differences that cross a kink are not taken (derivative.h), so that they
 * cannot see a potential that jumps there.  Between two spots it must change
 * by the integral of its slope. */
#ifndef AM_CHECK_JUMPS_H
#define AM_CHECK_JUMPS_H

#include "check/functions.h"

typedef struct {
  const char *what;         /* of the finding */
  const char *entry;        /* which line it is */
  am_values *potential;     /* one value */
  am_values *slopes;        /* [count] by the coordinates that change */
  const double *origin;     /* [count] of all lines; NULL: zero */
  int first, count;         /* these coordinates of a spot */
} am_potential;

/* Adds a finding of the check `gradient`: the worst of the lines from the
 * origin to random states. */
AM_MUST_USE am_status am_check_jumps(am_subject *subject,
                                     const am_potential *potential);

#endif
