/* covers: op.def, forward
 *
 * Rows of op.def against numerical differentiation (GSL), and the points where
 * an operation is not differentiable (automat-material(5)). */
#include <gsl/gsl_deriv.h>
#include <gsl/gsl_errno.h>

#include "diff/diff.h"
#include "tests/graph_tools.h"

static am_arena *arena;
static am_graph *graph;

static void setup(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  graph = am_graph_new(arena, 1000000);
  gsl_set_error_handler_off();
}

static void teardown(void) { am_arena_free(arena); }

/* A node as a function of one of its variables. */
typedef struct {
  am_frame *frame;
  double at[3];
  int i;
} section;

static double along(double x, void *data) {
  section *s = data;
  double at[3], value;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STATE] = at};
  for (int k = 0; k < 3; k++) at[k] = k == s->i ? x : s->at[k];
  am_frame_run(s->frame, inputs, &value);
  return value;
}

static section section_of(am_node node) {
  const am_program *program = am_program_new(arena, graph, &node, 1);
  return (section){.frame = am_frame_new(arena, program)};
}

static void check_by_gsl(section *f, section *df) {
  gsl_function function = {along, f};
  double numerical, error, x = f->at[f->i];
  gsl_deriv_central(&function, x, 1e-3, &numerical, &error);
  for (int k = 0; k < 3; k++) df->at[k] = f->at[k];
  ck_assert_close(along(x, df), numerical, 1e-10, 4 * error + 1e-11);
}

/* All derivatives of f at random points of the range of an operation. */
static void check_gradient(am_op op, am_node f, const am_node *gradient) {
  uint64_t seed = 5;
  section y = section_of(f), dy[3];
  for (int i = 0; i < 3; i++) dy[i] = section_of(gradient[i]);
  for (int sample = 0; sample < 20; sample++) {
    for (int k = 0; k < 3; k++)
      y.at[k] = random_in(&seed, am_ops[op].low, am_ops[op].high);
    for (int i = 0; i < 3; i++) {
      y.i = dy[i].i = i;
      if (am_ops[op].result == AM_REAL && (op != AM_OP_SELECT || i > 0))
        check_by_gsl(&y, &dy[i]);
    }
  }
}

/* The loop tests run over the operations. */
START_TEST(first_and_second_derivatives) {
  am_op op = (am_op)_i;
  am_node x[3], forward[3], reverse[3], hessian[9];
  for (int k = 0; k < 3; k++) x[k] = variable(graph, k);
  am_node f = am_apply(graph, op, x[0], x[1], x[2]);
  am_jacobian(graph, &f, 1, x, 3, forward);
  am_reverse(graph, f, x, 3, reverse);
  am_hessian(graph, reverse, x, 3, hessian);
  check_gradient(op, f, forward);
  check_gradient(op, f, reverse);
  for (int i = 0; i < 3; i++)
    check_gradient(op, reverse[i], hessian + 3 * i);
}
END_TEST

START_TEST(partials_are_those_of_the_row) {
  am_op op = (am_op)_i;
  am_node x[3], jacobian[3];
  for (int k = 0; k < 3; k++) x[k] = variable(graph, k);
  am_node f = am_apply(graph, op, x[0], x[1], x[2]);
  am_jacobian(graph, &f, 1, x, 3, jacobian);
  for (int i = 0; i < am_ops[op].arity; i++) {
    am_node partial = am_partial(graph, f, i);
    if (partial)
      ck_assert_uint_eq(partial, jacobian[i]);
    else
      ck_assert(am_is_const(graph, jacobian[i], 0));
    if (am_ops[op].result == AM_CONDITION) ck_assert_uint_eq(partial, 0);
  }
}
END_TEST

#define K(value) am_const(graph, value)
#define ADD(a, b) am_add(graph, a, b)
#define MUL(a, b) am_mul(graph, a, b)
#define DIV(a, b) am_div(graph, a, b)
#define POWER(a, p) am_power(graph, a, p)

enum { N = 5 };

/* The root of the sum of squares of x[0 … N-1]. */
static am_node norm(void) {
  am_node u = K(0);
  for (int i = 0; i < N; i++)
    u = ADD(u, MUL(variable(graph, i), variable(graph, i)));
  return am_sqrt(graph, u);
}

/* sqrt(x : H : x), whose square is not known to be positive: H is 2 on the
 * diagonal, 1/2 next to it. */
static am_node quadratic_norm(void) {
  am_node u = K(0);
  for (int i = 0; i < N; i++) {
    am_node x = variable(graph, i), y = variable(graph, (i + 1) % N);
    u = ADD(u, MUL(x, ADD(MUL(K(2), x), y)));
  }
  return am_sqrt(graph, u);
}

/* Powers of norms with parameters p = 2, s = 3, d = 0.5 (declared positive),
 * and their second derivatives at x = 0: diagonal and off-diagonal entries. */
enum { P, S, D };

static am_node power_of_norm(int i, double *diagonal, double *beside) {
  am_node p = parameter(graph, P), s = parameter(graph, S);
  am_node d = parameter(graph, D), r = norm(), q = quadratic_norm();
  am_node zero = K(0), one = K(1);
  am_node n = am_sub(graph, p, one);
  const struct {
    am_node node;
    double diagonal, beside;
  } functions[] = {
      {POWER(r, p), 2, 0},
      {POWER(r, K(2)), 2, 0},
      {MUL(r, r), 2, 0},
      {MUL(MUL(s, r), DIV(r, d)), 12, 0},
      {POWER(DIV(r, d), p), 8, 0},
      {POWER(MUL(s, r), p), 18, 0},
      {POWER(MUL(s, r), K(2)), 18, 0},
      {POWER(MUL(DIV(MUL(K(3), r), s), d), ADD(n, one)), 0.5, 0},
      {POWER(am_maximum(graph, DIV(r, d), zero), p), 8, 0},
      {POWER(unary(graph, AM_OP_ABS, r), p), 2, 0},
      {POWER(q, p), 4, 1},
      {POWER(q, K(2)), 4, 1},
      {MUL(q, q), 4, 1},
      {POWER(MUL(d, q), p), 1, 0.25},
      {POWER(r, K(3)), 0, 0},
      {POWER(r, s), 0, 0},
      {POWER(r, MUL(p, p)), 0, 0},
      {POWER(r, DIV(s, p)), 0, 0},
      {r, 0, 0},
      {POWER(r, DIV(one, p)), 0, 0},
  };
  enum { COUNT = sizeof functions / sizeof *functions };
  _Static_assert(COUNT == 20, "the loop of main");
  *diagonal = functions[i].diagonal;
  *beside = functions[i].beside;
  return functions[i].node;
}

static void all_hessians(am_node f, am_node h[3][N * N]) {
  am_node x[N], gradient[N];
  for (int i = 0; i < N; i++) x[i] = variable(graph, i);
  am_reverse(graph, f, x, N, gradient);
  am_hessian(graph, gradient, x, N, h[0]);
  for (int i = 0; i < N; i++)
    am_reverse(graph, gradient[i], x, N, h[1] + N * i);
  am_jacobian(graph, &f, 1, x, N, gradient);
  am_jacobian(graph, gradient, N, x, N, h[2]);
}

static double expected_entry(int i, int k, double diagonal, double beside) {
  if (i == k) return diagonal;
  return (i + 1) % N == k || (k + 1) % N == i ? beside : 0;
}

START_TEST(powers_of_norms_at_zero) {
  am_declare_input(graph, AM_INPUT_PARAMETER, D,
                   AM_NONNEGATIVE | AM_NONZERO);
  const double parameters[] = {[P] = 2, [S] = 3, [D] = 0.5}, zero[N] = {0};
  double diagonal, beside, v[N * N];
  am_node f = power_of_norm(_i, &diagonal, &beside), h[3][N * N];
  all_hessians(f, h);
  for (int mode = 0; mode < 3; mode++) {
    values_at(arena, graph, h[mode], N * N, zero, parameters, v);
    for (int i = 0; i < N * N; i++)
      ck_assert_close(v[i], expected_entry(i / N, i % N, diagonal, beside),
                      1e-14, 0);
  }
}
END_TEST

START_TEST(third_derivatives_at_zero_are_finite) {
  const double parameters[] = {[P] = 2, [S] = 3, [D] = 0.5}, zero[N] = {0};
  double ignored, v[N * N];
  am_node h[3][N * N], x = variable(graph, 1), one = K(1), third[N * N];
  all_hessians(power_of_norm(_i, &ignored, &ignored), h);
  am_forward(graph, h[0], N * N, &x, &one, 1, third);
  values_at(arena, graph, third, N * N, zero, parameters, v);
  for (int i = 0; i < N * N; i++) ck_assert_double_eq(v[i], 0);
}
END_TEST

START_TEST(gradients_of_norms_at_zero_are_zero) {
  const double zero[N] = {0};
  double v[N];
  am_node x[N], gradient[N];
  for (int i = 0; i < N; i++) x[i] = variable(graph, i);
  am_node norms[] = {norm(), quadratic_norm(),
                     am_sqrt(graph, MUL(K(1.5), POWER(norm(), K(2))))};
  for (int k = 0; k < 3; k++) {
    am_reverse(graph, norms[k], x, N, gradient);
    values_at(arena, graph, gradient, N, zero, NULL, v);
    for (int i = 0; i < N; i++) ck_assert_double_eq(v[i], 0);
  }
}
END_TEST

/* Derivatives of every order at one point: of f(x) with parameters p, q. */
static void check_orders(am_node f, double at, const double *parameters,
                         const double *expected, int orders) {
  am_node x = variable(graph, 0), one = K(1);
  for (int n = 0; n < orders; n++) {
    double value = value_at(arena, graph, f, &at, parameters);
    ck_assert_close(value, expected[n], 1e-14, 0);
    am_forward(graph, &f, 1, &x, &one, 1, &f);
  }
}

START_TEST(even_powers_of_absolute_values) {
  am_node x = variable(graph, 0), p = parameter(graph, 0);
  am_node f = POWER(unary(graph, AM_OP_ABS, x), p);
  const double two = 2, four = 4;
  check_orders(f, 0, &two, (double[]){0, 0, 2, 0, 0}, 5);
  check_orders(f, 0, &four, (double[]){0, 0, 0, 0, 24, 0}, 6);
  check_orders(f, -1, &four, (double[]){1, -4, 12, -24, 24, 0}, 6);
}
END_TEST

START_TEST(powers_at_zero) {
  am_node f = POWER(variable(graph, 0), parameter(graph, 0));
  const double p[] = {0, 1, 2, 0.5, 1.5};
  check_orders(f, 0, &p[0], (double[]){1, 0, 0}, 3);
  check_orders(f, 0, &p[1], (double[]){0, 1, 0, 0}, 4);
  check_orders(f, 0, &p[2], (double[]){0, 0, 2, 0}, 4);
  check_orders(f, 0, &p[3], (double[]){0, 0, 0}, 3);
  check_orders(f, 0, &p[4], (double[]){0, 0, 0}, 3);
  check_orders(am_sqrt(graph, variable(graph, 0)), 0, NULL,
               (double[]){0, 0, 0}, 3);
  check_orders(unary(graph, AM_OP_CBRT, variable(graph, 0)), 0, NULL,
               (double[]){0, 0, 0}, 3);
}
END_TEST

START_TEST(a_negative_base_is_invalid_in_every_derivative) {
  am_node x = variable(graph, 0), one = K(1);
  am_node f = POWER(x, parameter(graph, 0));
  const double at = -1, p = 3.5;
  for (int n = 0; n < 4; n++) {
    ck_assert(isnan(value_at(arena, graph, f, &at, &p)));
    am_forward(graph, &f, 1, &x, &one, 1, &f);
  }
}
END_TEST

/* If values are equal, the operand of lower rank is selected. */
START_TEST(kinks) {
  am_node x = variable(graph, 0), p = parameter(graph, 0), zero = K(0);
  const double one = 1;
  check_orders(am_maximum(graph, x, zero), 0, NULL, (double[]){0, 0}, 2);
  check_orders(am_maximum(graph, am_neg(graph, x), zero), 0, NULL,
               (double[]){0, 0}, 2);
  check_orders(am_maximum(graph, x, zero), 2, NULL, (double[]){2, 1}, 2);
  check_orders(unary(graph, AM_OP_ABS, x), 0, NULL, (double[]){0, 0}, 2);
  check_orders(unary(graph, AM_OP_ABS, x), -2, NULL, (double[]){2, -1}, 2);
  check_orders(am_maximum(graph, x, p), 1, &one, (double[]){1, 0}, 2);
  check_orders(am_maximum(graph, p, x), 1, &one, (double[]){1, 0}, 2);
  check_orders(am_minimum(graph, x, p), 1, &one, (double[]){1, 0}, 2);
  check_orders(am_minimum(graph, p, x), 1, &one, (double[]){1, 0}, 2);
  check_orders(am_minimum(graph, p, x), 0.5, &one, (double[]){0.5, 1}, 2);
  check_orders(unary(graph, AM_OP_ASIN, x), 1, NULL,
               (double[]){asin(1), 0}, 2);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("operators");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_loop_test(tcase, first_and_second_derivatives, AM_OP_ADD,
                      AM_OP_TENSOR);
  tcase_add_loop_test(tcase, partials_are_those_of_the_row, AM_OP_ADD,
                      AM_OP_TENSOR);
  tcase_add_loop_test(tcase, powers_of_norms_at_zero, 0, 20);
  tcase_add_loop_test(tcase, third_derivatives_at_zero_are_finite, 0, 20);
  tcase_add_test(tcase, gradients_of_norms_at_zero_are_zero);
  tcase_add_test(tcase, even_powers_of_absolute_values);
  tcase_add_test(tcase, powers_at_zero);
  tcase_add_test(tcase, a_negative_base_is_invalid_in_every_derivative);
  tcase_add_test(tcase, kinks);
  return test_run("operators", &tcase, 1);
}
