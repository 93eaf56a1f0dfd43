/* order.h: operations in an order that keeps few values at once, since what
 * does not fit into registers goes to memory and back. */
#ifndef AM_EMIT_ORDER_H
#define AM_EMIT_ORDER_H

#include "base/arena.h"
#include "expr/graph.h"

/* A value lives from its operation to its last use; outputs are stored at
 * once.  Constants, inputs, and what depends on parameters alone are read
 * where they are used and do not count. */
typedef struct {
  am_node *nodes; /* [count] every argument before its use */
  int count;
  int longest;    /* largest number of values that live at once */
} am_order;

/* Ways to order; each is better for some functions. */
typedef enum {
  AM_ORDER_AS_MADE,  /* by node numbers */
  AM_ORDER_DEPTH,    /* depth first from the outputs, deeper needs first:
                        Sethi and Ullman (1970), J. ACM 17(4) */
  AM_ORDER_FORWARD,  /* among the operations that can be done next, the one
                        that ends most lives */
  AM_ORDER_BACKWARD, /* the same from the outputs backwards: the one that
                        begins fewest lives */
  AM_ORDERS
} am_order_way;

/* The operations that vary and outputs [count] need. */
am_order am_order_new(am_arena *arena, const am_graph *graph,
                      const am_node *outputs, int count, am_order_way way);

/* The best of all ways. */
am_order am_order_best(am_arena *arena, const am_graph *graph,
                       const am_node *outputs, int count);

/* An operation that the text of a function contains? */
bool am_is_emitted(const am_graph *graph, am_node node);

#endif
