/* function.h: outputs of a graph as straight-line text.
 *
 * The text is a sequence of definitions `const real t12 = t3*t4;` and stores
 * `J[7] = t12;` in the dialect of kernel/dialect.h, operations ordered for
 * short live ranges.  What depends on parameters alone is not computed here:
 * it is read from the array of bound values. */
#ifndef AM_EMIT_FUNCTION_H
#define AM_EMIT_FUNCTION_H

#include "base/base.h"
#include "expr/graph.h"

/* Consecutive outputs that are stored in one array of the text. */
typedef struct {
  const char *name; /* "f", "J" */
  int size;
} am_emit_array;

/* Nodes that depend on parameters alone and are read by the text of a unit:
 * bound[i] is the value of nodes[i]. */
typedef struct {
  am_arena *arena;
  am_node *nodes; /* [count] */
  int count, capacity;
} am_bound;

typedef struct {
  int operations; /* arithmetic operations of the text, each fma as one */
  int powers;     /* of them, powers, exponentials, logarithms, … */
  int longest;    /* largest number of values that are live at once */
} am_emit_counts;

/* Appends the body for outputs [sum of the sizes] to `out`, every line
 * indented by two spaces.  Inputs are written eps[i] (strain, and behind it
 * external fields), y[i] (state), w[i] (direction), rate[i], theta[0] (time),
 * and bound values bound[i], which are added to `bound` as needed.  Constant
 * outputs are stored as k_set(0.5). */
am_emit_counts am_emit_body(am_buffer *out, const am_graph *graph,
                            const am_node *outputs,
                            const am_emit_array *arrays, int array_count,
                            am_bound *bound);

#endif
