/* infer.c: what is known of a result from what is known of its arguments.
 *
 * Every rule claims only what holds for all arguments that satisfy what is
 * known of them.  A NaN contradicts no claim but "finite". */
#include "expr/graph_nodes.h"

/* Exponents up to which a power counts as a product, overflow apart. */
static const double largest_product = 64;

typedef struct {
  const am_graph *graph;
  am_node node[3];
  am_known a, b, c;
} arguments;

typedef am_known rule(const arguments *x);

static am_known known_condition(const arguments *x) {
  (void)x;
  return (am_known){.nonnegative = true, .finite = true};
}

static am_known known_periodic(const arguments *x) {
  return (am_known){.finite = x->a.finite};
}

/* The exponential may underflow to 0. */
static am_known known_exp(const arguments *x) {
  (void)x;
  return (am_known){.nonnegative = true};
}

static am_known known_cosh(const arguments *x) {
  (void)x;
  return (am_known){.nonnegative = true, .nonzero = true};
}

/* Odd functions that keep the sign: finite, or (grows) maybe not. */
static am_known known_odd(const arguments *x) { return x->a; }

static am_known known_odd_grows(const arguments *x) {
  return (am_known){.nonnegative = x->a.nonnegative, .nonzero = x->a.nonzero};
}

static am_known known_sum(am_known a, am_known b) {
  bool nonnegative = a.nonnegative && b.nonnegative;
  return (am_known){.nonnegative = nonnegative,
                    .nonzero = nonnegative && (a.nonzero || b.nonzero),
                    .finite = a.finite && b.finite};
}

/* What holds for both. */
static am_known known_both(am_known a, am_known b) {
  return (am_known){.nonnegative = a.nonnegative && b.nonnegative,
                    .nonzero = a.nonzero && b.nonzero,
                    .finite = a.finite && b.finite};
}

static am_known known_add(const arguments *x) { return known_sum(x->a, x->b); }

static am_known known_sub(const arguments *x) {
  return (am_known){.finite = x->a.finite && x->b.finite};
}

static am_known known_mul(const arguments *x) {
  am_known known = known_both(x->a, x->b);
  known.nonnegative |= x->node[0] == x->node[1];
  return known;
}

static am_known known_fma(const arguments *x) {
  return known_sum(known_mul(x), x->c);
}

static am_known known_div(const arguments *x) {
  return (am_known){
      .nonnegative = x->a.nonnegative && x->b.nonnegative,
      .nonzero = x->a.nonzero && x->b.finite,
      .finite = x->a.finite && x->b.finite && x->b.nonzero,
  };
}

static am_known known_neg(const arguments *x) {
  return (am_known){.nonzero = x->a.nonzero, .finite = x->a.finite};
}

static am_known known_sqrt(const arguments *x) {
  return (am_known){.nonnegative = true,
                    .nonzero = x->a.nonzero,
                    .finite = x->a.finite && x->a.nonnegative};
}

static am_known known_abs(const arguments *x) {
  return (am_known){.nonnegative = true,
                    .nonzero = x->a.nonzero,
                    .finite = x->a.finite};
}

static am_known known_log(const arguments *x) {
  return (am_known){
      .finite = x->a.finite && x->a.nonnegative && x->a.nonzero};
}

static am_known known_log1p(const arguments *x) {
  return (am_known){.nonnegative = x->a.nonnegative,
                    .nonzero = x->a.nonzero,
                    .finite = x->a.finite && x->a.nonnegative};
}

static am_known known_pow(const arguments *x) {
  am_known known = {.nonnegative = true};
  if (!am_is_op(x->graph, x->node[1], AM_OP_CONST)) return known;
  double p = am_node_value(x->graph, x->node[1]);
  known.finite = x->a.nonnegative && x->a.finite && p >= 0 &&
                 p <= largest_product;
  return known;
}

/* What taking one branch of a comparison tells of the larger operand, where
 * the smaller one is not negative: if(y < x, x, …), if(x <= y, …, x). */
static am_known known_branch(const arguments *x, int i) {
  const am_graph *graph = x->graph;
  am_known known = graph->nodes[x->node[i]].known;
  am_op op = graph->nodes[x->node[0]].op;
  if (op != AM_OP_LESS && op != AM_OP_LESS_EQUAL) return known;
  am_node larger = am_argument(graph, x->node[0], i == 1);
  am_node smaller = am_argument(graph, x->node[0], i != 1);
  am_known bound = graph->nodes[smaller].known;
  if (larger != x->node[i] || !bound.nonnegative) return known;
  bool strictly = (op == AM_OP_LESS) == (i == 1);
  known.nonnegative = true;
  known.nonzero |= strictly || bound.nonzero;
  return known;
}

static am_known known_select(const arguments *x) {
  return known_both(known_branch(x, 1), known_branch(x, 2));
}

static rule *const rules[AM_OP_COUNT] = {
    [AM_OP_ADD] = known_add,
    [AM_OP_SUB] = known_sub,
    [AM_OP_MUL] = known_mul,
    [AM_OP_DIV] = known_div,
    [AM_OP_NEG] = known_neg,
    [AM_OP_FMA] = known_fma,
    [AM_OP_SQRT] = known_sqrt,
    [AM_OP_CBRT] = known_odd,
    [AM_OP_EXP] = known_exp,
    [AM_OP_EXPM1] = known_odd_grows,
    [AM_OP_LOG] = known_log,
    [AM_OP_LOG1P] = known_log1p,
    [AM_OP_SIN] = known_periodic,
    [AM_OP_COS] = known_periodic,
    [AM_OP_TAN] = known_periodic,
    [AM_OP_ATAN] = known_odd,
    [AM_OP_SINH] = known_odd_grows,
    [AM_OP_COSH] = known_cosh,
    [AM_OP_TANH] = known_odd,
    [AM_OP_ERF] = known_odd,
    [AM_OP_ABS] = known_abs,
    [AM_OP_POW] = known_pow,
    [AM_OP_POW0] = known_pow,
    [AM_OP_RECIP0] = known_odd,
    [AM_OP_SELECT] = known_select,
    [AM_OP_LESS] = known_condition,
    [AM_OP_LESS_EQUAL] = known_condition,
    [AM_OP_EQUAL] = known_condition,
    [AM_OP_AND] = known_condition,
    [AM_OP_OR] = known_condition,
    [AM_OP_NOT] = known_condition,
};

/* Arguments that are not there are node 0, of which nothing is known. */
am_known am_known_result(const am_graph *graph, am_op op, am_node a,
                         am_node b, am_node c) {
  const arguments x = {.graph = graph,
                       .node = {a, b, c},
                       .a = graph->nodes[a].known,
                       .b = graph->nodes[b].known,
                       .c = graph->nodes[c].known};
  return rules[op] ? rules[op](&x) : (am_known){0};
}
