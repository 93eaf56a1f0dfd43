/* optimize.c: runs the passes on a copy of the needed graph, and selects the
 * cheapest of several combinations.  The last pass forms fused multiply-adds,
 * and quotients from reciprocals that are used once. */
#include "expr/passes.h"

/* Functions with more operations are only contracted. */
enum { LARGE = 200000 };

/* Costs of operations relative to a sum; those not listed cost AM_COSTLY. */
static const int costs[AM_OP_COUNT] = {
    [AM_OP_ADD] = 1,    [AM_OP_SUB] = 1,  [AM_OP_MUL] = 1,
    [AM_OP_DIV] = 6,    [AM_OP_NEG] = 1,  [AM_OP_FMA] = 1,
    [AM_OP_FMS] = 1,    [AM_OP_FNMA] = 1, [AM_OP_SQRT] = 8,
    [AM_OP_ABS] = 1,    [AM_OP_RECIP0] = 8, [AM_OP_SELECT] = 1,
    [AM_OP_LESS] = 1,   [AM_OP_LESS_EQUAL] = 1, [AM_OP_EQUAL] = 1,
    [AM_OP_AND] = 1,    [AM_OP_OR] = 1,   [AM_OP_NOT] = 1,
};

int am_op_cost(am_op op) { return costs[op] ? costs[op] : AM_COSTLY; }

/* Hash of the formula of each node, independent of the order of arguments of
 * commutative operations. */
static uint64_t *formula_hashes(am_arena *arena, const am_graph *g,
                                const bool *needed) {
  uint64_t *hash = AM_ARRAY(arena, uint64_t, g->size + 1);
  for (am_node i = 1; i <= g->size; i++) {
    const am_node_data *node = &g->nodes[i];
    uint64_t x[3] = {0};
    if (!needed[i]) continue;
    for (int k = 0; k < 3; k++)
      x[k] = k < am_ops[node->op].arity ? hash[node->argument[k]]
                                        : node->argument[k];
    bool exchange = am_is_commutative(node->op) && x[1] < x[0];
    hash[i] = am_hash_more(node->op + 1, x[exchange]);
    hash[i] = am_hash_more(hash[i], x[!exchange]);
    hash[i] = am_hash_more(hash[i], x[2]);
  }
  return hash;
}

/* Next argument to copy: of exchangeable arguments, the one with the smaller
 * hash first; 0 if all are copied. */
static am_node next_argument(const am_graph *g, am_node n,
                             const uint64_t *hash, const am_node *map) {
  am_op op = g->nodes[n].op;
  bool exchange = am_is_commutative(op) &&
                  hash[am_argument(g, n, 1)] < hash[am_argument(g, n, 0)];
  for (int k = 0; k < am_ops[op].arity; k++) {
    am_node argument = am_argument(g, n, k < 2 ? k ^ exchange : k);
    if (!map[argument]) return argument;
  }
  return 0;
}

am_node am_copy_node(am_graph *to, const am_graph *from, am_node n,
                     const am_node *map) {
  const am_node_data *node = &from->nodes[n];
  am_node x[3] = {0};
  if (node->op == AM_OP_CONST) return am_const(to, am_node_value(from, n));
  if (node->op == AM_OP_INPUT)
    return am_input(to, node->argument[0], (int)node->argument[1]);
  for (int k = 0; k < am_ops[node->op].arity; k++)
    x[k] = map[node->argument[k]];
  if (node->op == AM_OP_EIGEN) return x[0];
  return am_graph_plain(to, node->op, x[0], x[1], x[2]);
}

/* Copies the part of the graph that outputs [count] need, with nodes numbered
 * depth first from the outputs; copies [count] are the outputs.  The result
 * depends only on the formulas of the outputs, not on the rest of the graph or
 * the order of its nodes. Declared properties of nodes are preserved. */
static am_graph *copied_graph(am_arena *arena, const am_graph *graph,
                              const am_node *outputs, int count,
                              am_node *copies) {
  size_t size = graph->size + 1, depth = 0;
  am_graph *copy = am_graph_new(arena, graph->limit);
  const bool *needed = am_graph_needed(graph, outputs, count, arena);
  am_node *map = AM_ARRAY(arena, am_node, size);
  am_node *stack = AM_ARRAY(arena, am_node, size);
  const uint64_t *hash = formula_hashes(arena, graph, needed);
  for (int i = 0; i < count; i++) {
    if (!map[outputs[i]]) stack[depth++] = outputs[i];
    while (depth) {
      am_node top = stack[depth - 1];
      am_node argument = next_argument(graph, top, hash, map);
      if (argument) {
        stack[depth++] = argument;
        continue;
      }
      map[top] = am_copy_node(copy, graph, top, map);
      copy->nodes[map[top]].known = graph->nodes[top].known;
      depth--;
    }
    copies[i] = map[outputs[i]];
  }
  return copy;
}

/* ---- contraction ---------------------------------------------------------
 *
 * x*x - y*y is not fused under a root, a logarithm or a power: with a single
 * rounding it may be negative for x = y. */

typedef struct {
  am_graph *graph;
  am_node size;      /* of the graph before contraction, plus 1 */
  const bool *needed; /* [size] */
  uint32_t *uses;    /* [size] uses in operations and outputs */
  uint32_t *summed;  /* [size] uses in sums and differences */
  bool *delicate;    /* [size] must not become negative by rounding */
  am_node *map;      /* [size] */
} contraction;

static bool is_sum(const am_graph *g, am_node n) {
  return am_is_op(g, n, AM_OP_ADD) || am_is_op(g, n, AM_OP_SUB);
}

/* Marks as delicate the first argument of an operation that is defined only for
 * some signs, and the nodes that determine its sign. */
static void mark_delicate(contraction *c) {
  const am_graph *g = c->graph;
  for (am_node i = c->size - 1; i > 0; i--) {
    am_op op = g->nodes[i].op;
    bool needs_sign = op == AM_OP_SQRT || op == AM_OP_LOG ||
                      op == AM_OP_POW || op == AM_OP_POW0;
    bool hands_sign_on = op == AM_OP_ADD || op == AM_OP_SUB ||
                         op == AM_OP_NEG || op == AM_OP_MUL ||
                         op == AM_OP_DIV || op == AM_OP_SELECT;
    if (!c->needed[i]) continue;
    if (am_node_is(g, i, AM_NONNEGATIVE)) c->delicate[i] = false;
    if (needs_sign) c->delicate[am_argument(g, i, 0)] = true;
    if (!c->delicate[i] || !hands_sign_on) continue;
    for (int k = 0; k < am_ops[op].arity; k++)
      c->delicate[am_argument(g, i, k)] = true;
  }
}

/* True if argument k of a delicate sum and the other argument might be equal up
 * to rounding. */
static bool may_cancel(const contraction *c, am_node sum, int k) {
  const am_graph *g = c->graph;
  am_node product = am_argument(g, sum, k);
  am_node factor = am_argument(g, product, 0);
  bool scaled = g->nodes[factor].rank < AM_RANK_VARIABLE;
  bool products = am_is_op(g, am_argument(g, sum, 1 - k), AM_OP_MUL);
  return c->delicate[sum] && (products || !scaled);
}

/* Fuses a sum with one of its arguments that is a product used only in sums:
 * the argument with fewer uses, at a tie the second.  0 if neither can be
 * fused. */
static am_node fused_sum(const contraction *c, am_node sum) {
  am_graph *g = c->graph;
  int k = -1;
  for (int i = 0; i < 2; i++) {
    am_node n = am_argument(g, sum, i);
    if (!am_is_op(g, n, AM_OP_MUL) || g->nodes[n].rank < AM_RANK_VARIABLE ||
        c->uses[n] != c->summed[n] || may_cancel(c, sum, i))
      continue;
    if (k < 0 || c->uses[n] <= c->uses[am_argument(g, sum, k)]) k = i;
  }
  if (k < 0) return 0;
  am_node product = am_argument(g, sum, k);
  am_node a = c->map[am_argument(g, product, 0)];
  am_node b = c->map[am_argument(g, product, 1)];
  am_node other = c->map[am_argument(g, sum, 1 - k)];
  am_op op = am_is_op(g, sum, AM_OP_ADD) ? AM_OP_FMA
             : k == 0                    ? AM_OP_FMS
                                         : AM_OP_FNMA;
  return am_graph_plain(g, op, a, b, other);
}

static am_node contracted(const contraction *c, am_node n) {
  am_graph *g = c->graph;
  if (g->nodes[n].rank < AM_RANK_VARIABLE) return n;
  am_node sum = is_sum(g, n) ? fused_sum(c, n) : 0;
  if (sum) return sum;

  /* a*(1/b) becomes a/b if 1/b is used nowhere else. */
  for (int k = 0; k < 2 && am_is_op(g, n, AM_OP_MUL); k++) {
    am_node factor = am_argument(g, n, k);
    if (!am_is_reciprocal(g, factor) || c->uses[factor] > 1) continue;
    return am_graph_plain(g, AM_OP_DIV, c->map[am_argument(g, n, 1 - k)],
                          c->map[am_argument(g, factor, 1)], 0);
  }
  return am_copy_node(g, g, n, c->map);
}

static void contract(am_graph *graph, am_node *outputs, int count) {
  size_t size = graph->size + 1;
  am_arena *arena = am_arena_child(graph->arena);
  const bool *needed = am_graph_needed(graph, outputs, count, arena);
  contraction c = {.graph = graph,
                   .size = (am_node)size,
                   .needed = needed,
                   .uses = AM_ARRAY(arena, uint32_t, size),
                   .summed = AM_ARRAY(arena, uint32_t, size),
                   .delicate = AM_ARRAY(arena, bool, size),
                   .map = AM_ARRAY(arena, am_node, size)};
  for (int i = 0; i < count; i++) c.uses[outputs[i]]++;
  for (am_node i = 1; i < size; i++)
    for (int k = 0; needed[i] && k < am_ops[graph->nodes[i].op].arity; k++) {
      c.uses[am_argument(graph, i, k)]++;
      c.summed[am_argument(graph, i, k)] += is_sum(graph, i);
    }
  mark_delicate(&c);
  for (am_node i = 1; i < size; i++)
    if (needed[i]) c.map[i] = contracted(&c, i);
  for (int i = 0; i < count; i++) outputs[i] = c.map[outputs[i]];
  am_arena_free(arena);
}

/* ---- combinations of passes ---------------------------------------------- */

typedef struct {
  size_t operations, cost;
} graph_size;

/* Number and cost of the operations that vary and that `outputs` [count]
 * need. */
static graph_size size_of_needed(const am_graph *graph, const am_node *outputs,
                                 int count) {
  graph_size total = {0, 0};
  const bool *needed = am_graph_needed(graph, outputs, count, NULL);
  for (am_node i = 1; i <= graph->size; i++) {
    const am_node_data *node = &graph->nodes[i];
    bool varies = node->rank == AM_RANK_VARIABLE;
    if (!needed[i] || !varies || am_ops[node->op].arity == 0) continue;
    total.operations++;
    total.cost += (size_t)am_op_cost(node->op);
  }
  return total;
}

/* Combinations of passes, of which the cheapest result is taken.  `products`:
 * am_factor, with or without `sums`, runs on the original nodes or, if `again`,
 * on the result of the previous combination; am_share follows.  `contract` is
 * last. */
static const struct {
  bool products, sums, again;
} ways[] = {
    {.products = false},
    {.products = true},
    {.products = true, .sums = true},
    {.products = true, .sums = true, .again = true},
};

enum { WAYS = sizeof ways / sizeof *ways };

void am_optimize(am_graph *graph, am_node *outputs, int count) {
  size_t bytes = (size_t)count * sizeof *outputs, least = SIZE_MAX;
  if (count == 0 || am_graph_full(graph)) return;
  am_arena *own = am_arena_child(graph->arena);
  am_node *start = AM_ARRAY(own, am_node, count);
  am_node *factored = AM_ARRAY(own, am_node, count);
  am_node *trial = AM_ARRAY(own, am_node, count);
  am_node *best = AM_ARRAY(own, am_node, count);
  am_graph *copy = copied_graph(own, graph, outputs, count, start);
  bool large = size_of_needed(copy, start, count).operations > LARGE;
  memcpy(best, start, bytes);
  for (int way = 0; way < (large ? 1 : WAYS); way++) {
    if (!ways[way].again) memcpy(factored, start, bytes);
    if (ways[way].products) am_factor(copy, factored, count, ways[way].sums);
    memcpy(trial, factored, bytes);
    if (ways[way].products) am_share(copy, trial, count);
    contract(copy, trial, count);
    if (am_graph_full(copy)) break;
    size_t cost = size_of_needed(copy, trial, count).cost;
    if (cost >= least) continue;
    least = cost;
    memcpy(best, trial, bytes);
  }
  /* Copy the best outputs back to the graph. */
  size_t size = copy->size + 1;
  const bool *needed = am_graph_needed(copy, best, count, own);
  am_node *map = AM_ARRAY(own, am_node, size);
  for (am_node i = 1; i < size; i++)
    if (needed[i]) map[i] = am_copy_node(graph, copy, i, map);
  for (int i = 0; i < count; i++) best[i] = map[best[i]];
  if (!am_graph_full(graph)) memcpy(outputs, best, bytes);
  am_arena_free(own);
}
