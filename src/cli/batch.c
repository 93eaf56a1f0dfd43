/* batch.c: `automat batch`, runs the points of a case. */
#include "config.h"

#include "cli/command.h"

/* Readable number: 1000000, 2.5e+07. */
static const char *round_number(am_arena *arena, double number) {
  return am_format(arena, number < 1e7 ? "%.0f" : "%.3g", number);
}

static void print_summary(am_arena *arena, const am_run *run,
                          const am_batch_summary *sum, double time,
                          const char *output, bool verbose) {
  double done = (double)(sum->done - sum->before);
  am_print_bytes(stderr, output, strlen(output), false);
  fprintf(stderr, ": %ld of %ld points, %.0f good and %.0f failed", sum->done,
          sum->points, done - sum->failed, sum->failed);
  if (sum->before) fprintf(stderr, " (%ld already present)", sum->before);
  fputc('\n', stderr);
  for (int i = 1; i < AM_BATCH_STATUSES; i++)
    if (sum->statuses[i] > 0)
      fprintf(stderr, "  %.0f point%s failed: %s\n", sum->statuses[i],
              sum->statuses[i] == 1 ? "" : "s", am_batch_status_text(i));
  fprintf(stderr,
          "%s, engine %s: %s substeps (%s rejected), %.3g s, %.3g "
          "points\302\267steps/s\n",
          run->solver.scheme->name, am_engine_of(run->program)->name,
          round_number(arena, sum->work.substeps),
          round_number(arena, sum->work.rejected), time,
          time > 0 ? sum->steps / time : 0);
  if (!verbose) return;
  fprintf(stderr,
          "%s evaluations of the rates, %s local and %s equilibrium "
          "iterations, %s loading steps halved\n",
          round_number(arena, sum->work.evaluations),
          round_number(arena, sum->work.iterations),
          round_number(arena, sum->work.equilibrium_iterations),
          round_number(arena, sum->work.cuts));
  fprintf(stderr, "%.3g s: laws %.3g, columns %.3g, file %.3g\n", time,
          time - sum->filling - sum->writing, sum->filling, sum->writing);
}

static am_status walk_batch(am_arena *arena, am_context *context,
                            am_batch *batch, const am_batch_options *options) {
  const am_options *given = &context->options;
  const am_run *run = am_batch_run_of(batch);
  am_batch_summary summary = {
      .statuses = AM_ARRAY(arena, double, AM_BATCH_STATUSES)};
  am_progress_start(context, "points", true);
  am_status status = am_batch_drive(batch, context->report, &summary);
  am_progress_end(context);
  if (!given->quiet)
    print_summary(arena, run, &summary, am_progress_time(context),
                  options->output, given->verbose);
  bool stopped = summary.done < summary.points;
  if (status != AM_FAILED || stopped) return status;
  if (summary.reason)
    am_note(context->report, am_nowhere, "not admissible: %s", summary.reason);
  return am_error(context->report, AM_FAILED, am_nowhere,
                  "%.0f of %ld points failed", summary.failed,
                  summary.done - summary.before);
}

/* Finds the shard and its file: that of --shard, or that of this process if a
 * launcher has started several. */
static am_status find_shard(am_arena *arena, am_context *context,
                            am_batch_options *options) {
  const char *given = context->options.shard;
  const am_launch launch = am_launch_found();
  if (given) {
    AM_TRY(am_shard_parse(context->report, given, &options->shard,
                          &options->shards));
  } else if (launch.count > 1 && launch.rank >= 0) {
    options->shard = launch.rank + 1;
    options->shards = launch.count;
    context->report->apart = true;
  }
  if (options->shards > 1 && context->options.plot)
    return am_usage_error(context, "--plot needs all points: merge the shards "
                          "first, then draw points");
  if (options->shards > 1)
    options->output = am_shard_path(arena, options->output, options->shard,
                                    options->shards);
  return am_outputs_lock(context, options->output, NULL);
}

/* Column of the picture along an axis. */
static const char *plotted_column(am_arena *arena, const char *given) {
  return am_column_canonical(arena, given ? given : "time");
}

/* Runs the first point to verify the columns of the picture before anything is
 * written. */
static am_status check_picture(am_arena *arena, am_context *context,
                               const am_case *description) {
  const am_options *given = &context->options;
  const am_request request = {.point = 0, .threads = 1};
  am_run *run;
  if (!given->plot || !description->points) return AM_OK;
  AM_TRY(am_run_prepare_points(arena, context->report, description, NULL,
                               &request, &run));
  const am_table *columns = am_columns_table(arena, run->columns);
  AM_TRY(am_bands_check(arena, context->report, columns,
                        plotted_column(arena, given->axes.x)));
  return am_bands_check(arena, context->report, columns,
                        plotted_column(arena, given->axes.y));
}

static am_status draw_batch(am_arena *arena, am_context *context,
                            const char *path, const char *title) {
  const am_options *given = &context->options;
  am_panel panel;
  if (!given->plot) return AM_OK;
  AM_TRY(am_bands_panel(arena, context->report, path,
                        plotted_column(arena, given->axes.x),
                        plotted_column(arena, given->axes.y), &panel));
  return am_axes_draw(arena, context, panel, title);
}

static am_status run_batch(am_arena *arena, am_context *context,
                           const am_case *description) {
  const am_options *given = &context->options;
  am_batch *batch;
  am_batch_options options = {
      .resume = given->resume,
      .compression = (int)given->compression,
      .points = given->points,
      .lanes = (int)given->lanes,
      .threads = (int)given->threads,
      .version = PACKAGE_VERSION,
      .sets = given->sets.items,
      .set_count = given->sets.count};
  AM_TRY(am_case_output(context, description, AM_WRITES_HDF5, &options.output));
  if (!options.output)
    return am_error(context->report, AM_USAGE, am_nowhere,
                    given->output || description->output
                        ? "a batch cannot be written to standard output: give "
                          "-o FILE.h5"
                        : "the batch needs a file: give -o FILE.h5, or "
                          "output.file in the case");
  AM_TRY(find_shard(arena, context, &options));
  AM_TRY(check_picture(arena, context, description));
  AM_TRY(am_batch_prepare(arena, context->report, description, &options,
                          &batch));
  if (!batch) return AM_OK;
  am_interrupt_by_flag(arena);
  am_status walked = walk_batch(arena, context, batch, &options);
  if (am_interrupt_signal()) return walked;
  am_status drawn =
      draw_batch(arena, context, options.output, description->title);
  return walked != AM_OK ? walked : drawn;
}

/* --replay: writes one point as a case. */
static am_status write_replay(am_arena *arena, am_context *context,
                              const am_case *description) {
  const am_options *given = &context->options;
  const am_request request = {.point = given->replay - 1, .threads = 1};
  am_buffer text = {.arena = arena};
  am_run *run;
  if (!description->points)
    return am_usage_error(context, "--replay needs a case with points");
  AM_TRY(am_run_prepare_points(arena, context->report, description, NULL,
                               &request, &run));
  AM_TRY(am_replay_write(arena, context->report, run, &text));
  if (given->output)
    AM_TRY(am_ending_check(context->report, AM_USAGE, am_nowhere,
                           "the case of '--replay'", given->output,
                           AM_WRITES_YAML));
  return am_text_write(context, given->output, text.text);
}

static am_status batch_or_replay(am_arena *arena, am_context *context) {
  am_case *description;
  const am_options *given = &context->options;
  context->report->apart = false;
  AM_TRY(am_case_open(arena, context, given->operands[0], &description));
  return given->replay ? write_replay(arena, context, description)
                       : run_batch(arena, context, description);
}

static const am_option options[] = {
    AM_SHARED_SET,
    {"output", 'o', "FILE", "write the results to the HDF5 file FILE",
     AM_TEXT(output)},
    AM_SHARED_RESUME,
    {"replay", 0, "K", "write point K (from 1) as a case file",
     AM_NUMBER(replay), 1, LONG_MAX, .excludes = "resume points shard plot"},
    {"points", 0, "N", "only the first N points", AM_NUMBER(points), 1,
     LONG_MAX},
    AM_SHARED_SHARD,
    AM_SHARED_ENGINE,
    AM_SHARED_PRECISION,
    AM_SHARED_THREADS,
    AM_SHARED_LANES,
    {"compression", 0, "L", "deflate level from 0 (none, default) to 9",
     AM_NUMBER(compression), 0, 9},
    AM_PLOT("draw percentiles of --y", .needs = "y"),
    AM_SHARED_AXES,
    AM_SHARED_PICTURE,
    AM_SHARED_QUIET,
    AM_SHARED_VERBOSE,
    AM_SHARED_HELP};

const am_command am_command_batch = {
    .name = "batch", .operands = "CASE", .least = 1, .most = 1,
    .summary = "compute many points of a case and write an HDF5 file",
    .about =
        "Drives all points of the case file CASE along its path and writes "
        "the\nresults to the HDF5 file of -o, or else to output.file of the "
        "case.\nPoints that fail do not stop the others.",
    .options = options, .work = batch_or_replay, .shards = true,
};
