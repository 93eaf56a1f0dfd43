/* dialect.h: the C in which the stepping text is written, for plain C.
 *
 * The text knows two types, `real` (a value for each lane; here: one) and
 * `mask`, with + - * /, comparisons, & and | on masks, the functions of
 * expr/scalar.h (k_sqrt, k_pow, k_select, …), and those below.  Loops run
 * while any lane needs them; k_select keeps the lanes that do not.  There is
 * no libc and no function pointer in the text.  Generated sources take
 * lanes.h instead of this file where they hold several points.
 *
 * The stepping text itself also uses context.h; the hand-written updates of
 * materials use these words alone. */
#ifndef AM_KERNEL_DIALECT_H
#define AM_KERNEL_DIALECT_H

#include <float.h>

#include "expr/scalar.h"

/* A number that all lanes have in common. */
typedef double k_number;
typedef int mask;

/* Points at once; is the arithmetic in single precision (on devices)?  A
 * function that is too long to be repeated where it is called; a loop that
 * disappears where its bounds are constants, and one that stays. */
#ifndef K_LANES
#define K_LANES 1
#define K_SINGLE 0
#define K_CALL static
#define K_UNROLL
#define K_LOOP
#endif
#define K_NO_HOIST(x) ((void)(x))
#define K_STOP_INTERVAL 1
#define K_INFINITY HUGE_VAL
#define K_EPSILON DBL_EPSILON
#define K_ONE_BITS 4607182418800017408.0 /* k_bits(1) */

K_FN mask k_any(mask m) { return m; }
K_FN mask k_all_lanes(void) { return 1; }
K_FN mask k_where(int condition) { return condition != 0; }
K_FN mask k_finite(real x) { return x - x == 0; }
K_FN real k_floor(real x) { return floor(x); }
K_FN real k_max(real a, real b) { return a > b ? a : b; }
K_FN real k_min(real a, real b) { return a < b ? a : b; }

/* The bits of a number as a whole number, and back. */
K_FN real k_bits(real x) {
  long long bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return (real)bits;
}

K_FN real k_of_bits(real value) {
  long long bits = (long long)value;
  real x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

/* The lanes' values in a row of a field, and back. */
K_FN real k_get(const double *at) { return *at; }
K_FN void k_put(double *at, real x) { *at = x; }

#endif
