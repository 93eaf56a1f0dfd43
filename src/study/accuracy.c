/* accuracy.c: errors of a run's columns against the number of loading steps,
 * and how far schemes are apart. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/grid.h"

static const double REFERENCE = 1e-9; /* relative tolerance */

typedef struct {
  am_inquiry *q; /* pieces of work only read it */
  am_grid grid;
  double finest; /* loading steps of the reference */
  const char *columns[2];
  const am_scheme *against; /* NULL: none */
} study;

/* The differences of two runs at the times that both have. */
typedef struct {
  double largest, mean; /* over these times, of the largest of a row */
  double scale;         /* largest of the second one */
  int times;
} difference;

static const char *name(am_arena *arena, const void *data, size_t index) {
  const study *s = data;
  return index ? am_grid_name(arena, &s->grid.items[index - 1])
               : "reference";
}

/* Piece 0 is the reference. */
static am_status run_variant(const am_job_place *at, const void *data,
                             size_t index, void **result) {
  const study *s = data;
  const am_grid_item *item = index ? &s->grid.items[index - 1] : NULL;
  const am_variant variant = {
      item ? am_variant_solver(s->q, item->scheme, item->controls)
           : am_variant_reference(s->q, REFERENCE,
                                  s->q->description->solver.tangent),
      item ? item->steps : s->finest, s->columns, 2};
  am_run *run;
  am_table *table;
  AM_TRY(am_variant_prepare(s->q, at->arena, at->report, &variant, &run));
  AM_TRY(am_variant_walk(at->arena, at->kept, at->report, run, &table));
  *result = table;
  return AM_OK;
}

/* Column 0 is the time. */
static difference compare(const am_table *a, const am_table *b) {
  difference d = {0};
  double sum = 0;
  double end = a->values[(a->rows - 1) * a->columns];
  double near = 1e-9 * fabs(end - a->values[0]);
  for (size_t i = 0, j = 0; i < a->rows && j < b->rows;) {
    const double *x = a->values + i * a->columns;
    const double *y = b->values + j * b->columns;
    i += x[0] <= y[0] + near;
    j += y[0] <= x[0] + near;
    if (fabs(x[0] - y[0]) > near) continue;
    double worst = 0;
    for (size_t c = 1; c < a->columns; c++) {
      worst = fmax(worst, fabs(x[c] - y[c]));
      d.scale = fmax(d.scale, fabs(y[c]));
    }
    d.largest = fmax(d.largest, worst);
    sum += worst;
    d.times++;
  }
  d.mean = sum / d.times;
  return d;
}

/* The run of the scheme `against` with the same steps and controls. */
static const am_table *partner(const study *s, const am_job *jobs,
                               const am_grid_item *item) {
  for (size_t i = 0; s->against && i < s->grid.count; i++) {
    const am_grid_item *other = &s->grid.items[i];
    if (other->scheme == s->against &&
        other->steps_index == item->steps_index &&
        other->controls == item->controls)
      return jobs[i + 1].result;
  }
  return NULL;
}

static const char *const names[] = {AM_GRID_NAMES, "maximum", "mean",
                                    "relative", "apart", "apart_mean",
                                    "times", "status"};
enum { COLUMNS = sizeof names / sizeof *names };

/* The cells behind those of the grid. */
static void fill(const am_table *table, const am_table *reference,
                 const am_table *other, am_cell *found) {
  if (other) {
    difference apart = compare(table, other);
    found[3].number = apart.largest;
    found[4].number = apart.mean;
  }
  if (!reference) return;
  difference d = compare(table, reference);
  found[0].number = d.largest;
  found[1].number = d.mean;
  if (d.scale > 0) found[2].number = d.largest / d.scale;
  found[5].number = d.times;
}

static void tabulate(const study *s, const am_job *jobs) {
  am_inquiry *q = s->q;
  const char **units = AM_ARRAY(q->arena, const char *, COLUMNS);
  const char **found_in = units + AM_GRID_CELLS;
  found_in[0] = found_in[1] = found_in[3] = found_in[4] =
      am_columns_units(q->base->columns)[0];
  q->sheet = am_sheet_new(q->arena, names, units, COLUMNS);
  for (size_t i = 0; i < s->grid.count; i++) {
    const am_grid_item *item = &s->grid.items[i];
    const am_job *job = &jobs[i + 1];
    if (!job->ended) continue;
    am_cell *row = am_sheet_add(q->sheet);
    am_grid_cells(item, row);
    row[COLUMNS - 1] = am_status_cell(job);
    if (job->status == AM_OK)
      fill(job->result, jobs[0].result, partner(s, jobs, item),
           row + AM_GRID_CELLS);
  }
}

static bool is_listed(const am_grid *grid, const am_scheme *scheme) {
  for (size_t i = 0; i < grid->scheme_count; i++)
    if (grid->schemes[i] == scheme) return true;
  return false;
}

/* ode12 if it is there, else the first scheme with error control. */
static const am_scheme *usual(const am_grid *grid) {
  const am_scheme *ode12 = am_scheme_find("ode12");
  if (is_listed(grid, ode12)) return ode12;
  for (size_t i = 0; i < grid->scheme_count; i++)
    if (grid->schemes[i]->control) return grid->schemes[i];
  return NULL;
}

static am_status find_against(study *s) {
  const am_inquiry *q = s->q;
  const char *given = q->options.against;
  size_t count = s->grid.scheme_count;
  const char **known = AM_ARRAY(q->arena, const char *, count);
  for (size_t i = 0; i < count; i++) known[i] = s->grid.schemes[i]->name;
  s->against = *given ? am_scheme_find(given) : usual(&s->grid);
  return *given ? am_expect_one(q->report, "--against", given, known,
                                count)
                : AM_OK;
}

static am_status run(am_inquiry *q) {
  study *s = AM_NEW(q->arena, study);
  am_job *jobs;
  s->q = q;
  s->columns[0] = "time";
  s->columns[1] = q->options.column;
  AM_TRY(am_grid_new(q, &s->grid));
  AM_TRY(find_against(s));
  for (size_t i = 0; i < s->grid.steps_count; i++)
    s->finest = fmax(s->finest, s->grid.steps[i]);
  const am_jobs work = {s->grid.count + 1, s, run_variant, name};
  AM_TRY(am_jobs_run(q->arena, q->report, &q->crew, &work, &jobs));
  if (jobs[0].ended) tabulate(s, jobs);
  return am_check_all_ended(q, jobs, work.count);
}

static const am_study_panel panels[] = {
    {.title = "error", .x = "steps", .y = "maximum",
     .x_label = "loading steps", .y_label = "largest error",
     .x_log = true, .y_log = true,
     .by = am_grid_by, .by_count = AM_GRID_BY},
    {.title = "apart", .x = "steps", .y = "apart",
     .x_label = "loading steps", .y_label = "difference of schemes",
     .x_log = true, .y_log = true,
     .by = am_grid_by, .by_count = AM_GRID_BY},
};

const am_study am_study_accuracy = {
    .name = "accuracy",
    .about = "errors of stresses against the number of loading steps",
    .defaults = {.steps = "20,40,80,160,320",
                 .schemes = "all",
                 .controls = "internal,stress",
                 .column = "stress",
                 .against = ""},
    .panels = panels,
    .panel_count = 2,
    .run = run,
};
