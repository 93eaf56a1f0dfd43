#include "path/points.h"

#include <limits.h>
#include <string.h>

#include "base/basis.h"
#include "base/hash.h"
#include "base/text.h"
#include "expr/elaborate.h"
#include "path/distribution.h"
#include "path/philox.h"

enum { MOST_COMPONENTS = 6 };

static const char *const keys[] = {"count", "seed", "variables", "file",
                                   NULL};
static const char *const with_count[] = {"seed", "variables", NULL};
static const char *const with_file[] = {NULL};

static am_status check_name(am_report *report, const am_yaml *node) {
  const char *name = node->key;
  if (!am_is_name(name))
    return am_error(report, AM_INPUT, node->key_place,
                    "'%s' is no name of a variable: letters, digits and '_', "
                    "beginning with a letter",
                    am_printable(report->arena, name, strlen(name)));
  if (am_component_index(name) >= 0)
    return am_error(report, AM_INPUT, node->key_place,
                    "a variable cannot be named like the component %s", name);
  if (!am_is_reserved(name)) return AM_OK;
  return am_error(report, AM_INPUT, node->key_place,
                  "a variable cannot be named '%s', which has a meaning in "
                  "expressions",
                  name);
}

static am_status unknown(am_report *report, am_place place,
                         const char *name) {
  size_t count;
  const am_distribution *all = am_distributions(&count);
  const char **names = AM_ARRAY(report->arena, const char *, count);
  am_buffer list = {.arena = report->arena};
  for (size_t i = 0; i < count; i++) {
    names[i] = all[i].name;
    am_buffer_add(&list, "%s%s", i ? ", " : "", names[i]);
  }
  return am_error(report, AM_INPUT, place,
                  "unknown distribution '%s', expected one of %s%s",
                  am_printable(report->arena, name, strlen(name)), list.text,
                  am_suggestion(report->arena, name, names, count));
}

static const am_distribution *find(const char *name) {
  size_t count;
  const am_distribution *all = am_distributions(&count);
  for (size_t i = 0; i < count; i++)
    if (!strcmp(all[i].name, name)) return &all[i];
  return NULL;
}

/* `direction`, a word */
static am_status read_word(am_report *report, const am_yaml *node,
                           am_point_variable *variable) {
  const char *name = node->text.text;
  const am_distribution *found = variable->distribution = find(name);
  if (!found) return unknown(report, node->place, name);
  if (!found->read) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "expected {%s: %s} for '%s', found '%s'", name,
                  found->operands, variable->name, name);
}

/* `{uniform: [0, 1]}` */
static am_status read_operands(am_arena *arena, am_report *report,
                               const am_yaml *node,
                               am_point_variable *variable) {
  AM_TRY(am_yaml_expect(report, node, AM_YAML_MAPPING, variable->name));
  if (node->count != 1)
    return am_error(report, AM_INPUT, node->place,
                    "'%s' needs one distribution, found %zu", variable->name,
                    node->count);
  const am_yaml *item = node->items[0];
  const am_distribution *found = variable->distribution = find(item->key);
  if (!found) return unknown(report, item->key_place, item->key);
  if (found->read) return found->read(arena, report, item, variable);
  return am_error(report, AM_INPUT, item->key_place,
                  "'%s' is written without operands: '%s: %s'", found->name,
                  variable->name, found->name);
}

static am_status read_variable(am_arena *arena, am_report *report,
                               const am_yaml *node, am_points *points) {
  am_point_variable *variable = &points->variables[points->variable_count++];
  AM_TRY(check_name(report, node));
  *variable = (am_point_variable){.name = node->key,
                                  .offset = points->size,
                                  .stream = am_hash(node->key),
                                  .place = node->key_place};
  AM_TRY(node->kind == AM_YAML_SCALAR
             ? read_word(report, node, variable)
             : read_operands(arena, report, node, variable));
  variable->size = variable->distribution->size;
  points->size += variable->size;
  return AM_OK;
}

static am_status read_variables(am_arena *arena, am_report *report,
                                const am_yaml *map, am_points *points) {
  if (!map) return AM_OK;
  AM_TRY(am_yaml_expect(report, map, AM_YAML_MAPPING, "points.variables"));
  points->variables = AM_ARRAY(arena, am_point_variable, map->count);
  for (size_t i = 0; i < map->count; i++)
    AM_TRY(read_variable(arena, report, map->items[i], points));
  return AM_OK;
}

static am_status read_generated(am_arena *arena, am_report *report,
                                const am_yaml *map, am_points *points) {
  const am_yaml *count, *seed = am_yaml_get(map, "seed");
  long number = 0;
  AM_TRY(am_required(report, map, "points", "count", &count));
  AM_TRY(am_compatible_keys(report, map, "count", with_count));
  AM_TRY(am_yaml_integer(report, count, "points.count", 1, AM_POINTS_MOST,
                         &points->count));
  if (seed)
    AM_TRY(am_yaml_integer(report, seed, "points.seed", 0, LONG_MAX,
                           &number));
  points->seed = (uint64_t)number;
  return read_variables(arena, report, am_yaml_get(map, "variables"),
                        points);
}

/* The times and the kinds of control are those of the file. */
static am_status read_file(am_arena *arena, am_report *report,
                           const am_case *description, const am_yaml *file,
                           am_points *points) {
  AM_TRY(am_compatible_keys(report, description->points, "file", with_file));
  AM_TRY(am_input_name(arena, report, file, "points.file", description,
                       &points->file));
  points->place = file->place;
  if (!description->path) return AM_OK;
  return am_error(report, AM_INPUT, description->path->key_place,
                  "a case whose points come from a file has no path: the "
                  "file gives times and targets");
}

am_status am_points_read(am_arena *arena, am_report *report,
                         const am_case *description, am_points **result) {
  const am_yaml *map = description->points, *path;
  am_points *points = *result = AM_NEW(arena, am_points);
  AM_TRY(am_known_keys(report, map, "points", keys));
  points->place = map->place;
  const am_yaml *file = am_yaml_get(map, "file");
  if (file) return read_file(arena, report, description, file, points);
  AM_TRY(read_generated(arena, report, map, points));
  if (description->path || description->entries) return AM_OK;
  return am_required(report, map, "a case with generated points", "path",
                     &path);
}

static void draw(const am_points *points, const am_point_variable *variable,
                 long index, double *values) {
  const uint32_t key[2] = {(uint32_t)points->seed,
                           (uint32_t)(points->seed >> 32)};
  double u[MOST_COMPONENTS][2];
  for (int i = 0; i < variable->size; i++) {
    const uint32_t counter[4] = {(uint32_t)index, (uint32_t)i,
                                 (uint32_t)variable->stream,
                                 (uint32_t)(variable->stream >> 32)};
    am_philox_uniform(counter, key, u[i]);
  }
  variable->distribution->draw(variable, (const double(*)[2])u, values);
}

void am_points_draw(const am_points *points, long index, double *values) {
  for (int i = 0; i < points->variable_count; i++) {
    const am_point_variable *variable = &points->variables[i];
    draw(points, variable, index, values + variable->offset);
  }
}
