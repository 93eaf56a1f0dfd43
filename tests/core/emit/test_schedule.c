#include "emit/function.h"

#include "tests/graph_tools.h"

static am_arena *arena;
static am_graph *graph;

static void setup(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  graph = am_graph_new(arena, 1000000);
}

static void teardown(void) { am_arena_free(arena); }

static am_node eps(int i) { return am_input(graph, AM_INPUT_STRAIN, i); }

/* Values that live after each operation, by definition. */
static int most_alive(const am_schedule *order) {
  int most = 0;
  for (int i = 0; i < order->count; i++) {
    int alive = 1;
    for (int k = 0; k < i; k++) {
      bool used = false;
      for (int u = i + 1; u < order->count; u++)
        for (int a = 0; a < am_ops[am_node_op(graph, order->nodes[u])].arity;
             a++)
          used |= am_node_argument(graph, order->nodes[u], a) ==
                  order->nodes[k];
      alive += used;
    }
    if (alive > most) most = alive;
  }
  return most;
}

static void check_order(const am_schedule *order, int count) {
  int *place = AM_ARRAY(arena, int, am_graph_size(graph) + 1);
  ck_assert_int_eq(order->count, count);
  for (int i = 0; i < order->count; i++) {
    am_node node = order->nodes[i];
    for (int k = 0; k < am_ops[am_node_op(graph, node)].arity; k++) {
      am_node argument = am_node_argument(graph, node, k);
      ck_assert(!am_is_emitted(graph, argument) || place[argument]);
    }
    ck_assert_int_eq(place[node], 0);
    place[node] = i + 1;
  }
  ck_assert_int_eq(order->longest, most_alive(order));
}

START_TEST(orders_are_orders) {
  uint64_t seed = (uint64_t)_i + 1;
  am_node nodes[60] = {eps(0), eps(1), eps(2), parameter(graph, 0)};
  for (int i = 4; i < 60; i++)
    nodes[i] = random_operation(graph, &seed, nodes, i);
  am_node *outputs = nodes + 50;
  const bool *needed = am_graph_needed(graph, outputs, 10, arena);
  int count = 0, least = 1000;
  for (am_node i = 1; i <= am_graph_size(graph); i++)
    count += needed[i] && am_is_emitted(graph, i);
  for (am_schedule_heuristic way = 0; way < AM_SCHEDULES; way++) {
    am_schedule order = am_schedule_new(arena, graph, outputs, 10, way);
    check_order(&order, count);
    if (order.longest < least) least = order.longest;
  }
  am_schedule best = am_schedule_best(arena, graph, outputs, 10);
  ck_assert_int_eq(best.longest, least);
}
END_TEST

/* A sum of independent products needs two values at a time, for any order of
 * its construction. */
START_TEST(long_sums_need_two_values) {
  am_node terms[30], sum = am_sqrt(graph, eps(30));
  for (int i = 0; i < 30; i++) terms[i] = am_sqrt(graph, eps(i));
  for (int i = 0; i < 30; i++) sum = am_add(graph, sum, terms[i]);
  am_schedule made =
      am_schedule_new(arena, graph, &sum, 1, AM_SCHEDULE_NODE_ORDER);
  am_schedule best = am_schedule_best(arena, graph, &sum, 1);
  ck_assert_int_eq(made.longest, 31);
  ck_assert_int_eq(best.longest, 2);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("order");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_loop_test(tcase, orders_are_orders, 0, 50);
  tcase_add_test(tcase, long_sums_need_two_values);
  return test_run("emit/order", &tcase, 1);
}
