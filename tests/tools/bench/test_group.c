/* Measurements of a device by bench (bench/group.c, ratios.c, report.c), on
 * emulated libraries, except their values. */
#include <string.h>

#include "base/text.h"
#include "bench/bench.h"
#include "cuda/fakes.h"
#include "tests/tools/bench/json_check.h"
#include "tests/support.h"

/* Thread-local variables of the emulated units are created and removed with
 * these; the leak sanitizer sometimes crashes then. */
const char *__lsan_default_options(void);
const char *__lsan_default_options(void) { return "use_tls=0"; }

enum { POINTS = 96 };

typedef struct {
  am_arena *arena;
  am_report *report;
  am_status status;
  am_bench *bench;
} measured;

static am_bench_options tiny(void) {
  am_bench_options o = am_bench_quick;
  o.quick = false;
  o.points = 32;
  o.device_points = POINTS;
  o.repetitions = 3;
  o.seconds = 1e-3;
  o.limit_seconds = 1e-5;
  o.megabytes = 1;
  o.threads = 2;
  o.engine = "cuda";
  o.scheme = "ode23";
  return o;
}

static measured measure(const am_bench_options *options) {
  measured m = {.arena = test_arena()};
  m.report = am_report_new(m.arena);
  m.status = am_bench_prepare(m.arena, m.report, options, &m.bench);
  if (m.status == AM_OK)
    m.status = am_bench_run(m.arena, m.report, m.bench);
  return m;
}

/* The cache of a measurement is freed with its arena. */
static void done(const measured *m) { am_arena_free(m->arena); }

static void check_good(const measured *m) {
  ck_assert_msg(m->status == AM_OK, "%s",
                m->report->last ? m->report->last->text : "");
}

static void check_spread(const am_spread *s) {
  ck_assert_double_gt(s->low, 0);
  ck_assert_double_ge(s->median, s->low);
  ck_assert_double_ge(s->high, s->median);
  ck_assert(isfinite(s->high));
}

static int ratios(const am_bench *b, const char *name) {
  int found = 0;
  for (size_t i = 0; i < b->ratio_count; i++) {
    check_spread(&b->ratios[i].value);
    found += !strcmp(b->ratios[i].name, name);
  }
  return found;
}

/* Only the stated data cross the bus: targets, then the start of a step
 * (strain, state of 6, substep size, largest stress); results: the same at the
 * end, the stress, the status and the tangent. */
static void check_traffic(const am_bench_row *row) {
  double state = row->way == AM_WAY_STREAMED ? 6 + 6 + 2 : 0;
  double found = 6 + 1 + (row->subject.tangent ? 36 : 0);
  bool moved = row->way != AM_WAY_RESIDENT;
  ck_assert_double_eq(row->traffic.up, moved ? 8 * (6 + state) : 0);
  ck_assert_double_eq(row->traffic.down, moved ? 8 * (found + state) : 0);
  ck_assert(moved ? row->bus > 0 && row->overlap.bound > 0
                  : isnan(row->bus) && row->overlap.bound == 0);
}

static void check_row(const am_bench_row *row) {
  ck_assert_str_eq(row->engine, "cuda");
  ck_assert_int_eq(row->points, POINTS);
  check_spread(&row->core);
  ck_assert(isnan(row->total.median));
  ck_assert_double_eq(row->work.failed, 0);
  ck_assert_double_ge(row->work.evaluations, 1);
  ck_assert(row->fma > 0 && row->powers > 0 && row->bytes > 0);
  ck_assert(row->overlap.waiting > 0 && row->overlap.kernels > 0);
  ck_assert_int_gt(row->block, 0);
  ck_assert_int_gt(row->resources[AM_CUDA_REST].registers, 0);
  check_traffic(row);
}

/* Every strategy and placement, with and without tangent, for one step and for
 * a path. */
START_TEST(all_ways_are_measured) {
  am_bench_options o = tiny();
  const int groups = 4, strategies = 2, ways = 3;
  measured m = measure(&o);
  check_good(&m);
  const am_bench *b = m.bench;
  int paths = 0;
  for (size_t i = 0; i < b->row_count; i++) {
    const am_bench_row *row = &b->rows[i];
    bool path = row->subject.workload->steps > 1;
    if (strcmp(row->subject.material->name, "michel-suquet")) continue;
    check_row(row);
    paths += path;
    ck_assert(path && row->way == AM_WAY_RESIDENT ? row->predicted > 0
                                                  : isnan(row->predicted));
  }
  ck_assert_int_eq(paths, groups / 2 * strategies * ways);
  ck_assert_int_ge(ratios(b, "automatic : semi-automatic"), groups * ways);
  ck_assert_int_ge(ratios(b, "with tangent : without"),
                   groups / 2 * strategies * ways);
  ck_assert_int_eq(ratios(b, "path : predicted by attempts"),
                   groups / 2 * strategies);
  done(&m);
}
END_TEST

/* The host's engines are measured as without a device, and compared. */
START_TEST(hosts_are_compared) {
  am_bench_options o = tiny();
  o.engine = NULL;
  o.quick = true;
  o.scheme = "implicit-euler";
  measured m = measure(&o);
  check_good(&m);
  ck_assert_int_eq(ratios(m.bench, "cuda : native, all threads"), 3);
  const am_bench_row *first = &m.bench->rows[0];
  ck_assert(first->way == AM_WAY_HOST);
  for (size_t i = 0; i < m.bench->row_count; i++) {
    const am_bench_row *row = &m.bench->rows[i];
    ck_assert(isnan(row->work.operations) ||
              fabs(row->work.iterations - first->work.iterations) < 0.2);
  }
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
  static const char *const in_json[] = {
      "\"complete\": true", "\"bus_bytes_per_second_both\": ",
      "\"fields\": \"streamed\"", "\"spill_load_bytes\": ",
      "\"staging_seconds_per_point\": ", "\"fraction_of_bus\": "};
  static const char *const in_table[] = {
      "both at once", "W1, michel-suquet, on the GPU", "automat_rest",
      "staging", "resident", "kept", "with tangent : without"};
  am_bench_options o = tiny();
  o.workload = "W1";
  measured m = measure(&o);
  check_good(&m);
  char *json = text_of(am_bench_write_json, m.bench);
  char *table = text_of(am_bench_print, m.bench);
  ck_assert(is_json(json));
  for (size_t i = 0; i < sizeof in_json / sizeof *in_json; i++)
    ck_assert_msg(strstr(json, in_json[i]), "%s in %s", in_json[i], json);
  for (size_t i = 0; i < sizeof in_table / sizeof *in_table; i++)
    ck_assert_msg(strstr(table, in_table[i]), "%s in %s", in_table[i], table);
  free(json);
  free(table);
  done(&m);
}
END_TEST

/* With little memory there are fewer points; several devices share them. */
START_TEST(machines_do_not_matter) {
  static const struct {
    const char *words;
    long asked, least, most;
  } machines[] = {{"devices=3", 1 << 14, 1 << 14, 1 << 14},
                  {"memory=128M", 1 << 17, 1 << 14, 1 << 16}};
  am_bench_options o = tiny();
  setenv("AUTOMAT_FAKE_CUDA", machines[_i].words, 1);
  o.workload = "W1";
  o.quick = true;
  o.device_points = machines[_i].asked;
  measured m = measure(&o);
  check_good(&m);
  for (size_t i = 0; i < m.bench->row_count; i++) {
    ck_assert_int_ge(m.bench->rows[i].points, machines[_i].least);
    ck_assert_int_le(m.bench->rows[i].points, machines[_i].most);
    check_traffic(&m.bench->rows[i]);
  }
  done(&m);
}
END_TEST

START_TEST(without_a_device) {
  am_bench_options o = tiny();
  setenv("AUTOMAT_FAKE_CUDA", "devices=0", 1);
  measured m = measure(&o);
  ck_assert_int_eq(m.status, AM_ENVIRONMENT);
  ck_assert_ptr_nonnull(strstr(m.report->last->text, "engine cuda: "));
  done(&m);
  o.engine = NULL;
  o.quick = true;
  m = measure(&o);
  check_good(&m);
  ck_assert_ptr_nonnull(strstr(m.report->first->text, "engine cuda: "));
  ck_assert(m.report->first->severity == AM_SEVERITY_NOTE);
  ck_assert_int_eq(ratios(m.bench, "cuda : native, all threads"), 0);
  char *table = text_of(am_bench_print, m.bench);
  ck_assert_ptr_null(strstr(table, "bus: up"));
  free(table);
  done(&m);
}
END_TEST

/* A device that is lost ends the measurement; completed measurements are
 * kept. */
START_TEST(a_lost_device_is_told) {
  am_bench_options o = tiny();
  setenv("AUTOMAT_FAKE_CUDA", "fail=cuLaunchKernel:400", 1);
  measured m = measure(&o);
  ck_assert_int_eq(m.status, AM_ENVIRONMENT);
  ck_assert_ptr_nonnull(strstr(m.report->last->text, "cuLaunchKernel"));
  for (size_t i = 0; i < m.bench->row_count; i++)
    check_spread(&m.bench->rows[i].core);
  done(&m);
}
END_TEST

int main(int count, char **arguments) {
  (void)count;
  if (!test_with_fakes()) return test_run_with_fakes(arguments);
  TCase *all = tcase_create("group");
  tcase_add_test(all, all_ways_are_measured);
  tcase_add_test(all, hosts_are_compared);
  tcase_add_test(all, reports_have_all_of_it);
  tcase_add_loop_test(all, machines_do_not_matter, 0, 2);
  tcase_add_test(all, without_a_device);
  tcase_add_test(all, a_lost_device_is_told);
  return test_run("bench/group", &all, 1);
}
