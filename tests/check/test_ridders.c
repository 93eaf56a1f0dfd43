/* Differences extrapolated to step zero. */
#include "check/ridders.h"

#include "tests/support.h"

static bool smooth(void *data, double h, double *y) {
  const double *rate = data;
  y[0] = exp(*rate * h);
  y[1] = sin(1 + h);
  y[2] = 5;
  return true;
}

static bool kinked(void *data, double h, double *y) {
  (void)data;
  y[0] = h > 1e-4 ? h - 1e-4 : 0;
  return true;
}

static bool undefined(void *data, double h, double *y) {
  (void)data;
  y[0] = h;
  return h > -1e-3;
}

START_TEST(smooth_curves) {
  double rate = 3;
  am_derivative d = am_derivative_new(test_arena(), 3);
  ck_assert(am_ridders(&(am_curve){3, smooth, &rate}, 1e-2, &d));
  ck_assert_close(d.value[0], 3, 1e-12, 0);
  ck_assert_close(d.value[1], cos(1), 1e-12, 0);
  ck_assert_double_eq(d.value[2], 0);
  for (int i = 0; i < 2; i++) {
    double exact = i ? cos(1) : 3;
    ck_assert_double_lt(d.error[i] + d.noise[i], 1e-10);
    ck_assert_double_ge(d.error[i] + d.noise[i], fabs(d.value[i] - exact));
  }
  ck_assert_double_eq_tol(am_ridders_order(&d, 2, 3), 2, 1e-2);
}
END_TEST

/* The estimate tells where a kink is within reach. */
START_TEST(kinks) {
  am_derivative d = am_derivative_new(test_arena(), 1);
  ck_assert(am_ridders(&(am_curve){1, kinked, NULL}, 1e-3, &d));
  ck_assert_double_gt(d.error[0], 1e-3);
}
END_TEST

START_TEST(beyond_the_domain) {
  am_derivative d = am_derivative_new(test_arena(), 1);
  ck_assert(!am_ridders(&(am_curve){1, undefined, NULL}, 1e-2, &d));
  ck_assert(am_ridders(&(am_curve){1, undefined, NULL}, 1e-4, &d));
  ck_assert_close(d.value[0], 1, 1e-12, 0);
  ck_assert(isnan(am_ridders_order(&d, 1, 1)));
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("ridders");
  tcase_add_test(tcase, smooth_curves);
  tcase_add_test(tcase, kinks);
  tcase_add_test(tcase, beyond_the_domain);
  return test_run("ridders", &tcase, 1);
}
