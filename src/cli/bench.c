/* bench.c: `automat bench`, measures the speed of engines and schemes. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "bench/bench.h"
#include "cli/command.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "file/file.h"

/* Own options. */
typedef struct {
  bool quick;
  const char *workload, *scheme, *material, *json; /* NULL: not given */
  long points, device_points, repetitions;         /* 0: not given */
  double seconds;                                  /* 0: not given */
} bench_options;

static void note_groups(void *data, size_t measured) {
  am_progress_set(data, (double)measured);
}

static am_status read_options(am_context *context, am_bench_options *wanted) {
  const bench_options *own = context->own;
  const am_options *given = &context->options;
  *wanted = own->quick ? am_bench_quick : am_bench_default;
  wanted->workload = own->workload;
  wanted->scheme = own->scheme;
  wanted->engine = given->engine;
  wanted->material = own->material;
  wanted->lanes = (int)given->lanes;
  wanted->threads = (int)given->threads;
  wanted->stop = am_interrupt_flag();
  if (own->points) wanted->points = own->points;
  if (own->device_points) wanted->device_points = own->device_points;
  if (own->seconds > 0) wanted->seconds = own->seconds;
  if (own->repetitions) wanted->repetitions = own->repetitions;
  if (given->lanes & (given->lanes - 1))
    return am_error(context->report, AM_USAGE, am_nowhere,
                    "expected '--lanes' to be 1, 2, 4 or 8, found %ld",
                    given->lanes);
  return AM_OK;
}

/* Runs the bench; prints the measurements even after an early end. */
static am_status run_bench(am_arena *arena, am_context *context) {
  const bench_options *own = context->own;
  am_progress progress;
  am_bench_options options;
  am_bench *bench;
  AM_TRY(read_options(context, &options));
  options.progress = note_groups;
  options.data = &progress;
  am_interrupt_watch(arena);
  AM_TRY(am_bench_prepare(arena, context->report, &options, &bench));
  am_interrupt_by_flag(arena);
  am_progress_start(&progress, "groups", (double)bench->group_count,
                    !context->options.quiet);
  am_status status = am_bench_run(arena, context->report, bench);
  am_progress_end(&progress);
  if (!bench->measured) return status;
  am_bench_print(bench, stdout);
  if (!own->json) return status;
  am_file file;
  am_status written =
      am_file_create(arena, context->report, own->json, &file);
  if (written == AM_OK) {
    am_bench_write_json(bench, file.stream);
    (void)am_file_failed(&file);
    written = am_file_commit(&file, context->report);
  }
  return status == AM_OK ? written : status;
}

static am_status command_bench(am_context *context) {
  return am_interrupt_run(context, run_bench);
}

static const am_option option_quick = {
    "quick", 0, NULL, "W1 with two schemes, few points, little time",
    AM_OPTION_FLAG, AM_OWN(bench_options, quick)};
static const am_option option_workload = {
    "workload", 0, "NAME", "run only this workload: W1, W2 or "
                           "W3", AM_OPTION_TEXT,
    AM_OWN(bench_options, workload)};
static const am_option option_scheme = {
    "scheme", 0, "NAME", "only this one", AM_OPTION_TEXT,
    AM_OWN(bench_options, scheme)};
static const am_option option_engine = {
    "engine", 0, "NAME", "only this one", AM_OPTION_TEXT, AM_AT(engine)};
static const am_option option_material = {
    "material", 0, "NAME", "add a material to W3", AM_OPTION_TEXT,
    AM_OWN(bench_options, material)};
static const am_option option_points = {
    "points", 0, "N", "points per thread (default 20480)",
    AM_OPTION_NUMBER, AM_OWN(bench_options, points), 8, 10000000};
static const am_option option_device_points = {
    "device-points", 0, "N", "maximum number of points on a device (default "
                             "4194304)",
    AM_OPTION_NUMBER, AM_OWN(bench_options, device_points), 32, 1L << 30};
static const am_option option_repetitions = {
    "repetitions", 0, "R", "measurements of each variant (default 11)",
    AM_OPTION_NUMBER, AM_OWN(bench_options, repetitions), 1, 100000};
static const am_option option_seconds = {
    "seconds", 0, "T", "minimum time of each variant (default 0.2)",
    AM_OPTION_POSITIVE, AM_OWN(bench_options, seconds), .most = 3600};
static const am_option option_json = {
    "json", 0, "FILE", "write all numbers as JSON to FILE", AM_OPTION_TEXT,
    AM_OWN(bench_options, json), .writes = AM_WRITES_JSON};

static const am_option *const options[] = {
    &option_quick,     &option_workload,      &option_scheme,
    &option_engine,    &option_material,      &option_points,
    &option_seconds,   &option_device_points, &option_repetitions,
    &am_option_threads, &am_option_lanes,     &option_json,
    &am_option_quiet,  &am_option_help,       NULL,
};

const am_command am_command_bench = {
    .name = "bench",
    .operands = "",
    .summary = "measure the speed of engines and schemes",
    .about =
        "Measures this machine's limits, then the workloads W1, W2 and W3\n"
        "with every strategy, scheme and engine, with and without tangent,\n"
        "and prints points per second, shares of the limits, and ratios.",
    .options = options,
    .own_size = sizeof(bench_options),
    .least = 0,
    .most = 0,
    .run = command_bench,
};
