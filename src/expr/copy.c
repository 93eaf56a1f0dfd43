/* Copies of what outputs need, numbered by what is computed alone: the same
 * whatever else a graph holds and in whatever order it was made. */
#include "expr/passes.h"

/* A number of each node's formula; exchanged arguments of a commutative
 * operation do not change it. */
static uint64_t *hashes_of(am_arena *arena, const am_graph *g,
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

/* The argument to be copied next: of exchangeable ones that of the smaller
 * hash first; 0: all are copied. */
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

static am_node copied(am_graph *to, const am_graph *from, am_node n,
                      const am_node *map) {
  const am_node_data *node = &from->nodes[n];
  am_node x[3] = {0};
  if (node->op == AM_OP_CONST) return am_const(to, am_node_value(from, n));
  if (node->op == AM_OP_INPUT)
    return am_input(to, node->argument[0], (int)node->argument[1]);
  for (int k = 0; k < am_ops[node->op].arity; k++)
    x[k] = map[node->argument[k]];
  return am_graph_plain(to, node->op, x[0], x[1], x[2]);
}

/* Depth first from the outputs; `known` is kept where it was declared. */
am_graph *am_graph_copy(am_arena *arena, const am_graph *graph,
                        const am_node *outputs, int count, am_node *copies) {
  size_t size = graph->size + 1, depth = 0;
  am_graph *copy = am_graph_new(arena, graph->limit);
  bool *needed = AM_ARRAY(arena, bool, size);
  am_node *map = AM_ARRAY(arena, am_node, size);
  am_node *stack = AM_ARRAY(arena, am_node, size);
  am_graph_needed(graph, outputs, count, needed);
  const uint64_t *hash = hashes_of(arena, graph, needed);
  for (int i = 0; i < count; i++) {
    if (!map[outputs[i]]) stack[depth++] = outputs[i];
    while (depth) {
      am_node top = stack[depth - 1];
      am_node argument = next_argument(graph, top, hash, map);
      if (argument) {
        stack[depth++] = argument;
        continue;
      }
      map[top] = copied(copy, graph, top, map);
      copy->nodes[map[top]].known = graph->nodes[top].known;
      depth--;
    }
    copies[i] = map[outputs[i]];
  }
  return copy;
}

void am_graph_paste(am_graph *graph, const am_graph *copy, am_node *outputs,
                    int count) {
  size_t size = copy->size + 1;
  bool *needed = AM_ARRAY(copy->arena, bool, size);
  am_node *map = AM_ARRAY(copy->arena, am_node, size);
  am_graph_needed(copy, outputs, count, needed);
  for (am_node i = 1; i < size; i++)
    if (needed[i]) map[i] = copied(graph, copy, i, map);
  for (int i = 0; i < count; i++) outputs[i] = map[outputs[i]];
}
