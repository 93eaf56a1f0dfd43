/* accuracy.c: errors of a run's columns as a function of the number of loading
 * steps, and differences between schemes. */
#include <assert.h>

#include "study/parts.h"

static const double REFERENCE = 1e-9; /* relative tolerance */

typedef struct {
  am_study *study; /* only read by jobs */
  am_variants variants;
  double finest; /* loading steps of the reference */
  const char *columns[2];
  const am_scheme *against; /* NULL: none */
} accuracy;

static const char *name_run(am_arena *arena, const void *data, size_t index) {
  const accuracy *s = data;
  return index ? am_variant_name(arena, &s->variants.items[index - 1])
               : "reference";
}

/* Job 0 is the reference. */
static am_status drive_variant(const am_job_room *room, const void *data,
                               size_t index, void **result) {
  const accuracy *s = data;
  am_drive_settings settings = {.columns = s->columns, .column_count = 2};
  am_table *table;
  if (index) {
    const am_variant *variant = &s->variants.items[index - 1];
    settings.solver =
        am_drive_solver(s->study, variant->scheme, variant->controls);
    settings.steps = variant->steps;
  } else {
    bool tangent = s->study->description->settings.solver.tangent;
    settings.solver = am_drive_reference(s->study, REFERENCE, tangent);
    settings.steps = s->finest;
  }
  /* Controls stresses only at the end of a loading step, with a strain that is
   * linear within the step: the study measures the resulting error. */
  settings.solver.control = AM_CONTROL_STEP;
  AM_TRY(am_drive_variant(s->study, room, &settings, &table));
  *result = table;
  return AM_OK;
}

/* Run of the scheme `against` with the same steps and controls. */
static const am_table *partner(const accuracy *s, const am_job *jobs,
                               const am_variant *item) {
  for (size_t i = 0; s->against && i < s->variants.count; i++) {
    const am_variant *other = &s->variants.items[i];
    if (other->scheme == s->against &&
        other->steps_index == item->steps_index &&
        other->controls == item->controls)
      return jobs[i + 1].result;
  }
  return NULL;
}

static const char *const names[] = {AM_VARIANT_NAMES, "maximum", "mean",
                                    "relative", "apart", "apart_mean",
                                    "times", "status"};
enum { COLUMNS = sizeof names / sizeof *names };

static void tabulate_errors(const accuracy *s, const am_job *jobs) {
  am_study *study = s->study;
  const char **units = AM_ARRAY(study->arena, const char *, COLUMNS);
  const char **found_in = units + AM_VARIANT_CELLS;
  found_in[0] = found_in[1] = found_in[3] = found_in[4] =
      study->base->columns->units[0];
  study->table = am_table_new(study->arena, names, units, COLUMNS);
  for (size_t i = 0; i < s->variants.count; i++) {
    const am_variant *item = &s->variants.items[i];
    const am_job *job = &jobs[i + 1];
    if (!job->ended) continue;
    am_table_row row = am_table_add_empty(study->table);
    am_variant_cells(item, row);
    row.texts[COLUMNS - 1] = am_status_text(job);
    if (job->status != AM_OK) continue;
    const am_table *table = job->result, *reference = jobs[0].result;
    const am_table *other = partner(s, jobs, item);
    assert(table);
    am_table_row found = am_table_row_after(row, AM_VARIANT_CELLS);
    if (other) {
      am_run_difference d = am_run_difference_of(table, other, table->columns);
      found.values[3] = d.largest;
      found.values[4] = d.mean;
    }
    if (!reference) continue;
    am_run_difference d =
        am_run_difference_of(table, reference, table->columns);
    found.values[0] = d.largest;
    found.values[1] = d.mean;
    if (d.scale > 0) found.values[2] = d.largest / d.scale;
    found.values[5] = d.times;
  }
}

static am_status run_accuracy(am_study *study) {
  accuracy *s = AM_NEW(study->arena, accuracy);
  am_job *jobs;
  s->study = study;
  s->columns[0] = "time";
  s->columns[1] = study->options.column;
  AM_TRY(am_variants_new(study, study->base->path, &s->variants));
  AM_TRY(am_variants_against(study, &s->variants, &s->against));
  for (size_t i = 0; i < s->variants.steps_count; i++)
    s->finest = fmax(s->finest, s->variants.steps[i]);
  const am_jobs work = {s->variants.count + 1, s, drive_variant, name_run};
  AM_TRY(am_jobs_run(study->arena, study->report, study->threads, &work,
                     &jobs));
  if (jobs[0].ended) tabulate_errors(s, jobs);
  return am_jobs_check(study->report, jobs, work.count);
}

static const am_study_panel panels[] = {
    AM_STEPS_PANEL("error", "maximum", "largest error"),
    AM_STEPS_PANEL("apart", "apart", "difference of schemes"),
};

const am_study_kind am_study_accuracy = {
    .name = "accuracy",
    .about = "error of the stress over the number of loading steps",
    .defaults = {.steps = "20,40,80,160,320",
                 .schemes = "all",
                 .controls = "internal,stress",
                 .column = "stress",
                 .against = ""},
    .panels = panels,
    .panel_count = 2,
    .run = run_accuracy,
};
