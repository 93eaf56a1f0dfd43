/* zero_test.c: tests whether a formula vanishes identically, by its values at
 * random inputs.  Each value is compared with the magnitude of its terms: for a
 * vanishing formula only rounding errors remain.  In every other sample,
 * comparisons that do not involve eigenvalues have random results, so that all
 * branches are tested. */
#include "diff/spectral.h"

enum { SAMPLES = 32 };

/* Values of nodes and magnitudes of their terms. */
typedef struct {
  const am_graph *graph;
  const bool *needed;
  const bool *of_marks; /* node depends on marks, or is part of their
                           formulas */
  double *value, *terms;
  int sample;
} survey;

/* Pseudo-random number between 0 and 1, a hash of the arguments. */
static double random_number(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t hash = am_hash_more(am_hash_more(am_hash_more(1, a + 1), b), c);
  return (double)(am_hash_more(hash, 1) >> 11) * 0x1p-53;
}

/* Random value of an input.  Parameters are positive, and small in every other
 * pair of samples. */
static double input_value(const survey *s, am_node node) {
  am_input_kind kind = am_node_input_kind(s->graph, node);
  double x = random_number((uint64_t)s->sample, (uint64_t)kind,
                           (uint64_t)am_node_input_index(s->graph, node));
  if (kind != AM_INPUT_PARAMETER) return 2 * x - 1;
  return s->sample & 2 ? 0.05 + 0.4 * x : 0.5 + 1.5 * x;
}

/* Branch of a selection; the other one if its value is NaN. */
static int taken_branch(const double *x) {
  int branch = x[0] != 0 ? 1 : 2;
  return isnan(x[branch]) ? 3 - branch : branch;
}

/* Magnitude of the terms of an operation with arguments x, whose terms have the
 * magnitudes y. */
static double terms_of(am_op op, const double *x, const double *y,
                       double value) {
  switch (op) {
    case AM_OP_ADD:
    case AM_OP_SUB:
      return y[0] + y[1];
    case AM_OP_NEG:
    case AM_OP_ABS:
      return y[0];
    case AM_OP_MUL:
      return y[0] * y[1];
    case AM_OP_DIV:
      return y[0] / fabs(x[1]);
    case AM_OP_SQRT:
      return sqrt(y[0]);
    case AM_OP_SELECT:
      return y[taken_branch(x)];
    default:
      return fabs(value);
  }
}

/* Value of an operation; outside its domain, the value for the absolute
 * argument, which is equally suitable for the comparison. */
static double extended_value(am_op op, const double *x) {
  double value = am_op_value(op, x[0], x[1], x[2]);
  if (!isnan(value)) return value;
  if (op == AM_OP_SELECT) return x[taken_branch(x)];
  return am_op_value(op, fabs(x[0]), x[1], x[2]);
}

static void evaluate_node(survey *s, am_node node) {
  const am_graph *g = s->graph;
  am_op op = am_node_op(g, node);
  double x[3] = {0}, y[3] = {0}, value;
  for (int k = 0; k < am_ops[op].arity; k++) {
    x[k] = s->value[am_argument(g, node, k)];
    y[k] = s->terms[am_argument(g, node, k)];
  }
  if (op == AM_OP_CONST)
    value = am_node_value(g, node);
  else if (op == AM_OP_INPUT)
    value = input_value(s, node);
  else if ((op == AM_OP_LESS || op == AM_OP_LESS_EQUAL) && s->sample % 2 &&
           !s->of_marks[node])
    value = random_number((uint64_t)s->sample, AM_INPUT_KINDS, node) < 0.5;
  else
    value = extended_value(op, x);
  s->value[node] = value;
  s->terms[node] = terms_of(op, x, y, value);
}

static void find_of_marks(const am_graph *g, const bool *needed,
                          bool *of_marks) {
  am_node size = (am_node)g->size;
  bool *inside = am_graph_scratch(g, AM_SCRATCH_ACTIVE, size + 1);
  for (am_node i = 1; i <= size; i++) {
    of_marks[i] = needed[i] && am_is_mark(g, i);
    for (int k = 0; needed[i] && k < am_ops[am_node_op(g, i)].arity; k++)
      of_marks[i] |= of_marks[am_argument(g, i, k)];
  }
  for (am_node i = size; i > 0; i--) {
    inside[i] |= needed[i] && am_is_mark(g, i);
    of_marks[i] |= inside[i];
    for (int k = 0; inside[i] && k < am_ops[am_node_op(g, i)].arity; k++)
      inside[am_argument(g, i, k)] = true;
  }
}

/* Counts of the samples in which q is finite. */
typedef struct {
  int zeros, others, infinite; /* number of samples, by the value of q for
                                  merged eigenvalues */
} evidence;

static void weigh(const survey *s, am_node q, am_node merged, evidence *e) {
  const double rounding = 1e-6;
  double value = s->value[merged], terms = s->terms[merged];
  if (!isfinite(s->value[q])) return;
  if (!isfinite(value) || !isfinite(terms))
    e->infinite++;
  else if (fabs(value) > rounding * terms)
    e->others++;
  else if (terms > 0)
    e->zeros++;
}

void am_classify_limit(am_graph *graph, const am_node *q, const am_node *merged,
                       int count, am_limit_kind *judgement) {
  am_arena *own = am_arena_child(graph->arena);
  size_t size = graph->size + 1;
  am_node *roots = AM_ARRAY(own, am_node, 2 * count);
  bool *of_marks = AM_ARRAY(own, bool, size);
  evidence *found = AM_ARRAY(own, evidence, count);
  for (int i = 0; i < count; i++) {
    roots[i] = q[i];
    roots[count + i] = merged[i];
  }
  const bool *needed = am_graph_needed(graph, roots, 2 * count, own);
  survey s = {.graph = graph, .needed = needed, .of_marks = of_marks,
              .value = AM_ARRAY(own, double, size),
              .terms = AM_ARRAY(own, double, size)};
  find_of_marks(graph, needed, of_marks);
  for (s.sample = 0; s.sample < SAMPLES; s.sample++) {
    for (am_node i = 1; i < size; i++)
      if (needed[i]) evaluate_node(&s, i);
    for (int i = 0; i < count; i++) weigh(&s, q[i], merged[i], &found[i]);
  }
  for (int i = 0; i < count; i++) {
    const evidence *e = &found[i];
    judgement[i] = e->others > 0 || e->zeros + e->infinite == 0
                       ? AM_LIMIT_FINITE
                   : e->zeros > e->infinite ? AM_LIMIT_ZERO
                                            : AM_LIMIT_INFINITE;
  }
  am_arena_free(own);
}
