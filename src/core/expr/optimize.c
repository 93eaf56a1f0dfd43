/* optimize.c: runs the passes on a copy of the needed graph, and selects the
 * cheapest of several combinations. */
#include "expr/parts.h"
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
  bool *needed = AM_ARRAY(arena, bool, size);
  am_node *map = AM_ARRAY(arena, am_node, size);
  am_node *stack = AM_ARRAY(arena, am_node, size);
  am_graph_needed(graph, outputs, count, needed);
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

typedef struct {
  size_t operations, cost;
} graph_size;

/* Number and cost of the operations that vary and that `outputs` [count]
 * need. */
static graph_size size_of_needed(const am_graph *graph, const am_node *outputs,
                                 int count) {
  graph_size total = {0, 0};
  bool *needed =
      am_graph_scratch(graph, AM_SCRATCH_NEEDED, graph->size + 1);
  am_graph_needed(graph, outputs, count, needed);
  for (am_node i = 1; i <= graph->size; i++) {
    const am_node_data *node = &graph->nodes[i];
    bool varies = node->rank == AM_RANK_VARIABLE;
    if (!needed[i] || !varies || am_ops[node->op].arity == 0) continue;
    total.operations++;
    total.cost += (size_t)am_op_cost(node->op);
  }
  return total;
}

/* Combinations of passes, of which the cheapest result is taken.  `factors`:
 * am_factor runs first, on the original nodes or, if `again`, on the result of
 * the previous combination; `shares`: am_share follows.  am_contract is
 * last. */
static const struct {
  bool factors, again;
  am_factoring factoring;
  bool shares;
} ways[] = {
    {.shares = false},
    {.factors = true, .factoring = AM_FACTOR_NEVER, .shares = true},
    {.factors = true, .factoring = AM_FACTOR_PAYING, .shares = true},
    {.factors = true, .again = true, .factoring = AM_FACTOR_PAYING,
     .shares = true},
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
    if (ways[way].factors)
      am_factor(copy, factored, count, ways[way].factoring);
    memcpy(trial, factored, bytes);
    if (ways[way].shares) am_share(copy, trial, count);
    am_contract(copy, trial, count);
    if (am_graph_full(copy)) break;
    size_t cost = size_of_needed(copy, trial, count).cost;
    if (cost >= least) continue;
    least = cost;
    memcpy(best, trial, bytes);
  }
  /* Copy the best outputs back to the graph. */
  size_t size = copy->size + 1;
  bool *needed = AM_ARRAY(copy->arena, bool, size);
  am_node *map = AM_ARRAY(copy->arena, am_node, size);
  am_graph_needed(copy, best, count, needed);
  for (am_node i = 1; i < size; i++)
    if (needed[i]) map[i] = am_copy_node(graph, copy, i, map);
  for (int i = 0; i < count; i++) best[i] = map[best[i]];
  if (!am_graph_full(graph)) memcpy(outputs, best, bytes);
  am_arena_free(own);
}
