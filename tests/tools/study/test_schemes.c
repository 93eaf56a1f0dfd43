/* test_schemes.c: figure of the paper on the choice of schemes: substeps
 * against the duration of a loading step. */
#include <math.h>

#include "studies.h"

static double substeps(const studied *s, const char *scheme,
                       const char *tangent, double duration) {
  for (size_t i = 0; i < rows_of(s); i++)
    if (is_row(s, i, "scheme", scheme) && is_row(s, i, "tangent", tangent) &&
        fabs(number_at(s, i, "duration") / duration - 1) < 1e-12)
      return number_at(s, i, "substeps");
  ck_abort_msg("no row of %s", scheme);
}

/* Beyond the stability limit the flow rate is strain over duration, and the
 * rates change by its power 1 - 1/n: substeps grow like duration^(1/n), those
 * of implicit schemes do not, but for those with tangents, whose first substep
 * is bounded by the stiffness and which grow by at most five. Below the limit,
 * accuracy determines the substeps. */
START_TEST(explicit_substeps_grow_beyond_the_stability_limit) {
  static const char *const rigid[] = {"ode12", "ode23", "ode45"};
  static const char *const easy[] = {"implicit-euler", "ode23s", "rodas4"};
  studied s = study(&(question){
      "schemes", "uniaxial",
      .options.durations = "1e-2,1e-1,1,1e5,1e8"});
  ck_assert_uint_eq(rows_of(&s), 7 * 2 * 5);
  for (size_t k = 0; k < 3; k++) {
    double before = substeps(&s, easy[k], "yes", 1);
    ck_assert_double_ge(before, 1);
    ck_assert_double_le(substeps(&s, easy[k], "yes", 1e8),
                        1.5 * before + log(1e8) / log(5));
    ck_assert_double_gt(substeps(&s, rigid[k], "no", 1e8),
                        20 * substeps(&s, rigid[k], "no", 1));
    ck_assert_double_gt(substeps(&s, rigid[k], "no", 1e5),
                        10 * substeps(&s, easy[k], "no", 1e5));
  }
  for (size_t k = 1; k < 3; k++) {
    double slope = log10(substeps(&s, rigid[k], "yes", 1e8) /
                         substeps(&s, rigid[k], "yes", 1e5)) / 3;
    ck_assert_close(slope, 1 / 3.6, 0, 0.03);
  }
  for (double d = 1e-2; d < 1; d *= 10) {
    ck_assert_close(substeps(&s, "ode12", "no", d),
                    substeps(&s, "ode12", "no", 1), 0.1, 0);
    ck_assert_close(substeps(&s, "ode12", "yes", d),
                    substeps(&s, "ode12", "yes", 1), 0.1, 0);
  }
}
END_TEST

START_TEST(one_row_for_each) {
  studied s = study(&(question){"schemes", "uniaxial",
                                .options = {.schemes = "ode23,implicit-euler",
                                            .durations = "1e-1:1e1:2",
                                            .strain = "xx=1e-3,xy=2e-3"}});
  ck_assert_uint_eq(rows_of(&s), 2 * 2 * 5);
  for (size_t i = 0; i < rows_of(&s); i++) {
    ck_assert_str_eq(text_at(&s, i, "scheme"),
                     i < 10 ? "ode23" : "implicit-euler");
    ck_assert_str_eq(text_at(&s, i, "tangent"),
                     i / 5 % 2 ? "yes" : "no");
    ck_assert_close(number_at(&s, i, "duration"),
                    pow(10, (double)(i % 5) / 2 - 1), 1e-14, 0);
    ck_assert_double_ge(number_at(&s, i, "evaluations"), 1);
    ck_assert_double_ge(number_at(&s, i, "run_time"), 0);
  }
  ck_assert_double_eq(number_at(&s, 10, "substeps"), 1);
  ck_assert_double_ge(number_at(&s, 10, "iterations"), 1);
}
END_TEST

/* A scheme that fails also gives a row. */
START_TEST(failures_are_rows) {
  studied s = study(&(question){"schemes", "uniaxial",
                                .options = {.schemes = "ode12,ode23s",
                                            .durations = "1e8"},
                                .sets = {"solver.max_substeps=100"}});
  ck_assert_uint_eq(rows_of(&s), 4);
  for (size_t i = 0; i < 2; i++) {
    ck_assert(isnan(number_at(&s, i, "substeps")));
    ck_assert_ptr_nonnull(strstr(text_at(&s, i, "status"), "substeps"));
    ck_assert_str_eq(text_at(&s, 2 + i, "status"), "ok");
  }
  ck_assert_ptr_nonnull(strstr(first_text(&s), "ode12, without tangent"));
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("schemes")};
  tcase_add_test(cases[0], explicit_substeps_grow_beyond_the_stability_limit);
  tcase_add_test(cases[0], one_row_for_each);
  tcase_add_test(cases[0], failures_are_rows);
  return test_run("schemes", cases, 1);
}
