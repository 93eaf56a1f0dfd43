/* covers: lists.c
 *
 * Differences of runs at common times. */
#include "study/parts.h"
#include "support.h"

static const char *const names[] = {"time", "a", "b"};

static am_table *table_of(const double *times, size_t rows, double shift) {
  am_table *table = am_table_new(test_arena(), names, NULL, 3);
  for (size_t i = 0; i < rows; i++)
    am_table_add(table,
                 (const double[]){times[i], times[i] + shift * times[i], 100});
  return table;
}

/* Times 0, 1, 2, 4 are common, 4 up to rounding; the third column differs at
 * times that count. */
START_TEST(common_times) {
  static const double few[] = {0, 1, 2, 4};
  static const double many[] = {0, 0.5, 1, 1.5, 2, 3, 4 * (1 + 1e-15), 5};
  am_table *a = table_of(few, 4, 0.5), *b = table_of(many, 8, 0);
  am_run_difference apart = am_run_difference_of(a, b, 2);
  ck_assert_int_eq(apart.times, 4);
  ck_assert_close(apart.largest, 2, 1e-14, 0);
  ck_assert_close(apart.mean, (0 + 0.5 + 1 + 2) / 4, 1e-14, 0);
  ck_assert_close(apart.scale, 4, 1e-14, 0);
  a->values[2] = 107;
  apart = am_run_difference_of(a, b, 3);
  ck_assert_double_eq(apart.largest, 7);
  ck_assert_double_eq(apart.scale, 100);
  ck_assert_double_eq(am_run_difference_of(b, b, 3).largest, 0);
}
END_TEST

START_TEST(nothing_in_common) {
  static const double x[] = {0, 2}, y[] = {1, 3};
  am_run_difference apart =
      am_run_difference_of(table_of(x, 2, 0), table_of(y, 2, 0), 2);
  ck_assert_int_eq(apart.times, 0);
  ck_assert(isnan(apart.largest) && isnan(apart.mean) && isnan(apart.scale));
  apart = am_run_difference_of(table_of(x, 0, 0), table_of(y, 2, 0), 2);
  ck_assert_int_eq(apart.times, 0);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("variants")};
  tcase_add_test(cases[0], common_times);
  tcase_add_test(cases[0], nothing_in_common);
  return test_run("variants", cases, 1);
}
