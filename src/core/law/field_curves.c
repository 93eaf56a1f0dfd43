/* field_curves.c: terms of external fields, in a separate graph. */
#include "law/parts.h"

/* ---- the terms of a law ---------------------------------------------------*/

/* Kinds of inputs that a node depends on. */
typedef enum { PARAMETERS, FIELDS, OTHERS } reach;

typedef struct {
  const am_graph *graph;
  am_node *roots; /* [root_count] */
  int root_count;
  bool *needed;   /* [size + 1], also the next three */
  uint8_t *reach;
  bool *linear;   /* linear in the fields */
  bool *term;
} survey;

static reach input_reach(const am_graph *g, am_node node) {
  am_input_kind kind = am_node_input_kind(g, node);
  return kind == AM_INPUT_PARAMETER  ? PARAMETERS
         : kind == AM_INPUT_EXTERNAL ? FIELDS
                                     : OTHERS;
}

static reach node_reach(const survey *s, am_node node) {
  am_op op = am_node_op(s->graph, node);
  reach most = PARAMETERS;
  if (op == AM_OP_INPUT) return input_reach(s->graph, node);
  if (op >= AM_OP_TENSOR) return OTHERS;
  for (int i = 0; i < am_ops[op].arity; i++) {
    reach own = s->reach[am_node_argument(s->graph, node, i)];
    if (own > most) most = own;
  }
  return most;
}

static bool is_linear(const survey *s, am_node node) {
  const am_graph *g = s->graph;
  am_op op = am_node_op(g, node);
  bool linear = true;
  int fields = 0; /* arguments that depend on fields */
  if (op == AM_OP_INPUT) return s->reach[node] != OTHERS;
  for (int i = 0; i < am_ops[op].arity; i++) {
    am_node argument = am_node_argument(g, node, i);
    linear = linear && s->linear[argument];
    fields += s->reach[argument] == FIELDS;
  }
  if (s->reach[node] == PARAMETERS) return true;
  if (op == AM_OP_NEG || op == AM_OP_ADD || op == AM_OP_SUB) return linear;
  if (op == AM_OP_MUL) return linear && fields == 1;
  return op == AM_OP_DIV && linear &&
         s->reach[am_node_argument(g, node, 1)] == PARAMETERS;
}

static void add_roots(survey *s, const am_node *nodes, int count) {
  for (int i = 0; nodes && i < count; i++)
    if (nodes[i]) s->roots[s->root_count++] = nodes[i];
}

static void mark_term(survey *s, am_node node) {
  s->term[node] = s->reach[node] == FIELDS && !s->linear[node];
}

static survey survey_of(am_arena *arena, const am_law *law) {
  const am_graph *g = law->graph;
  size_t size = am_graph_size(g) + 1;
  survey s = {.graph = g,
              .roots = AM_ARRAY(arena, am_node, law->nx + law->na + 6),
              .needed = AM_ARRAY(arena, bool, size),
              .reach = AM_ARRAY(arena, uint8_t, size),
              .linear = AM_ARRAY(arena, bool, size),
              .term = AM_ARRAY(arena, bool, size)};
  add_roots(&s, law->rate, law->nx);
  add_roots(&s, law->memory, law->na);
  add_roots(&s, law->stress, 6);
  am_graph_needed(g, s.roots, s.root_count, s.needed);
  for (am_node n = 1; n < size; n++) {
    if (!s.needed[n]) continue;
    s.reach[n] = (uint8_t)node_reach(&s, n);
    s.linear[n] = is_linear(&s, n);
    for (int i = 0; s.reach[n] == OTHERS &&
                    i < am_ops[am_node_op(g, n)].arity; i++)
      if (am_node_op(g, n) < AM_OP_TENSOR)
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
    if (!s->needed[n] || s->reach[n] == OTHERS) continue;
    copies[n] = am_copy_node(to, s->graph, n, copies);
    if (s->term[n]) terms[(*count)++] = copies[n];
  }
  return terms;
}

/* ---- the list of steps --------------------------------------------------- */

typedef struct {
  am_op op;
  int argument[3]; /* steps; for an input its kind and index */
  bool repeated;   /* the first two arguments are the same step */
} step;

struct am_field_curves {
  step *steps;         /* [step_count] the first `bound` steps depend on
                          parameters only */
  double *values;      /* [step_count], also ranges */
  am_interval *ranges;
  int bound, value_count, step_count; /* derivatives start at value_count */
  int *terms, *slopes; /* [count] steps */
  int count;
  int *comparisons;    /* [comparison_count] steps */
  int comparison_count;
  double from[AM_MOST_EXTERNAL], change[AM_MOST_EXTERNAL];
  int nf;
  bool is_bound; /* parameters are set */
};

static bool is_comparison(am_op op) {
  return op == AM_OP_LESS || op == AM_OP_LESS_EQUAL;
}

static step step_of(const am_graph *g, am_node node, const int *place) {
  step s = {.op = am_node_op(g, node)};
  if (s.op == AM_OP_INPUT) {
    s.argument[0] = (int)am_node_input_kind(g, node);
    s.argument[1] = am_node_input_index(g, node);
  }
  for (int i = 0; i < am_ops[s.op].arity; i++)
    s.argument[i] = place[am_node_argument(g, node, i)];
  s.repeated = am_ops[s.op].arity == 2 && s.argument[0] == s.argument[1];
  return s;
}

static bool reads_parameters(const am_graph *g, am_node node) {
  return am_node_rank(g, node) != AM_RANK_VARIABLE;
}

/* Converts the nodes needed by `outputs` to steps, those that depend on
 * parameters only first. */
static void make_steps(am_arena *arena, am_field_curves *c, const am_graph *g,
                       const am_node *outputs, int count, int *place) {
  size_t size = am_graph_size(g) + 1;
  bool *needed = AM_ARRAY(arena, bool, size);
  am_graph_needed(g, outputs, count, needed);
  c->steps = AM_ARRAY(arena, step, size);
  c->values = AM_ARRAY(arena, double, size);
  c->ranges = AM_ARRAY(arena, am_interval, size);
  c->comparisons = AM_ARRAY(arena, int, size);
  for (int variable = 0; variable < 2; variable++) {
    c->bound = c->step_count;
    for (am_node n = 1; n < size; n++) {
      if (!needed[n] || reads_parameters(g, n) == variable) continue;
      int at = place[n] = c->step_count++;
      c->steps[at] = step_of(g, n, place);
      if (c->steps[at].op == AM_OP_CONST) c->values[at] = am_node_value(g, n);
      if (variable && is_comparison(c->steps[at].op))
        c->comparisons[c->comparison_count++] = at;
    }
  }
}

/* s-derivatives of terms [count], from the rates of the fields. */
static void differentiate_terms(am_arena *arena, am_graph *g, int nf,
                                const am_node *terms, int count,
                                am_node *slopes) {
  const am_node *x = am_inputs(arena, g, AM_INPUT_EXTERNAL, 0, nf);
  const am_node *rates = am_inputs(arena, g, AM_INPUT_RATE, 0, nf);
  am_forward(g, terms, count, x, rates, nf, slopes);
}

static am_field_curves *curves_of(am_arena *arena, am_arena *own,
                                  const am_law *law) {
  int count = 0;
  survey s = survey_of(own, law);
  am_graph *g = am_graph_new(own, 8 * am_graph_size(law->graph) + 4096);
  am_node *terms = copy_terms(own, &s, g, &count);
  if (!count) return NULL;
  am_node *outputs = AM_ARRAY(own, am_node, 2 * count);
  memcpy(outputs, terms, (size_t)count * sizeof *terms);
  differentiate_terms(own, g, law->nf, terms, count, outputs + count);
  if (am_graph_full(g)) return NULL;
  am_field_curves *c = AM_NEW(arena, am_field_curves);
  int *place = AM_ARRAY(own, int, am_graph_size(g) + 1);
  make_steps(arena, c, g, outputs, 2 * count, place);
  c->nf = law->nf;
  c->count = count;
  c->terms = AM_ARRAY(arena, int, count);
  c->slopes = AM_ARRAY(arena, int, count);
  for (int i = 0; i < count; i++) {
    c->terms[i] = place[terms[i]];
    c->slopes[i] = place[outputs[count + i]];
    if (c->terms[i] >= c->value_count) c->value_count = c->terms[i] + 1;
  }
  while (c->comparison_count &&
         c->comparisons[c->comparison_count - 1] >= c->value_count)
    c->comparison_count--;
  return c;
}

am_field_curves *am_field_curves_new(am_arena *arena, const am_law *law) {
  if (!law->nf) return NULL;
  am_arena *own = am_arena_child(arena);
  am_field_curves *c = curves_of(arena, own, law);
  am_arena_free(own);
  return c;
}

int am_field_curves_count(const am_field_curves *c) { return c->count; }

int am_field_curves_comparisons(const am_field_curves *c) {
  return c->comparison_count;
}

/* ---- evaluation -----------------------------------------------------------*/

static double step_value(const am_field_curves *c, const step *s) {
  const double *v = c->values;
  double at[3] = {0};
  for (int i = 0; i < am_ops[s->op].arity; i++) at[i] = v[s->argument[i]];
  return am_op_value(s->op, at[0], at[1], at[2]);
}

bool am_field_curves_bind(am_field_curves *c, const double *values,
                          long stride) {
  bool changes = !c->is_bound;
  for (int i = 0; i < c->bound; i++) {
    const step *s = &c->steps[i];
    if (s->op != AM_OP_INPUT) continue;
    double value = values[s->argument[1] * stride];
    changes = changes || c->values[i] != value;
    c->values[i] = value;
  }
  for (int i = 0; changes && i < c->bound; i++) {
    const step *s = &c->steps[i];
    if (s->op != AM_OP_INPUT && s->op != AM_OP_CONST)
      c->values[i] = step_value(c, s);
    c->ranges[i] = (am_interval){c->values[i], c->values[i]};
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

static double field_at(const am_field_curves *c, int field, double s) {
  return c->from[field] + s * c->change[field];
}

void am_field_curves_at(am_field_curves *c, double s, double *values) {
  for (int i = c->bound; i < c->value_count; i++) {
    const step *t = &c->steps[i];
    c->values[i] = t->op == AM_OP_INPUT ? field_at(c, t->argument[1], s)
                                        : step_value(c, t);
  }
  for (int i = 0; i < c->count; i++) values[i] = c->values[c->terms[i]];
}

double am_field_curves_difference(const am_field_curves *c, int comparison) {
  const step *s = &c->steps[c->comparisons[comparison]];
  return c->values[s->argument[0]] - c->values[s->argument[1]];
}

static am_interval input_range(const am_field_curves *c, const step *t,
                               am_interval s) {
  double change = c->change[t->argument[1]];
  double a = field_at(c, t->argument[1], s.low);
  double b = field_at(c, t->argument[1], s.high);
  if (t->argument[0] == AM_INPUT_RATE) return (am_interval){change, change};
  return a < b ? (am_interval){a, b} : (am_interval){b, a};
}

/* Computes the ranges of steps from … end - 1. */
static void find_ranges(am_field_curves *c, am_interval s, int from, int end) {
  for (int i = from; i < end; i++) {
    const step *t = &c->steps[i];
    am_interval at[3];
    for (int k = 0; k < am_ops[t->op].arity; k++)
      at[k] = c->ranges[t->argument[k]];
    c->ranges[i] = t->op == AM_OP_INPUT
                       ? input_range(c, t, s)
                       : am_op_interval(t->op, at, t->repeated);
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
  find_ranges(c, s, c->value_count, c->step_count);
  for (int i = c->bound; i < c->value_count; i++)
    if (am_ops[c->steps[i].op].result == AM_CONDITION)
      decided = decided && c->ranges[i].low == c->ranges[i].high;
  for (int i = 0; i < c->count; i++) slopes[i] = c->ranges[c->slopes[i]];
  return decided;
}
