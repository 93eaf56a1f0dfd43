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

static const char *const controls[] = {"path", "step", NULL};
static const char *const error_controls[] = {"stress", "internal", NULL};
static const char *const tangent_controls[] = {"coupled", "primal", NULL};
static const char *const newton_ons[] = {"state", "stress", NULL};
static const char *const tangent_modes[] = {"vector", "column", NULL};

/* Values of the keys; indices of words. */
typedef struct {
  am_solver solver;
  unsigned scheme, engine, precision;
  long newton_iterations, substeps, max_substeps;
  const am_yaml *largest; /* or NULL */
  am_place strategy_place, engine_place;
} values;

static const am_yaml_key largest_keys[] = {
    {"time", AM_A_NUMBER, "the longest substep [time]"}, {0}};

#define AM_AT(member) AM_INTO(values, member)
#define AM_NUMBER(member, limits) \
  {.takes = AM_TAKES_NUMBER, .range = (limits), AM_AT(solver.member)}
#define AM_COUNT(member, maximum) \
  {.takes = AM_TAKES_WHOLE, .least = 1, .most = (maximum), AM_AT(member)}

/* The words of the first key are filled in by am_settings_keys. */
static const am_yaml_key rows[] = {
    {"scheme", {AM_AT(scheme)},
     "integration scheme of the internal variables"},
    {"strategy",
     {.words = am_strategy_names, AM_AT(solver.strategy),
      .place = offsetof(values, strategy_place)},
     "source of the law's derivatives"},
    {"control", {.words = controls, AM_AT(solver.control)},
     "prescribed stresses: along the loading step, or at its end"},
    {"error_control", {.words = error_controls, AM_AT(solver.error_control)},
     "quantities under error control"},
    {"tangent_control",
     {.words = tangent_controls, AM_AT(solver.tangent_control)},
     "whether the tangent is under error control"},
    {"tangent_mode", {.words = tangent_modes, AM_AT(solver.tangent_mode)},
     "integrate all columns of the tangent at once, or one by one"},
    {"atol", AM_NUMBER(atol, AM_NOT_NEGATIVE), "absolute tolerance (strain)"},
    {"rtol", AM_NUMBER(rtol, AM_FRACTION), "relative tolerance"},
    {"equilibrium", AM_NUMBER(equilibrium, AM_POSITIVE_FRACTION),
     "relative tolerance of prescribed stresses"},
    {"newton", AM_NUMBER(newton, AM_POSITIVE_FRACTION),
     "tolerance of the local Newton iteration"},
    {"newton_on", {.words = newton_ons, AM_AT(solver.newton_on)},
     "measure of convergence of the local Newton iteration"},
    {"newton_iterations", AM_COUNT(newton_iterations, 1000000),
     "maximum number of local iterations"},
    {"substeps", AM_COUNT(substeps, AM_MOST_EQUAL_SUBSTEPS),
     "number of equal substeps of a loading step (implicit-euler)"},
    {"max_substeps", AM_COUNT(max_substeps, 10000000),
     "maximum number of substeps of a loading step"},
    {"largest_substep",
     {.takes = AM_TAKES_NUMBER, .keys = largest_keys, AM_AT(largest)},
     "fraction of the loading step, or {time: T}"},
    {"stress_scale", AM_NUMBER(stress_scale, AM_POSITIVE),
     "stress scale S of error measures"},
    {"tangent", {.takes = AM_TAKES_FLAG, AM_AT(solver.tangent)},
     "compute the tangent"},
    {"engine",
     {.words = engine_names, AM_AT(engine),
      .place = offsetof(values, engine_place)},
     "what computes"},
    {"precision", {.words = am_precisions, AM_AT(precision)},
     "precision of the arithmetic"},
    {0}};

const am_yaml_key *am_settings_keys(am_arena *arena) {
  am_yaml_key *keys = AM_ARRAY(arena, am_yaml_key, sizeof rows / sizeof *rows);
  size_t count;
  memcpy(keys, rows, sizeof rows);
  keys->shape.words = am_scheme_names(arena, true, &count);
  return keys;
}

static values values_of(am_arena *arena, const am_settings *s) {
  const am_solver *solver = &s->solver;
  const char *const *scheme = am_settings_keys(arena)->shape.words;
  const char *const *engine = engine_names;
  values v = {.solver = *solver, .precision = s->single,
              .newton_iterations = solver->newton_iterations,
              .substeps = solver->substeps,
              .max_substeps = solver->max_substeps,
              .strategy_place = s->strategy_place,
              .engine_place = s->engine_place};
  while (strcmp(scheme[v.scheme], solver->scheme->name)) v.scheme++;
  while (s->engine && strcmp(engine[v.engine], s->engine)) v.engine++;
  return v;
}

/* Reads a fraction of the loading step, or {time: T}. */
static am_status read_largest(am_report *report, const am_yaml *node,
                              am_solver *solver) {
  static const char what[] = "solver.largest_substep";
  if (node->kind != AM_YAML_MAPPING) {
    solver->largest_time = 0;
    AM_TRY(am_bounded_number(report, node, what, true, &solver->largest_part));
    if (solver->largest_part <= 1) return AM_OK;
    return am_error(report, AM_INPUT, node->place,
                    "expected %s to be at most 1 (fraction of the loading "
                    "step), found %g; write a time as '{time: %g}'",
                    what, solver->largest_part, solver->largest_part);
  }
  AM_TRY(am_yaml_keys_known(report, node, what, largest_keys));
  const am_yaml *time = am_yaml_get(node, "time");
  if (!time)
    return am_error(report, AM_INPUT, node->place, "missing key 'time' in %s",
                    what);
  solver->largest_part = 1;
  return am_bounded_number(report, time, "solver.largest_substep.time", true,
                           &solver->largest_time);
}

/* Writes the value of a key with a single kind of values. */
static void write_value(const values *v, const am_yaml_shape *shape,
                        am_buffer *out) {
  const void *value = (const char *)v + shape->offset;
  if (shape->words)
    am_buffer_add(out, "%s", shape->words[*(const unsigned *)value]);
  else if (shape->takes == AM_TAKES_WHOLE)
    am_buffer_add(out, "%ld", *(const long *)value);
  else if (shape->takes == AM_TAKES_FLAG)
    am_buffer_add(out, "%s", *(const bool *)value ? "true" : "false");
  else
    am_buffer_add(out, "%.17g", *(const double *)value);
}

/* True for defaults that are not written: stress scale of the law (0), no
 * largest substep, one substep; and for the engine and its precision. */
static bool is_unset(const values *v, const char *key) {
  return (!strcmp(key, "stress_scale") && v->solver.stress_scale == 0) ||
         (!strcmp(key, "largest_substep") && v->solver.largest_part == 1 &&
          !v->solver.largest_time) ||
         (!strcmp(key, "substeps") && v->substeps == 1) ||
         !strcmp(key, "engine") || !strcmp(key, "precision");
}

void am_solver_write(const am_solver *solver, am_buffer *out) {
  const am_settings settings = {.solver = *solver};
  const values v = values_of(out->arena, &settings);
  const char *between = "";
  for (const am_yaml_key *row = am_settings_keys(out->arena); row->key; row++) {
    if (is_unset(&v, row->key)) continue;
    am_buffer_add(out, "%s%s: ", between, row->key);
    if (!row->shape.keys)
      write_value(&v, &row->shape, out);
    else if (solver->largest_time > 0)
      am_buffer_add(out, "{time: %.17g}", solver->largest_time);
    else
      am_buffer_add(out, "%.17g", solver->largest_part);
    between = ", ";
  }
}

am_settings am_settings_default(void) {
  am_settings settings = {.solver = am_solver_default, .engine = "auto"};
  settings.solver.scheme = am_scheme_find("auto");
  return settings;
}

am_place am_setting_place(const am_yaml *map, const char *key,
                          am_place otherwise) {
  const am_yaml *node = map ? am_yaml_get(map, key) : NULL;
  return node ? node->place : otherwise;
}

am_status am_settings_read(am_report *report, const am_yaml *map,
                           am_settings *settings) {
  const am_yaml_key *keys = am_settings_keys(report->arena);
  values v = values_of(report->arena, settings);
  AM_TRY(am_yaml_take(report, map, "solver", keys, &v));
  *settings = (am_settings){
      .solver = v.solver, .strategy_place = v.strategy_place,
      .tangent_given = am_yaml_get(map, "tangent"),
      .engine = engine_names[v.engine], .engine_place = v.engine_place,
      .single = v.precision};
  am_solver *solver = &settings->solver;
  solver->scheme = am_scheme_find(keys->shape.words[v.scheme]);
  solver->newton_iterations = (int)v.newton_iterations;
  solver->substeps = (int)v.substeps;
  solver->max_substeps = (int)v.max_substeps;
  if (v.largest) AM_TRY(read_largest(report, v.largest, solver));

  /* Checks that the settings are consistent */
  if (solver->atol == 0 && solver->rtol == 0)
    return am_error(report, AM_INPUT, am_yaml_get(map, "rtol")->place,
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
