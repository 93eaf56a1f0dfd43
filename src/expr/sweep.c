/* Sweeps over a graph. */
#include <string.h>

#include "expr/graph_nodes.h"

int am_by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

void am_graph_needed(const am_graph *graph, const am_node *roots, int count,
                     bool *needed) {
  am_node last = 0;
  memset(needed, 0, graph->size + 1);
  for (int i = 0; i < count; i++) {
    needed[roots[i]] = true;
    if (roots[i] > last) last = roots[i];
  }
  for (am_node i = last; i > 0; i--)
    for (int k = 0; needed[i] && k < am_ops[graph->nodes[i].op].arity; k++)
      needed[am_argument(graph, i, k)] = true;
}

/* The node of the same operation on replaced arguments. */
static am_node rebuilt(am_graph *graph, am_node node, const am_node *map) {
  am_node x[3] = {0};
  bool same = true;
  am_op op = graph->nodes[node].op;
  for (int k = 0; k < am_ops[op].arity; k++) {
    am_node argument = am_argument(graph, node, k);
    x[k] = map[argument];
    same &= x[k] == argument;
  }
  return same ? node : am_apply(graph, op, x[0], x[1], x[2]);
}

void am_substitute(am_graph *graph, am_node *roots, int count,
                   const am_node *from, const am_node *to, int n) {
  size_t size = graph->size + 1;
  bool *needed = am_graph_scratch(graph, AM_SCRATCH_NEEDED, size);
  am_node *map =
      am_graph_scratch(graph, AM_SCRATCH_FIRST, size * sizeof *map);
  am_graph_needed(graph, roots, count, needed);
  for (int i = 0; i < n; i++) map[from[i]] = to[i];
  for (am_node i = 1; i < size; i++)
    if (needed[i] && !map[i]) map[i] = rebuilt(graph, i, map);
  for (int i = 0; i < count; i++) roots[i] = map[roots[i]];
}
