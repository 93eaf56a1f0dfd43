/* reverse.c: reverse mode, for scalars. */
#include <assert.h>

#include "diff/spectral.h"

/* Reverse sweep.  Where a guard is false, the adjoint is 0 and the value of the
 * node does not matter. */
typedef struct {
  am_graph *graph;
  const bool *active; /* [size] depends on an input of the gradient */
  am_node *adjoint;   /* [size] 0: none yet */
  am_node *guard;     /* [size] condition under which the node contributes */
  const am_spectral *spectral; /* NULL: no marks */
  am_node (*value)[3];         /* [tensors] adjoints of the eigenvalues */
  am_node *of_marks;           /* [tensors] guards of all marks */
  am_node *of_rows;            /* [rows] adjoints of the rows */
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

/* Limit of the term through a root where the root is 0; 0 there by itself. */
static am_node limit_of_root(const sweep *s, am_node node) {
  am_graph *graph = s->graph;
  am_node zero = am_const(graph, 0);
  am_node limit = am_root_limit(graph, node, s->adjoint[node]);
  if (!limit) return 0;
  am_node at_zero = am_apply(graph, AM_OP_LESS_EQUAL, node, zero, 0);
  return am_select(graph, at_zero,
                   am_mul(graph, am_const(graph, 0.5), limit), zero);
}

static void through_argument(sweep *s, am_node node, int i) {
  am_graph *graph = s->graph;
  am_node to = am_argument(graph, node, i), guard = s->guard[node];
  if (!s->active[to] || am_is_repeated(graph, node, i)) return;
  am_node partial = am_merged_partial(graph, node, i);
  if (!partial) return;
  am_node term = am_mul(graph, s->adjoint[node], partial);
  bool is_sure = am_node_is(graph, partial, AM_FINITE);
  if (!is_sure && !am_is_const(graph, guard, 1))
    term = am_select(graph, guard, term, am_const(graph, 0));
  contribute(s, to, term, guard);
  if (am_node_op(graph, node) != AM_OP_SQRT) return;
  am_node limit = limit_of_root(s, node);
  if (limit) contribute(s, to, limit, guard);
}

/* Collects the adjoint of a mark for its tensor: eigenvalues directly,
 * eigenvectors by the rows of spectral.h. */
static void through_mark(sweep *s, am_node node) {
  am_graph *graph = s->graph;
  int tensor = am_spectral_tensor(s->spectral, am_mark_tensor(graph, node));
  am_mark mark = am_which_mark(graph, node);
  assert(s->spectral && tensor >= 0);
  s->of_marks[tensor] =
      combine(graph, AM_OP_OR, s->of_marks[tensor], s->guard[node]);
  if (!mark.is_value) return;
  am_node *value = &s->value[tensor][mark.i];
  *value = combine(graph, AM_OP_ADD, *value, s->adjoint[node]);
}

/* Adjoint of h_ij: sum over the rows (outputs and coordinates of later tensors)
 * that depend on the eigenvectors. */
static am_node adjoint_of_pair(const sweep *s, int tensor, int pair) {
  const am_spectral *spectral = s->spectral;
  am_node sum = 0;
  for (int row = 0; row < spectral->rows; row++)
    sum = am_sum_product(s->graph, sum, s->of_rows[row],
                         am_spectral_quotient(spectral, row, tensor, pair));
  return sum;
}

static void through_tensor(sweep *s, int tensor) {
  am_graph *graph = s->graph;
  const am_spectral *spectral = s->spectral;
  am_node d[AM_DEVIATOR], adjoint[3][3] = {{0}};
  if (!s->of_marks[tensor]) return;
  am_tensor_deviator(graph, spectral->tensors[tensor], d);
  for (int i = 0; i < 3; i++) adjoint[i][i] = s->value[tensor][i];
  for (int p = 0; p < AM_PAIRS; p++)
    adjoint[am_pairs[p].i][am_pairs[p].j] = adjoint_of_pair(s, tensor, p);
  for (int k = 0; k < AM_DEVIATOR; k++) {
    am_node term = 0;
    for (int i = 0; i < 3; i++)
      for (int j = i; j < 3; j++)
        term = am_sum_product(graph, term, adjoint[i][j],
                              spectral->marks[tensor].dyad[i][j][k]);
    if (!term || !s->active[d[k]]) continue;
    s->of_rows[am_spectral_row(spectral, tensor, k)] = term;
    contribute(s, d[k], term, s->of_marks[tensor]);
  }
}

/* Allocates the data for marks, if there are any. */
static void begin_spectral(sweep *s, am_arena *arena, am_node one) {
  if (!s->spectral) return;
  s->value = am_arena_alloc(arena,
                            (size_t)s->spectral->count * sizeof *s->value);
  s->of_marks = AM_ARRAY(arena, am_node, s->spectral->count);
  s->of_rows = AM_ARRAY(arena, am_node, s->spectral->rows);
  s->of_rows[0] = one;
}

void am_reverse(am_graph *graph, am_node y, const am_node *x, int nx,
                am_node *gradient) {
  am_node one = am_const(graph, 1), zero = am_const(graph, 0);
  am_arena *own = am_arena_child(graph->arena);
  const am_spectral *spectral = am_spectral_new(own, graph, &y, 1);
  bool *active = am_graph_scratch(graph, AM_SCRATCH_ACTIVE, graph->size + 1);
  for (int i = 0; i < nx; i++) active[x[i]] = true;
  for (am_node i = 1; i <= y; i++)
    for (int k = 0; !active[i] && k < am_ops[graph->nodes[i].op].arity; k++)
      active[i] = active[am_argument(graph, i, k)];
  size_t size = graph->size + 1;
  /* Not in scratch arrays: limits of roots use forward mode. */
  sweep s = {.graph = graph, .active = active,
             .adjoint = AM_ARRAY(own, am_node, size),
             .guard = AM_ARRAY(own, am_node, size), .spectral = spectral};
  begin_spectral(&s, own, one);
  contribute(&s, y, one, one);
  for (am_node i = y; i > 0; i--) {
    am_op op = am_node_op(graph, i);
    int tensor = am_spectral_tensor(spectral, i);
    if (tensor >= 0) through_tensor(&s, tensor);
    if (!s.adjoint[i]) continue;
    if (op == AM_OP_EIGEN) through_mark(&s, i);
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
  am_arena_free(own);
}
