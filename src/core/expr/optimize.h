/* optimize.h: rewrites outputs for speed, once per set of outputs, so that
 * every engine computes the same result.  The rewriting may change rounding.
 *
 * - POW0(x, n) and POW0(x, n - 1) of the same x: the first becomes x times the
 *   second, with its value at x = 0 selected there if n may be 0; one power
 *   serves a rate and its derivatives;
 * - several quotients with the same divisor share its reciprocal, and
 *   quotients by divisors that depend only on parameters become products;
 * - finite factors move out of selections, if(c, 0, a*x) = a*if(c, 0, x), so
 *   that one selection serves many products;
 * - common factors move out of sums if that saves operations;
 * - products are associated so that they share common subproducts;
 * - a product that is used only in sums becomes part of a fused multiply-add
 *   (AM_OP_FMA, AM_OP_FMS, AM_OP_FNMA).
 *
 * An output that was finite stays finite, except for overflow and underflow of
 * intermediate results: a reciprocal 1/x overflows for |x| < 2^-1024, where y/x
 * may not. */
#ifndef AM_EXPR_OPTIMIZE_H
#define AM_EXPR_OPTIMIZE_H

#include "expr/graph.h"

/* Replaces outputs [count] by optimized nodes of the same graph; they stay
 * unchanged if the graph is full. */
void am_optimize(am_graph *graph, am_node *outputs, int count);

/* Cost of an operation relative to a sum; AM_COSTLY and above: powers,
 * exponentials, logarithms, ... */
int am_op_cost(am_op op);

enum { AM_COSTLY = 30 };

#endif
