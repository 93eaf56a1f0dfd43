/* homogenize.c: `automat homogenize`, drives a volume element along the path of
 * a case, or prints its plan: tables of memory and of time. */
#include "config.h"

#include "cli/command.h"

/* Destination of the rows, and totals. */
typedef struct {
  am_context *context;
  am_team *team;
  am_cell_run *run;
  am_cell_slice *slices; /* of the picture */
  size_t slice_count;
  am_file csv; /* not open on other members */
  double steps; /* total number of loading steps */
  long resumed; /* loading steps before this run */
  double iterations, applications;
} output;

/* Closes the table; discards it if it has no rows. */
static am_status close_csv(output *o) {
  am_file csv = o->csv;
  o->csv.stream = NULL;
  if (!csv.stream) return AM_OK;
  if (o->run->history->rows) return am_file_commit(&csv, o->context->report);
  am_file_discard(&csv);
  return AM_OK;
}

/* Keeps the rows so far when memory is exhausted. */
static void keep_rows(void *data) { (void)!close_csv(data); }

static bool write_cell_row(void *data, const am_cell_row *row,
                           const double *values) {
  output *o = data;
  if (values && o->csv.stream)
    am_csv_row(&o->csv, values, o->run->rows->columns);
  o->iterations += row->iterations;
  o->applications += row->applications;
  if (row->step > o->resumed) {
    double done = (double)(row->step - o->resumed);
    double left = o->steps - (double)row->step;
    double time = am_progress_time(o->context);
    am_progress_tell(o->context,
                     "step %ld of %.0f, %.0f iterations, residual %.1e of at "
                     "most %.1e, %.0f s left",
                     row->step, o->steps, row->iterations, row->equilibrium,
                     o->run->settings->equilibrium,
                     done > 0 ? left * time / done : 0);
  }
  return !o->csv.error;
}

/* ---- statistics ---------------------------------------------------------- */

static void print_summary(const output *o) {
  const am_cell *cell = o->run->cell;
  am_space *space = o->run->loading->space;
  const am_phase *first = &cell->phases[0];
  const am_space_account *account = &space->account;
  const double *times = account->times;
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
            phase->name, phase->whole,
            (double)phase->whole / (double)micro->voxels,
            phase->law->material->name);
  }
  fprintf(stderr,
          "scheme %s, %s, %s, engine %s, reference lambda %.6g, mu %.6g%s%s\n",
          am_acceleration_names[o->run->settings->scheme],
          cell->rotated ? "rotated" : "fourier", cell->solver.scheme->name,
          am_engine_of(first->program)->name, space->lambda, space->mu,
          *cell->stress_unit ? " " : "", cell->stress_unit);
  fprintf(stderr,
          "%ld of %.0f loading steps, %.0f iterations, %.0f applications of "
          "tangents, %ld evaluations of the laws\n",
          o->run->loading->step, o->steps, o->iterations, o->applications,
          account->evaluations);
  fprintf(stderr,
          "%.3g s: laws %.3g, tangents %.3g, transforms %.3g, rest %.3g; "
          "fields take %.3g MB\n",
          am_progress_time(o->context), times[AM_CELL_TIME_LAW],
          times[AM_CELL_TIME_TANGENTS], times[AM_CELL_TIME_TRANSFORMS],
          times[AM_CELL_TIME_REST], account->bytes * 1e-6);
  if (account->sent > 0) /* by the first of several devices */
    fprintf(stderr,
            "fields moved between devices: %.3g s, of which transforms waited "
            "%.3g; sent %.4g MB\n",
            times[AM_CELL_TIME_MOVED], times[AM_CELL_TIME_WAITED],
            account->sent * 1e-6);
}

/* ---- the picture --------------------------------------------------------- */

/* Finds the fields of the picture; the von Mises stress if none are given. */
static am_status find_slices(am_arena *arena, output *o) {
  const am_options *given = &o->context->options;
  const am_option_list *fields = &given->fields;
  if (!given->plot) return AM_OK;
  o->slice_count = fields->count ? fields->count : 1;
  o->slices = AM_ARRAY(arena, am_cell_slice, o->slice_count);
  for (size_t i = 0; i < o->slice_count; i++)
    AM_TRY(am_cell_slice_new(arena, o->context->report, o->run->cell,
                             fields->count ? fields->items[i] : "mises",
                             given->slice, &o->slices[i]));
  return AM_OK;
}

/* Draws stress over strain, unless fields are given, and, if the end of the
 * path was reached, slices of the final fields. */
static am_status draw_cell(am_arena *arena, output *o) {
  const am_cell_run *run = o->run;
  am_space *space = run->loading->space;
  bool whole = (double)run->loading->step >= o->steps && !*space->failure;
  const char *title = run->cell->description->title;
  am_picture curve = am_picture_of_run(arena, run->history, title);
  am_panel *panels = AM_ARRAY(arena, am_panel, 1 + o->slice_count);
  size_t count = 0;
  if (!whole || !o->context->options.fields.count)
    panels[count++] = curve.panels[0];
  for (size_t i = 0; whole && i < o->slice_count; i++)
    panels[count++] = am_cell_slice_panel(arena, &o->slices[i], space);
  if (whole) AM_TRY(am_space_check(space, o->context->report));
  const am_picture picture = {.title = title, .panels = panels, .count = count};
  if (!am_team_leads(o->team)) return AM_OK;
  return am_picture_draw(arena, o->context, picture, o->context->options.plot);
}

/* ---- plan ---------------------------------------------------------------- */

enum { LENGTH = 16 /* of a text of bytes */ };

/* "1.23M" */
static const char *bytes_text(char text[LENGTH], double bytes) {
  static const char units[] = "kMGTP";
  int unit = 0;
  double shown = bytes * 1e-3;
  while (shown >= 999.5 && units[unit + 1]) {
    shown *= 1e-3;
    unit++;
  }
  int digits = shown >= 99.95 ? 0 : shown >= 9.995 ? 1 : 2;
  snprintf(text, LENGTH, bytes > 0 ? "%.*f%c" : "0", digits, shown,
           units[unit]);
  return text;
}

static void print_voxels(const am_cell_plan *plan) {
  const int *grid = plan->grid, *coarse = plan->coarse;
  const am_cell *cell = plan->cell;
  printf("%d x %d x %d voxels", grid[0], grid[1], grid[2]);
  for (int p = 0; p < cell->phase_count && plan->known != AM_UNKNOWN; p++) {
    double sum = 0;
    for (int k = 0; k < grid[2]; k++)
      sum += plan->counts[(long)p * grid[2] + k];
    printf("%s %s %.4f", p ? "," : ":", cell->phases[p].name,
           sum / plan->voxels);
  }
  if (plan->known == AM_ESTIMATED)
    printf(" (as in %d x %d x %d voxels)", coarse[0], coarse[1], coarse[2]);
  if (plan->known == AM_UNKNOWN)
    printf(", file not read: upper bound, with all voxels in the most "
           "expensive phase");
  printf("\nscheme %s", am_acceleration_names[plan->settings->scheme]);
  if (plan->device)
    printf(", engine cuda: one GPU per process\n");
  else
    printf(", %d %s per process\n", plan->options.threads,
           plan->options.threads == 1 ? "thread" : "threads");
}

static void print_memory(const am_cell_plan *plan,
                         const am_cell_plan_row *rows, size_t count) {
  printf("\n"
         "Memory of the largest process [bytes]\n"
         "processes vectors spectra    laws tangents   rest  labels  output    "
         "host%s\n",
         plan->device ? "  device" : "");
  for (const am_cell_plan_row *row = rows; row < rows + count; row++) {
    const am_space_size *s = &row->size;
    const struct {
      int width;
      double bytes;
    } cells[] = {{8, s->vectors},
                 {8, s->planes},
                 {8, s->laws},
                 {9, s->tangents},
                 {7, s->places + s->rest + s->beside},
                 {8, row->labels},
                 {8, row->output},
                 {8, row->host},
                 {8, row->device}};
    char text[LENGTH];
    printf("%9ld", row->processes);
    for (int i = 0; i < (plan->device ? 9 : 8); i++)
      printf("%*s", cells[i].width, bytes_text(text, cells[i].bytes));
    putchar('\n');
  }
}

static void print_time(const am_cell_plan *plan, const am_cell_plan_row *rows,
                       size_t count) {
  printf("\n"
         "Estimated time of an iteration on %s %s [ms]\n"
         "processes planes    sent     laws transforms transposition     "
         "rest     all\n",
         plan->device ? "an" : "a", plan->machine->name);
  for (const am_cell_plan_row *row = rows; row < rows + count; row++) {
    const am_cost *c = &row->cost;
    char text[LENGTH];
    printf("%9ld %6ld%8s%9.3g %10.3g %13.3g %8.3g %7.3g\n", row->processes,
           row->planes, bytes_text(text, row->moved), 1e3 * c->laws,
           1e3 * c->transforms, 1e3 * c->moving, 1e3 * c->rest,
           1e3 * (c->laws + c->transforms + c->moving + c->rest));
  }
}

/* Size of the output files in addition to the table. */
static void print_files(const am_cell_plan_row *row) {
  char text[LENGTH];
  if (row->fields.images)
    printf("\nFields of %ld %s: %sB\n", row->fields.images,
           row->fields.images == 1 ? "loading step" : "loading steps",
           bytes_text(text, row->fields.file));
  if (row->restart > 0)
    printf("%sRestart file: %sB\n", row->fields.images ? "" : "\n",
           bytes_text(text, row->restart));
}

/* Minimum number of processes for which the number of voxels of a slab fits in
 * an int. */
static long fewest_processes(const am_cell_plan *plan) {
  double plane = (double)plan->grid[0] * plan->grid[1];
  double planes = floor(INT_MAX / plane);
  return planes < 1 ? 0 : (long)ceil(plan->grid[2] / planes);
}

/* Notes limits that prevent or slow down the run; `wanted`: the user requested
 * the number of processes of the row. */
static void note_limits(am_report *report, const am_cell_plan *plan,
                        const am_cell_plan_row *row, bool wanted) {
  if (wanted && row->working < row->processes)
    am_note(report, am_nowhere,
            "%ld processes share %d planes: %ld of them are idle",
            row->processes, plan->grid[2], row->processes - row->working);
  if (fewest_processes(plan) > 1)
    am_note(report, am_nowhere,
            "a process can have at most %d voxels: use at least %ld "
            "processes", INT_MAX, fewest_processes(plan));
}

enum { ROWS = 2 * CHAR_BIT * sizeof(long) };

/* Process counts [ROWS] for which each process has planes and rows: powers of
 * two, and the number of the launcher.  Returns their number. */
static size_t list_processes(const am_cell_plan *plan, long launched,
                             long *processes) {
  const int *grid = plan->grid;
  long most = grid[1] < grid[2] ? grid[1] : grid[2], next = 1;
  size_t count = 0;
  for (long n = 1; n <= most; n = next) {
    processes[count++] = n;
    for (next = 1; next <= n;) next *= 2;
    if (n < launched && launched < next) next = launched;
  }
  if (launched > most) processes[count++] = launched;
  return count;
}

/* Prints the resources for the given number of processes; 0: for one, two, four
 * and so on, and for the number of the launcher.  `restart`: includes restart
 * files. */
static am_status print_plan(am_context *context, const am_case *description,
                            bool restart, long processes) {
  am_report *report = context->report;
  const am_cell_plan_options wanted = {
      .threads = am_blocks_threads((int)context->options.threads),
      .restart = restart};
  am_cell_plan *plan;
  am_cell_plan_row rows[ROWS];
  long listed[ROWS] = {processes};
  AM_TRY(am_cell_plan_new(context->arena, report, description, &wanted, &plan));
  size_t count = processes
                     ? 1
                     : list_processes(plan, context->team->count, listed);
  for (size_t i = 0; i < count; i++)
    AM_TRY(am_cell_plan_find(plan, report, listed[i], &rows[i]));
  if (!am_team_leads(context->team)) return AM_OK;
  print_voxels(plan);
  print_memory(plan, rows, count);
  print_time(plan, rows, count);
  print_files(&rows[0]);
  am_note_edges(report, description, plan->grid);
  note_limits(report, plan, &rows[count - 1],
              processes || context->team->count > 1);
  return AM_OK;
}

/* ---- the run ------------------------------------------------------------- */

static bool is_there(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 || errno != ENOENT;
}

/* Prepares the run; --resume starts from the beginning if there is no restart
 * file. */
static am_status prepare_cell(am_arena *arena, output *o,
                              const am_case *description, const char *path) {
  const am_options *given = &o->context->options;
  const char *restart = path ? am_format(arena, "%s.restart", path) : NULL;
  const am_cell_options options = {
      .team = o->team,
      .threads = (int)given->threads,
      .restart = restart,
      .resume = given->resume && restart &&
                am_team_any(o->team, is_there(restart)),
      .version = PACKAGE_VERSION,
      .sets = given->sets.items,
      .set_count = given->sets.count};
  if (given->resume && !path)
    return am_usage_error(o->context, "--resume needs a results file: give -o "
                          "FILE, or output.file in the case");
  AM_TRY(am_cell_run_prepare(arena, o->context->report, description, &options,
                             &o->run));
  am_note_edges(o->context->report, description, o->run->cell->micro->grid);
  o->steps = am_path_steps(o->run->loading->path);
  o->resumed = o->run->resumed < 0 ? 0 : o->run->resumed;
  return find_slices(arena, o);
}

/* Locks the output files and opens the table, which keeps the rows written so
 * far; only the first member of a team writes. */
static am_status open_outputs(output *o, const char *path) {
  am_context *context = o->context;
  const char *others[3] = {NULL};
  const am_cell_fields *fields = o->run->fields;
  int count = 0;
  if (!am_team_leads(o->team)) return AM_OK;
  if (o->run->options.restart) others[count++] = o->run->options.restart;
  if (fields) others[count++] = fields->layout.path;
  AM_TRY(am_outputs_lock(context, path, others));
  AM_TRY(am_table_open(context, path, &o->csv));
  am_csv_table(&o->csv, o->run->rows);
  am_progress_start(context, "steps", path || !isatty(STDOUT_FILENO));
  return AM_OK;
}

static am_status open_element(am_arena *arena, am_context *context,
                              am_case **description, const char **path) {
  AM_TRY(am_case_open(arena, context, context->options.operands[0],
                      description));
  return am_case_output(context, *description, AM_WRITES_CSV, path);
}

static am_status run_case(am_arena *arena, am_context *context) {
  output *o = AM_NEW(arena, output);
  am_report *report = context->report;
  am_case *description = NULL;
  const char *path = NULL;
  const am_cell_row_sink sink = {write_cell_row, o};
  o->context = context;
  o->team = context->team;
  am_arena_defer(arena, keep_rows, o);
  AM_TRY(am_team_agree(o->team, report,
                       open_element(arena, context, &description, &path)));
  AM_TRY(am_inputs_agree(report, o->team, description,
                         context->options.sets.items,
                         context->options.sets.count));
  AM_TRY(am_team_agree(o->team, report,
                       prepare_cell(arena, o, description, path)));
  AM_TRY(am_microstructure_write(arena, report, description->microstructure,
                                 o->run->cell->micro));
  AM_TRY(am_team_agree(o->team, report, open_outputs(o, path)));
  am_interrupt_by_flag(arena);
  am_status walked = am_cell_run_drive(o->run, report, &sink);
  am_progress_end(context);
  AM_TRY(am_team_agree(o->team, report, close_csv(o)));
  if (am_team_leads(o->team) && o->run->history->rows)
    am_output_tell(context, "table", path);
  if (context->options.verbose && am_team_leads(o->team)) print_summary(o);
  am_status drawn = context->options.plot && o->run->history->rows
                        ? am_team_agree(o->team, report, draw_cell(arena, o))
                        : AM_OK;
  return walked != AM_OK ? walked : drawn;
}

/* Prints the plan.  All members of a team compute the same; the first prints
 * it. */
static am_status plan_case(am_context *context) {
  const am_options *given = &context->options;
  am_case *description;
  const char *path;
  AM_TRY(open_element(context->arena, context, &description, &path));
  return print_plan(context, description, path != NULL,
                    given->processes ? given->processes : given->devices);
}

static am_status share_devices(am_context *context) {
  const am_options *given = &context->options;
  const am_launch launch = am_launch_found();
  if (launch.count > 1)
    return am_usage_error(context, "--devices starts one process per GPU "
                          "itself, but %s is %ld: run it without a launcher, "
                          "or omit --devices", launch.variable, launch.count);
  am_interrupt_share();
  return am_team_fork(context->arena, context->report, (int)given->devices,
                      &context->team);
}

static am_status command_homogenize(am_context *context) {
  const am_options *given = &context->options;
  if (given->plan) return plan_case(context);
  if (given->devices > 1) AM_TRY(share_devices(context));
  return am_interrupt_run(context, run_case);
}

static const am_option options[] = {
    AM_SHARED_SET,
    AM_SHARED_OUTPUT, AM_SHARED_DIGITS,
    AM_SHARED_RESUME,
    AM_PLOT("draw a figure", 0),
    {"field", 0, "NAME,...", "draw these fields of the voxels, such as "
     "stress.xx or mises", AM_NAMES(fields), .needs = "plot"},
    {"slice", 0, "PLANE", "plane of the fields: x, y or z (its normal), or "
     "with a position as x=0.25",
     AM_TEXT(slice), .needs = "plot"},
    AM_SHARED_PICTURE,
    {"plan", 0, NULL, "only print the required memory, files and time",
     AM_FLAG(plan)},
    {"processes", 0, "N", "with --plan: for N processes", AM_NUMBER(processes),
     1, AM_CELL_PLAN_MOST, .needs = "plan"},
    {"devices", 0, "N", "with engine cuda: use N GPUs of this host",
     AM_NUMBER(devices), 1, AM_TEAM_FORKED},
    AM_SHARED_ENGINE,
    AM_SHARED_THREADS,
    AM_SHARED_QUIET,
    AM_SHARED_VERBOSE,
    AM_SHARED_HELP};

const am_command am_command_homogenize = {
    .name = "homogenize", .operands = "CASE", .least = 1, .most = 1,
    .summary = "compute the effective behaviour of a volume element",
    .about =
        "Drives the periodic volume element of the case file CASE, which has\n"
        "a microstructure and phases, along its path by fast Fourier\n"
        "transforms, and writes a table (CSV) of mean strains and stresses:\n"
        "to the file of -o, else to output.file of the case, else to standard\n"
        "output.  output.fields of the case selects fields of the voxels.",
    .options = options,
    .together = true,
    .run = command_homogenize,
};
