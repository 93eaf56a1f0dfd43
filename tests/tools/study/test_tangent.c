/* test_tangent.c: figure of the paper on the relative error of d eps_vp,xx/d
 * eps_xx against the number of loading steps, as measured by an independent
 * program. The error of a single implicit Euler step grows; schemes under
 * coupled error control keep the tolerance, those under primal control do
 * not. */
#include "studies.h"

static const double rtol = 1e-3; /* of the case */

START_TEST(implicit_euler_grows) {
  static const double published[] = {1.1e-2, 4.4e-2, 1.4e-1, 3.1e-1, 5.2e-1};
  studied s = study(&(question){
      "tangent", "uniaxial", .options.schemes = "implicit-euler"});
  ck_assert_uint_eq(rows_of(&s), 5);
  for (size_t i = 0; i < 5; i++) {
    double median = number_at(&s, i, "median");
    ck_assert_double_eq(number_at(&s, i, "steps"), 20 << i);
    ck_assert_close(median, published[i], 0.05, 0);
    ck_assert_double_gt(number_at(&s, i, "evaluations"), 15 << i);
    ck_assert_double_gt(number_at(&s, i, "tangent_ratio"), 20);
    ck_assert_double_ge(number_at(&s, i, "quantile_90"), median);
    ck_assert_double_ge(number_at(&s, i, "maximum"),
                        number_at(&s, i, "quantile_90"));
    if (i) ck_assert_double_gt(median, number_at(&s, i - 1, "median"));
    ck_assert_str_eq(text_at(&s, i, "error_control"), "");
  }
  ck_assert_double_ge(number_at(&s, 4, "median"),
                      20 * number_at(&s, 0, "median"));
}
END_TEST

START_TEST(coupled_control_keeps_the_tolerance) {
  studied s = study(&(question){
      "tangent", "uniaxial", .options.schemes = "ode12,ode23,ode23s"});
  ck_assert_uint_eq(rows_of(&s), 15);
  for (size_t i = 0; i < rows_of(&s); i++) {
    ck_assert_str_eq(text_at(&s, i, "error_control"), "internal");
    ck_assert_str_eq(text_at(&s, i, "tangent_control"), "coupled");
    ck_assert_str_eq(text_at(&s, i, "status"), "ok");
    ck_assert_double_gt(number_at(&s, i, "maximum"), 0);
    ck_assert_msg(number_at(&s, i, "median") <= rtol &&
                      number_at(&s, i, "maximum") <= 5 * rtol,
                  "%s, %g steps: median %g, largest %g",
                  text_at(&s, i, "scheme"), number_at(&s, i, "steps"),
                  number_at(&s, i, "median"), number_at(&s, i, "maximum"));
  }
}
END_TEST

START_TEST(primal_control_does_not) {
  static const char *const schemes[] = {"ode12", "ode23", "ode23s"};
  studied s = study(&(question){"tangent", "uniaxial",
                                .options = {.schemes = "ode12,ode23,ode23s",
                                            .steps = "20,80,320",
                                            .controls = "internal,primal"}});
  for (size_t k = 0; k < 3; k++) {
    double worst = 0;
    for (size_t i = 0; i < rows_of(&s); i++)
      if (is_row(&s, i, "scheme", schemes[k]))
        worst = fmax(worst, number_at(&s, i, "maximum"));
    ck_assert_msg(worst > 5 * rtol, "%s: %g", schemes[k], worst);
  }
}
END_TEST

/* Stress control: |dC| <= 5 (atol S + rtol |C|); a single implicit Euler step
 * is far from it. */
START_TEST(stress_control_keeps_the_tangent) {
  studied s = study(&(question){
      "tangent", "uniaxial",
      .options = {.schemes = "implicit-euler,ode12,ode23,ode23s,ode45,rodas4",
                  .steps = "20,80",
                  .controls = "stress,coupled"}});
  for (size_t i = 0; i < rows_of(&s); i++) {
    double ratio = number_at(&s, i, "tangent_ratio");
    if (is_row(&s, i, "scheme", "implicit-euler"))
      ck_assert_double_gt(ratio, 5);
    else
      ck_assert_msg(ratio > 0 && ratio <= 5, "%s: %g",
                    text_at(&s, i, "scheme"), ratio);
  }
}
END_TEST

/* In elasticity every scheme has the exact tangent. */
START_TEST(any_tangent_column) {
  studied s = study(&(question){"tangent", "elastic",
                                .options = {.column = "tangent.xx.yy",
                                            .steps = "3"}});
  ck_assert_uint_eq(rows_of(&s), 5);
  for (size_t i = 0; i < 5; i++) {
    ck_assert_double_eq(number_at(&s, i, "maximum"), 0);
    ck_assert_double_eq(number_at(&s, i, "evaluations"), 3);
  }
}
END_TEST

START_TEST(wrong_columns) {
  static const struct {
    const char *column, *set, *text;
    am_status status;
  } rows[] = {
      {"stress.xx", NULL, "to be one column of the tangent", AM_USAGE},
      {"tangent", NULL, "to be one column of the tangent", AM_USAGE},
      {"tangent.xx.xz.yy", NULL, "unknown column", AM_INPUT},
      {"derivative.eps_pv.xx.xx", NULL, "derivative.eps_vp.xx.xx", AM_INPUT},
      {NULL, "solver.tangent=false", "needs 'solver.tangent: true'", AM_INPUT},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    studied s = study_try(&(question){"tangent", "uniaxial",
                                      .options.column = rows[i].column,
                                      .sets = {rows[i].set}});
    ck_assert_int_eq(s.status, rows[i].status);
    ck_assert_msg(strstr(first_text(&s), rows[i].text) != NULL, "%s",
                  first_text(&s));
  }
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("tangent")};
  tcase_add_test(cases[0], implicit_euler_grows);
  tcase_add_test(cases[0], coupled_control_keeps_the_tolerance);
  tcase_add_test(cases[0], primal_control_does_not);
  tcase_add_test(cases[0], stress_control_keeps_the_tangent);
  tcase_add_test(cases[0], any_tangent_column);
  tcase_add_test(cases[0], wrong_columns);
  return test_run("tangent", cases, 1);
}
