/* factor.h: what the files of am_factor share; private to expr.
 *
 * A sweep goes through the graph once and finds for every needed node the
 * product that it is: factor.c for operations in general, factor_select.c for
 * selections, factor_sum.c for sums. */
#ifndef AM_EXPR_FACTOR_H
#define AM_EXPR_FACTOR_H

#include "expr/passes.h"

typedef struct {
  am_products products;
  am_graph *graph;
  am_arena *arena;           /* of the sweeps alone */
  am_node size;              /* of the graph before the sweep, plus 1 */
  const bool *needed;        /* [size] */
  const uint32_t *uses;      /* [size] */
  const am_product **result; /* [size] */
  am_node *map;              /* [size] nodes of results; 0: not made yet */
  bool tries;                /* the first sweep: takes out what it can */
  am_factoring factoring;
  uint32_t *rests;           /* [rest_size] sums that have a rest */
  size_t rest_size;
  am_node *found;            /* [found_count] rests of the first sweep */
  size_t found_count, found_capacity;
} am_sweep;

/* What an old node has become. */
am_node am_new_node(am_sweep *s, am_node old);

/* The product that argument i of an old node is. */
static inline const am_product *am_old_argument(const am_sweep *s, am_node old,
                                                int i) {
  return s->result[am_argument(s->graph, old, i)];
}

/* A new node as a product. */
static inline const am_product *am_atom(am_sweep *s, am_node node) {
  return am_product_of(&s->products, node);
}

/* A selection between 0 and a product, as one; NULL when it is none. */
const am_product *am_selection_product(am_sweep *s, am_node old);

/* a + b, or a - b where `old` is a difference, with what they have in common
 * outside where that pays. */
const am_product *am_sum_product(am_sweep *s, am_node old, const am_product *a,
                                 const am_product *b);

/* A coefficient times a sum, with the coefficient in the operands; NULL where
 * it had better stay outside. */
const am_product *am_distributed_product(am_sweep *s, am_node old);

#endif
