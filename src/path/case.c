/* case.c: a case file, key by key. */
#include "path/case.h"

#include <stddef.h>
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/rotation.h"
#include "base/data.h"
#include "base/text.h"
#include "path/reading.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  am_case *result;
} reader;

/* One key of a case, which has a reader, is a text, or stays a mapping.  Its
 * fields of am_case are told by their offsets, 0: it has none. */
typedef struct {
  const char *key;
  am_status (*read)(reader *r, const am_yaml *node);
  size_t text, place, mapping;
} entry;

static const char *const default_columns[] = {"time", "strain", "stress",
                                              "internal", "substeps"};
enum { DEFAULT_COLUMNS = sizeof default_columns / sizeof *default_columns };

/* Of a volume element. */
static const char *const element_columns[] = {
    "time", "strain", "stress", "iterations", "equilibrium", "substeps"};
enum { ELEMENT_COLUMNS = sizeof element_columns / sizeof *element_columns };

static am_status read_format(reader *r, const am_yaml *node) {
  return am_yaml_format(r->report, node);
}

/* A tensor of numbers; a plain 0 is zero. */
static am_status read_strain(am_report *report, const am_yaml *node,
                             double *strain) {
  double number;
  if (am_yaml_is_number(node)) {
    AM_TRY(am_yaml_number(report, node, "initial.strain", &number));
    if (number == 0) return AM_OK;
  }
  AM_TRY(am_known_keys(report, node, "initial.strain", am_component_names));
  for (size_t i = 0; i < node->count; i++) {
    const am_yaml *item = node->items[i];
    double *value = &strain[am_component_index(item->key)];
    AM_TRY(am_yaml_number(report, item, "a strain component", value));
  }
  return AM_OK;
}

am_status am_case_start(am_report *report, const am_yaml *initial,
                        am_case *description) {
  AM_TRY(am_yaml_expect(report, initial, AM_YAML_MAPPING, "initial"));
  description->initial = initial;
  description->time = 0;
  memset(description->strain, 0, sizeof description->strain);
  const am_yaml *time = am_yaml_get(initial, "time");
  if (time)
    AM_TRY(am_yaml_number(report, time, "initial.time", &description->time));
  const am_yaml *strain = am_yaml_get(initial, "strain");
  if (strain) AM_TRY(read_strain(report, strain, description->strain));
  for (int c = 0; c < 6; c++)
    description->strain[c] *= am_strain_scale(description, c);
  return AM_OK;
}

static am_status read_initial(reader *r, const am_yaml *node) {
  return am_case_start(r->report, node, r->result);
}

static am_status read_rotation(reader *r, const am_yaml *node) {
  static const char *const keys[] = {"phi1", "Phi", "phi2", "unit", NULL};
  static const char *const units[] = {"degree", "radian"};
  enum { DEGREE, UNITS = 2 };
  const am_yaml *unit;
  size_t chosen;
  double angles[3] = {0};
  AM_TRY(am_known_keys(r->report, node, "rotation", keys));
  AM_TRY(am_required(r->report, node, "rotation", "unit", &unit));
  AM_TRY(am_choice(r->report, unit, "rotation.unit", units, UNITS, &chosen));
  for (int i = 0; i < 3; i++) {
    const am_yaml *angle = am_yaml_get(node, keys[i]);
    if (angle)
      AM_TRY(am_yaml_number(r->report, angle, "an angle", &angles[i]));
  }
  double(*q)[6] = am_arena_alloc(r->arena, 6 * sizeof *q);
  am_rotation(angles, chosen == DEGREE, q);
  r->result->rotation = (const double(*)[6])q;
  r->result->rotation_given = node;
  return AM_OK;
}

/* `true`, or the temperature at the start. */
static am_status read_adiabatic(reader *r, const am_yaml *node) {
  bool is;
  r->result->temperature = NAN;
  r->result->adiabatic = node;
  if (am_yaml_is_number(node))
    return am_yaml_number(r->report, node, "adiabatic",
                          &r->result->temperature);
  AM_TRY(am_yaml_boolean(r->report, node, "adiabatic", &is));
  if (!is) r->result->adiabatic = NULL;
  return AM_OK;
}

double am_strain_scale(const am_case *description, int c) {
  return description->voigt && c >= 3 ? 0.5 : 1;
}

static am_status read_notation(reader *r, const am_yaml *node) {
  static const char *const words[] = {"tensor", "voigt"};
  size_t index;
  AM_TRY(am_choice(r->report, node, "notation", words, 2, &index));
  r->result->voigt = r->result->voigt_shown = index == 1;
  return AM_OK;
}

static am_status read_path(reader *r, const am_yaml *node) {
  r->result->path = node;
  AM_TRY(am_yaml_expect(r->report, node, AM_YAML_SEQUENCE, "path"));
  am_watch *watch = AM_NEW(r->arena, am_watch);
  r->result->watch = watch;
  if (node->count) return am_watch_read(r->arena, r->report, node, watch);
  return am_error(r->report, AM_INPUT, node->place,
                  "the path has no segments");
}

static am_status read_output(reader *r, const am_yaml *node) {
  return am_case_output_read(r->arena, r->report, node, r->result);
}

static am_status read_expect(reader *r, const am_yaml *node) {
  return am_expectations_read(r->arena, r->report, node,
                              r->result);
}

static am_status read_fit(reader *r, const am_yaml *node) {
  am_fitting *fitting;
  AM_TRY(am_fitting_read(r->arena, r->report, node,
                         r->result->folder, &fitting));
  r->result->fit = fitting;
  return AM_OK;
}

static void take_settings(am_case *result, const am_settings *settings) {
  result->solver = settings->solver;
  result->strategy_place = settings->strategy_place;
  result->tangent_given = settings->tangent_given;
  result->engine = settings->engine;
  result->engine_place = settings->engine_place;
  result->single = settings->single;
}

static am_status read_solver(reader *r, const am_yaml *map) {
  am_settings settings = am_settings_default();
  AM_TRY(am_settings_read(r->report, map, &settings));
  take_settings(r->result, &settings);
  r->result->settings = map;
  return AM_OK;
}

/* Read in this order. */
static const entry entries[] = {
    {.key = "format", .read = read_format},
    {.key = "case", .text = offsetof(am_case, title)},
    {.key = "material",
     .text = offsetof(am_case, material),
     .place = offsetof(am_case, material_place)},
    {.key = "parameters", .mapping = offsetof(am_case, parameters)},
    {.key = "parameter_set",
     .text = offsetof(am_case, parameter_set),
     .place = offsetof(am_case, parameter_set_place)},
    {.key = "rotation", .read = read_rotation},
    {.key = "adiabatic", .read = read_adiabatic},
    {.key = "notation", .read = read_notation},
    {.key = "initial", .read = read_initial},
    {.key = "solver", .read = read_solver},
    {.key = "path", .read = read_path},
    {.key = "output", .read = read_output},
    {.key = "expect", .read = read_expect},
    {.key = "points", .mapping = offsetof(am_case, points)},
    {.key = "fit", .read = read_fit},
    {.key = "microstructure", .mapping = offsetof(am_case, microstructure)},
    {.key = "phases", .mapping = offsetof(am_case, phases)},
    {.key = "homogenization", .mapping = offsetof(am_case, homogenization)},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static void set_defaults(reader *r, bool element) {
  const am_settings settings = am_settings_default();
  am_case *result = r->result;
  size_t count = element ? ELEMENT_COLUMNS : DEFAULT_COLUMNS;
  result->title = "";
  take_settings(result, &settings);
  result->column_count = count;
  result->columns = AM_ARRAY(r->arena, const char *, count);
  memcpy(result->columns, element ? element_columns : default_columns,
         count * sizeof *result->columns);
  result->column_places = AM_ARRAY(r->arena, am_place, count);
}

/* A volume element has phases instead of a material, and some keys are its
 * alone. */
static am_status check_element(reader *r, const am_yaml *map) {
  static const char *const allowed[] = {
      "format", "case",   "notation", "initial",        "solver", "path",
      "output", "expect", "phases",   "homogenization", NULL};
  static const char *const own[] = {"phases", "homogenization", NULL};
  static const char *const own_output[] = {"fields", "restart", NULL};
  const am_yaml *found, *output = am_yaml_get(map, "output");
  if (am_yaml_get(map, "microstructure")) {
    AM_TRY(am_required(r->report, map, "a case with a microstructure",
                       "phases", &found));
    return am_compatible_keys(r->report, map, "microstructure",
                              allowed);
  }
  for (int in_output = 0; in_output < 2; in_output++) {
    const am_yaml *where = in_output ? output : map;
    const char *const *keys = in_output ? own_output : own;
    for (; where && *keys; keys++) {
      found = am_yaml_get(where, *keys);
      if (found)
        return am_error(r->report, AM_INPUT, found->key_place,
                        "'%s' goes with 'microstructure', which is missing",
                        *keys);
    }
  }
  return AM_OK;
}

/* The keys that a case needs, and the one that an inline case has not. */
static am_status check_presence(reader *r, const am_yaml *map,
                                bool inline_case) {
  const am_yaml *found = am_yaml_get(map, "material");
  if (inline_case && found)
    return am_error(r->report, AM_INPUT, found->key_place,
                    "a case among a material's checks names no material: it "
                    "is run with that material");
  if (!inline_case)
    AM_TRY(am_required(r->report, map, "the case", "case", &found));
  AM_TRY(check_element(r, map));
  if (!inline_case && !am_yaml_get(map, "microstructure"))
    AM_TRY(am_required(r->report, map, "the case", "material", &found));
  if (am_yaml_get(map, "points") || am_yaml_get(map, "fit")) return AM_OK;
  return am_required(r->report, map, "the case", "path", &found);
}

static am_status read_entry(reader *r, const entry *row,
                            const am_yaml *node) {
  char *fields = (char *)r->result;
  if (row->read) return row->read(r, node);
  if (row->place) memcpy(fields + row->place, &node->place, sizeof node->place);
  if (row->text)
    return am_yaml_text(r->report, node, row->key,
                        (const char **)(void *)(fields + row->text));
  memcpy(fields + row->mapping, &node, sizeof node);
  return am_yaml_expect(r->report, node, AM_YAML_MAPPING, row->key);
}

am_status am_case_from(am_arena *arena, am_report *report,
                       const am_yaml *map, const char *folder,
                       bool inline_case, am_case **result) {
  const char *keys[ENTRIES + 1] = {NULL};
  for (size_t i = 0; i < ENTRIES; i++) keys[i] = entries[i].key;
  reader r = {.arena = arena, .report = report,
                        .result = AM_NEW(arena, am_case)};
  AM_TRY(am_known_keys(report, map, "the case", keys));
  r.result->source = map->place.source;
  r.result->file = map->place.source->name;
  r.result->folder = folder;
  r.result->confined = inline_case;
  set_defaults(&r, am_yaml_get(map, "microstructure") != NULL);
  AM_TRY(check_presence(&r, map, inline_case));
  for (size_t i = 0; i < ENTRIES; i++) {
    const am_yaml *node = am_yaml_get(map, entries[i].key);
    if (node) AM_TRY(read_entry(&r, &entries[i], node));
  }
  r.result->column_required = r.result->column_count;
  *result = r.result;
  return AM_OK;
}

am_status am_case_read(am_arena *arena, am_report *report, const char *path,
                       const char *const *sets, size_t set_count,
                       am_case **result) {
  am_yaml *root;
  const char *slash = strrchr(path, '/'), *folder = ".";
  if (slash)
    folder = slash == path ? "/"
                           : am_copy(arena, path, (size_t)(slash - path));
  AM_TRY(am_yaml_read(arena, report, path, &root));
  for (size_t i = 0; i < set_count; i++)
    AM_TRY(am_yaml_set(arena, report, root, am_yaml_option, sets[i]));
  return am_case_from(arena, report, root, folder, false, result);
}

/* ---- files that a case names -------------------------------------------- */

am_status am_input_name(am_arena *arena, am_report *report,
                        const am_yaml *node, const char *what,
                        const am_case *description, const char **path) {
  const char *name;
  AM_TRY(am_yaml_text(report, node, what, &name));
  if (!*name)
    return am_error(report, AM_INPUT, node->place, "%s is empty", what);
  *path = am_input_path(arena, description->folder, name);
  if (!description->confined) return AM_OK;
  bool below = am_is_below(name);
  if (below && !am_leads_away(arena, *path, description->folder,
                              description->file))
    return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "expected a %s of a material's checks to lie below the "
                  "folder of the material, not hidden, found %s%s",
                  what, am_yaml_describe(arena, node),
                  below ? ", which is a link to elsewhere" : "");
}
