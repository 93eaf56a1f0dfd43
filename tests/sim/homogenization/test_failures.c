/* covers: run
 *
 * Loading steps that do not converge are reported and give no row; halved steps
 * give the results of smaller loading steps. */
#include "marches.h"

/* A law whose local iteration takes more iterations for larger steps. */
#define HARDENING \
  "{matrix: {label: 0, material: armstrong-frederick}, " CERAMIC

#define INTERP EULER ", engine: interp"
#define PULL "[{time: 1, steps: 2, strain: {xx: 1e-2}}]"

static marching m;

static const struct {
  const char *phases, *settings, *solver;
  am_status status;
  const char *message; /* part of it */
} rows[] = {
    {METAL, ", scheme: basic, iterations: 5", INTERP, AM_FAILED,
     "loading step 1, to time 0.5, failed: no equilibrium after 5 iterations "
     "of scheme basic, equilibrium 0.1"},
    {METAL, ", equilibrium: 1e-18, iterations: 1000", INTERP, AM_FAILED,
     "failed: the residual no longer decreases after "},
    {METAL, "", INTERP ", newton_iterations: 2", AM_FAILED,
     "loading step 1, to time 0.5, failed: phase 'matrix', voxel (0, 2, "
     "2): the local Newton iteration did not converge; halving the step 10 "
     "times did not help"},
    {"{matrix: {label: 0, material: michel-suquet}, void: {label: 1, material: "
     "linear-elastic, parameters: {E: 1e-9}}}",
     "", INTERP, AM_INPUT, "phase 'void' has almost no stiffness"},
    {"{matrix: {label: 0, material: michel-suquet}, rock: {label: 1, material: "
     "linear-elastic, parameters: {E: 1e16}}}",
     "", INTERP, AM_INPUT, "phase 'matrix' has almost no stiffness"},
    {METAL, ", reference: {lambda: 1e4, mu: 5e4}", INTERP, AM_INPUT,
     "expected mu of at least 60000, half the largest shear modulus"},
};

START_TEST(what_cannot_be_solved_is_told) {
  element e = sphere(5);
  am_status status = open_march(
      &m, &e,
      &(script){rows[_i].phases, rows[_i].settings, rows[_i].solver, PULL});
  if (status == AM_OK) status = walk_march(&m);
  ck_assert_int_eq(status, rows[_i].status);
  ck_assert_msg(strstr(told(&m.e), rows[_i].message) != NULL, "%s",
                told(&m.e));
  ck_assert_int_le(m.count, 1);
  ck_assert(m.e.report->first->next == NULL);
}
END_TEST

/* The message suggests smaller tolerances only for schemes that have
 * tolerances. */
START_TEST(tolerances_are_advised_where_they_are_read) {
  static const char *const solvers[] = {INTERP, "engine: interp"};
  const script s = {METAL, ", equilibrium: 1e-18, iterations: 1000",
                    solvers[_i], PULL};
  must_open(&m, sphere(5), &s);
  ck_assert_int_eq(walk_march(&m), AM_FAILED);
  ck_assert(strstr(told(&m.e), "no longer decreases") != NULL);
  ck_assert_int_eq(strstr(told(&m.e), "solver.rtol") != NULL, _i == 1);
}
END_TEST

/* After a failure the march has the state of the last row. */
START_TEST(rows_before_a_failure_stand) {
  element e = sphere(5);
  ck_assert_int_eq(
      open_march(&m, &e,
                 &(script){METAL, ", scheme: basic, iterations: 45", INTERP,
                           "[{time: 0.1, steps: 2, strain: {xx: 1e-4}}, "
                           "{time: 1, steps: 1, strain: {xx: 1e-2}}]"}),
      AM_OK);
  ck_assert_int_eq(walk_march(&m), AM_FAILED);
  ck_assert_int_eq(m.count, 3);
  ck_assert_int_eq(m.march->step, 2);
  ck_assert_close(m.march->time, 0.1, 0, 0);
  ck_assert_close(m.march->strain[0], 1e-4, 0, 0);
  ck_assert(strstr(told(&m.e), "loading step 3, to time 1,") != NULL);
}
END_TEST

START_TEST(a_march_stops_when_asked) {
  static volatile int stop = 0;
  must_open(&m, sphere(5), &(script){METAL, "", INTERP, PULL});
  m.e.settings->stop = &stop;
  stop = 1;
  ck_assert_int_eq(walk_march(&m), AM_FAILED);
  ck_assert_str_eq(m.e.report->first->text, "stopped in loading step 1");
}
END_TEST

START_TEST(a_march_stops_before_it_begins) {
  static const volatile int stop = 1;
  am_cell_loading *again;
  must_open(&m, sphere(5), &(script){METAL, "", INTERP, PULL});
  m.e.settings->stop = &stop;
  ck_assert_int_eq(am_cell_loading_new(m.e.arena, m.e.report, m.e.settings, 1,
                                       &again),
                   AM_FAILED);
  ck_assert_str_eq(m.e.report->first->text,
                   "stopped before the first loading step");
}
END_TEST

static bool only_two(void *data, const am_cell_row *row) {
  keep_row(data, row);
  return m.count < 2;
}

START_TEST(a_caller_ends_a_march_and_goes_on) {
  must_open(&m, sphere(5), &(script){METAL, "", INTERP, PULL});
  m.sink.row = only_two;
  must_walk(&m);
  ck_assert_int_eq(m.count, 2);
  ck_assert_int_eq(m.march->step, 1);
  m.sink.row = keep_row;
  must_walk(&m);
  ck_assert_int_eq(m.count, 3);
  ck_assert_int_eq(m.rows[2].step, 2);
  ck_assert_close(m.rows[2].time, 1, 0, 0);
}
END_TEST

/* Too few local iterations for the whole loading step, or for a half. */
START_TEST(halves_are_smaller_loading_steps) {
  static marching whole, parts;
  const char *solver = INTERP ", newton_iterations: 4";
  const char *settings = ", equilibrium: 1e-10";
  element e = sphere(5);
  ck_assert_int_eq(
      open_march(&whole, &e,
                 &(script){HARDENING, settings, solver,
                           "[{time: 1, strain: {xx: 2e-3, others: 0}, "
                           "stress: {yy: 9}}]"}),
      AM_OK);
  ck_assert_int_eq(walk_march(&whole), AM_OK);
  ck_assert_double_eq(whole.rows[1].pieces, 3);
  ck_assert(strstr(told(&whole.e),
                   "1 of 1 loading steps converged only after halving; the "
                   "first is step 1, to time 1") != NULL);
  ck_assert(!strstr(told(&whole.e), "tangents"));
  must_march(&parts, sphere(5),
             &(script){HARDENING, settings, solver,
                       "[{times: [0.5, 0.75, 1], strain: {xx: "
                       "2e-3, others: 0}, stress: {yy: 9}}]"});
  for (int c = 0; c < 6; c++) {
    ck_assert_close(whole.rows[1].stress[c], parts.rows[3].stress[c], 0, 1e-8);
    ck_assert_close(whole.rows[1].strain[c], parts.rows[3].strain[c], 0,
                    1e-12);
  }
}
END_TEST

/* After halving, the loading step has no tangent; the adjacent loading steps
 * have one. */
START_TEST(halved_steps_have_no_tangents) {
  element e = sphere(5);
  ck_assert_int_eq(
      open_march(&m, &e,
                 &(script){HARDENING, ", equilibrium: 1e-10",
                           INTERP ", newton_iterations: 4",
                           "[{time: 0.1, strain: {xx: 1e-4}}, {time: 1, "
                           "strain: {xx: 1e-2, others: 0}, stress: {yy: 9}}]"}),
      AM_OK);
  m.sink.effective = m.sink.average = true;
  ck_assert_int_eq(walk_march(&m), AM_OK);
  ck_assert_double_eq(m.rows[1].pieces, 1);
  ck_assert_double_gt(m.rows[2].pieces, 1);
  for (int i = 0; i < 36; i++) {
    ck_assert(isfinite(m.rows[1].effective[i]));
    ck_assert(isfinite(m.rows[1].average[i]));
    ck_assert(isnan(m.rows[2].effective[i]));
    ck_assert(isnan(m.rows[2].average[i]));
  }
  ck_assert_msg(strstr(told(&m.e),
                       "1 of 2 loading steps converged only after halving; the "
                       "first is step 2, to time 1; their tangents are "
                       "left empty"), "%s", told(&m.e));
  const am_yaml *path = m.e.description->path;
  ck_assert_int_eq(m.e.report->first->place.column,
                   path->items[1]->place.column);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("failures")};
  tcase_add_loop_test(cases[0], what_cannot_be_solved_is_told, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_loop_test(cases[0], tolerances_are_advised_where_they_are_read, 0,
                      2);
  tcase_add_test(cases[0], rows_before_a_failure_stand);
  tcase_add_test(cases[0], a_march_stops_when_asked);
  tcase_add_test(cases[0], a_march_stops_before_it_begins);
  tcase_add_test(cases[0], a_caller_ends_a_march_and_goes_on);
  tcase_add_test(cases[0], halved_steps_have_no_tangents);
  tcase_add_test(cases[0], halves_are_smaller_loading_steps);
  return test_run("failures", cases, 1);
}
