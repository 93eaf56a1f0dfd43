/* settings.c: defaults of the settings, and a table of keys with reader and
 * writer. */
#include "solver/settings.h"

#include <stddef.h>
#include <string.h>

#include "solver/solver.h"

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

/* Destination of the values that are read */
typedef struct {
  am_report *report;
  am_settings *settings;
} reading;

typedef struct setting setting;
struct setting {
  const char *key, *what, *about;
  am_status (*read)(const setting *row, const am_yaml *node, reading *r);
  void (*write)(const setting *row, const void *value, am_buffer *out);
  size_t offset;             /* of the value in am_solver */
  bool positive;             /* numbers: 0 is out of range */
  long most;                 /* maximum of an integer */
  const char *const *names;  /* names of a choice [count], terminated by NULL */
  size_t count;
};

static void *place_of(const setting *row, reading *r) {
  return (char *)&r->settings->solver + row->offset;
}

static am_status read_number(const setting *row, const am_yaml *node,
                             reading *r) {
  return am_bounded_number(r->report, node, row->what, row->positive,
                           place_of(row, r));
}

static am_status read_relative(const setting *row, const am_yaml *node,
                               reading *r) {
  return am_relative_number(r->report, node, row->what, row->positive,
                            place_of(row, r));
}

static void write_number(const setting *row, const void *value,
                         am_buffer *out) {
  (void)row;
  am_buffer_add(out, "%.17g", *(const double *)value);
}

static const am_yaml_key largest_keys[] = {
    {"time", AM_A_NUMBER, "the longest substep [time]"}, {0}};

static am_status read_integer(const setting *row, const am_yaml *node,
                              reading *r) {
  long value;
  AM_TRY(am_yaml_integer(r->report, node, row->what, 1, row->most,
                         &value));
  *(int *)place_of(row, r) = (int)value;
  return AM_OK;
}

/* Reads a fraction of the loading step, or {time: T}. */
static am_status read_largest(const setting *row, const am_yaml *node,
                              reading *r) {
  am_solver *solver = &r->settings->solver;
  if (node->kind != AM_YAML_MAPPING) {
    solver->largest_time = 0;
    AM_TRY(am_bounded_number(r->report, node, row->what, true,
                             &solver->largest_part));
    if (solver->largest_part <= 1) return AM_OK;
    return am_error(r->report, AM_INPUT, node->place,
                    "expected %s to be at most 1 (fraction of the loading "
                    "step), found %g; write a time as '{time: %g}'",
                    row->what, solver->largest_part, solver->largest_part);
  }
  AM_TRY(am_yaml_keys_known(r->report, node, row->what, largest_keys));
  const am_yaml *time = am_yaml_get(node, "time");
  if (!time)
    return am_error(r->report, AM_INPUT, node->place,
                    "missing key 'time' in %s", row->what);
  solver->largest_part = 1;
  return am_bounded_number(r->report, time, "solver.largest_substep.time", true,
                           &solver->largest_time);
}

static void write_largest(const setting *row, const void *value,
                          am_buffer *out) {
  (void)row;
  const am_solver *s =
      (const am_solver *)((const char *)value - row->offset);
  if (s->largest_time > 0)
    am_buffer_add(out, "{time: %.17g}", s->largest_time);
  else
    am_buffer_add(out, "%.17g", s->largest_part);
}

static void write_integer(const setting *row, const void *value,
                          am_buffer *out) {
  (void)row;
  am_buffer_add(out, "%d", *(const int *)value);
}

static am_status read_flag(const setting *row, const am_yaml *node,
                           reading *r) {
  return am_yaml_boolean(r->report, node, row->what,
                         place_of(row, r));
}

static void write_flag(const setting *row, const void *value,
                       am_buffer *out) {
  (void)row;
  am_buffer_add(out, "%s", *(const bool *)value ? "true" : "false");
}

static am_status read_choice(const setting *row, const am_yaml *node,
                             reading *r) {
  size_t index;
  AM_TRY(am_choice(r->report, node, row->what, row->names, row->count,
                   &index));
  unsigned value = (unsigned)index;
  memcpy(place_of(row, r), &value, sizeof value);
  return AM_OK;
}

static void write_choice(const setting *row, const void *value,
                         am_buffer *out) {
  unsigned index;
  memcpy(&index, value, sizeof index);
  am_buffer_add(out, "%s", row->names[index]);
}

/* write_choice copies the bytes of any enumeration into an unsigned. */
_Static_assert(sizeof(am_strategy) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(am_control) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(am_error_control) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(am_tangent_control) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(am_newton_on) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(am_tangent_mode) == sizeof(unsigned), "enum size");

static const char *const engine_names[] = {"auto", "interp", "native",
                                           "cuda", NULL};

static am_status read_engine(const setting *row, const am_yaml *node,
                             reading *r) {
  size_t index;
  AM_TRY(am_choice(r->report, node, row->what, row->names, row->count,
                   &index));
  r->settings->engine = row->names[index];
  r->settings->engine_place = node->place;
  return AM_OK;
}

const char *const am_precisions[] = {"double", "single", NULL};

static am_status read_precision(const setting *row, const am_yaml *node,
                                reading *r) {
  size_t index;
  AM_TRY(am_choice(r->report, node, row->what, row->names, row->count,
                   &index));
  r->settings->single = index == 1;
  return AM_OK;
}

static am_status read_scheme(const setting *row, const am_yaml *node,
                             reading *r) {
  size_t count, index;
  const char *const *names = am_scheme_names(r->report->arena, true, &count);
  AM_TRY(am_choice(r->report, node, row->what, names, count, &index));
  r->settings->solver.scheme = am_scheme_find(names[index]);
  return AM_OK;
}

static void write_scheme(const setting *row, const void *value,
                         am_buffer *out) {
  (void)row;
  am_buffer_add(out, "%s", (*(const am_scheme *const *)value)->name);
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
#define AM_AS(kind) .read = read_##kind, .write = write_##kind
#define AM_NAMES(list) \
  .names = list, .count = sizeof list / sizeof *list - 1

static const setting rows[] = {
    {AM_AT(scheme, "integration scheme of the internal "
                   "variables"), AM_AS(scheme)},
    {AM_AT(strategy, "source of the law's derivatives"),
     AM_AS(choice), AM_NAMES(am_strategy_names)},
    {AM_AT(control, "prescribed stresses: along the loading step, or at its "
                    "end"),
     AM_AS(choice), AM_NAMES(controls)},
    {AM_AT(error_control, "quantities under error control"), AM_AS(choice),
     AM_NAMES(error_controls)},
    {AM_AT(tangent_control, "whether the tangent is under error control"),
     AM_AS(choice), AM_NAMES(tangent_controls)},
    {AM_AT(tangent_mode, "integrate all columns of the tangent at once, or one "
                         "by one"),
     AM_AS(choice), AM_NAMES(tangent_modes)},
    {AM_AT(atol, "absolute tolerance (strain)"), AM_AS(number)},
    {AM_AT(rtol, "relative tolerance"), .read = read_relative,
     .write = write_number},
    {AM_AT(equilibrium, "relative tolerance of prescribed stresses"),
     .read = read_relative, .write = write_number, .positive = true},
    {AM_AT(newton, "tolerance of the local Newton iteration"),
     .read = read_relative, .write = write_number, .positive = true},
    {AM_AT(newton_on, "measure of convergence of the local Newton iteration"),
     AM_AS(choice), AM_NAMES(newton_ons)},
    {AM_AT(newton_iterations, "maximum number of local "
                              "iterations"), AM_AS(integer),
     .most = 1000000},
    {AM_AT(substeps, "number of equal substeps of a loading step "
                     "(implicit-euler)"),
     AM_AS(integer), .most = AM_MOST_EQUAL_SUBSTEPS},
    {AM_AT(max_substeps, "maximum number of substeps of a loading step"),
     AM_AS(integer), .most = 10000000},
    {AM_KEY(largest_substep, "fraction of the loading step, or {time: T}"),
     .offset = offsetof(am_solver, largest_part), AM_AS(largest)},
    {AM_AT(stress_scale, "stress scale S of error measures"),
     AM_AS(number), .positive = true},
    {AM_AT(tangent, "compute the tangent"), AM_AS(flag)},
    {AM_KEY(engine, "what computes"), .read = read_engine,
     AM_NAMES(engine_names)},
    {AM_KEY(precision, "precision of the arithmetic"), .read = read_precision,
     AM_NAMES(am_precisions)},
};

enum { SETTINGS = sizeof rows / sizeof *rows };

/* True for defaults that are not written: stress scale of the law (0), no
 * largest substep, one substep. */
static bool is_unset(const am_solver *solver, const setting *row) {
  bool scale = row->offset == offsetof(am_solver, stress_scale);
  bool substeps = row->offset == offsetof(am_solver, substeps);
  bool largest = row->read == read_largest;
  return (scale && solver->stress_scale == 0) ||
         (largest && solver->largest_part == 1 && !solver->largest_time) ||
         (substeps && solver->substeps == 1);
}

void am_solver_write(const am_solver *solver, am_buffer *out) {
  const char *between = "";
  for (size_t i = 0; i < SETTINGS; i++) {
    const setting *row = &rows[i];
    const char *value = (const char *)solver + row->offset;
    if (!row->write || is_unset(solver, row)) continue;
    am_buffer_add(out, "%s%s: ", between, row->key);
    row->write(row, value, out);
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
  if (row->read == read_integer) shape = (am_yaml_shape)AM_A_WHOLE;
  if (row->read == read_largest) shape.keys = largest_keys;
  if (row->read == read_flag) shape = (am_yaml_shape)AM_A_FLAG;
  if (row->read == read_scheme)
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
  reading r = {report, settings};
  AM_TRY(am_yaml_keys_known(report, map, "solver",
                            am_settings_keys(report->arena)));
  for (size_t i = 0; i < SETTINGS; i++) {
    const am_yaml *node = am_yaml_get(map, rows[i].key);
    if (node) AM_TRY(rows[i].read(&rows[i], node, &r));
  }
  const am_yaml *strategy = am_yaml_get(map, "strategy");
  if (strategy) settings->strategy_place = strategy->place;
  settings->tangent_given = am_yaml_get(map, "tangent");
  /* Consistency of settings with each other */
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
