/* Fused multiply-adds, and reciprocals that are used once as quotients.
 *
 * x·x - y·y is not fused under a root, a logarithm or a power: rounded once it
 * may be negative where x = y. */
#include "expr/passes.h"

typedef struct {
  am_graph *graph;
  am_node size;      /* of the graph before, plus 1 */
  const bool *needed; /* [size] */
  uint32_t *uses;    /* [size] by operations and outputs */
  uint32_t *summed;  /* [size] of them, by sums and differences */
  bool *delicate;    /* [size] must not become negative by rounding */
  am_node *map;      /* [size] */
} contraction;

static bool is_sum(const am_graph *g, am_node n) {
  return am_is_op(g, n, AM_OP_ADD) || am_is_op(g, n, AM_OP_SUB);
}

static void count_uses(contraction *c, const am_node *outputs, int count) {
  const am_graph *g = c->graph;
  for (int i = 0; i < count; i++) c->uses[outputs[i]]++;
  for (am_node i = 1; i < c->size; i++)
    for (int k = 0; c->needed[i] && k < am_ops[g->nodes[i].op].arity; k++) {
      c->uses[am_argument(g, i, k)]++;
      c->summed[am_argument(g, i, k)] += is_sum(g, i);
    }
}

/* Is an operation defined for some signs of its first argument only? */
static bool needs_sign(am_op op) {
  return op == AM_OP_SQRT || op == AM_OP_LOG || op == AM_OP_POW ||
         op == AM_OP_POW0;
}

static bool hands_sign_on(am_op op) {
  return op == AM_OP_ADD || op == AM_OP_SUB || op == AM_OP_NEG ||
         op == AM_OP_MUL || op == AM_OP_DIV || op == AM_OP_SELECT;
}

static void mark_delicate(contraction *c) {
  const am_graph *g = c->graph;
  for (am_node i = c->size - 1; i > 0; i--) {
    am_op op = g->nodes[i].op;
    if (!c->needed[i]) continue;
    if (g->nodes[i].known.nonnegative) c->delicate[i] = false;
    if (needs_sign(op)) c->delicate[am_argument(g, i, 0)] = true;
    bool all = c->delicate[i] && hands_sign_on(op);
    for (int k = 0; all && k < am_ops[op].arity; k++)
      c->delicate[am_argument(g, i, k)] = true;
  }
}

/* A product that is used in sums alone. */
static bool is_fusible(const contraction *c, am_node n) {
  return am_is_op(c->graph, n, AM_OP_MUL) &&
         c->graph->nodes[n].rank == AM_RANK_VARIABLE &&
         c->uses[n] == c->summed[n];
}

/* Might argument k of a delicate sum and the other be the same but for
 * rounding? */
static bool may_cancel(const contraction *c, am_node sum, int k) {
  const am_graph *g = c->graph;
  am_node product = am_argument(g, sum, k);
  am_node factor = am_argument(g, product, 0);
  bool scaled = g->nodes[factor].rank < AM_RANK_VARIABLE;
  bool products = am_is_op(g, am_argument(g, sum, 1 - k), AM_OP_MUL);
  return c->delicate[sum] && (products || !scaled);
}

/* Which argument of a sum is fused with it: the one that is used less, of
 * two such the second; -1: none. */
static int fused_argument(const contraction *c, am_node sum) {
  int best = -1;
  for (int k = 0; k < 2; k++) {
    am_node n = am_argument(c->graph, sum, k);
    if (!is_fusible(c, n) || may_cancel(c, sum, k)) continue;
    if (best < 0 || c->uses[n] <= c->uses[am_argument(c->graph, sum, best)])
      best = k;
  }
  return best;
}

static am_node fused(const contraction *c, am_node sum, int k) {
  am_graph *g = c->graph;
  am_node product = am_argument(g, sum, k);
  am_node a = c->map[am_argument(g, product, 0)];
  am_node b = c->map[am_argument(g, product, 1)];
  am_node other = c->map[am_argument(g, sum, 1 - k)];
  am_op op = am_is_op(g, sum, AM_OP_ADD) ? AM_OP_FMA
             : k == 0                    ? AM_OP_FMS
                                         : AM_OP_FNMA;
  return am_graph_plain(g, op, a, b, other);
}

/* a·(1/b) as a/b where 1/b is used nowhere else; 0 when it is not. */
static am_node quotient(const contraction *c, am_node n) {
  am_graph *g = c->graph;
  if (!am_is_op(g, n, AM_OP_MUL)) return 0;
  for (int k = 0; k < 2; k++) {
    am_node x = am_argument(g, n, k);
    if (!am_is_reciprocal(g, x) || c->uses[x] > 1) continue;
    return am_graph_plain(g, AM_OP_DIV, c->map[am_argument(g, n, 1 - k)],
                          c->map[am_argument(g, x, 1)], 0);
  }
  return 0;
}

static am_node rebuilt(const contraction *c, am_node n) {
  am_graph *g = c->graph;
  am_node x[3] = {0};
  am_op op = g->nodes[n].op;
  int k = is_sum(g, n) ? fused_argument(c, n) : -1;
  if (am_ops[op].arity == 0 || g->nodes[n].rank < AM_RANK_VARIABLE) return n;
  if (k >= 0) return fused(c, n, k);
  am_node simple = quotient(c, n);
  if (simple) return simple;
  for (int i = 0; i < am_ops[op].arity; i++)
    x[i] = c->map[am_argument(g, n, i)];
  return am_graph_plain(g, op, x[0], x[1], x[2]);
}

void am_contract(am_graph *graph, am_node *outputs, int count) {
  size_t size = graph->size + 1;
  am_arena *arena = am_arena_child(graph->arena);
  bool *needed = AM_ARRAY(arena, bool, size);
  contraction c = {graph, (am_node)size, needed,
                   AM_ARRAY(arena, uint32_t, size),
                   AM_ARRAY(arena, uint32_t, size),
                   AM_ARRAY(arena, bool, size),
                   AM_ARRAY(arena, am_node, size)};
  am_graph_needed(graph, outputs, count, needed);
  count_uses(&c, outputs, count);
  mark_delicate(&c);
  for (am_node i = 1; i < size; i++)
    if (needed[i]) c.map[i] = rebuilt(&c, i);
  for (int i = 0; i < count; i++) outputs[i] = c.map[outputs[i]];
  am_arena_free(arena);
}
