/* tangent.c: errors of tangents against the number of loading steps (the
 * relative error of a differentiated internal variable in the paper that the
 * program implements).
 *
 * A reference walks the path; each of its material-law evaluations is then
 * made by every scheme from the same strain and state. */
#include <math.h>
#include <string.h>

#include "base/statistics.h"
#include "base/text.h"
#include "study/grid.h"

static const double REFERENCE = 1e-9; /* relative tolerance */

/* What is exact at one number of loading steps. */
typedef struct {
  am_table *walk;
  double *value;         /* [walk->rows] the column */
  double (*tangent)[36]; /* [walk->rows] */
} reference;

typedef struct {
  am_inquiry *q; /* pieces of work only read it */
  am_grid grid;
  const reference **references; /* [grid.steps_count] */
  double floor;
} study;

/* Of one variant. */
typedef struct {
  am_spread error; /* of the column, relative, where it exceeds the floor */
  double largest;
  double ratio;   /* largest |dC|/(atol S + rtol |C|) */
  int count;       /* of the errors */
} finding;

static double norm(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < 36; i++) {
    double d = b ? a[i] - b[i] : a[i];
    sum += d * d;
  }
  return sqrt(sum);
}

/* The evaluation that ends at a row of the walk; the value of the column. */
static am_status evaluate(am_probe *probe, am_report *report,
                          const am_table *walk, size_t row, double *scratch,
                          double *value) {
  double strain[6];
  am_probe_strain(walk, row - 1, probe->step.strain0);
  am_probe_state(probe, walk, row - 1, probe->state0);
  am_probe_strain(walk, row, strain);
  AM_TRY(am_probe_move(probe, report, am_walk_duration(walk, row), strain));
  am_columns_fill(probe->run->columns, &(am_record){.step = &probe->step},
                  scratch, value);
  return AM_OK;
}

static const char *name_reference(am_arena *arena, const void *data,
                                  size_t index) {
  const study *s = data;
  return am_format(arena, "%.0f steps, reference", s->grid.steps[index]);
}

static am_status run_reference(const am_job_place *at, const void *data,
                               size_t index, void **result) {
  const study *s = data;
  const am_variant walk = {am_variant_reference(s->q, REFERENCE, false),
                           s->grid.steps[index], am_track_columns,
                           AM_TRACK_COLUMNS};
  const am_variant exact = {am_variant_reference(s->q, REFERENCE, true),
                            s->grid.steps[index], &s->q->options.column, 1};
  am_run *run;
  am_probe probe;
  reference *r = AM_NEW(at->kept, reference);
  AM_TRY(am_variant_prepare(s->q, at->arena, at->report, &walk, &run));
  AM_TRY(am_variant_walk(at->arena, at->kept, at->report, run, &r->walk));
  AM_TRY(am_variant_prepare(s->q, at->arena, at->report, &exact, &run));
  am_probe_new(at->arena, &probe, run);
  double *scratch =
      AM_ARRAY(at->arena, double, run->columns->scratch);
  r->value = AM_ARRAY(at->kept, double, r->walk->rows);
  r->tangent = am_arena_alloc(at->kept,
                              r->walk->rows * sizeof *r->tangent);
  for (size_t i = 1; i < r->walk->rows; i++) {
    AM_TRY(evaluate(&probe, at->report, r->walk, i, scratch,
                    &r->value[i]));
    memcpy(r->tangent[i], probe.step.tangent, sizeof *r->tangent);
  }
  *result = r;
  return AM_OK;
}

static const char *name_variant(am_arena *arena, const void *data,
                                size_t index) {
  const study *s = data;
  return am_grid_name(arena, &s->grid.items[index]);
}

/* All evaluations of a walk; errors [walk->rows]. */
static am_status compare(const study *s, const am_job_place *at, am_run *run,
                         const reference *r, double *errors, finding *f) {
  const am_solver *solver = &run->solver;
  double scale = solver->stress_scale > 0 ? solver->stress_scale
                                          : run->law->stress_scale;
  double value, *scratch =
      AM_ARRAY(at->arena, double, run->columns->scratch);
  am_probe probe;
  am_probe_new(at->arena, &probe, run);
  for (size_t i = 1; i < r->walk->rows; i++) {
    if (am_walk_duration(r->walk, i) <= 0) continue;
    AM_TRY(evaluate(&probe, at->report, r->walk, i, scratch, &value));
    double bound = solver->atol * scale +
                   solver->rtol * norm(r->tangent[i], NULL);
    f->ratio = fmax(f->ratio,
                     norm(probe.step.tangent, r->tangent[i]) / bound);
    if (fabs(r->value[i]) > s->floor)
      errors[f->count++] = fabs(value / r->value[i] - 1);
  }
  return AM_OK;
}

static am_status run_variant(const am_job_place *at, const void *data,
                             size_t index, void **result) {
  const study *s = data;
  const am_grid_item *item = &s->grid.items[index];
  const reference *r = s->references[item->steps_index];
  const am_variant variant = {
      am_variant_solver(s->q, item->scheme, item->controls), item->steps,
      &s->q->options.column, 1};
  am_run *run;
  finding *f = AM_NEW(at->kept, finding);
  if (!r)
    return am_error(at->report, AM_FAILED, am_nowhere,
                    "there is no reference");
  double *errors = AM_ARRAY(at->arena, double, r->walk->rows);
  AM_TRY(am_variant_prepare(s->q, at->arena, at->report, &variant, &run));
  AM_TRY(compare(s, at, run, r, errors, f));
  f->error = am_spread_of(errors, f->count);
  f->largest = f->count ? errors[f->count - 1] : NAN;
  *result = f;
  return AM_OK;
}

static const char *const names[] = {AM_GRID_NAMES, "median", "quantile_90",
                                    "maximum", "tangent_ratio",
                                    "evaluations", "status"};
enum { COLUMNS = sizeof names / sizeof *names };
static const char *const units[COLUMNS];

static void tabulate(const study *s, const am_job *jobs) {
  am_inquiry *q = s->q;
  q->table = am_table_new(q->arena, names, units, COLUMNS);
  for (size_t i = 0; i < s->grid.count; i++) {
    const finding *f = jobs[i].result;
    if (!jobs[i].ended) continue;
    am_table_row row = am_table_add_empty(q->table);
    am_grid_cells(&s->grid.items[i], row);
    row.texts[COLUMNS - 1] = am_status_text(&jobs[i]);
    if (!f) continue;
    am_table_row found = am_table_row_behind(row, AM_GRID_CELLS);
    found.values[0] = f->error.median;
    found.values[1] = f->error.high;
    found.values[2] = f->largest;
    found.values[3] = f->ratio;
    found.values[4] = f->count;
  }
}

static bool is_tangent(am_arena *arena, const char *column) {
  const char *quantity = am_column_quantity(arena, column);
  return !strcmp(quantity, "tangent") ||
         !strncmp(quantity, "derivative.", strlen("derivative."));
}

static am_status check_column(const am_inquiry *q) {
  if (q->base->columns->count == 1 &&
      is_tangent(q->arena, *q->base->columns->names))
    return AM_OK;
  return am_error(q->report, AM_USAGE, am_nowhere,
                  "expected '--column' to be one column of the tangent or of "
                  "a derivative, such as tangent.xx.xx, found '%s'",
                  am_printable(q->arena, q->options.column,
                               strlen(q->options.column)));
}

static am_status check_floor(const am_inquiry *q, double *floor) {
  AM_TRY(am_list_number(q, "--floor", q->options.floor, floor));
  if (*floor >= 0) return AM_OK;
  return am_error(q->report, AM_USAGE, am_nowhere,
                  "expected '--floor' to be at least 0, found '%s'",
                  q->options.floor);
}

/* Cells that are empty for want of values shall not be a riddle. */
static void warn_of_floor(const study *s, const am_job *jobs) {
  size_t good = 0;
  for (size_t i = 0; i < s->grid.count; i++) {
    const finding *f = jobs[i].result;
    if (f && f->count > 0) return;
    good += f != NULL;
  }
  if (good)
    am_warn(s->q->report, am_nowhere,
            "nothing is compared: |%s| nowhere exceeds %g; choose another "
            "--floor or --column",
            s->q->options.column, s->floor);
}

static am_status run(am_inquiry *q) {
  study *s = AM_NEW(q->arena, study);
  am_job *jobs;
  s->q = q;
  AM_TRY(check_column(q));
  AM_TRY(check_floor(q, &s->floor));
  AM_TRY(am_grid_new(q, q->base->path, &s->grid));
  size_t count = s->grid.steps_count;
  const am_jobs first = {count, s, run_reference, name_reference};
  AM_TRY(am_jobs_run(q->arena, q->report, &q->crew, &first, &jobs));
  AM_TRY(am_check_all_ended(q, jobs, count));
  s->references = AM_ARRAY(q->arena, const reference *, count);
  for (size_t i = 0; i < count; i++) s->references[i] = jobs[i].result;
  const am_jobs second = {s->grid.count, s, run_variant, name_variant};
  AM_TRY(am_jobs_run(q->arena, q->report, &q->crew, &second, &jobs));
  tabulate(s, jobs);
  warn_of_floor(s, jobs);
  return am_check_all_ended(q, jobs, s->grid.count);
}

static const am_study_panel panels[] = {
    {.title = "median", .x = "steps", .y = "median",
     .x_label = "loading steps", .y_label = "relative error",
     .x_log = true, .y_log = true,
     .by = am_grid_by, .by_count = AM_GRID_BY},
    {.title = "maximum", .x = "steps", .y = "maximum",
     .x_label = "loading steps", .y_label = "relative error",
     .x_log = true, .y_log = true,
     .by = am_grid_by, .by_count = AM_GRID_BY},
};

const am_study am_study_tangent = {
    .name = "tangent",
    .about = "relative error of a derivative against the number of loading "
             "steps",
    .defaults = {.steps = "20,40,80,160,320",
                 .schemes = "implicit-euler,implicit-euler-adaptive,ode12,"
                            "ode23,ode23s",
                 .controls = "internal,coupled",
                 .column = "derivative.eps_vp.xx.xx",
                 .floor = "0.05"},
    .panels = panels,
    .panel_count = 2,
    .run = run,
};
