/* Common factors out of sums, and coefficients into them.
 *
 * Whether a·b + a·c is worth a·(b + c) depends on the rest b + c: when several
 * sums have the same rest, as the columns of a Jacobian have, it is computed
 * once. */
#include <math.h>

#include "expr/factor.h"

/* Operations of a sum of two products; a product that is used nowhere else is
 * fused with it. */
static int sum_cost(int length, int other) {
  int total = length + other - 2;
  return total > 1 ? total : 1;
}

static int at_least_one(int length) { return length ? length : 1; }

static bool pays(const am_sweep *s, am_node old, const am_product *common,
                 const am_product *const *rests, am_node rest) {
  const am_products *p = &s->products;
  if (s->tries) return true;
  if (rest < s->rest_size && s->rests[rest] > 1) return true;
  int outside = am_product_length(p, common), inside[2];
  for (int i = 0; i < 2; i++) {
    if (s->uses[am_argument(s->graph, old, i)] > 1) return false;
    inside[i] = at_least_one(am_product_length(p, rests[i]));
  }
  int plain = sum_cost(inside[0] + outside, inside[1] + outside);
  return sum_cost(inside[0], inside[1]) + outside < plain;
}

/* The operations of a node and its arguments: the same for all components of
 * a tensor. */
static uint32_t shape(const am_graph *g, am_node n) {
  am_op op = g->nodes[n].op;
  uint32_t result = op;
  for (int k = 0; k < am_ops[op].arity; k++)
    result = result << 8 | g->nodes[am_argument(g, n, k)].op;
  return result;
}

/* Which rest comes with the sign plus: the first, or, where a sign costs
 * nothing, the one that makes equal rests of opposite sign the same. */
static int leading(am_sweep *s, const am_product *common,
                   const am_product *const *rests) {
  am_products *p = &s->products;
  am_node nodes[2];
  if (signbit(rests[0]->number) == signbit(rests[1]->number)) return 0;
  bool free = am_product_coefficient(p, common) != am_const(s->graph, 1);
  if (!free) return signbit(rests[0]->number) ? 1 : 0;
  for (int i = 0; i < 2; i++)
    nodes[i] = am_product_node(
        p, am_product_scaled(p, rests[i], copysign(1, rests[i]->number)));
  uint32_t shapes[2] = {shape(s->graph, nodes[0]), shape(s->graph, nodes[1])};
  if (shapes[0] != shapes[1]) return shapes[1] < shapes[0];
  return nodes[1] < nodes[0];
}

static const am_product *factored(am_sweep *s, am_node old,
                                  const am_product *a, const am_product *b) {
  am_products *p = &s->products;
  am_graph *g = s->graph;
  const am_product *common = am_product_common(p, a, b);
  if (!common->count && common->number == 1) return NULL;
  const am_product *rests[2] = {am_product_rest(p, a, common),
                                am_product_rest(p, b, common)};
  if (!rests[0]->count && !rests[1]->count) return NULL;
  double sign = copysign(1, rests[leading(s, common, rests)]->number);
  for (int i = 0; i < 2; i++) rests[i] = am_product_scaled(p, rests[i], sign);
  am_node rest = am_add(g, am_product_node(p, rests[0]),
                        am_product_node(p, rests[1]));
  if (!pays(s, old, common, rests, rest)) return NULL;
  const am_product *result = am_product_times(
      p, am_product_scaled(p, common, sign), am_atom(s, rest));
  if (!result || !s->tries) return result;
  AM_PUSH_ROOM(s->arena, s->found, s->found_count, s->found_capacity);
  s->found[s->found_count++] = rest;
  return result;
}

const am_product *am_sum_product(am_sweep *s, am_node old, const am_product *a,
                                 const am_product *b) {
  am_products *p = &s->products;
  const am_product *result = NULL;
  if (am_is_op(s->graph, old, AM_OP_SUB)) b = am_product_scaled(p, b, -1);
  if (s->factoring != AM_FACTOR_NEVER) result = factored(s, old, a, b);
  if (result) return result;
  return am_atom(s, am_add(s->graph, am_product_node(p, a),
                           am_product_node(p, b)));
}

static bool has_coefficient(am_products *p, const am_product *a) {
  am_node coefficient = am_product_coefficient(p, a);
  return !am_is_op(p->graph, coefficient, AM_OP_CONST) ||
         fabs(am_node_value(p->graph, coefficient)) != 1;
}

/* The coefficient of a sum that is used here alone goes to its operands when
 * both have one already. */
const am_product *am_distributed_product(am_sweep *s, am_node old) {
  am_products *p = &s->products;
  am_graph *g = s->graph;
  am_node a = am_argument(g, old, 0), b = am_argument(g, old, 1);
  if (g->nodes[a].rank == AM_RANK_VARIABLE || s->uses[b] > 1) return NULL;
  const am_product *sum = s->result[b];
  if (sum->count != 1) return NULL;
  am_node new = sum->factors[0], terms[2];
  if (!am_is_op(g, new, AM_OP_ADD) && !am_is_op(g, new, AM_OP_SUB))
    return NULL;
  const am_product *factor = am_product_scaled(p, s->result[a], sum->number);
  for (int i = 0; i < 2; i++) {
    const am_product *term = am_atom(s, am_argument(g, new, i));
    if (!has_coefficient(p, term)) return NULL;
    term = am_product_times(p, factor, term);
    if (!term) return NULL;
    terms[i] = am_product_node(p, term);
  }
  return am_atom(s, am_apply(g, g->nodes[new].op, terms[0], terms[1], 0));
}
