#include "expr/parts.h"

#include "tests/graph_tools.h"

static am_arena *arena;
static am_graph *graph;

static void setup(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  graph = am_graph_new(arena, 1000000);
}

static void teardown(void) { am_arena_free(arena); }

/* The loop test runs over the operations. */
START_TEST(every_operation_runs_as_its_row_says) {
  am_op op = (am_op)_i;
  uint64_t seed = 3;
  am_node x[3], p[3];
  for (int k = 0; k < 3; k++)
    x[k] = variable(graph, k), p[k] = parameter(graph, k);
  am_node run = am_apply(graph, op, x[0], x[1], x[2]);
  am_node bound = am_apply(graph, op, p[0], p[1], p[2]);
  for (int i = 0; i < 50; i++) {
    double v[3];
    for (int k = 0; k < 3; k++)
      v[k] = random_in(&seed, am_ops[op].low, am_ops[op].high);
    double expected = am_op_value(op, v[0], v[1], v[2]);
    ck_assert(isfinite(expected));
    ck_assert_double_eq(value_at(arena, graph, run, v, NULL), expected);
    ck_assert_double_eq(value_at(arena, graph, bound, NULL, v), expected);
    ck_assert_double_eq(am_evaluate_bound(graph, bound, v), expected);
  }
}
END_TEST

START_TEST(rows_are_complete) {
  for (am_op op = AM_OP_ADD; op < AM_OP_TENSOR; op++) {
    ck_assert_int_ge(am_ops[op].arity, 1);
    ck_assert_int_le(am_ops[op].arity, 3);
    ck_assert(am_ops[op].low < am_ops[op].high);
    ck_assert(am_ops[op].about[0] && am_ops[op].token[0]);
    ck_assert(!am_ops[op].callable || am_ops[op].arity == 1);
  }
}
END_TEST

static const struct {
  am_op op;
  double a, b, value;
} special[] = {
    {AM_OP_POW, 0, 0, 1},      {AM_OP_POW, 2, 0, 1},
    {AM_OP_POW, 0, 2, 0},      {AM_OP_POW, 0, -1, INFINITY},
    {AM_OP_POW, -1, 2, NAN},   {AM_OP_POW, NAN, 0, NAN},
    {AM_OP_POW0, 0, 0, 1},     {AM_OP_POW0, 0, -1, 0},
    {AM_OP_POW0, 0, 1.5, 0},   {AM_OP_POW0, -1, -1, NAN},
    {AM_OP_POW0, 4, -0.5, 0.5}, {AM_OP_RECIP0, 0, 0, 0},
    {AM_OP_RECIP0, -4, 0, -0.25}, {AM_OP_RECIP0, NAN, 0, NAN},
    {AM_OP_LESS, NAN, 1, 0},   {AM_OP_LESS_EQUAL, 1, 1, 1},
};

START_TEST(special_values) {
  double expected = special[_i].value;
  double value = am_op_value(special[_i].op, special[_i].a, special[_i].b, 0);
  if (isnan(expected))
    ck_assert(isnan(value));
  else
    ck_assert_double_eq(value, expected);
}
END_TEST

START_TEST(parameters_are_bound_once) {
  am_node x = variable(graph, 0), p = parameter(graph, 0);
  am_node q = parameter(graph, 7);
  am_node factor = am_mul(graph, am_sqrt(graph, p), am_add(graph, p, q));
  am_node outputs[3] = {am_mul(graph, factor, x), factor, am_const(graph, 3)};
  am_program *program = am_program_new(arena, graph, outputs, 3);
  ck_assert_int_eq(am_program_operations(program), 1);
  ck_assert_int_eq(am_program_bound_operations(program), 3);
  am_frame *one = am_frame_new(arena, program);
  am_frame *two = am_frame_new(arena, program);
  const double p1[8] = {4, [7] = 1}, p2[8] = {9, [7] = 2}, x1[1] = {0.5};
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STATE] = x1};
  double y[3];
  am_frame_bind(one, p1);
  am_frame_bind(two, p2);
  am_frame_run(one, inputs, y);
  ck_assert_double_eq(y[0], 5);
  ck_assert_double_eq(y[1], 10);
  ck_assert_double_eq(y[2], 3);
  am_frame_run(two, inputs, y);
  ck_assert_double_eq(y[0], 16.5);
  am_frame_bind(two, p1);
  am_frame_run(two, inputs, y);
  ck_assert_double_eq(y[0], 5);
}
END_TEST

START_TEST(inputs_of_every_kind) {
  double data[AM_INPUT_KINDS][3];
  const double *inputs[AM_INPUT_KINDS];
  am_node sum = am_const(graph, 0);
  double expected = 0, weight = 1;
  for (int kind = 0; kind < AM_INPUT_KINDS; kind++) {
    inputs[kind] = data[kind];
    for (int i = 0; i < 3; i++, weight *= 2) {
      data[kind][i] = kind + 0.125 * i;
      expected += weight * data[kind][i];
      am_node term = am_mul(graph, am_const(graph, weight),
                            am_input(graph, (am_input_kind)kind, i));
      sum = am_add(graph, sum, term);
    }
  }
  am_program *program = am_program_new(arena, graph, &sum, 1);
  am_frame *frame = am_frame_new(arena, program);
  double y;
  am_frame_bind(frame, data[AM_INPUT_PARAMETER]);
  am_frame_run(frame, inputs, &y);
  ck_assert_double_eq(y, expected);
}
END_TEST

/* The cost for a small node of a large graph is small. */
START_TEST(bound_values_cost_what_they_need) {
  am_node p = parameter(graph, 0), x = variable(graph, 0), n = x;
  for (int i = 0; i < 90000; i++)
    n = am_add(graph, unary(graph, AM_OP_SIN, n), x);
  am_node last = am_mul(graph, p, am_add(graph, p, am_const(graph, 1)));
  double sum = 0;
  for (int i = 0; i < 200000; i++) {
    double value = i;
    sum += am_evaluate_bound(graph, last, &value) - value * (value + 1);
  }
  ck_assert_double_eq(sum, 0);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("evaluate");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_loop_test(tcase, every_operation_runs_as_its_row_says, AM_OP_ADD,
                      AM_OP_TENSOR);
  tcase_add_test(tcase, rows_are_complete);
  tcase_add_loop_test(tcase, special_values, 0,
                      sizeof special / sizeof *special);
  tcase_add_test(tcase, parameters_are_bound_once);
  tcase_add_test(tcase, inputs_of_every_kind);
  tcase_add_test(tcase, bound_values_cost_what_they_need);
  return test_run("evaluate", &tcase, 1);
}
