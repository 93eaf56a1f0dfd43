/* root.c: functions g(s) of a root s = sqrt(v) that are smooth at v = 0, such as
 * cosh(norm(a)).  There, dg/dv = g'(s)/(2 s) has the limit g''(0)/2. */
#include "diff/spectral.h"

/* Arguments with which an operation vanishes */
typedef enum { NONE, FIRST, EITHER, BOTH } zero_rule;

static const unsigned char zero_rules[AM_OP_COUNT] = {
    [AM_OP_MUL] = EITHER,  [AM_OP_DIV] = FIRST,   [AM_OP_ADD] = BOTH,
    [AM_OP_SUB] = BOTH,    [AM_OP_NEG] = FIRST,   [AM_OP_SIN] = FIRST,
    [AM_OP_TAN] = FIRST,   [AM_OP_ATAN] = FIRST,  [AM_OP_SINH] = FIRST,
    [AM_OP_TANH] = FIRST,  [AM_OP_ERF] = FIRST,   [AM_OP_EXPM1] = FIRST,
    [AM_OP_LOG1P] = FIRST,
};

/* Nodes after the root on which a node depends */
typedef struct {
  am_graph *graph;
  am_node root, last;
  bool *needed; /* [last + 1] */
} range;

static range range_of(am_arena *arena, am_graph *graph, am_node root,
                      am_node last) {
  range r = {.graph = graph, .root = root, .last = last,
             .needed = AM_ARRAY(arena, bool, graph->size + 1)};
  am_graph_needed(graph, &last, 1, r.needed);
  return r;
}

/* True if the node is 0 because the root is. */
static bool vanishes(const range *r, bool *zero) {
  zero[r->root] = true;
  for (am_node n = r->root + 1; n <= r->last; n++) {
    zero_rule rule = zero_rules[am_node_op(r->graph, n)];
    if (!r->needed[n] || rule == NONE) continue;
    bool first = zero[am_argument(r->graph, n, 0)];
    bool second = rule != FIRST && zero[am_argument(r->graph, n, 1)];
    zero[n] = rule == BOTH ? first && second : first || second;
  }
  return zero[r->last];
}

/* Derivative of the node by the root; 0 (no node) if it vanishes. */
static am_node slope_of(const range *r, am_node *slope) {
  am_graph *graph = r->graph;
  slope[r->root] = am_const(graph, 1);
  for (am_node n = r->root + 1; n <= r->last; n++)
    for (int k = 0; k < am_ops[am_node_op(graph, n)].arity; k++) {
      am_node inner = r->needed[n] ? slope[am_argument(graph, n, k)] : 0;
      if (!inner || am_is_repeated(graph, n, k)) continue;
      am_node outer = am_merged_partial(graph, n, k);
      if (outer) slope[n] = am_sum_product(graph, slope[n], outer, inner);
    }
  return slope[r->last];
}

/* The node with 0 in place of the root. */
static am_node at_zero(const range *r, am_node *value) {
  am_graph *graph = r->graph;
  value[r->root] = am_const(graph, 0);
  for (am_node n = r->root + 1; n <= r->last; n++) {
    am_node x[3] = {0};
    bool changed = false;
    for (int k = 0; k < am_ops[am_node_op(graph, n)].arity; k++) {
      am_node argument = am_argument(graph, n, k);
      changed = changed || value[argument];
      x[k] = value[argument] ? value[argument] : argument;
    }
    if (r->needed[n] && changed)
      value[n] = am_apply(graph, am_node_op(graph, n), x[0], x[1], x[2]);
  }
  return value[r->last] ? value[r->last] : r->last;
}

am_node am_root_limit(am_graph *graph, am_node root, am_node adjoint) {
  am_node limit = 0;
  if (adjoint <= root) return 0;
  am_arena *own = am_arena_child(graph->arena);
  size_t size = (size_t)adjoint + 1;
  range r = range_of(own, graph, root, adjoint);
  if (vanishes(&r, AM_ARRAY(own, bool, size)))
    limit = slope_of(&r, AM_ARRAY(own, am_node, size));
  if (limit > root) {
    r = range_of(own, graph, root, limit);
    limit = at_zero(&r, AM_ARRAY(own, am_node, (size_t)limit + 1));
  }
  am_arena_free(own);
  return limit && !am_is_const(graph, limit, 0) ? limit : 0;
}
