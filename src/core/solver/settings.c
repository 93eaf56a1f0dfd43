/* settings.c: defaults of the settings, and a table of their keys. */
#include "solver/parts.h"

const char *const am_strategy_names[AM_STRATEGIES + 1] = {
    [AM_STRATEGY_AUTOMATIC] = "automatic",
    [AM_STRATEGY_SEMI_AUTOMATIC] = "semi-automatic",
    [AM_STRATEGY_CONVENTIONAL] = "conventional",
};

const am_solver am_solver_default = {
    .strategy = AM_STRATEGY_AUTOMATIC,
    .control = AM_CONTROL_PATH,
    .error_control = AM_CONTROL_STRESS,
    .tangent_control = AM_TANGENT_COUPLED,
    .tangent_mode = AM_MODE_VECTOR,
    .tangent = true,
    .derivatives = true,
    .atol = 1e-6,
    .rtol = 1e-3,
    .equilibrium = 1e-8,
    .newton = 1e-12,
    .newton_iterations = 100,
    .substeps = 1,
    .max_substeps = 100000,
    .largest_part = 1,
};

static const char *const engine_names[] = {"auto", "interp", "native",
                                           "cuda", NULL};

const char *const am_precisions[] = {"double", "single", NULL};

typedef enum {
  NUMBER,   /* >= 0, or > 0 if `positive` */
  RELATIVE, /* likewise, and below 1 */
  WHOLE,    /* 1 … most */
  FLAG,
  CHOICE, /* of `names`, an enumeration */
  SCHEME,
  LARGEST, /* fraction of the loading step, or {time: T} */
  ENGINE,
  PRECISION
} kind;

typedef struct {
  const char *key, *what, *about;
  kind kind;
  size_t offset; /* of the value in am_solver */
  bool positive;
  long most;
  const char *const *names; /* terminated by NULL */
} setting;

static const am_yaml_key largest_keys[] = {
    {"time", AM_A_NUMBER, "the longest substep [time]"}, {0}};

/* Reads a fraction of the loading step, or {time: T}. */
static am_status read_largest(am_report *report, const setting *row,
                              const am_yaml *node, am_solver *solver) {
  if (node->kind != AM_YAML_MAPPING) {
    solver->largest_time = 0;
    AM_TRY(am_bounded_number(report, node, row->what, true,
                             &solver->largest_part));
    if (solver->largest_part <= 1) return AM_OK;
    return am_error(report, AM_INPUT, node->place,
                    "expected %s to be at most 1 (fraction of the loading "
                    "step), found %g; write a time as '{time: %g}'",
                    row->what, solver->largest_part, solver->largest_part);
  }
  AM_TRY(am_yaml_keys_known(report, node, row->what, largest_keys));
  const am_yaml *time = am_yaml_get(node, "time");
  if (!time)
    return am_error(report, AM_INPUT, node->place, "missing key 'time' in %s",
                    row->what);
  solver->largest_part = 1;
  return am_bounded_number(report, time, "solver.largest_substep.time", true,
                           &solver->largest_time);
}

/* Choices are read and written as unsigned numbers. */
_Static_assert(sizeof(am_strategy) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(am_control) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(am_error_control) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(am_tangent_control) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(am_newton_on) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(am_tangent_mode) == sizeof(unsigned), "enum size");

/* Reads one of the names of a setting. */
static am_status read_name(am_report *report, const setting *row,
                           const am_yaml *node, am_settings *settings,
                           void *value) {
  const char *const *names = row->names;
  size_t count = 0, index;
  if (row->kind == SCHEME)
    names = am_scheme_names(report->arena, true, &count);
  while (names[count]) count++;
  AM_TRY(am_choice(report, node, row->what, names, count, &index));
  if (row->kind == SCHEME)
    settings->solver.scheme = am_scheme_find(names[index]);
  if (row->kind == PRECISION) settings->single = index == 1;
  if (row->kind == CHOICE)
    memcpy(value, &(unsigned){(unsigned)index}, sizeof(unsigned));
  if (row->kind != ENGINE) return AM_OK;
  settings->engine = names[index];
  settings->engine_place = node->place;
  return AM_OK;
}

static am_status read_setting(am_report *report, const setting *row,
                              const am_yaml *node, am_settings *settings) {
  void *value = (char *)&settings->solver + row->offset;
  long whole;
  switch (row->kind) {
    case NUMBER:
      return am_bounded_number(report, node, row->what, row->positive, value);
    case RELATIVE:
      return am_relative_number(report, node, row->what, row->positive, value);
    case WHOLE:
      AM_TRY(am_yaml_integer(report, node, row->what, 1, row->most, &whole));
      *(int *)value = (int)whole;
      return AM_OK;
    case FLAG:
      return am_yaml_boolean(report, node, row->what, value);
    case LARGEST:
      return read_largest(report, row, node, &settings->solver);
    default:
      return read_name(report, row, node, settings, value);
  }
}

/* Writes the value of a setting. */
static void write_setting(const am_solver *solver, const setting *row,
                          am_buffer *out) {
  const void *value = (const char *)solver + row->offset;
  unsigned index;
  if (row->kind == WHOLE) {
    am_buffer_add(out, "%d", *(const int *)value);
  } else if (row->kind == FLAG) {
    am_buffer_add(out, "%s", *(const bool *)value ? "true" : "false");
  } else if (row->kind == CHOICE) {
    memcpy(&index, value, sizeof index);
    am_buffer_add(out, "%s", row->names[index]);
  } else if (row->kind == SCHEME) {
    am_buffer_add(out, "%s", solver->scheme->name);
  } else if (row->kind == LARGEST && solver->largest_time > 0) {
    am_buffer_add(out, "{time: %.17g}", solver->largest_time);
  } else {
    am_buffer_add(out, "%.17g", *(const double *)value);
  }
}

static const char *const controls[] = {"path", "step", NULL};
static const char *const error_controls[] = {"stress", "internal", NULL};
static const char *const tangent_controls[] = {"coupled", "primal", NULL};
static const char *const newton_ons[] = {"state", "stress", NULL};
static const char *const tangent_modes[] = {"vector", "column", NULL};

#define AM_KEY(name, text) \
  .key = #name, .what = "solver." #name, .about = text
#define AM_AT(name, text) \
  AM_KEY(name, text), .offset = offsetof(am_solver, name)

static const setting rows[] = {
    {AM_AT(scheme, "integration scheme of the internal variables"),
     .kind = SCHEME},
    {AM_AT(strategy, "source of the law's derivatives"), .kind = CHOICE,
     .names = am_strategy_names},
    {AM_AT(control, "prescribed stresses: along the loading step, or at its "
                    "end"),
     .kind = CHOICE, .names = controls},
    {AM_AT(error_control, "quantities under error control"), .kind = CHOICE,
     .names = error_controls},
    {AM_AT(tangent_control, "whether the tangent is under error control"),
     .kind = CHOICE, .names = tangent_controls},
    {AM_AT(tangent_mode, "integrate all columns of the tangent at once, or one "
                         "by one"),
     .kind = CHOICE, .names = tangent_modes},
    {AM_AT(atol, "absolute tolerance (strain)"), .kind = NUMBER},
    {AM_AT(rtol, "relative tolerance"), .kind = RELATIVE},
    {AM_AT(equilibrium, "relative tolerance of prescribed stresses"),
     .kind = RELATIVE, .positive = true},
    {AM_AT(newton, "tolerance of the local Newton iteration"),
     .kind = RELATIVE, .positive = true},
    {AM_AT(newton_on, "measure of convergence of the local Newton iteration"),
     .kind = CHOICE, .names = newton_ons},
    {AM_AT(newton_iterations, "maximum number of local iterations"),
     .kind = WHOLE, .most = 1000000},
    {AM_AT(substeps, "number of equal substeps of a loading step "
                     "(implicit-euler)"),
     .kind = WHOLE, .most = AM_MOST_EQUAL_SUBSTEPS},
    {AM_AT(max_substeps, "maximum number of substeps of a loading step"),
     .kind = WHOLE, .most = 10000000},
    {AM_KEY(largest_substep, "fraction of the loading step, or {time: T}"),
     .kind = LARGEST, .offset = offsetof(am_solver, largest_part)},
    {AM_AT(stress_scale, "stress scale S of error measures"), .kind = NUMBER,
     .positive = true},
    {AM_AT(tangent, "compute the tangent"), .kind = FLAG},
    {AM_KEY(engine, "what computes"), .kind = ENGINE, .names = engine_names},
    {AM_KEY(precision, "precision of the arithmetic"), .kind = PRECISION,
     .names = am_precisions},
};

enum { SETTINGS = sizeof rows / sizeof *rows };

/* True for defaults that are not written: stress scale of the law (0), no
 * largest substep, one substep. */
static bool is_unset(const am_solver *solver, const setting *row) {
  bool scale = row->offset == offsetof(am_solver, stress_scale);
  bool substeps = row->offset == offsetof(am_solver, substeps);
  bool largest = row->kind == LARGEST;
  return (scale && solver->stress_scale == 0) ||
         (largest && solver->largest_part == 1 && !solver->largest_time) ||
         (substeps && solver->substeps == 1);
}

void am_solver_write(const am_solver *solver, am_buffer *out) {
  const char *between = "";
  for (size_t i = 0; i < SETTINGS; i++) {
    const setting *row = &rows[i];
    if (row->kind >= ENGINE || is_unset(solver, row)) continue;
    am_buffer_add(out, "%s%s: ", between, row->key);
    write_setting(solver, row, out);
    between = ", ";
  }
}

am_settings am_settings_default(void) {
  am_settings settings = {.solver = am_solver_default, .engine = "auto"};
  settings.solver.scheme = am_scheme_find("auto");
  return settings;
}

static am_yaml_shape shape_of(am_arena *arena, const setting *row) {
  am_yaml_shape shape = AM_A_NUMBER;
  size_t count;
  if (row->names) shape = (am_yaml_shape)AM_WORDS(row->names);
  if (row->kind == WHOLE) shape = (am_yaml_shape)AM_A_WHOLE;
  if (row->kind == LARGEST) shape.keys = largest_keys;
  if (row->kind == FLAG) shape = (am_yaml_shape)AM_A_FLAG;
  if (row->kind == SCHEME)
    shape = (am_yaml_shape)AM_WORDS(am_scheme_names(arena, true, &count));
  return shape;
}

const am_yaml_key *am_settings_keys(am_arena *arena) {
  am_yaml_key *keys = AM_ARRAY(arena, am_yaml_key, SETTINGS + 1);
  for (size_t i = 0; i < SETTINGS; i++)
    keys[i] = (am_yaml_key){rows[i].key, shape_of(arena, &rows[i]),
                            rows[i].about};
  keys[SETTINGS] = (am_yaml_key){0};
  return keys;
}

am_place am_setting_place(const am_yaml *map, const char *key,
                          am_place otherwise) {
  const am_yaml *node = map ? am_yaml_get(map, key) : NULL;
  return node ? node->place : otherwise;
}

am_status am_settings_read(am_report *report, const am_yaml *map,
                           am_settings *settings) {
  AM_TRY(am_yaml_keys_known(report, map, "solver",
                            am_settings_keys(report->arena)));
  for (size_t i = 0; i < SETTINGS; i++) {
    const am_yaml *node = am_yaml_get(map, rows[i].key);
    if (node) AM_TRY(read_setting(report, &rows[i], node, settings));
  }
  const am_yaml *strategy = am_yaml_get(map, "strategy");
  if (strategy) settings->strategy_place = strategy->place;
  settings->tangent_given = am_yaml_get(map, "tangent");
  /* Checks that the settings are consistent */
  am_solver *solver = &settings->solver;
  const am_yaml *rtol = am_yaml_get(map, "rtol");
  if (solver->atol == 0 && solver->rtol == 0)
    return am_error(report, AM_INPUT, rtol->place,
                    "solver.atol and solver.rtol are both 0, at least one "
                    "must be positive");
  if (solver->strategy == AM_STRATEGY_CONVENTIONAL &&
      am_scheme_is_chain(solver->scheme))
    solver->scheme = am_scheme_find("implicit-euler");
  if (solver->strategy == AM_STRATEGY_CONVENTIONAL &&
      strcmp(solver->scheme->name, "implicit-euler"))
    return am_error(report, AM_INPUT, settings->strategy_place,
                    "the strategy 'conventional' needs the scheme "
                    "'implicit-euler', found '%s'",
                    solver->scheme->name);
  return AM_OK;
}

/* Names of the strain measures. */

const char *const am_kinematics_names[AM_KINEMATICS + 1] = {
    [AM_KINEMATICS_SMALL] = "small",
    [AM_KINEMATICS_LOGARITHMIC] = "logarithmic"};

am_status am_kinematics_read(am_report *report, const am_yaml *node,
                             am_kinematics *kinematics) {
  size_t chosen;
  AM_TRY(am_choice(report, node, "kinematics", am_kinematics_names,
                   AM_KINEMATICS, &chosen));
  *kinematics = (am_kinematics)chosen;
  return AM_OK;
}
