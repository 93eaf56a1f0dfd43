/* scalar.h: the functions that op.def's values are written in, for one
 * double.  Conditions are numbers, 0 where they do not hold; results of
 * conditions are 1 and 0. */
#ifndef AM_EXPR_SCALAR_H
#define AM_EXPR_SCALAR_H

#include <math.h>

typedef double real;

#ifndef K_FN
#define K_FN static inline
#endif

#define k_fma fma
#define k_sqrt sqrt
#define k_cbrt cbrt
#define k_exp exp
#define k_expm1 expm1
#define k_log log
#define k_log1p log1p
#define k_sin sin
#define k_cos cos
#define k_tan tan
#define k_asin asin
#define k_acos acos
#define k_atan atan
#define k_sinh sinh
#define k_cosh cosh
#define k_tanh tanh
#define k_erf erf
#define k_abs fabs
#define k_raw_pow pow

#define k_select(condition, a, b) ((condition) != 0 ? (a) : (b))
#define k_and(a, b) ((a) != 0 && (b) != 0)
#define k_or(a, b) ((a) != 0 || (b) != 0)
#define k_not(a) ((a) == 0)

K_FN real k_set(double value) { return value; }

#include "expr/special.h"

#endif
