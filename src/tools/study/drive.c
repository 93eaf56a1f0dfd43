/* drive.c: runs one variant of a case along its path. */
#include "study/parts.h"

const char *const am_track_columns[AM_TRACK_COLUMNS] = {"time", "strain",
                                                        "internal", "external"};

am_solver am_drive_solver(const am_study *study, const am_scheme *scheme,
                          const am_controls *controls) {
  am_solver solver = study->description->settings.solver;
  solver.scheme = scheme;
  if (controls) solver.error_control = controls->error;
  if (controls) solver.tangent_control = controls->tangent;
  return solver;
}

am_solver am_drive_reference(const am_study *study, double rtol,
                             bool tangent) {
  return am_reference_solver(study->base->law->material,
                             &study->description->settings.solver, rtol,
                             tangent);
}

void am_drive_columns(am_arena *arena, am_case *description,
                      const char *const *columns, size_t count) {
  if (!count) return;
  description->column_count = 0;
  am_columns_request(arena, description, columns, count, am_nowhere, true);
}

am_status am_drive_prepare(const am_study *study, const am_job_room *room,
                           const am_drive_settings *settings, am_run **run) {
  am_arena *arena = room->arena;
  am_case *description;
  AM_TRY(am_case_read(arena, room->report, study->description->file,
                      study->sets, study->set_count, &description));
  /* Drops the node of settings that the study has changed, so that messages do
   * not refer to it. */
  if (description->settings.solver.scheme != settings->solver.scheme)
    description->settings_given = NULL;
  description->settings.solver = settings->solver;
  description->times = AM_TIMES_ALL;
  if (settings->columns == am_track_columns) description->voigt_shown = false;
  am_drive_columns(arena, description, settings->columns,
                   settings->column_count);
  AM_TRY(am_run_prepare(arena, room->report, description, NULL, run));
  if (settings->steps > 0) am_path_divide((*run)->path, settings->steps);
  return AM_OK;
}

static const char *copy_text(am_arena *arena, const char *text) {
  return text ? am_copy(arena, text, strlen(text)) : "";
}

/* Copy of the table of the chosen columns. */
static am_table *new_table(am_arena *arena, const am_columns *columns) {
  const char **names = AM_ARRAY(arena, const char *, columns->count);
  const char **units = AM_ARRAY(arena, const char *, columns->count);
  for (size_t i = 0; i < columns->count; i++) {
    names[i] = copy_text(arena, columns->names[i]);
    units[i] = copy_text(arena, columns->units[i]);
  }
  am_table *table = am_table_new(arena, names, units, columns->count);
  table->voigt = columns->voigt;
  return table;
}

am_status am_drive_point(const am_job_room *room, am_run *run,
                         am_table **table) {
  *table = new_table(room->results, run->columns);
  const am_run_sink sink = {.row = am_row_to_table, .data = *table};
  am_summary summary;
  return am_run_drive(room->arena, room->report, run, &sink, &summary);
}

am_status am_drive_variant(const am_study *study, const am_job_room *room,
                           const am_drive_settings *settings,
                           am_table **table) {
  am_run *run;
  AM_TRY(am_drive_prepare(study, room, settings, &run));
  return am_drive_point(room, run, table);
}

/* ---- a volume element ---------------------------------------------------- */

static bool add_cell_row(void *table, const am_cell_row *row,
                         const double *values) {
  (void)row;
  if (values) am_table_add(table, values);
  return true;
}

am_status am_drive_cell(const am_study *study, const am_job_room *room,
                        am_case *description, am_microstructure *micro,
                        am_table **table) {
  const am_cell_options options = {.threads = study->threads,
                                   .micro = micro};
  am_cell_run *run;
  description->fields = description->restart = NULL;
  AM_TRY(am_cell_run_prepare(room->arena, room->report, description, &options,
                             &run));
  *table = new_table(room->results, run->columns->chosen);
  const am_cell_row_sink sink = {.row = add_cell_row, .data = *table};
  return am_cell_run_drive(run, room->report, &sink);
}

/* ---- single evaluations -------------------------------------------------- */

am_status am_probe_new(const am_study *study, const am_job_room *room,
                       const am_drive_settings *settings, am_probe *probe) {
  am_arena *arena = room->arena;
  am_run *run;
  AM_TRY(am_drive_prepare(study, room, settings, &run));
  const am_case *description = run->description;
  int nx = run->law->nx;
  if (run->law->logarithmic)
    return am_error(room->report, AM_INPUT,
                    description->kinematics_given
                        ? description->kinematics_given->key_place
                        : description->material_place,
                    "this study supports small strain only: use 'automat study "
                    "sweep' for logarithmic kinematics");
  *probe = (am_probe){.run = run, .state0 = AM_ARRAY(arena, double, nx),
                      .variables = am_variables_shown(arena, run->law)};
  probe->step.state0 = probe->state0;
  probe->step.state = AM_ARRAY(arena, double, nx);
  probe->step.derivative = AM_ARRAY(arena, double, 6 * nx);
  probe->step.parameters = run->parameters;
  probe->step.stop = run->stop;
  if (nx) memcpy(probe->state0, run->initial, (size_t)nx * sizeof(double));
  am_basis_from_tensor(run->strain, probe->step.strain0);
  memcpy(probe->step.external0, run->sample->external,
         sizeof probe->step.external0);
  memcpy(probe->step.external1, run->sample->external,
         sizeof probe->step.external1);
  return AM_OK;
}

/* Cell of a column that the run contains. */
static double cell(const am_table *track, size_t row, const char *name) {
  return track->values[row * track->columns +
                      (size_t)am_table_column(track, name)];
}

void am_probe_strain(const am_table *track, size_t row, double *strain) {
  am_basis_from_tensor(track->values + row * track->columns + 1, strain);
}

void am_probe_state(const am_probe *probe, const am_table *track, size_t row,
                    double *state) {
  const double *values = track->values + row * track->columns + 7;
  for (int i = 0; i < probe->run->law->count; i++) {
    const am_variable *v = probe->variables[i];
    (void)!am_variable_from_user(v, values, state);
    values += v->kind == AM_SCALAR ? 1 : 6;
  }
}

void am_probe_external(am_probe *probe, const am_table *track, size_t row,
                       double part, bool whole) {
  const am_law *law = probe->run->law;
  for (int i = 0; i < law->nf; i++) {
    char column[128];
    snprintf(column, sizeof column, "external.%s",
             law->material->externals[i].name);
    double from = cell(track, row - 1, column), to = cell(track, row, column);
    if (whole) probe->step.external0[i] = from;
    probe->step.external1[i] = part < 1 ? from + (to - from) * part : to;
  }
}

am_status am_probe_move(am_probe *probe, am_report *report, double duration,
                        const double *strain) {
  am_step *step = &probe->step;
  step->duration = duration;
  am_basis_to_tensor(strain, step->target);
  am_engine_step(probe->run->program, step);
  if (probe->run->stop && *probe->run->stop)
    return am_error(report, AM_FAILED, am_nowhere, "stopped");
  if (step->status == AM_POINT_GOOD) return AM_OK;
  const char *lost =
      am_engine_failure(probe->run->program);
  return am_error(report, lost ? AM_ENVIRONMENT : AM_FAILED, am_nowhere,
                  "a loading step failed: %s",
                  lost ? lost : am_point_status_text[step->status]);
}

void am_probe_accept(am_probe *probe) {
  const am_step *step = &probe->step;
  size_t size = (size_t)probe->run->law->nx * sizeof(double);
  if (size) memcpy(probe->state0, step->state, size);
  memcpy(probe->step.strain0, step->strain, sizeof step->strain);
  memcpy(probe->step.external0, step->external1, sizeof step->external1);
}

double am_drive_duration(const am_table *track, size_t row) {
  return row ? cell(track, row, "time") - cell(track, row - 1, "time") : 0;
}
