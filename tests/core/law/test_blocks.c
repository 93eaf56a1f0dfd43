/* covers: include
 *
 * Functions of the installed blocks against closed forms. */
#include <math.h>

#include "base/installed.h"
#include "tests/core/law/laws.h"

/* The derivative of a function of x. */
static const struct {
  const char *block, *parameters, *lines, *function;
  double x, derivative;
} rows[] = {
    {"isotropic", "E: 200, nu: 0.25", "", "elastic(tensor(x, 0, 0, 0, 0, 0))",
     0.01, 2.4}, /* lambda = mu = 80 */
    {"isotropic", "E: 200, nu: 0.25", "", "elastic(tensor(0, 0, 0, 0, x, 0))",
     0.01, 3.2},
    {"cubic", "C11: 3, C12: 2, C44: 1", "",
     "elastic(tensor(0, 0, 0, x, 0, 0))", 0.01, 0.04},
    {"orthotropic", "G_yz: 40", "", "elastic(tensor(0, 0, 0, x, 0, 0))", 0.01,
     1.6},
    {"linear-hardening", "k: 3, H: 50", "", "hardening(x)", 0.01, 3.5},
    {"linear-hardening", "k: 3, H: 50", "", "stored(x)", 0.01, 0.5},
    {"voce", "k: 3, Q: 50, b: 10", "", "hardening(x)", 0.01,
     7.7581290982020244}, /* 3 + 50 (1 - exp(-0.1)) */
    {"voce", "k: 3, Q: 50, b: 10", "", "stored(x)", 0.01, 4.7581290982020244},
    {"swift", "K: 100, eps_0: 0.03, n: 0.5", "", "hardening(x)", 0.01, 20},
    {"prager", "C: [9, 6]",
     "  l[i in 1 .. 2] = x*i*dev(tensor(1, 0, 0, 0, 0, 0))\n",
     "kinematic(l)", 0.1, 1.4666666666666668}, /* 4/9 (9 + 4 6) x */
    {"armstrong-frederick", "C: [9], D: [6]",
     "  l[i in 1 .. 1] = x*dev(tensor(1, 0, 0, 0, 0, 0))\n"
     "  o[i in 1 .. 1] = 0*I\n",
     "recovery(l, o)", 0.3, 0.2}, /* D/C x */
    {"armstrong-frederick", "C: [9], D: [6]",
     "  l[i in 1 .. 1] = x*dev(tensor(1, 0, 0, 0, 0, 0))\n"
     "  o[i in 1 .. 1] = 0*I\n",
     "recovery(o, l)", 0.3, -7.2}, /* -4/9 C D x */
    {"norton", "epsdot_0: 2, K: 5, n: 3", "", "flow(x)", 10, 16},
    {"perzyna", "K: 5, n: 3", "", "flow(x)", 10, 8},
    {"perzyna", "K: 5, n: 3", "", "flow(x)", -10, 0},
    {"sinh", "epsdot_0: 2, sigma_0: 5", "", "flow(x)", 10,
     7.2537208156940375}, /* 2 sinh(2) */
    {"thermal-expansion", "alpha: 1e-5, T_0: 300", "", "tr(thermal(x))", 310,
     3e-5},
};

enum { ROWS = sizeof rows / sizeof *rows };

START_TEST(functions) {
  am_arena *arena = test_arena();
  const char *text = am_format(
      arena,
      "material: m\ninclude: {file: %s, parameters: {%s}}\n"
      "internal: {x: scalar}\nfree_energy: |\n%s  -%s\n"
      "force_potential: A_x^2/2\n",
      rows[_i].block, rows[_i].parameters, rows[_i].lines, rows[_i].function);
  built b = law_of(text);
  const double *rate = law_values(
      &b, AM_FUNCTION_RATE, (at){.state = &rows[_i].x});
  double expected = rows[_i].derivative;
  ck_assert_double_le(fabs(rate[0] - expected), 1e-14 * fabs(expected));
  law_close(&b);
  am_arena_free(arena);
}
END_TEST

/* Each has a row above, and a title. */
START_TEST(all_of_them) {
  am_arena *arena = test_arena();
  size_t count;
  const char *const *names =
      am_installed_names(arena, "materials/blocks", &count);
  ck_assert_uint_ge(count, 12);
  for (size_t i = 0; i < count; i++) {
    int row = 0;
    while (row < ROWS && strcmp(rows[row].block, names[i])) row++;
    ck_assert_msg(row < ROWS, "%s is not tested", names[i]);
    am_yaml *root;
    ck_assert_int_eq(am_yaml_read(arena, am_report_new(arena),
                                  am_installed_path(arena, "materials/blocks",
                                                    names[i]),
                                  &root),
                     AM_OK);
    ck_assert_ptr_nonnull(am_yaml_get(root, "title"));
  }
  am_arena_free(arena);
}
END_TEST

/* A field may have the name of an argument. */
START_TEST(thermal_expansion) {
  built b = law_of("material: m\nexternal: {T: {value: 310, unit: K}}\n"
                   "include: [{file: isotropic, parameters: {E: 200, nu: "
                   "0.25}}, {file: thermal-expansion, parameters: {alpha: "
                   "1e-5, T_0: 300}}]\n"
                   "free_energy: elastic(eps - thermal(T))\n");
  const double *sigma = law_values(&b, AM_FUNCTION_STRESS, (at){.theta = {0}});
  /* -3 K alpha (T - T_0), times the length of the identity */
  ck_assert_double_eq_tol(sigma[0], -400 * 1e-4 * sqrt(3), 1e-14);
  law_close(&b);
}
END_TEST

/* Their units are those of the material. */
START_TEST(units) {
  am_material *m;
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  ck_assert_int_eq(read_text(arena, report,
                             "material: m\nunits: {stress: Pa, time: h}\n"
                             "include: norton\n"
                             "parameters: {x: {value: 1, unit: stress*time}, "
                             "y: {value: 1, unit: MPa}}\n"
                             "free_energy: inner(eps, eps)\n",
                             &m),
                   AM_OK);
  static const char *const expected[] = {"1/h", "Pa", "", "Pa*h", "MPa"};
  for (int i = 0; i < 5; i++)
    ck_assert_str_eq(m->parameters[i].unit, expected[i]);
  am_arena_free(arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("blocks");
  tcase_add_loop_test(tcase, functions, 0, ROWS);
  tcase_add_test(tcase, all_of_them);
  tcase_add_test(tcase, units);
  tcase_add_test(tcase, thermal_expansion);
  return test_run("blocks", &tcase, 1);
}
