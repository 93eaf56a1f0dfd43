/* Every node as a product: the sweeps, and the operations that are neither
 * selections nor sums.  A first sweep takes common factors out of all sums and
 * counts what remains of them, the second one decides by these counts. */
#include <math.h>

#include "expr/factor.h"

/* Powers x^p from x^(p-1) from x^(p-2) … at most so many. */
enum { POWERS = 8 };

am_node am_new_node(am_sweep *s, am_node old) {
  if (!s->map[old]) s->map[old] = am_product_node(&s->products, s->result[old]);
  return s->map[old];
}

/* The same operation on new arguments. */
static const am_product *rebuilt(am_sweep *s, am_node old) {
  am_node x[3] = {0};
  am_op op = s->graph->nodes[old].op;
  for (int k = 0; k < am_ops[op].arity; k++)
    x[k] = am_new_node(s, am_argument(s->graph, old, k));
  return am_atom(s, am_apply(s->graph, op, x[0], x[1], x[2]));
}

/* 1/a: what does not vary factor by factor, the rest as one. */
static const am_product *reciprocal(am_sweep *s, const am_product *a) {
  am_products *p = &s->products;
  am_graph *g = s->graph;
  am_node one = am_const(g, 1), rest = one, mask = 0;
  const am_product *result = am_atom(s, one);
  for (int i = 0; i < a->count; i++) {
    am_node factor = a->factors[i];
    if (am_is_mask(g, factor))
      mask = factor;
    else if (g->nodes[factor].rank == AM_RANK_VARIABLE)
      rest = am_mul(g, rest, factor);
    else
      result = am_product_times(p, result, am_atom(s, am_div(g, one, factor)));
  }
  if (mask) return NULL;
  if (!am_is_const(g, rest, 1))
    result = am_product_times(p, result, am_atom(s, am_div(g, one, rest)));
  return am_product_scaled(p, result, 1 / a->number);
}

static const am_product *product_of_division(am_sweep *s, am_node old) {
  const am_product *a = am_old_argument(s, old, 0);
  const am_product *b = am_old_argument(s, old, 1);
  return am_product_times(&s->products, a, reciprocal(s, b));
}

/* The needed power of the same base with an exponent smaller by 1. */
static am_node lower_power(const am_sweep *s, am_node old) {
  am_graph *g = s->graph;
  am_node base = am_argument(g, old, 0), p = am_argument(g, old, 1);
  am_node lower = am_apply(g, AM_OP_POW0, base,
                           am_sub(g, p, am_const(g, 1)), 0);
  if (lower >= s->size || !s->needed[lower]) return 0;
  bool is_power =
      am_is_op(g, lower, AM_OP_POW) || am_is_op(g, lower, AM_OP_POW0);
  return is_power && am_argument(g, lower, 0) == base ? lower : 0;
}

/* x^p = x·x^(p-1); at x = 0 only when p is not 0, else the value there, which
 * is a number of the parameters, is selected. */
static const am_product *product_of_power(am_sweep *s, am_node old, int depth) {
  am_graph *g = s->graph;
  am_op op = g->nodes[old].op;
  am_node base = am_argument(g, old, 0), p = am_argument(g, old, 1);
  am_node lower = depth < POWERS ? lower_power(s, old) : 0;
  am_known known = g->nodes[p].known;
  bool is_sure = known.nonzero && (known.nonnegative || op == AM_OP_POW0);
  am_node x = am_new_node(s, base);
  if (!lower || g->nodes[p].rank == AM_RANK_VARIABLE)
    return am_atom(s, am_apply(g, op, x, p, 0));
  const am_product *product =
      am_product_times(&s->products, am_atom(s, x),
                       product_of_power(s, lower, depth + 1));
  if (is_sure || !product) return product;
  am_node zero = am_const(g, 0), at_zero = am_apply(g, op, zero, p, 0);
  am_node is_zero = am_apply(g, AM_OP_EQUAL, zero, x, 0);
  return am_atom(s, am_select(g, is_zero, at_zero,
                           am_product_node(&s->products, product)));
}

static const am_product *product_of_product(am_sweep *s, am_node old) {
  const am_product *result = am_distributed_product(s, old);
  if (result) return result;
  return am_product_times(&s->products, am_old_argument(s, old, 0),
                          am_old_argument(s, old, 1));
}

/* The product that an operation is; NULL when it is none. */
static const am_product *product_of(am_sweep *s, am_node old) {
  switch (s->graph->nodes[old].op) {
    case AM_OP_MUL:
      return product_of_product(s, old);
    case AM_OP_NEG:
      return am_product_scaled(&s->products, am_old_argument(s, old, 0), -1);
    case AM_OP_DIV:
      return product_of_division(s, old);
    case AM_OP_SELECT:
      return am_selection_product(s, old);
    case AM_OP_POW:
    case AM_OP_POW0:
      return product_of_power(s, old, 0);
    case AM_OP_ADD:
    case AM_OP_SUB:
      return am_sum_product(s, old, am_old_argument(s, old, 0),
                            am_old_argument(s, old, 1));
    default:
      return NULL;
  }
}

/* What does not vary stays as it is; only its factors are seen. */
static bool stays(const am_graph *g, am_node old) {
  am_op op = g->nodes[old].op;
  if (am_ops[op].arity == 0) return true;
  return g->nodes[old].rank < AM_RANK_VARIABLE && op != AM_OP_MUL &&
         op != AM_OP_NEG && op != AM_OP_DIV;
}

/* Is a node known to be finite, its factors not? */
static bool hides_factors(const am_graph *g, am_node old,
                          const am_product *product) {
  return g->nodes[old].known.finite && product &&
         !am_product_is_finite(g, product);
}

static void visit(am_sweep *s, am_node old) {
  const am_product *product = NULL;
  bool stay = stays(s->graph, old);
  if (!stay) product = product_of(s, old);
  if (hides_factors(s->graph, old, product)) {
    product = NULL;
    stay = s->graph->nodes[old].rank < AM_RANK_VARIABLE;
  }
  if (!product) product = stay ? am_atom(s, old) : rebuilt(s, old);
  s->result[old] = product;
}

static const uint32_t *count_uses(const am_sweep *s, const am_node *outputs,
                                  int count) {
  const am_graph *g = s->graph;
  const bool *needed = s->needed;
  uint32_t *uses = AM_ARRAY(s->arena, uint32_t, g->size + 1);
  for (int i = 0; i < count; i++) uses[outputs[i]]++;
  for (am_node i = 1; i <= g->size; i++)
    for (int k = 0; needed[i] && k < am_ops[g->nodes[i].op].arity; k++)
      uses[am_argument(g, i, k)]++;
  return uses;
}

static void run(am_sweep *s, const am_node *outputs, int count) {
  size_t size = s->size;
  s->products = (am_products){.graph = s->graph, .arena = s->arena};
  s->result = AM_ARRAY(s->arena, const am_product *, size);
  s->map = AM_ARRAY(s->arena, am_node, size);
  for (am_node i = 1; i < size; i++)
    if (s->needed[i]) visit(s, i);
  for (int i = 0; i < count; i++) am_new_node(s, outputs[i]);
}

/* How many sums have each rest. */
static void count_rests(am_sweep *s) {
  s->rest_size = s->graph->size + 1;
  s->rests = AM_ARRAY(s->arena, uint32_t, s->rest_size);
  for (size_t i = 0; i < s->found_count; i++) s->rests[s->found[i]]++;
}

void am_factor(am_graph *graph, am_node *outputs, int count,
               am_factoring factoring) {
  am_sweep s = {.graph = graph, .arena = am_arena_child(graph->arena),
                .factoring = factoring};
  size_t size = graph->size + 1;
  bool *needed = AM_ARRAY(s.arena, bool, size);
  am_graph_needed(graph, outputs, count, needed);
  s.size = (am_node)size;
  s.needed = needed;
  s.uses = count_uses(&s, outputs, count);
  if (factoring != AM_FACTOR_NEVER) {
    s.tries = true;
    run(&s, outputs, count);
    count_rests(&s);
    s.tries = false;
  }
  run(&s, outputs, count);
  for (int i = 0; i < count; i++) outputs[i] = s.map[outputs[i]];
  am_arena_free(s.arena);
}
