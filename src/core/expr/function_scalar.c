/* function_scalar.c: the operators, and functions of scalars. */
#include <math.h>

#include "expr/elaborator.h"

am_status am_rule_pi(const am_use *use, am_value *value) {
  return am_scalar_result(use, am_const(use->graph, M_PI), value);
}

am_status am_rule_operation(const am_use *use, am_value *value) {
  bool condition = am_ops[use->op].result == AM_CONDITION;
  am_node b = use->count > 1 ? am_scalar(use, 1) : 0;
  *am_result(use, condition ? AM_BOOL : AM_SCALAR, value) =
      am_apply(use->graph, use->op, am_scalar(use, 0), b, 0);
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
