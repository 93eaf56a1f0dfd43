/* accuracy.c: errors of a run's columns against the number of loading steps,
 * and how far schemes are apart. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/difference.h"
#include "study/grid.h"

static const double REFERENCE = 1e-9; /* relative tolerance */

typedef struct {
  am_inquiry *q; /* pieces of work only read it */
  am_grid grid;
  double finest; /* loading steps of the reference */
  const char *columns[2];
  const am_scheme *against; /* NULL: none */
} study;

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
                 const am_table *other, am_table_row found) {
  assert(table);
  if (other) {
    am_apart apart = am_apart_of(table, other, table->columns);
    found.values[3] = apart.largest;
    found.values[4] = apart.mean;
  }
  if (!reference) return;
  am_apart d = am_apart_of(table, reference, table->columns);
  found.values[0] = d.largest;
  found.values[1] = d.mean;
  if (d.scale > 0) found.values[2] = d.largest / d.scale;
  found.values[5] = d.times;
}

static void tabulate(const study *s, const am_job *jobs) {
  am_inquiry *q = s->q;
  const char **units = AM_ARRAY(q->arena, const char *, COLUMNS);
  const char **found_in = units + AM_GRID_CELLS;
  found_in[0] = found_in[1] = found_in[3] = found_in[4] =
      q->base->columns->units[0];
  q->table = am_table_new(q->arena, names, units, COLUMNS);
  for (size_t i = 0; i < s->grid.count; i++) {
    const am_grid_item *item = &s->grid.items[i];
    const am_job *job = &jobs[i + 1];
    if (!job->ended) continue;
    am_table_row row = am_table_add_empty(q->table);
    am_grid_cells(item, row);
    row.texts[COLUMNS - 1] = am_status_text(job);
    if (job->status == AM_OK)
      fill(job->result, jobs[0].result, partner(s, jobs, item),
           am_table_row_behind(row, AM_GRID_CELLS));
  }
}

static am_status run(am_inquiry *q) {
  study *s = AM_NEW(q->arena, study);
  am_job *jobs;
  s->q = q;
  s->columns[0] = "time";
  s->columns[1] = q->options.column;
  AM_TRY(am_grid_new(q, q->base->path, &s->grid));
  AM_TRY(am_grid_against(q, &s->grid, &s->against));
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
