/* Selections between 0 and a product: finite factors outside, the others where
 * the selection is not 0. */
#include "expr/factor.h"

/* Operations inside a selection that are searched for its condition. */
enum { DEPTH = 4 };

static am_node taken(am_sweep *s, am_node node, am_node mask, int depth);

static am_node taken_product(am_sweep *s, am_node node, am_node mask,
                             int depth) {
  const am_product *a = am_atom(s, node);
  const am_product *result = am_atom(s, am_const(s->graph, a->number));
  for (int i = 0; i < a->count; i++)
    result = am_product_times(
        &s->products, result,
        am_atom(s, taken(s, a->factors[i], mask, depth - 1)));
  return result ? am_product_node(&s->products, result) : node;
}

/* A node where the branch is taken that `mask` stands for: without such masks
 * in the bases of powers. */
static am_node taken(am_sweep *s, am_node node, am_node mask, int depth) {
  am_graph *g = s->graph;
  am_op op = g->nodes[node].op;
  am_node x[3] = {0};
  if (am_same_selection(g, node, mask))
    return am_argument(g, node, 3 - am_zero_branch(g, mask));
  if (depth == 0) return node;
  const am_product *a = am_atom(s, node);
  if (a->count && a->factors[0] != node)
    return taken_product(s, node, mask, depth);
  if (op != AM_OP_POW && op != AM_OP_POW0 && op != AM_OP_SELECT &&
      op != AM_OP_EQUAL)
    return node;
  for (int k = 0; k < am_ops[op].arity; k++)
    x[k] = taken(s, am_argument(g, node, k), mask, depth - 1);
  return am_apply(g, op, x[0], x[1], x[2]);
}

/* Does a mask select where x is not 0? */
static bool selects_nonzero(const am_graph *g, am_node mask, am_node x) {
  am_node condition = am_argument(g, mask, 0);
  am_node a = am_argument(g, condition, 0), b = am_argument(g, condition, 1);
  am_known known = g->nodes[x].known;
  bool positive = known.nonnegative && known.finite;
  int zero_branch = am_zero_branch(g, mask);
  switch (g->nodes[condition].op) {
    case AM_OP_LESS:
      return positive && zero_branch == 2 && b == x && am_is_const(g, a, 0);
    case AM_OP_LESS_EQUAL:
      return positive && zero_branch == 1 && a == x && am_is_const(g, b, 0);
    case AM_OP_EQUAL:
      return zero_branch == 1 && b == x && am_is_const(g, a, 0);
    default:
      return false;
  }
}

/* a where the mask is not 0; 1/x where x is not 0 has an operation. */
static am_node guarded(am_sweep *s, am_node mask, const am_product *a) {
  am_graph *g = s->graph;
  am_node inside = am_product_node(&s->products, a);
  if (am_is_reciprocal(g, inside)) {
    am_node x = am_argument(g, inside, 1);
    if (selects_nonzero(g, mask, x))
      return am_apply(g, AM_OP_RECIP0, x, 0, 0);
  }
  return am_masked(g, am_argument(g, mask, 0), am_zero_branch(g, mask),
                   inside);
}

/* A product where `mask` is not 0: finite factors outside. */
static const am_product *masked(am_sweep *s, am_node mask,
                                const am_product *a) {
  am_products *p = &s->products;
  const am_product *inside = NULL, *result = am_atom(s, am_const(s->graph, 1));
  for (int i = 0; i < a->count; i++) {
    am_node factor = a->factors[i];
    if (s->graph->nodes[factor].known.finite) {
      result = am_product_times(p, result, am_atom(s, factor));
      continue;
    }
    const am_product *x = am_atom(s, taken(s, factor, mask, DEPTH));
    inside = inside ? am_product_times(p, inside, x) : x;
    if (!inside) return NULL;
  }
  am_node guard = inside ? guarded(s, mask, inside) : mask;
  result = am_product_times(p, result, am_atom(s, guard));
  return am_product_scaled(p, result, a->number);
}

/* Both operands of a sum that might not be finite: what is guarded has more
 * in common with other sums than the whole. */
static const am_product *masked_sum(am_sweep *s, am_node mask, am_node sum) {
  const am_graph *g = s->graph;
  if (!am_is_op(g, sum, AM_OP_ADD) && !am_is_op(g, sum, AM_OP_SUB))
    return NULL;
  const am_product *x[2];
  for (int i = 0; i < 2; i++) {
    x[i] = am_old_argument(s, sum, i);
    if (am_product_is_finite(g, x[i])) return NULL;
    x[i] = masked(s, mask, x[i]);
    if (!x[i]) return NULL;
  }
  return am_sum_product(s, sum, x[0], x[1]);
}

const am_product *am_selection_product(am_sweep *s, am_node old) {
  am_graph *g = s->graph;
  int zero_branch = am_zero_branch(g, old);
  if (!zero_branch) return NULL;
  am_node condition = am_new_node(s, am_argument(g, old, 0));
  am_node mask = am_masked(g, condition, zero_branch, am_const(g, 1));
  if (!am_is_mask(g, mask)) return NULL;
  am_node inside = am_argument(g, old, 3 - zero_branch);
  const am_product *sum = masked_sum(s, mask, inside);
  return sum ? sum : masked(s, mask, s->result[inside]);
}
