/* run.c: prepares a case for running. */
#include "point/run.h"

am_status am_run_material(am_arena *arena, am_report *report,
                          const am_case *description,
                          const am_material **material) {
  const char *path;
  am_material *read;
  if (*material) return AM_OK;
  AM_TRY(am_material_find(arena, report, description->material,
                          description->folder, description->material_place,
                          &path));
  AM_TRY(am_material_read(arena, report, path, &read));
  *material = read;
  return AM_OK;
}

/* ---- the engine ---------------------------------------------------------- */

static am_status compile_law(am_arena *arena, am_report *report,
                             const am_request *request, am_run *run) {
  const am_case *description = run->description;
  const am_place *constrained = am_path_constrained(run->path);
  const am_engine_options options = {.mixed = am_path_mixed(run->path),
                                     .rows = constrained,
                                     .rows_place = constrained ? *constrained
                                                               : am_nowhere,
                                     .spread = run->sample->vary,
                                     .lanes = request->lanes,
                                     .threads = request->threads,
                                     .single = description->settings.single,
                                     .settings = description->settings_given,
                                     .place = description->material_place};
  return am_engine_compile(arena, report, run->engine, run->law, &run->solver,
                           &options, &run->program);
}

/* Reason why an engine cannot run here; NULL: none. */
static const char *missing(am_arena *arena, const am_engine *engine) {
  am_report *own = am_report_new(arena);
  const char *what;
  return engine->place(arena, own, &what) == AM_OK ? NULL : own->last->text;
}

/* True if the work outweighs the start-up time of a device. */
static bool pays(const am_request *request, const am_run *run) {
  long points = run->sample->count;
  if (request->points > 0 && request->points < points)
    points = request->points;
  return request->many && points >= AM_DEVICE_POINTS &&
         (double)points * am_path_steps(run->path) >= AM_DEVICE_STEPS;
}

/* Chooses an engine if the case names none. */
static am_status choose_by_size(am_arena *arena, am_report *report,
                                const am_request *request,
                                const am_engine *device, am_run *run) {
  /* Single precision is available only on the device. */
  if (run->description->settings.single && device) {
    const char *lacking = missing(arena, device);
    run->engine = device;
    if (!lacking) return compile_law(arena, report, request, run);
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "single precision needs the engine %s, which cannot run "
                    "here: %s",
                    device->name, lacking);
  }

  /* Turns the message into a note if the device fails to compile the law. */
  if (device && pays(request, run) && !missing(arena, device)) {
    am_report *own = am_report_apart(arena, report);
    run->engine = device;
    if (compile_law(arena, own, request, run) == AM_OK) return AM_OK;
    if (own->first)
      am_note(report, am_nowhere, "engine %s: %s; the engine native is used",
              device->name, own->first->text);
  }

  /* Turns warnings of an engine that the user did not choose into notes. */
  bool one = !request->many && request->point < 0;
  run->engine = one ? am_engine_reference() : am_engine_compiled();
  am_report *own = am_report_apart(arena, report);
  am_status status = compile_law(arena, own, request, run);
  for (const am_message *m = own->first; m; m = m->next)
    if (m->severity == AM_SEVERITY_ERROR)
      (void)am_error(report, status, m->place, "%s", m->text);
    else
      am_note(report, m->place, "%s", m->text);
  return status;
}

am_status am_choose_engine(am_arena *arena, am_report *report,
                           const am_request *request,
                           const am_engine *device, am_run *run) {
  const char *name = run->description->settings.engine;
  run->engine = request->engine;
  if (!run->engine && !strcmp(name, "auto"))
    return choose_by_size(arena, report, request, device, run);
  if (!run->engine) run->engine = am_engine_find(name);
  if (run->engine) return compile_law(arena, report, request, run);
  return am_error(report, AM_INPUT, run->description->settings.engine_place,
                  "this build of automat does not include the engine %s",
                  am_quoted(report->arena, name));
}

/* ---- the run ------------------------------------------------------------- */

/* Sensitivities are computed at fixed targets, and at fixed times except for
 * times of events. */
static am_status check_targets(am_report *report, const am_run *run) {
  const am_law *law = run->law;
  const char *why;
  const am_place *place =
      law->sensitive_count ? am_path_unsensitive(run->path, &why) : NULL;
  if (place) return am_error(report, AM_INPUT, *place, "%s", why);
  for (int p = 0; p < law->sensitive_count; p++) {
    am_place reader = run->sample->names.readers[law->sensitive[p].index];
    if (reader.line)
      return am_error(report, AM_INPUT, reader,
                      "this target depends on the parameter '%s': "
                      "sensitivities with respect to it are available only for "
                      "targets independent of it",
                      law->sensitive[p].name);
  }
  return AM_OK;
}

/* True if a variable of the points is a parameter or is read by a formula of
 * the path or of a column. */
static bool is_read(const am_run *run, const am_point_variable *variable) {
  const am_sample *sample = run->sample;
  const am_case *description = run->description;
  for (int c = 0; c < variable->size; c++) {
    int input = sample->varying[variable->offset + c];
    if (input < run->law->parameter_numbers) return true;
    if (sample->names.readers[input].line) return true;
  }
  for (size_t i = 0; i < description->defined_count; i++) {
    const am_formula *formula = &description->defined[i].formula;
    for (size_t k = 0; k < formula->name_count; k++)
      if (!strcmp(formula->names[k]->name, variable->name)) return true;
  }
  return false;
}

/* Notes variables that are never used; their names may be misspelt. */
static void note_unread(am_report *report, const am_run *run) {
  const am_points *points = run->sample->points;
  if (!points || points->file) return;
  const am_material *material = run->law->material;
  size_t count = (size_t)material->parameter_count;
  const char **known = AM_ARRAY(report->arena, const char *, count);
  for (size_t i = 0; i < count; i++) known[i] = material->parameters[i].name;
  for (int i = 0; i < points->variable_count; i++) {
    const am_point_variable *v = &points->variables[i];
    if (!is_read(run, v))
      am_warn(report, v->place,
              "the variable '%s' is not used: it is neither a parameter of "
              "material '%s' nor in a formula%s",
              v->name, material->name,
              am_suggestion(report->arena, v->name, known, count));
  }
}

/* Marks components of the initial state that the case or its file
 * prescribes. */
static bool *given_state(am_arena *arena, const am_run *run) {
  const am_sample *sample = run->sample;
  const am_histories *h = sample->histories;
  bool *given = AM_ARRAY(arena, bool, run->law->nx);
  for (int i = 0; i < run->law->nx; i++)
    given[i] = !isnan(sample->initial[i]);
  for (int i = 0; h && i < h->initial_count; i++)
    for (int j = 0; j < run->law->count; j++) {
      const am_variable *v = &run->law->variables[j];
      if (strcmp(v->base, h->initials[i].name)) continue;
      for (int c = 0; c < v->size; c++) given[v->offset + c] = true;
    }
  return given;
}

/* Sets the initial values and parameters of the only point. */
static am_status take_point(am_arena *arena, am_report *report, am_run *run) {
  am_sample *sample = run->sample;
  am_sample_fields *fields = run->drawn = AM_NEW(arena, am_sample_fields);
  *fields = (am_sample_fields){
      .stride = 1,
      .values = AM_ARRAY(arena, double, sample->varying_count),
      .state = AM_ARRAY(arena, double, run->law->nx),
      .strain = run->strain,
      .bad = AM_NEW(arena, double)};
  if (sample->vary)
    fields->parameters = AM_ARRAY(arena, double, run->law->parameter_numbers);
  if (run->point >= sample->count)
    return am_error(report, AM_INPUT,
                    sample->points ? sample->points->place : am_nowhere,
                    "point %ld does not exist: the case has "
                    "%ld", run->point + 1,
                    sample->count);
  AM_TRY(am_sample_draw(sample, report, run->point < 0 ? 0 : run->point, 1,
                        fields));
  if (*fields->bad != 0)
    return am_error(report, AM_INPUT, sample->points->place, "point %ld: %s",
                    run->point + 1, fields->reason);
  am_sample_fix(sample, fields);
  run->initial = fields->state;
  run->given = given_state(arena, run);
  run->parameters = fields->parameters;
  return AM_OK;
}

am_status am_run_move(am_arena *arena, am_report *report, am_run *run,
                      long point) {
  run->point = point;
  AM_TRY(am_sample_draw(run->sample, report, point, 1, run->drawn));
  am_sample_fix(run->sample, run->drawn);
  am_path_refresh(run->path);
  return am_events_new(arena, report, run->description, run->law,
                       &run->sample->names, &run->events);
}

/* Makes the law measure strains from the prescribed initial stress. */
static am_status count_strains(am_arena *arena, am_report *report,
                               const am_run *run) {
  const am_case *description = run->description;
  const am_yaml *stressed = description->stressed;
  am_law *law = run->law;
  if (!stressed) return AM_OK;
  double *state = AM_ARRAY(arena, double, law->nx);
  double external[AM_MOST_EXTERNAL];
  am_law_start start = {
      .state = state, .external = external, .place = stressed->place};
  memcpy(start.stress, description->stress, sizeof start.stress);
  AM_TRY(am_sample_start(arena, report, description, law, state, external));
  return am_law_count_from(report, law, &start);
}

am_status am_run_deformed(am_report *report, const am_case *description,
                          const am_material *material, bool *deformed) {
  const am_yaml *own = description->kinematics_given;
  if (own && material->kinematics_given &&
      description->kinematics != material->kinematics)
    return am_error(report, AM_INPUT, own->place,
                    "conflicting kinematics: those of material '%s' are %s",
                    material->name, am_kinematics_names[material->kinematics]);
  *deformed = (own ? description->kinematics : material->kinematics) ==
              AM_KINEMATICS_LOGARITHMIC;
  return AM_OK;
}

/* Checks for rejected combinations of features before the law is built. */
static am_status check_features(am_report *report, const am_run *run,
                                const am_request *request, bool logarithmic,
                                const am_place *by_parameter) {
  const am_case *c = run->description;
  const am_yaml *strain = am_yaml_get(c->initial, "strain");
  const am_yaml *file = am_yaml_get(c->points, "file");
  am_features f = {.present = {false}};
  am_feature_add(&f, AM_FEATURE_LOGARITHMIC, logarithmic, c->material_place,
                 NULL);
  am_feature_add(&f, AM_FEATURE_CONVENTIONAL,
                 run->solver.strategy == AM_STRATEGY_CONVENTIONAL,
                 c->settings.strategy_place, NULL);
  am_feature_add(&f, AM_FEATURE_MANY_POINTS, request->many, am_nowhere, NULL);
  am_feature_add(&f, AM_FEATURE_VOIGT, c->voigt, am_nowhere, NULL);
  am_feature_add(&f, AM_FEATURE_ADIABATIC, c->adiabatic, am_nowhere, NULL);
  if (by_parameter)
    am_feature_add(&f, AM_FEATURE_SENSITIVITY, true, *by_parameter, NULL);
  if (file) am_feature_add(&f, AM_FEATURE_FILE, true, file->place, NULL);
  if (strain)
    am_feature_add(&f, AM_FEATURE_START_STRAIN, true, strain->key_place, NULL);
  if (c->stressed)
    am_feature_add(&f, AM_FEATURE_START_STRESS, true, c->stressed->key_place,
                   NULL);
  if (c->rotation)
    am_feature_add(&f, AM_FEATURE_ROTATION, true,
                   c->rotation_given->key_place, NULL);
  return am_exclusions_check(report, &f);
}

static am_status make_ready(am_arena *arena, am_report *report,
                            const am_material *material,
                            const am_request *request, am_run *run) {
  const am_case *description = run->description;
  const am_place *by_parameter = am_sensitivity_place(arena, description);
  run->solver = description->settings.solver;
  run->point = request->many ? -1 : request->point;
  bool logarithmic;
  AM_TRY(am_run_material(arena, report, description, &material));
  run->material = material;
  AM_TRY(am_run_deformed(report, description, material, &logarithmic));
  AM_TRY(check_features(report, run, request, logarithmic, by_parameter));
  am_adiabatic adiabatic = {.temperature = description->temperature};
  if (description->adiabatic) adiabatic.place = description->adiabatic->place;
  const am_law_choice choice = {
      .overrides = description->parameters,
      .set = description->parameter_set,
      .set_place = description->parameter_set_place,
      .strategy = run->solver.strategy,
      .strategy_place = description->settings.strategy_place,
      .energies = run->solver.energies,
      .adiabatic = description->adiabatic ? &adiabatic : NULL,
      .turn = description->rotation,
      .logarithmic = logarithmic};
  AM_TRY(am_law_new(arena, report, material, &choice, &run->law));
  AM_TRY(count_strains(arena, report, run));
  AM_TRY(am_sensitivity_choose(arena, report, description, run->law));
  AM_TRY(am_sample_new(arena, report, description, run->law,
                       request->many ? request->threads : 1, &run->sample));
  if (!request->many) AM_TRY(take_point(arena, report, run));
  am_start_stress(arena, report, run->sample, run->drawn);
  AM_TRY(am_sample_path(arena, report, run->sample, run->point, &run->path));
  AM_TRY(check_targets(report, run));
  AM_TRY(am_point_columns(arena, report, description, run->law,
                          &run->sample->names, &run->columns));
  AM_TRY(am_events_new(arena, report, description, run->law,
                       &run->sample->names, &run->events));
  note_unread(report, run);
  run->solver.derivatives =
      (am_columns_read(run->columns) | am_events_read(run->events)) &
      AM_READ_DERIVATIVE;
  AM_TRY(am_selection_new(arena, report, description, run->path,
                          request->many, &run->selection));
  const am_engine *device =
      am_path_timed(run->path) ? NULL : am_engine_device();
  AM_TRY(am_choose_engine(arena, report, request, device, run));
  if (run->law->sensitive_count)
    am_law_differentiate_initial(arena, run->law);
  return AM_OK;
}

am_status am_run_prepare_points(am_arena *arena, am_report *report,
                                const am_case *description,
                                const am_material *material,
                                const am_request *request, am_run **result) {
  if (description->microstructure)
    return am_error(report, AM_INPUT, description->microstructure->key_place,
                    "this case has a microstructure: run it with 'automat "
                    "homogenize CASE'");
  am_run *run = *result = AM_NEW(arena, am_run);
  am_case *settled = AM_NEW(arena, am_case);
  *settled = *description;
  am_solver *solver = &settled->settings.solver;
  if ((request->many || request->point >= 0) &&
      !settled->settings.tangent_given)
    solver->tangent = false;
  solver->energies = am_point_needs_energies(arena, description) ||
                     am_events_need_energies(arena, description);
  run->description = settled;
  run->stop = am_arena_flag(arena);
  am_status status = make_ready(arena, report, material, request, run);
  if (status != AM_OK) am_sample_close(run->sample);
  return status;
}

am_status am_run_prepare(am_arena *arena, am_report *report,
                         const am_case *description,
                         const am_material *material, am_run **run) {
  const am_request request = {.point = -1, .threads = 1};
  if (description->points)
    return am_error(report, AM_INPUT, description->points->key_place,
                    "this case has many points: run them with 'automat batch "
                    "CASE', or one of them with 'automat run CASE --point K'");
  return am_run_prepare_points(arena, report, description, material, &request,
                               run);
}

void am_row_to_table(void *table, const double *row) {
  am_table_add(table, row);
}
