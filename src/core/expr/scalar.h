/* scalar.h: the kernel functions in which the values of op.def are written, for
 * one double.  Conditions are numbers: 0 is false, and a true result is 1. */
#ifndef AM_EXPR_SCALAR_H
#define AM_EXPR_SCALAR_H

#include <math.h>

typedef double real;

#ifndef K_FN
#define K_FN static inline
#endif

#include "expr/libm.h"

#define k_raw_pow pow
#define k_floor floor
#define k_select(condition, a, b) ((condition) != 0 ? (a) : (b))
#define k_and(a, b) ((a) != 0 && (b) != 0)
#define k_or(a, b) ((a) != 0 || (b) != 0)
#define k_not(a) ((a) == 0)

K_FN real k_set(double value) { return value; }

#include "expr/special.h"

#endif
