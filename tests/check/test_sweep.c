/* Difference quotients of functions whose derivatives are known. */
#include <float.h>

#include "check/sweep.h"
#include "tests/support.h"

static double cubic(double x) { return x * x * x; }
static double square(double x) { return 3 * x * x; }

/* Steps from 1/8 on, at x = 1; the functions are exact to a few units. */
static am_sweep sweep_of(double (*f)(double), double x) {
  am_sweep s = {.count = AM_SWEEP_STEPS};
  double h = 0.125;
  for (int k = 0; k < s.count; k++, h /= 2) {
    s.step[k] = h;
    s.quotient[k] = (f(x + h) - f(x - h)) / (2 * h);
    s.rounding[k] = 4 * DBL_EPSILON * fabs(f(x)) / h;
  }
  return s;
}

START_TEST(slope_of_a_true_derivative) {
  am_sweep s = sweep_of(sin, 1), c = sweep_of(cubic, 2);
  ck_assert_close(am_sweep_slope(&s, cos(1)), 2, 0, 0.01);
  ck_assert_close(am_sweep_slope(&c, 12), 2, 0, 0.01);
}
END_TEST

START_TEST(slope_of_a_wrong_derivative) {
  am_sweep s = sweep_of(sin, 1);
  ck_assert_double_lt(am_sweep_slope(&s, cos(1) * (1 + 1e-6)), 1);
  ck_assert_close(am_sweep_slope(&s, -cos(1)), 0, 0, 0.01);
}
END_TEST

/* Quotients of a quadratic have no error but rounding. */
START_TEST(no_slope) {
  am_sweep s = sweep_of(square, 1);
  ck_assert(isnan(am_sweep_slope(&s, 6)));
  ck_assert_close(am_sweep_slope(&s, 6.01), 0, 0, 1e-6);
}
END_TEST

START_TEST(estimates) {
  static const struct {
    double (*f)(double);
    double x, derivative, least; /* relative error that is found out */
  } functions[] = {{sin, 1, 0.54030230586813972, 1e-5},
                   {exp, 2, 7.3890560989306502, 1e-5},
                   {cubic, 3, 27, 1e-5},
                   {square, 1, 6, 1e-10}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    am_sweep s = sweep_of(functions[i].f, functions[i].x);
    int best;
    double bound, d = functions[i].derivative;
    am_sweep_estimate(&s, &best, &bound);
    ck_assert_double_le(fabs(s.quotient[best] - d), bound);
    ck_assert_double_gt(
        fabs(s.quotient[best] - d * (1 + functions[i].least)), bound);
  }
}
END_TEST

/* One quotient tells nothing. */
START_TEST(too_few) {
  am_sweep s = sweep_of(sin, 1);
  int best;
  double bound;
  s.count = 1;
  am_sweep_estimate(&s, &best, &bound);
  ck_assert(isinf(bound));
  ck_assert(isnan(am_sweep_slope(&s, 0)));
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("sweep");
  tcase_add_test(tcase, slope_of_a_true_derivative);
  tcase_add_test(tcase, slope_of_a_wrong_derivative);
  tcase_add_test(tcase, no_slope);
  tcase_add_test(tcase, estimates);
  tcase_add_test(tcase, too_few);
  return test_run("sweep", &tcase, 1);
}
