#include "expr/graph.h"

#include "tests/graph_tools.h"

static am_arena *arena;
static am_graph *graph;

static void setup(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  graph = am_graph_new(arena, 3000000);
}

static void teardown(void) { am_arena_free(arena); }

START_TEST(equal_nodes_exist_once) {
  am_node x = variable(graph, 0), y = variable(graph, 1);
  ck_assert_uint_eq(variable(graph, 0), x);
  ck_assert_uint_ne(x, y);
  ck_assert_uint_ne(parameter(graph, 0), x);
  ck_assert_uint_eq(am_mul(graph, x, y), am_mul(graph, y, x));
  ck_assert_uint_ne(am_sub(graph, x, y), am_sub(graph, y, x));
  ck_assert_uint_eq(am_const(graph, -0.0), am_const(graph, 0));
  ck_assert_uint_eq(am_const(graph, -NAN), am_const(graph, NAN));
}
END_TEST

START_TEST(nodes_survive_growth) {
  am_node first[1000];
  for (int i = 0; i < 1000; i++) first[i] = am_const(graph, i + 0.5);
  for (int i = 0; i < 20000; i++) am_const(graph, -i - 0.5);
  for (int i = 0; i < 1000; i++) {
    ck_assert_uint_eq(am_const(graph, i + 0.5), first[i]);
    ck_assert_double_eq(am_node_value(graph, first[i]), i + 0.5);
  }
}
END_TEST

START_TEST(arguments_are_smaller_than_the_node) {
  uint64_t seed = 1;
  am_node nodes[300];
  for (int i = 0; i < 5; i++) nodes[i] = variable(graph, i);
  for (int i = 5; i < 300; i++)
    nodes[i] = random_operation(graph, &seed, nodes, i);
  for (am_node n = 1; n <= am_graph_size(graph); n++)
    for (int k = 0; k < am_ops[am_node_op(graph, n)].arity; k++) {
      ck_assert_uint_gt(am_node_argument(graph, n, k), 0);
      ck_assert_uint_lt(am_node_argument(graph, n, k), n);
    }
}
END_TEST

START_TEST(a_full_graph_gives_nan) {
  am_graph *small = am_graph_new(arena, 3);
  am_node x = variable(small, 0), y = variable(small, 1);
  am_node sum = am_add(small, x, y);
  ck_assert(!am_graph_full(small));
  ck_assert_uint_eq(am_add(small, y, x), sum);
  ck_assert(!am_graph_full(small));
  am_node more = am_mul(small, x, y);
  ck_assert(am_graph_full(small));
  ck_assert(isnan(am_node_value(small, more)));
  ck_assert(isnan(am_node_value(small, am_power(small, more, x))));
  ck_assert_uint_le(am_graph_size(small), 4);
}
END_TEST

START_TEST(ranks_follow_the_arguments) {
  am_node c = am_const(graph, 2), p = parameter(graph, 0);
  am_node x = variable(graph, 0), t = am_input(graph, AM_INPUT_TIME, 0);
  ck_assert_int_eq(am_node_rank(graph, am_add(graph, c, c)),
                   AM_RANK_CONSTANT);
  ck_assert_int_eq(am_node_rank(graph, am_add(graph, c, p)),
                   AM_RANK_PARAMETER);
  ck_assert_int_eq(am_node_rank(graph, am_add(graph, p, x)),
                   AM_RANK_VARIABLE);
  ck_assert_int_eq(am_node_rank(graph, t), AM_RANK_VARIABLE);
}
END_TEST

static void check_known(am_node node, bool nonnegative, bool nonzero,
                        bool finite) {
  ck_assert_int_eq(am_node_is(graph, node, AM_NONNEGATIVE), nonnegative);
  ck_assert_int_eq(am_node_is(graph, node, AM_NONZERO), nonzero);
  ck_assert_int_eq(am_node_is(graph, node, AM_FINITE), finite);
}

START_TEST(known_facts) {
  am_declare_input(graph, AM_INPUT_PARAMETER, 3,
                   AM_NONNEGATIVE | AM_NONZERO);
  am_node x = variable(graph, 0), p = parameter(graph, 3);
  am_node one = am_const(graph, 1), zero = am_const(graph, 0);
  am_node square = am_mul(graph, x, x);
  check_known(x, false, false, true);
  check_known(p, true, true, true);
  check_known(square, true, false, true);
  check_known(am_add(graph, one, square), true, true, true);
  check_known(am_sqrt(graph, am_add(graph, p, square)), true, true, true);
  check_known(am_sqrt(graph, x), true, false, false);
  check_known(am_div(graph, square, p), true, false, true);
  check_known(am_div(graph, p, x), false, true, false);
  check_known(unary(graph, AM_OP_EXP, x), true, false, false);
  check_known(unary(graph, AM_OP_COSH, x), true, true, false);
  check_known(unary(graph, AM_OP_LOG, p), false, false, true);
  check_known(unary(graph, AM_OP_RECIP0, square), true, false, true);
  check_known(am_maximum(graph, x, zero), true, false, true);
  check_known(am_maximum(graph, x, p), true, true, true);
  check_known(am_minimum(graph, x, zero), false, false, true);
}
END_TEST

/* Declared properties hold for all finite arguments. */
START_TEST(known_facts_hold) {
  const double samples[] = {-1e3, -2, -1, -0.5, 0, 0.5, 1, 2, 1e3};
  enum { COUNT = sizeof samples / sizeof *samples, NODES = 400 };
  uint64_t seed = 7;
  am_node nodes[NODES];
  double values[NODES];
  for (int i = 0; i < 4; i++) nodes[i] = variable(graph, i);
  nodes[4] = am_const(graph, 0);
  nodes[5] = am_const(graph, 1);
  for (int i = 6; i < NODES; i++)
    nodes[i] = random_operation(graph, &seed, nodes, i < 100 ? i : 100);
  for (int k = 0; k < 200; k++) {
    double x[4];
    for (int i = 0; i < 4; i++) x[i] = samples[random_below(&seed, COUNT)];
    values_at(arena, graph, nodes, NODES, x, NULL, values);
    for (int i = 0; i < NODES; i++) {
      if (am_node_is(graph, nodes[i], AM_NONNEGATIVE))
        ck_assert(!(values[i] < 0));
      if (am_node_is(graph, nodes[i], AM_NONZERO) && fabs(values[i]) < 1e-200)
        ck_assert_msg(values[i] != 0, "node %u is 0", nodes[i]);
      if (am_node_is(graph, nodes[i], AM_FINITE)) ck_assert(!isnan(values[i]));
    }
  }
}
END_TEST

START_TEST(substitution_rebuilds) {
  am_node x = variable(graph, 0), y = variable(graph, 1);
  am_node root = am_mul(graph, am_add(graph, x, y), am_sqrt(graph, x));
  am_node other = y, to[2] = {am_const(graph, 4), x}, from[2] = {x, y};
  am_node roots[3] = {root, other, x};
  am_substitute(graph, roots, 3, from, to, 2);
  double at[2] = {3, 5};
  ck_assert_double_eq(value_at(arena, graph, roots[0], at, NULL), 14);
  ck_assert_uint_eq(roots[1], x);
  ck_assert(am_is_const(graph, roots[2], 4));
  ck_assert_double_eq(value_at(arena, graph, root, at, NULL), 8 * sqrt(3));
}
END_TEST

START_TEST(needed_nodes) {
  am_node x = variable(graph, 0), y = variable(graph, 1);
  am_node a = am_mul(graph, x, y), b = am_add(graph, a, x);
  const bool *needed = am_graph_needed(graph, &a, 1, arena);
  ck_assert(needed[a] && needed[x] && needed[y] && !needed[b]);
}
END_TEST

START_TEST(a_million_nodes_deep) {
  am_node x = variable(graph, 0), from[1] = {x};
  am_node n = x, to[1] = {variable(graph, 1)};
  for (int i = 0; i < 1000000; i++)
    n = i % 2 ? unary(graph, AM_OP_SIN, n) : am_add(graph, n, x);
  double at[2] = {0.25, 0.25}, before = value_at(arena, graph, n, at, NULL);
  am_substitute(graph, &n, 1, from, to, 1);
  ck_assert_double_eq(value_at(arena, graph, n, at, NULL), before);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("graph");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, equal_nodes_exist_once);
  tcase_add_test(tcase, nodes_survive_growth);
  tcase_add_test(tcase, arguments_are_smaller_than_the_node);
  tcase_add_test(tcase, a_full_graph_gives_nan);
  tcase_add_test(tcase, ranks_follow_the_arguments);
  tcase_add_test(tcase, known_facts);
  tcase_add_test(tcase, known_facts_hold);
  tcase_add_test(tcase, substitution_rebuilds);
  tcase_add_test(tcase, needed_nodes);
  tcase_add_test(tcase, a_million_nodes_deep);
  return test_run("graph", &tcase, 1);
}
