/* test_accuracy.c: figures of the paper on errors of stresses and on the effect
 * of stress-driven error control. */
#include "studies.h"

static size_t row_of(const studied *s, double steps, const char *scheme,
                     const char *control) {
  for (size_t i = 0; i < rows_of(s); i++)
    if (number_at(s, i, "steps") == steps && is_row(s, i, "scheme", scheme) &&
        is_row(s, i, "error_control", control))
      return i;
  ck_abort_msg("no row of %s", scheme);
}

/* Errors fall with more loading steps; a single implicit Euler step is less
 * accurate than any scheme with error control. With the strain history of the
 * finest run, only the error within the tolerance remains. */
START_TEST(errors_fall) {
  studied s = study(&(question){"accuracy", "uniaxial",
                                .options = {.steps = "20,40,160",
                                            .controls = "internal"}});
  static const double steps[] = {20, 40, 160};
  ck_assert_uint_eq(rows_of(&s), 21);
  for (size_t i = 0; i < rows_of(&s); i++) {
    double n = number_at(&s, i, "steps");
    size_t euler = row_of(&s, n, "implicit-euler", "");
    ck_assert_double_eq(number_at(&s, i, "times"), n + 1);
    ck_assert_double_ge(number_at(&s, i, "maximum"),
                        number_at(&s, i, "mean"));
    if (is_row(&s, i, "error_control", ""))
      ck_assert(isnan(number_at(&s, i, "apart")));
    else
      ck_assert_double_lt(number_at(&s, i, "maximum"),
                          0.1 * number_at(&s, euler, "maximum"));
    for (size_t k = 1; k < 3; k++) {
      if (n != steps[k]) continue;
      size_t coarse = row_of(&s, steps[k - 1], text_at(&s, i, "scheme"),
                             text_at(&s, i, "error_control"));
      ck_assert_double_lt(number_at(&s, i, "maximum"),
                          number_at(&s, coarse, "maximum"));
    }
  }
  size_t best = row_of(&s, 160, "rodas4", "internal");
  ck_assert_double_lt(number_at(&s, best, "relative"), 1e-6);
  size_t itself = row_of(&s, 40, "ode12", "internal");
  ck_assert_double_eq(number_at(&s, itself, "apart"), 0);
}
END_TEST

/* Sum of the mean distances of ode23 and ode23s from ode12 */
static double apart(const studied *s, double steps, const char *control,
                    const char *column) {
  return number_at(s, row_of(s, steps, "ode23", control), column) +
         number_at(s, row_of(s, steps, "ode23s", control), column);
}

static studied compare_controls(const char *stiffness) {
  return study(&(question){"accuracy", "uniaxial",
                           .options.schemes = "ode12,ode23,ode23s",
                           .sets = {"solver.tangent=false", stiffness}});
}

/* Without tangents, whose errors otherwise decide the substeps. */
START_TEST(stress_control_brings_schemes_together) {
  studied s = compare_controls(NULL);
  double internal = 0, stress = 0;
  for (double n = 20; n <= 320; n *= 2) {
    double a = apart(&s, n, "internal", "apart_mean");
    double b = apart(&s, n, "stress", "apart_mean");
    ck_assert_msg(b < a, "%g steps: %g, with stress control %g", n, a, b);
    internal += a;
    stress += b;
  }
  ck_assert_double_lt(stress, 0.85 * internal);
}
END_TEST

/* Errors of internal variables weigh more when the material is stiffer. */
START_TEST(the_more_the_stiffer) {
  studied s = compare_controls("parameters.E=550e3");
  for (double n = 20; n <= 320; n *= 2) {
    ck_assert_double_lt(apart(&s, n, "stress", "apart"),
                        0.5 * apart(&s, n, "internal", "apart"));
    ck_assert_double_lt(apart(&s, n, "stress", "apart_mean"),
                        0.5 * apart(&s, n, "internal", "apart_mean"));
  }
}
END_TEST

/* Under pure strain control elasticity is exact. */
START_TEST(elasticity_is_exact) {
  studied s = study(&(question){"accuracy", "elastic",
                                .options = {.steps = "2,7",
                                            .column = "stress.xx",
                                            .schemes = "ode23,rodas4",
                                            .against = "rodas4"}});
  for (size_t i = 0; i < rows_of(&s); i++) {
    ck_assert_double_le(number_at(&s, i, "relative"), 1e-7);
    ck_assert_double_le(number_at(&s, i, "apart"), 1e-7);
  }
}
END_TEST

START_TEST(wrong_partner) {
  studied s = study_try(&(question){"accuracy", "uniaxial",
                                    .options = {.schemes = "ode23",
                                                .against = "ode12"}});
  ck_assert_int_eq(s.status, AM_USAGE);
  ck_assert_ptr_nonnull(strstr(first_text(&s), "--against"));
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("accuracy")};
  tcase_add_test(cases[0], errors_fall);
  tcase_add_test(cases[0], stress_control_brings_schemes_together);
  tcase_add_test(cases[0], the_more_the_stiffer);
  tcase_add_test(cases[0], elasticity_is_exact);
  tcase_add_test(cases[0], wrong_partner);
  return test_run("accuracy", cases, 1);
}
