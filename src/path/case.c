#include "path/case.h"

#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "path/reading.h"

/* One key of a case. */
typedef struct {
  const char *key;
  am_status (*read)(am_reading *reading, const am_yaml *node);
} entry;

static const char *const default_columns[] = {"time", "strain", "stress",
                                              "internal", "substeps"};
enum { DEFAULT_COLUMNS = sizeof default_columns / sizeof *default_columns };

/* Of a volume element. */
static const char *const element_columns[] = {
    "time", "strain", "stress", "iterations", "equilibrium", "substeps"};
enum { ELEMENT_COLUMNS = sizeof element_columns / sizeof *element_columns };

static am_status read_format(am_reading *reading, const am_yaml *node) {
  double version;
  AM_TRY(am_yaml_number(reading->report, node, "format", &version));
  if (version == 1) return AM_OK;
  return am_error(reading->report, AM_INPUT, node->place,
                  "expected format to be 1, the one this program reads, "
                  "found %s",
                  am_yaml_describe(reading->arena, node));
}

static am_status read_title(am_reading *reading, const am_yaml *node) {
  return am_yaml_text(reading->report, node, "case",
                      &reading->result->title);
}

static am_status read_material(am_reading *reading, const am_yaml *node) {
  reading->result->material_place = node->place;
  return am_yaml_text(reading->report, node, "material",
                      &reading->result->material);
}

static am_status read_parameters(am_reading *reading, const am_yaml *node) {
  reading->result->parameters = node;
  return am_yaml_expect(reading->report, node, AM_YAML_MAPPING,
                        "parameters");
}

static am_status read_set(am_reading *reading, const am_yaml *node) {
  reading->result->parameter_set_place = node->place;
  return am_yaml_text(reading->report, node, "parameter_set",
                      &reading->result->parameter_set);
}

/* A tensor of numbers; a plain 0 is zero. */
static am_status read_strain(am_report *report, const am_yaml *node,
                             double *strain) {
  double number;
  if (am_yaml_is_number(node)) {
    AM_TRY(am_yaml_number(report, node, "initial.strain", &number));
    if (number == 0) return AM_OK;
  }
  AM_TRY(am_known_keys(report, node, "initial.strain", am_component_keys));
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
  return strain ? read_strain(report, strain, description->strain) : AM_OK;
}

static am_status read_initial(am_reading *reading, const am_yaml *node) {
  return am_case_start(reading->report, node, reading->result);
}

static am_status read_path(am_reading *reading, const am_yaml *node) {
  reading->result->path = node;
  AM_TRY(am_yaml_expect(reading->report, node, AM_YAML_SEQUENCE, "path"));
  if (node->count) return AM_OK;
  return am_error(reading->report, AM_INPUT, node->place,
                  "the path has no segments");
}

static am_status read_columns(am_reading *reading, const am_yaml *node) {
  am_case *result = reading->result;
  AM_TRY(am_yaml_expect(reading->report, node, AM_YAML_SEQUENCE,
                        "output.columns"));
  if (!node->count)
    return am_error(reading->report, AM_INPUT, node->place,
                    "output.columns names no column");
  result->column_count = node->count;
  result->columns = AM_ARRAY(reading->arena, const char *, node->count);
  result->column_places = AM_ARRAY(reading->arena, am_place, node->count);
  for (size_t i = 0; i < node->count; i++) {
    result->column_places[i] = node->items[i]->place;
    AM_TRY(am_yaml_text(reading->report, node->items[i], "a column",
                        &result->columns[i]));
  }
  return AM_OK;
}

static am_status read_time_list(am_arena *arena, am_report *report,
                                const am_yaml *node, const char *what,
                                am_case *result) {
  size_t count = node->count;
  result->times = AM_TIMES_GIVEN;
  result->time_count = count;
  result->time_list = AM_ARRAY(arena, double, count);
  result->time_places = AM_ARRAY(arena, am_place, count);
  if (!count)
    return am_error(report, AM_INPUT, node->place, "%s is an empty list",
                    what);
  for (size_t i = 0; i < count; i++) {
    double *time = &result->time_list[i];
    result->time_places[i] = node->items[i]->place;
    AM_TRY(am_yaml_number(report, node->items[i], "a time", time));
    if (i && *time <= time[-1])
      return am_error(report, AM_INPUT, node->items[i]->place,
                      "times increase strictly: expected one after %.15g, "
                      "found %s",
                      time[-1], am_yaml_describe(arena, node->items[i]));
  }
  return AM_OK;
}

am_status am_times_read(am_arena *arena, am_report *report,
                        const am_yaml *node, const char *what,
                        am_case *result) {
  static const char *const words[] = {"all", "last"};
  size_t index;
  if (node->kind == AM_YAML_SEQUENCE)
    return read_time_list(arena, report, node, what, result);
  AM_TRY(am_choice(report, node,
                   am_format(arena, "%s, if it is not a list of times,",
                             what),
                   words, 2, &index));
  result->times = index ? AM_TIMES_LAST : AM_TIMES_ALL;
  return AM_OK;
}

static am_status read_output(am_reading *reading, const am_yaml *node) {
  static const char *const keys[] = {"file",   "columns", "times",
                                     "fields", "restart", NULL};
  AM_TRY(am_known_keys(reading->report, node, "output", keys));
  reading->result->fields = am_yaml_get(node, "fields");
  reading->result->restart = am_yaml_get(node, "restart");
  const am_yaml *file = am_yaml_get(node, "file");
  const am_yaml *columns = am_yaml_get(node, "columns");
  if (file)
    AM_TRY(am_output_name(reading->report, file, "output.file",
                          &reading->result->output));
  const am_yaml *times = am_yaml_get(node, "times");
  if (columns) AM_TRY(read_columns(reading, columns));
  return times ? am_times_read(reading->arena, reading->report, times,
                               "output.times", reading->result)
               : AM_OK;
}

static am_status read_expect(am_reading *reading, const am_yaml *node) {
  am_case *result = reading->result;
  return am_expectations_read(reading->arena, reading->report, node,
                              result->folder, &result->expectations,
                              &result->expectation_count);
}

static am_status read_points(am_reading *reading, const am_yaml *node) {
  reading->result->points = node;
  return am_yaml_expect(reading->report, node, AM_YAML_MAPPING, "points");
}

static am_status read_fit(am_reading *reading, const am_yaml *node) {
  am_fitting *fitting;
  AM_TRY(am_fitting_read(reading->arena, reading->report, node,
                         reading->result->folder, &fitting));
  reading->result->fit = fitting;
  return AM_OK;
}

static am_status read_microstructure(am_reading *reading,
                                     const am_yaml *node) {
  reading->result->microstructure = node;
  return am_yaml_expect(reading->report, node, AM_YAML_MAPPING,
                        "microstructure");
}

static am_status read_phases(am_reading *reading, const am_yaml *node) {
  reading->result->phases = node;
  return am_yaml_expect(reading->report, node, AM_YAML_MAPPING, "phases");
}

static am_status read_homogenization(am_reading *reading,
                                     const am_yaml *node) {
  reading->result->homogenization = node;
  return am_yaml_expect(reading->report, node, AM_YAML_MAPPING,
                        "homogenization");
}

static void take_settings(am_case *result, const am_settings *settings) {
  result->solver = settings->solver;
  result->strategy_place = settings->strategy_place;
  result->tangent_given = settings->tangent_given;
  result->engine = settings->engine;
  result->engine_place = settings->engine_place;
  result->single = settings->single;
}

static am_status read_solver(am_reading *reading, const am_yaml *map) {
  am_settings settings = am_settings_default();
  AM_TRY(am_settings_read(reading->report, map, &settings));
  take_settings(reading->result, &settings);
  reading->result->settings = map;
  return AM_OK;
}

static const entry entries[] = {
    {"format", read_format},
    {"case", read_title},
    {"material", read_material},
    {"parameters", read_parameters},
    {"parameter_set", read_set},
    {"initial", read_initial},
    {"solver", read_solver},
    {"path", read_path},
    {"output", read_output},
    {"expect", read_expect},
    {"points", read_points},
    {"fit", read_fit},
    {"microstructure", read_microstructure},
    {"phases", read_phases},
    {"homogenization", read_homogenization},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static void set_columns(am_reading *reading, const char *const *names,
                        size_t count) {
  am_case *result = reading->result;
  result->column_count = count;
  result->columns = AM_ARRAY(reading->arena, const char *, count);
  memcpy(result->columns, names, count * sizeof *names);
  result->column_places = AM_ARRAY(reading->arena, am_place, count);
}

static void set_defaults(am_reading *reading, bool element) {
  const am_settings settings = am_settings_default();
  am_case *result = reading->result;
  result->title = "";
  take_settings(result, &settings);
  if (element)
    set_columns(reading, element_columns, ELEMENT_COLUMNS);
  else
    set_columns(reading, default_columns, DEFAULT_COLUMNS);
}

/* A volume element has phases instead of a material. */
static am_status check_phases(am_reading *reading, const am_yaml *map) {
  static const char *const kept[] = {
      "format",         "case",   "initial", "solver", "path", "output",
      "expect", "phases", "homogenization", NULL};
  const am_yaml *found;
  AM_TRY(am_required(reading->report, map, "a case with a microstructure",
                     "phases", &found));
  return am_compatible_keys(reading->report, map, "microstructure", kept);
}

/* Keys that only a volume element has. */
static am_status refuse_keys(am_reading *reading, const am_yaml *map,
                             const char *const *keys) {
  for (size_t i = 0; map && keys[i]; i++) {
    const am_yaml *found = am_yaml_get(map, keys[i]);
    if (found)
      return am_error(reading->report, AM_INPUT, found->key_place,
                      "'%s' goes with 'microstructure', which is missing",
                      keys[i]);
  }
  return AM_OK;
}

static am_status check_point(am_reading *reading, const am_yaml *map) {
  static const char *const keys[] = {"phases", "homogenization", NULL};
  static const char *const output_keys[] = {"fields", "restart", NULL};
  AM_TRY(refuse_keys(reading, map, keys));
  return refuse_keys(reading, am_yaml_get(map, "output"), output_keys);
}

/* The keys that a case needs, and the one that an inline case has not. */
static am_status check_presence(am_reading *reading, const am_yaml *map,
                                bool inline_case) {
  const am_yaml *found = am_yaml_get(map, "material");
  if (inline_case && found)
    return am_error(reading->report, AM_INPUT, found->key_place,
                    "a case among a material's checks names no material: it "
                    "is run with that material");
  if (!inline_case)
    AM_TRY(am_required(reading->report, map, "the case", "case", &found));
  if (am_yaml_get(map, "microstructure"))
    AM_TRY(check_phases(reading, map));
  else
    AM_TRY(check_point(reading, map));
  if (!inline_case && !am_yaml_get(map, "microstructure"))
    AM_TRY(am_required(reading->report, map, "the case", "material", &found));
  if (am_yaml_get(map, "points") || am_yaml_get(map, "fit")) return AM_OK;
  return am_required(reading->report, map, "the case", "path", &found);
}

am_status am_case_from(am_arena *arena, am_report *report,
                       const am_yaml *map, const char *folder,
                       bool inline_case, am_case **result) {
  const char *keys[ENTRIES + 1] = {NULL};
  for (size_t i = 0; i < ENTRIES; i++) keys[i] = entries[i].key;
  am_reading reading = {arena, report, AM_NEW(arena, am_case)};
  AM_TRY(am_known_keys(report, map, "the case", keys));
  reading.result->source = map->place.source;
  reading.result->file = map->place.source->name;
  reading.result->folder = folder;
  set_defaults(&reading, am_yaml_get(map, "microstructure") != NULL);
  AM_TRY(check_presence(&reading, map, inline_case));
  for (size_t i = 0; i < ENTRIES; i++) {
    const am_yaml *node = am_yaml_get(map, entries[i].key);
    if (node) AM_TRY(entries[i].read(&reading, node));
  }
  reading.result->column_required = reading.result->column_count;
  *result = reading.result;
  return AM_OK;
}

static const char *folder_of(am_arena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return ".";
  return slash == path ? "/" : am_copy(arena, path, (size_t)(slash - path));
}

am_status am_case_read(am_arena *arena, am_report *report, const char *path,
                       const char *const *sets, size_t set_count,
                       am_case **result) {
  am_yaml *root;
  AM_TRY(am_yaml_read(arena, report, path, &root));
  for (size_t i = 0; i < set_count; i++)
    AM_TRY(am_yaml_set(arena, report, root, am_yaml_option, sets[i]));
  return am_case_from(arena, report, root, folder_of(arena, path), false,
                      result);
}
