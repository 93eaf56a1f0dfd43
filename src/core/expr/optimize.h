/* optimize.h: rewrites that may change rounding, made once per set of
 * outputs, so that every engine computes the same thing.
 *
 * - POW0(x, n) and POW0(x, n - 1) of one x: the first becomes x times the
 *   second, and at x = 0, where n may be 0, its value there is selected; one
 *   power serves a rate and its derivatives;
 * - several quotients by one divisor share its reciprocal, and quotients by
 *   what follows from parameters become products;
 * - finite factors stand outside of selections, if(c, 0, a·x) = a·if(c, 0, x),
 *   so that one selection serves many products;
 * - common factors leave sums where that saves operations;
 * - products are associated so that they share what they have in common;
 * - a product that is used in sums alone becomes part of a fused multiply-add
 *   (AM_OP_FMA, AM_OP_FMS, AM_OP_FNMA).
 *
 * Wherever an output was finite before it is finite after, overflow and
 * underflow of intermediate results apart: a reciprocal 1/x overflows for
 * |x| < 2^-1024, where y/x may not. */
#ifndef AM_EXPR_OPTIMIZE_H
#define AM_EXPR_OPTIMIZE_H

#include "expr/graph.h"

/* Replaces outputs [count] by optimized nodes of the same graph; they stay as
 * they are when the graph is full. */
void am_optimize(am_graph *graph, am_node *outputs, int count);

/* What an operation takes of the time of a sum; AM_COSTLY and more: powers,
 * exponentials, logarithms, … */
int am_op_cost(am_op op);

enum { AM_COSTLY = 30 };

#endif
