/* homogenize.c: `automat homogenize`, a volume element along the path of a
 * case. */
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/case_file.h"
#include "cli/command.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "config.h"
#include "homogenization/run.h"
#include "homogenization/fields.h"

/* Where the rows go, and what is counted on the way. */
typedef struct {
  am_context *context;
  am_cell_run *run;
  am_csv *csv; /* NULL while there is none */
  double steps; /* loading steps in all */
  long resumed; /* before this run */
  double iterations, applications;
  am_progress progress;
} output;

/* A table without any row is none. */
static am_status close_csv(output *o) {
  am_csv *csv = o->csv;
  o->csv = NULL;
  if (!csv) return AM_OK;
  if (o->run->history->rows) return am_csv_close(csv, o->context->report);
  am_csv_discard(csv);
  return AM_OK;
}

static bool write_cell_row(void *data, const am_cell_row *row,
                           const double *values) {
  output *o = data;
  if (values) am_csv_row(o->csv, values);
  o->iterations += (double)row->iterations;
  o->applications += (double)row->applications;
  if (row->step > o->resumed) {
    double done = (double)(row->step - o->resumed);
    double left = o->steps - (double)row->step;
    double time = am_progress_time(&o->progress);
    am_progress_tell(&o->progress,
                     "step %ld of %.0f, %ld iterations, residual %.1e of at "
                     "most %.1e, %.0f s left",
                     row->step, o->steps, row->iterations, row->equilibrium,
                     o->run->settings->equilibrium,
                     done > 0 ? left * time / done : 0);
  }
  return !am_csv_failed(o->csv);
}

/* ---- statistics ---------------------------------------------------------- */

static void print_summary(const output *o) {
  const am_cell *cell = o->run->cell;
  am_space *space = o->run->loading->space;
  const am_phase *first = &cell->phases[0];
  am_space_account account = {0};
  space->type->account(space, &account);
  const am_microstructure *micro = cell->micro;
  fprintf(stderr, "%d x %d x %d voxels", micro->grid[0], micro->grid[1],
          micro->grid[2]);
  if (micro->made && *micro->made) {
    fputs(": ", stderr);
    am_print_text(stderr, micro->made);
  }
  fputc('\n', stderr);
  for (int p = 0; p < cell->phase_count; p++) {
    const am_phase *phase = &cell->phases[p];
    fprintf(stderr, "  %s: %ld voxels, volume fraction %.6f, law %s\n",
            phase->name, phase->count,
            (double)phase->count / (double)micro->voxels,
            phase->law->material->name);
  }
  fprintf(stderr,
          "scheme %s, %s, %s, engine %s, reference lambda %.6g, mu %.6g%s%s\n",
          o->run->settings->scheme, cell->rotated ? "rotated" : "fourier",
          cell->solver.scheme->name, first->engine->used(first->program),
          space->lambda, space->mu, *cell->stress_unit ? " " : "",
          cell->stress_unit);
  fprintf(stderr,
          "%ld of %.0f loading steps, %.0f iterations, %.0f applications of "
          "tangents, %ld evaluations of the laws\n",
          o->run->loading->step, o->steps, o->iterations, o->applications,
          account.evaluations);
  fprintf(stderr,
          "%.3g s: laws %.3g, tangents %.3g, transforms %.3g, rest %.3g; "
          "fields take %.3g MB\n",
          am_progress_time(&o->progress), account.law, account.tangents,
          account.transforms, account.rest, account.bytes * 1e-6);
}

/* ---- the picture --------------------------------------------------------- */

/* Stress over strain, and where the end of the path was reached a slice of
 * the stress there. */
static am_status draw_cell(am_arena *arena, output *o, bool whole) {
  const am_options *options = &o->context->options;
  const am_cell_run *run = o->run;
  const char *title = run->cell->description->title;
  am_picture curve = am_picture_of_run(arena, run->history, title);
  am_panel panels[2] = {curve.panels[0]};
  if (whole) panels[1] = am_cell_slice(arena, run->loading->space);
  const am_picture picture = {title, panels, whole ? 2 : 1};
  return am_picture_write(arena, o->context->report, &picture, options->plot,
                          options->keep_script);
}

/* ---- the run ------------------------------------------------------------- */

static am_status prepare_cell(am_arena *arena, output *o,
                              const am_case *description, const char *path) {
  const am_options *given = &o->context->options;
  const am_cell_options options = {
      .threads = (int)given->threads,
      .restart = path ? am_format(arena, "%s.restart", path) : NULL,
      .resume = given->resume,
      .version = PACKAGE_VERSION,
      .sets = given->sets.items,
      .set_count = given->sets.count};
  if (given->resume && !path)
    return am_error(o->context->report, AM_USAGE, am_nowhere,
                    "--resume needs a file of rows: give -o FILE, or "
                    "output.file in the case");
  AM_TRY(am_cell_run_prepare(arena, o->context->report, description, &options,
                             &o->run));
  o->run->loading->stop = am_interrupt_flag();
  o->steps = am_path_steps(o->run->loading->path);
  o->resumed = o->run->resumed < 0 ? 0 : o->run->resumed;
  return AM_OK;
}

static am_status run_case(am_arena *arena, output *o) {
  am_context *context = o->context;
  am_case *description;
  const char *path;
  const am_cell_row_sink sink = {write_cell_row, o};
  am_interrupt_watch(arena);
  AM_TRY(am_case_open(arena, context, context->options.operands[0],
                      &description));
  AM_TRY(am_case_output(context, description, AM_WRITES_CSV, &path));
  AM_TRY(prepare_cell(arena, o, description, path));
  const char *others[4] = {NULL};
  const am_cell_fields *fields = o->run->fields;
  int count = 0;
  if (o->run->options.restart) others[count++] = o->run->options.restart;
  for (int i = 0; fields && i < 2; i++)
    others[count++] = am_cell_fields_path(fields, i);
  AM_TRY(am_outputs_claim(o->context, path, others));
  /* The table, with the rows that there are already. */
  AM_TRY(am_csv_create(o->context->arena, context->report, path, &o->csv));
  am_csv_table(o->csv, o->run->rows);
  am_progress_start(&o->progress, "steps", o->steps,
                    !context->options.quiet &&
                        (path || !isatty(STDOUT_FILENO)));
  am_interrupt_by_flag(arena);
  am_status walked = am_cell_run_walk(o->run, context->report, &sink);
  am_progress_end(&o->progress);
  AM_TRY(close_csv(o));
  if (context->options.verbose) print_summary(o);
  bool whole = (double)o->run->loading->step >= o->steps;
  am_status drawn = context->options.plot && o->run->history->rows
                        ? draw_cell(arena, o, whole)
                        : AM_OK;
  return walked != AM_OK ? walked : drawn;
}

static am_status command_homogenize(am_context *context) {
  AM_TRY(am_options_check_plot(context));
  output *o = AM_NEW(context->arena, output);
  o->context = context;
  am_arena *arena = am_arena_new();
  am_status status;
  if (arena && !am_arena_recover(arena)) {
    status = run_case(arena, o);
  } else { /* the rows so far stay */
    (void)!close_csv(o);
    status = am_error_memory(context->report, arena, "");
  }
  return am_interrupt_finish(context, arena, status);
}

static const am_option *const options[] = {
    &am_option_set,     &am_option_output,  &am_option_resume,
    &am_option_plot,    &am_option_keep_script, &am_option_engine,
    &am_option_threads, &am_option_quiet,   &am_option_verbose,
    &am_option_help,    NULL,
};

const am_command am_command_homogenize = {
    .name = "homogenize",
    .operands = "CASE",
    .summary = "find the effective behaviour of a volume element",
    .about =
        "Reads the case file CASE, which has a microstructure and phases,\n"
        "walks the periodic volume element along its path by fast Fourier\n"
        "transforms, and writes a table (CSV) of mean strains and stresses:\n"
        "to the file of -o, else to output.file of the case, else to standard\n"
        "output.  Fields of the voxels go where output.fields says.",
    .options = options,
    .least = 1,
    .most = 1,
    .run = command_homogenize,
};
