/* reverse.c: reverse mode, of scalars. */
#include "diff/diff.h"
#include "expr/graph_nodes.h"

/* A reverse sweep.  Where a guard does not hold the adjoint is 0 and the
 * node's value may be anything. */
typedef struct {
  am_graph *graph;
  const bool *active; /* [size] depends on an input of the gradient */
  am_node *adjoint;   /* [size] 0: none yet */
  am_node *guard;     /* [size] the condition under which it contributes */
} sweep;

static am_node combine(am_graph *graph, am_op op, am_node a, am_node b) {
  return a ? am_apply(graph, op, a, b, 0) : b;
}

static void contribute(sweep *s, am_node to, am_node term, am_node guard) {
  if (!s->active[to]) return;
  s->adjoint[to] = combine(s->graph, AM_OP_ADD, s->adjoint[to], term);
  s->guard[to] = combine(s->graph, AM_OP_OR, s->guard[to], guard);
}

static void through_branch(sweep *s, am_node node, int i, am_node condition) {
  am_graph *graph = s->graph;
  am_node to = am_argument(graph, node, i), guard = s->guard[node];
  if (!s->active[to]) return;
  am_node term =
      am_select(graph, condition, s->adjoint[node], am_const(graph, 0));
  guard = am_apply(graph, AM_OP_AND, guard, condition, 0);
  contribute(s, to, term, guard);
}

static void through_argument(sweep *s, am_node node, int i) {
  am_graph *graph = s->graph;
  am_node to = am_argument(graph, node, i), guard = s->guard[node];
  if (!s->active[to] || am_is_repeated(graph, node, i)) return;
  am_node partial = am_merged_partial(graph, node, i);
  if (!partial) return;
  am_node term = am_mul(graph, s->adjoint[node], partial);
  bool is_sure = am_node_known(graph, partial).finite;
  if (!is_sure && !am_is_const(graph, guard, 1))
    term = am_select(graph, guard, term, am_const(graph, 0));
  contribute(s, to, term, guard);
}

void am_reverse(am_graph *graph, am_node y, const am_node *x, int nx,
                am_node *gradient) {
  am_node one = am_const(graph, 1), zero = am_const(graph, 0);
  bool *active =
      am_graph_scratch(graph, AM_SCRATCH_ACTIVE, graph->size + 1);
  for (int i = 0; i < nx; i++) active[x[i]] = true;
  for (am_node i = 1; i <= y; i++)
    for (int k = 0; !active[i] && k < am_ops[graph->nodes[i].op].arity; k++)
      active[i] = active[am_argument(graph, i, k)];
  size_t bytes = (graph->size + 1) * sizeof(am_node);
  sweep s = {.graph = graph, .active = active,
             .adjoint = am_graph_scratch(graph, AM_SCRATCH_FIRST, bytes),
             .guard = am_graph_scratch(graph, AM_SCRATCH_SECOND, bytes)};
  contribute(&s, y, one, one);
  for (am_node i = y; i > 0; i--) {
    am_op op = am_node_op(graph, i);
    if (!s.adjoint[i]) continue;
    if (op == AM_OP_SELECT) {
      am_node condition = am_argument(graph, i, 0);
      through_branch(&s, i, 1, condition);
      through_branch(&s, i, 2, am_not(graph, condition));
      continue;
    }
    for (int k = 0; k < am_ops[op].arity; k++) through_argument(&s, i, k);
  }
  for (int i = 0; i < nx; i++)
    gradient[i] = s.adjoint[x[i]] ? s.adjoint[x[i]] : zero;
}
