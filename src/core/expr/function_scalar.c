/* function_scalar.c: the operators, and functions of scalars. */
#include <math.h>

#include "expr/elaborator.h"

am_status am_rule_pi(const am_use *use, am_value *value) {
  return am_scalar_result(use, am_const(use->graph, M_PI), value);
}

static am_status operation_result(const am_use *use, am_node a, am_node b,
                                  am_value *value) {
  bool condition = am_ops[use->op].result == AM_CONDITION;
  *am_result(use, condition ? AM_BOOL : AM_SCALAR, value) =
      am_apply(use->graph, use->op, a, b, 0);
  return AM_OK;
}

am_status am_rule_operation(const am_use *use, am_value *value) {
  return operation_result(use, am_scalar(use, 0),
                          use->count > 1 ? am_scalar(use, 1) : 0, value);
}

am_status am_rule_swapped(const am_use *use, am_value *value) {
  return operation_result(use, am_scalar(use, 1), am_scalar(use, 0), value);
}

am_status am_rule_unequal(const am_use *use, am_value *value) {
  am_node equal = am_apply(use->graph, AM_OP_EQUAL, am_scalar(use, 0),
                           am_scalar(use, 1), 0);
  *am_result(use, AM_BOOL, value) =
      am_apply(use->graph, AM_OP_NOT, equal, 0, 0);
  return AM_OK;
}

/* Applies one operation to each coordinate. */
am_status am_rule_coordinates(const am_use *use, am_value *value) {
  const am_value *a = &use->arguments[0];
  const am_value *b = use->count > 1 ? &use->arguments[1] : NULL;
  am_node *nodes = am_result(use, a->kind, value);
  for (int i = 0; i < am_kind_size[a->kind]; i++)
    nodes[i] =
        am_apply(use->graph, use->op, a->nodes[i], b ? b->nodes[i] : 0, 0);
  return AM_OK;
}

am_status am_rule_same(const am_use *use, am_value *value) {
  *value = use->arguments[0];
  return AM_OK;
}

/* Combines every coordinate of `a` with the scalar `s`.  A product of scalars
 * is simplified by the graph as usual; only a zero among coordinates is
 * structural. */
static am_status scaled_value(const am_use *use, const am_value *a, am_node s,
                              am_value *value) {
  am_node *nodes = am_result(use, a->kind, value);
  bool quotient = use->op == AM_OP_DIV;
  for (int i = 0; i < am_kind_size[a->kind]; i++)
    if (a->kind == AM_SCALAR)
      nodes[i] = am_apply(use->graph, use->op, a->nodes[i], s, 0);
    else
      nodes[i] =
          (quotient ? am_divided : am_scaled)(use->graph, a->nodes[i], s);
  return AM_OK;
}

am_status am_rule_scale_left(const am_use *use, am_value *value) {
  return scaled_value(use, &use->arguments[0], am_scalar(use, 1), value);
}

am_status am_rule_scale_right(const am_use *use, am_value *value) {
  return scaled_value(use, &use->arguments[1], am_scalar(use, 0), value);
}

am_status am_rule_power(const am_use *use, am_value *value) {
  return am_scalar_result(
      use, am_power(use->graph, am_scalar(use, 0), am_scalar(use, 1)), value);
}

/* if(0 < x, then, otherwise) */
static am_node where_positive(am_graph *graph, am_node x, double then,
                              am_node otherwise) {
  am_node zero = am_const(graph, 0);
  am_node positive = am_apply(graph, AM_OP_LESS, zero, x, 0);
  return am_select(graph, positive, am_const(graph, then), otherwise);
}

am_status am_rule_step(const am_use *use, am_value *value) {
  am_node zero = am_const(use->graph, 0);
  am_node step = where_positive(use->graph, am_scalar(use, 0), 1, zero);
  return am_scalar_result(use, step, value);
}

am_status am_rule_sign(const am_use *use, am_value *value) {
  am_graph *graph = use->graph;
  am_node x = am_scalar(use, 0), zero = am_const(graph, 0);
  am_node negative = am_apply(graph, AM_OP_LESS, x, zero, 0);
  am_node other = am_select(graph, negative, am_const(graph, -1), zero);
  return am_scalar_result(use, where_positive(graph, x, 1, other), value);
}

am_status am_rule_pos(const am_use *use, am_value *value) {
  am_node zero = am_const(use->graph, 0);
  am_node part = am_maximum(use->graph, am_scalar(use, 0), zero);
  return am_scalar_result(use, part, value);
}

am_status am_rule_neg(const am_use *use, am_value *value) {
  am_graph *graph = use->graph;
  am_node opposite = am_neg(graph, am_scalar(use, 0));
  am_node part = am_maximum(graph, opposite, am_const(graph, 0));
  return am_scalar_result(use, part, value);
}

typedef am_node choice(am_graph *graph, am_node a, am_node b);

static am_status best_argument(const am_use *use, choice *choose,
                               am_value *value) {
  am_node best = am_scalar(use, 0);
  for (int i = 1; i < use->count; i++)
    best = choose(use->graph, best, am_scalar(use, i));
  return am_scalar_result(use, best, value);
}

am_status am_rule_min(const am_use *use, am_value *value) {
  return best_argument(use, am_minimum, value);
}

am_status am_rule_max(const am_use *use, am_value *value) {
  return best_argument(use, am_maximum, value);
}
