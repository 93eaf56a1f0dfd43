/* dialect.h: the C in which the stepping text is written, for plain C.
 *
 * The text knows two types, `real` (a value for each lane; here: one) and
 * `mask`, with + - * /, comparisons, & and | on masks, the functions of
 * expr/scalar.h (k_sqrt, k_pow, k_select, …), and those below.  Loops run
 * while any lane needs them; k_select keeps the lanes that do not.  There is
 * no libc and no function pointer in the text.
 *
 * The stepping text itself also uses context.h; the hand-written updates of
 * materials use these words alone. */
#ifndef AM_KERNEL_DIALECT_H
#define AM_KERNEL_DIALECT_H

#include <float.h>

#include "expr/scalar.h"

typedef int mask;

K_FN mask k_any(mask m) { return m; }
K_FN mask k_all_lanes(void) { return 1; }
K_FN mask k_finite(real x) { return x - x == 0; }
K_FN real k_floor(real x) { return floor(x); }
K_FN real k_max(real a, real b) { return a > b ? a : b; }
K_FN real k_min(real a, real b) { return a < b ? a : b; }

#endif
