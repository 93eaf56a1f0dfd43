/* function.h: writes outputs of a graph as straight-line code.
 *
 * The code is a sequence of definitions `const real t12 = t3*t4;` and stores
 * `J[7] = t12;` in the dialect of kernel/dialect.h, with operations ordered for
 * short live ranges. Values that depend only on parameters are read from the
 * array `bound`. */
#ifndef AM_EMIT_FUNCTION_H
#define AM_EMIT_FUNCTION_H

#include "base/base.h"
#include "expr/graph.h"

/* Consecutive outputs that are stored in one array of the code */
typedef struct {
  const char *name; /* "f", "J" */
  int size;
} am_emit_array;

/* Nodes that depend only on parameters and are read by the code of a unit:
 * bound[i] is the value of nodes[i]. */
typedef struct {
  am_arena *arena;
  am_node *nodes; /* [count] */
  int count, capacity;
} am_bound;

typedef struct {
  int operations; /* number of arithmetic operations of the code; an fma counts
                     once */
  int powers;     /* number of powers, exponentials, logarithms, … among them */
  int longest;    /* largest number of values that are live at once */
} am_emit_counts;

/* Appends the body for outputs [sum of the sizes] to `out`, every line indented
 * by two spaces. Inputs are eps[i] (strain, followed by external fields), y[i]
 * (state), w[i] (direction), rate[i], theta[0] (time), and bound values
 * bound[i], which are added to `bound` as needed. Constant outputs are stored
 * as k_set(0.5). */
am_emit_counts am_emit_body(am_buffer *out, const am_graph *graph,
                            const am_node *outputs,
                            const am_emit_array *arrays, int array_count,
                            am_bound *bound);

#endif
