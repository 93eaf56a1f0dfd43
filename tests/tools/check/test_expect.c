/* Comparisons with values and with files: verdicts, worst entries, missing
 * entries. */
#include <unistd.h>

#include "check/parts.h"
#include "tests/sim/point/runs.h"

static const char *const names[] = {"time", "stress.xx", "stress.xy",
                                    "x[1].xx", "x[2].xx", "alpha"};
enum { COLUMNS = 6 };

/* Time 2 occurs twice: before and after a jump. */
static const double run_rows[][COLUMNS] = {
    {0, 0, 0, 0, 0, 0},
    {1, 100, 1, 10, 1, 5},
    {2, 200, 2, 20, 2, 6},
    {2, 250, 3, 20, 2, 6},
    {4, NAN, 4, 30, 3, 7},
};

typedef struct {
  am_arena *arena;
  am_report *report;
  am_table *table;
} fixture;

static fixture set_up(void) {
  fixture f = {.arena = test_arena()};
  f.report = am_report_new(f.arena);
  f.table = am_table_new(f.arena, names, NULL, COLUMNS);
  for (size_t i = 0; i < sizeof run_rows / sizeof *run_rows; i++)
    am_table_add(f.table, run_rows[i]);
  return f;
}

static bool good(am_finding found) {
  return found.verdict == AM_VERDICT_GOOD;
}

/* Finding for the only expectation of a case. */
static am_status expect(am_arena *arena, am_report *report,
                        const am_case *description, const am_table *table,
                        am_finding *found) {
  am_findings findings = {.arena = arena};
  am_subject subject = {
      .arena = arena, .report = report, .findings = &findings};
  AM_TRY(am_check_table(&subject, "expect", description, table, NULL));
  ck_assert_uint_eq(findings.count, 1);
  *found = findings.items[0];
  return AM_OK;
}

static am_finding compare(const fixture *f, am_expectation item) {
  const am_case description = {.expectations = &item, .expectation_count = 1};
  am_finding found;
  ck_assert_int_eq(expect(f->arena, f->report, &description, f->table, &found),
                   AM_OK);
  return found;
}

static const struct {
  am_expectation item;
  bool good;
  double ours;
} values[] = {
    {{.column = "stress.xx", .time = 1, .value = 100}, true, 100},
    {{.column = "stress.xx", .time = 1, .value = 101}, false, 100},
    {{.column = "stress.xx", .time = 1, .value = 101, .tolerance = 0.01},
     true, 100},
    {{.column = "stress.xx", .time = 1, .value = 101, .tolerance = 0.0099},
     false, 100},
    {{.column = "stress.xx", .time = 1, .value = 101, .absolute = 1},
     true, 100},
    {{.column = "stress.xx", .time = 1, .value = -100, .tolerance = 1},
     false, 100},
    {{.column = "stress.xx", .time = 1 + 3e-9, .value = 100}, true, 100},
    {{.column = "stress.xx", .time = 2, .value = 250}, true, 250},
    {{.column = "stress.xx", .time = 2, .value = 200}, false, 250},
    {{.column = "x.2.xx", .time = 4, .value = 3}, true, 3},
    {{.column = "x[2].xx", .time = 4, .value = 3}, true, 3},
    {{.column = "stress.xx", .time = 0, .value = 0}, true, 0},
};

START_TEST(single_values) {
  fixture f = set_up();
  am_finding found = compare(&f, values[_i].item);
  ck_assert_ptr_null(found.note);
  ck_assert_int_eq(good(found), values[_i].good);
  ck_assert_double_eq(found.ours, values[_i].ours);
  ck_assert_double_eq(found.reference, values[_i].item.value);
}
END_TEST

START_TEST(nan_never_passes) {
  fixture f = set_up();
  am_finding found = compare(&f, (am_expectation){.column = "stress.xx",
                                                     .time = 4,
                                                     .value = 1,
                                                     .tolerance = 1e300,
                                                     .absolute = 1e300});
  ck_assert(!good(found));
}
END_TEST

static const struct {
  am_expectation item;
  const char *reason;
} missing[] = {
    {{.column = "stress.zz", .time = 1}, "the run has no column stress.zz"},
    {{.column = "stress.xx", .time = 3}, "the run has no row at time 3"},
    {{.column = "stress.xx", .time = 1 + 5e-9},
     "the run has no row at time 1.000000005"},
    {{.column = "stress.xx", .time = 5}, "the run has no row at time 5"},
    {{.column = "stress.xx", .time = -1}, "the run has no row at time -1"},
};

START_TEST(missing_values) {
  fixture f = set_up();
  am_finding found = compare(&f, missing[_i].item);
  ck_assert(!good(found));
  ck_assert_str_eq(found.note, missing[_i].reason);
}
END_TEST

/* The comparison with a file of this text. */
static am_finding compare_text(const char *text, double tolerance,
                                  double absolute) {
  fixture f = set_up();
  char path[] = "/tmp/automat-expect-XXXXXX";
  int descriptor = mkstemp(path);
  ck_assert_int_ge(descriptor, 0);
  FILE *out = fdopen(descriptor, "w");
  fputs(text, out);
  fclose(out);
  am_finding found = compare(
      &f, (am_expectation){
              .file = path, .tolerance = tolerance, .absolute = absolute});
  unlink(path);
  return found;
}

/* Bounds are relative to the largest value of the quantity: 200 for stress, 20
 * for all members of x together, 5 for alpha. */
START_TEST(files) {
  static const char text[] =
      "time,stress.xx,stress.xy,x[1].xx,x.2.xx,alpha\n"
      "# s,MPa,MPa,,,\n"
      "1,100,1.5,10,1,5\n"
      "2,-200,3,20,2,6\n"
      "# a comment\n";
  am_finding found = compare_text(text, 1e-2, 0);
  ck_assert(!good(found));
  ck_assert_str_eq(found.entry, "stress.xx");
  ck_assert_double_eq(found.time, 2);
  ck_assert_double_eq(found.ours, 250);
  ck_assert_double_eq(found.bound, 2);
}
END_TEST

START_TEST(file_scales) {
  am_finding found = compare_text(
      "time,stress.xx,stress.xy,x.1.xx,x.2.xx\n"
      "1,100,1.5,10,1.15\n"
      "2,250,3,20,2\n",
      0.008, 0);
  ck_assert(good(found));
  ck_assert_str_eq(found.entry, "x[2].xx");
  ck_assert_double_eq(found.bound, 0.008 * 20);
  found = compare_text("time,alpha,x.2.xx\n1,5,1.1\n", 0.05, 0);
  ck_assert(!good(found));
  ck_assert_str_eq(found.entry, "x[2].xx");
  ck_assert(good(compare_text("time,alpha,x.2.xx\n1,5,1.1\n", 0.05, 0.05)));
}
END_TEST

/* Two rows of equal time are paired in order; a single row is paired with the
 * last. */
START_TEST(rows_of_one_time) {
  ck_assert(good(compare_text("time,stress.xx\n2,200\n2,250\n", 0, 0)));
  ck_assert(good(compare_text("time,stress.xx\n2,250\n", 0, 0)));
  ck_assert(!good(compare_text("time,stress.xx\n2,200\n", 0, 0)));
  am_finding found =
      compare_text("time,stress.xy\n2,1\n2,2\n2,3\n", 0, 0);
  ck_assert(!good(found));
  ck_assert_str_eq(found.note, "the run has no row at time 2");
}
END_TEST

START_TEST(incomplete_runs) {
  am_finding found = compare_text("time,stress.zz\n1,1\n", 1, 1);
  ck_assert(!good(found));
  ck_assert_str_eq(found.note, "the run has no column stress.zz");
  found = compare_text("time,alpha\n1,5\n3,5\n", 1, 1);
  ck_assert(!good(found));
  ck_assert_str_eq(found.note, "the run has no row at time 3");
  ck_assert(!good(compare_text("time,alpha\n1,\n", 1, 1)));
  ck_assert(!good(compare_text("time,stress.xx\n4,1\n", 1, 1)));
}
END_TEST

START_TEST(unusable_files) {
  static const char *const texts[] = {"t,alpha\n1,5\n", "time,alpha\n",
                                      "time\n1\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    fixture f = set_up();
    char path[] = "/tmp/automat-expect-XXXXXX";
    FILE *out = fdopen(mkstemp(path), "w");
    fputs(texts[i], out);
    fclose(out);
    am_expectation item = {.file = path};
    const am_case description = {.expectations = &item,
                                 .expectation_count = 1};
    am_finding found;
    ck_assert_int_eq(
        expect(f.arena, f.report, &description, f.table, &found), AM_INPUT);
    unlink(path);
    ck_assert_int_eq(
        expect(f.arena, f.report, &description, f.table, &found), AM_INPUT);
  }
}
END_TEST

/* A case gets the columns that its expectations need; a misspelt column is
 * rejected in a value, and is a failed comparison in a file. */
START_TEST(added_columns) {
  ran r = run_case(MAXWELL,
                   "path: [{time: 1, strain: {xx: 1e-3}}]\n"
                   "output: {columns: [stress.xx]}\n"
                   "expect:\n"
                   "  - {column: x.xx, time: 1, value: 0, absolute: 1}\n"
                   "  - {column: work, time: 1, value: 0, absolute: 1}\n");
  static const char *const expected[] = {"stress.xx", "time", "x.xx",
                                         "work"};
  ck_assert_uint_eq(r.run->columns->count, 4);
  for (int i = 0; i < 4; i++)
    ck_assert_str_eq(r.run->columns->names[i], expected[i]);
  ck_assert_int_eq(
      prepare_case(&r, MAXWELL,
                   "path: [{time: 1, strain: {xx: 1e-3}}]\n"
                   "expect:\n"
                   "  - {column: y.xx, time: 1, value: 0, absolute: 1}\n"),
      AM_INPUT);
  ck_assert_str_eq(message_of(&r),
                   "3:5: unknown column 'y.xx' (did you mean 'x.xx'?)");
}
END_TEST

START_TEST(columns_of_files) {
  FILE *out = fopen("/tmp/automat-columns-test.csv", "w");
  fputs("time,stress.yy,nonsense\n1,0,0\n", out);
  fclose(out);
  ran r = run_case(ELASTIC,
                   "path: [{time: 1, strain: {xx: 1e-3}}]\n"
                   "output: {columns: [stress.xx]}\n"
                   "expect: [{file: automat-columns-test.csv, tolerance: 1,"
                   " absolute: 2}]\n");
  am_finding found;
  ck_assert_uint_eq(r.run->columns->count, 3);
  ck_assert_int_eq(expect(r.arena, r.report, r.description, r.table, &found),
                   AM_OK);
  unlink("/tmp/automat-columns-test.csv");
  ck_assert(!good(found));
  ck_assert_str_eq(found.note, "the run has no column nonsense");
}
END_TEST

/* Formulas against a run of Hooke's law, whose strain is 2e-3 sin(t): stress.xx
 * = 3600 times that, within bounds relative to the largest. */
#define SINE                                                     \
  "path: [{time: 6, steps: 30, strain: {xx: '2e-3*sin(t)'}}]\n"  \
  "parameters: {E: 3000}\n"                                      \
  "output: {columns: [{half: stress.xx/2}], every: 7}\n"         \
  "expect: [{column: %s, formula: '%s', %s}]\n"

static const struct {
  const char *column, *formula, *bound;
  bool good;
  double time; /* of the worst entry, if the comparison fails; NaN: none */
} formulas[] = {
    {"stress.xx", "7.2*sin(t)", "tolerance: 1e-12", true, 0},
    {"stress.xx", "1.2*E*2e-3*sin(time)", "tolerance: 1e-12", true, 0},
    {"stress.xx", "(lambda + 2*mu)*strain.xx", "tolerance: 1e-12", true, 0},
    {"half", "stress.yy*1.5", "absolute: 1e-12", true, 0},
    {"mises", "abs(stress.xx - stress.yy)", "tolerance: 1e-12", true, 0},
    {"stress.xx", "7.2*sin(t) + 0.071*step(t - 5.9)", "tolerance: 0.01", true,
     0},
    {"stress.xx", "7.2*sin(t) + 0.073*step(t - 5.9)", "tolerance: 0.01", false,
     6},
    {"stress.xx", "7.2*sin(t) + 1e-3*step(t - 5.9)", "absolute: 9e-4", false,
     6},
    {"stress.xx", "7.2*sin(t) + step(t - 5.9)", "tolerance: 1e-9, time: 3",
     true, 0},
    {"stress.xx", "7.2*sin(t) + step(t - 5.9)", "tolerance: 1e-9, time: 6",
     false, 6},
    {"stress.xx", "7.2*sin(t)/step(t)", "tolerance: 1e9", false, NAN},
    {"stress.xx", "7.2*sin(t)", "tolerance: 1e-9, time: 6.1", false, NAN},
};

START_TEST(formula) {
  const char *text =
      am_format(test_arena(), SINE, formulas[_i].column, formulas[_i].formula,
                formulas[_i].bound);
  ran r = {0};
  ck_assert_msg(prepare_case(&r, ELASTIC, text) == AM_OK, "%s", message_of(&r));
  r.run->selection = (am_selection){.count = 31};
  ck_assert_int_eq(walk_case(&r), AM_OK);
  am_finding found;
  ck_assert_int_eq(expect(r.arena, r.report, r.description, r.table, &found),
                   AM_OK);
  ck_assert_msg(good(found) == formulas[_i].good, "%s: %g, expected %g",
                formulas[_i].formula, found.ours, found.reference);
  if (!good(found) && !(isnan(found.time) && isnan(formulas[_i].time)))
    ck_assert_close(found.time, formulas[_i].time, 1e-12, 0);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("expect");
  tcase_add_loop_test(all, formula, 0, sizeof formulas / sizeof *formulas);
  tcase_add_loop_test(all, single_values, 0, sizeof values / sizeof *values);
  tcase_add_test(all, nan_never_passes);
  tcase_add_loop_test(all, missing_values, 0,
                      sizeof missing / sizeof *missing);
  tcase_add_test(all, files);
  tcase_add_test(all, file_scales);
  tcase_add_test(all, rows_of_one_time);
  tcase_add_test(all, incomplete_runs);
  tcase_add_test(all, unusable_files);
  tcase_add_test(all, added_columns);
  tcase_add_test(all, columns_of_files);
  return test_run("check/expect", &all, 1);
}
