/* covers: resident, stepping
 *
 * An engine with its own memory gives the bytes of the interpreter for all
 * outcomes of points, without unnecessary transfers. */
#include "tests/sim/batch/histories.h"
#include "tests/sim/batch/many.h"
#include "archive/h5.h"
#include "tests/sim/point/away.h"

/* Rates and tangents, a list of variables, energies. */
#define TANGENTS                                                 \
  "solver: {tangent: true, engine: @}\n"                         \
  "points: {count: 200, variables: {a: {uniform: [0, 2e-2]}}}\n" \
  "path:\n"                                                      \
  "  - {time: 1, steps: 2, strain: {xx: a}, stress: {yy: 0}}\n"  \
  "  - {time: 2, steps: 2, stress: {xx: 0.1, yy: hold}}\n"       \
  "output: {columns: [strain.yy, tangent, internal, derivative," \
  " energy, dissipation]}\n"

/* Few quantities of few rows. */
#define SELECTED                                                 \
  "solver: {tangent: true, engine: @}\n"                         \
  "points: {count: 200, variables: {a: {uniform: [0, 2e-2]}}}\n" \
  "path: [{time: 1, steps: 5, strain: {xx: a}}]\n"               \
  "output: {times: [0.4, 1], columns: [tangent.xx.xx]}\n"

/* Some points are halved, and finally fail. */
#define HARD                                                     \
  "solver: {max_substeps: 4, rtol: 1e-4, engine: @}\n"           \
  "points: {count: 300, variables: {a: {uniform: [0, 9e-3]},\n"  \
  "  E: {normal: [55e3, 3e4]}}}\n"                               \
  "path:\n"                                                      \
  "  - {time: 1, steps: 2, strain: {xx: a}, stress: {zz: 0}}\n"  \
  "  - {time: 2, steps: 3, strain: {xx: -a}, stress: {yy: 'E*a'}}\n" \
  "  - {time: 3, strain: {yy: hold, xx: 'log(7e-3 - a)*0'}}\n"   \
  "output: {columns: [strain, stress, p, k, substeps]}\n"

static const struct {
  const char *material, *text;
} cases[] = {{METAL, MIXED},     {BRITTLE, BREAK},   {METAL, HALVED},
             {LISTED, TANGENTS}, {LISTED, SELECTED}, {METAL, HARD}};

enum { CASES = sizeof cases / sizeof *cases };

static const am_batch_options elsewhere = {.engine = &away};

static void expect_same_contents(const batched *a, const batched *b) {
  int count = 0;
  hid_t file = H5Fopen(a->path, H5F_ACC_RDONLY, H5P_DEFAULT);
  ck_assert_int_ge(file, 0);
  const char *const *names = am_h5_texts(a->arena, file, "datasets", &count);
  H5Fclose(file);
  ck_assert_int_gt(count, 8);
  for (int i = 0; i < count; i++) {
    dataset x = read_dataset(a->arena, a->path, names[i], false);
    dataset y = read_dataset(b->arena, b->path, names[i], false);
    expect_equal(&x, &y, names[i]);
  }
}

START_TEST(same_bytes) {
  static const long chunks[] = {0, 64, 128};
  const char *text = on_engine(cases[_i].text, 0);
  batched a = run_batch(cases[_i].material, text, "interp.h5", NULL);
  for (int i = 0; i < 3; i++) {
    am_batch_options options = {.engine = &away, .chunk = chunks[i]};
    batched b = run_batch(cases[_i].material, text, "away.h5", &options);
    ck_assert_int_eq(a.status, b.status);
    ck_assert_double_eq(a.summary.failed, b.summary.failed);
    ck_assert_double_eq(a.summary.work.cuts, b.summary.work.cuts);
    expect_same_contents(&a, &b);
  }
  ck_assert_int_gt(away_work.fields, 0);
}
END_TEST

/* The last case includes halved and failed points. */
START_TEST(hard_points) {
  batched b = run_batch(METAL, on_engine(HARD, 0), "hard.h5", &elsewhere);
  double seen[16] = {0};
  dataset status = read_dataset(b.arena, b.path, "status", false);
  for (long p = 0; p < status.points; p++) seen[(int)status.values[p]]++;
  ck_assert_double_gt(b.summary.work.cuts, 10);
  ck_assert_double_gt(seen[AM_POINT_GOOD], 10);
  ck_assert_double_gt(seen[AM_POINT_STATUSES], 2);
  ck_assert_double_gt(seen[AM_POINT_STATUSES + 1], 2);
}
END_TEST

START_TEST(points_of_a_file) {
  write_file(file_of("histories.h5"));
  batched a = run_batch(MAXWELL, from_file, "interp.h5", NULL);
  batched b = run_batch(MAXWELL, from_file, "away.h5", &elsewhere);
  ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
  expect_same_contents(&a, &b);
}
END_TEST

/* If no point fails and no row is requested, only targets are sent, and only
 * required results are fetched. */
START_TEST(clean_steps) {
  static const struct {
    const char *output;
    long fetches; /* of the only row */
  } wanted[] = {{"stress", 1}, {"strain, stress, x", 3}, {"substeps", 0}};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    memset(&away_work, 0, sizeof away_work);
    batched b = run_batch(
        MAXWELL,
        am_format(test_arena(),
                  "points: {count: 500, variables: {a: {uniform: [0, 1]}}}\n"
                  "path: [{time: 1, steps: 50, strain: {xx: a*1e-3}}]\n"
                  "output: {times: last, columns: [%s]}\n",
                  wanted[i].output),
        "clean.h5", &elsewhere);
    ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
    ck_assert_int_eq(away_work.advances, 51);
    ck_assert_int_eq(away_work.fetches, wanted[i].fetches);
    /* strain, state, largest, size and method at the start */
    ck_assert_int_eq(away_work.changes, 5);
  }
}
END_TEST

/* Chunks in memory are larger than those of the file. */
START_TEST(chunks) {
  static const char text[] =
      "solver: {engine: interp}\n"
      "points: {count: 40000, variables: {a: {uniform: [0, 1]}}}\n"
      "path: [{time: 1, steps: 9, strain: {xx: a*1e-3}}]\n"
      "output: {times: last, columns: [stress]}\n";
  batched b = run_batch(MAXWELL, text, "large.h5", &elsewhere);
  ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
  ck_assert_int_eq(away_work.advances, 10);
  const am_batch_options rest = {.resume = true};
  batched again = run_batch(MAXWELL, text, "large.h5", &rest);
  ck_assert_msg(again.status == AM_OK, "%s", batch_message(&again));
}
END_TEST

/* The last message, which is the only one except notes. */
static const char *only_error(const batched *b) {
  const am_message *m = b->report->first;
  while (m->severity == AM_SEVERITY_NOTE && m->next) m = m->next;
  ck_assert_ptr_null(m->next);
  return m->text;
}

/* A failed engine does not lose completed chunks; another engine continues. */
START_TEST(lost_engine) {
  const am_batch_options small = {.engine = &away, .chunk = 64};
  const am_batch_options rest = {.chunk = 64, .resume = true};
  const char *text = on_engine(cases[_i].text, 0);
  batched whole = run_batch(cases[_i].material, text, "whole.h5", NULL);
  for (long at = 1; at < 40; at += 6) {
    memset(&away_work, 0, sizeof away_work);
    away_work.fail_at = at;
    batched b = run_batch(cases[_i].material, text, "lost.h5", &small);
    if (away_work.advances < at) break;
    ck_assert_int_eq(b.status, AM_ENVIRONMENT);
    ck_assert_int_eq(away_work.advances, at);
    ck_assert_str_eq(
        only_error(&b),
        am_format(b.arena,
                  "the device was lost: '%s' contains %ld of %ld points; "
                  "continue with --resume",
                  b.path, b.summary.done, b.summary.points));
    ck_assert_int_eq(b.summary.done % 64, 0);
    batched more = run_batch(cases[_i].material, text, "lost.h5", &rest);
    ck_assert_int_eq(more.summary.before, b.summary.done);
    ck_assert_int_eq(more.summary.done, whole.summary.done);
    expect_same_contents(&whole, &more);
  }
}
END_TEST

/* If the engine fails, a run of one point keeps its completed rows. */
START_TEST(lost_run) {
  batched b = {.arena = test_arena()};
  am_run *run;
  am_summary summary;
  const am_request request = {.point = 3, .threads = 1, .engine = &away};
  b.report = am_report_new(b.arena);
  const am_case *description = case_of(&b, METAL, on_engine(MIXED, 0));
  ck_assert_int_eq(am_run_prepare_points(b.arena, b.report, description, NULL,
                                         &request, &run),
                   AM_OK);
  for (long at = 1; at <= 3; at++) {
    am_table *table = am_columns_table(b.arena, run->columns);
    am_run_sink sink = {.row = am_row_to_table, .data = table};
    memset(&away_work, 0, sizeof away_work);
    away_work.fail_at = at;
    run->program->failure = NULL;
    b.report = am_report_new(b.arena);
    ck_assert_int_eq(
        am_run_drive(b.arena, b.report, run, &sink, &summary), AM_ENVIRONMENT);
    ck_assert_str_eq(batch_message(&b), "the device was lost");
    ck_assert_int_eq((long)table->rows, at - 1);
  }
}
END_TEST

int main(void) {
  TCase *all = tcase_create("resident");
  tcase_add_loop_test(all, same_bytes, 0, CASES);
  tcase_add_test(all, hard_points);
  tcase_add_test(all, points_of_a_file);
  tcase_add_test(all, clean_steps);
  tcase_add_test(all, chunks);
  tcase_add_loop_test(all, lost_engine, 0, CASES);
  tcase_add_test(all, lost_run);
  return test_run("batch/resident", &all, 1);
}
