/* Difference quotients of functions with known derivatives. */
#include <float.h>
#include <gsl/gsl_deriv.h>

#include "check/parts.h"
#include "tests/support.h"

/* ---- the best of many ---------------------------------------------------- */

static double cubic(double x) { return x * x * x; }
static double square(double x) { return 3 * x * x; }

/* A function along its argument, from x on. */
typedef struct {
  double (*f)(double);
  double x;
} curve;

static bool along(void *data, int column, double h, double *y) {
  const curve *c = data;
  (void)column;
  *y = c->f(c->x + h);
  return true;
}

/* Steps from 1/8 on; the functions are exact to a few units. */
static am_differences differences_of(double (*f)(double), double x) {
  curve c = {f, x};
  am_differences d =
      am_differences_new(test_arena(), (am_line){1, 1, along, &c});
  ck_assert_int_eq(am_differences_take(&d, 0, 0.125, AM_DIFFERENCE_STEPS),
                   AM_DIFFERENCE_STEPS);
  return d;
}

static double rounding_of(double (*f)(double), double x) {
  return 4 * DBL_EPSILON * fabs(f(x));
}

START_TEST(slope_of_a_true_derivative) {
  am_differences s = differences_of(sin, 1), c = differences_of(cubic, 2);
  double of_sin = rounding_of(sin, 1), of_cubic = rounding_of(cubic, 2);
  ck_assert_close(am_differences_slope(&s, 0, of_sin, cos(1)), 2, 0, 0.01);
  ck_assert_close(am_differences_slope(&c, 0, of_cubic, 12), 2, 0, 0.01);
}
END_TEST

START_TEST(slope_of_a_wrong_derivative) {
  am_differences s = differences_of(sin, 1);
  double rounding = rounding_of(sin, 1);
  ck_assert_double_lt(
      am_differences_slope(&s, 0, rounding, cos(1) * (1 + 1e-6)), 1);
  ck_assert_close(am_differences_slope(&s, 0, rounding, -cos(1)), 0, 0, 0.01);
}
END_TEST

/* Quotients of a quadratic have no error but rounding. */
START_TEST(no_slope) {
  am_differences s = differences_of(square, 1);
  double rounding = rounding_of(square, 1);
  ck_assert(isnan(am_differences_slope(&s, 0, rounding, 6)));
  ck_assert_close(am_differences_slope(&s, 0, rounding, 6.01), 0, 0, 1e-6);
}
END_TEST

START_TEST(estimates) {
  static const struct {
    double (*f)(double);
    double x, derivative, least; /* detected relative error */
  } functions[] = {{sin, 1, 0.54030230586813972, 1e-5},
                   {exp, 2, 7.3890560989306502, 1e-5},
                   {cubic, 3, 27, 1e-5},
                   {square, 1, 6, 1e-10}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    am_differences s = differences_of(functions[i].f, functions[i].x);
    double bound, d = functions[i].derivative;
    double best = am_differences_best(
        &s, 0, rounding_of(functions[i].f, functions[i].x), &bound);
    ck_assert_double_le(fabs(best - d), bound);
    ck_assert_double_gt(fabs(best - d * (1 + functions[i].least)), bound);
  }
}
END_TEST

static double tangled(double x) { return exp(sin(3 * x)) * log1p(x * x); }

static double by_gsl(double x, void *data) {
  (void)data;
  return tangled(x);
}

START_TEST(agree_with_gsl) {
  const gsl_function function = {by_gsl, NULL};
  for (double x = -2; x < 2; x += 0.3) {
    am_differences s = differences_of(tangled, x);
    double bound, expected, error;
    double best =
        am_differences_best(&s, 0, rounding_of(tangled, x), &bound);
    gsl_deriv_central(&function, x, 1e-3, &expected, &error);
    ck_assert_double_le(fabs(best - expected), bound + 10 * error);
    ck_assert_double_lt(bound, 1e-4);
  }
}
END_TEST

/* One quotient gives no error estimate. */
START_TEST(too_few) {
  am_differences s = differences_of(sin, 1);
  double bound;
  s.steps = 1;
  am_differences_best(&s, 0, rounding_of(sin, 1), &bound);
  ck_assert(isinf(bound));
  ck_assert(isnan(am_differences_slope(&s, 0, rounding_of(sin, 1), 0)));
}
END_TEST

/* ---- extrapolated to step zero ------------------------------------------- */

static bool smooth(void *data, int column, double h, double *y) {
  const double *rate = data;
  (void)column;
  y[0] = exp(*rate * h);
  y[1] = sin(1 + h);
  y[2] = 5;
  return true;
}

static bool kinked(void *data, int column, double h, double *y) {
  (void)data, (void)column;
  y[0] = h > 1e-4 ? h - 1e-4 : 0;
  return true;
}

/* A curve with a kink in column 1. */
static bool partly_kinked(void *data, int column, double h, double *y) {
  int *count = data;
  ++*count;
  return column == 1 ? kinked(NULL, column, h, y) : smooth(&(double){3}, 0, h, y);
}

static bool undefined(void *data, int column, double h, double *y) {
  (void)data, (void)column;
  y[0] = h;
  return h > -1e-3;
}

START_TEST(smooth_curves) {
  double rate = 3;
  am_differences d =
      am_differences_new(test_arena(), (am_line){3, 1, smooth, &rate});
  d.first = 2;
  ck_assert(am_differences_extrapolate(&d, 1e-2));
  ck_assert_close(d.slope[0], 3, 1e-12, 0);
  ck_assert_close(d.slope[1], cos(1), 1e-12, 0);
  ck_assert_double_eq(d.slope[2], 0);
  for (int i = 0; i < 2; i++) {
    double exact = i ? cos(1) : 3;
    ck_assert_double_lt(d.error[i] + d.noise[i], 1e-10);
    ck_assert_double_ge(d.error[i] + d.noise[i], fabs(d.slope[i] - exact));
  }
  ck_assert_double_eq_tol(d.order, 2, 1e-2);
}
END_TEST

/* The estimate detects a kink within the step. */
START_TEST(kinks) {
  am_differences d =
      am_differences_new(test_arena(), (am_line){1, 1, kinked, NULL});
  ck_assert(am_differences_extrapolate(&d, 1e-3));
  ck_assert_double_gt(d.error[0], 1e-3);
}
END_TEST

/* An inaccurate line ends the extrapolation of all lines. */
START_TEST(inaccurate_line) {
  enum { LINES = 4, CALLS = 2 * AM_DIFFERENCE_EXTRAPOLATED };
  int count = 0;
  am_differences d = am_differences_new(
      test_arena(), (am_line){3, LINES, partly_kinked, &count});
  d.first = 1;
  ck_assert(am_differences_extrapolate(&d, 1e-3));
  ck_assert_int_eq(count, LINES * CALLS);
  d.give_up = 1e-6;
  ck_assert(!am_differences_extrapolate(&d, 1e-3));
  ck_assert_int_eq(count, (LINES + 2) * CALLS);
  d.give_up = 100;
  ck_assert(am_differences_extrapolate(&d, 1e-3));
}
END_TEST

START_TEST(beyond_the_domain) {
  am_differences d =
      am_differences_new(test_arena(), (am_line){1, 1, undefined, NULL});
  d.first = 1;
  ck_assert(!am_differences_extrapolate(&d, 1e-2));
  ck_assert(am_differences_extrapolate(&d, 1e-4));
  ck_assert_close(d.slope[0], 1, 1e-12, 0);
  ck_assert(isnan(d.order));
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("differences");
  tcase_add_test(tcase, slope_of_a_true_derivative);
  tcase_add_test(tcase, slope_of_a_wrong_derivative);
  tcase_add_test(tcase, no_slope);
  tcase_add_test(tcase, estimates);
  tcase_add_test(tcase, agree_with_gsl);
  tcase_add_test(tcase, too_few);
  tcase_add_test(tcase, smooth_curves);
  tcase_add_test(tcase, kinks);
  tcase_add_test(tcase, inaccurate_line);
  tcase_add_test(tcase, beyond_the_domain);
  return test_run("differences", &tcase, 1);
}
