/* interval.h: interval arithmetic for the operations. */
#ifndef AM_EXPR_INTERVAL_H
#define AM_EXPR_INTERVAL_H

#include "expr/graph.h"

typedef struct {
  double low, high; /* either may be infinite */
} am_interval;

/* Encloses, to within rounding, all values of an operation for arguments in
 * intervals; the whole line if it is undefined for some of them.  `repeated`:
 * the second argument is the same number as the first. */
am_interval am_op_interval(am_op op, const am_interval arguments[3],
                           bool repeated);

#endif
