/* covers: fit
 *
 * Invalid fits give one message that names the problem. */
#include "fits.h"

#define MATERIAL "material: linear-elastic\n" SOLVER
#define TEST "{table: e.csv, " UNIAXIAL_TEST ", compare: [stress.xx]}"
#define PARAMETERS "parameters: {E: {}}"
#define FIT MATERIAL "fit:\n  " PARAMETERS "\n  tests: "
#define FREE(text) \
  MATERIAL "fit:\n  parameters: " text "\n  tests: [" TEST "]\n"

static const char good[] =
    "time,strain.xx,stress.xx,strain.yy\n1,1e-3,210,-3e-4\n2,2e-3,420,-6e-4\n";

static const struct {
  const char *table, *text, *message;
} rows[] = {
    {good, MATERIAL "path: [{time: 1}]\n", "the case lacks the key 'fit'"},
    {good, MATERIAL "fit: 5\n", "expected fit to be a mapping"},
    {good, MATERIAL "fit: {tests: []}\n", "'parameters' is missing in fit"},
    {good, MATERIAL "fit: {parameters: {E: {}}}\n",
     "'tests' is missing in fit"},
    {good, MATERIAL "fit: {parameters: {}, tests: []}\n",
     "'fit.parameters' is empty: expected names of parameters, such as 'E: "
     "{min: 1e3, max: 1e6}'"},
    {good, FIT "[]\n", "'fit.tests' is empty: expected at least one test"},
    {good, MATERIAL "fit: {parameter: {}}\n", "unknown key 'parameter'"},
    {good, FREE("{e: {}}"), "material 'linear-elastic' has no parameter 'e'"},
    {good, FREE("{nn: {}}"), "has no parameter 'nn' (did you mean 'nu'?)"},
    {good, FREE("{E: {}, E: {}}"), "'E'"},
    {good, FREE("{E: {begin: 3}}"), "unknown key 'begin'"},
    {good, FREE("{E: 5}"), "expected the fitted parameter 'E' to be a mapping"},
    {good, FREE("{E: {start: 5, min: 6}}"),
     "the start value 5 of 'E' is below its min 6"},
    {good, FREE("{E: {start: 5, max: 4}}"),
     "the start value 5 of 'E' is above its max 4"},
    {good, FREE("{E: {min: 7, max: 6}}"),
     "expected min of 'E' to be less than max, found 7 and 6"},
    {good, FREE("{E: {start: -5}}"), "is out of bounds: expected above 0"},
    {good, FREE("{nu: {start: 0.5}}"), "expected above -1 and below 0.5"},
    {good,
     "material: norton\n" SOLVER
     "fit:\n  parameters: {n: {start: 1, max: 1}}\n  tests: [" TEST "]\n",
     "the lower and the upper bound of 'n' are equal: fix it or change the "
     "bounds"},
    {"time,strain.xx,stress.xx\n#s,,kN\n1,1e-3,210\n2,2e-3,420\n",
     FIT "[" TEST "]\n",
     "the unit of stress.xx is 'kN' in 'e.csv', expected 'MPa'"},
    {"time,strain.xx,stress.xx\n#s,mm,MPa\n1,1e-3,210\n2,2e-3,420\n",
     FIT "[" TEST "]\n",
     "the unit of strain.xx is 'mm' in 'e.csv', expected none"},
    {"time,strain.xx,stress.xx\n#mm,,MPa\n1,1e-3,210\n2,2e-3,420\n",
     FIT "[" TEST "]\n", "the unit of time is 'mm' in 'e.csv', expected 's'"},
    {good, FREE("{nu: {max: 0.1}}"), "is out of bounds"},
    {good, FREE("{nu: {min: 0.7, max: 0.8}}"), "is out of bounds"},
    {good, FREE("{E: {start: x}}"), "expected start to be a number"},
    {good, FIT "[{table: none.csv, compare: [stress.xx]}]\n", "cannot read"},
    {good, FIT "[{compare: [stress.xx]}]\n", "'table' is missing in a test"},
    {good, FIT "[{table: e.csv, " UNIAXIAL_TEST "}]\n",
     "'compare' is missing in a test"},
    {good, FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: []}]\n",
     "'compare' is empty: expected names of columns, such as [stress.xx]"},
    {good, FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: stress.xx}]\n",
     "expected 'compare' to be a list of columns"},
    {good, FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: [strain.zz]}]\n",
     "'e.csv' has no column strain.zz"},
    {good, FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: [stress.x]}]\n",
     "'stress.x' cannot be compared"},
    {good, FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: [energy]}]\n",
     "'energy' cannot be compared"},
    {good, FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: [strain.xx]}]\n",
     "strain.xx is prescribed by the test"},
    {good,
     FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: [stress.xx, "
         "stress.xx]}]\n",
     "duplicate column 'stress.xx' in 'compare'"},
    {good, FIT "[{table: e.csv, compare: [stress.xx]}]\n",
     "has both strain.xx and stress.xx: choose"},
    {good, FIT "[{table: e.csv, strain: [xx, xx], compare: [stress.xx]}]\n",
     "'xx' is listed twice"},
    {good, FIT "[{table: e.csv, strain: [x], compare: [stress.xx]}]\n",
     "expected a component to be one of"},
    {"time,stress.yy\n1,2\n", FIT "[" TEST "]\n",
     "'e.csv' has no column stress.xx"},
    {"time,stress.xx\n1,2\n2,3\n", FIT "[" TEST "]\n",
     "expected a column with a prescribed quantity, such as strain.xx, found "
     "'time', 'stress.xx'"},
    {good,
     FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: [stress.xx], "
         "weight: 0}]\n",
     "expected weight to be positive, found '0'"},
    {good,
     FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: {stress.xx: {weight: "
         "-1}}}]\n",
     "expected weight to be positive, found '-1'"},
    {good,
     FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: {stress.xx: "
         "{deviation: 0}}}]\n",
     "expected deviation to be positive"},
    {good,
     FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: [stress.xx], steps: "
         "0}]\n",
     "steps"},
    {good,
     FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: [stress.xx], "
         "parameters: {E: 5}}]\n",
     "'E' is fitted and has the same value in all tests: remove it from the "
     "parameters of this test"},
    {good,
     FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: [stress.xx], "
         "parameters: {k: 5}}]\n",
     "'k'"},
    {good,
     FIT "[{table: e.csv, " UNIAXIAL_TEST ", compare: [stress.xx], "
         "initial: {time: 1.5}}]\n",
     "times must be increasing: 1 follows 1.5"},
    {"strain.xx,stress.xx\n1,2\n", FIT "[" TEST "]\n",
     "expected a column time, found 'strain.xx', 'stress.xx'"},
    {"time,strain.xx,stress.xx\n", FIT "[" TEST "]\n",
     "'e.csv' has no rows of numbers"},
    {"time,strain.xx,stress.xx\n0,0,0\n", FIT "[" TEST "]\n",
     "'e.csv' has no row after the time 0, the start of this segment"},
    {"time,strain.xx,stress.xx\n1,1e-3,1\n1,2e-3,2\n1,2e-3,2\n",
     FIT "[" TEST "]\n", "times must be increasing: 1 occurs in a third row"},
    {"time,strain.xx,stress.xx\n2,1e-3,1\n1,2e-3,2\n", FIT "[" TEST "]\n",
     "times must be increasing: 1 follows 2"},
    {"time,strain.xx,stress.xx\n1,,1\n2,2e-3,2\n", FIT "[" TEST "]\n",
     "expected a number in the column strain.xx, found an empty cell"},
    {"time,strain.xx,stress.xx\n1,1e-3,x\n", FIT "[" TEST "]\n",
     "expected a number, found 'x'"},
    {"time,strain.xx,stress.xx\n1,1e-3,\n2,2e-3,\n", FIT "[" TEST "]\n",
     "column stress.xx of 'e.csv' is empty"},
    {"time,strain.xx,stress.xx\n1,1e-3,0\n2,2e-3,0\n", FIT "[" TEST "]\n",
     "is zero or nearly zero: give its standard deviation"},
    {"time,strain.xx,stress.xx,stress.zz\n1,1e-3,210,1e-14\n2,2e-3,420,0\n",
     FIT "[{table: e.csv, strain: [xx, zz], compare: [stress.zz], stress: [yy, "
         "yz, xz, xy]}]\n",
     "or nearly zero"},
    {"time,strain.xx,stress.xx\n1,1e-3,210\n", FIT "[" TEST "]\n",
     "the tests have 1 measured values for 1 free parameters"},
    {good,
     "material: fcc-crystal\nfit:\n  parameters: {tau: {}}\n  tests: [" TEST
     "]\n",
     "'tau'"},
};

START_TEST(messages) {
  fitted f = fit_new();
  fit_file(&f, "e.csv", rows[_i].table);
  fit_prepare(&f, rows[_i].text);
  fit_clean(&f);
  ck_assert_msg(f.status == AM_INPUT && f.report->first,
                "%s\nexpected the message '%s'", rows[_i].text,
                rows[_i].message);
  ck_assert_msg(strstr(f.report->first->text, rows[_i].message) != NULL,
                "%s\nexpected the message '%s', found '%s'", rows[_i].text,
                rows[_i].message, f.report->first->text);
  ck_assert_ptr_eq(f.report->first, f.report->last);
}
END_TEST

/* A tensor, a list and a parameter that determines a count. */
START_TEST(kinds) {
  static const char material[] =
      "material: kinds\nparameters: {a: 3, m: {xx: 1}, k: [1, 2], n: 2}\n"
      "internal: {x: {type: scalar, count: n}}\n"
      "free_energy: a/2*inner(eps, eps) + inner(m, m)*sum(i, 1, 2,"
      " k[i]*x[i]^2)\n"
      "force_potential: sum(i, 1, n, A_x[i]^2)\n";
  static const char *const names[] = {"m", "k", "n"};
  static const char *const expected[] = {
      "only scalar parameters can be fitted",
      "only scalar parameters and single entries can be fitted",
      "determines a count or an index and cannot be fitted"};
  fitted f = fit_new();
  fit_file(&f, "e.csv", good);
  fit_file(&f, "kinds.yaml", material);
  for (int i = 0; i < 3; i++) {
    fit_prepare(&f, am_format(f.arena,
                              "material: kinds.yaml\nfit:\n"
                              "  parameters: {%s: {}}\n  tests: [" TEST "]\n",
                              names[i]));
    ck_assert_int_eq(f.status, AM_INPUT);
    ck_assert_msg(strstr(fit_message(&f), expected[i]) != NULL, "%s",
                  fit_message(&f));
  }
  fit_clean(&f);
}
END_TEST

/* If the start cannot be integrated, the message names the test and the
 * reason. */
START_TEST(bad_start) {
  fitted f = fit_new();
  fit_file(&f, "e.csv", good);
  fit_file(&f, "odd.yaml",
           "material: odd\nparameters: {a: 3}\n"
           "free_energy: sqrt(a - 4)*inner(eps, eps)\n");
  fit_prepare(&f, "material: odd.yaml\n" SOLVER
                  "parameters: {a: 5}\nfit:\n  parameters: {a: {start: 3}}\n"
                  "  tests: [" TEST "]\n");
  if (f.status == AM_OK)
    f.status = am_fit_solve(f.arena, f.report, f.fit, &f.options);
  fit_clean(&f);
  ck_assert_msg(f.status == AM_FAILED, "%s", fit_message(&f));
  ck_assert_msg(strstr(fit_message(&f), "the fit cannot start") != NULL, "%s",
                fit_message(&f));
  ck_assert(!am_fit_found(f.fit));
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("bad")};
  tcase_add_loop_test(cases[0], messages, 0, sizeof rows / sizeof *rows);
  tcase_add_test(cases[0], kinds);
  tcase_add_test(cases[0], bad_start);
  return test_run("bad", cases, 1);
}
