/* bench.c: `automat bench`, measures the speed of engines and schemes. */
#include "cli/command.h"
#include "bench/bench.h"

static am_bench_options read_options(const am_context *context) {
  const am_options *given = &context->options;
  am_bench_options wanted = given->quick ? am_bench_quick : am_bench_default;
  wanted.workload = given->workload;
  wanted.scheme = given->scheme;
  wanted.engine = given->engine;
  wanted.material = given->material;
  wanted.lanes = (int)given->lanes;
  wanted.threads = (int)given->threads;
  if (given->points) wanted.points = given->points;
  if (given->device_points) wanted.device_points = given->device_points;
  if (given->seconds > 0) wanted.seconds = given->seconds;
  if (given->repetitions) wanted.repetitions = given->repetitions;
  return wanted;
}

/* Runs the bench; prints the measurements even after an early end. */
static am_status run_bench(am_arena *arena, am_context *context) {
  const am_options *o = &context->options;
  am_bench_options options = read_options(context);
  am_bench *bench;
  AM_TRY(am_bench_prepare(arena, context->report, &options, &bench));
  am_interrupt_by_flag(arena);
  am_progress_start(context, "groups", true);
  am_status status = am_bench_run(arena, context->report, bench);
  am_progress_end(context);
  if (!bench->measured) return status;
  am_bench_print(bench, stdout);
  if (!o->json) return status;
  am_file file;
  AM_TRY(am_file_create(arena, context->report, o->json, &file));
  am_bench_write_json(bench, file.stream);
  am_status written = am_file_commit(&file, context->report);
  return status == AM_OK ? written : status;
}

static const am_option options[] = {
    {"quick", 0, NULL, "short run: workload W1, two schemes, few points",
     AM_FLAG(quick)},
    {"workload", 0, "NAME", "run only this workload: W1, W2 or W3",
     AM_TEXT(workload)},
    {"scheme", 0, "NAME", "only this one", AM_TEXT(scheme)},
    {"engine", 0, "NAME", "only this one", AM_TEXT(engine)},
    {"material", 0, "NAME", "run only this material, with W3", AM_TEXT(material)},
    {"points", 0, "N", "points per thread (default 20480)", AM_NUMBER(points),
     8, 10000000},
    {"seconds", 0, "T", "minimum time of each variant (default 0.2)",
     AM_POSITIVE(seconds), .most = 3600},
    {"device-points", 0, "N",
     "maximum number of points on a device (default 4194304)",
     AM_NUMBER(device_points), 32, 1L << 30},
    {"repetitions", 0, "R", "measurements of each variant (default 11)",
     AM_NUMBER(repetitions), 1, 100000},
    AM_SHARED_THREADS, AM_SHARED_LANES,
    {"json", 0, "FILE", "write all numbers as JSON to FILE", AM_TEXT(json),
     .writes = AM_WRITES_JSON},
    AM_SHARED_QUIET, AM_SHARED_HELP};

const am_command am_command_bench = {
    .name = "bench", .operands = "", .least = 0, .most = 0,
    .summary = "measure the speed of engines and schemes",
    .about =
        "Measures this machine's limits, then the workloads W1, W2 and W3\n"
        "with every strategy, scheme and engine, with and without tangent,\n"
        "and prints points per second, shares of the limits, and ratios.",
    .options = options, .work = run_bench,
};
