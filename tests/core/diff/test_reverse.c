/* covers: reverse, root */
#include "diff/diff.h"
#include "tests/graph_tools.h"

static am_arena *arena;
static am_graph *graph;
static am_node x, y, p;

static void setup(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  graph = am_graph_new(arena, 6000000);
  x = variable(graph, 0), y = variable(graph, 1), p = parameter(graph, 0);
}

static void teardown(void) { am_arena_free(arena); }

#define K(value) am_const(graph, value)
#define ADD(a, b) am_add(graph, a, b)
#define SUB(a, b) am_sub(graph, a, b)
#define MUL(a, b) am_mul(graph, a, b)
#define DIV(a, b) am_div(graph, a, b)
#define SQRT(a) am_sqrt(graph, a)
#define F(name, a) unary(graph, AM_OP_##name, a)
#define IF(c, a, b) am_select(graph, c, a, b)
#define LESS(a, b) binary(graph, AM_OP_LESS, a, b)

START_TEST(a_known_gradient) {
  am_node f = ADD(MUL(MUL(x, x), y), F(SIN, MUL(x, y)));
  am_node in[3] = {x, y, variable(graph, 2)}, gradient[3];
  double v[3], at[3] = {0.5, 2, 1};
  am_reverse(graph, f, in, 3, gradient);
  values_at(arena, graph, gradient, 3, at, NULL, v);
  ck_assert_close(v[0], 2 * 0.5 * 2 + 2 * cos(1), 1e-15, 0);
  ck_assert_close(v[1], 0.25 + 0.5 * cos(1), 1e-15, 0);
  ck_assert(am_is_const(graph, gradient[2], 0));
}
END_TEST

START_TEST(outputs_that_are_inputs_or_constants) {
  am_node in[2] = {x, y}, gradient[2];
  am_reverse(graph, x, in, 2, gradient);
  ck_assert(am_is_const(graph, gradient[0], 1));
  ck_assert(am_is_const(graph, gradient[1], 0));
  am_reverse(graph, K(3), in, 2, gradient);
  ck_assert(am_is_const(graph, gradient[0], 0));
}
END_TEST

/* A norm costs a root, a reciprocal and a product for each component. */
START_TEST(the_gradient_of_a_norm_is_short) {
  am_node in[6], gradient[6], u = K(0);
  for (int i = 0; i < 6; i++) {
    in[i] = variable(graph, i);
    u = ADD(u, MUL(in[i], in[i]));
  }
  am_reverse(graph, SQRT(u), in, 6, gradient);
  am_program *program = am_program_new(arena, graph, gradient, 6);
  ck_assert_int_eq(am_program_operations(program), 11 + 1 + 1 + 6);
}
END_TEST

/* Functions of a norm that are smooth at 0 have their second derivatives there;
 * others, the derivative of smallest magnitude. */
START_TEST(smooth_functions_of_a_norm) {
  enum { N = 3 };
  const double zero[N] = {0, 0, 0};
  am_node in[N], gradient[N], hessian[N * N], u = K(0);
  for (int i = 0; i < N; i++) {
    in[i] = variable(graph, i);
    u = ADD(u, MUL(in[i], in[i]));
  }
  am_node s = SQRT(u);
  const struct {
    am_node f;
    double second;
  } rows[] = {
      {F(COSH, DIV(s, K(2))), 0.25},
      {F(LOG, F(COSH, MUL(K(3), s))), 9},
      {MUL(s, F(TANH, s)), 2},
      {SUB(MUL(s, F(ATAN, s)), MUL(K(0.5), F(LOG1P, u))), 1},
      {MUL(F(EXP, p), F(COSH, s)), M_E}, /* parameter p = 1 */
      {s, 0},
      {MUL(u, s), 0},
      {F(EXP, s), 0},
  };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    double v[N * N];
    am_reverse(graph, rows[r].f, in, N, gradient);
    am_hessian(graph, gradient, in, N, hessian);
    values_at(arena, graph, hessian, N * N, zero, &(double){1}, v);
    for (int i = 0; i < N * N; i++)
      ck_assert_msg(fabs(v[i] - (i % (N + 1) ? 0 : rows[r].second)) < 1e-14,
                    "row %zu, entry %d: %.17g", r, i, v[i]);
  }
}
END_TEST

/* Random graphs: forward and reverse agree wherever both are finite; and
 * where the value is valid. */
enum { INPUTS = 4, NODES = 60 };

static void check_modes(uint64_t *seed, am_node f, const am_node *in) {
  am_node reverse[INPUTS], forward[INPUTS], values[1 + 2 * INPUTS];
  const double parameter = 1.5;
  am_reverse(graph, f, in, INPUTS, reverse);
  am_jacobian(graph, &f, 1, in, INPUTS, forward);
  values[0] = f;
  for (int i = 0; i < INPUTS; i++)
    values[1 + i] = reverse[i], values[1 + INPUTS + i] = forward[i];
  for (int k = 0; k < 10; k++) {
    double at[INPUTS], v[1 + 2 * INPUTS];
    for (int i = 0; i < INPUTS; i++) at[i] = random_in(seed, 0.3, 1.7);
    values_at(arena, graph, values, 1 + 2 * INPUTS, at, &parameter, v);
    double scale = 0;
    for (int i = 1; i <= INPUTS; i++) scale = fmax(scale, fabs(v[i]));
    for (int i = 1; i <= INPUTS; i++)
      if (isfinite(v[0]) && isfinite(v[INPUTS + i]) && scale < 1e8)
        ck_assert_close(v[i], v[INPUTS + i], 1e-9, 1e-12 * scale);
  }
}

START_TEST(reverse_is_forward) {
  uint64_t seed = (uint64_t)_i + 100;
  am_node nodes[NODES];
  for (int i = 0; i < INPUTS; i++) nodes[i] = variable(graph, i);
  nodes[INPUTS] = K(0.5);
  nodes[INPUTS + 1] = p;
  for (int i = INPUTS + 2; i < NODES; i++) {
    am_node node;
    do node = random_operation(graph, &seed, nodes, i);
    while (am_ops[am_node_op(graph, node)].result == AM_CONDITION &&
           random_below(&seed, 4));
    nodes[i] = node;
    if (am_ops[am_node_op(graph, node)].result == AM_REAL)
      check_modes(&seed, node, nodes);
  }
}
END_TEST

/* Selections that protect a branch from x <= 0. */
static am_node guarded(int i) {
  am_node zero = K(0), one = K(1), c = LESS(zero, x), log = F(LOG, x);
  am_node inner = IF(LESS(zero, y), MUL(log, F(LOG, y)), zero);
  am_node twice = IF(c, MUL(log, log), zero);
  am_node not_zero = F(NOT, binary(graph, AM_OP_EQUAL, x, zero));
  am_node below_one = LESS(F(ABS, x), one);
  am_node decay = F(EXP, DIV(K(-1), MUL(x, x)));
  const am_node functions[] = {
      IF(c, MUL(y, log), zero),
      IF(c, SQRT(x), zero),
      IF(c, MUL(y, SQRT(ADD(x, MUL(y, x)))), zero),
      IF(not_zero, MUL(y, DIV(one, x)), zero),
      IF(not_zero, decay, zero),
      IF(c, inner, zero),
      ADD(twice, IF(LESS(one, x), MUL(log, y), zero)),
      IF(c, binary(graph, AM_OP_POW, x, ADD(y, p)), zero),
      IF(c, F(LOG, F(LOG, ADD(K(2), log))), zero),
      IF(below_one, MUL(F(ASIN, x), F(ACOS, MUL(x, x))), zero),
      IF(LESS(x, one), F(EXP, MUL(K(1000), x)), zero),
      MUL(IF(c, log, y), IF(c, MUL(log, log), y)),
      F(TANH, IF(c, DIV(y, SQRT(x)), MUL(x, x))),
      am_maximum(graph, IF(c, log, zero), MUL(x, y)),
      am_power(graph, am_maximum(graph, IF(c, log, zero), zero), p),
  };
  enum { COUNT = sizeof functions / sizeof *functions };
  return i < COUNT ? functions[i] : 0;
}

/* All second derivatives [4] of f three ways. */
static void second_derivatives(am_node f, am_node h[3][4]) {
  am_node in[2] = {x, y}, gradient[2];
  am_reverse(graph, f, in, 2, gradient);
  am_hessian(graph, gradient, in, 2, h[0]);
  for (int i = 0; i < 2; i++)
    am_reverse(graph, gradient[i], in, 2, h[1] + 2 * i);
  am_jacobian(graph, &f, 1, in, 2, gradient);
  am_jacobian(graph, gradient, 2, in, 2, h[2]);
}

static void check_difference(am_node df, const am_node *ddf,
                             const double *at, const double *parameters) {
  const double step = 1e-5;
  for (int i = 0; i < 2; i++) {
    double high[2] = {at[0], at[1]}, low[2] = {at[0], at[1]};
    high[i] += step, low[i] -= step;
    double difference = (value_at(arena, graph, df, high, parameters) -
                         value_at(arena, graph, df, low, parameters)) /
                        (2 * step);
    if (fabs(difference) < 1e8)
      ck_assert_close(value_at(arena, graph, ddf[i], at, parameters),
                      difference, 1e-5, 1e-6);
  }
}

START_TEST(branches_not_taken_do_not_matter) {
  const double points[] = {-1.5, -0.25, 0, 0.5, 1.25, 1e3}, parameters = 2.5;
  am_node f = guarded(_i), in[2] = {x, y}, gradient[2], h[3][4];
  am_reverse(graph, f, in, 2, gradient);
  second_derivatives(f, h);
  for (int k = 0; k < 36; k++) {
    double at[2] = {points[k / 6], points[k % 6]}, v[3][4];
    if (!isfinite(value_at(arena, graph, f, at, &parameters))) continue;
    for (int m = 0; m < 3; m++)
      values_at(arena, graph, h[m], 4, at, &parameters, v[m]);
    for (int m = 0; m < 12; m++) {
      ck_assert_msg(isfinite(v[m / 4][m % 4]), "%g at (%g, %g)",
                    v[m / 4][m % 4], at[0], at[1]);
      ck_assert_close(v[m / 4][m % 4], v[0][m % 4], 1e-10, 1e-12);
    }
    if (at[0] == 0 || at[1] == 0 || fabs(at[0]) > 2 || fabs(at[1]) > 2)
      continue;
    check_difference(f, gradient, at, &parameters);
    for (int i = 0; i < 2; i++)
      check_difference(gradient[i], h[0] + 2 * i, at, &parameters);
  }
}
END_TEST

START_TEST(safe_partials_need_no_selection) {
  am_node in[2] = {x, y}, gradient[2];
  am_node f = MUL(F(SIN, x), ADD(MUL(x, y), K(1)));
  am_reverse(graph, IF(LESS(K(0), x), f, K(0)), in, 2, gradient);
  int selections = 0;
  const bool *needed = am_graph_needed(graph, gradient, 2, arena);
  for (am_node n = 1; n <= am_graph_size(graph); n++)
    selections += needed[n] && am_node_op(graph, n) == AM_OP_SELECT;
  ck_assert_int_eq(selections, 1);
}
END_TEST

START_TEST(both_branches_rejoin) {
  am_node c = LESS(x, y), s = F(LOG, MUL(x, y)), gradient[2];
  am_node in[2] = {x, y}, at_root = IF(c, s, MUL(K(2), s));
  am_reverse(graph, at_root, in, 2, gradient);
  double v[2], at[2] = {3, 2};
  values_at(arena, graph, gradient, 2, at, NULL, v);
  ck_assert_close(v[0], 2.0 / 3, 1e-15, 0);
  ck_assert_close(v[1], 1, 1e-15, 0);
}
END_TEST

START_TEST(a_million_nodes_deep) {
  am_node f = x, gradient;
  for (int i = 0; i < 500000; i++) f = ADD(F(SIN, f), x);
  am_reverse(graph, f, &x, 1, &gradient);
  double at = 0.1;
  ck_assert(isfinite(value_at(arena, graph, gradient, &at, NULL)));
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("reverse");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, a_known_gradient);
  tcase_add_test(tcase, outputs_that_are_inputs_or_constants);
  tcase_add_test(tcase, the_gradient_of_a_norm_is_short);
  tcase_add_test(tcase, smooth_functions_of_a_norm);
  tcase_add_loop_test(tcase, reverse_is_forward, 0, 20);
  tcase_add_loop_test(tcase, branches_not_taken_do_not_matter, 0, 15);
  tcase_add_test(tcase, safe_partials_need_no_selection);
  tcase_add_test(tcase, both_branches_rejoin);
  tcase_add_test(tcase, a_million_nodes_deep);
  return test_run("reverse", &tcase, 1);
}
