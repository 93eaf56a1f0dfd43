/* product.c: nodes as products of factors. */
#include "expr/passes.h"

static bool varies(const am_graph *g, am_node n) {
  return g->nodes[n].rank == AM_RANK_VARIABLE;
}

int am_zero_branch(const am_graph *graph, am_node node) {
  if (!am_is_op(graph, node, AM_OP_SELECT)) return 0;
  for (int i = 1; i <= 2; i++)
    if (am_is_const(graph, am_argument(graph, node, i), 0)) return i;
  return 0;
}

bool am_is_mask(const am_graph *graph, am_node node) {
  if (!varies(graph, node)) return false;
  int zero_branch = am_zero_branch(graph, node);
  return zero_branch &&
         am_is_const(graph, am_argument(graph, node, 3 - zero_branch), 1);
}

bool am_is_reciprocal(const am_graph *graph, am_node node) {
  return varies(graph, node) && am_is_op(graph, node, AM_OP_DIV) &&
         am_is_const(graph, am_argument(graph, node, 0), 1);
}

am_node am_masked(am_graph *graph, am_node condition, int zero_branch,
                  am_node a) {
  am_node zero = am_const(graph, 0);
  return zero_branch == 1 ? am_select(graph, condition, zero, a)
                          : am_select(graph, condition, a, zero);
}

static const am_product *product_new(am_products *p, double number,
                                     const am_node *factors, int count) {
  am_product *product = am_arena_room(
      p->arena, sizeof *product + (size_t)count * sizeof *factors);
  product->number = number;
  product->count = count;
  for (int i = 0; i < count; i++) product->factors[i] = factors[i];
  return product;
}

static void make_room_for(am_products *p, am_node node) {
  if (node < p->capacity) return;
  size_t size = sizeof *p->of, capacity = 2 * p->graph->size + 2;
  p->of = am_arena_grow(p->arena, p->of, p->capacity * size, capacity * size);
  p->capacity = capacity;
}

const am_product *am_product_of(am_products *p, am_node node) {
  make_room_for(p, node);
  if (p->of[node]) return p->of[node];
  if (am_is_op(p->graph, node, AM_OP_CONST) &&
      isnormal(am_node_value(p->graph, node)))
    p->of[node] = product_new(p, am_node_value(p->graph, node), NULL, 0);
  else
    p->of[node] = product_new(p, 1, &node, 1);
  return p->of[node];
}

void am_product_record(am_products *p, am_node node,
                       const am_product *product) {
  make_room_for(p, node);
  if (p->of[node]) return;
  if (product->count && product->factors[product->count - 1] >= node) return;
  p->of[node] = product;
}

bool am_same_selection(const am_graph *graph, am_node a, am_node b) {
  int zero_branch = am_zero_branch(graph, a);
  return zero_branch && zero_branch == am_zero_branch(graph, b) &&
         am_argument(graph, a, 0) == am_argument(graph, b, 0);
}

/* True if factor i is a mask that another factor already implies. */
static bool is_idle_mask(const am_graph *g, const am_node *factors, int count,
                         int i) {
  if (!am_is_mask(g, factors[i])) return false;
  for (int k = 0; k < count; k++)
    if (k != i && am_same_selection(g, factors[k], factors[i]) &&
        (k < i || factors[k] != factors[i]))
      return true;
  return false;
}

const am_product *am_product_times(am_products *p, const am_product *a,
                                   const am_product *b) {
  am_node merged[2 * AM_FACTORS], factors[2 * AM_FACTORS];
  int all = 0, count = 0, i = 0, k = 0;
  if (!a || !b || !isnormal(a->number * b->number)) return NULL;
  while (i < a->count || k < b->count) {
    bool first = k == b->count ||
                 (i < a->count && a->factors[i] <= b->factors[k]);
    merged[all++] = first ? a->factors[i++] : b->factors[k++];
  }
  for (int m = 0; m < all; m++)
    if (!is_idle_mask(p->graph, merged, all, m)) factors[count++] = merged[m];
  if (count > AM_FACTORS) return NULL;
  return product_new(p, a->number * b->number, factors, count);
}

const am_product *am_product_scaled(am_products *p, const am_product *a,
                                    double number) {
  if (!a || !isnormal(a->number * number)) return NULL;
  return product_new(p, a->number * number, a->factors, a->count);
}

/* True if b is a multiple of a without rounding. */
static bool divides(double a, double b) {
  double ratio = b / a;
  return isnormal(ratio) && fma(ratio, a, -b) == 0;
}

const am_product *am_product_common(am_products *p, const am_product *a,
                                    const am_product *b) {
  am_node common[AM_FACTORS];
  double number = 1, x = fabs(a->number), y = fabs(b->number);
  int count = 0;
  if (divides(fmin(x, y), fmax(x, y)))
    number = fmin(x, y);
  else if (divides(fmax(x, y), fmin(x, y)))
    number = fmax(x, y);
  for (int i = 0, k = 0; i < a->count && k < b->count;) {
    am_node f = a->factors[i], g = b->factors[k];
    if (f == g) common[count++] = f;
    i += f <= g;
    k += g <= f;
  }
  return product_new(p, number, common, count);
}

const am_product *am_product_rest(am_products *p, const am_product *a,
                                  const am_product *b) {
  am_node rest[AM_FACTORS];
  int count = 0;
  for (int i = 0, k = 0; i < a->count; i++)
    if (k < b->count && a->factors[i] == b->factors[k])
      k++;
    else
      rest[count++] = a->factors[i];
  return product_new(p, a->number / b->number, rest, count);
}

am_node am_product_coefficient(am_products *p, const am_product *product) {
  am_graph *g = p->graph;
  am_node bound = 0;
  for (int i = 0; i < product->count; i++) {
    am_node factor = product->factors[i];
    if (!varies(g, factor)) bound = bound ? am_mul(g, bound, factor) : factor;
  }
  am_node number = am_const(g, product->number);
  return bound ? am_mul(g, number, bound) : number;
}

am_node am_product_node(am_products *p, const am_product *product) {
  am_graph *g = p->graph;
  am_node node = 0;
  for (int i = 0; i < product->count; i++) {
    am_node factor = product->factors[i];
    if (varies(g, factor) && !am_is_mask(g, factor))
      node = node ? am_mul(g, node, factor) : factor;
  }
  am_node coefficient = am_product_coefficient(p, product);
  node = node ? am_mul(g, coefficient, node) : coefficient;
  for (int i = 0; i < product->count; i++) {
    am_node mask = product->factors[i];
    if (am_is_mask(g, mask))
      node = am_masked(g, am_argument(g, mask, 0), am_zero_branch(g, mask),
                       node);
  }
  if (am_is_op(g, node, AM_OP_MUL) || am_is_op(g, node, AM_OP_NEG) ||
      am_zero_branch(g, node))
    am_product_record(p, node, product);
  return node;
}

int am_product_length(const am_products *p, const am_product *product) {
  int length = 0;
  bool coefficient = fabs(product->number) != 1;
  for (int i = 0; i < product->count; i++)
    if (varies(p->graph, product->factors[i]))
      length++;
    else
      coefficient = true;
  return length + coefficient;
}

bool am_product_is_finite(const am_graph *graph, const am_product *product) {
  for (int i = 0; i < product->count; i++)
    if (!am_node_is(graph, product->factors[i], AM_FINITE)) return false;
  return true;
}
