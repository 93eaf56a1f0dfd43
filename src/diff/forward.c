/* forward.c: forward mode, and which inputs a node depends on. */
#include "diff/diff.h"
#include "expr/graph_nodes.h"

/* A forward sweep over the nodes that outputs depend on. */
typedef struct {
  am_graph *graph;
  const int *last;  /* [size] 1 + the last output that needs a node, or 0 */
  am_node *tangent; /* [size] 0: independent of the seeds */
  am_node size;     /* of the graph before the sweep, plus 1 */
} sweep;

static sweep sweep_new(am_graph *graph, const am_node *y, int ny) {
  size_t size = graph->size + 1;
  int *last = am_graph_scratch(graph, AM_SCRATCH_FIRST, size * sizeof *last);
  for (int k = 0; k < ny; k++) last[y[k]] = k + 1;
  for (am_node i = (am_node)graph->size; i > 0; i--)
    for (int k = 0; last[i] && k < am_ops[graph->nodes[i].op].arity; k++) {
      am_node argument = am_argument(graph, i, k);
      if (last[argument] < last[i]) last[argument] = last[i];
    }
  return (sweep){.graph = graph, .last = last, .size = (am_node)size};
}

/* The sum over arguments a of dv/da a'; of a choice, the choice of theirs. */
static am_node tangent_of(const sweep *s, am_node node) {
  am_graph *graph = s->graph;
  am_op op = am_node_op(graph, node);
  am_node sum = 0;
  if (op == AM_OP_SELECT) {
    am_node a = s->tangent[am_argument(graph, node, 1)];
    am_node b = s->tangent[am_argument(graph, node, 2)];
    if (!a && !b) return 0;
    am_node zero = am_const(graph, 0);
    return am_select(graph, am_argument(graph, node, 0), a ? a : zero,
                     b ? b : zero);
  }
  for (int i = 0; i < am_ops[op].arity; i++) {
    am_node tangent = s->tangent[am_argument(graph, node, i)];
    if (!tangent || am_is_repeated(graph, node, i)) continue;
    am_node partial = am_merged_partial(graph, node, i);
    if (!partial) continue;
    am_node term = am_mul(graph, partial, tangent);
    sum = sum ? am_add(graph, sum, term) : term;
  }
  return sum;
}

/* Sweeps for outputs y[first] and later; dy [ny]. */
static void sweep_forward(sweep *s, const am_node *y, int first, int ny,
                          const am_node *x, const am_node *dx, int nx,
                          am_node *dy) {
  s->tangent = am_graph_scratch(s->graph, AM_SCRATCH_SECOND,
                                s->size * sizeof *s->tangent);
  am_node start = s->size;
  for (int i = 0; i < nx; i++) {
    s->tangent[x[i]] = dx[i];
    if (dx[i] && x[i] < start) start = x[i];
  }
  for (am_node i = start; i < s->size; i++)
    if (s->last[i] > first && !s->tangent[i]) s->tangent[i] = tangent_of(s, i);
  for (int k = first; k < ny; k++) {
    am_node tangent = s->tangent[y[k]];
    dy[k] = tangent ? tangent : am_const(s->graph, 0);
  }
}

void am_forward(am_graph *graph, const am_node *y, int ny, const am_node *x,
                const am_node *dx, int nx, am_node *dy) {
  sweep s = sweep_new(graph, y, ny);
  sweep_forward(&s, y, 0, ny, x, dx, nx, dy);
}

/* Column by column; of column i only the rows from i times `diagonal` on. */
static void differentiate_columns(am_graph *graph, const am_node *y, int ny,
                                  const am_node *x, int nx, int diagonal,
                                  am_node *jacobian) {
  am_node one = am_const(graph, 1);
  am_node *column = AM_ARRAY(graph->arena, am_node, ny);
  sweep s = sweep_new(graph, y, ny);
  for (int i = 0; i < nx; i++) {
    int first = diagonal * i;
    sweep_forward(&s, y, first, ny, &x[i], &one, 1, column);
    for (int k = first; k < ny; k++) jacobian[(size_t)k * nx + i] = column[k];
  }
}

void am_jacobian(am_graph *graph, const am_node *y, int ny, const am_node *x,
                 int nx, am_node *jacobian) {
  differentiate_columns(graph, y, ny, x, nx, 0, jacobian);
}

void am_hessian(am_graph *graph, const am_node *gradient, const am_node *x,
                int n, am_node *hessian) {
  differentiate_columns(graph, gradient, n, x, n, 1, hessian);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      hessian[(size_t)k * n + i] = hessian[(size_t)i * n + k];
}

void am_sparsity(const am_graph *graph, const am_node *y, int ny,
                 const am_node *x, int nx, bool *depends) {
  /* Which of 64 inputs a node depends on: one bit each. */
  for (int start = 0; start < nx; start += 64) {
    int count = nx - start < 64 ? nx - start : 64;
    uint64_t *bits = am_graph_scratch(graph, AM_SCRATCH_FIRST,
                                      (graph->size + 1) * sizeof *bits);
    for (int i = 0; i < count; i++) bits[x[start + i]] |= UINT64_C(1) << i;
    for (am_node i = 1; i <= (am_node)graph->size; i++)
      for (int k = 0; k < am_ops[graph->nodes[i].op].arity; k++)
        bits[i] |= bits[am_argument(graph, i, k)];
    for (int k = 0; k < ny; k++)
      for (int i = 0; i < count; i++)
        depends[(size_t)k * nx + start + i] = bits[y[k]] >> i & 1;
  }
}
