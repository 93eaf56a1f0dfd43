/* spectral.c: finds the tensors on whose eigenvalues outputs depend, and the
 * quotients needed for their derivatives. */
#include "diff/spectral.h"

const struct am_pair am_pairs[AM_PAIRS] = {
    {.i = 0, .j = 1, .k = 2}, {.i = 0, .j = 2, .k = 1},
    {.i = 1, .j = 2, .k = 0}};

am_node am_sum_product(am_graph *graph, am_node sum, am_node a, am_node b) {
  if (!a || !b) return sum;
  am_node product = am_mul(graph, a, b);
  return sum ? am_add(graph, sum, product) : product;
}

/* Lists the tensors of all marks that the outputs need. */
static void find_tensors(am_arena *arena, am_spectral *s, const am_node *y) {
  am_graph *graph = s->graph;
  const bool *needed = am_graph_needed(graph, y, s->outputs, NULL);
  bool *found = am_graph_scratch(graph, AM_SCRATCH_ACTIVE, graph->size + 1);
  for (am_node i = 1; i <= graph->size; i++)
    if (needed[i] && am_is_mark(graph, i))
      found[am_mark_tensor(graph, i)] = true;
  for (am_node i = 1; i <= graph->size; i++)
    if (found[i]) AM_PUSH(arena, s->tensors, s->count, i);
}

/* Derivative R_ij of a dyad (n_i' = n_j, n_j' = -n_i); 0 if it vanishes. */
static am_node turned_dyad(am_graph *graph, const am_eigen *marks,
                           struct am_pair p, am_mark dyad) {
  am_node sum = 0;
  for (int side = 0; side < 2; side++) {
    int moving = side ? dyad.j : dyad.i, other = side ? dyad.i : dyad.j;
    if (moving == p.k) continue;
    am_node term = marks->dyad[moving == p.i ? p.j : p.i][other][dyad.k];
    if (moving == p.j) term = am_neg(graph, term);
    sum = sum ? am_add(graph, sum, term) : term;
  }
  return sum;
}

/* Derivative R_ij of all rows. */
static void turn_rows(am_spectral *s, int tensor, struct am_pair p,
                      const am_node *rows, am_node *turned) {
  am_graph *graph = s->graph;
  am_arena *own = am_arena_child(graph->arena);
  am_node *x = NULL, *dx, size = (am_node)am_graph_size(graph);
  int count = 0;
  for (am_node i = s->tensors[tensor]; i <= size; i++) {
    if (!am_is_mark(graph, i)) continue;
    if (am_mark_tensor(graph, i) != s->tensors[tensor]) continue;
    if (am_which_mark(graph, i).is_value) continue;
    AM_PUSH(own, x, count, i);
  }
  dx = AM_ARRAY(own, am_node, count);
  for (int i = 0; i < count; i++) {
    am_mark dyad = am_which_mark(graph, x[i]);
    dx[i] = turned_dyad(graph, &s->marks[tensor], p, dyad);
  }
  am_forward_fixed(graph, rows, s->rows, x, dx, count, turned);
  am_arena_free(own);
}

am_spectral *am_spectral_new(am_arena *arena, am_graph *graph,
                             const am_node *y, int ny) {
  am_spectral *s = AM_NEW(arena, am_spectral);
  *s = (am_spectral){.graph = graph, .outputs = ny};
  find_tensors(arena, s, y);
  if (!s->count) return NULL;
  s->rows = ny + AM_DEVIATOR * s->count;
  s->marks = AM_ARRAY(arena, am_eigen, s->count);
  s->quotient = AM_ARRAY(arena, am_node, s->rows * s->count * AM_PAIRS);
  am_node *rows = AM_ARRAY(arena, am_node, s->rows);
  am_node *turned = AM_ARRAY(arena, am_node, s->rows);
  int *at = AM_ARRAY(arena, int, s->rows);
  for (int i = 0; i < ny; i++) rows[i] = y[i];
  for (int t = 0; t < s->count; t++) {
    s->marks[t] = am_eigen_marks(graph, s->tensors[t]);
    am_tensor_deviator(graph, s->tensors[t], rows + am_spectral_row(s, t, 0));
  }
  for (int t = 0; t < s->count; t++)
    for (int pair = 0; pair < AM_PAIRS; pair++) {
      int used = 0;
      turn_rows(s, t, am_pairs[pair], rows, turned);
      for (int row = 0; row < s->rows; row++) {
        am_node node = turned[row];
        if (!node || am_is_const(graph, node, 0)) continue;
        turned[used] = node;
        at[used++] = (row * s->count + t) * AM_PAIRS + pair;
      }
      am_divide_by_gap(graph, &s->marks[t], pair, turned, used, turned);
      for (int i = 0; i < used; i++) s->quotient[at[i]] = turned[i];
    }
  return s;
}
