/* study.c: `automat study`, runs variants of a case. */
#include "cli/command.h"

static am_status read_options(am_context *context, am_study *study) {
  const am_options *given = &context->options;
  study->options = given->study;
  study->over = given->over.items;
  study->over_count = given->over.count;
  study->options.over = study->over_count ? *study->over : NULL;
  if (given->rows) study->options.at = "all";
  if (given->shard)
    AM_TRY(am_shard_parse(context->report, given->shard, &study->shard,
                          &study->shards));
  study->threads = (int)given->threads;
  AM_TRY(am_study_find(context->report, given->operands[0], &study->kind));
  if (given->shard && study->kind != &am_study_sweep)
    return am_usage_error(context, "'--shard' is only for sweeps");
  return AM_OK;
}

static void discard_table(void *data) {
  am_file *csv = data;
  if (csv->stream) am_file_discard(csv);
}

static am_status create_table(am_arena *arena, am_context *context,
                              const am_study *study, am_file *csv) {
  const char *path = context->options.output;
  if (path && strcmp(path, "-") && study->shards > 1)
    path = am_shard_path(arena, path, study->shard, study->shards);
  am_arena_defer(arena, discard_table, csv);
  return am_file_create(arena, context->report, path, csv);
}

static am_status write_table(am_arena *arena, am_context *context,
                             const am_study *study, am_file *csv) {
  am_file written = *csv;
  const char *plot = context->options.plot;
  if (!study->table) return AM_OK;
  csv->stream = NULL;
  am_csv_table(&written, study->table);
  AM_TRY(am_file_commit(&written, context->report));
  if (!plot) return AM_OK;
  return am_picture_draw(
      arena, context,
      am_study_picture(arena, study->description->title, study), plot);
}

static am_status run_study(am_arena *arena, am_context *context) {
  am_study study = {0};
  am_case *description;
  am_file *csv = AM_NEW(arena, am_file);
  AM_TRY(read_options(context, &study));
  AM_TRY(am_case_open(arena, context, context->options.operands[1],
                      &description));
  study.description = description;
  study.sets = context->options.sets.items;
  study.set_count = context->options.sets.count;
  /* Measures run times on one thread by default. */
  if (study.kind->timed && !study.threads) study.threads = 1;
  AM_TRY(create_table(arena, context, &study, csv));
  am_interrupt_by_flag(arena);
  am_progress_start(context, "runs", true);
  am_status status = am_study_run(arena, context->report, &study);
  am_progress_end(context);
  am_status written = write_table(arena, context, &study, csv);
  return status == AM_OK ? written : status;
}

static const am_option options[] = {
    {"steps", 0, "LIST", "numbers of loading steps (order: of substeps)",
     AM_TEXT(study.steps)},
    {"schemes", 0, "LIST", "schemes, or 'all'", AM_TEXT(study.schemes)},
    {"controls", 0, "LIST", "error controls: internal, stress, coupled, primal",
     AM_TEXT(study.controls)},
    {"column", 0, "NAME", "column to compare, or to draw (sweep)",
     AM_TEXT(study.column)},
    {"floor", 0, "X", "tangent: use only values above X", AM_TEXT(study.floor)},
    {"against", 0, "SCHEME", "accuracy: reference scheme",
     AM_TEXT(study.against)},
    {"durations", 0, "LIST", "schemes: times, or LO:HI:PER-DECADE",
     AM_TEXT(study.durations)},
    {"strain", 0, "LIST", "schemes: strain at the end, xx=4e-3,...",
     AM_TEXT(study.strain)},
    {"over", 0, "KEY=VALUES", "keys: LO:HI:COUNT, LO:HI:COUNT:log or A,B,...",
     AM_LIST(over)},
    {"columns", 0, "LIST", "sweep: column to collect", AM_TEXT(study.columns)},
    {"at", 0, "WHEN", "sweep: 'end', 'max' or a time", AM_TEXT(study.at)},
    {"rows", 0, NULL, "sweep: collect all rows", AM_FLAG(rows),
     .excludes = "at"},
    AM_SHARED_SET,
    AM_SHARED_SHARD,
    AM_SHARED_OUTPUT,
    AM_PLOT("draw a figure", 0),
    AM_SHARED_PICTURE,
    AM_SHARED_ENGINE,
    AM_SHARED_THREADS,
    AM_SHARED_QUIET,
    AM_SHARED_HELP};

const am_command am_command_study = {
    .name = "study", .operands = "STUDY CASE", .least = 2, .most = 2,
    .summary = "vary schemes, loading steps or parameters of a case",
    .about =
        "Runs variants of the case file CASE and writes a table (CSV) to the\n"
        "file of -o, else to standard output.  STUDY is\n\n"
        "  tangent   errors of a derivative against the loading steps\n"
        "  schemes   substeps and run time against the duration of a step\n"
        "  accuracy  errors of stresses against the loading steps\n"
        "  order     measured order of convergence\n"
        "  sweep     columns against any keys of the case (--over)",
    .options = options, .work = run_study,
};
