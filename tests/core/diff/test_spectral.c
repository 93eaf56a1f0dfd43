/* Derivatives through distinct, close and equal eigenvalues. */
#include <gsl/gsl_deriv.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>

#include "diff/diff.h"
#include "diff/spectral.h"
#include "expr/parts.h"
#include "tests/core/diff/spectra.h"
#include "tests/core/expr/language.h"

static language lang;
static am_graph *graph;

static void setup(void) {
  language_open(&lang);
  graph = lang.context.graph;
  language_bind(&lang, "a", "a variable", AM_INPUT_STATE, 0, AM_TENSOR, -1);
  language_bind(&lang, "b", "a variable", AM_INPUT_STATE, 6, AM_SCALAR, -1);
  gsl_set_error_handler_off();
}

static void teardown(void) { language_close(&lang); }

/* The tensor whose eigenvalue a sum contains. */
static am_node tensor_of(am_node sum) {
  am_node term = am_node_argument(graph, sum, 0);
  if (!am_is_mark(graph, term)) term = am_node_argument(graph, sum, 1);
  return am_mark_tensor(graph, term);
}

static void check_decomposition(const spectrum *s, void *data) {
  (void)data;
  const am_value a = language_good(&lang, "a");
  am_node value[3];
  double found[3], v[3][3][AM_DEVIATOR];
  for (int i = 0; i < 3; i++) value[i] = am_eigenvalue(graph, a.nodes, i);
  am_eigen marks = am_eigen_marks(graph, tensor_of(value[0]));
  values_at(lang.arena, graph, value, 3, s->x, NULL, found);
  values_at(lang.arena, graph, marks.dyad[0][0], 9 * AM_DEVIATOR, s->x, NULL,
            v[0][0]);
  for (int i = 0; i < 3; i++) ck_assert_close(found[i], s->value[i], 0, 2e-15);

  /* The dyads, with I/3 in the diagonal ones, are orthonormal, and a is the sum
   * of those with its eigenvalues. */
  for (int n = 0; n < 36; n++) {
    double product = 0, sum = -s->x[n % 6];
    int i = n / 6 % 3, j = (n / 6 / 3 + i) % 3, k = n % 6;
    for (int m = 0; m < 3; m++) {
      double sum_m = 0;
      for (int c = 0; c < AM_DEVIATOR; c++) sum_m += v[m][m][c] * v[i][j][c];
      product = sum_m + (i == j ? 1.0 / 3 : 0);
      ck_assert_close(product, i == j && i == m, 0, 2e-15);
    }
    for (int m = 0; m < 3; m++)
      sum += found[m] * (k ? v[m][m][k - 1] : sqrt(1.0 / 3));
    ck_assert_close(sum, 0, 0, 5e-15);
  }
}

START_TEST(decomposition) { for_all_spectra(check_decomposition, NULL); }
END_TEST

/* Differences of coincident eigenvalues are not negative after fusing
 * operations either, as a power requires. */
static void check_order(const spectrum *s, void *data) {
  double found[2];
  values_at(lang.arena, graph, data, 2, s->x, NULL, found);
  for (int i = 0; i < 2; i++) ck_assert_double_ge(found[i], 0);
}

START_TEST(order_of_eigenvalues) {
  am_value a = language_good(&lang, "a");
  am_node difference[2];
  for (int i = 0; i < 2; i++)
    difference[i] = am_sub(graph, am_eigenvalue(graph, a.nodes, i),
                           am_eigenvalue(graph, a.nodes, i + 1));
  am_optimize(graph, difference, 2);
  for_all_spectra(check_order, difference);
}
END_TEST

/* Deviators of all Lode angles. */
START_TEST(angles) {
  enum { ANGLES = 60 };
  for (int i = 0; i <= ANGLES; i++) {
    double angle = M_PI / 3 * i / ANGLES, value[3];
    for (int k = 0; k < 3; k++)
      value[k] = sqrt(2.0 / 3) * cos(angle - 2 * M_PI / 3 * k);
    const spectrum s = tensor_with(value, i % TURNS);
    check_decomposition(&s, NULL);
  }
}
END_TEST

START_TEST(zero_has_eigenvectors) {
  const double zero[6] = {0};
  const spectrum s = tensor_with(zero, 0);
  check_decomposition(&s, NULL);
}
END_TEST

/* ---- sums of functions of each eigenvalue -------------------------------- */

/* f and its first to fourth derivative. */
typedef struct {
  const char *text; /* in x */
  double (*derivative)(double x, int order);
} scalar_function;

static double of_exp(double x, int order) { return exp(2 * x) * pow(2, order); }

static double of_power(double x, int order) {
  double factor = 1;
  for (int i = 0; i < order; i++) factor *= 2.5 - i;
  return factor * pow(x, 2.5 - order);
}

static double of_log(double x, int order) {
  return (order % 2 ? 1 : -1) * tgamma(order) / pow(x, order);
}

static double of_reciprocal(double x, int order) {
  return (order % 2 ? -1 : 1) * tgamma(order + 1) / pow(x, order + 1);
}

static double of_cube(double x, int order) {
  return order > 3 ? 0 : 6 / tgamma(4 - order) * pow(x, 3 - order);
}

static double of_sine(double x, int order) {
  return pow(3, order) * sin(3 * x + order * acos(0));
}

static const scalar_function functions[] = {
    {"exp(2*eigenvalue(a, i))", of_exp},
    {"eigenvalue(a, i)^2.5", of_power},
    {"sqrt(eigenvalue(a, i))^5", of_power},
    {"pos(eigenvalue(a, i))^2.5", of_power},
    {"log(eigenvalue(a, i))", of_log},
    {"1/eigenvalue(a, i)", of_reciprocal},
    {"eigenvalue(a, i)^3", of_cube},
    {"pos(eigenvalue(a, i))^3", of_cube},
    {"abs(eigenvalue(a, i))^3", of_cube},
    {"sin(3*eigenvalue(a, i))", of_sine},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* Divided differences as integrals of derivatives (Hermite and Genocchi). */
static double divided(const scalar_function *f, int order, const double *x,
                      int count) {
  enum { POINTS = 20 };
  static gsl_integration_glfixed_table *table;
  double sum = 0, s, w, t, u;
  if (!table) table = gsl_integration_glfixed_table_alloc(POINTS);
  for (size_t i = 0; i < POINTS; i++) {
    gsl_integration_glfixed_point(0, 1, i, &s, &w, table);
    if (count == 2) {
      sum += w * f->derivative(x[0] + s * (x[1] - x[0]), order + 1);
      continue;
    }
    for (size_t k = 0; k < POINTS; k++) {
      gsl_integration_glfixed_point(0, 1 - s, k, &t, &u, table);
      double at = x[0] + s * (x[1] - x[0]) + t * (x[2] - x[0]);
      sum += w * u * f->derivative(at, order + 2);
    }
  }
  return sum;
}

/* Derivatives of the sum of f of the eigenvalues: Daletskii and Krein. */
static void exact(const scalar_function *f, const spectrum *s, double *first,
                  double *second, double *third) {
  double h[6][3][3], d1[3][3], d2[3][3][3];
  const double *v = s->value;
  for (int k = 0; k < 6; k++) basis_in_frame(s, k, h[k]);
  for (int i = 0; i < 27; i++) {
    int a = i / 9, b = i / 3 % 3, c = i % 3;
    d1[a][b] = divided(f, 1, (double[]){v[a], v[b]}, 2);
    d2[a][b][c] = divided(f, 1, (double[]){v[a], v[b], v[c]}, 3);
  }
  memset(first, 0, 6 * sizeof *first);
  memset(second, 0, 36 * sizeof *second);
  memset(third, 0, 216 * sizeof *third);
  for (int n = 0; n < 216; n++) {
    int k = n / 36, l = n / 6 % 6, m = n % 6;
    for (int i = 0; i < 27; i++) {
      int a = i / 9, b = i / 3 % 3, c = i % 3;
      third[n] += d2[a][b][c] * h[k][c][a] *
                  (h[l][a][b] * h[m][b][c] + h[m][a][b] * h[l][b][c]);
      if (n < 36 && c == 0) second[n] += d1[a][b] * h[l][a][b] * h[m][b][a];
      if (n < 6 && b == 0 && c == 0)
        first[n] += f->derivative(v[a], 1) * h[n][a][a];
    }
  }
}

/* The derivatives of an expression of a by the graph. */
typedef struct {
  const scalar_function *f;
  am_node first[6], second[36], third[216];
} derivatives;

static derivatives derivatives_of(const char *text) {
  derivatives d = {0};
  am_node x[6];
  am_value value = language_good(&lang, text);
  for (int i = 0; i < 6; i++) x[i] = variable(graph, i);
  am_reverse(graph, value.nodes[0], x, 6, d.first);
  am_hessian(graph, d.first, x, 6, d.second);
  am_jacobian(graph, d.second, 36, x, 6, d.third);
  am_optimize(graph, d.first, 6);
  am_optimize(graph, d.second, 36);
  am_optimize(graph, d.third, 216);
  return d;
}

/* Relative to the largest, or to 1: eigenvalues are about 1. */
static void check_all(const double *found, const double *expected, int count,
                      double tolerance, const char *what,
                      const spectrum *s) {
  double largest = 1, worst = 0;
  for (int i = 0; i < count; i++) {
    largest = fmax(largest, fabs(expected[i]));
    worst = fmax(worst, fabs(found[i] - expected[i]));
    if (isnan(found[i])) worst = INFINITY;
  }
  ck_assert_msg(worst <= tolerance * largest,
                "%s, %d numbers, eigenvalues %.17g %.17g %.17g: error %.2g",
                what, count, s->value[0], s->value[1], s->value[2],
                worst / largest);
}

static void check_derivatives(const spectrum *s, void *data) {
  const derivatives *d = data;
  double first[6], second[36], third[216], found[216];
  exact(d->f, s, first, second, third);
  values_at(lang.arena, graph, d->first, 6, s->x, NULL, found);
  check_all(found, first, 6, 1e-13, d->f->text, s);
  values_at(lang.arena, graph, d->second, 36, s->x, NULL, found);
  check_all(found, second, 36, 1e-12, d->f->text, s);
  values_at(lang.arena, graph, d->third, 216, s->x, NULL, found);
  check_all(found, third, 216, 1e-10, d->f->text, s);
}

/* The second derivatives alone. */
static void check_second(const spectrum *s, void *data) {
  const derivatives *d = data;
  double first[6], second[36], third[216], found[36];
  exact(d->f, s, first, second, third);
  values_at(lang.arena, graph, d->second, 36, s->x, NULL, found);
  check_all(found, second, 36, 1e-10, d->f->text, s);
}

START_TEST(sums_of_functions) {
  const char *text = functions[_i].text;
  derivatives d =
      derivatives_of(am_format(lang.arena, "sum(i, 1, 3, %s)", text));
  d.f = &functions[_i];
  for_all_spectra(check_derivatives, &d);
}
END_TEST

/* ---- functions of all eigenvalues ---------------------------------------- */

#define L(i) "eigenvalue(a, " #i ")"

/* Two ways to write one function. */
static const char *const twice[][2] = {
    {L(1) "*" L(2) "*" L(3), "det(a)"},
    {"log(" L(1) "*" L(2) "*" L(3) ")", "log(det(a))"},
    {L(1) "*" L(2) " + " L(2) "*" L(3) " + " L(3) "*" L(1),
     "(tr(a)^2 - a : a)/2"},
    {"exp(sum(i, 1, 3, eigenvalue(a, i)^2))", "exp(a : a)"},
    {"sum(i, 1, 3, exp(eigenvalue(dev(a), i)))",
     "sum(i, 1, 3, exp(eigenvalue(a, i)))*exp(-tr(a)/3)"},
    {"((" L(1) "-" L(2) ")*(" L(2) "-" L(3) ")*(" L(3) "-" L(1) "))^2",
     "(dev(a) : dev(a))^3/2 - 27*det(dev(a))^2"},
    {"abs(" L(1) "-" L(2) ")^4 + abs(" L(2) "-" L(3) ")^4 + abs(" L(3) "-" L(1)
     ")^4", "4.5*inner(dev(a), dev(a))^2"},
    {"((" L(1) "-" L(2) ")^2)^(b + 1) + ((" L(2) "-" L(3) ")^2)^(b + 1) + (("
     L(3) "-" L(1) ")^2)^(b + 1)", "4.5*inner(dev(a), dev(a))^2"},
    {"(" L(1) "-" L(2) ")^(b + 3) + (" L(2) "-" L(3) ")^(b + 3) + (" L(1) "-"
     L(3) ")^(b + 3)", "4.5*inner(dev(a), dev(a))^2"},
    {"sum(i, 1, 3, exp(eigenvalue(square(a), i)))",
     "sum(i, 1, 3, exp(eigenvalue(a, i)^2))"},
    {"sum(i, 1, 3, eigenvalue(inv(a), i)^b)",
     "sum(i, 1, 3, 1/eigenvalue(a, i))"},
};
enum { TWICE = sizeof twice / sizeof *twice };

typedef struct {
  derivatives one, other;
  const char *text;
} both;

static void check_both(const spectrum *s, void *data) {
  const both *d = data;
  double found[216], expected[216], at[7] = {[6] = 1};
  memcpy(at, s->x, sizeof s->x);
  const int counts[3] = {6, 36, 216};
  const am_node *one[3] = {d->one.first, d->one.second, d->one.third};
  const am_node *other[3] = {d->other.first, d->other.second,
                             d->other.third};
  for (int order = 0; order < 3; order++) {
    values_at(lang.arena, graph, one[order], counts[order], at, NULL, found);
    values_at(lang.arena, graph, other[order], counts[order], at, NULL,
              expected);
    check_all(found, expected, counts[order], 1e-10, d->text, s);
  }
}

START_TEST(functions_of_all) {
  both d = {.one = derivatives_of(twice[_i][0]),
            .other = derivatives_of(twice[_i][1]),
            .text = twice[_i][0]};
  for_all_spectra(check_both, &d);
}
END_TEST

/* ---- quotients by gaps --------------------------------------------------- */

/* x y with tiny x and huge y, in both orders, over a wide gap: relative to the
 * mean of its eigenvalues, x and y are of order 1. */
static void check_pole(const spectrum *s, void *data) {
  const int *order = data;
  am_node value[3], factor[2], x2, q, quotient;
  for (int i = 0; i < 3; i++)
    value[i] = am_eigenvalue(graph, language_good(&lang, "a").nodes, i);
  am_eigen marks = am_eigen_marks(graph, tensor_of(value[0]));
  am_node gap = am_sub(graph, marks.value[0], marks.value[1]);
  am_node wide = am_sub(graph, marks.value[1], marks.value[2]);
  x2 = am_mul(graph, gap, gap);
  for (int k = 0; k < 2; k++)
    factor[(k + *order) % 2] =
        (k + *order) % 2 ? am_apply(graph, AM_OP_RECIP0, x2, 0, 0)
                         : am_mul(graph, x2,
                                  am_apply(graph, AM_OP_EXP, marks.value[2],
                                           0, 0));
  q = am_graph_intern(graph, AM_OP_MUL, factor[*order], factor[1 - *order], 0);
  am_divide_by_gap(graph, &marks, 2, &q, 1, &quotient);
  am_node exact = am_div(graph, q, wide);
  double found = value_at(lang.arena, graph, quotient, s->x, NULL);
  double expected = value_at(lang.arena, graph, exact, s->x, NULL);
  ck_assert_close(found, expected, 1e-12, 0);
}

START_TEST(poles_beside_wide_gaps) {
  for (int i = 1; i < 9; i++) {
    double v[3];
    close_values(0, gaps[2 * i], v);
    spectrum s = tensor_with(v, 0);
    check_pole(&s, &_i);
  }
}
END_TEST

/* ---- a tensor made of the eigenvalues of another ------------------------- */

/* T = d/da of the sum of the eigenvalues' cubes, a third: a^2 by its
 * eigenvalues, whose exponentials are those of the squares. */
START_TEST(eigenvalues_of_a_derivative) {
  am_node x[6], stress[6];
  am_value energy = language_good(&lang, "sum(i, 1, 3, eigenvalue(a, i)^3)/3");
  for (int i = 0; i < 6; i++) x[i] = variable(graph, i);
  am_reverse(graph, energy.nodes[0], x, 6, stress);
  am_value value = language_good(&lang, "sum(i, 1, 3, exp(eigenvalue(a, i)))");
  am_node outer = value.nodes[0];
  both d = {.other = derivatives_of("sum(i, 1, 3, exp(eigenvalue(a, i)^2))"),
            .text = "nested"};
  am_substitute(graph, &outer, 1, x, stress, 6);
  am_reverse(graph, outer, x, 6, d.one.first);
  for (int i = 0; i < 6; i++)
    am_reverse(graph, d.one.first[i], x, 6, d.one.second + 6 * i);
  am_jacobian(graph, d.one.second, 36, x, 6, d.one.third);
  for_all_spectra(check_both, &d);
}
END_TEST

/* ---- functions that have kinks ------------------------------------------- */

/* One coordinate of the gradient along one of a. */
typedef struct {
  am_frame *frame;
  double x[6];
  int row, column;
} section;

static double along(double x, void *data) {
  section *s = data;
  double at[7] = {[6] = 0.3}, value[6];
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STATE] = at};
  memcpy(at, s->x, sizeof s->x);
  at[s->column] = x;
  am_frame_run(s->frame, inputs, value);
  return value[s->row];
}

static const char *const kinked[] = {
    L(1), L(2), L(1) " - " L(3), "pos(" L(1) ")*exp(b)",
    "max(" L(1) ", -2*" L(3) ")^2",
    "(2*" L(2) " - " L(1) " - " L(3) ")/(" L(1) " - " L(3) ")",
    "if(b < 5, " L(1) ", a : a)", "if(b < 5, a : a, " L(1) ")",
    "if(b > 5, a : a, " L(1) ")",
};
enum { KINKED = sizeof kinked / sizeof *kinked };

/* Derivatives at distinct eigenvalues */
START_TEST(distinct_eigenvalues) {
  const derivatives d = derivatives_of(kinked[_i]);
  const double values[][3] = {{1.3, 0.4, -0.7}, {0.2, 0.19, -0.1}};
  for (int n = 0; n < 2; n++) {
    spectrum at = tensor_with(values[n], n + 1);
    double x[7] = {[6] = 0.3}, second[36];
    memcpy(x, at.x, sizeof at.x);
    values_at(lang.arena, graph, d.second, 36, x, NULL, second);
    am_program *program = am_program_new(lang.arena, graph, d.first, 6);
    section s = {.frame = am_frame_new(lang.arena, program)};
    memcpy(s.x, at.x, sizeof at.x);
    gsl_function function = {along, &s};
    for (int k = 0; k < 36; k++) {
      double numerical, error;
      s.row = k / 6;
      s.column = k % 6;
      gsl_deriv_central(&function, s.x[s.column], 1e-3, &numerical, &error);
      ck_assert_close(second[k], numerical, 1e-9, 4 * error + 1e-9);
    }
  }
}
END_TEST

/* Smooth terms keep their curvature next to inactive terms with a kink. */
START_TEST(kinks_that_do_not_act) {
  derivatives d = derivatives_of(
      "sum(i, 1, 3, exp(2*eigenvalue(a, i))) + pos(" L(1) " - 10)");
  d.f = &functions[0];
  for_all_spectra(check_second, &d);
}
END_TEST

/* The positive part: for eigenvalues close to zero on both sides, the divided
 * difference of the derivative 2 pos(x) is that of a line with a kink. */
START_TEST(positive_part_around_zero) {
  derivatives d = derivatives_of("sum(i, 1, 3, pos(eigenvalue(a, i))^2)");
  for (int n = 0; n < 3 * GAPS; n++) {
    double gap = gaps[n % GAPS], expected[36] = {0}, found[36];
    double h[6][3][3];
    const double values[] = {0.75 * gap, -0.25 * gap, -0.5};
    spectrum s = tensor_with(values, n / GAPS);
    for (int k = 0; k < 6; k++) basis_in_frame(&s, k, h[k]);
    /* Rounding moves closer eigenvalues across zero. */
    if (gap < 1e-6) continue;
    for (int k = 0; k < 36; k++) {
      double *c = &expected[k], (*a)[3] = h[k / 6], (*b)[3] = h[k % 6];
      *c = 2 * a[0][0] * b[0][0] + 4 * 0.75 * a[0][1] * b[0][1] +
           4 * 0.75 * gap / (0.75 * gap + 0.5) * a[0][2] * b[0][2];
    }
    values_at(lang.arena, graph, d.second, 36, s.x, NULL, found);
    check_all(found, expected, 36, 1e-9, "positive part", &s);
  }
}
END_TEST

START_TEST(wrong_uses) {
  static const char *const uses[][2] = {
      {"eigenvalue(a, 0)",
       "1:15: argument 2 of 'eigenvalue' must be 1, 2 or 3, found 0"},
      {"eigenvalue(a, 4)",
       "1:15: argument 2 of 'eigenvalue' must be 1, 2 or 3, found 4"},
      {"eigenvalue(a, b)", "1:15: an index must not depend on variables"},
      {"eigenvalue(b, 1)",
       "1:12: argument 1 of 'eigenvalue' must be a symmetric tensor, found a "
       "scalar"},
  };
  for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
    ck_assert_str_eq(language_bad(&lang, uses[i][0]), uses[i][1]);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("spectral");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, decomposition);
  tcase_add_test(tcase, order_of_eigenvalues);
  tcase_add_test(tcase, angles);
  tcase_add_test(tcase, zero_has_eigenvectors);
  tcase_add_loop_test(tcase, sums_of_functions, 0, FUNCTIONS);
  tcase_add_loop_test(tcase, functions_of_all, 0, TWICE);
  tcase_add_loop_test(tcase, poles_beside_wide_gaps, 0, 2);
  tcase_add_test(tcase, eigenvalues_of_a_derivative);
  tcase_add_loop_test(tcase, distinct_eigenvalues, 0, KINKED);
  tcase_add_test(tcase, kinks_that_do_not_act);
  tcase_add_test(tcase, positive_part_around_zero);
  tcase_add_test(tcase, wrong_uses);
  return test_run("spectral", &tcase, 1);
}
