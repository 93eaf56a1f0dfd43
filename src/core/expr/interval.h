/* interval.h: enclosures of operations, for arguments that lie in intervals. */
#ifndef AM_EXPR_INTERVAL_H
#define AM_EXPR_INTERVAL_H

#include "expr/graph.h"

typedef struct {
  double low, high; /* either may be infinite */
} am_interval;

/* An interval that contains, to within rounding, all values that the operation
 * has; the whole line where it has none for some arguments.  `repeated`: the
 * second argument is the same number as the first. */
am_interval am_op_interval(am_op op, const am_interval arguments[3],
                           bool repeated);

#endif
