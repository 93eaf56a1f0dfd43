/* fit.c: `automat fit`, identifies parameters from measured curves. */
#include "cli/command.h"

static void note_iteration(void *data, int iteration, double sum) {
  am_context *context = data;
  if (context->options.verbose)
    fprintf(stderr, "iteration %d: sum of squares %.10g\n", iteration, sum);
  else
    am_progress_tell(context, "iteration %d, sum of squares %.6g", iteration,
                     sum);
}

static am_status write_file(am_arena *arena, am_report *report,
                            const am_fit *fit, const char *path,
                            void (*write)(const am_fit *fit, am_arena *arena,
                                          FILE *out)) {
  am_file file;
  if (!path) return AM_OK;
  AM_TRY(am_file_create(arena, report, path, &file));
  write(fit, arena, file.stream);
  return am_file_commit(&file, report);
}

static bool is_stdout(const char *path) { return path && !strcmp(path, "-"); }

static am_status draw_fit(am_arena *arena, am_context *context,
                          const am_fit *fit) {
  am_picture picture;
  if (!context->options.plot) return AM_OK;
  AM_TRY(am_fit_picture(arena, context->report, fit, &picture));
  return am_picture_draw(arena, context, picture, context->options.plot);
}

/* Writes all outputs, even if one of them fails. */
static am_status write_all(am_arena *arena, am_context *context,
                           const am_fit *fit) {
  const am_options *given = &context->options;
  am_report *report = context->report;
  /* Prints the report unless another output goes to standard output. */
  if (!given->quiet && !is_stdout(given->output) && !is_stdout(given->json) &&
      !is_stdout(given->curves))
    am_fit_print(fit, arena, stdout);
  am_status statuses[4] = {
      write_file(arena, report, fit, given->output, am_fit_write_parameters),
      write_file(arena, report, fit, given->json, am_fit_write_json),
      draw_fit(arena, context, fit)};
  if (given->curves)
    statuses[3] = am_fit_write_curves(fit, arena, report, given->curves);
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    if (statuses[i] != AM_OK) return statuses[i];
  return AM_OK;
}

static am_status run_fit(am_arena *arena, am_context *context) {
  const am_options *given = &context->options;
  am_case *description;
  am_fit_options options = {
      .iterations = given->iterations,
      .tolerance = given->tolerance,
      .threads = (int)given->threads,
      .progress = note_iteration,
      .data = context};
  AM_TRY(am_case_open(arena, context, given->operands[0], &description));
  am_fit *fit;
  AM_TRY(am_fit_prepare(arena, context->report, description, NULL, &options,
                        &fit));
  AM_TRY(am_outputs_lock(context, given->output, NULL));
  am_interrupt_by_flag(arena);
  am_progress_start(context, "iterations", true);
  am_status solved = am_fit_solve(arena, context->report, fit, &options);
  am_progress_end(context);
  if (!am_fit_found(fit)) return solved;
  am_status written = write_all(arena, context, fit);
  return written == AM_OK ? solved : written;
}

static const am_option options[] = {
    AM_SHARED_SET,
    {"output", 'o', "FILE", "write the parameters as YAML to FILE",
     AM_TEXT(output), .writes = AM_WRITES_YAML},
    {"json", 0, "FILE", "write the report as JSON to FILE", AM_TEXT(json),
     .writes = AM_WRITES_JSON},
    {"curves", 0, "FILE", "write measured and computed values as CSV to FILE",
     AM_TEXT(curves), .writes = AM_WRITES_CSV},
    AM_PLOT("draw measured and computed curves", 0),
    AM_SHARED_PICTURE,
    {"max-iterations", 0, "N", "maximum number of iterations (default: 100)",
     AM_NUMBER(iterations), 1, 100000},
    {"tolerance", 0, "X", "relative change at convergence (default: 1e-6)",
     AM_POSITIVE(tolerance), .most = LONG_MAX},
    AM_SHARED_THREADS, AM_SHARED_ENGINE, AM_SHARED_QUIET, AM_SHARED_VERBOSE,
    AM_SHARED_HELP};

const am_command am_command_fit = {
    .name = "fit", .operands = "CASE", .least = 1, .most = 1,
    .summary = "identify parameters from measured curves",
    .about =
        "Finds the parameters that fit measured curves best.  The key 'fit'\n"
        "of the case file CASE names free parameters and tests with tables.\n"
        "Prints values, standard errors, correlations and residuals, and\n"
        "names parameters that the tests do not determine.",
    .options = options, .work = run_fit,
};
