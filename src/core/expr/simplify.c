/* simplify.c: simplification of operations when a node is created.
 *
 * A rule returns the simpler node, or 0 if there is none.  Results are smaller
 * or canonical (constants and parameters first, signs outside), so that rules
 * do not undo each other. */
#include <assert.h>

#include "expr/parts.h"

static bool is_const(const am_graph *g, am_node n) {
  return am_is_op(g, n, AM_OP_CONST);
}

static am_rank rank(const am_graph *g, am_node n) { return g->nodes[n].rank; }

/* True if n is a product whose first factor has a lower rank. */
static bool is_scaled(const am_graph *g, am_node n) {
  return am_is_op(g, n, AM_OP_MUL) &&
         rank(g, am_argument(g, n, 0)) < rank(g, n);
}

/* True if n is `constant op x`. */
static bool has_const(const am_graph *g, am_node n, am_op op) {
  return am_is_op(g, n, op) && is_const(g, am_argument(g, n, 0));
}

static am_node first(const am_graph *g, am_node n) {
  return am_argument(g, n, 0);
}

static am_node second(const am_graph *g, am_node n) {
  return am_argument(g, n, 1);
}

/* -n if n is written with a negative sign, else 0. */
static am_node negated(am_graph *g, am_node n) {
  if (am_is_op(g, n, AM_OP_NEG)) return first(g, n);
  if (!is_scaled(g, n)) return 0;
  am_node factor = first(g, n), x = second(g, n);
  if (am_is_op(g, factor, AM_OP_NEG)) return am_mul(g, first(g, factor), x);
  if (is_const(g, factor) && am_node_value(g, factor) < 0)
    return am_mul(g, am_neg(g, factor), x);
  return 0;
}

static am_node simplify_add(am_graph *g, am_node a, am_node b) {
  if (am_is_const(g, a, 0)) return b;
  if (is_const(g, a) && has_const(g, b, AM_OP_ADD))
    return am_add(g, am_add(g, a, first(g, b)), second(g, b));
  if (is_const(g, a) && has_const(g, b, AM_OP_SUB))
    return am_sub(g, am_add(g, a, first(g, b)), second(g, b));
  if (a == b) return am_mul(g, am_const(g, 2), a);
  am_node minus_b = negated(g, b);
  if (minus_b) return am_sub(g, a, minus_b);
  am_node minus_a = negated(g, a);
  return minus_a ? am_sub(g, b, minus_a) : 0;
}

static am_node simplify_sub(am_graph *g, am_node a, am_node b) {
  if (is_const(g, b)) return am_add(g, am_neg(g, b), a);
  if (a == b && am_node_is(g, a, AM_FINITE)) return am_const(g, 0);
  if (am_is_const(g, a, 0)) return am_neg(g, b);
  if (is_const(g, a) && has_const(g, b, AM_OP_ADD))
    return am_sub(g, am_sub(g, a, first(g, b)), second(g, b));
  if (is_const(g, a) && has_const(g, b, AM_OP_SUB))
    return am_add(g, am_sub(g, a, first(g, b)), second(g, b));
  am_node minus_b = negated(g, b);
  if (minus_b) return am_add(g, a, minus_b);
  if (am_is_op(g, a, AM_OP_NEG)) return am_neg(g, am_add(g, first(g, a), b));
  return 0;
}

static am_node simplify_mul(am_graph *g, am_node a, am_node b) {
  if (is_const(g, a)) {
    if (am_is_const(g, a, 0) && am_node_is(g, b, AM_FINITE)) return a;
    if (am_is_const(g, a, 1)) return b;
    if (am_is_const(g, a, -1)) return am_neg(g, b);
    if (has_const(g, b, AM_OP_MUL))
      return am_mul(g, am_mul(g, a, first(g, b)), second(g, b));
  }

  /* Signs move into a factor of lower rank, else outside the product. */
  bool minus_a = am_is_op(g, a, AM_OP_NEG), minus_b = am_is_op(g, b, AM_OP_NEG);
  bool lower = rank(g, a) < rank(g, b);
  if (minus_b && lower) return am_mul(g, am_neg(g, a), first(g, b));
  if ((minus_a || minus_b) && !lower) {
    am_node product = am_mul(g, minus_a ? first(g, a) : a,
                             minus_b ? first(g, b) : b);
    return minus_a && minus_b ? product : am_neg(g, product);
  }

  am_node simple = am_simplify_roots(g, a, b);
  if (simple || !is_scaled(g, b)) return simple;

  /* Multiply first the factors that are constant during a run. */
  if (lower) return am_mul(g, am_mul(g, a, first(g, b)), second(g, b));
  if (is_scaled(g, a))
    return am_mul(g, am_mul(g, first(g, a), first(g, b)),
                  am_mul(g, second(g, a), second(g, b)));
  return 0;
}

static am_node simplify_div(am_graph *g, am_node a, am_node b) {
  if (is_const(g, b)) {
    /* Division by a power of two is exact as a product. */
    int exponent;
    double value = am_node_value(g, b);
    if (isnormal(value) && isnormal(1 / value) &&
        fabs(frexp(value, &exponent)) == 0.5)
      return am_mul(g, am_const(g, 1 / value), a);
  }
  if (am_node_is(g, b, AM_NONZERO | AM_FINITE)) {
    if (am_is_const(g, a, 0)) return a;
    if (a == b) return am_const(g, 1);
  }

  /* Signs move outside. */
  bool minus_a = am_is_op(g, a, AM_OP_NEG), minus_b = am_is_op(g, b, AM_OP_NEG);
  if (minus_a || minus_b) {
    am_node quotient = am_div(g, minus_a ? first(g, a) : a,
                              minus_b ? first(g, b) : b);
    return minus_a && minus_b ? quotient : am_neg(g, quotient);
  }

  /* Divide first the factors that are constant during a run. */
  if (rank(g, b) >= rank(g, a)) return 0;
  if (is_scaled(g, a))
    return am_mul(g, am_div(g, first(g, a), b), second(g, a));
  if (am_is_op(g, a, AM_OP_DIV) && rank(g, second(g, a)) < rank(g, a))
    return am_div(g, first(g, a), am_mul(g, second(g, a), b));
  return 0;
}

static am_node simplify_neg(am_graph *g, am_node a) {
  if (am_is_op(g, a, AM_OP_NEG)) return first(g, a);
  if (am_is_op(g, a, AM_OP_SUB)) return am_sub(g, second(g, a), first(g, a));
  if (has_const(g, a, AM_OP_ADD))
    return am_sub(g, am_neg(g, first(g, a)), second(g, a));
  if (is_scaled(g, a)) return am_mul(g, am_neg(g, first(g, a)), second(g, a));
  return 0;
}

static am_node simplify_sqrt(am_graph *g, am_node a) {
  if (am_is_op(g, a, AM_OP_MUL) && first(g, a) == second(g, a))
    return am_apply(g, AM_OP_ABS, first(g, a), 0, 0);
  return 0;
}

static am_node simplify_abs(am_graph *g, am_node a) {
  if (am_node_is(g, a, AM_NONNEGATIVE)) return a;
  if (am_is_op(g, a, AM_OP_NEG))
    return am_apply(g, AM_OP_ABS, first(g, a), 0, 0);
  return 0;
}

static am_node simplify_recip0(am_graph *g, am_node a) {
  if (am_node_is(g, a, AM_NONZERO | AM_FINITE))
    return am_div(g, am_const(g, 1), a);
  if (am_is_op(g, a, AM_OP_NEG))
    return am_neg(g, am_apply(g, AM_OP_RECIP0, first(g, a), 0, 0));
  return 0;
}

/* ---- selections and conditions ------------------------------------------- */

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
static am_node simplify_select(am_graph *g, am_node a, am_node b, am_node c) {
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

static am_node simplify_less(am_graph *g, am_node a, am_node b) {
  if (a == b || (is_zero(g, b) && am_node_is(g, a, AM_NONNEGATIVE)))
    return am_const(g, 0);
  bool positive = am_node_is(g, b, AM_NONNEGATIVE | AM_NONZERO | AM_FINITE);
  return is_zero(g, a) && positive ? am_const(g, 1) : 0;
}

static am_node simplify_less_equal(am_graph *g, am_node a, am_node b) {
  if (a == b && am_node_is(g, a, AM_FINITE)) return am_const(g, 1);
  if (is_zero(g, a) && am_node_is(g, b, AM_NONNEGATIVE | AM_FINITE))
    return am_const(g, 1);
  bool positive = am_node_is(g, a, AM_NONNEGATIVE | AM_NONZERO);
  return is_zero(g, b) && positive ? am_const(g, 0) : 0;
}

static am_node simplify_equal(am_graph *g, am_node a, am_node b) {
  if (a == b && am_node_is(g, a, AM_FINITE)) return am_const(g, 1);
  if (is_zero(g, a) && am_node_is(g, b, AM_NONZERO)) return am_const(g, 0);
  return 0;
}

static am_node simplify_and(am_graph *g, am_node a, am_node b) {
  if (am_is_op(g, a, AM_OP_CONST))
    return am_node_value(g, a) != 0 ? b : am_const(g, 0);
  if (a == b) return a;
  return opposite(g, a, b) ? am_const(g, 0) : 0;
}

static bool contains_term(const am_graph *g, am_node n, am_node term) {
  return am_is_op(g, n, AM_OP_AND) &&
         (am_argument(g, n, 0) == term || am_argument(g, n, 1) == term);
}

static am_node simplify_or(am_graph *g, am_node a, am_node b) {
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

static am_node simplify_not(am_graph *g, am_node a) {
  return am_is_op(g, a, AM_OP_NOT) ? am_argument(g, a, 0) : 0;
}

/* ---- rules by operation -------------------------------------------------- */

/* Simplifications of one argument and of two */
static const struct {
  am_node (*one)(am_graph *g, am_node a);
  am_node (*two)(am_graph *g, am_node a, am_node b);
  bool commutative;
} rules[AM_OP_COUNT] = {
    [AM_OP_ADD] = {.two = simplify_add, .commutative = true},
    [AM_OP_SUB] = {.two = simplify_sub},
    [AM_OP_MUL] = {.two = simplify_mul, .commutative = true},
    [AM_OP_DIV] = {.two = simplify_div},
    [AM_OP_NEG] = {.one = simplify_neg},
    [AM_OP_SQRT] = {.one = simplify_sqrt},
    [AM_OP_ABS] = {.one = simplify_abs},
    [AM_OP_POW] = {.two = am_simplify_pow},
    [AM_OP_POW0] = {.two = am_simplify_pow0},
    [AM_OP_RECIP0] = {.one = simplify_recip0},
    [AM_OP_LESS] = {.two = simplify_less},
    [AM_OP_LESS_EQUAL] = {.two = simplify_less_equal},
    [AM_OP_EQUAL] = {.two = simplify_equal, .commutative = true},
    [AM_OP_AND] = {.two = simplify_and, .commutative = true},
    [AM_OP_OR] = {.two = simplify_or, .commutative = true},
    [AM_OP_NOT] = {.one = simplify_not},
};

static am_node simplify(am_graph *g, am_op op, const am_node x[3]) {
  if (rules[op].one) return rules[op].one(g, x[0]);
  if (rules[op].two) return rules[op].two(g, x[0], x[1]);
  if (op == AM_OP_SELECT) return simplify_select(g, x[0], x[1], x[2]);
  return op == AM_OP_EIGEN && is_const(g, x[0]) ? x[0] : 0;
}

bool am_is_commutative(am_op op) { return rules[op].commutative; }

/* Sorts the arguments of a commutative operation: lower ranks first, then older
 * nodes. */
static void put_in_order(const am_graph *g, am_op op, am_node *x) {
  am_node a = x[0], b = x[1];
  if (!rules[op].commutative) return;
  if (rank(g, a) != rank(g, b) ? rank(g, a) < rank(g, b) : a <= b) return;
  x[0] = b;
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
  int constants = 0, arity = am_ops[op].arity;
  assert(arity <= 3);
  while (constants < arity && is_const(graph, x[constants])) constants++;
  if (arity > 0 && constants == arity && op != AM_OP_TENSOR) {
    double v[3] = {0};
    for (int i = 0; i < arity; i++) v[i] = am_node_value(graph, x[i]);
    return am_const(graph, am_op_value(op, v[0], v[1], v[2]));
  }
  put_in_order(graph, op, x);
  am_node simple = simplify(graph, op, x);
  return simple ? simple : am_graph_intern(graph, op, x[0], x[1], x[2]);
}
