/* infer.c: infers properties of a result from those of its arguments.
 *
 * Every rule claims only properties that hold for all arguments with the given
 * properties.  A NaN satisfies every claim except "finite". */
#include "expr/parts.h"

/* Largest exponent for which a power counts as a product; overflow is
 * ignored. */
static const double largest_product = 64;

typedef struct {
  const am_graph *graph;
  am_node node[3];
  am_number_class a, b, c;
} arguments;

typedef am_number_class rule(const arguments *x);

static am_number_class known_sum(am_number_class a, am_number_class b) {
  bool nonnegative = a.nonnegative && b.nonnegative;
  return (am_number_class){.nonnegative = nonnegative,
                    .nonzero = nonnegative && (a.nonzero || b.nonzero),
                    .finite = a.finite && b.finite};
}

/* Properties that both arguments have. */
static am_number_class known_both(am_number_class a, am_number_class b) {
  return (am_number_class){.nonnegative = a.nonnegative && b.nonnegative,
                    .nonzero = a.nonzero && b.nonzero,
                    .finite = a.finite && b.finite};
}

static am_number_class known_add(const arguments *x) {
  return known_sum(x->a, x->b);
}

static am_number_class known_sub(const arguments *x) {
  return (am_number_class){.finite = x->a.finite && x->b.finite};
}

static am_number_class known_mul(const arguments *x) {
  am_number_class known = known_both(x->a, x->b);
  known.nonnegative |= x->node[0] == x->node[1];
  return known;
}

static am_number_class known_fma(const arguments *x) {
  return known_sum(known_mul(x), x->c);
}

static am_number_class known_div(const arguments *x) {
  return (am_number_class){
      .nonnegative = x->a.nonnegative && x->b.nonnegative,
      .nonzero = x->a.nonzero && x->b.finite,
      .finite = x->a.finite && x->b.finite && x->b.nonzero,
  };
}

static am_number_class known_sqrt(const arguments *x) {
  return (am_number_class){.nonnegative = true,
                    .nonzero = x->a.nonzero,
                    .finite = x->a.finite && x->a.nonnegative};
}

static am_number_class known_log(const arguments *x) {
  return (am_number_class){
      .finite = x->a.finite && x->a.nonnegative && x->a.nonzero};
}

static am_number_class known_log1p(const arguments *x) {
  return (am_number_class){.nonnegative = x->a.nonnegative,
                    .nonzero = x->a.nonzero,
                    .finite = x->a.finite && x->a.nonnegative};
}

static am_number_class known_pow(const arguments *x) {
  am_number_class known = {.nonnegative = true};
  if (!am_is_op(x->graph, x->node[1], AM_OP_CONST)) return known;
  double p = am_node_value(x->graph, x->node[1]);
  known.finite = x->a.nonnegative && x->a.finite && p >= 0 &&
                 p <= largest_product;
  return known;
}

/* Properties of branch i of a selection.  If the larger operand x of the
 * comparison is selected and the smaller one y is nonnegative, x is
 * nonnegative: if(y < x, x, ...), if(x <= y, ..., x). */
static am_number_class known_branch(const arguments *x, int i) {
  const am_graph *graph = x->graph;
  am_number_class known = graph->nodes[x->node[i]].known;
  am_op op = graph->nodes[x->node[0]].op;
  if (op != AM_OP_LESS && op != AM_OP_LESS_EQUAL) return known;
  am_node larger = am_argument(graph, x->node[0], i == 1);
  am_node smaller = am_argument(graph, x->node[0], i != 1);
  am_number_class bound = graph->nodes[smaller].known;
  if (larger != x->node[i] || !bound.nonnegative) return known;
  bool strictly = (op == AM_OP_LESS) == (i == 1);
  known.nonnegative = true;
  known.nonzero |= strictly || bound.nonzero;
  return known;
}

static am_number_class known_tensor(const arguments *x) {
  return known_both(x->a, known_both(x->b, x->c));
}

/* Eigenvalues and eigenvectors of a finite tensor are finite, although the
 * formula does not show it. */
static am_number_class known_eigen(const arguments *x) {
  am_number_class known = x->a;
  known.finite |= x->b.finite;
  return known;
}

static am_number_class known_select(const arguments *x) {
  return known_both(known_branch(x, 1), known_branch(x, 2));
}

#define ALL {.nonnegative = true, .nonzero = true, .finite = true}

/* Properties that a result always has, and properties that it takes from the
 * first argument; or a rule that computes its properties.  Conditions have no
 * row. */
static const struct {
  am_number_class always, inherited;
  rule *rule;
} rows[AM_OP_COUNT] = {
    [AM_OP_TENSOR] = {.rule = known_tensor},
    [AM_OP_EIGEN] = {.rule = known_eigen},
    [AM_OP_ADD] = {.rule = known_add},
    [AM_OP_SUB] = {.rule = known_sub},
    [AM_OP_MUL] = {.rule = known_mul},
    [AM_OP_DIV] = {.rule = known_div},
    [AM_OP_NEG] = {.inherited = {.nonzero = true, .finite = true}},
    [AM_OP_FMA] = {.rule = known_fma},
    [AM_OP_SQRT] = {.rule = known_sqrt},
    [AM_OP_CBRT] = {.inherited = ALL},
    /* The exponential may underflow to 0. */
    [AM_OP_EXP] = {.always = {.nonnegative = true}},
    [AM_OP_EXPM1] = {.inherited = {.nonnegative = true, .nonzero = true}},
    [AM_OP_LOG] = {.rule = known_log},
    [AM_OP_LOG1P] = {.rule = known_log1p},
    [AM_OP_SIN] = {.inherited = {.finite = true}},
    [AM_OP_COS] = {.inherited = {.finite = true}},
    [AM_OP_TAN] = {.inherited = {.finite = true}},
    [AM_OP_ATAN] = {.inherited = ALL},
    [AM_OP_SINH] = {.inherited = {.nonnegative = true, .nonzero = true}},
    [AM_OP_COSH] = {.always = {.nonnegative = true, .nonzero = true}},
    [AM_OP_TANH] = {.inherited = ALL},
    [AM_OP_ERF] = {.inherited = ALL},
    [AM_OP_ABS] = {.always = {.nonnegative = true},
                   .inherited = {.nonzero = true, .finite = true}},
    [AM_OP_POW] = {.rule = known_pow},
    [AM_OP_POW0] = {.rule = known_pow},
    [AM_OP_RECIP0] = {.inherited = ALL},
    [AM_OP_SELECT] = {.rule = known_select},
};

/* Unused arguments are node 0, which has no known properties. */
am_number_class am_class_of_result(const am_graph *graph, am_op op, am_node a,
                         am_node b, am_node c) {
  const arguments x = {.graph = graph,
                       .node = {a, b, c},
                       .a = graph->nodes[a].known,
                       .b = graph->nodes[b].known,
                       .c = graph->nodes[c].known};
  am_number_class always = rows[op].always, inherited = rows[op].inherited;
  am_number_class known = {
      .nonnegative = always.nonnegative ||
                     (inherited.nonnegative && x.a.nonnegative),
      .nonzero = always.nonzero || (inherited.nonzero && x.a.nonzero),
      .finite = always.finite || (inherited.finite && x.a.finite),
  };
  if (am_ops[op].result == AM_CONDITION)
    known = (am_number_class){.nonnegative = true, .finite = true};
  return rows[op].rule ? rows[op].rule(&x) : known;
}
