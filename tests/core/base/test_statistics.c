/* Tests of base/statistics.c. */
#include "base/statistics.h"
#include "tests/support.h"

typedef struct {
  double numbers[8];
  int count;
  double share, expected;
} row;

static const row rows[] = {
    {{3}, 1, 0.5, 3},          {{1, 2}, 2, 0.5, 1.5},
    {{1, 2, 4}, 3, 0.5, 2},    {{1, 2, 4}, 3, 0, 1},
    {{1, 2, 4}, 3, 1, 4},      {{1, 2, 4}, 3, 0.75, 3},
    {{0, 10, 20, 30, 40}, 5, 0.1, 4},
};

START_TEST(percentiles) {
  const row *r = &rows[_i];
  ck_assert_close(am_percentile(r->numbers, r->count, r->share), r->expected,
                  1e-15, 0);
}
END_TEST

START_TEST(order_does_not_matter) {
  double a[] = {5, 1, 4, 2, 3, 9, 8, 7, 6, 0, 10};
  am_spread spread = am_spread_of(a, 11);
  ck_assert_close(spread.median, 5, 0, 0);
  ck_assert_close(spread.low, 1, 0, 1e-14);
  ck_assert_close(spread.high, 9, 0, 1e-14);
}
END_TEST

START_TEST(nothing_is_not_a_number) {
  am_spread spread = am_spread_of(NULL, 0);
  ck_assert(isnan(spread.median) && isnan(spread.low) && isnan(spread.high));
}
END_TEST

/* If the machine slows down in the middle, ratios of neighbours are
 * unchanged. */
START_TEST(ratios_of_neighbours) {
  double above[9], below[9], room[9];
  for (int i = 0; i < 9; i++) {
    double speed = i < 4 ? 1 : 0.25;
    above[i] = 3 * speed;
    below[i] = 2 * speed;
  }
  am_spread spread = am_spread_of_ratios(above, below, 9, room);
  ck_assert_close(spread.low, 1.5, 1e-15, 0);
  ck_assert_close(spread.median, 1.5, 1e-15, 0);
  ck_assert_close(spread.high, 1.5, 1e-15, 0);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("statistics");
  tcase_add_loop_test(all, percentiles, 0, sizeof rows / sizeof *rows);
  tcase_add_test(all, order_does_not_matter);
  tcase_add_test(all, nothing_is_not_a_number);
  tcase_add_test(all, ratios_of_neighbours);
  return test_run("base/statistics", &all, 1);
}
