/* dialect.h: the dialect of C in which the kernel is written, here for plain C
 * with one point at a time.
 *
 * The kernel uses two types, `real` (one value per lane; here: a single one)
 * and `mask`, with + - * /, comparisons, & and | on masks, the functions of
 * expr/scalar.h (k_sqrt, k_pow, k_select, …), and those below.  Loops run as
 * long as any lane needs them; k_select leaves the finished lanes unchanged.
 * The kernel uses neither libc nor function pointers.  Generated sources for
 * several points at once include lanes.h instead of this file.
 *
 * The kernel itself also uses context.h; hand-written updates of materials use
 * only the names of this file. */
#ifndef AM_KERNEL_DIALECT_H
#define AM_KERNEL_DIALECT_H

#include <float.h>

#include "expr/scalar.h"

/* Number that is equal in all lanes. */
typedef double k_number;
typedef int mask;

/* K_LANES: points computed together.  K_SINGLE: 1 for single precision (on
 * devices only).  K_CALL: a function too long to be inlined at every call.
 * Arguments of such functions are passed by value, except for arrays: compilers
 * lose track of members whose addresses a call can see.  K_UNROLL: a loop that
 * is unrolled if its bounds are constants; K_LOOP: a loop that is never
 * unrolled; K_COMPACT: one that is unrolled on devices only, because it is
 * rarely run and long to compile. */
#ifndef K_LANES
#define K_LANES 1
#define K_SINGLE 0
#define K_CALL static
#define K_UNROLL
#define K_LOOP
#define K_COMPACT
#endif
#define K_NO_HOIST(x) ((void)(x))
#define K_STOP_INTERVAL 1
#define K_INFINITY HUGE_VAL
#define K_EPSILON DBL_EPSILON

K_FN mask k_any(mask m) { return m; }
K_FN mask k_all_lanes(void) { return 1; }
K_FN mask k_where(int condition) { return condition != 0; }
K_FN mask k_finite(real x) { return x - x == 0; }
K_FN real k_max(real a, real b) { return a > b ? a : b; }
K_FN real k_min(real a, real b) { return a < b ? a : b; }

/* Converts the bits of a number to a whole number, and back. */
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

/* Reads, and stores, the values of all lanes in a row of a field. */
K_FN real k_get(const double *at) { return *at; }
K_FN void k_store(double *at, real x) { *at = x; }

#endif
