/* schedule.h: orders operations so that few values are live at once, because
 * values that do not fit into registers are spilled to memory. */
#ifndef AM_EMIT_SCHEDULE_H
#define AM_EMIT_SCHEDULE_H

#include "base/base.h"
#include "expr/graph.h"

/* A value is live from its operation to its last use; outputs are stored at
 * once. Constants, inputs, and values that depend only on parameters are read
 * where they are used and do not count. */
typedef struct {
  am_node *nodes; /* [count] every argument before its use */
  int count;
  int longest;    /* largest number of values that live at once */
} am_schedule;

/* Heuristics of scheduling; none is best for all functions. */
typedef enum {
  AM_SCHEDULE_AS_MADE,  /* order of node numbers */
  AM_SCHEDULE_DEPTH,    /* depth first from the outputs, arguments with larger
                           need first: Sethi and Ullman (1970), J. ACM 17(4) */
  AM_SCHEDULE_FORWARD,  /* next, among the available operations, the one that
                           ends most lifetimes */
  AM_SCHEDULE_BACKWARD, /* backwards from the outputs: the operation that begins
                           fewest lifetimes */
  AM_SCHEDULES
} am_schedule_way;

/* Schedule of the operations that the outputs [count] need, except those that
 * depend only on parameters. */
am_schedule am_schedule_new(am_arena *arena, const am_graph *graph,
                      const am_node *outputs, int count, am_schedule_way way);

/* Best schedule of all heuristics. */
am_schedule am_schedule_best(am_arena *arena, const am_graph *graph,
                       const am_node *outputs, int count);

/* True if the code of a function contains this operation. */
bool am_is_emitted(const am_graph *graph, am_node node);

#endif
