#include "diff/diff.h"
#include "tests/graph_tools.h"

static am_arena *arena;
static am_graph *graph;

static void setup(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  graph = am_graph_new(arena, 6000000);
}

static void teardown(void) { am_arena_free(arena); }

#define ADD(a, b) am_add(graph, a, b)
#define MUL(a, b) am_mul(graph, a, b)
#define SIN(a) unary(graph, AM_OP_SIN, a)

START_TEST(directional_derivatives) {
  am_node x[2] = {variable(graph, 0), variable(graph, 1)};
  am_node d[2] = {variable(graph, 2), variable(graph, 3)};
  am_node product = MUL(x[0], x[1]);
  am_node y[5] = {ADD(product, SIN(x[0])), x[1], product,
                  am_const(graph, 4), parameter(graph, 0)};
  am_node dy[5];
  double v[5], at[4] = {0.5, 2, 3, 5};
  am_forward(graph, y, 5, x, d, 2, dy);
  values_at(arena, graph, dy, 5, at, NULL, v);
  ck_assert_close(v[0], 3 * 2 + 5 * 0.5 + 3 * cos(0.5), 1e-15, 0);
  ck_assert_double_eq(v[1], 5);
  ck_assert_double_eq(v[2], 8.5);
  ck_assert(am_is_const(graph, dy[3], 0));
  ck_assert(am_is_const(graph, dy[4], 0));
}
END_TEST

START_TEST(missing_seeds_are_zero) {
  am_node x[2] = {variable(graph, 0), variable(graph, 1)};
  am_node d[2] = {0, am_const(graph, 1)}, dy;
  am_node y = MUL(x[0], x[1]);
  am_forward(graph, &y, 1, x, d, 2, &dy);
  ck_assert_uint_eq(dy, x[0]);
}
END_TEST

START_TEST(a_square_has_one_tangent) {
  am_node x = variable(graph, 0), one = am_const(graph, 1), dy;
  am_node y = MUL(x, x);
  am_forward(graph, &y, 1, &x, &one, 1, &dy);
  ck_assert_uint_eq(dy, MUL(am_const(graph, 2), x));
}
END_TEST

/* d^n/dx^n of x^5·sin(x)… against Leibniz' rule */
START_TEST(any_order) {
  am_node x = variable(graph, 0), one = am_const(graph, 1);
  am_node y = MUL(am_power(graph, x, am_const(graph, 5)), SIN(x));
  const double at = 0.7;
  for (int n = 0; n < 8; n++) {
    double expected = 0, binomial = 1;
    for (int k = 0; k <= n && k <= 5; k++) {
      double power = pow(at, 5 - k);
      for (int i = 0; i < k; i++) power *= 5 - i;
      expected += binomial * power * sin(at + (n - k) * acos(0));
      binomial *= (double)(n - k) / (k + 1);
    }
    ck_assert_close(value_at(arena, graph, y, &at, NULL), expected, 1e-13, 0);
    am_forward(graph, &y, 1, &x, &one, 1, &y);
  }
}
END_TEST

START_TEST(jacobian_rows_and_columns) {
  am_node x[3], y[2], jacobian[6];
  for (int i = 0; i < 3; i++) x[i] = variable(graph, i);
  y[0] = MUL(x[0], MUL(x[1], x[2]));
  y[1] = ADD(x[0], MUL(am_const(graph, 7), x[2]));
  am_jacobian(graph, y, 2, x, 3, jacobian);
  double v[6], at[3] = {2, 3, 5};
  const double expected[6] = {15, 10, 6, 1, 0, 7};
  values_at(arena, graph, jacobian, 6, at, NULL, v);
  for (int i = 0; i < 6; i++) ck_assert_double_eq(v[i], expected[i]);
}
END_TEST

START_TEST(hessian_is_symmetric_and_right) {
  enum { N = 4 };
  am_node x[N], gradient[N], hessian[N * N], jacobian[N * N], y = 0;
  for (int i = 0; i < N; i++) x[i] = variable(graph, i);
  for (int i = 0; i < N; i++) {
    am_node term = MUL(MUL(x[i], x[i]), SIN(x[(i + 1) % N]));
    y = y ? ADD(y, MUL(term, x[(i + 2) % N])) : term;
  }
  am_reverse(graph, y, x, N, gradient);
  am_hessian(graph, gradient, x, N, hessian);
  am_jacobian(graph, gradient, N, x, N, jacobian);
  double h[N * N], j[N * N], at[N] = {0.3, -0.5, 1.1, 2};
  values_at(arena, graph, hessian, N * N, at, NULL, h);
  values_at(arena, graph, jacobian, N * N, at, NULL, j);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) {
      ck_assert_uint_eq(hessian[N * i + k], hessian[N * k + i]);
      ck_assert_close(h[N * i + k], j[N * i + k], 1e-14, 1e-15);
    }
}
END_TEST

/* A law with 30 variables and 10 000 operations, each on few variables: the
 * Jacobian stays proportional to them. */
START_TEST(sparse_jacobians_stay_small) {
  enum { N = 30, EACH = 330 };
  am_node x[N], y[N], jacobian[N * N];
  for (int i = 0; i < N; i++) x[i] = variable(graph, i);
  for (int i = 0; i < N; i++) {
    y[i] = x[i];
    for (int k = 0; k < EACH / 2; k++)
      y[i] = MUL(SIN(y[i]), k % 40 ? x[i] : x[(i + 1) % N]);
  }
  size_t before = am_graph_size(graph);
  ck_assert_uint_gt(before, 9000);
  am_jacobian(graph, y, N, x, N, jacobian);
  ck_assert_uint_lt(am_graph_size(graph), 8 * before);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      ck_assert_int_eq(am_is_const(graph, jacobian[N * i + k], 0),
                       k != i && k != (i + 1) % N);
}
END_TEST

START_TEST(sparsity_is_what_jacobians_have) {
  enum { N = 70, M = 40 };
  uint64_t seed = 11;
  am_node x[N], y[M], jacobian[M * N];
  bool depends[M * N];
  for (int i = 0; i < N; i++) x[i] = variable(graph, i);
  for (int k = 0; k < M; k++) {
    y[k] = am_const(graph, 1);
    for (int i = 0; i < 5; i++)
      y[k] = MUL(y[k], SIN(x[random_below(&seed, N)]));
  }
  am_sparsity(graph, y, M, x, N, depends);
  am_jacobian(graph, y, M, x, N, jacobian);
  for (int i = 0; i < M * N; i++)
    ck_assert_int_eq(depends[i], !am_is_const(graph, jacobian[i], 0));
}
END_TEST

START_TEST(a_million_nodes_deep) {
  am_node x = variable(graph, 0), one = am_const(graph, 1), y = x, dy;
  for (int i = 0; i < 500000; i++) y = ADD(SIN(y), x);
  am_forward(graph, &y, 1, &x, &one, 1, &dy);
  double at = 0.1;
  ck_assert(isfinite(value_at(arena, graph, dy, &at, NULL)));
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("forward");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, directional_derivatives);
  tcase_add_test(tcase, missing_seeds_are_zero);
  tcase_add_test(tcase, a_square_has_one_tangent);
  tcase_add_test(tcase, any_order);
  tcase_add_test(tcase, jacobian_rows_and_columns);
  tcase_add_test(tcase, hessian_is_symmetric_and_right);
  tcase_add_test(tcase, sparse_jacobians_stay_small);
  tcase_add_test(tcase, sparsity_is_what_jacobians_have);
  tcase_add_test(tcase, a_million_nodes_deep);
  return test_run("forward", &tcase, 1);
}
