/* test_published.c: numbers of the paper are found by what they belong to. */
#include "study/composite.h"
#include "support.h"

START_TEST(found) {
  am_published_times t =
      am_published_times_of("ode23", "semi-automatic", true, false);
  ck_assert_double_eq(am_published_iterations("ode23s"), 1554);
  ck_assert_double_eq(t.total, 453.94);
  ck_assert(isnan(t.law) && isnan(t.tangents));
  t = am_published_times_of("ode12", "automatic", false, true);
  ck_assert_double_eq(t.total, 11555.43);
  ck_assert_double_eq(t.law, 2062.8);
  ck_assert_double_eq(t.tangents, 9070.5);
}
END_TEST

/* The laws are a part of the whole; an update costs time. */
START_TEST(plausible) {
  static const char *const schemes[] = {"implicit-euler", "ode12", "ode23",
                                        "ode23s"};
  static const char *const strategies[] = {"automatic", "semi-automatic",
                                           "conventional"};
  int count = 0;
  for (int i = 0; i < 24; i++) {
    const char *scheme = schemes[i % 4], *strategy = strategies[i / 4 % 3];
    am_published_times updated =
        am_published_times_of(scheme, strategy, i >= 12, true);
    am_published_times fixed =
        am_published_times_of(scheme, strategy, i >= 12, false);
    ck_assert_int_eq(isnan(updated.total), isnan(fixed.total));
    if (isnan(fixed.total)) continue;
    ck_assert_double_lt(fixed.total, updated.total);
    ck_assert_double_lt(updated.law + updated.tangents, updated.total);
    count++;
  }
  ck_assert_int_eq(count, 16);
}
END_TEST

START_TEST(not_there) {
  ck_assert(isnan(am_published_iterations("rodas4")));
  ck_assert(am_published_is_of((const int[]){150, 150, 150}));
  ck_assert(!am_published_is_of((const int[]){30, 30, 30}));
  ck_assert(!am_published_is_of((const int[]){150, 150, 30}));
  ck_assert(
      isnan(am_published_times_of("ode23s", "automatic", true, true).total));
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("published")};
  tcase_add_test(cases[0], found);
  tcase_add_test(cases[0], plausible);
  tcase_add_test(cases[0], not_there);
  return test_run("published", cases, 1);
}
