/* root.c: functions g(s) of a root s = sqrt(v) that are smooth at v = 0, such
 * as cosh(norm(a)).  There, dg/dv = g'(s)/(2 s) has the limit g''(0)/2. */
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

/* True if the last node is 0 because the root is. */
static bool vanishes(const am_graph *graph, am_node root, am_node last) {
  am_arena *own = am_arena_child(graph->arena);
  bool *zero = AM_ARRAY(own, bool, (size_t)last + 1);
  zero[root] = true;
  for (am_node n = root + 1; n <= last; n++) {
    zero_rule rule = zero_rules[am_node_op(graph, n)];
    if (rule == NONE) continue;
    bool first = zero[am_argument(graph, n, 0)];
    bool second = rule != FIRST && zero[am_argument(graph, n, 1)];
    zero[n] = rule == BOTH ? first && second : first || second;
  }
  bool found = zero[last];
  am_arena_free(own);
  return found;
}

am_node am_root_limit(am_graph *graph, am_node root, am_node adjoint) {
  am_node limit, zero = am_const(graph, 0), one = am_const(graph, 1);
  if (adjoint <= root || !vanishes(graph, root, adjoint)) return 0;
  am_forward_fixed(graph, &adjoint, 1, &root, &one, 1, &limit);
  if (!limit) return 0;
  am_substitute(graph, &limit, 1, &root, &zero, 1);
  return limit == zero ? 0 : limit;
}
