/* simplify_condition.c: simplification of selections and conditions when a node
 * is created. */
#include "expr/graph_nodes.h"

static bool is_not(const am_graph *g, am_node n, am_node of) {
  return am_is_op(g, n, AM_OP_NOT) && am_argument(g, n, 0) == of;
}

static bool opposite(const am_graph *g, am_node a, am_node b) {
  return is_not(g, a, b) || is_not(g, b, a);
}

/* n if `condition` is known: the taken branch, if n is a selection by it. */
static am_node branch_where(const am_graph *g, am_node n, am_node condition,
                            int taken) {
  if (am_is_op(g, n, AM_OP_SELECT) && am_argument(g, n, 0) == condition)
    return am_argument(g, n, taken);
  return n;
}

/* branch_where for n or, if n is a product, for its factors. */
static am_node taken_branch(am_graph *g, am_node n, am_node condition,
                            int taken) {
  if (!am_is_op(g, n, AM_OP_MUL)) return branch_where(g, n, condition, taken);
  am_node a = am_argument(g, n, 0), b = am_argument(g, n, 1);
  am_node x = branch_where(g, a, condition, taken);
  am_node y = branch_where(g, b, condition, taken);
  return x == a && y == b ? n : am_mul(g, x, y);
}

/* if(a, b, c) */
am_node am_simplify_select(am_graph *g, am_node a, am_node b, am_node c) {
  if (am_is_op(g, a, AM_OP_CONST)) return am_node_value(g, a) != 0 ? b : c;
  if (b == c) return b;
  if (am_is_op(g, a, AM_OP_NOT))
    return am_select(g, am_argument(g, a, 0), c, b);
  am_node x = taken_branch(g, b, a, 1), y = taken_branch(g, c, a, 2);
  return x == b && y == c ? 0 : am_select(g, a, x, y);
}

static bool is_zero(const am_graph *g, am_node n) {
  return am_is_const(g, n, 0);
}

am_node am_simplify_less(am_graph *g, am_node a, am_node b, am_node c) {
  (void)c;
  am_number_class x = am_node_class(g, a), y = am_node_class(g, b);
  if (a == b || (is_zero(g, b) && x.nonnegative)) return am_const(g, 0);
  if (is_zero(g, a) && y.nonnegative && y.nonzero && y.finite)
    return am_const(g, 1);
  return 0;
}

am_node am_simplify_less_equal(am_graph *g, am_node a, am_node b,
                               am_node c) {
  (void)c;
  am_number_class x = am_node_class(g, a), y = am_node_class(g, b);
  if (a == b && x.finite) return am_const(g, 1);
  if (is_zero(g, a) && y.nonnegative && y.finite) return am_const(g, 1);
  if (is_zero(g, b) && x.nonnegative && x.nonzero) return am_const(g, 0);
  return 0;
}

am_node am_simplify_equal(am_graph *g, am_node a, am_node b, am_node c) {
  (void)c;
  if (a == b && am_node_class(g, a).finite) return am_const(g, 1);
  if (is_zero(g, a) && am_node_class(g, b).nonzero) return am_const(g, 0);
  return 0;
}

am_node am_simplify_and(am_graph *g, am_node a, am_node b, am_node c) {
  (void)c;
  if (am_is_op(g, a, AM_OP_CONST))
    return am_node_value(g, a) != 0 ? b : am_const(g, 0);
  if (a == b) return a;
  return opposite(g, a, b) ? am_const(g, 0) : 0;
}

static bool contains_term(const am_graph *g, am_node n, am_node term) {
  return am_is_op(g, n, AM_OP_AND) &&
         (am_argument(g, n, 0) == term || am_argument(g, n, 1) == term);
}

am_node am_simplify_or(am_graph *g, am_node a, am_node b, am_node c) {
  (void)c;
  if (am_is_op(g, a, AM_OP_CONST))
    return am_node_value(g, a) != 0 ? am_const(g, 1) : b;
  if (a == b || contains_term(g, b, a)) return a;
  if (contains_term(g, a, b)) return b;
  if (opposite(g, a, b)) return am_const(g, 1);

  /* (g and c) or (g and not c) = g: both branches of one selection. */
  if (!am_is_op(g, a, AM_OP_AND) || !am_is_op(g, b, AM_OP_AND)) return 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (am_argument(g, a, i) == am_argument(g, b, j) &&
          opposite(g, am_argument(g, a, 1 - i), am_argument(g, b, 1 - j)))
        return am_argument(g, a, i);
  return 0;
}

am_node am_simplify_not(am_graph *g, am_node a, am_node b, am_node c) {
  (void)b, (void)c;
  return am_is_op(g, a, AM_OP_NOT) ? am_argument(g, a, 0) : 0;
}
