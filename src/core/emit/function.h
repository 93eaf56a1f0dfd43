/* function.h: writes outputs of a graph as straight-line code.
 *
 * The code is a sequence of definitions `const real t12 = t3*t4;` and stores
 * `J[7] = t12;` in the dialect of kernel/dialect.h, with operations ordered for
 * short live ranges. Values that depend only on parameters are read from the
 * array `bound`. */
#ifndef AM_EMIT_FUNCTION_H
#define AM_EMIT_FUNCTION_H

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
  int count;
} am_bound;

typedef struct {
  int operations; /* number of arithmetic operations of the code; an fma counts
                     once */
  int powers;     /* number of powers, exponentials, logarithms, … among them */
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

/* Orders operations so that few values are live at once, because values that do
 * not fit into registers are spilled to memory. */

/* A value is live from its operation to its last use; outputs are stored at
 * once. Constants, inputs, and values that depend only on parameters are read
 * where they are used and do not count. */
typedef struct {
  am_node *nodes; /* [count] every argument before its use */
  int count;
  int longest;    /* largest number of values that are live at once */
} am_schedule;

/* Heuristics of scheduling; none is best for all functions. */
typedef enum {
  AM_SCHEDULE_NODE_ORDER,  /* order of node numbers */
  AM_SCHEDULE_DEPTH,    /* depth first from the outputs, arguments with larger
                           need first: Sethi and Ullman (1970), J. ACM 17(4) */
  AM_SCHEDULE_FORWARD,  /* next, the available operation that ends most
                           lifetimes */
  AM_SCHEDULE_BACKWARD, /* backwards from the outputs: the operation that begins
                           fewest lifetimes */
  AM_SCHEDULES
} am_schedule_heuristic;

/* Schedule of the operations that the outputs [count] need, except those that
 * depend only on parameters. */
am_schedule am_schedule_new(am_arena *arena, const am_graph *graph,
                            const am_node *outputs, int count,
                            am_schedule_heuristic way);

/* Best schedule of all heuristics. */
am_schedule am_schedule_best(am_arena *arena, const am_graph *graph,
                             const am_node *outputs, int count);

/* True if the code of a function contains this operation. */
bool am_is_emitted(const am_graph *graph, am_node node);

#endif
