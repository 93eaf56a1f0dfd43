/* Many points: the result of a point does not depend on the others. */
#include <math.h>

#include "tests/sim/batch/many.h"

static const struct {
  const char *name;
  bool rows;
} datasets[] = {
    {"strain", true},           {"stress", true},
    {"internal/p", true},       {"internal/k", true},
    {"substeps", true},         {"evaluations", true},
    {"status", false},          {"failed_at", false},
    {"total/substeps", false},  {"total/evaluations", false},
    {"residual", true},         {"equilibrium_iterations", true},
    {"total/cuts", false},      {"points/d", false},
};

enum { DATASETS = sizeof datasets / sizeof *datasets };

static void expect_same_files(const batched *a, const batched *b) {
  for (int i = 0; i < DATASETS; i++) {
    dataset x = read_dataset(a->arena, a->path, datasets[i].name,
                             datasets[i].rows);
    dataset y = read_dataset(b->arena, b->path, datasets[i].name,
                             datasets[i].rows);
    expect_equal(&x, &y, datasets[i].name);
  }
}

START_TEST(a_point_alone) {
  if (!is_here(_i)) return;
  batched b = run_batch(METAL, on_engine(MIXED, _i), "alone.h5", NULL);
  ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
  ck_assert_double_eq(b.summary.failed, 0);
  ck_assert_int_eq(b.summary.done, 300);
  for (long point = 0; point < 300; point += 23) {
    am_table *table = run_point(&b, METAL, on_engine(MIXED, _i), point);
    ck_assert_uint_eq(table->rows, 8);
    expect_column(&b, table, "stress.xx", "stress", 0, point);
    expect_column(&b, table, "stress.xy", "stress", 5, point);
    expect_column(&b, table, "strain.yy", "strain", 1, point);
    expect_column(&b, table, "strain.zz", "strain", 2, point);
    expect_column(&b, table, "p.xy", "internal/p", 5, point);
    expect_column(&b, table, "k", "internal/k", 0, point);
    expect_column(&b, table, "evaluations", "evaluations", 0, point);
    expect_column(&b, table, "residual", "residual", 0, point);
    expect_column(&b, table, "equilibrium_iterations",
                  "equilibrium_iterations", 0, point);
  }
}
END_TEST

/* Results do not depend on chunks and threads. */
START_TEST(any_chunk_any_threads) {
  if (!is_here(_i)) return;
  static const am_batch_options ways[] = {
      {.chunk = 64}, {.chunk = 128, .threads = 1}, {.threads = 3},
      {.compression = 9}};
  batched whole = run_batch(METAL, on_engine(MIXED, _i), "whole.h5", NULL);
  ck_assert_int_eq(whole.status, AM_OK);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    batched other =
        run_batch(METAL, on_engine(MIXED, _i), "other.h5", &ways[i]);
    ck_assert_msg(other.status == AM_OK, "%s", batch_message(&other));
    expect_same_files(&whole, &other);
    ck_assert_double_eq(whole.summary.work.substeps,
                        other.summary.work.substeps);
  }
}
END_TEST

/* The first points of a larger batch have the same results. */
START_TEST(fewer_points) {
  const am_batch_options few = {.points = 70};
  batched all = run_batch(METAL, on_engine(MIXED, 0), "all.h5", NULL);
  batched some = run_batch(METAL, on_engine(MIXED, 0), "some.h5", &few);
  dataset x = read_dataset(all.arena, all.path, "stress", true);
  dataset y = read_dataset(some.arena, some.path, "stress", true);
  ck_assert_int_eq(y.points, 70);
  x.points = 70;
  expect_equal(&x, &y, "stress");
}
END_TEST

/* Final status of the point with this variable, and number of good rows before
 * it */
static const struct {
  double low, high, failed_at;
  int status, rows;
} ends[] = {
    {20, 39.99, NAN, AM_POINT_GOOD, 4},
    {40.01, 53.3, 2, AM_POINT_INVALID, 3},
    {53.4, 57.99, 1.5, AM_POINT_INVALID, 2},
    {58.01, 60, 1.5, AM_POINT_STATUSES + 1, 2},
};

enum { ENDS = sizeof ends / sizeof *ends };

static void expect_end(double s, int status, double failed_at,
                       const double *strain) {
  for (int i = 0; i < ENDS; i++) {
    if (s < ends[i].low || s > ends[i].high) continue;
    ck_assert_int_eq(status, ends[i].status);
    ck_assert(!memcmp(&failed_at, &ends[i].failed_at, sizeof failed_at));
    for (int row = 0; row < 4; row++)
      ck_assert_int_eq(isnan(strain[6 * row]) != 0, row >= ends[i].rows);
  }
}

START_TEST(failures_stop_nobody_else) {
  if (!is_here(_i)) return;
  batched b = run_batch(BRITTLE, on_engine(BREAK, _i), "break.h5", NULL);
  ck_assert_msg(b.status == AM_FAILED && !b.report->first, "%s",
                batch_message(&b));
  dataset status = read_dataset(b.arena, b.path, "status", false);
  dataset failed = read_dataset(b.arena, b.path, "failed_at", false);
  dataset strain = read_dataset(b.arena, b.path, "strain", true);
  dataset drawn = read_dataset(b.arena, b.path, "points/s", false);
  dataset modulus = read_dataset(b.arena, b.path, "points/m", false);
  double seen[64] = {0};
  for (long p = 0; p < status.points; p++) {
    int found = (int)status.values[p];
    seen[found]++;
    if (modulus.values[p] > 0) {
      expect_end(drawn.values[p], found, failed.values[p],
                 strain.values + p * strain.rows * 6);
      if (p % 9) continue;
      am_table *table = run_point(&b, BRITTLE, on_engine(BREAK, _i), p);
      expect_column(&b, table, "stress.xx", "stress", 0, p);
      expect_column(&b, table, "p.yy", "internal/p", 1, p);
    } else {
      ck_assert_int_eq(found, AM_POINT_STATUSES);
      ck_assert_double_eq(failed.values[p], 0);
      ck_assert(isnan(strain.values[p * strain.rows * 6]));
    }
  }
  ck_assert_double_gt(seen[AM_POINT_INVALID], 50);
  ck_assert_double_gt(seen[AM_POINT_STATUSES], 0);
  ck_assert_double_gt(seen[AM_POINT_STATUSES + 1], 0);
  ck_assert_double_eq(300 - seen[0], b.summary.failed);
  for (int i = 0; i < AM_BATCH_STATUSES; i++)
    ck_assert_double_eq(seen[i], b.summary.statuses[i]);
}
END_TEST

START_TEST(halved_steps) {
  if (!is_here(_i)) return;
  batched b = run_batch(METAL, on_engine(HALVED, _i), "halved.h5", NULL);
  ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
  dataset cuts = read_dataset(b.arena, b.path, "total/cuts", false);
  double sum = 0;
  for (long p = 0; p < 100; p++) sum += cuts.values[p];
  ck_assert_double_eq(sum, b.summary.work.cuts);
  ck_assert_double_gt(sum, 10);
  for (long p = 0; p < 100; p += 9) {
    am_table *table = run_point(&b, METAL, on_engine(HALVED, _i), p);
    expect_column(&b, table, "stress.xx", "stress", 0, p);
    expect_column(&b, table, "strain.yy", "strain", 1, p);
    expect_column(&b, table, "substeps", "substeps", 0, p);
    expect_column(&b, table, "energy", "energy", 0, p);
  }
}
END_TEST

/* A batch that is stopped after its second chunk and then resumed equals an
 * uninterrupted one. */
typedef struct {
  volatile int flag;
  double at;
} stopper;

static void stop_at(void *data, double done, double whole) {
  stopper *s = data;
  if (done >= s->at * whole) s->flag = 1;
}

START_TEST(resumed) {
  static const double fractions[] = {0, 0.2, 0.5, 0.9};
  batched whole = run_batch(METAL, on_engine(MIXED, 0), "whole.h5", NULL);
  stopper s = {.at = fractions[_i]};
  if (_i == 0) s.flag = 1;
  am_batch_options options = {.chunk = 64};
  batch_counter = stop_at;
  batch_stop = &s.flag;
  batch_data = &s;
  batched cut = run_batch(METAL, on_engine(MIXED, 0), "cut.h5", &options);
  batch_counter = NULL;
  batch_stop = NULL;
  ck_assert_int_eq(cut.status, AM_FAILED);
  ck_assert_msg(strstr(batch_message(&cut), "stopped: '"), "%s",
                batch_message(&cut));
  ck_assert_int_lt(cut.summary.done, 300);
  ck_assert_int_eq(cut.summary.done % 64, 0);
  options = (am_batch_options){.chunk = 64, .resume = true};
  batched rest = run_batch(METAL, on_engine(MIXED, 0), "cut.h5", &options);
  ck_assert_msg(rest.status == AM_OK, "%s", batch_message(&rest));
  ck_assert_int_eq(rest.summary.before, cut.summary.done);
  ck_assert_int_eq(rest.summary.done, 300);
  expect_same_files(&whole, &rest);
  batched again = run_batch(METAL, on_engine(MIXED, 0), "cut.h5", &options);
  ck_assert_int_eq(again.status, AM_OK);
  ck_assert_int_eq(again.summary.before, 300);
}
END_TEST

/* output.times selects rows independently of the other rows. */
START_TEST(chosen_rows) {
  static const struct {
    const char *times;
    long rows[3], count;
  } choices[] = {
      {"last", {7}, 1}, {"[0, 1, 2]", {0, 3, 6}, 3}, {"[3]", {7}, 1},
      {"[0.33333333333]", {1}, 1}};
  batched all = run_batch(METAL, on_engine(MIXED, 0), "all.h5", NULL);
  dataset x = read_dataset(all.arena, all.path, "stress", true);
  for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
    const char *mixed = on_engine(MIXED, 0);
    const char *head = strstr(mixed, "output: {");
    const char *text =
        am_format(all.arena, "%.*soutput: {times: %s, %s",
                  (int)(head - mixed), mixed, choices[i].times, head + 9);
    batched b = run_batch(METAL, text, "rows.h5", NULL);
    ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
    dataset y = read_dataset(b.arena, b.path, "stress", true);
    ck_assert_int_eq(y.rows, choices[i].count);
    for (long p = 0; p < y.points; p++)
      for (long r = 0; r < y.rows; r++)
        ck_assert_mem_eq(
            y.values + (p * y.rows + r) * 6,
            x.values + (p * x.rows + choices[i].rows[r]) * 6,
            6 * sizeof(double));
    am_table *table = run_point(&b, METAL, text, 5);
    ck_assert_uint_eq(table->rows, (size_t)choices[i].count);
    expect_column(&b, table, "stress.xx", "stress", 0, 5);
  }
}
END_TEST

/* Lists, tangents and derivatives have their own shapes. */
START_TEST(shapes) {
  static const struct {
    const char *name;
    long size;
  } expected[] = {{"strain", 2},       {"tangent", 36},
                  {"internal/x", 12},  {"internal/alpha", 1},
                  {"derivative/x", 72}, {"derivative/alpha", 6},
                  {"energy", 1},       {"dissipation", 1}};
  batched b = run_batch(
      LISTED,
      "solver: {tangent: true}\n"
      "points: {count: 3, variables: {a: {choice: [1e-3, 2e-3]}}}\n"
      "path: [{time: 1, strain: {xx: a}}]\n"
      "output: {columns: [strain.yy, strain.xx, tangent, internal,"
      " derivative, energy, dissipation]}\n",
      "shapes.h5", NULL);
  ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    dataset d = read_dataset(b.arena, b.path, expected[i].name, true);
    ck_assert_int_eq(d.size, expected[i].size);
    ck_assert_int_eq(d.rows, 2);
  }
  dataset strain = read_dataset(b.arena, b.path, "strain", true);
  ck_assert_double_eq(strain.values[2], 0);
  ck_assert_double_ge(strain.values[3], 1e-3);
}
END_TEST

/* The balance of a point equals that of a separate run. */
START_TEST(balance_of_points) {
  const char *text =
      "initial: {strain: {xx: 1e-3}}\n"
      "points: {count: 3, variables: {a: {choice: [1e-3, 2e-3, 3e-3]}}}\n"
      "path: [{time: 1, steps: 2, strain: {xx: a}}]\n"
      "output: {columns: [energy, work, dissipation, balance]}\n";
  batched b = run_batch(LISTED, text, "balance.h5", NULL);
  ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
  dataset energy = read_dataset(b.arena, b.path, "energy", true);
  dataset work = read_dataset(b.arena, b.path, "work", true);
  dataset lost = read_dataset(b.arena, b.path, "dissipation", true);
  dataset balance = read_dataset(b.arena, b.path, "balance", true);
  for (int row = 0; row < 3; row++)
    for (int p = 0; p < 3; p++) {
      int at = 3 * p + row;
      double expected = work.values[at] - lost.values[at] -
                        (energy.values[at] - energy.values[3 * p]);
      ck_assert_double_eq(balance.values[at], expected);
      if (!row) ck_assert_double_eq(expected, 0);
    }
}
END_TEST

/* A case without points is a batch of one. */
START_TEST(one_point) {
  batched b = run_batch(ELASTIC,
                        "path: [{time: 1, strain: {xx: 1e-3}}]\n",
                        "one.h5", NULL);
  ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
  dataset stress = read_dataset(b.arena, b.path, "stress", true);
  ck_assert_int_eq(stress.points, 1);
  ck_assert_close(stress.values[6], 3.6, 1e-13, 0);
}
END_TEST

#define PATH "path: [{time: 1, steps: 2, strain: {xx: 1e-3}}]\n"
#define POINTS(text) PATH "points: {count: 9, variables: {" text "}}\n"

static const struct {
  const char *text, *message;
} refused[] = {
    {POINTS("k: {uniform: [1, 2]}"),
     "parameter 'k' of material 'listed' is a list of 2 scalars"},
    {POINTS("x: {uniform: [1, 2]}"), "'x' is already an internal variable"},
    {POINTS("A_x: {uniform: [1, 2]}"), "'A_x' is already a driving force"},
    {"points: {count: 2, variables: {a: direction}}\n"
     "path: [{time: 1, strain: {xx: a}}]\n",
     "the target strain.xx must be a scalar"},
    {"points: {count: 2, variables: {a: {choice: [1]}}}\n"
     "path: [{time: 1, strain: {xx: \"sum(i, 1, a, i)*1e-3\"}}]\n",
     "a variable of the points is used in an index, a count or"},
    {PATH "output: {times: [0.7]}\n",
     "no loading step ends at the output time 0.7: the nearest ones end at 0.5 "
     "and 1"},
    {PATH "output: {times: [0, 2]}\n",
     "no loading step ends at the output time 2: the last one ends at 1"},
    {PATH "output: {columns: [tangent]}\n",
     "the column 'tangent' needs 'solver.tangent: true'"},
    {"path: [{time: 1, steps: 2000000}]\n",
     "too many rows for each point: 2000001, at most 1000000 are"},
    {"points: {file: nowhere.h5}\n", NULL},
};

START_TEST(refused_batches) {
  batched b = run_batch(LISTED, refused[_i].text, "refused.h5", NULL);
  const char *message = refused[_i].message ? refused[_i].message : "";
  ck_assert_int_eq(b.status, AM_INPUT);
  ck_assert_msg(!b.report->first->next, "%s", batch_message(&b));
  ck_assert_msg(!strncmp(batch_message(&b), message, strlen(message)),
                "%s\nexpected %s", batch_message(&b), message);
  ck_assert_int_ne(access(file_of("refused.h5"), F_OK), 0);
}
END_TEST

int main(void) {
  size_t engines;
  am_engines(&engines);
  TCase *all = tcase_create("batch");
  tcase_add_loop_test(all, a_point_alone, 0, (int)engines);
  tcase_add_loop_test(all, any_chunk_any_threads, 0, (int)engines);
  tcase_add_test(all, fewer_points);
  tcase_add_loop_test(all, failures_stop_nobody_else, 0, (int)engines);
  tcase_add_loop_test(all, halved_steps, 0, (int)engines);
  tcase_add_loop_test(all, resumed, 0, 4);
  tcase_add_test(all, chosen_rows);
  tcase_add_test(all, shapes);
  tcase_add_test(all, one_point);
  tcase_add_test(all, balance_of_points);
  tcase_add_loop_test(all, refused_batches, 0,
                      sizeof refused / sizeof *refused);
  return test_run("batch/batch", &all, 1);
}
