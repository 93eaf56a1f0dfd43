/* Step-size control (Hairer, Norsett and Wanner 1993, II.4) and the passes
 * that it drives. */
#include "tests/kernel/problem.h"

static const am_scheme *scheme_at(int i) {
  size_t count;
  return am_schemes(&count) + i;
}

static int scheme_count(void) {
  size_t count;
  am_schemes(&count);
  return (int)count;
}

/* A pass through the loading step with y [NX], Z [6][NX]. */
typedef struct {
  real y[NX], Z[6 * NX];
  k_pass pass;
} walked;

static void walk(problem *p, k_pass pass, walked *w) {
  k_load load = loading();
  pass.y = w->y;
  pass.Z = w->Z;
  w->pass = pass;
  k_run_pass(&p->context, &load, start, &w->pass);
  ck_assert_uint_eq(p->context.scratch_used, 0);
}

START_TEST(factors_are_bounded_and_coarse) {
  static problem p;
  problem_open(&p, scheme_at(_i));
  if (!p.solver.scheme->control) return;
  double q = p.solver.scheme->control + 1;
  k_context *k = &p.context;
  ck_assert_double_eq(k_step_factor(k, 0), 5);
  ck_assert_double_eq(k_step_factor(k, 1e-300), 5);
  ck_assert_double_eq(k_step_factor(k, 1e300), 51. / 256);
  ck_assert_double_eq(k_step_factor(k, NAN), 51. / 256);
  ck_assert_double_eq(k_step_factor(k, INFINITY), 51. / 256);
  for (double err = 1e-6; err < 1e4; err *= 1.1) {
    double factor = k_step_factor(k, err), exact = 0.9 * pow(err, -1 / q);
    ck_assert_double_eq(factor * 256, floor(factor * 256));
    exact = fmin(5, fmax(0.2, exact));
    ck_assert(factor <= exact && exact < factor + 1. / 256);
  }
}
END_TEST

/* No growth directly after a rejection; a substep that was cut at the end
 * does not shorten what it was cut from. */
START_TEST(sizes_after_a_substep) {
  static problem p;
  problem_open(&p, am_scheme_find("ode23"));
  const struct {
    double asked, taken, err;
    mask accepted, rejected;
    double next;
  } rows[] = {{1, 1, 0, 1, 0, 5},          {1, 1, 0, 1, 1, 1},
              {1, 1, 1e9, 0, 0, 51. / 256}, {1, 1, 1e9, 0, 1, 51. / 256},
              {1, 1, 1, 1, 0, 230. / 256},  {1, 1, 1, 1, 1, 230. / 256},
              {1, 0.1, 0, 1, 0, 1},         {1, 0.5, 0, 1, 0, 2.5},
              {1, 0.1, 1, 1, 0, 23. / 256}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    k_progress progress = {.h = rows[i].asked, .rejected = rows[i].rejected};
    k_substep s = {.h = rows[i].taken};
    double next = k_resize(&p.context, &progress, &s, rows[i].err,
                           rows[i].accepted);
    ck_assert_close(next, rows[i].next, 1e-15, 0);
  }
}
END_TEST

/* |d|/(atol + rtol max(|y|, |y1|)) by hand, in the norm of each group. */
START_TEST(errors_are_measured_by_group) {
  static problem p;
  problem_open(&p, am_scheme_find("ode23"));
  const real y[NX] = {3, 4, 0}, y1[NX] = {6, 8, 0};
  real d[NX] = {3e-3, 4e-3, 0}, Z[2 * NX] = {0}, DZ[2 * NX] = {0};
  k_substep s = {.y = y, .y1 = (real *)y1, .d = d, .Z = Z, .Z1 = Z, .DZ = DZ};
  k_group groups[] = {{0, 2}, {2, 1}};
  k_load load = loading();
  p.context.groups = groups;
  p.context.group_count = 2;
  p.solver.atol = 1e-3;
  p.solver.rtol = 1e-2;
  k_context *k = &p.context;
  ck_assert_close(k_error(k, &load, (k_columns){0, 0, 1}, &s), 5e-3 / 0.101,
                  1e-15, 0);
  DZ[2] = 1.5e-3; /* alone in its group, whose value is zero */
  ck_assert_close(k_error(k, &load, (k_columns){2, 0, 1}, &s), 1.5, 1e-15, 0);
  DZ[NX + 2] = 2e-3; /* the columns of a group count together */
  ck_assert_close(k_error(k, &load, (k_columns){2, 0, 1}, &s), 2.5, 1e-15, 0);
  ck_assert_close(k_error(k, &load, (k_columns){2, 0, 0}, &s), 5e-3 / 0.101,
                  1e-15, 0);
  d[2] = NAN;
  ck_assert(!isfinite(k_error(k, &load, (k_columns){0, 0, 1}, &s)));
}
END_TEST

/* The stress is e + y0 in all components. */
START_TEST(errors_are_measured_in_stress) {
  static problem p;
  problem_open(&p, am_scheme_find("ode23"));
  const real y[NX] = {1, 5, 5};
  real y1[NX] = {2, 5, 5}, d[NX] = {1e-2, 0.3, 0};
  k_substep s = {.t = 1, .h = 1, .y = y, .y1 = y1, .d = d};
  k_load load = {.dt = 2};
  k_load_prepare(&load);
  p.solver.error_control = AM_CONTROL_STRESS;
  p.solver.atol = 1e-2;
  p.solver.rtol = 1e-3;
  p.context.stress_scale = 10;
  p.context.group_count = 0;
  real error = k_error(&p.context, &load, (k_columns){0, 0, 1}, &s);
  ck_assert_close(error, sqrt(6) * 1e-2 / (0.1 + 1e-3 * sqrt(6) * 2), 1e-13,
                  0);
  ck_assert_double_eq(s.to.sig, 6 * 2 * 2);
}
END_TEST

/* Steps h follow from h^(q+1) ~ rtol, and the error is of order h^p. */
START_TEST(errors_follow_the_tolerance) {
  static problem p;
  real y[NX], Z[6 * NX], before = 1;
  k_load load = loading();
  exact(&load, load.dt, y, Z);
  problem_open(&p, scheme_at(_i));
  if (p.solver.scheme->family == AM_FAMILY_IMPLICIT) return;
  double order = p.solver.scheme->order, control = p.solver.scheme->control;
  for (double rtol = 1e-2; rtol > 1e-6; rtol /= 10) {
    static walked w;
    p.solver.rtol = p.solver.atol = rtol;
    walk(&p, (k_pass){.columns = {6, 0, 1}}, &w);
    ck_assert(!w.pass.tiny && !w.pass.endless && !w.pass.invalid);
    ck_assert_double_le(w.pass.worst, 1);
    real error = 0;
    for (int i = 0; i < NX; i++) error = fmax(error, fabs(w.y[i] - y[i]));
    for (int i = 0; i < 6 * NX; i++)
      error = fmax(error, fabs(w.Z[i] - Z[i]) / 10);
    double bound = 10 * pow(rtol, order / (control + 1));
    ck_assert_msg(error < bound && error < before,
                  "%s: error %.3g at rtol %g", p.solver.scheme->name, error,
                  rtol);
    before = error;
  }
}
END_TEST

/* A recorded sequence adds up, leaves no sliver, and gives the same bits when
 * it is followed. */
START_TEST(sequences_are_repeated) {
  static problem p;
  static walked w, again;
  real sum = 0;
  problem_open(&p, scheme_at(_i));
  if (p.solver.scheme->family == AM_FAMILY_IMPLICIT) return;
  p.solver.rtol = p.solver.atol = 1e-5;
  walk(&p, (k_pass){.columns = {0}}, &w);
  int n = (int)w.pass.length;
  ck_assert_int_gt(n, 2);
  ck_assert_double_eq(w.pass.counts.substeps, n);
  for (int i = 0; i < n; i++) sum += p.sequence[i];
  ck_assert_close(sum, loading().dt, 1e-14, 0);
  ck_assert_close(p.sequence[n - 1], p.sequence[n - 2], 1e-12, 0);
  walk(&p, (k_pass){.columns = {6, 0, 1}, .frozen = 1, .length = n}, &again);
  for (int i = 0; i < NX; i++) ck_assert_double_eq(w.y[i], again.y[i]);
  ck_assert_double_eq(again.pass.counts.substeps, n);
  ck_assert_double_eq(again.pass.counts.rejected, 0);
}
END_TEST

/* Growth by at most 5. */
START_TEST(sizes_change_gently) {
  static problem p;
  static walked w;
  problem_open(&p, scheme_at(_i));
  if (p.solver.scheme->family == AM_FAMILY_IMPLICIT) return;
  p.solver.rtol = p.solver.atol = 1e-4;
  walk(&p, (k_pass){.columns = {0}, .first = 1e-6}, &w);
  int n = (int)w.pass.length;
  ck_assert_double_eq(p.sequence[0], 1e-6);
  ck_assert_close(p.sequence[1], 5e-6, 1e-15, 0);
  for (int i = 1; i < n; i++)
    ck_assert_double_le(p.sequence[i], 5 * p.sequence[i - 1] * (1 + 1e-12));
  ck_assert_double_gt(w.pass.next, 0);
}
END_TEST

/* Evaluations are counted as they are made; first same as last saves one. */
START_TEST(evaluations_are_counted) {
  static problem p;
  static walked w;
  problem_open(&p, scheme_at(_i));
  walk(&p, (k_pass){.columns = {0}}, &w);
  int stages = p.solver.scheme->stages;
  real trials = w.pass.counts.substeps + w.pass.counts.rejected;
  if (p.solver.scheme->family == AM_FAMILY_EXPLICIT) {
    real firsts = p.solver.scheme->fsal ? 1 : w.pass.counts.substeps;
    ck_assert_double_eq(w.pass.counts.evaluations,
                        trials * (stages - 1) + firsts);
  }
  ck_assert_double_eq(w.pass.counts.evaluations, p.data.calls);
}
END_TEST

/* The law breaks down beyond half of the step. */
START_TEST(invalid_states_end_a_pass) {
  static problem p;
  static walked w;
  k_load load = loading();
  load.eps1[5] = 1;
  k_load_prepare(&load);
  problem_open(&p, scheme_at(_i));
  p.data.broken_from = 0.5;
  w.pass = (k_pass){.y = w.y, .Z = w.Z};
  k_run_pass(&p.context, &load, start, &w.pass);
  ck_assert_int_ne((int)k_pass_status(&w.pass), K_GOOD);
  if (p.solver.scheme->family == AM_FAMILY_IMPLICIT) return;
  real sum = 0;
  for (int i = 0; i < (int)w.pass.counts.substeps; i++) sum += p.sequence[i];
  ck_assert_close(sum, 1, 1e-7, 0);
}
END_TEST

START_TEST(endless_passes_end) {
  static problem p;
  static walked w;
  problem_open(&p, scheme_at(_i));
  if (p.solver.scheme->family == AM_FAMILY_IMPLICIT) return;
  p.solver.rtol = p.solver.atol = 1e-9;
  p.context.attempts = 7;
  walk(&p, (k_pass){.columns = {0}}, &w);
  ck_assert_int_eq((int)k_pass_status(&w.pass), K_ENDLESS);
}
END_TEST

/* A jump has no substeps. */
START_TEST(jumps_change_nothing) {
  static problem p;
  static walked w;
  k_load load = loading();
  load.dt = 0;
  k_load_prepare(&load);
  problem_open(&p, scheme_at(_i));
  w.pass = (k_pass){.y = w.y, .Z = w.Z, .columns = {6, 0, 1}};
  k_run_pass(&p.context, &load, start, &w.pass);
  ck_assert_int_eq((int)k_pass_status(&w.pass), K_GOOD);
  for (int i = 0; i < NX; i++) ck_assert_double_eq(w.y[i], start[i]);
  for (int i = 0; i < 6 * NX; i++) ck_assert_double_eq(w.Z[i], 0);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("adaptive");
  int schemes = scheme_count();
  tcase_add_loop_test(tcase, factors_are_bounded_and_coarse, 0, schemes);
  tcase_add_test(tcase, sizes_after_a_substep);
  tcase_add_test(tcase, errors_are_measured_by_group);
  tcase_add_test(tcase, errors_are_measured_in_stress);
  tcase_add_loop_test(tcase, errors_follow_the_tolerance, 0, schemes);
  tcase_add_loop_test(tcase, sequences_are_repeated, 0, schemes);
  tcase_add_loop_test(tcase, sizes_change_gently, 0, schemes);
  tcase_add_loop_test(tcase, evaluations_are_counted, 0, schemes);
  tcase_add_loop_test(tcase, invalid_states_end_a_pass, 0, schemes);
  tcase_add_loop_test(tcase, endless_passes_end, 0, schemes);
  tcase_add_loop_test(tcase, jumps_change_nothing, 0, schemes);
  return test_run("adaptive", &tcase, 1);
}
