/* Parameters identified from tables: known parameters are recovered,
 * derivatives are those of the residuals, and undetermined parameters are
 * named. */
#include "fits.h"

#define TESTS                                                              \
  "  tests:\n"                                                             \
  "    - {table: tension-slow.csv, " UNIAXIAL_TEST                         \
  ", compare: [stress.xx, strain.yy]}\n"                                   \
  "    - {table: tension-fast.csv, " UNIAXIAL_TEST                         \
  ", compare: [stress.xx, strain.yy]}\n"                                   \
  "    - {table: shear.csv, strain: [xy], stress: [xx, yy, zz, yz, xz],"   \
  " compare: [stress.xy]}\n"

#define METAL "material: michel-suquet\n" SOLVER "fit:\n  parameters:\n"

static const struct {
  const char *name;
  double value;
} truth[] = {{"E", 55e3}, {"nu", 0.33},     {"sigma_Y", 25}, {"H", 1800},
             {"n", 3.6},  {"sigma_d", 130}, {"epsdot_0", 1}};

/* Parameters that start at a multiple of their true values */
static const char *starts(am_arena *arena, const double *factors, int count) {
  am_buffer text = {.arena = arena};
  am_buffer_add(&text, METAL);
  for (int i = 0; i < count; i++)
    am_buffer_add(&text, "    %s: {start: %.17g}\n", truth[i].name,
                  factors[i] * truth[i].value);
  am_buffer_add(&text, TESTS);
  return text.text;
}

/* Half and one and a half times the values, 0.5 % noise, three seeds. */
START_TEST(recovery) {
  static const double factors[][6] = {{1.5, 0.6, 1.5, 0.5, 1.5, 0.5},
                                      {0.5, 0.5, 0.5, 0.5, 0.5, 0.5},
                                      {1.5, 1.5, 1.5, 1.5, 1.5, 1.5}};
  fitted f = fit_new();
  fit_synthesize(&f, 1 + (uint64_t)_i, 5e-3);
  fit_solve(&f, starts(f.arena, factors[_i], 6));
  fit_clean(&f);
  ck_assert_msg(f.status == AM_OK, "%s", fit_message(&f));
  ck_assert_int_le(f.fit->minimum.evaluations, 60);
  for (int i = 0; i < 6; i++) {
    const am_fit_parameter *p = fit_parameter(&f, truth[i].name);
    ck_assert_int_eq(p->bound, 0);
    ck_assert(!p->idle && !p->loose);
    ck_assert_msg(fabs(p->value - truth[i].value) <= 3 * p->error,
                  "%s: %g +- %g, expected %g", truth[i].name, p->value,
                  p->error, truth[i].value);
    ck_assert(p->error < 0.1 * truth[i].value);
  }
  /* 0.5 % of the largest value; scales are ranges: 1.05 to 2 times that. */
  for (size_t t = 0; t < f.fit->test_count; t++)
    for (size_t k = 0; k < f.fit->tests[t].column_count; k++) {
      const am_fit_column *c = &f.fit->tests[t].columns[k];
      ck_assert_close(c->rms / c->scale, 4e-3, 0.6, 0);
      ck_assert_uint_eq(c->values, 81);
    }
}
END_TEST

/* Without noise they are recovered to the accuracy of the integration. */
START_TEST(exact_data) {
  static const double factors[] = {1.2, 0.8, 1.2, 0.8, 0.9, 1.1};
  fitted f = fit_new();
  fit_synthesize(&f, 1, 0);
  fit_solve(&f, starts(f.arena, factors, 6));
  fit_clean(&f);
  ck_assert_msg(f.status == AM_OK, "%s", fit_message(&f));
  for (int i = 0; i < 6; i++)
    ck_assert_close(fit_parameter(&f, truth[i].name)->value, truth[i].value,
                    1e-4, 0);
}
END_TEST

/* Psi depends on epsdot_0 sigma_d^-n alone. */
START_TEST(combination) {
  static const double factors[] = {1.2, 0.8, 1.2, 0.8, 1, 1.1, 1.5};
  fitted f = fit_new();
  fit_synthesize(&f, 1, 5e-3);
  fit_solve(&f, starts(f.arena, factors, 7));
  fit_clean(&f);
  ck_assert_int_eq(f.status, AM_FAILED);
  ck_assert_ptr_nonnull(strstr(fit_message(&f), "sigma_d +0.2"));
  ck_assert_ptr_nonnull(strstr(fit_message(&f), "epsdot_0 +1 %"));
  ck_assert_uint_eq(f.fit->combination_count, 1);
  double n = fit_parameter(&f, "n")->value;
  for (int i = 0; i < 7; i++) {
    double change = f.fit->combinations[i];
    ck_assert_close(change, i == 6 ? 0.01 : i == 5 ? 0.01 / n : 0, 1e-5, 0);
    ck_assert_int_eq(f.fit->parameters[i].loose, i >= 5);
    ck_assert_int_eq(isnan(f.fit->parameters[i].error), i >= 5);
  }
  ck_assert_close(n, 3.6, 0, 3 * fit_parameter(&f, "n")->error);
  ck_assert(f.fit->condition < 1e-10);
  /* Converged, possibly only to within integration accuracy. */
  ck_assert_int_le(f.fit->minimum.end, AM_END_EXHAUSTED);
}
END_TEST

/* The Jacobian equals differences of residuals, for every parameter. */
START_TEST(derivatives) {
  static const char *const solvers[] = {
      "{engine: interp, rtol: 1e-10, atol: 1e-13, scheme: ode45}",
      "{engine: interp, scheme: implicit-euler, tangent: true}"};
  static const double ones[] = {1, 1, 1, 1, 1, 1, 1};
  fitted f = fit_new();
  fit_synthesize(&f, 1, 5e-3);
  const char *text = starts(f.arena, ones, 7);
  const char *rest = strstr(text, "fit:");
  fit_prepare(&f, am_format(f.arena,
                            "material: michel-suquet\nsolver: %s\n%s",
                            solvers[_i], rest));
  fit_clean(&f);
  ck_assert_msg(f.status == AM_OK, "%s", fit_message(&f));
  size_t size = f.fit->size;
  double *at = AM_ARRAY(f.arena, double, size);
  double *sides[2] = {AM_ARRAY(f.arena, double, size),
                      AM_ARRAY(f.arena, double, size)};
  double *jacobian = AM_ARRAY(f.arena, double, 7 * size);
  double *unused = AM_ARRAY(f.arena, double, 7 * size), values[7];
  for (int i = 0; i < 7; i++) values[i] = truth[i].value;
  ck_assert(am_fit_evaluate(f.fit, values, at, jacobian));
  for (size_t j = 0; j < 7; j++) {
    double h = 1e-4 * truth[j].value, largest = 0, worst = 0;
    for (int side = 0; side < 2; side++) {
      values[j] = truth[j].value + (side ? h : -h);
      ck_assert(am_fit_evaluate(f.fit, values, sides[side], unused));
    }
    values[j] = truth[j].value;
    for (size_t k = 0; k < size; k++) {
      double slope = (sides[1][k] - sides[0][k]) / (2 * h);
      largest = fmax(largest, fabs(slope));
      worst = fmax(worst, fabs(slope - jacobian[7 * k + j]));
    }
    ck_assert_msg(worst <= 2e-5 * largest && largest > 0,
                  "solver %d, %s: %g of %g", _i, truth[j].name, worst,
                  largest);
  }
}
END_TEST

/* Elasticity has closed forms: sigma = E eps, eps_yy = -nu eps. */
#define ELASTIC "material: linear-elastic\n" SOLVER

static const char elastic[] =
    "time,strain.xx,stress.xx,strain.yy\n"
    "1,1e-3,210,-3e-4\n2,2e-3,420,-6e-4\n3,3e-3,630,-9e-4\n";

static void solve_elastic(fitted *f, const char *table, const char *text) {
  fit_file(f, "e.csv", table);
  fit_solve(f, am_format(f->arena, ELASTIC "fit:\n%s", text));
  fit_clean(f);
}

START_TEST(closed_form) {
  fitted f = fit_new();
  solve_elastic(&f, elastic,
                "  parameters: {E: {start: 1e3}, nu: {start: 0.1}}\n"
                "  tests: [{table: e.csv, " UNIAXIAL_TEST
                ", compare: [stress.xx, strain.yy], steps: 3}]\n");
  ck_assert_msg(f.status == AM_OK, "%s", fit_message(&f));
  ck_assert_close(fit_parameter(&f, "E")->value, 210e3, 1e-6, 0);
  ck_assert_close(fit_parameter(&f, "nu")->value, 0.3, 1e-6, 0);
  ck_assert_uint_eq(f.fit->size, 6);
}
END_TEST

/* A parameter that would cross a bound of the user is fixed at the bound. */
START_TEST(at_bound) {
  fitted f = fit_new();
  solve_elastic(&f, elastic,
                "  parameters: {E: {start: 1e3}, nu: {start: 0.1, max: 0.25}}"
                "\n  tests: [{table: e.csv, " UNIAXIAL_TEST
                ", compare: [stress.xx, strain.yy]}]\n");
  ck_assert_msg(f.status == AM_OK, "%s", fit_message(&f));
  ck_assert_double_eq(fit_parameter(&f, "nu")->value, 0.25);
  ck_assert_int_eq(fit_parameter(&f, "nu")->bound, 1);
  ck_assert(isnan(fit_parameter(&f, "nu")->error));
  ck_assert_close(fit_parameter(&f, "E")->value, 210e3, 1e-6, 0);
}
END_TEST

START_TEST(no_influence) {
  fitted f = fit_new();
  solve_elastic(&f, elastic,
                "  parameters: {E: {start: 1e3}, nu: {start: 0.1}}\n"
                "  tests: [{table: e.csv, " UNIAXIAL_TEST
                ", compare: [stress.xx]}]\n");
  ck_assert_int_eq(f.status, AM_FAILED);
  ck_assert_ptr_nonnull(
      strstr(fit_message(&f), "'nu' has no effect on the compared columns"));
  ck_assert(fit_parameter(&f, "nu")->idle);
  ck_assert_double_eq(fit_parameter(&f, "nu")->value, 0.1);
  ck_assert_close(fit_parameter(&f, "E")->value, 210e3, 1e-6, 0);
  ck_assert(!isnan(fit_parameter(&f, "E")->error));
}
END_TEST

/* Undetermined parameters are named also if they are fitted alone. */
START_TEST(no_influence_alone) {
  fitted f = fit_new();
  solve_elastic(&f, elastic,
                "  parameters: {nu: {start: 0.1}}\n"
                "  tests: [{table: e.csv, " UNIAXIAL_TEST
                ", compare: [stress.xx]}]\n");
  ck_assert_int_eq(f.status, AM_FAILED);
  ck_assert_ptr_nonnull(
      strstr(fit_message(&f), "'nu' has no effect on the compared columns"));
  ck_assert(fit_parameter(&f, "nu")->idle);
}
END_TEST

/* Two tests that contradict each other: E = sum w^2 x y/sum w^2 x^2, where w
 * is weight/scale. */
START_TEST(weights) {
  fitted f = fit_new();
  fit_file(&f, "e.csv", "time,strain.xx,stress.xx\n1,1e-3,200\n2,2e-3,400\n");
  fit_file(&f, "f.csv", "time,strain.xx,stress.xx\n1,1e-3,100\n2,2e-3,200\n");
  fit_solve(&f, ELASTIC
            "fit:\n  parameters: {E: {start: 1e3}}\n  tests:\n"
            "    - {table: e.csv, " UNIAXIAL_TEST ", weight: 2,"
            " compare: {stress.xx: {deviation: 10}}}\n"
            "    - {table: f.csv, " UNIAXIAL_TEST ", steps: 2,"
            " compare: {stress.xx: {deviation: 5, weight: 0.5}}}\n");
  fit_clean(&f);
  ck_assert_msg(f.status == AM_OK, "%s", fit_message(&f));
  ck_assert_close(fit_parameter(&f, "E")->value, (4 * 200e3 + 100e3) / 5, 0,
                  1e-3 * fit_parameter(&f, "E")->error);
  ck_assert_double_eq(f.fit->tests[0].columns[0].scale, 10);
}
END_TEST

/* One column: the textbook's standard error of a slope through the origin. */
START_TEST(standard_error) {
  static const double x[] = {1, 2, 3, 4, 5}, y[] = {9, 22, 29, 41, 48};
  double xx = 0, xy = 0, rest = 0;
  fitted f = fit_new();
  am_buffer table = {.arena = f.arena};
  am_buffer_add(&table, "time,strain.xx,stress.xx\n");
  for (int i = 0; i < 5; i++) {
    am_buffer_add(&table, "%g,%g,%g\n", x[i], 1e-3 * x[i], y[i]);
    xx += x[i] * x[i];
    xy += x[i] * y[i];
  }
  for (int i = 0; i < 5; i++) rest += pow(y[i] - xy / xx * x[i], 2);
  solve_elastic(&f, table.text,
                "  parameters: {E: {start: 1e3}}\n"
                "  tests: [{table: e.csv, " UNIAXIAL_TEST
                ", compare: [stress.xx]}]\n");
  ck_assert_int_eq(f.status, AM_OK);
  ck_assert_close(fit_parameter(&f, "E")->value, 1e3 * xy / xx, 1e-6, 0);
  ck_assert_close(fit_parameter(&f, "E")->error,
                  1e3 * sqrt(rest / 4 / xx), 1e-4, 0);
}
END_TEST

/* Empty cells are skipped, with a note. */
START_TEST(missing_cells) {
  fitted f = fit_new();
  solve_elastic(&f,
                "time,strain.xx,stress.xx,strain.yy\n0,0,0,0\n"
                "1,1e-3,,-3e-4\n2,2e-3,420,\n3,3e-3,630,-9e-4\n",
                "  parameters: {E: {start: 1e3}, nu: {start: 0.1}}\n"
                "  tests: [{table: e.csv, " UNIAXIAL_TEST
                ", compare: [stress.xx, strain.yy], steps: 2}]\n");
  ck_assert_int_eq(f.status, AM_OK);
  ck_assert_ptr_nonnull(strstr(fit_message(&f), "2 of 8 compared cells"));
  ck_assert_uint_eq(f.fit->size, 6);
  ck_assert_close(fit_parameter(&f, "E")->value, 210e3, 1e-6, 0);
  ck_assert_close(fit_parameter(&f, "nu")->value, 0.3, 1e-6, 0);
  ck_assert(isnan(f.fit->tests[0].computed[2]));
}
END_TEST

/* A test with individual parameters and initial time. */
START_TEST(own_parameters) {
  fitted f = fit_new();
  fit_file(&f, "e.csv", elastic);
  fit_file(&f, "f.csv",
           "time,stress.xx,strain.xx,strain.yy\n11,210,2e-3,-4e-4\n"
           "12,420,4e-3,-8e-4\n");
  fit_solve(&f, ELASTIC
            "parameters: {E: 210e3}\n"
            "fit:\n  parameters: {nu: {}}\n  tests:\n"
            "    - {table: f.csv, parameters: {E: 105e3},"
            " initial: {time: 10}, stress: [xx, yy, zz, yz, xz, xy],"
            " compare: [strain.xx, strain.yy]}\n");
  fit_clean(&f);
  ck_assert_msg(f.status == AM_OK, "%s", fit_message(&f));
  ck_assert_close(fit_parameter(&f, "nu")->value, 0.2, 1e-6, 0);
  ck_assert(f.fit->tests[0].columns[0].rms < 1e-9);
}
END_TEST

/* Components that neither the table nor the test names keep their initial
 * strain, as in a path. Components named without a column are kept constant. */
START_TEST(unnamed_components_are_kept) {
  fitted f = fit_new();
  double lambda = 210e3 * 0.3 / (1.3 * 0.4), mu = 210e3 / 2.6;
  double free = -lambda / (lambda + 2 * mu); /* zz without stress */
  const char *rows = "";
  for (int i = 1; i < 3; i++) {
    double xx = 1e-3 * i, yy = 5e-4, zz = free * (xx + yy);
    rows = am_format(f.arena, "%s%d,%.17g,%.17g,%.17g\n", rows, i, xx,
                     lambda * (xx + yy + zz) + 2 * mu * xx, zz);
  }
  fit_file(&f, "kept.csv",
           am_format(f.arena, "time,strain.xx,stress.xx,strain.zz\n%s", rows));
  fit_solve(&f, ELASTIC
            "parameters: {nu: 0.3}\n"
            "fit:\n  parameters: {E: {start: 100e3}}\n  tests:\n"
            "    - {table: kept.csv, strain: [xx], stress: [zz],"
            " initial: {strain: {yy: 5e-4, zz: -2.1428571428571428e-4}},"
            " compare: [stress.xx, strain.zz]}\n");
  fit_clean(&f);
  ck_assert_msg(f.status == AM_OK, "%s", fit_message(&f));
  ck_assert_close(fit_parameter(&f, "E")->value, 210e3, 1e-6, 0);
  ck_assert_double_lt(f.fit->tests[0].columns[0].rms, 1e-3);
  ck_assert_double_lt(f.fit->tests[0].columns[1].rms, 1e-9);
}
END_TEST

/* Results depend neither on threads nor on earlier work. */
START_TEST(repeatable) {
  static const double factors[] = {1.2, 0.8, 1.2, 0.8, 0.9, 1.1};
  double values[6];
  fitted f = fit_new();
  fit_synthesize(&f, 7, 5e-3);
  for (int threads = 1; threads < 4; threads++) {
    f.options.threads = threads;
    fit_solve(&f, starts(f.arena, factors, 6));
    ck_assert_int_eq(f.status, AM_OK);
    for (int i = 0; i < 6; i++) {
      if (threads == 1) values[i] = f.fit->parameters[i].value;
      ck_assert_double_eq(f.fit->parameters[i].value, values[i]);
    }
  }
  fit_clean(&f);
}
END_TEST

/* Stopped early: the best result so far, not converged. */
START_TEST(early_end) {
  static const double factors[] = {1.2, 0.8, 1.2, 0.8, 0.9, 1.1};
  fitted f = fit_new();
  fit_synthesize(&f, 7, 5e-3);
  f.options.iterations = 1;
  fit_solve(&f, starts(f.arena, factors, 6));
  ck_assert_int_eq(f.status, AM_FAILED);
  ck_assert(am_fit_found(f.fit));
  ck_assert_int_eq(f.fit->minimum.iterations, 1);
  ck_assert_ptr_nonnull(
      strstr(fit_message(&f), "did not converge: maximum number of"));
  const volatile int stop = 1;
  test_watch(f.arena, &stop);
  fit_solve(&f, starts(f.arena, factors, 6));
  ck_assert_int_eq(f.status, AM_FAILED);
  ck_assert(!am_fit_found(f.fit));
  ck_assert_ptr_nonnull(strstr(fit_message(&f), "interrupted"));
  fit_clean(&f);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("recovery"), tcase_create("elastic")};
  tcase_add_loop_test(cases[0], recovery, 0, 3);
  tcase_add_test(cases[0], exact_data);
  tcase_add_test(cases[0], combination);
  tcase_add_loop_test(cases[0], derivatives, 0, 2);
  tcase_add_test(cases[0], repeatable);
  tcase_add_test(cases[0], early_end);
  tcase_add_test(cases[1], closed_form);
  tcase_add_test(cases[1], at_bound);
  tcase_add_test(cases[1], no_influence);
  tcase_add_test(cases[1], no_influence_alone);
  tcase_add_test(cases[1], weights);
  tcase_add_test(cases[1], standard_error);
  tcase_add_test(cases[1], missing_cells);
  tcase_add_test(cases[1], own_parameters);
  tcase_add_test(cases[1], unnamed_components_are_kept);
  return test_run("fit", cases, 2);
}
