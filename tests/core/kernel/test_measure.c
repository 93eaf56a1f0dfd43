/* covers: error_norm, step_control
 *
 * Error of a substep in state, stress and derivatives, and the next step size
 * (Hairer, Norsett and Wanner 1993, II.4). */
#include "tests/core/kernel/problem.h"

static const k_directions no_directions = {0, 0, 1}, carried = {6, 0, 0},
                       measured = {6, 0, 1};

START_TEST(factors_are_bounded_and_coarse) {
  int order = _i + 1;
  ck_assert_double_eq(k_step_factor(0, k_reach(0, order)), 5);
  ck_assert_double_eq(k_step_factor(1e-300, k_reach(1e-300, order)), 5);
  ck_assert_double_eq(k_step_factor(1e300, k_reach(1e300, order)), 51. / 256);
  ck_assert_double_eq(k_step_factor(NAN, k_reach(NAN, order)), 51. / 256);
  ck_assert_double_eq(k_step_factor(INFINITY, k_reach(INFINITY, order)),
                      51. / 256);
  for (double err = 1e-6; err < 1e4; err *= 1.1) {
    double reach = k_reach(err, order), factor = k_step_factor(err, reach);
    double exact = 0.9 * pow(err, -1. / order);
    ck_assert_close(reach, exact, 3e-6, 0);
    ck_assert_double_eq(factor * 256, floor(factor * 256));
    exact = fmin(5, fmax(0.2, reach));
    ck_assert(factor <= exact && exact < factor + 1. / 256);
  }
}
END_TEST

enum { ALL_SUMS = 3 * NX };

/* Embedded pair without a guard, whose difference is the error. */
static const am_scheme plain = {.name = "plain", .stages = 2, .order = 2,
                                .embedded = 1, .control = 1, .caution = 1};

/* |d|/(atol + rtol max(|y|, |y1|)) by hand, in the norm of each group. */
START_TEST(errors_are_measured_by_group) {
  static problem p;
  problem_open(&p, &plain);
  real y[NX] = {3, 4, 0};
  real y1[NX] = {6, 8, 0}, d[NX] = {3e-3, 4e-3, 0}, sums[ALL_SUMS];
  real Z[2 * NX] = {0};
  k_loading loading = new_loading();
  k_substep s = {.loading = &loading, .directions = no_directions, .y = y,
                 .y1 = y1, .d = d, .Z = Z, .Z1 = Z, .sums = {.groups = sums}};
  k_group groups[] = {{0, 2}, {2, 1}};
  p.plan.groups = groups;
  p.plan.group_count = 2;
  p.solver.atol = 1e-3;
  p.solver.rtol = 1e-2;
  k_context *k = &p.context;
  k_clear_sums(k, &s);
  ck_assert_close(k_error(k, &s), 5e-3 / 0.101, 1e-15, 0);
  /* the only variable of its group, with value zero */
  s.directions = measured;
  k_measure_direction(k, &s, 0, (real[NX]){0, 0, 1.5e-3});
  ck_assert_close(k_error(k, &s), 1.5, 1e-15, 0);
  /* the directions of a group count together */
  k_measure_direction(k, &s, 1, (real[NX]){0, 0, 2e-3});
  ck_assert_close(k_error(k, &s), 2.5, 1e-15, 0);
  s.directions = carried;
  ck_assert_close(k_error(k, &s), 5e-3 / 0.101, 1e-15, 0);
  /* derivatives that were not requested do not count */
  s.directions = measured;
  p.plan.derivatives = false;
  ck_assert_close(k_error(k, &s), 5e-3 / 0.101, 1e-15, 0);
  d[2] = NAN;
  s.directions = no_directions;
  ck_assert(!isfinite(k_error(k, &s)));
}
END_TEST

/* Squares of differences, starts and ends, each in its group. */
START_TEST(columns_are_summed_by_group) {
  static problem p;
  problem_open(&p, &plain);
  real z[NX] = {1, 2, 3}, z1[NX] = {4, 5, 6}, dz[NX] = {7, 8, 9};
  real sums[ALL_SUMS];
  k_group groups[] = {{2, 1}, {0, 2}};
  k_loading loading = new_loading();
  k_substep s = {.loading = &loading, .directions = measured, .Z = z,
                 .Z1 = z1, .sums = {.groups = sums}};
  p.plan.groups = groups;
  p.plan.group_count = 2;
  k_clear_sums(&p.context, &s);
  for (int n = 1; n <= 2; n++) {
    const real expected[] = {81, 9, 36, 49 + 64, 1 + 4, 16 + 25};
    k_measure_direction(&p.context, &s, 0, dz);
    for (int i = 0; i < 6; i++)
      ck_assert_double_eq(sums[i], n * expected[i]);
    ck_assert_double_eq(s.sums.values, n * 15);
  }
  k_clear_sums(&p.context, &s);
  s.directions = measured;
  p.plan.derivatives = false;
  k_measure_direction(&p.context, &s, 0, dz);
  for (int i = 0; i < 6; i++) ck_assert_double_eq(sums[i], 0);
  ck_assert_double_eq(s.sums.values, 15);
  k_clear_sums(&p.context, &s);
  s.directions = carried;
  k_measure_direction(&p.context, &s, 0, dz);
  for (int i = 0; i < 6; i++) ck_assert_double_eq(sums[i], 0);
  ck_assert_double_eq(s.sums.values, 15);
}
END_TEST

/* Columns without error control do not count, except nonfinite values at the
 * end. */
START_TEST(carried_columns_have_to_be_finite) {
  static problem p;
  const k_directions rows[] = {carried, measured};
  real y[NX] = {1, 1, 1}, y1[NX] = {1, 1, 1}, d[NX] = {0}, sums[ALL_SUMS];
  real infinite[NX] = {1, INFINITY, 1}, undefined[NX] = {1, 1, NAN};
  real end[] = {1}, embedded[] = {1};
  k_loading loading = new_loading();
  k_substep s = {.loading = &loading, .y = y, .y1 = y1, .d = d, .Z = y,
                 .sums = {.groups = sums}, .end = end, .embedded = embedded};
  problem_open(&p, &plain);
  k_context *k = &p.context;
  p.solver.error_control = _i ? AM_CONTROL_STRESS : AM_CONTROL_INTERNAL;
  for (int i = 0; i < 2; i++) {
    s.directions = rows[i];
    s.Z1 = y;
    k_clear_sums(k, &s);
    k_measure_direction(k, &s, 0, y);
    ck_assert_double_eq(k_error(k, &s) > 0, i);
    s.Z1 = infinite;
    k_measure_direction(k, &s, 0, d);
    ck_assert(!isfinite(k_error(k, &s)));
    k_clear_sums(k, &s);
    s.Z1 = undefined;
    k_measure_direction(k, &s, 0, d);
    ck_assert(!isfinite(k_error(k, &s)));
  }
}
END_TEST

/* The stress is e + y0 in all components. */
START_TEST(errors_are_measured_in_stress) {
  static problem p;
  problem_open(&p, &plain);
  real y[NX] = {1, 5, 5}, y1[NX] = {2, 5, 5}, d[NX] = {1e-2, 0.3, 0}, sums[4];
  real eps1[6];
  k_loading loading = {.dt = 2};
  k_substep s = {.loading = &loading, .t = 1, .h = 1, .y = y, .y1 = y1,
                 .d = d, .sums = {.groups = sums}, .eps1 = eps1};
  k_set_rates(&loading, 0, 6);
  p.solver.error_control = AM_CONTROL_STRESS;
  p.solver.atol = 1e-2;
  p.solver.rtol = 1e-3;
  p.context.stress_scale = 10;
  p.plan.group_count = 0;
  k_clear_sums(&p.context, &s);
  k_measure_state(&p.context, &s);
  real error = k_error(&p.context, &s);
  ck_assert_close(error, sqrt(6) * 1e-2 / (0.1 + 1e-3 * sqrt(6) * 2), 1e-13,
                  0);
  ck_assert_double_eq(s.to.sig, 6 * 2 * 2);
}
END_TEST

/* C_c = theta e_c + z0 in all components; its error equals that of z0. */
START_TEST(errors_are_measured_in_tangents) {
  static problem p;
  problem_open(&p, &plain);
  const real dz[NX] = {0.2, 4, 4};
  real y[NX] = {1, 5, 5}, y1[NX] = {1, 5, 5}, d[NX] = {0};
  real Z[2 * NX] = {1, 5, 5, 1, 5, 5}, Z1[2 * NX] = {3, 9, 9, 3, 9, 9};
  real sums[4], end[1], embedded[1], eps1[6];
  k_loading loading = {.dt = 2};
  k_substep s = {.loading = &loading, .directions = measured, .t = 0.5,
                 .h = 0.5, .y = y, .y1 = y1, .d = d, .Z = Z, .Z1 = Z1,
                 .sums = {.groups = sums}, .end = end, .embedded = embedded,
                 .eps1 = eps1};
  k_set_rates(&loading, 0, 6);
  p.solver.error_control = AM_CONTROL_STRESS;
  p.solver.atol = 1e-2;
  p.solver.rtol = 1e-3;
  p.context.stress_scale = 10;
  p.plan.group_count = 0;
  k_context *k = &p.context;
  k_clear_sums(k, &s);
  k_measure_state(k, &s);
  for (int c = 0; c < 2; c++) k_measure_direction(k, &s, c, dz);
  double size = 2 * (5 * 9 + 3.5 * 3.5);
  ck_assert_close(k_error(k, &s),
                  sqrt(2 * 6 * 0.04) / (0.1 + 1e-3 * sqrt(size)), 1e-13, 0);
  ck_assert_close(s.to.C, size, 1e-14, 0);
  s.from.C = 1e4; /* the larger of start and end */
  ck_assert_close(k_error(k, &s),
                  sqrt(2 * 6 * 0.04) / (0.1 + 1e-3 * 100), 1e-13, 0);
}
END_TEST

/* The guard measures errors that the embedded pair does not detect: in the
 * stress and in C, where the difference of C by the pair is multiplied by its
 * safety factor. */
START_TEST(guards_are_measured) {
  static problem p;
  am_scheme scheme = plain;
  real y[NX] = {1, 5, 5}, y1[NX] = {1, 5, 5}, d[NX] = {0}, guard[NX] = {0};
  real Z[NX] = {0}, Z1[NX] = {2}, dz[2 * NX] = {0};
  real sums[4], end[1], embedded[1];
  k_loading loading = {.dt = 2};
  k_substep s = {.loading = &loading,
                 .directions = {.count = 1, .first = 0, .measured = 1},
                 .t = 1, .h = 1, .y = y, .y1 = y1, .d = d, .guard = guard,
                 .Z = Z, .Z1 = Z1, .sums = {.groups = sums}, .end = end,
                 .embedded = embedded};
  s.eps1 = (real[6]){0};
  k_set_rates(&loading, 0, 6);
  scheme.caution = 0.5;
  scheme.guarded = 1;
  problem_open(&p, &scheme);
  p.solver.error_control = AM_CONTROL_STRESS;
  p.solver.atol = 1e-2;
  p.solver.rtol = 0;
  p.context.stress_scale = 10;
  p.plan.group_count = 0;
  k_context *k = &p.context;
  const struct {
    double pair, guard, of_state;
    double expected;
  } rows[] = {{0.2, 0, 0, 0.5 * 0.2}, {0, 0.3, 0, 0.3}, {0, 0, 0.4, 0.4},
              {0.2, 0.3, 0.1, 0.3}};
  for (int i = 0; i < 4; i++) {
    dz[0] = rows[i].pair;
    dz[NX] = rows[i].guard;
    guard[0] = rows[i].of_state;
    k_clear_sums(k, &s);
    k_measure_state(k, &s);
    k_measure_direction(k, &s, 0, dz);
    ck_assert_close(k_error(k, &s), sqrt(6) * rows[i].expected / 0.1, 1e-13,
                    0);
  }
}
END_TEST

/* If J decreases, the first substep of a Rosenbrock scheme is shorter than 1000
 * over the sum of the eigenvalues of -J at its start. */
START_TEST(steep_starts_are_errors) {
  static const struct {
    double t, before, behind, expected;
  } rows[] = {{0, 3e3, 29, 9},    {0, 3e3, 301, 0},   {0.1, 3e3, 29, 0},
              {0, 999, 29, 0},    {0, 2e3, 199.9, 4}, {0, 2e3, -10, 4}};
  static problem p;
  problem_open(&p, am_scheme_find("rodas4"));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    k_substep s = {.t = rows[i].t, .h = 0.5, .decay = 2 * rows[i].behind};
    ck_assert_close(k_error_of_start(&p.context, &s, 2 * rows[i].before),
                    rows[i].expected, 1e-13, 0);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("measure");
  tcase_add_loop_test(tcase, factors_are_bounded_and_coarse, 0, 5);
  tcase_add_test(tcase, errors_are_measured_by_group);
  tcase_add_test(tcase, columns_are_summed_by_group);
  tcase_add_loop_test(tcase, carried_columns_have_to_be_finite, 0, 2);
  tcase_add_test(tcase, errors_are_measured_in_stress);
  tcase_add_test(tcase, errors_are_measured_in_tangents);
  tcase_add_test(tcase, guards_are_measured);
  tcase_add_test(tcase, steep_starts_are_errors);
  return test_run("measure", &tcase, 1);
}
