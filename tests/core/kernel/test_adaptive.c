/* Step-size control (Hairer, Norsett and Wanner 1993, II.4) and its passes. */
#include "tests/core/kernel/problem.h"

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
  k_loading loading = new_loading();
  pass.y = w->y;
  pass.Z = w->Z;
  pass.loading = &loading;
  w->pass = pass;
  k_run_pass(&p->context, start, &w->pass);
  ck_assert_uint_eq(p->context.scratch_used, 0);
}

static const k_directions no_directions = {0, 0, 1}, carried = {6, 0, 0},
                       measured = {6, 0, 1};

/* The step size does not grow directly after a rejection; a substep that is cut
 * at the end does not reduce the next size. */
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
  for (size_t i = 0; i < 2 * (sizeof rows / sizeof *rows); i++) {
    size_t row = i / 2;
    if (i % 2 && rows[row].err == 1) continue; /* its safety factor differs */
    k_progress progress = {.h = rows[row].asked,
                           .rejected = rows[row].rejected};
    k_substep s = {.directions = i % 2 ? measured : carried,
                   .h = rows[row].taken};
    double next = k_next_size(&p.context, &progress, &s, rows[row].err,
                              rows[row].accepted);
    ck_assert_close(next, rows[row].next, 1e-15, 0);
  }
}
END_TEST

/* ---- derivatives that are measured, from zero ---------------------------- */

/* Until a substep is accepted, errors are proportional to h^(q - 1), or at
 * least to h; afterwards to h^(q + 1). */
START_TEST(rejections_know_where_derivatives_start) {
  static problem p;
  problem_open(&p, scheme_at(_i));
  int q = p.solver.scheme->control;
  k_context *k = &p.context;
  if (!q) return;
  for (double err = 1.01; err < 1e4; err *= 1.7) {
    k_progress progress = {.h = 0.5};
    double first = k_factor_from_zero(k, &progress, 0.5, err, 0);
    ck_assert_double_eq(progress.before, 0);
    ck_assert_double_eq(progress.reach, 0);
    ck_assert_close(first, 0.85 * pow(err, -1. / (q < 2 ? 1 : q - 1)), 3e-6,
                    0);
    progress = (k_progress){.h = 0.5, .before = 0.25, .reach = 1.5};
    double later = k_factor_from_zero(k, &progress, 0.5, err, 0);
    ck_assert_double_eq(progress.before, 0.25);
    ck_assert_double_eq(progress.reach, 1.5);
    ck_assert_close(later, 0.85 * pow(err, -1. / (q + 1)), 3e-6, 0);
    ck_assert_double_lt(first, later);
  }
}
END_TEST

/* Accepted errors are stored; the next factor follows from the error times its
 * last change. The first error has no previous one. */
START_TEST(errors_are_expected_to_change_as_they_did) {
  static problem p;
  problem_open(&p, scheme_at(_i));
  double q1 = p.solver.scheme->control + 1;
  if (!p.solver.scheme->control) return;
  const struct {
    double before, reach, h, err, trend;
  } rows[] = {{0, 0, 0.5, 0.3, 1},
              {0.5, 1.1, 0.5, pow(0.85 / 1.1, q1), 1}, /* as it was */
              {0.5, 1.0, 0.5, pow(0.85 / 1.2, q1), 1.2},
              {0.5, 1.2, 0.6, pow(0.85 / 1.2, q1), 1.2},
              {0.5, 1.0, 0.5, pow(0.85 / 1.5, q1), 1.3}, /* not more … */
              {0.5, 1.5, 0.5, pow(0.85 / 1.2, q1), 1}, /* … and not less */
              {0.5, 1.5, 0.1, pow(0.85 / 1.2, q1), 1},
              {0.5, 0.9, 0.5, 0, 1.3}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    k_progress progress = {.before = rows[i].before, .reach = rows[i].reach};
    double found =
        k_factor_from_zero(&p.context, &progress, rows[i].h, rows[i].err, 1);
    double reach = 0.85 / 0.9 * k_reach(rows[i].err, (int)q1);
    ck_assert_close(found, reach * rows[i].trend, 1e-5, 0);
    ck_assert_double_eq(progress.before, rows[i].h);
    ck_assert_double_eq(progress.reach, reach);
  }
}
END_TEST

/* A pass without error control of derivatives does not use the trend of
 * errors. */
START_TEST(errors_of_the_state_have_no_trend) {
  static problem p;
  problem_open(&p, scheme_at(_i));
  int q = p.solver.scheme->control;
  if (!q) return;
  for (mask accepted = 0; accepted < 2; accepted++) {
    double err = accepted ? 0.25 : 4;
    double reach = k_reach(err, q + 1), careful = 0.85 / 0.9 * reach;
    k_progress plain = {.h = 1, .before = 1, .reach = 0.5}, zero = plain;
    k_substep s = {.directions = carried, .h = 1};
    ck_assert_double_eq(
        k_next_size(&p.context, &plain, &s, err, accepted),
        k_step_factor(err, reach));
    ck_assert_double_eq(plain.before, 1);
    ck_assert_double_eq(plain.reach, 0.5);
    s.directions = measured;
    ck_assert_double_eq(
        k_next_size(&p.context, &zero, &s, err, accepted),
        k_step_factor(err, accepted ? 1.3 * careful : careful));
    ck_assert_double_eq(zero.reach, accepted ? careful : 0.5);
  }
}
END_TEST

/* ---- passes -------------------------------------------------------------- */

/* With one lane, arrays are exchanged if the substep was accepted. */
START_TEST(whole_arrays_are_taken_over) {
  real one[2] = {1, 2}, two[2] = {3, 4};
  real *kept = one, *found = two;
  k_take_over(&kept, &found, 2, 0);
  ck_assert(kept == one && found == two);
  k_take_over(&kept, &found, 2, 1);
  ck_assert(kept == two && found == one);
  ck_assert(one[0] == 1 && one[1] == 2 && two[0] == 3 && two[1] == 4);
}
END_TEST

/* State and, with columns, its derivatives after n substeps of about equal
 * size. */
static void follow(problem *p, const k_loading *loading,
                   k_directions directions, int n, walked *w) {
  for (int i = 0; i < n; i++)
    p->sequence[i] = loading->dt * (1 + 0.3 * (2 * i + 1 - n) / n) / n;
  for (int i = 0; i < 6 * NX; i++) w->Z[i] = NAN;
  w->pass = (k_pass){.loading = loading, .directions = directions,
                     .y = w->y, .Z = w->Z, .frozen = k_all_lanes(),
                         .length = n};
  k_run_pass(&p->context, start, &w->pass);
  ck_assert_int_eq((int)w->pass.counts.substeps, n);
  ck_assert(w->pass.Z == w->Z);
}

/* Columns are stored in the array of the caller for any number of substeps, and
 * equal differences of the states after the same substeps. */
START_TEST(columns_are_derivatives_of_the_substeps) {
  static problem p;
  static walked with, plus, minus;
  problem_open(&p, scheme_at(_i));
  p.solver.newton = 1e-12;
  if (p.solver.scheme->family == AM_FAMILY_IMPLICIT) return;
  for (int n = 1; n <= 6; n++) {
    k_loading loading = new_loading();
    loading.dt = 0.5; /* which an implicit scheme integrates in one substep */
    k_set_rates(&loading, 0, 6);
    follow(&p, &loading, n % 4 < 2 ? measured : carried, n, &with);
    for (int c = 0; c < 6; c++) {
      k_loading changed = loading;
      changed.eps1[c] = loading.eps1[c] + 1e-5;
      k_set_rates(&changed, 0, 6);
      follow(&p, &changed, no_directions, n, &plus);
      changed.eps1[c] = loading.eps1[c] - 1e-5;
      k_set_rates(&changed, 0, 6);
      follow(&p, &changed, no_directions, n, &minus);
      for (int i = 0; i < NX; i++)
        ck_assert_close(with.Z[c * NX + i],
                        (plus.y[i] - minus.y[i]) / 2e-5, 1e-7, 1e-8);
    }
  }
}
END_TEST

/* Steps h follow from h^(q+1) ~ rtol, and the error is of order h^p. */
START_TEST(errors_follow_the_tolerance) {
  static problem p;
  real y[NX], Z[6 * NX], before = 1;
  k_loading loading = new_loading();
  exact(&loading, loading.dt, y, Z);
  problem_open(&p, scheme_at(_i));
  if (p.solver.scheme->family == AM_FAMILY_IMPLICIT) return;
  double order = p.solver.scheme->order, control = p.solver.scheme->control;
  for (double rtol = 1e-2; rtol > 1e-6; rtol /= 10) {
    static walked w;
    p.solver.rtol = p.solver.atol = rtol;
    walk(&p, (k_pass){.directions = {6, 0, 1}}, &w);
    ck_assert_int_eq((int)w.pass.status, AM_POINT_GOOD);
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

/* A recorded sequence fills the loading step, contains no tiny substeps, and
 * gives the same bits when repeated. */
START_TEST(sequences_are_repeated) {
  static problem p;
  static walked w, again;
  real sum = 0;
  problem_open(&p, scheme_at(_i));
  if (p.solver.scheme->family == AM_FAMILY_IMPLICIT) return;
  p.solver.rtol = p.solver.atol = 1e-5;
  walk(&p, (k_pass){.directions = {0}}, &w);
  int n = (int)w.pass.length;
  ck_assert_int_gt(n, 2);
  ck_assert_double_eq(w.pass.counts.substeps, n);
  for (int i = 0; i < n; i++) sum += p.sequence[i];
  ck_assert_close(sum, new_loading().dt, 1e-14, 0);
  ck_assert_close(p.sequence[n - 1], p.sequence[n - 2], 1e-12, 0);
  walk(&p, (k_pass){.directions = {6, 0, 1}, .frozen = 1, .length = n}, &again);
  for (int i = 0; i < NX; i++) ck_assert_double_eq(w.y[i], again.y[i]);
  ck_assert_double_eq(again.pass.counts.substeps, n);
  ck_assert_double_eq(again.pass.counts.rejected, 0);
}
END_TEST

/* Rejected substeps do not affect the columns. */
START_TEST(columns_are_repeated) {
  static problem p;
  static walked w, again;
  problem_open(&p, scheme_at(_i));
  if (p.solver.scheme->family == AM_FAMILY_IMPLICIT) return;
  for (int control = 0; control < 2; control++) {
    p.solver.rtol = p.solver.atol = 1e-5;
    p.solver.error_control =
        control ? AM_CONTROL_STRESS : AM_CONTROL_INTERNAL;
    walk(&p, (k_pass){.directions = measured}, &w);
    ck_assert_double_gt(w.pass.counts.rejected, 0);
    walk(&p, (k_pass){.directions = measured, .frozen = 1,
                      .length = w.pass.length}, &again);
    ck_assert_double_eq(again.pass.counts.rejected, 0);
    ck_assert_double_eq(again.pass.worst, w.pass.worst);
    for (int i = 0; i < NX; i++) ck_assert_double_eq(w.y[i], again.y[i]);
    for (int i = 0; i < 6 * NX; i++) ck_assert_double_eq(w.Z[i], again.Z[i]);
  }
}
END_TEST

/* Columns of strains that drive no rate are skipped, without a change of the
 * results. */
START_TEST(idle_columns_stay_zero) {
  static problem p;
  static walked all, some;
  problem_open(&p, scheme_at(_i / 2));
  p.solver.error_control = _i % 2 ? AM_CONTROL_STRESS : AM_CONTROL_INTERNAL;
  p.solver.rtol = p.solver.atol = 1e-4;
  for (int c = 2; c < 6; c++) p.plan.idle[c] = true;
  walk(&p, (k_pass){.directions = measured}, &some);
  for (int c = 2; c < 6; c++) p.plan.idle[c] = false;
  walk(&p, (k_pass){.directions = measured}, &all);
  ck_assert_double_eq(some.pass.worst, all.pass.worst);
  ck_assert_double_eq(some.pass.next, all.pass.next);
  ck_assert_double_eq(some.pass.length, all.pass.length);
  for (int i = 0; i < NX; i++) ck_assert_double_eq(some.y[i], all.y[i]);
  for (int i = 0; i < 6 * NX; i++) ck_assert_double_eq(some.Z[i], all.Z[i]);
}
END_TEST

/* C of an idle column is evaluated once; C of other columns also at the
 * embedded solution, and for the guard of a scheme that has one. */
START_TEST(idle_columns_are_those_of_their_strain) {
  static problem p;
  static walked w;
  problem_open(&p, scheme_at(_i));
  am_family family = p.solver.scheme->family;
  if (family != AM_FAMILY_EXPLICIT && family != AM_FAMILY_ROSENBROCK) return;
  p.solver.error_control = AM_CONTROL_STRESS;
  for (int c = 2; c < 6; c++) p.plan.idle[c] = true;
  for (int c = 0; c < 6; c++) {
    p.data.made[OF_STRESS_ALONG] = 0;
    walk(&p, (k_pass){.directions = {1, c, 1}}, &w);
    int looks = c < 2 ? 2 + p.solver.scheme->guarded : 1;
    ck_assert_double_eq(
        p.data.made[OF_STRESS_ALONG],
        looks * (w.pass.counts.substeps + w.pass.counts.rejected));
  }
}
END_TEST

/* Growth by at most 5. */
START_TEST(sizes_change_gently) {
  static problem p;
  static walked w;
  problem_open(&p, scheme_at(_i));
  if (p.solver.scheme->family == AM_FAMILY_IMPLICIT) return;
  p.solver.rtol = p.solver.atol = 1e-4;
  walk(&p, (k_pass){.directions = {0}, .first = 1e-6}, &w);
  int n = (int)w.pass.length;
  ck_assert_double_eq(p.sequence[0], 1e-6);
  ck_assert_close(p.sequence[1], 5e-6, 1e-15, 0);
  for (int i = 1; i < n; i++)
    ck_assert_double_le(p.sequence[i], 5 * p.sequence[i - 1] * (1 + 1e-12));
  ck_assert_double_gt(w.pass.next, 0);
}
END_TEST

/* The counts equal the evaluations made; first same as last saves one, also
 * with columns. */
START_TEST(evaluations_are_counted) {
  static problem p;
  static walked w;
  problem_open(&p, scheme_at(_i));
  walk(&p, (k_pass){.directions = measured}, &w);
  if (p.solver.scheme->family == AM_FAMILY_EXPLICIT)
    ck_assert_double_eq(w.pass.counts.evaluations, p.data.calls);
  p.data.calls = 0;
  walk(&p, (k_pass){.directions = {0}}, &w);
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

/* The law is undefined in the second half of the step. */
START_TEST(invalid_states_end_a_pass) {
  static problem p;
  static walked w;
  k_loading loading = new_loading();
  loading.eps1[5] = 1;
  k_set_rates(&loading, 0, 6);
  problem_open(&p, scheme_at(_i));
  p.data.broken_from = 0.5;
  w.pass = (k_pass){.loading = &loading, .y = w.y, .Z = w.Z};
  k_run_pass(&p.context, start, &w.pass);
  ck_assert_int_ne((int)w.pass.status, AM_POINT_GOOD);
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
  walk(&p, (k_pass){.directions = {0}}, &w);
  ck_assert_int_eq((int)w.pass.status, AM_POINT_SUBSTEPS);
}
END_TEST

/* A jump has no substeps. */
START_TEST(jumps_change_nothing) {
  static problem p;
  static walked w;
  k_loading loading = new_loading();
  loading.dt = 0;
  k_set_rates(&loading, 0, 6);
  problem_open(&p, scheme_at(_i));
  w.pass = (k_pass){.loading = &loading, .directions = {6, 0, 1}, .y = w.y,
                    .Z = w.Z};
  k_run_pass(&p.context, start, &w.pass);
  ck_assert_int_eq((int)w.pass.status, AM_POINT_GOOD);
  for (int i = 0; i < NX; i++) ck_assert_double_eq(w.y[i], start[i]);
  for (int i = 0; i < 6 * NX; i++) ck_assert_double_eq(w.Z[i], 0);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("adaptive");
  int schemes = scheme_count();
  tcase_add_test(tcase, sizes_after_a_substep);
  tcase_add_loop_test(tcase, rejections_know_where_derivatives_start, 0,
                      schemes);
  tcase_add_loop_test(tcase, errors_are_expected_to_change_as_they_did, 0,
                      schemes);
  tcase_add_loop_test(tcase, errors_of_the_state_have_no_trend, 0, schemes);
  tcase_add_test(tcase, whole_arrays_are_taken_over);
  tcase_add_loop_test(tcase, columns_are_derivatives_of_the_substeps, 0,
                      schemes);
  tcase_add_loop_test(tcase, errors_follow_the_tolerance, 0, schemes);
  tcase_add_loop_test(tcase, sequences_are_repeated, 0, schemes);
  tcase_add_loop_test(tcase, columns_are_repeated, 0, schemes);
  tcase_add_loop_test(tcase, idle_columns_stay_zero, 0, 2 * schemes);
  tcase_add_loop_test(tcase, idle_columns_are_those_of_their_strain, 0,
                      schemes);
  tcase_add_loop_test(tcase, sizes_change_gently, 0, schemes);
  tcase_add_loop_test(tcase, evaluations_are_counted, 0, schemes);
  tcase_add_loop_test(tcase, invalid_states_end_a_pass, 0, schemes);
  tcase_add_loop_test(tcase, endless_passes_end, 0, schemes);
  tcase_add_loop_test(tcase, jumps_change_nothing, 0, schemes);
  return test_run("adaptive", &tcase, 1);
}
