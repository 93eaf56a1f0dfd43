/* covers: run
 *
 * Choice of the engine. */
#include "point/run.h"

#include "tests/sim/batch/many.h"
#include "tests/sim/point/away.h"

#define CASE                                                     \
  "points: {count: 3, variables: {a: {uniform: [0, 1]}}}\n"      \
  "path: [{time: 1, steps: 10, strain: {xx: a*1e-3}}]\n"

/* Everything but the engine. */
static am_run *prepare(batched *b, const char *text,
                       const am_request *request) {
  am_run *run;
  am_request own = *request;
  *b = (batched){.arena = test_arena()};
  b->report = am_report_new(b->arena);
  own.engine = &am_engine_interp;
  b->status = am_run_prepare_points(b->arena, b->report,
                                    case_of(b, MAXWELL, text), NULL, &own,
                                    &run);
  ck_assert_msg(b->status == AM_OK, "%s", batch_message(b));
  return run;
}

enum { MANY = AM_DEVICE_STEPS / 10 + 1 };

static const struct {
  long count, points; /* of the case; of the request */
  bool many, is_not_here, cannot_compile;
  const char *engine, *note;
} choices[] = {
    {MANY, 0, true, false, false, "away", NULL},
    {MANY, MANY, true, false, false, "away", NULL},
    {MANY, MANY - 2, true, false, false, "native", NULL},
    {MANY - 2, 0, true, false, false, "native", NULL},
    {AM_DEVICE_POINTS, 0, true, false, false, "native", NULL},
    {MANY, 0, true, true, false, "native", NULL},
    {MANY, 0, true, false, true, "native",
     "engine away: too long a text; the engine native is used"},
    {MANY, 0, false, false, false, "native", NULL},
};

/* Without a compiler, the engine native reports this. */
START_TEST(automatic) {
  batched b;
  const am_request request = {.many = choices[_i].many, .point = 0,
                              .points = choices[_i].points};
  am_run *run = prepare(&b, CASE, &request);
  run->sample->count = choices[_i].count;
  away_work.is_not_here = choices[_i].is_not_here;
  away_work.cannot_compile = choices[_i].cannot_compile;
  ck_assert_int_eq(
      am_choose_engine(b.arena, b.report, &request, &away, run), AM_OK);
  ck_assert_str_eq(run->engine->name, choices[_i].engine);
  if (!choices[_i].note) return;
  ck_assert_str_eq(batch_message(&b), choices[_i].note);
  ck_assert_int_eq(b.report->first->severity, AM_SEVERITY_NOTE);
}
END_TEST

/* Single precision is for a device only. */
START_TEST(single) {
  static const char text[] = "solver: {precision: single}\n" CASE;
  const am_request request = {.many = true, .point = -1};
  batched b;
  am_run *run = prepare(&b, CASE, &request);
  am_case own = *run->description;
  own.settings.single = true;
  run->description = &own;
  ck_assert_int_eq(
      am_choose_engine(b.arena, b.report, &request, &away, run), AM_OK);
  ck_assert_str_eq(run->engine->name, "away");
  away_work.is_not_here = true;
  ck_assert_int_eq(
      am_choose_engine(b.arena, b.report, &request, &away, run),
      AM_ENVIRONMENT);
  ck_assert_str_eq(batch_message(&b),
                   "single precision needs the engine away, which cannot run "
                   "here: not here");
  b.report = am_report_new(b.arena);
  ck_assert_int_eq(
      am_choose_engine(b.arena, b.report, &request, NULL, run), AM_INPUT);
  ck_assert_ptr_nonnull(strstr(
      batch_message(&b),
      "solver.precision: single cannot be combined with engine native"));
  const am_request named = {.many = true, .engine = &am_engine_interp};
  b.report = am_report_new(b.arena);
  b.status = am_run_prepare_points(b.arena, b.report,
                                   case_of(&b, MAXWELL, text), NULL, &named,
                                   &run);
  ck_assert_int_eq(b.status, AM_INPUT);
  ck_assert_ptr_nonnull(strstr(
      batch_message(&b),
      "solver.precision: single cannot be combined with engine interp"));
}
END_TEST

/* The engine selected by the user is used, or the run fails. */
START_TEST(chosen) {
  batched b;
  const am_request request = {.many = true, .point = -1, .engine = &away};
  am_run *run = prepare(&b, CASE, &request);
  away_work.cannot_compile = true;
  ck_assert_int_eq(
      am_choose_engine(b.arena, b.report, &request, NULL, run),
      AM_ENVIRONMENT);
  ck_assert_str_eq(batch_message(&b), "too long a text");
  ck_assert_ptr_null(b.report->first->next);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("choose_engine");
  tcase_add_loop_test(all, automatic, 0, sizeof choices / sizeof *choices);
  tcase_add_test(all, single);
  tcase_add_test(all, chosen);
  return test_run("point/choose_engine", &all, 1);
}
