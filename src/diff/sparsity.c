#include <string.h>

#include "diff/diff.h"
#include "expr/graph_nodes.h"

/* Which of 64 inputs a node depends on: one bit each. */
static void mark(const am_graph *graph, uint64_t *bits, am_node last) {
  for (am_node i = 1; i <= last; i++)
    for (int k = 0; k < am_ops[graph->nodes[i].op].arity; k++)
      bits[i] |= bits[am_argument(graph, i, k)];
}

void am_sparsity(const am_graph *graph, const am_node *y, int ny,
                 const am_node *x, int nx, bool *depends) {
  for (int start = 0; start < nx; start += 64) {
    int count = nx - start < 64 ? nx - start : 64;
    uint64_t *bits = am_graph_scratch(graph, AM_SCRATCH_FIRST,
                                      (graph->size + 1) * sizeof *bits);
    for (int i = 0; i < count; i++) bits[x[start + i]] |= UINT64_C(1) << i;
    mark(graph, bits, (am_node)graph->size);
    for (int k = 0; k < ny; k++)
      for (int i = 0; i < count; i++)
        depends[(size_t)k * nx + start + i] = bits[y[k]] >> i & 1;
  }
}
