/* tangent.c: errors of tangents as a function of the number of loading steps
 * (in the AutoMat paper: the relative error of a differentiated internal
 * variable).
 *
 * A reference runs along the path; every scheme then repeats each of its
 * material-law evaluations from the same strain and state. */
#include "study/parts.h"

static const double REFERENCE = 1e-9; /* relative tolerance */

/* Reference solution for one number of loading steps. */
typedef struct {
  am_table *track;
  double *value;         /* [track->rows] values of the column */
  double (*tangent)[36]; /* [track->rows] */
} reference;

typedef struct {
  am_study *study; /* only read by jobs */
  am_variants variants;
  const reference **references; /* [grid.steps_count] */
  double floor;
} tangent_study;

typedef struct {
  am_spread error; /* relative error of the column where it exceeds the floor */
  double largest;
  double ratio;   /* largest |dC|/(atol S + rtol |C|) */
  int count;       /* number of errors */
} finding;

/* Evaluates the step that ends at a row of the run; returns the value of the
 * column. */
static am_status evaluate_row(am_probe *probe, am_report *report,
                              const am_table *track, size_t row,
                              am_columns_room *room, double *value) {
  double strain[6];
  am_probe_strain(track, row - 1, probe->step.strain0);
  am_probe_state(probe, track, row - 1, probe->state0);
  am_probe_strain(track, row, strain);
  am_probe_external(probe, track, row, 1, true);
  AM_TRY(am_probe_move(probe, report, am_drive_duration(track, row), strain));
  am_columns_fill(probe->run->columns, &(am_record){.step = &probe->step},
                  room, value);
  return AM_OK;
}

static const char *name_reference(am_arena *arena, const void *data,
                                  size_t index) {
  const tangent_study *s = data;
  return am_format(arena, "%.0f steps, reference", s->variants.steps[index]);
}

static am_status run_reference(const am_job_room *room, const void *data,
                               size_t index, void **result) {
  const tangent_study *s = data;
  const am_drive_settings track = {
      am_drive_reference(s->study, REFERENCE, false), s->variants.steps[index],
      am_track_columns, AM_TRACK_COLUMNS};
  const am_drive_settings exact = {
      am_drive_reference(s->study, REFERENCE, true), s->variants.steps[index],
      &s->study->options.column, 1};
  am_probe probe;
  reference *r = AM_NEW(room->results, reference);
  AM_TRY(am_drive_variant(s->study, room, &track, &r->track));
  AM_TRY(am_probe_new(s->study, room, &exact, &probe));
  am_columns_room *columns =
      am_columns_room_new(room->arena, probe.run->columns);
  r->value = AM_ARRAY(room->results, double, r->track->rows);
  r->tangent = am_arena_alloc(room->results,
                              r->track->rows * sizeof *r->tangent);
  for (size_t i = 1; i < r->track->rows; i++) {
    AM_TRY(evaluate_row(&probe, room->report, r->track, i, columns,
                        &r->value[i]));
    memcpy(r->tangent[i], probe.step.tangent, sizeof *r->tangent);
  }
  *result = r;
  return AM_OK;
}

static const char *name_variant(am_arena *arena, const void *data,
                                size_t index) {
  const tangent_study *s = data;
  return am_variant_name(arena, &s->variants.items[index]);
}

/* Compares all evaluations of a run; errors [track->rows]. */
static am_status compare_track(const tangent_study *s, const am_job_room *room,
                               am_probe *probe, const reference *r,
                               double *errors, finding *f) {
  const am_run *run = probe->run;
  const am_solver *solver = &run->solver;
  double scale = solver->stress_scale > 0 ? solver->stress_scale
                                          : run->law->stress_scale;
  double value;
  am_columns_room *columns = am_columns_room_new(room->arena, run->columns);
  for (size_t i = 1; i < r->track->rows; i++) {
    if (am_drive_duration(r->track, i) <= 0) continue;
    AM_TRY(evaluate_row(probe, room->report, r->track, i, columns, &value));
    double bound = solver->atol * scale +
                   solver->rtol * am_vector_norm(r->tangent[i], 36);
    double apart = am_distance(probe->step.tangent, r->tangent[i], 36);
    f->ratio = fmax(f->ratio, apart / bound);
    if (fabs(r->value[i]) > s->floor)
      errors[f->count++] = fabs(value / r->value[i] - 1);
  }
  return AM_OK;
}

static am_status compare_variant(const am_job_room *room, const void *data,
                                 size_t index, void **result) {
  const tangent_study *s = data;
  const am_variant *item = &s->variants.items[index];
  const reference *r = s->references[item->steps_index];
  const am_drive_settings variant = {
      am_drive_solver(s->study, item->scheme, item->controls), item->steps,
      &s->study->options.column, 1};
  am_probe probe;
  finding *f = AM_NEW(room->results, finding);
  if (!r)
    return am_error(room->report, AM_FAILED, am_nowhere,
                    "the reference could not be computed");
  double *errors = AM_ARRAY(room->arena, double, r->track->rows);
  AM_TRY(am_probe_new(s->study, room, &variant, &probe));
  AM_TRY(compare_track(s, room, &probe, r, errors, f));
  f->error = am_spread_of(errors, f->count);
  f->largest = f->count ? errors[f->count - 1] : NAN;
  *result = f;
  return AM_OK;
}

static const char *const names[] = {AM_VARIANT_NAMES, "median", "quantile_90",
                                    "maximum", "tangent_ratio",
                                    "evaluations", "status"};
enum { COLUMNS = sizeof names / sizeof *names };
static const char *const units[COLUMNS];

static void tabulate_tangents(const tangent_study *s, const am_job *jobs) {
  am_study *study = s->study;
  study->table = am_table_new(study->arena, names, units, COLUMNS);
  for (size_t i = 0; i < s->variants.count; i++) {
    const finding *f = jobs[i].result;
    if (!jobs[i].ended) continue;
    am_table_row row = am_table_add_empty(study->table);
    am_variant_cells(&s->variants.items[i], row);
    row.texts[COLUMNS - 1] = am_status_text(&jobs[i]);
    if (!f) continue;
    am_table_row found = am_table_row_after(row, AM_VARIANT_CELLS);
    found.values[0] = f->error.median;
    found.values[1] = f->error.high;
    found.values[2] = f->largest;
    found.values[3] = f->ratio;
    found.values[4] = f->count;
  }
}

static am_status read_options(const am_study *study, double *floor) {
  const am_columns *columns = study->base->columns;
  const char *quantity =
      columns->count ? am_column_quantity(study->arena, *columns->names) : "";
  if (columns->count != 1 ||
      (strcmp(quantity, "tangent") &&
       strncmp(quantity, "derivative.", strlen("derivative."))))
    return am_error(study->report, AM_USAGE, am_nowhere,
                    "expected '--column' to be one column of the tangent or "
                    "of a derivative, such as tangent.xx.xx, found %s",
                    am_quoted(study->arena, study->options.column));
  AM_TRY(am_list_number(study, "--floor", study->options.floor, floor));
  if (*floor >= 0) return AM_OK;
  return am_error(study->report, AM_USAGE, am_nowhere,
                  "expected '--floor' to be at least 0, found '%s'",
                  study->options.floor);
}

/* Warns if no value exceeds the floor and all cells are empty. */
static void warn_of_floor(const tangent_study *s, const am_job *jobs) {
  size_t good = 0;
  for (size_t i = 0; i < s->variants.count; i++) {
    const finding *f = jobs[i].result;
    if (f && f->count > 0) return;
    good += f != NULL;
  }
  if (good)
    am_warn(s->study->report, am_nowhere,
            "nothing to compare: |%s| never exceeds %g; choose a smaller "
            "--floor or another --column",
            s->study->options.column, s->floor);
}

static am_status run_tangent(am_study *study) {
  tangent_study *s = AM_NEW(study->arena, tangent_study);
  am_job *jobs;
  s->study = study;
  AM_TRY(read_options(study, &s->floor));
  AM_TRY(am_variants_new(study, study->base->path, &s->variants));
  size_t count = s->variants.steps_count;
  const am_jobs first = {count, s, run_reference, name_reference};
  AM_TRY(am_jobs_run(study->arena, study->report, study->threads, &first,
                     &jobs));
  AM_TRY(am_jobs_check(study->report, jobs, count));
  s->references = AM_ARRAY(study->arena, const reference *, count);
  for (size_t i = 0; i < count; i++) s->references[i] = jobs[i].result;
  const am_jobs second = {s->variants.count, s, compare_variant, name_variant};
  AM_TRY(
      am_jobs_run(study->arena, study->report, study->threads, &second, &jobs));
  tabulate_tangents(s, jobs);
  warn_of_floor(s, jobs);
  return am_jobs_check(study->report, jobs, s->variants.count);
}

static const am_study_panel panels[] = {
    AM_STEPS_PANEL("median", "median", "relative error"),
    AM_STEPS_PANEL("maximum", "maximum", "relative error"),
};

const am_study_kind am_study_tangent = {
    .name = "tangent",
    .about = "relative error of a derivative over the number of loading steps",
    .defaults = {.steps = "20,40,80,160,320",
                 .schemes = "implicit-euler,implicit-euler-adaptive,ode12,"
                            "ode23,ode23s",
                 .controls = "internal,coupled",
                 .column = "derivative.eps_vp.xx.xx",
                 .floor = "0.05"},
    .panels = panels,
    .panel_count = 2,
    .run = run_tangent,
};
