/* run.c: `automat run`, drives one point along the path of a case. */
#include "cli/run_picture.h"

typedef struct {
  am_context *context;
  am_start start;    /* initial state */
  size_t stress[6];  /* columns of the stress in a row, if start.given */
  am_file csv;
  const char *path;  /* of the table; NULL: standard output */
  size_t columns;    /* of the table */
  am_run_picture *picture; /* NULL: not requested */
  am_cycles cycles;  /* between the run and its outputs */
  double rows, steps; /* steps: total number of loading steps */
} output;

static am_status close_csv(output *o) {
  am_file csv = o->csv;
  o->csv.stream = NULL;
  return csv.stream ? am_file_commit(&csv, o->context->report) : AM_OK;
}

/* Keeps the rows so far when memory is exhausted. */
static void keep_rows(void *data) { (void)!close_csv(data); }

/* Writes a row, or with `rows: peaks` only draws it. */
static void write_chosen(void *data, const double *row, bool first) {
  output *o = data;
  if (!o->cycles.peaks) am_csv_row(&o->csv, row, o->columns);
  if (o->picture && first)
    am_run_picture_part(o->picture, o->cycles.cycle, !o->cycles.apart);
  if (o->picture) am_run_picture_row(o->picture, row);
}

static void write_peaks(void *data, const double *row) {
  output *o = data;
  am_csv_row(&o->csv, row, o->columns);
}

static void note_step(void *data, const am_target *target,
                      const double *from) {
  output *o = data;
  am_cycles_step(&o->cycles, target, from);
}

static void write_run_row(void *data, const double *row) {
  output *o = data;
  am_cycles_row(&o->cycles, row);
  if (o->rows == 0 && o->start.given) {
    double stress[6];
    for (int c = 0; c < 6; c++) stress[c] = row[o->stress[c]];
    am_start_compare(o->context->report, &o->start, stress);
  }
  if (o->rows++ > 0) am_progress_count(o->context, o->rows - 1, o->steps);
  if (o->context->report->first) {
    /* Prints warnings now, while the user can still react. */
    am_progress_end(o->context);
    am_context_print(o->context, AM_OK);
  }
  if (o->csv.error) {
    /* The sink cannot stop the run: if writing fails, prints the message and
     * exits. */
    am_progress_end(o->context);
    (void)!close_csv(o);
    am_context_print(o->context, AM_OK);
    exit(am_pipe_is_broken() ? am_pipe_end() : AM_ENVIRONMENT);
  }
}

static void print_summary(const am_run *run, const am_summary *summary) {
  fprintf(stderr,
          "%s, engine %s: %.0f loading steps (%.0f halved), %.0f substeps "
          "(%.0f rejected),\n%.0f evaluations of the rates, %.0f local and "
          "%.0f equilibrium iterations\n",
          run->solver.scheme->name, am_engine_of(run->program)->name,
          summary->steps, summary->cuts, summary->substeps, summary->rejected,
          summary->evaluations, summary->iterations,
          summary->equilibrium_iterations);
}

static void find_stress(am_arena *arena, output *o,
                        const am_columns *columns) {
  const am_table *all = am_columns_table(arena, columns);
  for (int c = 0; c < 6; c++)
    o->stress[c] = (size_t)am_table_column(
        all, am_format(arena, "stress.%s", am_component_names[c]));
}

/* Prepares the only point of a case, or the point of --point; with --start,
 * --point selects the point of the file with the initial state. */
static am_status prepare_run(am_arena *arena, am_context *context,
                             const am_case *description,
                             const am_material *material, am_run **run) {
  const am_options *o = &context->options;
  bool starts = o->start && am_archive_is_named(o->start);
  const am_request request = {
      .point = starts ? -1 : o->point - 1, .threads = 1};
  if (request.point < 0)
    return am_run_prepare(arena, context->report, description, material, run);
  if (!description->points)
    return am_usage_error(context, "--point needs a case with points");
  return am_run_prepare_points(arena, context->report, description, material,
                               &request, run);
}

/* Reads the numbers of --cycles. */
static am_status choose_cycles(am_arena *arena, am_context *context,
                               const am_run *run, am_cycles *cycles) {
  const am_option_list *given = &context->options.cycles;
  double most = am_path_cycles(run->path);
  double *chosen = AM_ARRAY(arena, double, given->count);
  cycles->chosen = chosen;
  cycles->chosen_count = given->count;
  if (given->count && most == 0)
    return am_usage_error(context, "--cycles needs a path with cycles: passes "
                                   "of a segment with 'repeat'");
  for (size_t i = 0; i < given->count; i++) {
    const char *text = given->items[i];
    if (!am_parse_number(text, &chosen[i]) || chosen[i] < 1 ||
        chosen[i] > most || chosen[i] != floor(chosen[i]))
      return am_usage_error(context, "expected '--cycles' to be whole numbers "
                            "from 1 to %.0f, the number of cycles of the path, "
                            "found %s", most, am_quoted(arena, text));
  }
  return AM_OK;
}

/* Prepares the filter between the run and the table [columns]; returns the
 * table. */
static am_table *start_cycles(am_arena *arena, output *o, const am_run *run,
                              const am_columns *columns) {
  am_cycles *c = &o->cycles;
  am_table *table = am_columns_table(arena, columns);
  c->row = write_chosen;
  c->data = o;
  c->columns = run->columns->count;
  c->controlled = am_law_deformed(run->law) ? AM_CONTROLLED_MOST : 6;
  if (run->description->peaks.line) {
    table = am_cycles_table(arena, columns, c);
    c->peaks = write_peaks;
  }
  am_cycles_start(arena, c, am_path_start(run->path));
  return table;
}

/* Prepares the run with additional columns after those of the case, and opens
 * the table. */
static am_status prepare_output(am_arena *arena, output *o,
                                am_case *description,
                                const am_material *material, am_run **run) {
  am_context *context = o->context;
  am_case wanted = *description;
  const char *path = NULL;
  static const char *const needed[] = {"stress"};
  const am_options *given = &context->options;
  bool plot = given->plot;
  if (plot)
    am_run_picture_request(arena, &context->options.axes, description);
  if (o->start.given)
    am_columns_request(arena, description, needed, 1, am_nowhere, false);
  /* output.file of a case with points names the file of the batch. */
  bool batch =
      description->points || (given->point && !given->start);
  if (!batch || given->output)
    AM_TRY(am_case_output(context, description, AM_WRITES_CSV, &path));
  AM_TRY(prepare_run(arena, context, description, material, run));
  am_columns *columns = (*run)->columns;
  wanted.settings.solver = (*run)->solver;
  if (plot)
    AM_TRY(am_run_picture_open(arena, context, &wanted, *run, &o->picture));
  if (o->start.given) find_stress(arena, o, columns);
  if (plot || o->start.given)
    AM_TRY(am_point_columns(arena, context->report, &wanted, (*run)->law,
                            &(*run)->sample->names, &columns));
  AM_TRY(am_outputs_lock(context, path, NULL));
  AM_TRY(choose_cycles(arena, context, *run, &o->cycles));
  o->steps = am_path_steps((*run)->path);
  am_progress_start(context, "steps", path || !isatty(STDOUT_FILENO));
  AM_TRY(am_table_open(context, path, &o->csv));
  o->path = path;
  const am_table *table = start_cycles(arena, o, *run, columns);
  o->columns = table->columns;
  am_csv_table(&o->csv, table);
  return AM_OK;
}

/* Uses double precision if the engine does not support single precision. */
static void replace_engine(am_context *context, am_case *description) {
  am_case_use_engine(context, description);
  const am_engine *engine = am_engine_find(description->settings.engine);
  if (!description->settings.single || !engine || engine->single) return;
  description->settings.single = false;
  am_note(context->report, am_nowhere,
          "the file is in single precision, but engine %s computes in double "
          "precision: point %ld is computed in double precision",
          engine->name, context->options.point);
}

/* Reads the case of a file that a batch has written; the engine may differ. */
static am_status read_archive(am_arena *arena, am_context *context,
                              am_case **description,
                              const am_material **material) {
  const am_options *options = &context->options;
  if (!options->point || options->sets.count || options->precision ||
      options->start)
    return am_usage_error(context, "a batch file needs --point K and cannot be "
                          "combined with --set, --precision or --start");
  AM_TRY(am_replay_open(arena, context->report, options->operands[0],
                        description, material));
  replace_engine(context, *description);
  return AM_OK;
}

/* Reads the case, with the initial state of --start. */
static am_status read_case(am_arena *arena, output *o,
                           am_case **description) {
  am_context *context = o->context;
  const am_options *given = &context->options;
  const char *path = given->operands[0];
  AM_TRY(am_case_open(arena, context, path, description));
  if (!given->start) return AM_OK;
  AM_TRY(am_start_read(arena, context, *description, given->start, &o->start));
  return am_case_open(arena, context, path, description);
}

static am_status run_case(am_arena *arena, am_context *context) {
  output *o = AM_NEW(arena, output);
  am_case *description = NULL;
  const am_material *material = NULL;
  am_run *run = NULL;
  o->context = context;
  am_arena_defer(arena, keep_rows, o);
  /* A case, or the case of a batch file. */
  AM_TRY(am_archive_is_named(context->options.operands[0])
             ? read_archive(arena, context, &description, &material)
             : read_case(arena, o, &description));
  AM_TRY(prepare_output(arena, o, description, material, &run));
  am_interrupt_by_flag(arena);
  am_run_sink sink = {.row = write_run_row, .step = note_step, .data = o};
  am_summary summary = {0};
  am_status walked = am_run_drive(arena, context->report, run, &sink, &summary);
  am_progress_end(context);
  am_cycles_end(&o->cycles);
  AM_TRY(close_csv(o));
  am_output_tell(context, "table", o->path);
  if (context->options.verbose) print_summary(run, &summary);
  if (!o->picture || !(o->picture->rows > 0)) return walked;
  am_status drawn = am_run_picture_draw(arena, o->picture, description->title);
  return walked != AM_OK ? walked : drawn;
}

static const char *const overlay_kinds[] = {"lines", "points", NULL};
static const am_option options[] = {
    AM_SHARED_SET,
    {"start", 0, "FILE", "continue the run, or --point K of the batch, in FILE",
     AM_TEXT(start)},
    AM_SHARED_OUTPUT, AM_SHARED_DIGITS,
    {"cycles", 0, "N,...", "write and draw only these cycles, passes of a "
     "segment with 'repeat'", AM_NAMES(cycles)},
    AM_PLOT("draw a figure", 0), AM_SHARED_AXES,
    {"over", 0, "TABLE", "add the columns of a CSV file to the figure: "
     "measured values or another result", AM_LIST(overlays), .needs = "y"},
    {"with", 0, "KIND", "draw the tables of --over with points (default) or "
     "lines", AM_CHOICE(overlay_kind), .names = overlay_kinds,
     .needs = "over"},
    AM_SHARED_PICTURE, AM_SHARED_POINT,
    AM_SHARED_ENGINE, AM_SHARED_PRECISION, AM_SHARED_QUIET, AM_SHARED_VERBOSE,
    AM_SHARED_HELP};

const am_command am_command_run = {
    .name = "run", .operands = "CASE", .least = 1, .most = 1,
    .summary = "drive a material point along the path of a case",
    .about =
        "Drives one material point along the path of the case file CASE and\n"
        "writes a table (CSV) with a row for the start and one for each\n"
        "loading step: to the file of -o, else to output.file of the case,\n"
        "else to standard output.  With --point K, CASE has points, or is a\n"
        "file that 'automat batch' has written.",
    .options = options, .work = run_case,
};
