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

/* The last properties if a number has all those needed. */
static am_number_class if_all(am_number_class known, am_number_class needed,
                              am_number_class result) {
  return (known & needed) == needed ? result : 0;
}

static am_number_class known_sum(am_number_class a, am_number_class b) {
  am_number_class both = a & b;
  return both & AM_NONNEGATIVE ? both | ((a | b) & AM_NONZERO)
                               : both & AM_FINITE;
}

static am_number_class known_add(const arguments *x) {
  return known_sum(x->a, x->b);
}

static am_number_class known_sub(const arguments *x) {
  return x->a & x->b & AM_FINITE;
}

static am_number_class known_mul(const arguments *x) {
  bool square = x->node[0] == x->node[1];
  return (x->a & x->b) | (square ? AM_NONNEGATIVE : 0);
}

static am_number_class known_fma(const arguments *x) {
  return known_sum(known_mul(x), x->c);
}

static am_number_class known_div(const arguments *x) {
  return (x->a & x->b & AM_NONNEGATIVE) |
         if_all(x->b, AM_FINITE, x->a & AM_NONZERO) |
         if_all(x->b, AM_FINITE | AM_NONZERO, x->a & AM_FINITE);
}

static am_number_class known_pow(const arguments *x) {
  const am_graph *graph = x->graph;
  am_node p = x->node[1];
  bool product = am_is_op(graph, p, AM_OP_CONST) &&
                 am_node_value(graph, p) >= 0 &&
                 am_node_value(graph, p) <= largest_product;
  am_number_class finite = product ? AM_FINITE : 0;
  return AM_NONNEGATIVE | if_all(x->a, AM_NONNEGATIVE | AM_FINITE, finite);
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
  if (larger != x->node[i] || !(bound & AM_NONNEGATIVE)) return known;
  bool strictly = (op == AM_OP_LESS) == (i == 1);
  return known | AM_NONNEGATIVE | (strictly ? AM_NONZERO : bound & AM_NONZERO);
}

static am_number_class known_tensor(const arguments *x) {
  return x->a & x->b & x->c;
}

/* Eigenvalues and eigenvectors of a finite tensor are finite, although the
 * formula does not show it. */
static am_number_class known_eigen(const arguments *x) {
  return x->a | (x->b & AM_FINITE);
}

static am_number_class known_select(const arguments *x) {
  return known_branch(x, 1) & known_branch(x, 2);
}

enum { ALL = AM_NONNEGATIVE | AM_NONZERO | AM_FINITE };

/* Properties that a result always has, those that it takes from the first
 * argument, and those with which this argument gives a finite result; or a rule
 * that computes its properties.  Conditions have no row. */
static const struct {
  am_number_class always, inherited, finite;
  rule *rule;
} rows[AM_OP_COUNT] = {
    [AM_OP_TENSOR] = {.rule = known_tensor},
    [AM_OP_EIGEN] = {.rule = known_eigen},
    [AM_OP_ADD] = {.rule = known_add},
    [AM_OP_SUB] = {.rule = known_sub},
    [AM_OP_MUL] = {.rule = known_mul},
    [AM_OP_DIV] = {.rule = known_div},
    [AM_OP_NEG] = {.inherited = AM_NONZERO | AM_FINITE},
    [AM_OP_FMA] = {.rule = known_fma},
    [AM_OP_SQRT] = {.always = AM_NONNEGATIVE,
                    .inherited = AM_NONZERO,
                    .finite = AM_NONNEGATIVE | AM_FINITE},
    [AM_OP_CBRT] = {.inherited = ALL},
    /* The exponential may underflow to 0. */
    [AM_OP_EXP] = {.always = AM_NONNEGATIVE},
    [AM_OP_EXPM1] = {.inherited = AM_NONNEGATIVE | AM_NONZERO},
    [AM_OP_LOG] = {.finite = ALL},
    [AM_OP_LOG1P] = {.inherited = AM_NONNEGATIVE | AM_NONZERO,
                     .finite = AM_NONNEGATIVE | AM_FINITE},
    [AM_OP_SIN] = {.inherited = AM_FINITE},
    [AM_OP_COS] = {.inherited = AM_FINITE},
    [AM_OP_TAN] = {.inherited = AM_FINITE},
    [AM_OP_ATAN] = {.inherited = ALL},
    [AM_OP_SINH] = {.inherited = AM_NONNEGATIVE | AM_NONZERO},
    [AM_OP_COSH] = {.always = AM_NONNEGATIVE | AM_NONZERO},
    [AM_OP_TANH] = {.inherited = ALL},
    [AM_OP_ERF] = {.inherited = ALL},
    [AM_OP_DAWSON] = {.inherited = ALL},
    [AM_OP_ABS] = {.always = AM_NONNEGATIVE,
                   .inherited = AM_NONZERO | AM_FINITE},
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
  if (am_ops[op].result == AM_CONDITION) return AM_NONNEGATIVE | AM_FINITE;
  if (rows[op].rule) return rows[op].rule(&x);
  am_number_class finite = rows[op].finite;
  return rows[op].always | (rows[op].inherited & x.a) |
         (finite ? if_all(x.a, finite, AM_FINITE) : 0);
}

bool am_node_moves(const am_graph *g, am_node node, const bool *moves) {
  am_op op = am_node_op(g, node);
  if (op == AM_OP_INPUT)
    return am_node_rank(g, node) == AM_RANK_VARIABLE &&
           am_node_input_kind(g, node) != AM_INPUT_EXTERNAL;
  bool found = false;
  for (int i = 0; i < am_ops[op].arity; i++)
    found |= moves[am_argument(g, node, i)];
  return found;
}

bool am_node_is_affine(const am_graph *g, am_node node, const bool *moves,
                       const bool *affine) {
  am_op op = am_node_op(g, node);
  if (!moves[node] || op == AM_OP_INPUT) return true;
  bool sum = op == AM_OP_ADD || op == AM_OP_SUB || op == AM_OP_NEG;
  unsigned varying = 0; /* bits of its varying arguments */
  for (int i = 0; i < am_ops[op].arity; i++) {
    am_node x = am_argument(g, node, i);
    if (!affine[x]) return false;
    varying |= (unsigned)moves[x] << i;
  }
  return sum || (op == AM_OP_MUL && varying != 3) ||
         (op == AM_OP_DIV && varying == 1);
}
