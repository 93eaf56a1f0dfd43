/* field_curves.c: terms of external fields, in a separate graph. */
#include "engine/field_curves.h"

#include "diff/diff.h"

/* ---- the terms of a law ---------------------------------------------------*/

typedef struct {
  const am_graph *graph;
  am_node *roots; /* [root_count] */
  int root_count;
  const bool *needed; /* [size + 1], also the next four */
  bool *varies; /* depends on more than parameters */
  bool *moves;  /* depends on more than parameters and fields */
  bool *linear; /* linear in everything that varies */
  bool *term;
} survey;

static void add_roots(survey *s, const am_node *nodes, int count) {
  for (int i = 0; nodes && i < count; i++)
    if (nodes[i]) s->roots[s->root_count++] = nodes[i];
}

static void mark_term(survey *s, am_node node) {
  s->term[node] = s->varies[node] && !s->moves[node] && !s->linear[node];
}

static survey survey_of(am_arena *arena, const am_law *law) {
  const am_graph *g = law->graph;
  size_t size = am_graph_size(g) + 1;
  survey s = {.graph = g,
              .roots = AM_ARRAY(arena, am_node, law->nx + law->na + 6),
              .varies = AM_ARRAY(arena, bool, size),
              .moves = AM_ARRAY(arena, bool, size),
              .linear = AM_ARRAY(arena, bool, size),
              .term = AM_ARRAY(arena, bool, size)};
  add_roots(&s, law->rate, law->nx);
  add_roots(&s, law->memory, law->na);
  add_roots(&s, law->stress, 6);
  s.needed = am_graph_needed(g, s.roots, s.root_count, arena);
  for (am_node n = 1; n < size; n++) {
    if (!s.needed[n]) continue;
    am_op op = am_node_op(g, n);
    bool mark = op >= AM_OP_TENSOR; /* marks of eigenvalues are not terms */
    s.varies[n] = am_node_rank(g, n) == AM_RANK_VARIABLE;
    s.moves[n] = mark || am_node_moves(g, n, s.moves);
    s.linear[n] = am_node_is_affine(g, n, s.varies, s.linear);
    for (int i = 0; s.moves[n] && !mark && i < am_ops[op].arity; i++)
      mark_term(&s, am_node_argument(g, n, i));
  }
  for (int i = 0; i < s.root_count; i++) mark_term(&s, s.roots[i]);
  return s;
}

/* Copies the terms [*count] to a separate graph. */
static am_node *copy_terms(am_arena *arena, const survey *s, am_graph *to,
                           int *count) {
  size_t size = am_graph_size(s->graph) + 1;
  am_node *copies = AM_ARRAY(arena, am_node, size);
  am_node *terms = AM_ARRAY(arena, am_node, size);
  for (am_node n = 1; n < size; n++) {
    if (!s->needed[n] || s->moves[n]) continue;
    copies[n] = am_copy_node(to, s->graph, n, copies);
    if (s->term[n]) terms[(*count)++] = copies[n];
  }
  return terms;
}

/* ---- the terms and their derivatives ------------------------------------- */

/* Lists the nodes needed by `outputs`, those that depend on parameters only
 * first; terms are among the first `last` nodes of the graph. */
static void list_nodes(am_arena *arena, am_field_curves *c, am_node last,
                       const am_node *outputs, int count) {
  const am_graph *g = c->graph;
  size_t size = am_graph_size(g) + 1;
  const bool *needed = am_graph_needed(g, outputs, count, arena);
  c->nodes = AM_ARRAY(arena, am_node, size);
  c->values = AM_ARRAY(arena, double, size);
  c->ranges = AM_ARRAY(arena, am_interval, size);
  c->comparisons = AM_ARRAY(arena, am_node, size);
  for (int variable = 0; variable < 2; variable++) {
    c->bound = c->node_count;
    for (am_node n = 1; n < size; n++) {
      am_op op = am_node_op(g, n);
      bool varies = am_node_rank(g, n) == AM_RANK_VARIABLE;
      if (!needed[n] || varies != variable) continue;
      c->nodes[c->node_count++] = n;
      if (op == AM_OP_CONST) c->values[n] = am_node_value(g, n);
      if (!variable || n > last) continue;
      c->value_count = c->node_count;
      if (op == AM_OP_LESS || op == AM_OP_LESS_EQUAL)
        c->comparisons[c->comparison_count++] = n;
    }
  }
}

/* The graph of the terms belongs to `arena`, the rest to `own`. */
static am_field_curves *curves_of(am_arena *arena, am_arena *own,
                                  const am_law *law) {
  int count = 0;
  survey s = survey_of(own, law);
  am_graph *g = am_graph_new(arena, 8 * am_graph_size(law->graph) + 4096);
  const am_node *terms = copy_terms(own, &s, g, &count);
  am_node last = (am_node)am_graph_size(g);
  if (!count) return NULL;
  am_node *outputs = AM_ARRAY(arena, am_node, 2 * count);
  memcpy(outputs, terms, (size_t)count * sizeof *terms);
  am_forward(g, terms, count, am_inputs(own, g, AM_INPUT_EXTERNAL, 0, law->nf),
             am_inputs(own, g, AM_INPUT_RATE, 0, law->nf), law->nf,
             outputs + count);
  if (am_graph_full(g)) return NULL;
  am_field_curves *c = AM_NEW(arena, am_field_curves);
  *c = (am_field_curves){.graph = g, .nf = law->nf, .count = count,
                         .terms = outputs, .slopes = outputs + count};
  list_nodes(arena, c, last, outputs, 2 * count);
  return c;
}

am_field_curves *am_field_curves_new(am_arena *arena, const am_law *law) {
  if (!law->nf) return NULL;
  am_arena *own = am_arena_child(arena);
  am_field_curves *c = curves_of(arena, own, law);
  am_arena_free(own);
  return c;
}

/* ---- evaluation -----------------------------------------------------------*/

static double operation_value(const am_field_curves *c, am_node n) {
  am_op op = am_node_op(c->graph, n);
  double at[3] = {0};
  for (int i = 0; i < am_ops[op].arity; i++)
    at[i] = c->values[am_node_argument(c->graph, n, i)];
  return am_op_value(op, at[0], at[1], at[2]);
}

bool am_field_curves_bind(am_field_curves *c, const double *values,
                          long stride) {
  bool changes = !c->is_bound;
  for (int i = 0; i < c->bound; i++) {
    am_node n = c->nodes[i];
    if (am_node_op(c->graph, n) != AM_OP_INPUT) continue;
    double value = values[am_node_input_index(c->graph, n) * stride];
    changes = changes || c->values[n] != value;
    c->values[n] = value;
  }
  for (int i = 0; changes && i < c->bound; i++) {
    am_node n = c->nodes[i];
    if (am_ops[am_node_op(c->graph, n)].arity)
      c->values[n] = operation_value(c, n);
    c->ranges[n] = (am_interval){c->values[n], c->values[n]};
  }
  c->is_bound = true;
  return changes;
}

void am_field_curves_line(am_field_curves *c, const double *from,
                          const double *to) {
  for (int i = 0; i < c->nf; i++) {
    c->from[i] = from[i];
    c->change[i] = to[i] - from[i];
  }
}

/* Value at s of the field that is the input n. */
static double field_at(const am_field_curves *c, am_node n, double s) {
  int field = am_node_input_index(c->graph, n);
  return c->from[field] + s * c->change[field];
}

void am_field_curves_at(am_field_curves *c, double s, double *values) {
  for (int i = c->bound; i < c->value_count; i++) {
    am_node n = c->nodes[i];
    c->values[n] = am_node_op(c->graph, n) == AM_OP_INPUT
                       ? field_at(c, n, s)
                       : operation_value(c, n);
  }
  for (int i = 0; i < c->count; i++) values[i] = c->values[c->terms[i]];
}

double am_field_curves_difference(const am_field_curves *c, int comparison) {
  am_node n = c->comparisons[comparison];
  return c->values[am_node_argument(c->graph, n, 0)] -
         c->values[am_node_argument(c->graph, n, 1)];
}

static am_interval input_range(const am_field_curves *c, am_node n,
                               am_interval s) {
  double change = c->change[am_node_input_index(c->graph, n)];
  double a = field_at(c, n, s.low), b = field_at(c, n, s.high);
  if (am_node_input_kind(c->graph, n) == AM_INPUT_RATE)
    return (am_interval){change, change};
  return a < b ? (am_interval){a, b} : (am_interval){b, a};
}

/* Computes the ranges of nodes from … end - 1 of the list. */
static void find_ranges(am_field_curves *c, am_interval s, int from, int end) {
  const am_graph *g = c->graph;
  for (int i = from; i < end; i++) {
    am_node n = c->nodes[i];
    am_op op = am_node_op(g, n);
    am_interval at[3];
    for (int k = 0; k < am_ops[op].arity; k++)
      at[k] = c->ranges[am_node_argument(g, n, k)];
    bool repeated = am_ops[op].arity == 2 &&
                    am_node_argument(g, n, 0) == am_node_argument(g, n, 1);
    c->ranges[n] = op == AM_OP_INPUT ? input_range(c, n, s)
                                     : am_op_interval(op, at, repeated);
  }
}

void am_field_curves_over(am_field_curves *c, am_interval s,
                          am_interval *values) {
  find_ranges(c, s, c->bound, c->value_count);
  for (int i = 0; i < c->count; i++) values[i] = c->ranges[c->terms[i]];
}

bool am_field_curves_slopes(am_field_curves *c, am_interval s,
                            am_interval *slopes) {
  bool decided = true;
  find_ranges(c, s, c->value_count, c->node_count);
  for (int i = c->bound; i < c->value_count; i++) {
    const am_interval *range = &c->ranges[c->nodes[i]];
    if (am_ops[am_node_op(c->graph, c->nodes[i])].result == AM_CONDITION)
      decided = decided && range->low == range->high;
  }
  for (int i = 0; i < c->count; i++) slopes[i] = c->ranges[c->slopes[i]];
  return decided;
}
