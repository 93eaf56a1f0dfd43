/* parts.h: headers of expr for other modules, in addition to graph.h, and
 * functions on graphs: interpolation as a node, intervals, optimization,
 * printing.
 *
 *   eigen        eigenvalues and eigenvectors of a symmetric tensor as nodes
 *   elaborate    syntax trees to typed values
 *   evaluate     graphs as executable programs
 *   graph_nodes  memory layout of nodes, for the sweeps of expr and diff
 *   syntax       text to syntax trees (lexer, parser)
 *   value        typed values made of graph nodes, and the names bound to them
 */
#ifndef AM_EXPR_PARTS_H
#define AM_EXPR_PARTS_H

#include <ctype.h>

#include "expr/eigen.h"
#include "expr/elaborate.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/graph_nodes.h"
#include "expr/syntax.h"
#include "expr/value.h"

/* Monotone cubic interpolation in a table, as a node. */

enum { AM_MOST_ROWS = 1000 }; /* of a table */

/* Interpolates at x between rows [count][2] of ascending x and of y; count >=
 * 2.  Outside the rows, the result is the first or last y, or, if `linear`, a
 * straight line with the slope at that row. */
am_node am_interpolate(am_graph *graph, am_node x, const am_node *rows,
                       int count, bool linear);

/* Interval arithmetic for the operations. */

typedef struct {
  double low, high; /* either may be infinite */
} am_interval;

/* Encloses, to within rounding, all values of an operation for arguments in
 * intervals; the whole line if the operation is undefined for some of them.
 * `repeated`: the second argument is the same number as the first. */
am_interval am_op_interval(am_op op, const am_interval arguments[3],
                           bool repeated);

/* Prints graphs as formulas in the expression language, for people;
 * emit/function.h writes source for compilers. */

typedef struct {
  const char *name; /* of the output, "stress.xx" */
  am_node node;
} am_named_node;

/* Returns the name of an input. */
typedef const char *am_input_namer(void *data, am_input_kind kind, int index);

/* Writes `roots` [count] as lines "name = expression".  Values that are used
 * more than once get separate lines, t1 = ..., before their first use.  Numbers
 * read back to the same value. */
void am_print_graph(am_buffer *out, const am_graph *graph,
                    const am_named_node *roots, int count,
                    am_input_namer *namer, void *data);

/* Rewrites outputs for speed, once per set of outputs, so that every engine
 * computes the same result.  The rewriting may change rounding.
 *
 * - POW0(x, n) and POW0(x, n - 1) of the same x: the first becomes x times the
 *   second, with a selection of its value at x = 0 if n may be 0; one power
 *   then serves a rate and its derivatives;
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

/* Replaces outputs [count] by optimized nodes of the same graph; outputs stay
 * unchanged if the graph is full. */
void am_optimize(am_graph *graph, am_node *outputs, int count);

/* Cost of an operation relative to a sum; AM_COSTLY and above: powers,
 * exponentials, logarithms, ... */
int am_op_cost(am_op op);

enum { AM_COSTLY = 30 };

#endif
