#include "expr/optimize.h"

#include <string.h>

#include "expr/passes.h"

/* Functions of more operations are only fused. */
enum { LARGE = 200000 };

/* Operations by what they take; the others are calls. */
static const int costs[AM_OP_COUNT] = {
    [AM_OP_ADD] = 1,    [AM_OP_SUB] = 1,  [AM_OP_MUL] = 1,
    [AM_OP_DIV] = 6,    [AM_OP_NEG] = 1,  [AM_OP_FMA] = 1,
    [AM_OP_FMS] = 1,    [AM_OP_FNMA] = 1, [AM_OP_SQRT] = 8,
    [AM_OP_ABS] = 1,    [AM_OP_RECIP0] = 8, [AM_OP_SELECT] = 1,
    [AM_OP_LESS] = 1,   [AM_OP_LESS_EQUAL] = 1, [AM_OP_EQUAL] = 1,
    [AM_OP_AND] = 1,    [AM_OP_OR] = 1,   [AM_OP_NOT] = 1,
};

int am_op_cost(am_op op) { return costs[op] ? costs[op] : AM_COSTLY; }

typedef struct {
  size_t operations, cost;
} size;

/* What nodes [count] need and that varies. */
static size size_of(const am_graph *graph, const am_node *outputs,
                    int count) {
  size total = {0, 0};
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

/* Ways to rewrite, of which the cheapest result is taken. */
static void plainly(am_graph *graph, am_node *outputs, int count) {
  am_contract(graph, outputs, count);
}

static void by_products(am_graph *graph, am_node *outputs, int count) {
  am_factor(graph, outputs, count, AM_FACTOR_NEVER);
  am_share(graph, outputs, count);
  am_contract(graph, outputs, count);
}

static void by_factors(am_graph *graph, am_node *outputs, int count) {
  am_factor(graph, outputs, count, AM_FACTOR_PAYING);
  am_share(graph, outputs, count);
  am_contract(graph, outputs, count);
}

static void by_factors_twice(am_graph *graph, am_node *outputs, int count) {
  am_factor(graph, outputs, count, AM_FACTOR_PAYING);
  by_factors(graph, outputs, count);
}

static void (*const ways[])(am_graph *, am_node *, int) = {
    plainly, by_products, by_factors, by_factors_twice};

enum { WAYS = sizeof ways / sizeof *ways };

void am_optimize(am_graph *graph, am_node *outputs, int count) {
  size_t bytes = (size_t)count * sizeof *outputs, least = SIZE_MAX;
  if (count == 0 || am_graph_full(graph)) return;
  am_arena *own = am_arena_child(graph->arena);
  am_node *start = AM_ARRAY(own, am_node, count);
  am_node *trial = AM_ARRAY(own, am_node, count);
  am_node *best = AM_ARRAY(own, am_node, count);
  am_graph *copy = am_graph_copy(own, graph, outputs, count, start);
  bool large = size_of(copy, start, count).operations > LARGE;
  memcpy(best, start, bytes);
  for (int i = 0; i < (large ? 1 : WAYS); i++) {
    memcpy(trial, start, bytes);
    ways[i](copy, trial, count);
    if (am_graph_full(copy)) break;
    size_t cost = size_of(copy, trial, count).cost;
    if (cost >= least) continue;
    least = cost;
    memcpy(best, trial, bytes);
  }
  am_graph_paste(graph, copy, best, count);
  if (!am_graph_full(graph)) memcpy(outputs, best, bytes);
  am_arena_free(own);
}
