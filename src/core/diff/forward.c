/* forward.c: forward mode, and sparsity patterns. */
#include "diff/spectral.h"

/* Forward sweep over the nodes on which outputs depend. */
typedef struct {
  am_graph *graph;
  const int *last;  /* [size] 1 + index of the last output that needs the node,
                       or 0 */
  am_node *tangent; /* [size] 0: independent of the seeds */
  am_node size;     /* of the graph before the sweep, plus 1 */
  const am_spectral *spectral; /* NULL: marks are independent of the seeds */
  am_node (*change)[3][3];     /* [tensors] h_ij of spectral.h, i <= j */
} sweep;

static sweep sweep_new(am_graph *graph, const am_spectral *spectral,
                       const am_node *y, int ny) {
  size_t size = graph->size + 1;
  int *last = am_graph_scratch(graph, AM_SCRATCH_FIRST, size * sizeof *last);
  for (int k = 0; k < ny; k++) last[y[k]] = k + 1;
  for (am_node i = (am_node)graph->size; i > 0; i--)
    for (int k = 0; last[i] && k < am_ops[graph->nodes[i].op].arity; k++) {
      am_node argument = am_argument(graph, i, k);
      if (last[argument] < last[i]) last[argument] = last[i];
    }
  return (sweep){.graph = graph, .last = last, .size = (am_node)size,
                 .spectral = spectral};
}

/* ---- derivatives through eigenvalues and eigenvectors
 * ---------------------- */

/* Adds the rotation of the eigenvectors of the tensors before `end` to
 * `tangent`, the derivative of a row at fixed eigenvectors. */
static am_node with_turns(const sweep *s, am_node tangent, int row, int end) {
  for (int t = 0; t < end; t++)
    for (int p = 0; p < AM_PAIRS; p++)
      tangent = am_sum_product(
          s->graph, tangent, am_spectral_quotient(s->spectral, row, t, p),
          s->change[t][am_pairs[p].i][am_pairs[p].j]);
  return tangent;
}

/* Computes h_ij for a tensor. */
static void change_of_tensor(sweep *s, int tensor) {
  const am_spectral *spectral = s->spectral;
  am_node d[AM_DEVIATOR];
  am_tensor_deviator(s->graph, spectral->tensors[tensor], d);
  for (int k = 0; k < AM_DEVIATOR; k++) {
    int row = am_spectral_row(spectral, tensor, k);
    am_node rate = with_turns(s, s->tangent[d[k]], row, tensor);
    for (int i = 0; i < 3; i++)
      for (int j = i; j < 3; j++)
        s->change[tensor][i][j] =
            am_sum_product(s->graph, s->change[tensor][i][j], rate,
                           spectral->marks[tensor].dyad[i][j][k]);
  }
}

static am_node tangent_of_mark(const sweep *s, am_node node) {
  int tensor = am_spectral_tensor(s->spectral, am_mark_tensor(s->graph, node));
  am_mark mark = am_which_mark(s->graph, node);
  return mark.is_value && tensor >= 0 ? s->change[tensor][mark.i][mark.i] : 0;
}

/* ---- sweeps -------------------------------------------------------------- */

/* Sum over arguments a of dv/da a'; for a selection, the selection of the
 * derivatives. */
static am_node tangent_of(const sweep *s, am_node node) {
  am_graph *graph = s->graph;
  am_op op = am_node_op(graph, node);
  am_node sum = 0;
  if (op == AM_OP_EIGEN) return tangent_of_mark(s, node);
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

/* Sweeps for outputs y[first] and later; dy [ny], 0: no node. */
static void sweep_forward(sweep *s, const am_node *y, int first, int ny,
                          const am_node *x, const am_node *dx, int nx,
                          am_node *dy) {
  int tensors = s->spectral ? s->spectral->count : 0;
  s->tangent = am_graph_scratch(s->graph, AM_SCRATCH_SECOND,
                                s->size * sizeof *s->tangent);
  s->change = am_graph_scratch(s->graph, AM_SCRATCH_LIST,
                               (size_t)tensors * sizeof *s->change);
  am_node start = s->size;
  for (int i = 0; i < nx; i++) {
    s->tangent[x[i]] = dx[i];
    if (dx[i] && x[i] < start) start = x[i];
  }
  for (am_node i = start; i < s->size; i++) {
    if (s->last[i] <= first) continue;
    int tensor = am_spectral_tensor(s->spectral, i);
    if (tensor >= 0) change_of_tensor(s, tensor);
    if (!s->tangent[i]) s->tangent[i] = tangent_of(s, i);
  }
  for (int k = first; k < ny; k++)
    dy[k] = with_turns(s, s->tangent[y[k]], k, tensors);
}

void am_forward_fixed(am_graph *graph, const am_node *y, int ny,
                      const am_node *x, const am_node *dx, int nx,
                      am_node *dy) {
  sweep s = sweep_new(graph, NULL, y, ny);
  sweep_forward(&s, y, 0, ny, x, dx, nx, dy);
}

static void fill_zeros(am_graph *graph, am_node *dy, int count) {
  for (int k = 0; k < count; k++)
    if (!dy[k]) dy[k] = am_const(graph, 0);
}

void am_forward(am_graph *graph, const am_node *y, int ny, const am_node *x,
                const am_node *dx, int nx, am_node *dy) {
  am_arena *own = am_arena_child(graph->arena);
  sweep s = sweep_new(graph, am_spectral_new(own, graph, y, ny), y, ny);
  sweep_forward(&s, y, 0, ny, x, dx, nx, dy);
  fill_zeros(graph, dy, ny);
  am_arena_free(own);
}

/* Differentiates column by column; column i contains only the rows from
 * i*`diagonal` on. */
static void differentiate_columns(am_graph *graph, const am_node *y, int ny,
                                  const am_node *x, int nx, int diagonal,
                                  am_node *jacobian) {
  am_arena *own = am_arena_child(graph->arena);
  am_node one = am_const(graph, 1);
  am_node *column = AM_ARRAY(own, am_node, ny);
  sweep s = sweep_new(graph, am_spectral_new(own, graph, y, ny), y, ny);
  for (int i = 0; i < nx; i++) {
    int first = diagonal * i;
    sweep_forward(&s, y, first, ny, &x[i], &one, 1, column);
    fill_zeros(graph, column + first, ny - first);
    for (int k = first; k < ny; k++) jacobian[(size_t)k * nx + i] = column[k];
  }
  am_arena_free(own);
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
  /* bits[node]: dependence on up to 64 inputs, one bit each. */
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

bool am_reads(const am_graph *graph, const am_node *y, int ny,
              const am_node *x, int nx) {
  am_arena *own = am_arena_child(graph->arena);
  bool *depends = AM_ARRAY(own, bool, ny * nx + 1), found = false;
  am_sparsity(graph, y, ny, x, nx, depends);
  for (int i = 0; i < ny * nx; i++) found |= depends[i];
  am_arena_free(own);
  return found;
}

/* Partial derivatives of the rows of op.def as nodes. */

/* Notation of the rows. */
#include "expr/formula.def"
#define NONE 0
#define A am_argument(g, node, 0)
#define B am_argument(g, node, 1)
#define V node
#define ZERO K(0)
#define ONE K(1)
#define MINUS_ONE K(-1)
#define EXP(a) UNARY(EXP, a)
#define LOG(a) UNARY(LOG, a)
#define SIN(a) UNARY(SIN, a)
#define COS(a) UNARY(COS, a)
#define SINH(a) UNARY(SINH, a)
#define COSH(a) UNARY(COSH, a)
#define POW0(a, p) BINARY(POW0, a, p)
/* derivative of a power by its exponent; 0^p does not depend on p > 0 */
#define POWER_LOG SELECT(LESS(ZERO, A), MUL(V, LOG(A)), ZERO)

am_node am_partial(am_graph *g, am_node node, int i) {
  switch (3 * am_node_op(g, node) + i) {
#define AM_OP(NAME, token, arity, precedence, result, value, da, db, dc, ...) \
  case 3 * AM_OP_##NAME:                                                      \
    return da;                                                                \
  case 3 * AM_OP_##NAME + 1:                                                  \
    return db;                                                                \
  case 3 * AM_OP_##NAME + 2:                                                  \
    return dc;
#include "expr/op.def"
#undef AM_OP
    default:
      return 0;
  }
}

am_node am_merged_partial(am_graph *graph, am_node node, int i) {
  am_node total = 0, argument = am_argument(graph, node, i);
  for (int k = i; k < am_ops[am_node_op(graph, node)].arity; k++) {
    am_node partial = 0;
    if (am_argument(graph, node, k) == argument)
      partial = am_partial(graph, node, k);
    if (partial) total = total ? am_add(graph, total, partial) : partial;
  }
  return total;
}

bool am_is_repeated(const am_graph *graph, am_node node, int i) {
  for (int k = 0; k < i; k++)
    if (am_argument(graph, node, k) == am_argument(graph, node, i))
      return true;
  return false;
}
