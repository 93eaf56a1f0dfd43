/* test_order.c: measured orders equal those of the schemes if the material is
 * smooth along the path. */
#include "studies.h"

static void expect_orders(const char *file, const char *schemes, double near) {
  studied s = study(&(question){"order", file, .options.schemes = schemes});
  for (size_t i = 0; i < rows_of(&s); i++) {
    double order = number_at(&s, i, "order");
    ck_assert_msg(fabs(number_at(&s, i, "fitted") - order) <= near,
                  "%s on %s: %g", text_at(&s, i, "scheme"), file,
                  number_at(&s, i, "fitted"));
    if (i && number_at(&s, i, "pieces") > 4 &&
        number_at(&s, i, "used") == 1 && number_at(&s, i - 1, "used") == 1)
      ck_assert_close(log2(number_at(&s, i - 1, "error") /
                           number_at(&s, i, "error")),
                      order, 0, 3 * near);
  }
}

/* Linear viscoelasticity, and a power law after a jump. */
START_TEST(orders) {
  expect_orders("zener-relaxation",
                "implicit-euler,implicit-euler-adaptive,ode12,ode23,ode23s,"
                "rodas4", 0.06);
  expect_orders("relaxation",
                "implicit-euler,implicit-euler-adaptive,ode12,ode23,ode23s",
                0.06);
}
END_TEST

/* After a kink in a derivative, high measured orders reflect only error
 * constants; they stay above the low ones. */
START_TEST(the_paper_s_path) {
  studied s = study(&(question){"order", "uniaxial", .threads = 2});
  double finest[7];
  size_t schemes = rows_of(&s) / 7;
  ck_assert_uint_eq(schemes, 7);
  for (size_t i = 0; i < 7; i++) {
    double order = number_at(&s, 7 * i, "order");
    ck_assert_double_ge(number_at(&s, 7 * i, "fitted"), order - 0.2);
    finest[i] = number_at(&s, 7 * i + 6, "error");
  }
  ck_assert_double_lt(finest[2], 0.02 * finest[0]);
  ck_assert_double_lt(finest[3], 0.02 * finest[2]);
  ck_assert_double_lt(finest[5], 0.02 * finest[3]);
}
END_TEST

START_TEST(nothing_to_integrate) {
  studied s = study_try(&(question){"order", "elastic", .threads = 1});
  ck_assert_int_eq(s.status, AM_INPUT);
  ck_assert_ptr_nonnull(strstr(first_text(&s), "no internal variables"));
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("order")};
  tcase_add_test(cases[0], orders);
  tcase_add_test(cases[0], the_paper_s_path);
  tcase_add_test(cases[0], nothing_to_integrate);
  return test_run("order", cases, 1);
}
