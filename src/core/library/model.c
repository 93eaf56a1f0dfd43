/* model.c: functions of libautomat that open, change and query models. */
#include "config.h"

#include "library/model.h"

static const char no_memory[] = "automat: error: out of memory";

/* ---- calls --------------------------------------------------------------- */

/* Prepares the arenas for a call; false if memory ran out. */
static bool renew(automat_model *m) {
  am_arena_free(m->call);
  m->call = am_arena_new();
  if (m->stale || !m->made) {
    am_arena_free(m->made);
    m->made = am_arena_new();
    m->stale = !m->made;
    m->variables = NULL;
    memset(m->laws, 0, sizeof m->laws);
  }
  return m->call && m->made;
}

/* Messages as text, without the last line break. */
static const char *print_messages(am_arena *arena, am_report *report) {
  char *text = NULL;
  size_t length = 0;
  if (!report->first) return "";
  FILE *out = open_memstream(&text, &length);
  if (!out) return no_memory;
  am_report_print(report, AM_SEVERITY_WARNING, out);
  bool good = !ferror(out);
  good &= fclose(out) == 0;
  am_arena_defer(arena, free, text);
  if (!good) return no_memory;
  if (length) text[length - 1] = '\0';
  return text;
}

/* Runs a call in the locale of the library; the call fails if its messages are
 * lost. */
static am_status call(automat_model *m,
                      am_status (*work)(automat_model *model, void *data),
                      void *data) {
  if (!renew(m) || am_arena_recover(m->arena) || am_arena_recover(m->made) ||
      am_arena_recover(m->call)) {
    m->stale = true;
    m->message = no_memory;
    return AM_ENVIRONMENT;
  }
  m->report = am_report_new(m->call);
  am_status status = work(m, data);
  m->message = print_messages(m->call, m->report);
  return m->message == no_memory ? AM_ENVIRONMENT : status;
}

automat_status am_model_call(automat_model *m,
                             am_status (*work)(automat_model *model,
                                               void *data),
                             void *data) {
  am_locale locale;
  if (!m) return AUTOMAT_ENVIRONMENT;
  m->message = no_memory;
  if (!am_locale_enter(&locale)) return AUTOMAT_ENVIRONMENT;
  am_status status = call(m, work, data);
  am_locale_leave(&locale);
  return (automat_status)status;
}

const char *automat_message(const automat_model *model) {
  return model ? model->message : no_memory;
}

/* ---- laws and programs, built on demand ---------------------------------- */

static am_status read_assignments(automat_model *m) {
  const am_assignments said = {.texts = m->texts, .count = m->count,
                               .origin = "assignment"};
  m->assigned = (am_model_options){.settings = am_settings_default()};
  AM_TRY(am_model_options_read(m->made, m->report, &said, &m->assigned));
  const am_settings *settings = &m->assigned.settings;
  const char *name = settings->engine;
  m->engine = strcmp(name, "auto") ? am_engine_find(name)
                                   : am_engine_compiled();
  return AM_OK;
}

/* External fields, and internal variables in the order of the material file. */
static void list_names(automat_model *m, const am_law *law) {
  const am_material *material = law->material;
  m->fields = AM_ARRAY(m->made, const char *, law->nf + 1);
  for (int i = 0; i < law->nf; i++) m->fields[i] = material->externals[i].name;
  m->variables = AM_ARRAY(m->made, automat_variable, law->count);
  m->internals = AM_ARRAY(m->made, const am_variable *, law->count);
  m->variable_count = m->size = 0;
  for (int k = 0; k < material->internal_count; k++)
    for (int i = 0; i < law->count; i++) {
      const am_variable *v = &law->variables[i];
      if (strcmp(v->base, material->internals[k].name)) continue;
      int size = v->kind == AM_SCALAR ? 1 : 6;
      m->internals[m->variable_count] = v;
      m->variables[m->variable_count++] =
          (automat_variable){v->name, size, m->size};
      m->size += size;
    }
}

/* Builds the law without energies first, which has the same variables. */
am_status am_model_law_of(automat_model *m, bool energies, am_law **law) {
  am_model_law *made = &m->laws[energies];
  am_law *other = NULL;
  if (!m->variables) AM_TRY(read_assignments(m));
  if (!m->variables && energies) AM_TRY(am_model_law_of(m, false, &other));
  if (!made->law) {
    AM_TRY(am_model_options_law(m->made, m->report, &m->assigned, m->material,
                                energies, law));
    made->law = *law;
  }
  if (!m->variables) list_names(m, made->law);
  *law = made->law;
  return AM_OK;
}

am_status am_model_program(automat_model *m, bool energies, bool mixed,
                           bool tangent, am_engine_program **program) {
  am_law *law = NULL;
  AM_TRY(am_model_law_of(m, energies, &law));
  am_engine_program **made = &m->laws[energies].programs[mixed][tangent];
  *program = *made;
  if (*made) return AM_OK;
  am_solver *solver = AM_NEW(m->made, am_solver);
  const am_engine_options options = {
      .mixed = mixed,
      .threads = am_blocks_threads(m->threads),
      .single = m->assigned.settings.single};
  *solver = m->assigned.settings.solver;
  solver->tangent = tangent;
  solver->derivatives = false;
  solver->energies = energies;
  AM_TRY(am_engine_compile(m->made, m->report, m->engine, law, solver, &options,
                           program));
  *made = *program;
  return AM_OK;
}

/* ---- opening and closing ------------------------------------------------- */

static am_status take_name(automat_model *m, void *name) {
  m->material = am_copy(m->arena, name, strlen(name));
  return AM_OK;
}

/* Builds the law without energies; `law`: am_law **, or NULL. */
static am_status build_law(automat_model *m, void *law) {
  am_law *built = NULL;
  AM_TRY(am_model_law_of(m, false, &built));
  if (law) *(am_law **)law = built;
  return AM_OK;
}

automat_status automat_open(const char *material, automat_model **model) {
  am_arena *arena = am_arena_new();
  automat_model *m = *model = arena ? calloc(1, sizeof *m) : NULL;
  if (!m) {
    am_arena_free(arena);
    return AUTOMAT_ENVIRONMENT;
  }
  m->arena = arena;
  automat_status status =
      am_model_call(m, take_name, (void *)(uintptr_t)material);
  return status ? status : am_model_call(m, build_law, NULL);
}

void automat_close(automat_model *m) {
  if (!m) return;
  am_arena_free(m->call);
  am_arena_free(m->made);
  am_arena_free(m->arena);
  free(m);
}

/* ---- changes ------------------------------------------------------------- */

/* Index of the earlier assignment to the same key, else the end of the list. */
static size_t slot_of(const automat_model *m, const char *text) {
  size_t length = strcspn(text, "=");
  for (size_t i = 0; i < m->count; i++)
    if (strcspn(m->texts[i], "=") == length &&
        !strncmp(m->texts[i], text, length))
      return i;
  return m->count;
}

typedef struct {
  const char *text, *before; /* before: previous assignment, or NULL */
  size_t slot;
} change;

static am_status put(automat_model *m, void *data) {
  change *c = data;
  const char *text = am_copy(m->arena, c->text, strlen(c->text));
  c->slot = slot_of(m, text);
  if (c->slot == m->count) {
    AM_PUSH_ROOM(m->arena, m->texts, m->count, m->capacity);
    m->count++;
  } else {
    c->before = m->texts[c->slot];
  }
  m->texts[c->slot] = text;
  return AM_OK;
}

automat_status automat_set(automat_model *m, const char *assignment) {
  change c = {.text = assignment};
  automat_status status = am_model_call(m, put, &c);
  if (status) return status;
  m->stale = true;
  status = am_model_call(m, build_law, NULL);
  if (status) {
    if (c.before)
      m->texts[c.slot] = c.before;
    else
      m->count--;
    m->stale = true;
  }
  return status;
}

static am_status take_threads(automat_model *m, void *data) {
  int threads = *(int *)data;
  if (threads < 0 || threads > AM_MOST_THREADS)
    return am_error(m->report, AM_USAGE, am_nowhere,
                    "expected 0 to %d threads, found %d", AM_MOST_THREADS,
                    threads);
  m->stale |= m->threads != threads;
  m->threads = threads;
  return AM_OK;
}

automat_status automat_threads(automat_model *m, int threads) {
  return am_model_call(m, take_threads, &threads);
}

/* ---- queries ------------------------------------------------------------- */

automat_status automat_variables(automat_model *m,
                                 const automat_variable **variables,
                                 int *count, int *size) {
  automat_status status = am_model_call(m, build_law, NULL);
  if (status) return status;
  if (variables) *variables = m->variables;
  if (count) *count = m->variable_count;
  if (size) *size = m->size;
  return AUTOMAT_OK;
}

automat_status automat_fields(automat_model *m, const char *const **names,
                              int *count) {
  am_law *law = NULL;
  automat_status status = am_model_call(m, build_law, &law);
  if (status) return status;
  if (names) *names = m->fields;
  if (count) *count = law->nf;
  return AUTOMAT_OK;
}

automat_status automat_units(automat_model *m, const char **stress,
                             const char **time) {
  am_law *law = NULL;
  automat_status status = am_model_call(m, build_law, &law);
  if (status) return status;
  if (stress) *stress = law->material->stress_unit;
  if (time) *time = law->material->time_unit;
  return AUTOMAT_OK;
}

automat_status automat_kinematics(automat_model *m, const char **name) {
  am_law *law = NULL;
  automat_status status = am_model_call(m, build_law, &law);
  if (!status)
    *name = am_kinematics_names[law->logarithmic ? AM_KINEMATICS_LOGARITHMIC
                                                 : AM_KINEMATICS_SMALL];
  return status;
}

automat_status automat_start(automat_model *m, double *state) {
  am_law *law = NULL;
  automat_status status = am_model_call(m, build_law, &law);
  for (int i = 0; !status && i < m->variable_count; i++)
    am_variable_to_user(m->internals[i], law->initial,
                        state + m->variables[i].offset);
  return status;
}

const char *automat_version(void) { return PACKAGE_VERSION; }

/* A material modified by assignments. */

static const am_yaml_key option_keys[] = {
    {"parameters",
     {.entries = &am_any_shape, AM_INTO(am_model_options, parameters)},
     "values of parameters"},
    {"parameter_set",
     {.takes = AM_TAKES_TEXT, AM_INTO(am_model_options, parameter_set),
      .place = offsetof(am_model_options, parameter_set_place)},
     "name of a parameter set"},
    {"solver", {.made = am_settings_keys}, "integration of the law"},
    {"kinematics",
     {.words = am_kinematics_names, AM_INTO(am_model_options, kinematics)},
     "strain measure"},
    {0}};

am_status am_model_options_read(am_arena *arena, am_report *report,
                                const am_assignments *assignments,
                                am_model_options *assigned) {
  am_yaml *map = NULL;
  am_source *nothing = AM_NEW(arena, am_source);
  *nothing = (am_source){assignments->origin, "{}", 2};
  AM_TRY(am_yaml_parse(arena, report, nothing, &map));
  for (size_t i = 0; i < assignments->count; i++)
    AM_TRY(am_yaml_set(arena, report, map, assignments->origin,
                       assignments->texts[i]));
  AM_TRY(am_yaml_take(report, map, "the settings", option_keys, assigned));
  const am_yaml *solver = am_yaml_get(map, "solver");
  assigned->kinematics_given = am_yaml_get(map, "kinematics");
  return solver ? am_settings_read(report, solver, &assigned->settings) : AM_OK;
}

/* Kinematics of the material if its file specifies them, else those
 * assigned. */
static am_status find_deformed(am_report *report,
                               const am_model_options *assigned,
                               const am_material *material, bool *deformed) {
  const am_yaml *own = assigned->kinematics_given;
  am_kinematics kinematics = own ? assigned->kinematics : material->kinematics;
  *deformed = kinematics == AM_KINEMATICS_LOGARITHMIC;
  if (!material->kinematics_given || kinematics == material->kinematics)
    return AM_OK;
  return am_error(report, AM_INPUT, own->place,
                  "the kinematics of material '%s' are %s", material->name,
                  am_kinematics_names[material->kinematics]);
}

am_status am_model_options_law(am_arena *arena, am_report *report,
                               const am_model_options *assigned,
                               const char *material, bool energies,
                               am_law **law) {
  am_material *read = NULL;
  const char *path = NULL;
  AM_TRY(am_material_find(arena, report, material, NULL, am_nowhere, &path));
  AM_TRY(am_material_read(arena, report, path, &read));
  bool deformed;
  AM_TRY(find_deformed(report, assigned, read, &deformed));
  const am_law_choice choice = {
      .overrides = assigned->parameters, .set = assigned->parameter_set,
      .set_place = assigned->parameter_set_place,
      .strategy = assigned->settings.solver.strategy,
      .strategy_place = assigned->settings.strategy_place, .energies = energies,
      .logarithmic = deformed};
  return am_law_new(arena, report, read, &choice, law);
}
