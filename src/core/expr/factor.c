/* factor.c: rewrites nodes as products: finite factors outside selections,
 * powers from lower powers, quotients as reciprocals, common factors outside
 * sums.
 *
 * A sweep goes through the graph once and finds the product for every needed
 * node.  Replacing a*b + a*c by a*(b + c) saves more if several sums have the
 * same rest b + c, as in the columns of a Jacobian, because the rest is
 * computed once.  A first sweep therefore takes common factors out of all sums
 * and counts the rests; a second sweep decides by these counts. */
#include "expr/passes.h"

/* Maximum number of powers in a chain x^p, x^(p-1), x^(p-2), ... */
enum { POWERS = 8 };

/* Depth to which a selection is searched for its condition. */
enum { SELECTION_DEPTH = 4 };

typedef struct {
  am_products products;
  am_graph *graph;
  am_arena *arena;           /* memory of the sweeps */
  am_node size;              /* of the graph before the sweep, plus 1 */
  const bool *needed;        /* [size] */
  const uint32_t *uses;      /* [size] */
  const am_product **result; /* [size] */
  am_node *map;              /* [size] nodes of results; 0: not created yet */
  bool tries;                /* first sweep: takes out all common factors */
  bool sums;                 /* takes common factors out of sums */
  uint32_t *rests;           /* [rest_size] number of sums with this rest */
  size_t rest_size;
  am_node *found;            /* [found_count] rests of the first sweep */
  size_t found_count;
} factor_sweep;

/* Node that replaces an old one. */
static am_node new_node(factor_sweep *s, am_node old) {
  if (!s->map[old]) s->map[old] = am_product_node(&s->products, s->result[old]);
  return s->map[old];
}

/* Product for argument i of an old node. */
static const am_product *old_argument(const factor_sweep *s, am_node old,
                                      int i) {
  return s->result[am_argument(s->graph, old, i)];
}

/* Product of a new node. */
static const am_product *atom(factor_sweep *s, am_node node) {
  return am_product_of(&s->products, node);
}

/* ---- sums ---------------------------------------------------------------- */

/* Operations of a sum of two products; a product that is used nowhere else is
 * fused with the sum. */
static int sum_cost(int length, int other) {
  int total = length + other - 2;
  return total > 1 ? total : 1;
}

/* True if taking `common` out of the sum `old` saves operations; `rest`: the
 * remaining sum of `rests` [2]. */
static bool factoring_pays(const factor_sweep *s, am_node old,
                           const am_product *common,
                           const am_product *const *rests, am_node rest) {
  const am_products *p = &s->products;
  if (s->tries) return true;
  if (rest < s->rest_size && s->rests[rest] > 1) return true;
  int outside = am_product_length(p, common), inside[2];
  for (int i = 0; i < 2; i++) {
    if (s->uses[am_argument(s->graph, old, i)] > 1) return false;
    int length = am_product_length(p, rests[i]);
    inside[i] = length ? length : 1;
  }
  int plain = sum_cost(inside[0] + outside, inside[1] + outside);
  return sum_cost(inside[0], inside[1]) + outside < plain;
}

/* Operations of a node and its arguments; equal for all components of a
 * tensor. */
static uint32_t operations_of(const am_graph *g, am_node n) {
  am_op op = g->nodes[n].op;
  uint32_t result = op;
  for (int k = 0; k < am_ops[op].arity; k++)
    result = result << 8 | g->nodes[am_argument(g, n, k)].op;
  return result;
}

/* Index of the rest that gets the sign plus: the first one. If signs cost
 * nothing, it is chosen such that sums which differ only in sign become the
 * same node. */
static int leading_rest(factor_sweep *s, const am_product *common,
                        const am_product *const *rests) {
  am_products *p = &s->products;
  am_node nodes[2];
  if (signbit(rests[0]->number) == signbit(rests[1]->number)) return 0;
  bool free = am_product_coefficient(p, common) != am_const(s->graph, 1);
  if (!free) return signbit(rests[0]->number) ? 1 : 0;
  for (int i = 0; i < 2; i++)
    nodes[i] = am_product_node(
        p, am_product_scaled(p, rests[i], copysign(1, rests[i]->number)));
  uint32_t shapes[2] = {operations_of(s->graph, nodes[0]),
                        operations_of(s->graph, nodes[1])};
  if (shapes[0] != shapes[1]) return shapes[1] < shapes[0];
  return nodes[1] < nodes[0];
}

/* Node of a + b; the node of b is created first. */
static am_node sum_of(factor_sweep *s, const am_product *a,
                      const am_product *b) {
  am_node second = am_product_node(&s->products, b);
  return am_add(s->graph, am_product_node(&s->products, a), second);
}

/* a + b with the common part taken out; NULL if that does not reduce the
 * cost. */
static const am_product *factored_sum(factor_sweep *s, am_node old,
                                      const am_product *a,
                                      const am_product *b) {
  am_products *p = &s->products;
  const am_product *common = am_product_common(p, a, b);
  if (!common->count && common->number == 1) return NULL;
  const am_product *rests[2] = {am_product_rest(p, a, common),
                                am_product_rest(p, b, common)};
  if (!rests[0]->count && !rests[1]->count) return NULL;
  double sign = copysign(1, rests[leading_rest(s, common, rests)]->number);
  for (int i = 0; i < 2; i++) rests[i] = am_product_scaled(p, rests[i], sign);
  am_node rest = sum_of(s, rests[0], rests[1]);
  if (!factoring_pays(s, old, common, rests, rest)) return NULL;
  const am_product *result = am_product_times(
      p, am_product_scaled(p, common, sign), atom(s, rest));
  if (!result || !s->tries) return result;
  AM_PUSH(s->arena, s->found, s->found_count, rest);
  return result;
}

/* a + b, or a - b if `old` is a difference, with the common part taken out if
 * this saves operations. */
static const am_product *product_of_sum(factor_sweep *s, am_node old,
                                        const am_product *a,
                                        const am_product *b) {
  am_products *p = &s->products;
  const am_product *result = NULL;
  if (am_is_op(s->graph, old, AM_OP_SUB)) b = am_product_scaled(p, b, -1);
  if (s->sums) result = factored_sum(s, old, a, b);
  if (result) return result;
  return atom(s, sum_of(s, a, b));
}

static bool has_coefficient(am_products *p, const am_product *a) {
  am_node coefficient = am_product_coefficient(p, a);
  return !am_is_op(p->graph, coefficient, AM_OP_CONST) ||
         fabs(am_node_value(p->graph, coefficient)) != 1;
}

/* Product of a coefficient and a sum.  If the sum is used only here and both
 * operands have coefficients already, these are multiplied by the new one; else
 * NULL, and the new one remains a factor of the sum. */
static const am_product *distributed_product(factor_sweep *s, am_node old) {
  am_products *p = &s->products;
  am_graph *g = s->graph;
  am_node a = am_argument(g, old, 0), b = am_argument(g, old, 1);
  if (g->nodes[a].rank == AM_RANK_VARIABLE || s->uses[b] > 1) return NULL;
  const am_product *sum = s->result[b];
  if (sum->count != 1) return NULL;
  am_node new = sum->factors[0], terms[2];
  if (!am_is_op(g, new, AM_OP_ADD) && !am_is_op(g, new, AM_OP_SUB)) return NULL;
  const am_product *factor = am_product_scaled(p, s->result[a], sum->number);
  for (int i = 0; i < 2; i++) {
    const am_product *term = atom(s, am_argument(g, new, i));
    if (!has_coefficient(p, term)) return NULL;
    term = am_product_times(p, factor, term);
    if (!term) return NULL;
    terms[i] = am_product_node(p, term);
  }
  return atom(s, am_apply(g, g->nodes[new].op, terms[0], terms[1], 0));
}

/* ---- selections ---------------------------------------------------------- */

/* Node in the branch selected by `mask`: selections by the same condition are
 * resolved, also in the bases of powers. */
static am_node taken_branch(factor_sweep *s, am_node node, am_node mask,
                            int depth) {
  am_graph *g = s->graph;
  am_op op = g->nodes[node].op;
  am_node x[3] = {0};
  if (am_same_selection(g, node, mask))
    return am_argument(g, node, 3 - am_zero_branch(g, mask));
  if (depth == 0) return node;
  const am_product *a = atom(s, node);
  if (a->count && a->factors[0] != node) {
    const am_product *result = atom(s, am_const(g, a->number));
    for (int i = 0; i < a->count; i++)
      result = am_product_times(
          &s->products, result,
          atom(s, taken_branch(s, a->factors[i], mask, depth - 1)));
    return result ? am_product_node(&s->products, result) : node;
  }
  if (op != AM_OP_POW && op != AM_OP_POW0 && op != AM_OP_SELECT &&
      op != AM_OP_EQUAL)
    return node;
  for (int k = 0; k < am_ops[op].arity; k++)
    x[k] = taken_branch(s, am_argument(g, node, k), mask, depth - 1);
  return am_apply(g, op, x[0], x[1], x[2]);
}

/* True if the mask selects values with x != 0. */
static bool selects_nonzero(const am_graph *g, am_node mask, am_node x) {
  am_node condition = am_argument(g, mask, 0);
  am_node a = am_argument(g, condition, 0), b = am_argument(g, condition, 1);
  bool positive = am_node_is(g, x, AM_NONNEGATIVE | AM_FINITE);
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

/* Product under a mask: finite factors outside, the others inside the
 * selection; RECIP0 replaces 1/x if the mask implies x != 0. */
static const am_product *masked_product(factor_sweep *s, am_node mask,
                                        const am_product *a) {
  am_products *p = &s->products;
  am_graph *g = s->graph;
  const am_product *inside = NULL, *result = atom(s, am_const(g, 1));
  for (int i = 0; i < a->count; i++) {
    am_node factor = a->factors[i];
    if (am_node_is(g, factor, AM_FINITE)) {
      result = am_product_times(p, result, atom(s, factor));
      continue;
    }
    const am_product *x =
        atom(s, taken_branch(s, factor, mask, SELECTION_DEPTH));
    inside = inside ? am_product_times(p, inside, x) : x;
    if (!inside) return NULL;
  }

  am_node guard = mask;
  if (inside) {
    am_node node = am_product_node(p, inside);
    am_node x = am_is_reciprocal(g, node) ? am_argument(g, node, 1) : 0;
    guard = x && selects_nonzero(g, mask, x)
                ? am_apply(g, AM_OP_RECIP0, x, 0, 0)
                : am_masked(g, am_argument(g, mask, 0),
                            am_zero_branch(g, mask), node);
  }
  result = am_product_times(p, result, atom(s, guard));
  return am_product_scaled(p, result, a->number);
}

/* Selection between 0 and a product, as a product; NULL if it is not one. */
static const am_product *product_of_selection(factor_sweep *s, am_node old) {
  am_graph *g = s->graph;
  int zero_branch = am_zero_branch(g, old);
  if (!zero_branch) return NULL;
  am_node condition = new_node(s, am_argument(g, old, 0));
  am_node mask = am_masked(g, condition, zero_branch, am_const(g, 1));
  if (!am_is_mask(g, mask)) return NULL;

  /* Masks the operands of a sum separately if neither is known to be finite:
   * other sums share operands more often than the whole sum. */
  am_node inside = am_argument(g, old, 3 - zero_branch);
  bool sum = am_is_op(g, inside, AM_OP_ADD) || am_is_op(g, inside, AM_OP_SUB);
  const am_product *x[2];
  for (int i = 0; i < 2 && sum; i++) {
    x[i] = old_argument(s, inside, i);
    sum = !am_product_is_finite(g, x[i]);
    if (sum) x[i] = masked_product(s, mask, x[i]);
    sum &= x[i] != NULL;
  }
  return sum ? product_of_sum(s, inside, x[0], x[1])
             : masked_product(s, mask, s->result[inside]);
}

/* ---- quotients, powers and other operations ------------------------------ */

/* a*(1/b): factors of b that do not vary are inverted one by one, the others as
 * one. */
static const am_product *product_of_quotient(factor_sweep *s,
                                             const am_product *a,
                                             const am_product *b) {
  am_products *p = &s->products;
  am_graph *g = s->graph;
  am_node one = am_const(g, 1), rest = one;
  bool masked = false;
  const am_product *result = atom(s, one);
  for (int i = 0; i < b->count; i++) {
    am_node factor = b->factors[i];
    if (am_is_mask(g, factor))
      masked = true;
    else if (g->nodes[factor].rank == AM_RANK_VARIABLE)
      rest = am_mul(g, rest, factor);
    else
      result = am_product_times(p, result, atom(s, am_div(g, one, factor)));
  }
  if (masked) return NULL;
  if (!am_is_const(g, rest, 1))
    result = am_product_times(p, result, atom(s, am_div(g, one, rest)));
  return am_product_times(p, a, am_product_scaled(p, result, 1 / b->number));
}

/* Needed power of the same base with the exponent reduced by 1; 0 if there is
 * none. */
static am_node lower_power(const factor_sweep *s, am_node old) {
  am_graph *g = s->graph;
  am_node base = am_argument(g, old, 0), p = am_argument(g, old, 1);
  am_node lower = am_apply(g, AM_OP_POW0, base,
                           am_sub(g, p, am_const(g, 1)), 0);
  if (lower >= s->size || !s->needed[lower]) return 0;
  bool is_power =
      am_is_op(g, lower, AM_OP_POW) || am_is_op(g, lower, AM_OP_POW0);
  return is_power && am_argument(g, lower, 0) == base ? lower : 0;
}

/* x^p = x*x^(p-1).  If p may be 0, the formula fails at x = 0; a selection then
 * takes the value of the power at 0, which depends only on parameters. */
static const am_product *product_of_power(factor_sweep *s, am_node old,
                                          int depth) {
  am_graph *g = s->graph;
  am_op op = g->nodes[old].op;
  am_node base = am_argument(g, old, 0), p = am_argument(g, old, 1);
  am_node lower = depth < POWERS ? lower_power(s, old) : 0;
  am_number_class enough = AM_NONZERO | (op == AM_OP_POW ? AM_NONNEGATIVE : 0);
  bool is_sure = am_node_is(g, p, enough);
  am_node x = new_node(s, base);
  if (!lower || g->nodes[p].rank == AM_RANK_VARIABLE)
    return atom(s, am_apply(g, op, x, p, 0));
  const am_product *product = am_product_times(
      &s->products, atom(s, x), product_of_power(s, lower, depth + 1));
  if (is_sure || !product) return product;
  am_node zero = am_const(g, 0), at_zero = am_apply(g, op, zero, p, 0);
  am_node is_zero = am_apply(g, AM_OP_EQUAL, zero, x, 0);
  return atom(s, am_select(g, is_zero, at_zero,
                           am_product_node(&s->products, product)));
}

/* Product that equals an operation; NULL if there is none. */
static const am_product *product_of_operation(factor_sweep *s, am_node old) {
  const am_product *a = old_argument(s, old, 0), *distributed;
  switch (s->graph->nodes[old].op) {
    case AM_OP_MUL:
      distributed = distributed_product(s, old);
      return distributed ? distributed
                         : am_product_times(&s->products, a,
                                            old_argument(s, old, 1));
    case AM_OP_NEG:
      return am_product_scaled(&s->products, a, -1);
    case AM_OP_DIV:
      return product_of_quotient(s, a, old_argument(s, old, 1));
    case AM_OP_SELECT:
      return product_of_selection(s, old);
    case AM_OP_POW:
    case AM_OP_POW0:
      return product_of_power(s, old, 0);
    case AM_OP_ADD:
    case AM_OP_SUB:
      return product_of_sum(s, old, a, old_argument(s, old, 1));
    default:
      return NULL;
  }
}

/* Product that replaces an old node.  A node that does not vary stays
 * unchanged, unless it is itself a product.  A node known to be finite stays
 * one factor if its factors are not known to be finite. */
static const am_product *product_of_node(factor_sweep *s, am_node old) {
  am_graph *g = s->graph;
  const am_node_data *node = &g->nodes[old];
  am_op op = node->op;
  bool bound = node->rank < AM_RANK_VARIABLE, finite = node->known & AM_FINITE;
  const am_product *product = NULL;
  if (am_ops[op].arity == 0) return atom(s, old);
  if (bound && op != AM_OP_MUL && op != AM_OP_NEG && op != AM_OP_DIV)
    return atom(s, old);
  product = product_of_operation(s, old);
  if (product && (!finite || am_product_is_finite(g, product))) return product;
  if (product && bound) return atom(s, old);

  /* Apply the same operation to the new arguments. */
  am_node x[3] = {0};
  for (int k = 0; k < am_ops[op].arity; k++)
    x[k] = new_node(s, am_argument(g, old, k));
  return atom(s, am_apply(g, op, x[0], x[1], x[2]));
}

static void sweep_nodes(factor_sweep *s, const am_node *outputs, int count) {
  size_t size = s->size;
  s->products = (am_products){.graph = s->graph, .arena = s->arena};
  s->result = AM_ARRAY(s->arena, const am_product *, size);
  s->map = AM_ARRAY(s->arena, am_node, size);
  for (am_node i = 1; i < size; i++)
    if (s->needed[i]) s->result[i] = product_of_node(s, i);
  for (int i = 0; i < count; i++) new_node(s, outputs[i]);
}

void am_factor(am_graph *graph, am_node *outputs, int count, bool sums) {
  size_t size = graph->size + 1;
  am_arena *arena = am_arena_child(graph->arena);
  const bool *needed = am_graph_needed(graph, outputs, count, arena);
  uint32_t *uses = AM_ARRAY(arena, uint32_t, size);
  factor_sweep s = {.graph = graph,
                    .arena = arena,
                    .size = (am_node)size,
                    .needed = needed,
                    .uses = uses,
                    .sums = sums};
  for (int i = 0; i < count; i++) uses[outputs[i]]++;
  for (am_node i = 1; i < size; i++)
    for (int k = 0; needed[i] && k < am_ops[graph->nodes[i].op].arity; k++)
      uses[am_argument(graph, i, k)]++;
  if (sums) {
    s.tries = true;
    sweep_nodes(&s, outputs, count);
    s.rest_size = graph->size + 1;
    s.rests = AM_ARRAY(arena, uint32_t, s.rest_size);
    for (size_t i = 0; i < s.found_count; i++) s.rests[s.found[i]]++;
    s.tries = false;
  }
  sweep_nodes(&s, outputs, count);
  for (int i = 0; i < count; i++) outputs[i] = s.map[outputs[i]];
  am_arena_free(arena);
}
