/* divided_difference.c: formulas divided by the gap g = mu_i - mu_j of two
 * eigenvalues.
 *
 * Let q0 be q with both eigenvalues replaced by their mean.  Then
 *
 *     q/g = (q - q0)/g + q0/g
 *
 * and the first term, the slope, follows from the rules of divided differences,
 * operation by operation, without subtraction: (x y - x0 y0)/g = (x - x0)/g y +
 * x0 (y - y0)/g (Reps and Rall, 2003, Computational divided differencing).  The
 * second term vanishes for every function that is smooth where the eigenvalues
 * coincide; otherwise it makes the derivative grow near equal eigenvalues. */
#include "diff/spectral.h"
#include "expr/formula.def"

/* Threshold for x - x0 relative to the distance to the nearest singularity of
 * the function.  Below it, the divided difference is computed by a series about
 * the middle, whose first four terms have a relative error of (1/64)^8; above
 * it, by the quotient, which loses at most five bits. */
static const double closeness = 1.0 / 32;

/* Division by the gap of one pair of eigenvalues. */
typedef struct {
  am_graph *g;
  am_node tensor;
  int pair;
  am_node mean;       /* of both eigenvalues */
  am_node reciprocal; /* 1/g, or 0 if g is 0 */
  am_node *merged;    /* [size] q0 of a visited node */
  am_node *slope;     /* [size] (q - q0)/g; 0: q0 equals q */
  bool *has_pole;     /* [size] the node contains a division by a node that
                         depends on the eigenvalues */
} division;

/* A node with its arguments x, merged arguments x0 and slopes s. */
typedef struct {
  am_node node, merged;
  am_node x[3], x0[3], s[3];
  bool has_pole; /* an argument has a pole */
} operation;

typedef am_node slope_rule(const division *d, const operation *o);

/* ---- rules --------------------------------------------------------------- */

/* a*b, or 0 (no node) if a is 0. */
static am_node scaled(am_graph *g, am_node a, am_node b) {
  return a ? MUL(a, b) : 0;
}

static am_node either_sum(am_graph *g, am_node a, am_node b) {
  return !a ? b : !b ? a : ADD(a, b);
}

static am_node slope_quotient(const division *d, const operation *o) {
  am_graph *g = d->g;
  return MUL(SUB(o->node, o->merged), d->reciprocal);
}

static am_node slope_add(const division *d, const operation *o) {
  return either_sum(d->g, o->s[0], o->s[1]);
}

static am_node slope_sub(const division *d, const operation *o) {
  am_graph *g = d->g;
  return either_sum(g, o->s[0], o->s[1] ? NEG(o->s[1]) : 0);
}

static am_node slope_neg(const division *d, const operation *o) {
  am_graph *g = d->g;
  return NEG(o->s[0]);
}

static am_node squared(am_graph *g, am_node a) { return MUL(a, a); }

/* x y - x0 y0 = (x - x0) y + x0 (y - y0) = (x - x0) y0 + x (y - y0).  Near a
 * pole, x0 y may be far larger than both products, and x y0 is then smaller by
 * the same factor.  A change of the form between close eigenvalues would cause
 * a plain quotient; therefore the second form is used only if x0 y is 16 times
 * as large as the products. */
static am_node slope_mul(const division *d, const operation *o) {
  am_graph *g = d->g;
  am_node x = o->x[0], y = o->x[1], x0 = o->x0[0], y0 = o->x0[1];
  if (x == y) return MUL(o->s[0], ADD(x, x0));
  if (o->has_pole && o->s[0] && o->s[1]) {
    am_node products = ADD(squared(g, o->node), squared(g, o->merged));
    am_node fine = LESS_EQUAL(squared(g, MUL(x0, y)), MUL(K(256), products));
    y = SELECT(fine, y, y0);
    x0 = SELECT(fine, x0, x);
  }
  return either_sum(g, scaled(g, o->s[0], y), scaled(g, o->s[1], x0));
}

/* x/y - q0 = (x - x0 - q0 (y - y0))/y */
static am_node slope_div(const division *d, const operation *o) {
  am_graph *g = d->g;
  am_node change = o->s[1] ? NEG(MUL(o->merged, o->s[1])) : 0;
  return DIV(either_sum(g, o->s[0], change), o->x[1]);
}

static am_node slope_sqrt(const division *d, const operation *o) {
  am_graph *g = d->g;
  return MUL(o->s[0], RECIP0(ADD(o->node, o->merged)));
}

static am_node slope_cbrt(const division *d, const operation *o) {
  am_graph *g = d->g;
  am_node v = o->node, w = o->merged;
  am_node sum = ADD(ADD(MUL(v, v), MUL(v, w)), MUL(w, w));
  return MUL(o->s[0], RECIP0(sum));
}

static am_node slope_abs(const division *d, const operation *o) {
  am_graph *g = d->g;
  am_node sum = ADD(o->node, o->merged);
  return MUL(o->s[0], MUL(ADD(o->x[0], o->x0[0]), RECIP0(sum)));
}

static am_node slope_recip0(const division *d, const operation *o) {
  am_graph *g = d->g;
  am_node zero = OR(EQUAL(K(0), o->x[0]), EQUAL(K(0), o->x0[0]));
  return SELECT(zero, slope_quotient(d, o),
                NEG(MUL(MUL(o->node, o->merged), o->s[0])));
}

/* If the two conditions select different branches, the slope is the plain
 * quotient. */
static am_node slope_select(const division *d, const operation *o) {
  am_graph *g = d->g;
  am_node now = o->x[0], then = o->x0[0], zero = K(0);
  am_node branches = SELECT(now, o->s[1] ? o->s[1] : zero,
                            o->s[2] ? o->s[2] : zero);
  if (now == then) return branches;
  am_node same = OR(AND(now, then), AND(am_not(g, now), am_not(g, then)));
  return SELECT(same, branches, slope_quotient(d, o));
}

/* True if x - x0 is small relative to the radius; also true if both are 0, even
 * where the function is undefined. */
static am_node is_close(am_graph *g, am_node difference, am_node radius) {
  return LESS_EQUAL(ABS(difference), MUL(K(closeness), ABS(radius)));
}

/* Divided difference (f(x) - f(x0))/(x - x0) times the slope of x: by the
 * series about the middle c if x and x0 are close, else by the quotient. */
static am_node divided_difference(const division *d, const operation *o,
                                  am_node close, am_node series) {
  am_graph *g = d->g;
  am_node difference = SUB(o->x[0], o->x0[0]);
  am_node quotient = MUL(SUB(o->node, o->merged), RECIP0(difference));
  return MUL(o->s[0], SELECT(close, series, quotient));
}

static am_node middle_of(am_graph *g, const operation *o) {
  return MUL(K(0.5), ADD(o->x[0], o->x0[0]));
}

/* Distance from c to the nearest singularity of a function; 1 if it is larger
 * or there is none. */
static am_node radius_at(am_graph *g, am_op op, am_node c) {
  switch (op) {
    case AM_OP_LOG:
      return c;
    case AM_OP_LOG1P:
      return ADD(K(1), c);
    case AM_OP_TAN:
      return UNARY(COS, c);
    case AM_OP_ASIN:
    case AM_OP_ACOS:
      return SUB(K(1), ABS(c));
    default:
      return K(1);
  }
}

/* Series f' + f''' h^2/3! + ..., where h is half the difference. */
static am_node slope_analytic(const division *d, const operation *o) {
  enum { TERMS = 4 };
  am_graph *g = d->g;
  am_op op = am_node_op(g, o->node);
  am_node middle = middle_of(g, o), radius = radius_at(g, op, middle);
  am_node difference = SUB(o->x[0], o->x0[0]), one = K(1);
  am_node h = MUL(K(0.5), difference), square = MUL(h, h);
  am_node f[TERMS] = {0}, v = am_apply(g, op, middle, 0, 0);
  for (int n = 1; n < 2 * TERMS; n++) {
    am_forward_fixed(g, &v, 1, &middle, &one, 1, &v);
    if (!v) v = K(0);
    if (n % 2) f[n / 2] = v;
  }
  am_node series = f[TERMS - 1];
  for (int n = TERMS - 2; n >= 0; n--)
    series = ADD(f[n], MUL(K(1.0 / ((2 * n + 2) * (2 * n + 3))),
                           MUL(square, series)));
  return divided_difference(d, o, is_close(g, difference, radius), series);
}

/* c^(p-1) times the series of ((1+h)^p - (1-h)^p)/(2 h), h = (x-x0)/(2 c). */
static am_node slope_power(const division *d, const operation *o) {
  am_graph *g = d->g;
  am_node p = o->x[1], c = middle_of(g, o);
  if (o->s[1]) return slope_quotient(d, o);
  am_node difference = SUB(o->x[0], o->x0[0]);
  am_node h = MUL(MUL(K(0.5), difference), RECIP0(c)), square = MUL(h, h);
  am_node series = K(1);
  for (int n = 3; n > 0; n--) {
    am_node factor = MUL(SUB(p, K(2 * n - 1)), SUB(p, K(2 * n)));
    factor = MUL(K(1.0 / (2 * n * (2 * n + 1))), factor);
    series = ADD(K(1), MUL(MUL(factor, square), series));
  }
  am_node power = BINARY(POW0, c, SUB(p, K(1)));
  am_node range = MUL(ABS(difference), ADD(K(1), ABS(p)));
  return divided_difference(d, o, is_close(g, range, c),
                            MUL(MUL(p, power), series));
}

/* Rules by operation.  Other operations use the quotient: conditions have no
 * slope, and fused operations are created later. */
static slope_rule *const rules[AM_OP_COUNT] = {
    [AM_OP_ADD] = slope_add,        [AM_OP_SUB] = slope_sub,
    [AM_OP_MUL] = slope_mul,        [AM_OP_DIV] = slope_div,
    [AM_OP_NEG] = slope_neg,        [AM_OP_SQRT] = slope_sqrt,
    [AM_OP_CBRT] = slope_cbrt,      [AM_OP_ABS] = slope_abs,
    [AM_OP_RECIP0] = slope_recip0,  [AM_OP_SELECT] = slope_select,
    [AM_OP_POW] = slope_power,      [AM_OP_POW0] = slope_power,
    [AM_OP_EXP] = slope_analytic,   [AM_OP_EXPM1] = slope_analytic,
    [AM_OP_SIN] = slope_analytic,   [AM_OP_COS] = slope_analytic,
    [AM_OP_SINH] = slope_analytic,  [AM_OP_COSH] = slope_analytic,
    [AM_OP_TANH] = slope_analytic,  [AM_OP_ATAN] = slope_analytic,
    [AM_OP_ERF] = slope_analytic,   [AM_OP_LOG] = slope_analytic,
    [AM_OP_LOG1P] = slope_analytic, [AM_OP_TAN] = slope_analytic,
    [AM_OP_ASIN] = slope_analytic,  [AM_OP_ACOS] = slope_analytic,
    [AM_OP_DAWSON] = slope_analytic,
};

/* ---- sweep --------------------------------------------------------------- */

/* Replaces the two eigenvalues by their mean; all other marks are unchanged. */
static void visit_mark(division *d, am_node node) {
  am_graph *g = d->g;
  am_mark mark = am_which_mark(g, node);
  struct am_pair p = am_pairs[d->pair];
  if (am_mark_tensor(g, node) != d->tensor || !mark.is_value) return;
  if (mark.i == p.k) return;
  d->merged[node] = d->mean;
  d->slope[node] = K(mark.i == p.i ? 0.5 : -0.5);
}

static void visit(division *d, am_node node) {
  am_graph *g = d->g;
  am_op op = am_node_op(g, node);
  operation o = {.node = node};
  bool varies = false;
  d->merged[node] = node;
  if (am_is_mark(g, node)) {
    visit_mark(d, node);
    return;
  }
  for (int k = 0; k < am_ops[op].arity; k++) {
    o.x[k] = am_argument(g, node, k);
    o.x0[k] = d->merged[o.x[k]];
    o.s[k] = d->slope[o.x[k]];
    o.has_pole |= d->has_pole[o.x[k]];
    varies |= o.x0[k] != o.x[k];
  }
  d->has_pole[node] = o.has_pole;
  if (!varies) return;
  d->has_pole[node] |= op == AM_OP_RECIP0 || op == AM_OP_DIV;
  o.merged = d->merged[node] = am_apply(g, op, o.x0[0], o.x0[1], o.x0[2]);
  if (o.merged == node || am_ops[op].result == AM_CONDITION) return;
  slope_rule *rule = rules[op] ? rules[op] : slope_quotient;
  d->slope[node] = rule(d, &o);
}

/* Visits all nodes that q [count] need, except the formulas of marks. */
static void visit_needed(division *d, am_arena *arena, const am_node *q,
                         int count) {
  const am_graph *g = d->g;
  am_node size = (am_node)g->size;
  bool *needed = AM_ARRAY(arena, bool, size + 1);
  d->merged = AM_ARRAY(arena, am_node, size + 1);
  d->slope = AM_ARRAY(arena, am_node, size + 1);
  d->has_pole = AM_ARRAY(arena, bool, size + 1);
  for (int i = 0; i < count; i++) needed[q[i]] = true;
  for (am_node i = size; i > 0; i--)
    for (int k = 0; needed[i] && !am_is_mark(g, i) &&
                    k < am_ops[am_node_op(g, i)].arity; k++)
      needed[am_argument(g, i, k)] = true;
  for (am_node i = 1; i <= size; i++)
    if (needed[i]) visit(d, i);
}

/* Combines slope and q0/g.  The result is the plain quotient where q0 is
 * infinite or NaN although q is finite: a function may have a pole at equal
 * eigenvalues, or be defined only for ordered eigenvalues, although the mean of
 * the first and the third may lie below the second. */
static am_node quotient_of(const division *d, am_node q,
                           am_limit_kind judgement) {
  am_graph *g = d->g;
  am_node slope = d->slope[q] ? d->slope[q] : K(0);
  am_node plain = MUL(q, d->reciprocal);
  if (judgement == AM_LIMIT_INFINITE) return plain;
  if (judgement == AM_LIMIT_FINITE)
    slope = ADD(slope, MUL(d->merged[q], d->reciprocal));
  if (am_node_is(g, slope, AM_FINITE)) return slope;
  am_node exists = EQUAL(K(0), MUL(K(0), slope));
  return SELECT(exists, slope, plain);
}

void am_divide_by_gap(am_graph *g, const am_eigen *marks, int pair,
                      const am_node *q, int count, am_node *quotient) {
  am_arena *own = am_arena_child(g->arena);
  am_node a = marks->value[am_pairs[pair].i];
  am_node b = marks->value[am_pairs[pair].j];
  am_node *merged = AM_ARRAY(own, am_node, count);
  am_limit_kind *judgement = AM_ARRAY(own, am_limit_kind, count);
  division d = {.g = g, .tensor = marks->tensor, .pair = pair,
                .mean = MUL(K(0.5), ADD(a, b)),
                .reciprocal = RECIP0(SUB(a, b))};
  visit_needed(&d, own, q, count);
  for (int i = 0; i < count; i++) merged[i] = d.merged[q[i]];
  am_classify_limit(g, q, merged, count, judgement);
  for (int i = 0; i < count; i++)
    quotient[i] = quotient_of(&d, q[i], judgement[i]);
  am_arena_free(own);
}
