/* Single rules, and random expressions against their direct evaluation. */
#include "tests/graph_tools.h"

static am_arena *arena;
static am_graph *graph;
static am_node x, y, p, q;

static am_node K(double value) { return am_const(graph, value); }

static void setup(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  graph = am_graph_new(arena, 1000000);
  am_declare_input(graph, AM_INPUT_PARAMETER, 0,
                   AM_NONNEGATIVE | AM_NONZERO);
  x = variable(graph, 0), y = variable(graph, 1);
  p = parameter(graph, 0), q = parameter(graph, 1);
}

static void teardown(void) { am_arena_free(arena); }

#define ADD(a, b) am_add(graph, a, b)
#define SUB(a, b) am_sub(graph, a, b)
#define MUL(a, b) am_mul(graph, a, b)
#define DIV(a, b) am_div(graph, a, b)
#define NEG(a) am_neg(graph, a)
#define SQRT(a) am_sqrt(graph, a)
#define ABS(a) unary(graph, AM_OP_ABS, a)
#define SELECT(c, a, b) am_select(graph, c, a, b)
#define LESS(a, b) binary(graph, AM_OP_LESS, a, b)
#define LESS_EQUAL(a, b) binary(graph, AM_OP_LESS_EQUAL, a, b)
#define AND(a, b) binary(graph, AM_OP_AND, a, b)
#define OR(a, b) binary(graph, AM_OP_OR, a, b)
#define NOT(a) unary(graph, AM_OP_NOT, a)
#define POW(a, b) binary(graph, AM_OP_POW, a, b)
#define POW0(a, b) binary(graph, AM_OP_POW0, a, b)
#define SAME(a, b) ck_assert_uint_eq(a, b)

START_TEST(constants_fold) {
  for (am_op op = AM_OP_ADD; op < AM_OP_TENSOR; op++) {
    double expected = am_op_value(op, 0.5, 0.25, 0.75);
    am_node node = am_apply(graph, op, K(0.5), K(0.25), K(0.75));
    ck_assert_double_eq(am_node_value(graph, node), expected);
  }
  ck_assert(isinf(am_node_value(graph, DIV(K(1), K(0)))));
  ck_assert(isnan(am_node_value(graph, SQRT(K(-1)))));
}
END_TEST

START_TEST(sums) {
  SAME(ADD(x, K(0)), x);
  SAME(SUB(x, K(0)), x);
  SAME(SUB(K(0), x), NEG(x));
  SAME(SUB(x, x), K(0));
  SAME(ADD(x, NEG(y)), SUB(x, y));
  SAME(SUB(x, NEG(y)), ADD(x, y));
  SAME(ADD(NEG(x), y), SUB(y, x));
  SAME(NEG(SUB(x, y)), SUB(y, x));
  SAME(NEG(NEG(x)), x);
  SAME(ADD(x, x), MUL(K(2), x));
  SAME(ADD(x, MUL(K(-3), y)), SUB(x, MUL(K(3), y)));
  SAME(SUB(ADD(q, K(1)), K(1)), q);
  SAME(SUB(K(3), ADD(x, K(1))), SUB(K(2), x));
  SAME(SUB(K(3), SUB(K(2), x)), ADD(K(1), x));
}
END_TEST

START_TEST(products) {
  SAME(MUL(x, K(1)), x);
  SAME(MUL(x, K(0)), K(0));
  SAME(MUL(x, K(-1)), NEG(x));
  SAME(DIV(x, K(1)), x);
  SAME(DIV(x, K(4)), MUL(K(0.25), x));
  SAME(MUL(NEG(x), y), NEG(MUL(x, y)));
  SAME(MUL(NEG(x), NEG(y)), MUL(x, y));
  SAME(MUL(K(2), NEG(x)), MUL(K(-2), x));
  SAME(MUL(q, NEG(x)), MUL(NEG(q), x));
  SAME(MUL(K(2), MUL(K(3), x)), MUL(K(6), x));
  SAME(MUL(q, MUL(p, x)), MUL(MUL(q, p), x));
  SAME(MUL(MUL(K(0.5), x), MUL(K(2), y)), MUL(x, y));
  SAME(DIV(MUL(p, x), q), MUL(DIV(p, q), x));
  SAME(DIV(NEG(x), NEG(y)), DIV(x, y));
  SAME(DIV(p, p), K(1));
  SAME(DIV(K(0), p), K(0));
  ck_assert(!am_is_const(graph, DIV(x, x), 1));
  ck_assert(!am_is_const(graph, MUL(K(0), SQRT(x)), 0));
  ck_assert(!am_is_const(graph, SUB(SQRT(x), SQRT(x)), 0));
}
END_TEST

START_TEST(roots) {
  am_node u = ADD(MUL(x, x), MUL(y, y)), root = SQRT(u);
  SAME(SQRT(MUL(x, x)), ABS(x));
  SAME(ABS(ABS(x)), ABS(x));
  SAME(ABS(NEG(x)), ABS(x));
  SAME(ABS(u), u);
  SAME(MUL(ABS(x), ABS(x)), MUL(x, x));
  SAME(MUL(root, root), u);
  SAME(MUL(MUL(q, root), root), MUL(q, u));
  SAME(MUL(DIV(root, q), DIV(root, q)),
       MUL(MUL(DIV(K(1), q), DIV(K(1), q)), u));
  SAME(am_power(graph, root, K(2)), u);
  SAME(am_power(graph, root, K(4)), MUL(u, u));
  SAME(am_power(graph, root, K(3)), MUL(u, root));
  SAME(am_power(graph, root, K(-2)), DIV(K(1), u));
  SAME(am_power(graph, ABS(x), K(2)), MUL(x, x));
  SAME(am_power(graph, root, q), POW(u, MUL(K(0.5), q)));
  SAME(am_power(graph, ABS(x), q), POW(MUL(x, x), MUL(K(0.5), q)));
  SAME(am_power(graph, MUL(p, root), q),
       POW(MUL(MUL(p, p), u), MUL(K(0.5), q)));
  SAME(am_power(graph, x, K(0)), K(1));
  SAME(am_power(graph, x, K(0.5)), SQRT(x));
}
END_TEST

START_TEST(powers_of_known_bases) {
  am_node u = MUL(x, x);
  SAME(POW(u, K(0)), K(1));
  SAME(POW(u, K(1)), u);
  SAME(POW(u, K(2)), MUL(u, u));
  SAME(POW(u, K(0.5)), ABS(x));
  SAME(POW0(u, K(0.25)), POW(u, K(0.25)));
  SAME(POW0(u, K(-1)), unary(graph, AM_OP_RECIP0, u));
  double at[2] = {-1, 0};
  ck_assert(isnan(value_at(arena, graph, POW(x, K(0)), at, NULL)));
  ck_assert(isnan(value_at(arena, graph, POW(x, K(1)), at, NULL)));
  ck_assert(isnan(value_at(arena, graph, POW(x, K(2)), at, NULL)));
}
END_TEST

START_TEST(selections) {
  am_node c = LESS(x, y), d = LESS(y, K(3));
  SAME(SELECT(K(1), x, y), x);
  SAME(SELECT(K(0), x, y), y);
  SAME(SELECT(c, x, x), x);
  SAME(SELECT(NOT(c), x, y), SELECT(c, y, x));
  SAME(SELECT(c, SELECT(c, x, p), y), SELECT(c, x, y));
  SAME(SELECT(c, x, SELECT(c, p, y)), SELECT(c, x, y));
  SAME(SELECT(c, MUL(SELECT(c, K(1), K(0)), x), y), SELECT(c, x, y));
  SAME(NOT(NOT(c)), c);
  SAME(AND(c, c), c);
  SAME(AND(c, K(1)), c);
  SAME(AND(c, NOT(c)), K(0));
  SAME(OR(c, NOT(c)), K(1));
  SAME(OR(c, K(1)), K(1));
  SAME(OR(c, AND(c, d)), c);
  SAME(OR(AND(d, c), AND(d, NOT(c))), d);
  SAME(LESS(x, x), K(0));
  SAME(LESS_EQUAL(x, x), K(1));
  SAME(LESS(MUL(x, x), K(0)), K(0));
  SAME(LESS_EQUAL(K(0), MUL(x, x)), K(1));
  SAME(LESS(K(0), p), K(1));
}
END_TEST

START_TEST(extrema_take_the_lower_rank_at_a_tie) {
  am_node zero = K(0);
  SAME(am_maximum(graph, x, zero), am_maximum(graph, zero, x));
  SAME(am_maximum(graph, MUL(x, x), zero), MUL(x, x));
  SAME(am_maximum(graph, x, q),
       SELECT(LESS_EQUAL(x, q), q, x));
  SAME(am_minimum(graph, q, x),
       SELECT(LESS_EQUAL(q, x), q, x));
  double at[2] = {-1, 0};
  am_node nan = am_maximum(graph, SQRT(x), zero);
  ck_assert(!am_is_const(graph, nan, 0));
  nan = am_maximum(graph, ADD(y, SQRT(x)), zero);
  ck_assert(isnan(value_at(arena, graph, nan, at, NULL)));
}
END_TEST

/* A random expression: its node, and its plain value at every sample. */
enum { SAMPLES = 24, NODES = 40, VARIABLES = 4 };

typedef struct {
  am_node node;
  double value[SAMPLES];
  bool exact[SAMPLES]; /* no rounding so far */
  bool vague[SAMPLES]; /* rounding decides its value */
  bool condition;
} expression;

static bool is_exact(am_op op, const expression *const *arg, int i) {
  bool exact = op == AM_OP_ADD || op == AM_OP_SUB || op == AM_OP_MUL ||
               op == AM_OP_NEG || op == AM_OP_ABS || op == AM_OP_SELECT ||
               am_ops[op].result == AM_CONDITION;
  for (int k = 0; k < am_ops[op].arity; k++) exact &= arg[k]->exact[i];
  return exact;
}

static bool near(double a, double b) { return fabs(a - b) < 1e-6; }

/* True if a rounded argument is at a discontinuity of the operation */
static bool is_vague(am_op op, const expression *const *arg, int i) {
  bool vague = false;
  for (int k = 0; k < am_ops[op].arity; k++) {
    double v = arg[k]->value[i];
    vague |= arg[k]->vague[i] || fabs(v) > 1e6 ||
             (fabs(v) < 1e-6 && v != 0);
    if (arg[k]->exact[i]) continue;
    vague |= near(v, 0) || near(v, 1) || near(v, -1);
    for (int m = 0; m < am_ops[op].arity; m++)
      vague |= m != k && near(v, arg[m]->value[i]);
  }
  return vague;
}

static expression combined(am_op op, const expression *const *arg) {
  expression e = {.condition = am_ops[op].result == AM_CONDITION};
  e.node = am_apply(graph, op, arg[0]->node, arg[1]->node, arg[2]->node);
  for (int i = 0; i < SAMPLES; i++) {
    e.value[i] = am_op_value(op, arg[0]->value[i], arg[1]->value[i],
                             arg[2]->value[i]);
    e.exact[i] = is_exact(op, arg, i);
    e.vague[i] = is_vague(op, arg, i);
  }
  return e;
}

static void check_samples(const expression *e, double at[][VARIABLES]) {
  const am_program *program = am_program_new(arena, graph, &e->node, 1);
  am_frame *frame = am_frame_new(arena, program);
  for (int i = 0; i < SAMPLES; i++) {
    const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STATE] = at[i]};
    double value;
    am_frame_bind(frame, at[i] + 2);
    am_frame_run(frame, inputs, &value);
    if (e->vague[i]) continue;
    if (isfinite(e->value[i]))
      ck_assert_close(value, e->value[i], 1e-7, 1e-7);
    else
      ck_assert_msg(!isfinite(value), "%g for %g by %s", value, e->value[i],
                    am_ops[am_node_op(graph, e->node)].name);
  }
}

/* Variables 0 and 1, parameters 0 (positive) and 1, and constants. */
static int leaves(uint64_t *seed, expression *e, double at[][VARIABLES]) {
  const double points[] = {-2, -1, -0.5, 0, 0.5, 1, 2, 3};
  const double constants[] = {-1, 0, 1, 2, 0.5};
  const am_node inputs[VARIABLES] = {x, y, p, q};
  for (int i = 0; i < SAMPLES; i++)
    for (int k = 0; k < VARIABLES; k++)
      at[i][k] = points[k == 2 ? 4 + random_below(seed, 4)
                               : random_below(seed, 8)];
  for (int k = 0; k < VARIABLES + 5; k++) {
    bool constant = k >= VARIABLES;
    e[k].node = constant ? K(constants[k - VARIABLES]) : inputs[k];
    for (int i = 0; i < SAMPLES; i++) {
      e[k].value[i] = constant ? constants[k - VARIABLES] : at[i][k];
      e[k].exact[i] = true;
      e[k].vague[i] = false;
    }
  }
  return VARIABLES + 5;
}

/* An expression of the right type among `count`, else the constant 1. */
static const expression *pick(uint64_t *seed, const expression *e, int count,
                              bool condition) {
  for (int i = 0; i < 20; i++) {
    const expression *picked = &e[random_below(seed, count)];
    if (picked->condition == condition) return picked;
  }
  return &e[VARIABLES + 2];
}

START_TEST(simplified_values_are_the_plain_ones) {
  uint64_t seed = (uint64_t)_i + 1;
  double at[SAMPLES][VARIABLES];
  expression e[NODES] = {0};
  for (int round = 0; round < 100; round++) {
    int count = leaves(&seed, e, at);
    for (; count < NODES; count++) {
      am_op op = AM_OP_ADD + random_below(&seed, AM_OP_TENSOR - AM_OP_ADD);
      if (random_below(&seed, 2)) op = AM_OP_ADD + random_below(&seed, 5);
      const expression *arg[3];
      for (int k = 0; k < 3; k++)
        arg[k] = pick(&seed, e, count, takes_condition(op, k));
      e[count] = combined(op, arg);
      check_samples(&e[count], at);
    }
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("simplify");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, constants_fold);
  tcase_add_test(tcase, sums);
  tcase_add_test(tcase, products);
  tcase_add_test(tcase, roots);
  tcase_add_test(tcase, powers_of_known_bases);
  tcase_add_test(tcase, selections);
  tcase_add_test(tcase, extrema_take_the_lower_rank_at_a_tie);
  tcase_add_loop_test(tcase, simplified_values_are_the_plain_ones, 0, 40);
  return test_run("simplify", &tcase, 1);
}
