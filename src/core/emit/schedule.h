/* schedule.h: operations in a schedule by which few values live at once, since
 * what does not fit into registers goes to memory and back. */
#ifndef AM_EMIT_SCHEDULE_H
#define AM_EMIT_SCHEDULE_H

#include "base/base.h"
#include "expr/graph.h"

/* A value lives from its operation to its last use; outputs are stored at
 * once.  Constants, inputs, and what depends on parameters alone are read
 * where they are used and do not count. */
typedef struct {
  am_node *nodes; /* [count] every argument before its use */
  int count;
  int longest;    /* largest number of values that live at once */
} am_schedule;

/* Ways to schedule; each is better for some functions. */
typedef enum {
  AM_SCHEDULE_AS_MADE,  /* by node numbers */
  AM_SCHEDULE_DEPTH,    /* depth first from the outputs, deeper needs first:
                        Sethi and Ullman (1970), J. ACM 17(4) */
  AM_SCHEDULE_FORWARD,  /* among the operations that can be done next, the one
                        that ends most lives */
  AM_SCHEDULE_BACKWARD, /* the same from the outputs backwards: the one that
                        begins fewest lives */
  AM_SCHEDULES
} am_schedule_way;

/* The operations that vary and outputs [count] need. */
am_schedule am_schedule_new(am_arena *arena, const am_graph *graph,
                      const am_node *outputs, int count, am_schedule_way way);

/* The best of all ways. */
am_schedule am_schedule_best(am_arena *arena, const am_graph *graph,
                       const am_node *outputs, int count);

/* An operation that the text of a function contains? */
bool am_is_emitted(const am_graph *graph, am_node node);

#endif
