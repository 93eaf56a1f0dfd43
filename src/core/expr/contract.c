/* contract.c: forms fused multiply-adds, and quotients from reciprocals that
 * are used once.
 *
 * x*x - y*y is not fused under a root, a logarithm or a power: with a single
 * rounding it may be negative for x = y. */
#include "expr/passes.h"

typedef struct {
  am_graph *graph;
  am_node size;      /* of the graph before contraction, plus 1 */
  const bool *needed; /* [size] */
  uint32_t *uses;    /* [size] uses in operations and outputs */
  uint32_t *summed;  /* [size] uses in sums and differences */
  bool *delicate;    /* [size] must not become negative by rounding */
  am_node *map;      /* [size] */
} contraction;

static bool is_sum(const am_graph *g, am_node n) {
  return am_is_op(g, n, AM_OP_ADD) || am_is_op(g, n, AM_OP_SUB);
}

/* Marks as delicate the first argument of an operation that is defined only for
 * some signs, and the nodes that determine its sign. */
static void mark_delicate(contraction *c) {
  const am_graph *g = c->graph;
  for (am_node i = c->size - 1; i > 0; i--) {
    am_op op = g->nodes[i].op;
    bool needs_sign = op == AM_OP_SQRT || op == AM_OP_LOG ||
                      op == AM_OP_POW || op == AM_OP_POW0;
    bool hands_sign_on = op == AM_OP_ADD || op == AM_OP_SUB ||
                         op == AM_OP_NEG || op == AM_OP_MUL ||
                         op == AM_OP_DIV || op == AM_OP_SELECT;
    if (!c->needed[i]) continue;
    if (g->nodes[i].known.nonnegative) c->delicate[i] = false;
    if (needs_sign) c->delicate[am_argument(g, i, 0)] = true;
    if (!c->delicate[i] || !hands_sign_on) continue;
    for (int k = 0; k < am_ops[op].arity; k++)
      c->delicate[am_argument(g, i, k)] = true;
  }
}

/* True if argument k of a delicate sum and the other argument might be equal up
 * to rounding. */
static bool may_cancel(const contraction *c, am_node sum, int k) {
  const am_graph *g = c->graph;
  am_node product = am_argument(g, sum, k);
  am_node factor = am_argument(g, product, 0);
  bool scaled = g->nodes[factor].rank < AM_RANK_VARIABLE;
  bool products = am_is_op(g, am_argument(g, sum, 1 - k), AM_OP_MUL);
  return c->delicate[sum] && (products || !scaled);
}

/* Fuses a sum with one of its arguments that is a product used only in sums:
 * the argument with fewer uses, at a tie the second.  0 if neither can be
 * fused. */
static am_node fused_sum(const contraction *c, am_node sum) {
  am_graph *g = c->graph;
  int k = -1;
  for (int i = 0; i < 2; i++) {
    am_node n = am_argument(g, sum, i);
    if (!am_is_op(g, n, AM_OP_MUL) || g->nodes[n].rank < AM_RANK_VARIABLE ||
        c->uses[n] != c->summed[n] || may_cancel(c, sum, i))
      continue;
    if (k < 0 || c->uses[n] <= c->uses[am_argument(g, sum, k)]) k = i;
  }
  if (k < 0) return 0;
  am_node product = am_argument(g, sum, k);
  am_node a = c->map[am_argument(g, product, 0)];
  am_node b = c->map[am_argument(g, product, 1)];
  am_node other = c->map[am_argument(g, sum, 1 - k)];
  am_op op = am_is_op(g, sum, AM_OP_ADD) ? AM_OP_FMA
             : k == 0                    ? AM_OP_FMS
                                         : AM_OP_FNMA;
  return am_graph_plain(g, op, a, b, other);
}

static am_node contracted(const contraction *c, am_node n) {
  am_graph *g = c->graph;
  am_node x[3] = {0};
  am_op op = g->nodes[n].op;
  if (am_ops[op].arity == 0 || g->nodes[n].rank < AM_RANK_VARIABLE) return n;
  am_node sum = is_sum(g, n) ? fused_sum(c, n) : 0;
  if (sum) return sum;

  /* a*(1/b) becomes a/b if 1/b is used nowhere else. */
  for (int k = 0; k < 2 && op == AM_OP_MUL; k++) {
    am_node factor = am_argument(g, n, k);
    if (!am_is_reciprocal(g, factor) || c->uses[factor] > 1) continue;
    return am_graph_plain(g, AM_OP_DIV, c->map[am_argument(g, n, 1 - k)],
                          c->map[am_argument(g, factor, 1)], 0);
  }
  for (int i = 0; i < am_ops[op].arity; i++)
    x[i] = c->map[am_argument(g, n, i)];
  return am_graph_plain(g, op, x[0], x[1], x[2]);
}

void am_contract(am_graph *graph, am_node *outputs, int count) {
  size_t size = graph->size + 1;
  am_arena *arena = am_arena_child(graph->arena);
  bool *needed = AM_ARRAY(arena, bool, size);
  contraction c = {.graph = graph,
                   .size = (am_node)size,
                   .needed = needed,
                   .uses = AM_ARRAY(arena, uint32_t, size),
                   .summed = AM_ARRAY(arena, uint32_t, size),
                   .delicate = AM_ARRAY(arena, bool, size),
                   .map = AM_ARRAY(arena, am_node, size)};
  am_graph_needed(graph, outputs, count, needed);
  for (int i = 0; i < count; i++) c.uses[outputs[i]]++;
  for (am_node i = 1; i < size; i++)
    for (int k = 0; needed[i] && k < am_ops[graph->nodes[i].op].arity; k++) {
      c.uses[am_argument(graph, i, k)]++;
      c.summed[am_argument(graph, i, k)] += is_sum(graph, i);
    }
  mark_delicate(&c);
  for (am_node i = 1; i < size; i++)
    if (needed[i]) c.map[i] = contracted(&c, i);
  for (int i = 0; i < count; i++) outputs[i] = c.map[outputs[i]];
  am_arena_free(arena);
}
