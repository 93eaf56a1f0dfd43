/* plan.c: `automat homogenize --plan`: tables of memory and of time. */
#include "cli/command.h"

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

/* ---- head of the plan -----------------------------------------------------*/

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

/* ---- tables ---------------------------------------------------------------*/

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
                 {8, am_cell_plan_host(plan, row)},
                 {8, plan->device ? am_cell_plan_device(plan, row) : 0}};
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

/* ---- complete plan --------------------------------------------------------*/

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

am_status am_cell_plan_print(am_context *context, const am_case *description,
                        bool restart, long processes) {
  am_report *report = context->report;
  const am_cell_plan_options options = {
      .threads = am_blocks_threads((int)context->options.threads),
      .restart = restart};
  am_cell_plan *plan;
  am_cell_plan_row rows[ROWS];
  long listed[ROWS] = {processes};
  AM_TRY(am_cell_plan_new(context->arena, report, description, &options,
                          &plan));
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
