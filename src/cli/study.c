#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "cli/case_file.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "output/file.h"
#include "output/plot.h"
#include "study/curves.h"
#include "study/study.h"

static void note_progress(void *data, size_t done, size_t count) {
  am_progress *progress = data;
  progress->whole = (double)count;
  am_progress_set(progress, (double)done);
}

static am_status read_options(am_context *context, am_inquiry *q) {
  const am_options *given = &context->options;
  q->options = given->study;
  q->over = given->over.items;
  q->over_count = given->over.count;
  q->options.over = q->over_count ? *q->over : NULL;
  if (given->rows && q->options.at)
    return am_error(context->report, AM_USAGE, am_nowhere,
                    "'--at' and '--rows' do not go together");
  if (given->rows) q->options.at = "all";
  q->crew = (am_crew){.threads = (int)given->threads,
                      .stop = am_interrupt_flag(),
                      .progress = note_progress};
  return am_study_find(context->report, given->operands[0], &q->study);
}

/* Times are measured one at a time, if the user does not say otherwise. */
static void choose_threads(am_inquiry *q) {
  if (q->study->timed && !q->crew.threads) q->crew.threads = 1;
}

/* The table's file, which is removed where nothing comes of it. */
typedef struct {
  am_file file;
  bool open;
} output;

static void discard(void *data) {
  output *o = data;
  if (o->open) am_file_discard(&o->file);
}

static am_status create(am_arena *arena, const am_context *context,
                        output **result) {
  const char *path = context->options.output;
  output *o = *result = AM_NEW(arena, output);
  am_arena_defer(arena, discard, o);
  AM_TRY(am_file_create(arena, context->report,
                        path && strcmp(path, "-") ? path : NULL, &o->file));
  o->open = true;
  return AM_OK;
}

/* What is complete is written, however the study ended. */
static am_status write(am_arena *arena, am_context *context,
                       const am_inquiry *q, output *o) {
  const am_options *given = &context->options;
  am_sheet_write(q->sheet, o->file.stream);
  (void)am_file_failed(&o->file);
  o->open = false;
  AM_TRY(am_file_commit(&o->file, context->report));
  if (!given->plot) return AM_OK;
  am_picture picture = am_study_picture(arena, q);
  return am_picture_write(arena, context->report, &picture, given->plot,
                          given->keep_script);
}

static am_status study(am_arena *arena, am_context *context) {
  am_inquiry q = {0};
  am_case *description;
  am_progress progress;
  output *o;
  AM_TRY(am_options_check_plot(context));
  AM_TRY(read_options(context, &q));
  AM_TRY(am_case_open(arena, context, context->options.operands[1],
                      &description));
  choose_threads(&q);
  q.description = description;
  q.sets = context->options.sets;
  q.set_count = context->options.set_count;
  q.crew.data = &progress;
  AM_TRY(create(arena, context, &o));
  am_interrupt_watch();
  am_progress_start(&progress, "runs", 0, !context->options.quiet);
  am_status status = am_study_run(arena, context->report, &q);
  am_progress_end(&progress);
  if (!q.sheet) return status;
  am_status written = write(arena, context, &q, o);
  return status == AM_OK ? written : status;
}

static am_status run(am_context *context) {
  return am_interrupt_run(context, study);
}

#define TEXT(name, value, about) \
  {#name, 0, value, about, AM_OPTION_TEXT, AM_AT(study.name)}

static const am_option
    option_steps = TEXT(steps, "LIST", "numbers of loading steps; of order: "
                                       "substeps of each"),
    option_schemes = TEXT(schemes, "LIST", "schemes, or 'all'"),
    option_controls = TEXT(controls, "LIST", "of internal, stress, coupled, "
                                             "primal"),
    option_column = TEXT(column, "NAME", "what is compared, or drawn of a "
                                         "sweep"),
    option_floor = TEXT(floor, "X", "tangent: only where it exceeds X"),
    option_against = TEXT(against, "SCHEME", "accuracy: differences from "
                                             "this one"),
    option_durations = TEXT(durations, "LIST", "schemes: times, or "
                                               "LO:HI:PER-DECADE"),
    option_strain = TEXT(strain, "LIST", "schemes: strain at the end, "
                                         "xx=4e-3,..."),
    option_columns = TEXT(columns, "LIST", "sweep: what is collected"),
    option_at = TEXT(at, "WHEN", "sweep: 'end', 'max' or a time");
static const am_option option_over = {
    "over", 0, "KEY=VALUES", "sweep: LO:HI:COUNT, LO:HI:COUNT:log or A,B,...",
    AM_OPTION_LIST, AM_AT(over)};
static const am_option option_rows = {
    "rows", 0, NULL, "sweep: collect all rows", AM_OPTION_FLAG, AM_AT(rows)};

static const am_option *const options[] = {
    &option_steps,      &option_schemes,    &option_controls,
    &option_column,     &option_floor,      &option_against,
    &option_durations,  &option_strain,     &option_over,
    &option_columns,    &option_at,         &option_rows,
    &am_option_set,     &am_option_output,  &am_option_plot,
    &am_option_keep_script, &am_option_engine, &am_option_threads,
    &am_option_quiet,   &am_option_help,    NULL,
};

const am_command am_command_study = {
    .name = "study",
    .operands = "STUDY CASE",
    .summary = "vary schemes, loading steps, parameters of a case",
    .about =
        "Runs variants of the case file CASE and writes a table (CSV) to the\n"
        "file of -o, else to standard output.  STUDY is\n\n"
        "  tangent   errors of a derivative against the loading steps\n"
        "  schemes   substeps and run time against the duration of a step\n"
        "  accuracy  errors of stresses against the loading steps\n"
        "  order     measured order of convergence\n"
        "  sweep     columns against any keys of the case (--over)",
    .options = options,
    .least = 2,
    .most = 2,
    .run = run,
};
