/* Arithmetic simplified when it is made.  A rule returns the simpler node, 0
 * when it has none; what it makes is smaller or canonical (constants and
 * parameters first, signs outside), so that rules do not chase each other. */
#include <assert.h>
#include <math.h>

#include "expr/graph_nodes.h"

static bool is_const(const am_graph *g, am_node n) {
  return am_is_op(g, n, AM_OP_CONST);
}

static am_rank rank(const am_graph *g, am_node n) { return g->nodes[n].rank; }

/* Is n a product with a factor of lower rank, which stands first? */
static bool is_scaled(const am_graph *g, am_node n) {
  return am_is_op(g, n, AM_OP_MUL) &&
         rank(g, am_argument(g, n, 0)) < rank(g, n);
}

/* n = constant op x? */
static bool has_const(const am_graph *g, am_node n, am_op op) {
  return am_is_op(g, n, op) && is_const(g, am_argument(g, n, 0));
}

static am_node first(const am_graph *g, am_node n) {
  return am_argument(g, n, 0);
}

static am_node second(const am_graph *g, am_node n) {
  return am_argument(g, n, 1);
}

/* -n where n is written as a negative, 0 where it is not. */
static am_node negated(am_graph *g, am_node n) {
  if (am_is_op(g, n, AM_OP_NEG)) return first(g, n);
  if (!is_scaled(g, n)) return 0;
  am_node factor = first(g, n), x = second(g, n);
  if (am_is_op(g, factor, AM_OP_NEG))
    return am_mul(g, first(g, factor), x);
  if (is_const(g, factor) && am_node_value(g, factor) < 0)
    return am_mul(g, am_neg(g, factor), x);
  return 0;
}

static am_node simplify_const_add(am_graph *g, am_node c, am_node b) {
  if (am_is_const(g, c, 0)) return b;
  if (has_const(g, b, AM_OP_ADD))
    return am_add(g, am_add(g, c, first(g, b)), second(g, b));
  if (has_const(g, b, AM_OP_SUB))
    return am_sub(g, am_add(g, c, first(g, b)), second(g, b));
  return 0;
}

static am_node simplify_add(am_graph *g, am_node a, am_node b, am_node c) {
  (void)c;
  if (is_const(g, a)) {
    am_node simple = simplify_const_add(g, a, b);
    if (simple) return simple;
  }
  if (a == b) return am_mul(g, am_const(g, 2), a);
  am_node minus_b = negated(g, b);
  if (minus_b) return am_sub(g, a, minus_b);
  am_node minus_a = negated(g, a);
  return minus_a ? am_sub(g, b, minus_a) : 0;
}

static am_node simplify_const_sub(am_graph *g, am_node c, am_node b) {
  if (am_is_const(g, c, 0)) return am_neg(g, b);
  if (has_const(g, b, AM_OP_ADD))
    return am_sub(g, am_sub(g, c, first(g, b)), second(g, b));
  if (has_const(g, b, AM_OP_SUB))
    return am_add(g, am_sub(g, c, first(g, b)), second(g, b));
  return 0;
}

static am_node simplify_sub(am_graph *g, am_node a, am_node b, am_node c) {
  (void)c;
  if (is_const(g, b)) return am_add(g, am_neg(g, b), a);
  if (a == b && am_node_known(g, a).finite) return am_const(g, 0);
  if (is_const(g, a)) {
    am_node simple = simplify_const_sub(g, a, b);
    if (simple) return simple;
  }
  am_node minus_b = negated(g, b);
  if (minus_b) return am_add(g, a, minus_b);
  if (am_is_op(g, a, AM_OP_NEG))
    return am_neg(g, am_add(g, first(g, a), b));
  return 0;
}

static am_node simplify_const_mul(am_graph *g, am_node c, am_node b) {
  if (am_is_const(g, c, 0) && am_node_known(g, b).finite) return c;
  if (am_is_const(g, c, 1)) return b;
  if (am_is_const(g, c, -1)) return am_neg(g, b);
  if (has_const(g, b, AM_OP_MUL))
    return am_mul(g, am_mul(g, c, first(g, b)), second(g, b));
  return 0;
}

/* Signs go into a factor of lower rank, else outside the product. */
static am_node simplify_mul_signs(am_graph *g, am_node a, am_node b) {
  bool minus_a = am_is_op(g, a, AM_OP_NEG), minus_b = am_is_op(g, b, AM_OP_NEG);
  if (minus_b && rank(g, a) < rank(g, b))
    return am_mul(g, am_neg(g, a), first(g, b));
  if (rank(g, a) < rank(g, b) || !(minus_a || minus_b)) return 0;
  am_node product = am_mul(g, minus_a ? first(g, a) : a,
                           minus_b ? first(g, b) : b);
  return minus_a && minus_b ? product : am_neg(g, product);
}

/* What is constant during a run is multiplied first. */
static am_node simplify_scaled(am_graph *g, am_node a, am_node b) {
  bool scaled_a = is_scaled(g, a), scaled_b = is_scaled(g, b);
  if (scaled_b && rank(g, a) < rank(g, b))
    return am_mul(g, am_mul(g, a, first(g, b)), second(g, b));
  if (scaled_a && scaled_b)
    return am_mul(g, am_mul(g, first(g, a), first(g, b)),
                  am_mul(g, second(g, a), second(g, b)));
  return 0;
}

static am_node simplify_mul(am_graph *g, am_node a, am_node b, am_node c) {
  am_node simple = 0;
  (void)c;
  if (is_const(g, a)) simple = simplify_const_mul(g, a, b);
  if (!simple) simple = simplify_mul_signs(g, a, b);
  if (!simple) simple = am_simplify_roots(g, a, b);
  if (!simple) simple = simplify_scaled(g, a, b);
  return simple;
}

/* Division by a power of two is exact as a product. */
static am_node simplify_div_const(am_graph *g, am_node a, am_node c) {
  int exponent;
  double value = am_node_value(g, c);
  if (!isnormal(value) || !isnormal(1 / value)) return 0;
  if (fabs(frexp(value, &exponent)) != 0.5) return 0;
  return am_mul(g, am_const(g, 1 / value), a);
}

static am_node simplify_div_rank(am_graph *g, am_node a, am_node b) {
  if (rank(g, b) >= rank(g, a)) return 0;
  if (is_scaled(g, a))
    return am_mul(g, am_div(g, first(g, a), b), second(g, a));
  if (am_is_op(g, a, AM_OP_DIV) && rank(g, second(g, a)) < rank(g, a))
    return am_div(g, first(g, a), am_mul(g, second(g, a), b));
  return 0;
}

static am_node simplify_div(am_graph *g, am_node a, am_node b, am_node c) {
  (void)c;
  if (is_const(g, b)) {
    am_node simple = simplify_div_const(g, a, b);
    if (simple) return simple;
  }
  if (am_node_known(g, b).nonzero && am_node_known(g, b).finite) {
    if (am_is_const(g, a, 0)) return a;
    if (a == b) return am_const(g, 1);
  }
  bool minus_a = am_is_op(g, a, AM_OP_NEG), minus_b = am_is_op(g, b, AM_OP_NEG);
  if (minus_a || minus_b) {
    am_node quotient = am_div(g, minus_a ? first(g, a) : a,
                              minus_b ? first(g, b) : b);
    return minus_a && minus_b ? quotient : am_neg(g, quotient);
  }
  return simplify_div_rank(g, a, b);
}

static am_node simplify_neg(am_graph *g, am_node a, am_node b, am_node c) {
  (void)b, (void)c;
  if (am_is_op(g, a, AM_OP_NEG)) return first(g, a);
  if (am_is_op(g, a, AM_OP_SUB)) return am_sub(g, second(g, a), first(g, a));
  if (has_const(g, a, AM_OP_ADD))
    return am_sub(g, am_neg(g, first(g, a)), second(g, a));
  if (is_scaled(g, a))
    return am_mul(g, am_neg(g, first(g, a)), second(g, a));
  return 0;
}

static am_node simplify_sqrt(am_graph *g, am_node a, am_node b, am_node c) {
  (void)b, (void)c;
  if (am_is_op(g, a, AM_OP_MUL) && first(g, a) == second(g, a))
    return am_apply(g, AM_OP_ABS, first(g, a), 0, 0);
  return 0;
}

static am_node simplify_abs(am_graph *g, am_node a, am_node b, am_node c) {
  (void)b, (void)c;
  if (am_node_known(g, a).nonnegative) return a;
  if (am_is_op(g, a, AM_OP_NEG))
    return am_apply(g, AM_OP_ABS, first(g, a), 0, 0);
  return 0;
}

static am_node simplify_recip0(am_graph *g, am_node a, am_node b, am_node c) {
  (void)b, (void)c;
  if (am_node_known(g, a).nonzero && am_node_known(g, a).finite)
    return am_div(g, am_const(g, 1), a);
  if (am_is_op(g, a, AM_OP_NEG))
    return am_neg(g, am_apply(g, AM_OP_RECIP0, first(g, a), 0, 0));
  return 0;
}

/* A rule of two arguments, or one, as a rule of three. */
#define AM_RULE2(name)                                               \
  static am_node simplify_##name(am_graph *g, am_node a, am_node b,  \
                                 am_node c) {                        \
    (void)c;                                                         \
    return am_simplify_##name(g, a, b);                              \
  }
AM_RULE2(pow)
AM_RULE2(pow0)
AM_RULE2(less)
AM_RULE2(less_equal)
AM_RULE2(equal)
AM_RULE2(and)
AM_RULE2(or)

static am_node simplify_not(am_graph *g, am_node a, am_node b, am_node c) {
  (void)b, (void)c;
  return am_simplify_not(g, a);
}

typedef am_node rule(am_graph *graph, am_node a, am_node b, am_node c);

static const struct {
  rule *simplify;
  bool commutative;
} rules[AM_OP_COUNT] = {
    [AM_OP_ADD] = {simplify_add, true},
    [AM_OP_SUB] = {simplify_sub, false},
    [AM_OP_MUL] = {simplify_mul, true},
    [AM_OP_DIV] = {simplify_div, false},
    [AM_OP_NEG] = {simplify_neg, false},
    [AM_OP_SQRT] = {simplify_sqrt, false},
    [AM_OP_ABS] = {simplify_abs, false},
    [AM_OP_POW] = {simplify_pow, false},
    [AM_OP_POW0] = {simplify_pow0, false},
    [AM_OP_RECIP0] = {simplify_recip0, false},
    [AM_OP_SELECT] = {am_simplify_select, false},
    [AM_OP_LESS] = {simplify_less, false},
    [AM_OP_LESS_EQUAL] = {simplify_less_equal, false},
    [AM_OP_EQUAL] = {simplify_equal, true},
    [AM_OP_AND] = {simplify_and, true},
    [AM_OP_OR] = {simplify_or, true},
    [AM_OP_NOT] = {simplify_not, false},
};

static bool all_const(const am_graph *g, am_op op, const am_node *x) {
  for (int i = 0; i < am_ops[op].arity; i++)
    if (!is_const(g, x[i])) return false;
  return am_ops[op].arity > 0;
}

static am_node fold(am_graph *g, am_op op, const am_node *x) {
  double v[3] = {0};
  int count = am_ops[op].arity;
  assert(count <= 3);
  for (int i = 0; i < count; i++) v[i] = am_node_value(g, x[i]);
  return am_const(g, am_op_value(op, v[0], v[1], v[2]));
}

static bool in_order(const am_graph *g, am_node a, am_node b) {
  return rank(g, a) != rank(g, b) ? rank(g, a) < rank(g, b) : a <= b;
}

bool am_is_commutative(am_op op) { return rules[op].commutative; }

/* Exchanges the arguments of a commutative operation to be in order. */
static void put_in_order(const am_graph *g, am_op op, am_node *x) {
  am_node a = x[0];
  if (!rules[op].commutative || in_order(g, a, x[1])) return;
  x[0] = x[1];
  x[1] = a;
}

am_node am_graph_plain(am_graph *graph, am_op op, am_node a, am_node b,
                       am_node c) {
  am_node x[3] = {a, b, c};
  put_in_order(graph, op, x);
  return am_graph_intern(graph, op, x[0], x[1], x[2]);
}

am_node am_apply(am_graph *graph, am_op op, am_node a, am_node b, am_node c) {
  am_node x[3] = {a, b, c};
  assert(am_ops[op].arity <= 3);
  if (all_const(graph, op, x)) return fold(graph, op, x);
  put_in_order(graph, op, x);
  am_node simple = rules[op].simplify
                       ? rules[op].simplify(graph, x[0], x[1], x[2])
                       : 0;
  return simple ? simple : am_graph_intern(graph, op, x[0], x[1], x[2]);
}
