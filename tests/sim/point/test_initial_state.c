/* Initial states, given by a case, and states as presented to users. */
#include "point/parts.h"
#include "tests/core/law/laws.h"

static const char material[] =
    "material: m\n"
    "parameters: {N: 2}\n"
    "internal:\n"
    "  d: deviatoric\n"
    "  s: {type: symmetric, initial: 2*I}\n"
    "  p: {type: scalar, initial: N + 1}\n"
    "  x: {type: deviatoric, count: N, initial: 'tensor(1, -1, 0, 0, 0, 3)'}\n"
    "free_energy: inner(eps - d, eps - d) + inner(s, s) + p^2 + "
    "sum(i, 1, N, inner(x[i], x[i]))\n"
    "force_potential: inner(A_d, A_d) + inner(A_s, A_s) + A_p^2 + "
    "sum(i, 1, N, inner(A_x[i], A_x[i]))\n";

static void user(const built *b, const double *state, const char *name,
                 double *values) {
  am_variable_to_user(law_variable(b, name), state, values);
}

static void check(const double *found, const double *expected, int count) {
  for (int i = 0; i < count; i++)
    ck_assert_close(found[i], expected[i], 1e-15, 1e-15);
}

START_TEST(initial_values_of_the_material) {
  built b = law_of(material);
  double t[6];
  user(&b, b.law->initial, "d", t);
  check(t, (double[6]){0}, 6);
  user(&b, b.law->initial, "s", t);
  check(t, (double[6]){2, 2, 2, 0, 0, 0}, 6);
  user(&b, b.law->initial, "p", t);
  check(t, (double[1]){3}, 1);
  for (int i = 0; i < 2; i++) {
    user(&b, b.law->initial, i ? "x[2]" : "x[1]", t);
    check(t, (double[6]){1, -1, 0, 0, 0, 3}, 6);
  }
  law_close(&b);
}
END_TEST

/* Variables without a value keep their defaults; the keys time and strain are
 * ignored here. */
START_TEST(initial_values_of_a_case) {
  built b = law_of(material);
  double t[6], *state = b.law->initial;
  const am_yaml *map = mapping(
      b.arena, b.report,
      "{time: 3, strain: {xx: 1}, p: -4, d: {xx: 1, zz: -1, xy: 0.5}, "
      "x: [0, {yy: 2, zz: -2, yz: 1}]}");
  ck_assert_int_eq(am_law_initial(b.report, b.law, map, state, NULL), AM_OK);
  user(&b, state, "p", t);
  check(t, (double[1]){-4}, 1);
  user(&b, state, "d", t);
  check(t, (double[6]){1, 0, -1, 0, 0, 0.5}, 6);
  user(&b, state, "x[1]", t);
  check(t, (double[6]){0}, 6);
  user(&b, state, "x[2]", t);
  check(t, (double[6]){0, 2, -2, 1, 0, 0}, 6);
  user(&b, state, "s", t);
  check(t, (double[6]){2, 2, 2, 0, 0, 0}, 6);
  map = mapping(b.arena, b.report, "{s: 0, x: 0}");
  ck_assert_int_eq(am_law_initial(b.report, b.law, map, state, NULL), AM_OK);
  user(&b, state, "s", t);
  check(t, (double[6]){0}, 6);
  user(&b, state, "x[2]", t);
  check(t, (double[6]){0}, 6);
  ck_assert_int_eq(am_law_initial(b.report, b.law, NULL, state, NULL), AM_OK);
  law_close(&b);
}
END_TEST

static const struct {
  const char *text, *message;
} bad[] = {
    {"{q: 1}", "1:2: material 'm' has no internal variable or external field "
               "'q', expected one of time, strain, stress, d, s, p, x"},
    {"{tme: 1}", "1:2: material 'm' has no internal variable or external field "
                 "'tme' (did you mean 'time'?)"},
    {"{p: {xx: 1}}", "1:5: expected p to be a number, found a mapping"},
    {"{d: {xx: 1}}", "1:5: 'd' is deviatoric, but this value has the trace 1"},
    {"{d: {xx: 1, yy: -1, zz: 1e-11}}",
     "1:5: 'd' is deviatoric, but this value has the trace 1e-11"},
    {"{d: 1}", "1:5: expected d to be a mapping, found '1'"},
    {"{x: [0]}", "1:5: 'x' has 2 members, found 1"},
    {"{x: {xx: 0}}", "1:5: expected x to be a list, found a mapping"},
    {"{x: [0, {xx: 1}]}",
     "1:9: 'x[2]' is deviatoric, but this value has the trace 1"},
    {"{s: {xz: a}}", "1:10: expected s to be a number, found 'a'"},
};

START_TEST(values_that_are_refused) {
  built b = law_of(material);
  const am_yaml *map = mapping(b.arena, b.report, bad[_i].text);
  ck_assert_int_eq(am_law_initial(b.report, b.law, map, b.law->initial, NULL),
                   AM_INPUT);
  ck_assert_str_eq(first_message(b.arena, b.report), bad[_i].message);
  law_close(&b);
}
END_TEST

START_TEST(traces_within_rounding) {
  built b = law_of(material);
  const am_yaml *map =
      mapping(b.arena, b.report, "{d: {xx: 0.1, yy: 0.2, zz: -0.3}}");
  ck_assert_int_eq(am_law_initial(b.report, b.law, map, b.law->initial, NULL),
                   AM_OK);
  law_close(&b);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("state");
  tcase_add_test(tcase, initial_values_of_the_material);
  tcase_add_test(tcase, initial_values_of_a_case);
  tcase_add_loop_test(tcase, values_that_are_refused, 0,
                      sizeof bad / sizeof *bad);
  tcase_add_test(tcase, traces_within_rounding);
  return test_run("state", &tcase, 1);
}
