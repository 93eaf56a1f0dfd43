/* Single rewrites, exact values of random graphs before and after, and the
 * bundled laws. */
#include "expr/parts.h"

#include "diff/diff.h"
#include "tests/graph_tools.h"
#include "tests/core/emit/shipped.h"

static am_arena *arena;
static am_graph *graph;
static am_node x, y, z, p, q;

static void setup(void) {
  const am_number_class positive = AM_NONNEGATIVE | AM_NONZERO;
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  graph = am_graph_new(arena, 1000000);
  am_declare_input(graph, AM_INPUT_PARAMETER, 0, positive);
  x = variable(graph, 0), y = variable(graph, 1), z = variable(graph, 2);
  p = parameter(graph, 0), q = parameter(graph, 1);
}

static void teardown(void) { am_arena_free(arena); }

#define K(value) am_const(graph, value)
#define ADD(a, b) am_add(graph, a, b)
#define SUB(a, b) am_sub(graph, a, b)
#define MUL(a, b) am_mul(graph, a, b)
#define DIV(a, b) am_div(graph, a, b)
#define NEG(a) am_neg(graph, a)
#define EXP(a) unary(graph, AM_OP_EXP, a)
#define LOG(a) unary(graph, AM_OP_LOG, a)
#define SELECT(c, a, b) am_select(graph, c, a, b)
#define LESS(a, b) binary(graph, AM_OP_LESS, a, b)
#define POW0(a, b) binary(graph, AM_OP_POW0, a, b)
#define FMA(a, b, c) am_apply(graph, AM_OP_FMA, a, b, c)
#define FMS(a, b, c) am_apply(graph, AM_OP_FMS, a, b, c)
#define FNMA(a, b, c) am_apply(graph, AM_OP_FNMA, a, b, c)
#define SAME(a, b) ck_assert_uint_eq(a, b)

static am_node optimized(am_node node) {
  am_optimize(graph, &node, 1);
  return node;
}

static int operations(const am_node *nodes, int count) {
  return am_program_operations(am_program_new(arena, graph, nodes, count));
}

/* Operations of one kind that nodes [count] depend on and that are not
 * constant. */
static int uses(const am_node *nodes, int count, am_op op) {
  const bool *needed = am_graph_needed(graph, nodes, count, arena);
  int total = 0;
  for (am_node i = 1; i <= am_graph_size(graph); i++)
    total += needed[i] && am_node_op(graph, i) == op &&
             am_node_rank(graph, i) == AM_RANK_VARIABLE;
  return total;
}

/* The factors of a product may be exchanged. */
static void expect_fused(am_node node, am_op op, am_node a, am_node b,
                         am_node c) {
  am_node fused = optimized(node);
  ck_assert(fused == am_apply(graph, op, a, b, c) ||
            fused == am_apply(graph, op, b, a, c));
}

START_TEST(products_in_sums_are_fused) {
  expect_fused(ADD(MUL(x, y), z), AM_OP_FMA, x, y, z);
  expect_fused(SUB(MUL(x, y), z), AM_OP_FMS, x, y, z);
  expect_fused(SUB(z, MUL(x, y)), AM_OP_FNMA, x, y, z);
  expect_fused(ADD(MUL(q, x), K(1)), AM_OP_FMA, q, x, K(1));
  am_node both = optimized(ADD(MUL(x, y), MUL(y, z)));
  ck_assert_int_eq(operations(&both, 1), 2);
  am_node shared[3] = {ADD(MUL(x, y), z), SUB(z, MUL(x, y)), MUL(x, y)};
  am_optimize(graph, shared, 3);
  SAME(shared[0], ADD(MUL(x, y), z));
  SAME(shared[1], SUB(z, MUL(x, y)));
}
END_TEST

/* 0.1·0.1 is rounded up: 0.1·0.1 - (0.1·0.1 rounded) is negative. */
START_TEST(roots_of_differences_stay_real) {
  const double at[3] = {0.1, 0.1, 0};
  am_node square = SUB(MUL(x, x), MUL(y, y));
  am_node node = optimized(am_sqrt(graph, MUL(p, square)));
  const double parameters[2] = {3, 0};
  ck_assert_double_eq(value_at(arena, graph, node, at, parameters), 0);
  node = optimized(am_sqrt(graph, ADD(MUL(x, x), MUL(y, y))));
  ck_assert_int_eq(uses(&node, 1, AM_OP_FMA), 1);
}
END_TEST

START_TEST(common_divisors_are_inverted_once) {
  am_node nodes[3] = {DIV(x, z), DIV(y, z), DIV(K(3), z)};
  am_optimize(graph, nodes, 3);
  ck_assert_int_eq(uses(nodes, 3, AM_OP_DIV), 1);
  ck_assert_int_eq(operations(nodes, 3), 4);
  SAME(optimized(DIV(x, z)), DIV(x, z));
  am_node bound = optimized(DIV(x, p));
  ck_assert_int_eq(uses(&bound, 1, AM_OP_DIV), 0);
}
END_TEST

START_TEST(common_factors_leave_sums) {
  am_node a = EXP(x), b = LOG(y);
  am_node node = ADD(MUL(MUL(a, b), x), MUL(MUL(a, b), MUL(y, z)));
  node = optimized(node);
  ck_assert_int_eq(operations(&node, 1), 2 + 3);
  am_node columns[3] = {ADD(MUL(x, a), MUL(x, b)), ADD(MUL(y, a), MUL(y, b)),
                        ADD(MUL(z, a), MUL(z, b))};
  am_optimize(graph, columns, 3);
  ck_assert_int_eq(operations(columns, 3), 2 + 1 + 3);
}
END_TEST

START_TEST(products_share_pairs) {
  am_node nodes[3] = {MUL(MUL(K(-3), x), MUL(EXP(x), y)),
                      MUL(K(-3), MUL(MUL(x, y), z)),
                      MUL(MUL(z, y), MUL(z, x))};
  am_optimize(graph, nodes, 3);
  ck_assert_int_eq(operations(nodes, 3), 1 + 6);
}
END_TEST

START_TEST(coefficients_reach_coefficients) {
  am_node sum = ADD(MUL(q, EXP(x)), MUL(p, MUL(y, z)));
  am_node node = optimized(MUL(K(-3), sum));
  ck_assert_int_eq(operations(&node, 1), 1 + 3);
}
END_TEST

START_TEST(selections_are_shared) {
  am_node c = LESS(x, y), s = POW0(x, q), zero = K(0);
  am_node nodes[3] = {SELECT(c, MUL(y, s), zero), SELECT(c, MUL(z, s), zero),
                      MUL(SELECT(c, x, zero), SELECT(c, s, zero))};
  am_optimize(graph, nodes, 3);
  ck_assert_int_eq(uses(nodes, 3, AM_OP_SELECT), 1);
  ck_assert_int_eq(operations(nodes, 3), 1 + 1 + 1 + 3);
  am_node root = am_sqrt(graph, ADD(MUL(x, x), MUL(y, y)));
  am_node units[2] = {SELECT(LESS(zero, root), DIV(x, root), zero),
                      SELECT(LESS(zero, root), DIV(y, root), zero)};
  am_optimize(graph, units, 2);
  ck_assert_int_eq(uses(units, 2, AM_OP_SELECT), 0);
  ck_assert_int_eq(uses(units, 2, AM_OP_RECIP0), 1);
}
END_TEST

START_TEST(powers_follow_from_lower_ones) {
  am_node u = MUL(x, x);
  am_node sure[2] = {POW0(u, p), POW0(u, SUB(p, K(1)))};
  am_node unsure[3] = {POW0(u, q), POW0(u, SUB(q, K(1))),
                       POW0(u, SUB(q, K(2)))};
  am_node before[3] = {unsure[0], unsure[1], unsure[2]};
  const double points[] = {0, 0.5, 1, 3}, exponents[] = {-1, 0, 1, 2, 3};
  am_optimize(graph, sure, 2);
  am_optimize(graph, unsure, 3);
  ck_assert_int_eq(uses(sure, 2, AM_OP_POW0), 1);
  ck_assert_int_eq(uses(sure, 2, AM_OP_SELECT), 0);
  ck_assert_int_eq(uses(unsure, 3, AM_OP_POW0), 1);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 5; k++) {
      double at[3] = {points[i]}, parameters[2] = {1, exponents[k]};
      double expected[3], value[3];
      values_at(arena, graph, before, 3, at, parameters, expected);
      values_at(arena, graph, unsure, 3, at, parameters, value);
      for (int m = 0; m < 3; m++)
        ck_assert_close(value[m], expected[m], 1e-14, 0);
    }
}
END_TEST

/* At a place where a law is valid, an infinite factor stays in the branch that
 * is not taken. */
START_TEST(infinite_factors_stay_guarded) {
  am_node inverse = DIV(K(1), q), zero = K(0);
  am_node node = optimized(SELECT(LESS(zero, x), MUL(MUL(x, y), inverse),
                                  zero));
  double at[3] = {-1, 2, 3}, parameters[2] = {1, 0};
  ck_assert_double_eq(value_at(arena, graph, node, at, parameters), 0);
}
END_TEST

START_TEST(full_graphs_keep_their_outputs) {
  am_graph *small = am_graph_new(arena, 40);
  am_node node = variable(small, 0);
  for (int i = 0; i < 8; i++)
    node = am_add(small, am_mul(small, node, variable(small, i)),
                  am_div(small, variable(small, i), variable(small, 9)));
  ck_assert(!am_graph_full(small));
  am_node kept = node;
  am_optimize(small, &node, 1);
  SAME(node, kept);
}
END_TEST

enum { NODES = 40, LEAVES = 9, VARIABLES = 3 };

/* True if sums and products of such numbers can be exact. */
static bool is_short(double v) {
  return !isfinite(v) || (fabs(v) < 0x1p16 && v * 0x1p16 == floor(v * 0x1p16));
}

static bool is_power_of_two(double v) {
  int exponent;
  return v == 0 || fabs(frexp(v, &exponent)) == 0.5;
}

/* True if the evaluation of the last of nodes [count] has no rounding errors */
static bool is_exact(const am_node *nodes, int count, const double *values) {
  bool exact = true;
  for (int i = 0; i < count; i++) {
    exact &= is_short(values[i]);
    am_op op = am_node_op(graph, nodes[i]);
    if (op != AM_OP_DIV && op != AM_OP_RECIP0) continue;
    am_node divisor = am_node_argument(graph, nodes[i], op == AM_OP_DIV);
    for (int k = 0; k < count; k++)
      if (nodes[k] == divisor) exact &= is_power_of_two(values[k]);
  }
  return exact;
}

/* `node` and all nodes that it depends on. */
static int all_needed(am_node node, am_node *list) {
  const bool *needed = am_graph_needed(graph, &node, 1, arena);
  int count = 0;
  for (am_node i = 1; i <= node; i++)
    if (needed[i]) list[count++] = i;
  return count;
}

static int check_values(uint64_t *seed, am_node node) {
  const double points[] = {-2, -1, -0.5, 0, 0.5, 1, 2, 4};
  am_node list[20 * NODES];
  double values[20 * NODES], value;
  int count = all_needed(node, list), compared = 0;
  ck_assert_int_lt(count, 20 * NODES);
  am_node after = optimized(node);
  for (int sample = 0; sample < 20; sample++) {
    double at[VARIABLES], parameters[2];
    for (int i = 0; i < VARIABLES; i++) at[i] = points[random_below(seed, 8)];
    parameters[0] = points[4 + random_below(seed, 4)];
    parameters[1] = points[random_below(seed, 8)];
    values_at(arena, graph, list, count, at, parameters, values);
    if (!isfinite(values[count - 1]) || !is_exact(list, count, values))
      continue;
    value = value_at(arena, graph, after, at, parameters);
    ck_assert_msg(value == values[count - 1], "%.17g, expected %.17g", value,
                  values[count - 1]);
    compared++;
  }
  return compared;
}

START_TEST(valid_values_are_kept) {
  uint64_t seed = (uint64_t)_i + 1;
  int compared = 0;
  for (int round = 0; round < 20; round++) {
    am_node nodes[NODES] = {x, y, z, p, q, K(0), K(1), K(2), SUB(q, K(1))};
    for (int i = LEAVES; i < NODES; i++) {
      nodes[i] = random_operation(graph, &seed, nodes, i);
      if (am_ops[am_node_op(graph, nodes[i])].result == AM_REAL)
        compared += check_values(&seed, nodes[i]);
    }
  }
  ck_assert_int_gt(compared, 500);
}
END_TEST

/* f, df/dy and df/deps of the surfaces as produced by automatic
 * differentiation. */
static const am_node *plain_jacobian(am_law *law) {
  int surfaces = law->nx * (law->ns + 1);
  am_node *plain = AM_ARRAY(arena, am_node, surfaces + 6 * law->nd);
  am_node *state = AM_ARRAY(arena, am_node, law->ns), strain[6];
  for (int i = 0; i < law->ns; i++) state[i] = variable(law->graph, i);
  for (int i = 0; i < 6; i++)
    strain[i] = am_input(law->graph, AM_INPUT_STRAIN, i);
  for (int i = 0; i < law->nx; i++) plain[i] = law->rate[i];
  am_jacobian(law->graph, law->rate, law->nx, state, law->ns,
              plain + law->nx);
  am_jacobian(law->graph, law->rate + law->ns - law->nd, law->nd, strain, 6,
              plain + surfaces);
  return plain;
}

START_TEST(laws_keep_their_values) {
  const am_strategy ways[] = {AM_STRATEGY_AUTOMATIC,
                              AM_STRATEGY_SEMI_AUTOMATIC};
  uint64_t seed = 7;
  for (int s = 0; s < 2; s++) {
    int count;
    am_law *law = shipped_law(arena, shipped_name(arena, _i), ways[s], true);
    if (!law) continue;
    const am_node *plain = plain_jacobian(law);
    const am_node *nodes =
        am_law_function(arena, law, AM_FUNCTION_JACOBIAN, &count);
    double *expected = AM_ARRAY(arena, double, count);
    double *values = AM_ARRAY(arena, double, count);
    for (int sample = 0; sample < 50; sample++) {
      const shipped_state at = shipped_random(law, &seed, sample);
      shipped_values(arena, law, plain, count, &at, expected);
      shipped_values(arena, law, nodes, count, &at, values);
      double largest[2] = {0}; /* of the rates, of their derivatives */
      for (int i = 0; i < count; i++)
        largest[i >= law->nx] = fmax(largest[i >= law->nx], fabs(expected[i]));
      for (int i = 0; i < count; i++)
        if (isfinite(values[i]) || isfinite(expected[i]))
          ck_assert_close(values[i], expected[i], 1e-9,
                          1e-11 * largest[i >= law->nx]);
    }
  }
}
END_TEST

/* The results of a function do not depend on previously requested functions,
 * whose order differs between engines. */
START_TEST(functions_do_not_depend_on_their_order) {
  const char *name = shipped_name(arena, _i);
  am_law *forward = shipped_law(arena, name, AM_STRATEGY_AUTOMATIC, true);
  am_law *backward = shipped_law(arena, name, AM_STRATEGY_AUTOMATIC, true);
  const am_node *nodes[AM_FUNCTIONS];
  int count[AM_FUNCTIONS];
  /* Sums of their derivatives may be evaluated in another order. */
  bool eigenvalues =
      strstr(am_material_text(arena, forward->material), "eigenvalue");
  for (am_function f = 0; f < AM_FUNCTIONS; f++)
    nodes[f] = am_law_function(arena, forward, f, &count[f]);
  for (int round = 0; round < 2; round++)
    for (am_function f = AM_FUNCTIONS; f-- > 0;) {
      const am_node *others =
          am_law_function(arena, backward, f, &count[f]);
      size_t bytes = (size_t)count[f] * sizeof(double);
      double *a = AM_ARRAY(arena, double, count[f]);
      double *b = AM_ARRAY(arena, double, count[f]);
      uint64_t seed = 9; /* the same states for every function */
      for (int sample = 0; count[f] && sample < 20; sample++) {
        const shipped_state at = shipped_random(forward, &seed, sample);
        shipped_values(arena, forward, nodes[f], count[f], &at, a);
        shipped_values(arena, backward, others, count[f], &at, b);
        double largest = 0;
        for (int i = 0; i < count[f]; i++) largest = fmax(largest, fabs(b[i]));
        for (int i = 0; eigenvalues && i < count[f]; i++)
          ck_assert_close(a[i], b[i], 0, 1e-13 * largest);
        if (!eigenvalues)
          ck_assert_msg(!memcmp(a, b, bytes), "%s, function %d", name, (int)f);
      }
    }
}
END_TEST

/* Automatic derivatives cost no more than hand-derived ones, except forces
 * alone, which only edges of elastic domains need. */
START_TEST(automatic_costs_no_more_than_by_hand) {
  const char *name = shipped_name(arena, _i);
  am_law *automatic =
      shipped_law(arena, name, AM_STRATEGY_AUTOMATIC, false);
  am_law *by_hand =
      shipped_law(arena, name, AM_STRATEGY_SEMI_AUTOMATIC, false);
  for (am_function f = 0; by_hand && f < AM_FUNCTIONS; f++) {
    if (f == AM_FUNCTION_FORCES) continue;
    int count, cost[2];
    am_law *laws[2] = {automatic, by_hand};
    for (int i = 0; i < 2; i++) {
      const am_node *nodes = am_law_function(arena, laws[i], f, &count);
      cost[i] = am_program_operations(
          am_program_new(arena, laws[i]->graph, nodes, count));
    }
    ck_assert_msg(cost[0] <= 1.05 * cost[1], "%s, function %d: %d and %d",
                  name, (int)f, cost[0], cost[1]);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("optimize");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, products_in_sums_are_fused);
  tcase_add_test(tcase, roots_of_differences_stay_real);
  tcase_add_test(tcase, common_divisors_are_inverted_once);
  tcase_add_test(tcase, common_factors_leave_sums);
  tcase_add_test(tcase, products_share_pairs);
  tcase_add_test(tcase, coefficients_reach_coefficients);
  tcase_add_test(tcase, selections_are_shared);
  tcase_add_test(tcase, powers_follow_from_lower_ones);
  tcase_add_test(tcase, infinite_factors_stay_guarded);
  tcase_add_test(tcase, full_graphs_keep_their_outputs);
  tcase_add_loop_test(tcase, valid_values_are_kept, 0, 20);
  tcase_add_loop_test(tcase, laws_keep_their_values, 0, shipped_count());
  tcase_add_loop_test(tcase, functions_do_not_depend_on_their_order, 0,
                      shipped_count());
  tcase_add_loop_test(tcase, automatic_costs_no_more_than_by_hand, 0,
                      shipped_count());
  return test_run("optimize", &tcase, 1);
}
