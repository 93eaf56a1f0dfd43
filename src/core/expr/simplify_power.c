/* simplify_power.c: simplification of powers, and of roots inside them. */
#include <limits.h>

#include "expr/parts.h"

/* Depth to which a base is searched for a root. */
enum { DEPTH = 16 };

static bool is_root(const am_graph *g, am_node n) {
  return am_is_op(g, n, AM_OP_SQRT) || am_is_op(g, n, AM_OP_ABS);
}

static bool is_product(const am_graph *g, am_node n) {
  return am_is_op(g, n, AM_OP_MUL) || am_is_op(g, n, AM_OP_DIV);
}

/* Argument, 0 or 1, of a product or quotient in which to search for a root. */
static int factor_towards_root(const am_graph *g, am_node n) {
  if (am_is_op(g, n, AM_OP_DIV)) return 0;
  am_node a = am_argument(g, n, 0), b = am_argument(g, n, 1);
  if (is_root(g, b)) return 1;
  return !is_root(g, a) && is_product(g, b);
}

/* Root of which n is a multiple, n = c*root; 0 if there is none. */
static am_node find_root(const am_graph *g, am_node n) {
  for (int i = 0; i < DEPTH && is_product(g, n); i++)
    n = am_argument(g, n, factor_towards_root(g, n));
  return is_root(g, n) ? n : 0;
}

/* Factor c of n = c*root, for the root found by find_root. */
static am_node factor_of_root(am_graph *g, am_node n) {
  am_node c = am_const(g, 1);
  while (!is_root(g, n)) {
    int i = factor_towards_root(g, n);
    am_node other = am_argument(g, n, 1 - i);
    c = am_is_op(g, n, AM_OP_DIV) ? am_div(g, c, other) : am_mul(g, c, other);
    n = am_argument(g, n, i);
  }
  return c;
}

/* 1 where a power of a is defined, NaN where a is negative. */
static am_node one_where_valid(am_graph *g, am_node a) {
  if (am_node_is(g, a, AM_NONNEGATIVE)) return am_const(g, 1);
  return am_select(g, am_less(g, a, am_const(g, 0)), am_const(g, NAN),
                   am_const(g, 1));
}

/* u for sqrt(u), x*x for |x|; the sign of u is not checked. */
static am_node inside_root(am_graph *g, am_node root) {
  am_node x = am_argument(g, root, 0);
  return am_is_op(g, root, AM_OP_ABS) ? am_mul(g, x, x) : x;
}

static am_node root_squared(am_graph *g, am_node root) {
  am_node x = inside_root(g, root);
  return am_mul(g, x, one_where_valid(g, x));
}

am_node am_simplify_roots(am_graph *g, am_node a, am_node b) {
  am_node root = find_root(g, a);
  if (!root || root != find_root(g, b)) return 0;
  am_node factors = am_mul(g, factor_of_root(g, a), factor_of_root(g, b));
  return am_mul(g, factors, root_squared(g, root));
}

/* a^k by repeated squaring; 1/a^-k for k < 0. */
static am_node integer_power(am_graph *g, am_node a, int k) {
  am_node result = 0;
  if (k == 0) return am_const(g, 1);
  for (int left = abs(k);; a = am_mul(g, a, a)) {
    if (left % 2) result = result ? am_mul(g, result, a) : a;
    left /= 2;
    if (!left) break;
  }
  return k > 0 ? result : am_div(g, am_const(g, 1), result);
}

/* True if p is a constant integer, *k. */
static bool is_integer(const am_graph *g, am_node p, int *k) {
  if (!am_is_op(g, p, AM_OP_CONST)) return false;
  double value = am_node_value(g, p);
  if (!(fabs(value) <= INT_MAX) || value != floor(value)) return false;
  *k = (int)value;
  return true;
}

am_node am_simplify_pow(am_graph *g, am_node a, am_node p) {
  int k;
  if (am_is_const(g, p, 0) && !am_node_is(g, a, AM_FINITE)) return 0;
  if (is_integer(g, p, &k))
    return am_mul(g, integer_power(g, a, k), one_where_valid(g, a));
  return am_is_const(g, p, 0.5) ? am_sqrt(g, a) : 0;
}

am_node am_simplify_pow0(am_graph *g, am_node a, am_node p) {
  int k;
  if (!am_is_op(g, p, AM_OP_CONST)) return 0;
  double value = am_node_value(g, p);
  if (value >= 0) return am_apply(g, AM_OP_POW, a, p, 0);
  if (value == -0.5) return am_apply(g, AM_OP_RECIP0, am_sqrt(g, a), 0, 0);
  if (!is_integer(g, p, &k)) return 0;
  am_node power = integer_power(g, a, -k);
  return am_mul(g, am_apply(g, AM_OP_RECIP0, power, 0, 0),
                one_where_valid(g, a));
}

static am_node pow_node(am_graph *g, am_node a, am_node p) {
  return am_apply(g, AM_OP_POW, a, p, 0);
}

am_node am_power(am_graph *graph, am_node a, am_node p) {
  int k;
  am_node root = find_root(graph, a);
  bool integer = is_integer(graph, p, &k);
  if (!root)
    return integer ? integer_power(graph, a, k) : pow_node(graph, a, p);
  am_node c = factor_of_root(graph, a);
  if (integer) {
    /* Even powers of roots are powers of the radicand. */
    am_node square =
        am_mul(graph, am_mul(graph, c, c), root_squared(graph, root));
    am_node even = integer_power(graph, square, k / 2);
    if (k % 2 == 0) return even;
    return k > 0 ? am_mul(graph, even, a) : am_div(graph, even, a);
  }

  /* (c*sqrt(u))^p = (u*c^2)^(p/2) for nonnegative c. */
  bool is_sure = am_node_is(graph, c, AM_NONNEGATIVE);
  if (!is_sure && graph->nodes[c].rank == AM_RANK_VARIABLE)
    return pow_node(graph, a, p);
  am_node u = am_mul(graph, am_mul(graph, c, c), inside_root(graph, root));
  am_node power = pow_node(graph, u, am_mul(graph, am_const(graph, 0.5), p));
  if (is_sure) return power;
  am_node negative = am_less(graph, c, am_const(graph, 0));
  return am_select(graph, negative, pow_node(graph, a, p), power);
}

/* Larger (or smaller) operand; b, which has the lower rank, at a tie; a if a is
 * NaN. */
static am_node extremum(am_graph *g, am_node a, am_node b, bool larger) {
  if (g->nodes[b].rank > g->nodes[a].rank) {
    am_node swap = a;
    a = b, b = swap;
  }
  bool is_b_low = am_is_op(g, b, AM_OP_CONST) && am_node_value(g, b) <= 0;
  if (larger && is_b_low && am_node_is(g, a, AM_NONNEGATIVE)) return a;
  am_node take_b = larger ? am_apply(g, AM_OP_LESS_EQUAL, a, b, 0)
                          : am_apply(g, AM_OP_LESS_EQUAL, b, a, 0);
  return am_select(g, take_b, b, a);
}

am_node am_maximum(am_graph *graph, am_node a, am_node b) {
  return extremum(graph, a, b, true);
}

am_node am_minimum(am_graph *graph, am_node a, am_node b) {
  return extremum(graph, a, b, false);
}
