/* fit.c: `automat fit`, identifies parameters from measured curves. */
#include "fit/fit.h"

#include <limits.h>
#include <string.h>

#include "cli/command.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "file/file.h"

/* Own options. */
typedef struct {
  const char *json, *curves; /* NULL: not given */
  double tolerance;          /* 0: not given */
  long iterations;           /* 0: not given */
} fit_options;

enum { ITERATIONS = 100 };
static const double TOLERANCE = 1e-6;

typedef struct {
  am_context *context;
  am_progress progress;
} watcher;

static void note_iteration(void *data, int iteration, double sum) {
  watcher *w = data;
  if (w->context->options.verbose)
    fprintf(stderr, "iteration %d: sum of squares %.10g\n", iteration, sum);
  else
    am_progress_tell(&w->progress, "iteration %d, sum of squares %.6g",
                     iteration, sum);
}

/* Path, or NULL for "-", standard output. */
static const char *path_of(const char *path) {
  return strcmp(path, "-") ? path : NULL;
}

static am_status write_file(am_arena *arena, am_report *report,
                            const am_fit *fit, const char *path,
                            void (*write)(const am_fit *fit, am_arena *arena,
                                          FILE *out)) {
  am_file file;
  if (!path) return AM_OK;
  AM_TRY(am_file_create(arena, report, path_of(path), &file));
  write(fit, arena, file.stream);
  (void)am_file_failed(&file);
  return am_file_commit(&file, report);
}

static bool is_stdout(const char *path) { return path && !strcmp(path, "-"); }

/* Writes all outputs, even if one of them fails. */
static am_status write_all(am_arena *arena, am_context *context,
                           const am_fit *fit) {
  const fit_options *own = context->own;
  const am_options *given = &context->options;
  am_report *report = context->report;
  /* Prints the report unless another output goes to standard output. */
  if (!given->quiet && !is_stdout(given->output) && !is_stdout(own->json) &&
      !is_stdout(own->curves))
    am_fit_print(fit, arena, stdout);
  am_status statuses[4] = {
      write_file(arena, report, fit, given->output, am_fit_write_parameters),
      write_file(arena, report, fit, own->json, am_fit_write_json)};
  if (own->curves)
    statuses[2] =
        am_fit_write_curves(fit, arena, report, path_of(own->curves));
  if (given->plot)
    statuses[3] = am_picture_draw(arena, context, am_fit_picture(fit, arena),
                                  given->plot);
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    if (statuses[i] != AM_OK) return statuses[i];
  return AM_OK;
}

static am_status run_fit(am_arena *arena, am_context *context) {
  const fit_options *own = context->own;
  const am_options *given = &context->options;
  am_case *description;
  watcher w = {.context = context};
  am_fit_options options = {
      .iterations = own->iterations ? own->iterations : ITERATIONS,
      .tolerance = own->tolerance > 0 ? own->tolerance : TOLERANCE,
      .threads = (int)given->threads,
      .stop = am_interrupt_flag(),
      .progress = note_iteration,
      .data = &w};
  AM_TRY(am_options_check_plot(context));
  am_interrupt_watch(arena);
  AM_TRY(am_case_open(arena, context, given->operands[0], &description));
  am_fit *fit;
  am_progress *progress = &((watcher *)options.data)->progress;
  AM_TRY(am_fit_prepare(arena, context->report, description, NULL, &options,
                        &fit));
  AM_TRY(am_outputs_claim(context, context->options.output, NULL));
  am_interrupt_by_flag(arena);
  am_progress_start(progress, "iterations", (double)options.iterations,
                    !context->options.quiet);
  am_status solved = am_fit_solve(arena, context->report, fit, &options);
  am_progress_end(progress);
  if (!am_fit_found(fit)) return solved;
  am_status written = write_all(arena, context, fit);
  return written == AM_OK ? solved : written;
}

static am_status command_fit(am_context *context) {
  return am_interrupt_run(context, run_fit);
}

static const am_option option_output = {
    "output", 'o', "FILE", "write the parameters as YAML to FILE",
    AM_OPTION_TEXT, AM_AT(output), .writes = AM_WRITES_YAML};
static const am_option option_json = {
    "json", 0, "FILE", "write the report as JSON to FILE", AM_OPTION_TEXT,
    AM_OWN(fit_options, json), .writes = AM_WRITES_JSON};
static const am_option option_curves = {
    "curves", 0, "FILE", "write measured and computed values as CSV to FILE",
    AM_OPTION_TEXT, AM_OWN(fit_options, curves), .writes = AM_WRITES_CSV};
static const am_option option_plot = {
    "plot", 0, "FILE", "draw measured and computed curves; FILE ends in "
    AM_PICTURE_ENDINGS,
    AM_OPTION_TEXT, AM_AT(plot)};
static const am_option option_iterations = {
    "max-iterations", 0, "N", "maximum number of iterations (default: 100)",
    AM_OPTION_NUMBER, AM_OWN(fit_options, iterations), 1, 100000};
static const am_option option_tolerance = {
    "tolerance", 0, "X", "relative change at convergence (default: 1e-6)",
    AM_OPTION_POSITIVE, AM_OWN(fit_options, tolerance),
    .most = LONG_MAX};

static const am_option *const options[] = {
    &am_option_set,     &option_output,       &option_json,
    &option_curves,     &option_plot,         &am_option_keep_script,
    &am_option_size,    &option_iterations, &option_tolerance,    &am_option_threads,
    &am_option_engine,  &am_option_quiet,     &am_option_verbose,
    &am_option_help,    NULL,
};

const am_command am_command_fit = {
    .name = "fit",
    .operands = "CASE",
    .summary = "identify parameters from measured curves",
    .about =
        "Finds the parameters that fit measured curves best.  The key 'fit' "
        "of\n"
        "the case file CASE names free parameters and tests with tables.\n"
        "Prints values, standard errors, correlations and residuals, and "
        "names\n"
        "parameters that the tests do not determine.",
    .options = options,
    .own_size = sizeof(fit_options),
    .least = 1,
    .most = 1,
    .run = command_fit,
};
