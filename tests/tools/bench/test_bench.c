/* Tests of bench/bench.c, group.c and report.c: the measured items, not the
 * speed. */
#include <string.h>

#include "base/text.h"
#include "bench/bench.h"
#include "tests/tools/bench/json_check.h"
#include "tests/support.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  am_status status;
  am_bench *bench;
} measured;

/* Frees the measurement, and thereby removes its cache. */
static void done(const measured *m) { am_arena_free(m->arena); }

/* The smallest possible options. */
static am_bench_options tiny(void) {
  am_bench_options o = am_bench_quick;
  o.quick = false;
  o.points = 64;
  o.repetitions = 3;
  o.seconds = 1e-3;
  o.limit_seconds = 1e-4;
  o.megabytes = 1;
  o.threads = 2;
  o.engine = "interp";
  return o;
}

static measured prepare(const am_bench_options *options) {
  measured m = {.arena = am_arena_new()};
  ck_assert_ptr_nonnull(m.arena);
  m.report = am_report_new(m.arena);
  m.status = am_bench_prepare(m.arena, m.report, options, &m.bench);
  return m;
}

static am_counter *counter; /* NULL: none */

static int stop;

static measured measure(const am_bench_options *options) {
  measured m = prepare(options);
  m.report->counter = counter;
  test_watch(m.arena, &stop);
  ck_assert_int_eq(m.status, AM_OK);
  m.status = am_bench_run(m.arena, m.report, m.bench);
  return m;
}

static void check_spread(const am_spread *s) {
  ck_assert_double_gt(s->low, 0);
  ck_assert_double_ge(s->median, s->low);
  ck_assert_double_ge(s->high, s->median);
  ck_assert(isfinite(s->high));
}

static const am_bench_ratio *ratio(const am_bench *b, const char *name) {
  for (size_t i = 0; i < b->ratio_count; i++)
    if (!strcmp(b->ratios[i].name, name)) return &b->ratios[i];
  return NULL;
}

/* Every scheme, with and without tangent, by every strategy that it has. */
START_TEST(everything_is_measured_once) {
  am_bench_options o = tiny();
  size_t schemes;
  am_schemes(&schemes);
  o.workload = "W1";
  measured m = measure(&o);
  ck_assert_int_eq(m.status, AM_OK);
  ck_assert_uint_eq(m.bench->group_count, 2 * schemes);
  ck_assert_uint_eq(m.bench->measured, m.bench->group_count);
  ck_assert_uint_eq(m.bench->row_count, 2 * (2 * schemes + 1));
  for (size_t i = 0; i < m.bench->row_count; i++) {
    const am_bench_row *row = &m.bench->rows[i];
    check_spread(&row->core);
    check_spread(&row->processor);
    ck_assert_double_ge(row->processor.median, 0.99 * row->core.median);
    check_spread(&row->total);
    ck_assert_double_gt(row->compile.warm, 0);
    ck_assert_double_eq(row->work.failed, 0);
    ck_assert_double_ge(row->work.evaluations, 1);
    ck_assert_double_eq(row->work.efficiency, 1);
  }
  for (size_t i = 0; i < m.bench->ratio_count; i++)
    check_spread(&m.bench->ratios[i].value);
  ck_assert_ptr_nonnull(ratio(m.bench, "automatic : semi-automatic"));
  ck_assert_ptr_nonnull(ratio(m.bench, "automatic : conventional"));
  ck_assert_ptr_nonnull(ratio(m.bench, "threads : one thread"));
  ck_assert_ptr_null(ratio(m.bench, "native : interp"));
  done(&m);
}
END_TEST

/* The engines report equal work, for any cost. */
START_TEST(engines_do_the_same_work) {
  am_bench_options o = tiny();
  o.workload = "W2";
  o.scheme = "ode23";
  o.quick = true;
  o.threads = 1;
  o.points = o.device_points = 32;
  o.engine = NULL;
  measured m = measure(&o);
  ck_assert_int_eq(m.status, AM_OK);
  const am_bench_row *first = NULL;
  for (size_t i = 0; i < m.bench->row_count; i++) {
    const am_bench_row *row = &m.bench->rows[i];
    ck_assert(isnan(row->total.median));
    if (row->strategy != AM_STRATEGY_AUTOMATIC) continue;
    if (!first) first = row;
    ck_assert_close(row->work.attempts, first->work.attempts, 1e-3, 0);
    ck_assert_close(row->work.operations, first->work.operations, 1e-3, 0);
  }
  ck_assert_ptr_nonnull(first);
  done(&m);
}
END_TEST

static char *text_of(void (*write)(const am_bench *, FILE *),
                     const am_bench *bench) {
  char *text;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  ck_assert_ptr_nonnull(stream);
  write(bench, stream);
  fclose(stream);
  return text;
}

START_TEST(reports_have_all_of_it) {
  am_bench_options o = tiny();
  o.workload = "W1";
  o.scheme = "implicit-euler";
  measured m = measure(&o);
  ck_assert_int_eq(m.status, AM_OK);
  char *json = text_of(am_bench_write_json, m.bench);
  char *table = text_of(am_bench_print, m.bench);
  ck_assert(is_json(json));
  ck_assert_ptr_nonnull(strstr(json, "\"complete\": true"));
  ck_assert_ptr_nonnull(strstr(json, "\"operations_per_point\": null"));
  ck_assert_ptr_nonnull(strstr(table, "conventional   interp"));
  ck_assert_ptr_nonnull(strstr(table, m.bench->machine.processor));
  free(json);
  free(table);
  done(&m);
}
END_TEST

/* Names with special characters for JSON, and an empty measurement. */
START_TEST(json_of_odd_names) {
  am_bench bench = {.group_count = 1};
  bench.machine.processor = "a \"b\" \\ \t\n";
  bench.machine.power = NAN;
  char *json = text_of(am_bench_write_json, &bench);
  ck_assert(is_json(json));
  ck_assert_ptr_nonnull(strstr(json, "\"complete\": false"));
  free(json);
}
END_TEST

static void stop_after_two(void *data, double groups, double all) {
  ck_assert_double_ge(all, groups);
  (void)data;
  if (groups == 2) stop = 1;
}

START_TEST(what_was_measured_stays) {
  am_bench_options o = tiny();
  counter = stop_after_two;
  measured m = measure(&o);
  counter = NULL;
  stop = 0;
  ck_assert_int_eq(m.status, AM_FAILED);
  ck_assert_uint_eq(m.bench->measured, 2);
  ck_assert_uint_gt(m.bench->group_count, 2);
  for (size_t i = 0; i < m.bench->row_count; i++)
    check_spread(&m.bench->rows[i].core);
  done(&m);
}
END_TEST

typedef struct {
  const char *workload, *scheme, *engine, *material, *message;
  am_status status;
} wrong;

static const wrong wrongs[] = {
    {"W4", NULL, NULL, NULL,
     "expected '--workload' to be one of W1, W2, W3, found 'W4'", AM_USAGE},
    {NULL, "ode32", NULL, NULL, "found 'ode32' (did you mean",
     AM_USAGE},
    {NULL, NULL, "nativ", NULL,
     "expected '--engine' to be one of interp, native, cuda, found "
     "'nativ' (did you mean 'native'?)",
     AM_USAGE},
    {"W3", NULL, NULL, "zenner", "'zenner'", AM_INPUT},
};

START_TEST(wrong_names_are_told) {
  const wrong *w = &wrongs[_i];
  am_bench_options o = tiny();
  o.workload = w->workload;
  o.scheme = w->scheme;
  o.engine = w->engine;
  o.material = w->material;
  measured m = prepare(&o);
  ck_assert_int_eq(m.status, w->status);
  bool told = false;
  for (const am_message *i = m.report->first; i; i = i->next)
    told = told || strstr(i->text, w->message);
  ck_assert_msg(told, "not told: %s", w->message);
  done(&m);
}
END_TEST

START_TEST(a_material_runs_alone) {
  static const char *const workloads[] = {NULL, "W2"};
  am_bench_options o = tiny();
  o.workload = workloads[_i];
  o.material = "zener";
  o.scheme = "ode23s";
  measured m = measure(&o);
  ck_assert_int_eq(m.status, AM_OK);
  for (size_t i = 0; i < m.bench->row_count; i++) {
    const am_bench_subject *s = &m.bench->rows[i].subject;
    ck_assert_str_eq(s->material->name, "zener");
    ck_assert_str_eq(s->workload->name, _i ? "W2" : "W3");
  }
  done(&m);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("bench");
  tcase_add_test(all, everything_is_measured_once);
  tcase_add_test(all, engines_do_the_same_work);
  tcase_add_test(all, reports_have_all_of_it);
  tcase_add_test(all, json_of_odd_names);
  tcase_add_test(all, what_was_measured_stays);
  tcase_add_loop_test(all, wrong_names_are_told, 0,
                      sizeof wrongs / sizeof *wrongs);
  tcase_add_loop_test(all, a_material_runs_alone, 0, 2);
  return test_run("bench", &all, 1);
}
