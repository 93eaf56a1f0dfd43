/* expectation.c: the key `expect` of a case or of a material's check. */
#include "path/reading.h"

static const char *const keys[] = {"column",   "time",   "value",
                                   "file",     "tolerance", "absolute",
                                   "source",   NULL};
static const char *const with_column[] = {"time",     "value",  "tolerance",
                                          "absolute", "source", NULL};
static const char *const with_file[] = {"tolerance", "absolute", "source",
                                        NULL};

static am_status read_number(am_report *report, const am_yaml *map,
                             const char *key, double *value) {
  const am_yaml *node;
  AM_TRY(am_required(report, map, "this expectation", key, &node));
  return am_yaml_number(report, node, key, value);
}

static am_status read_value(am_report *report, const am_yaml *map,
                            am_expectation *item) {
  const am_yaml *column;
  AM_TRY(am_required(report, map, "this expectation", "column", &column));
  AM_TRY(am_compatible_keys(report, map, "column", with_column));
  AM_TRY(am_yaml_text(report, column, "column", &item->column));
  AM_TRY(read_number(report, map, "time", &item->time));
  return read_number(report, map, "value", &item->value);
}

static am_status read_file(am_arena *arena, am_report *report,
                           const am_yaml *map, const am_yaml *file,
                           const am_case *result, am_expectation *item) {
  AM_TRY(am_compatible_keys(report, map, "file", with_file));
  return am_input_name(arena, report, file, "file", result, &item->file);
}

static am_status read_bounds(am_report *report, const am_yaml *map,
                             am_expectation *item) {
  const am_yaml *tolerance = am_yaml_get(map, "tolerance");
  const am_yaml *absolute = am_yaml_get(map, "absolute");
  if (absolute)
    AM_TRY(am_bounded_number(report, absolute, "absolute", false,
                             &item->absolute));
  else
    AM_TRY(am_required(report, map, "this expectation", "tolerance",
                       &tolerance));
  return tolerance ? am_bounded_number(report, tolerance, "tolerance", false,
                                       &item->tolerance)
                   : AM_OK;
}

static am_status read_item(am_arena *arena, am_report *report,
                           const am_yaml *map, const am_case *result,
                           am_expectation *item) {
  AM_TRY(am_known_keys(report, map, "an expectation", keys));
  item->place = map->place;
  const am_yaml *file = am_yaml_get(map, "file");
  if (file)
    AM_TRY(read_file(arena, report, map, file, result, item));
  else
    AM_TRY(read_value(report, map, item));
  return read_bounds(report, map, item);
}

am_status am_expectations_read(am_arena *arena, am_report *report,
                               const am_yaml *list, am_case *result) {
  AM_TRY(am_yaml_expect(report, list, AM_YAML_SEQUENCE, "expect"));
  result->expectations = AM_ARRAY(arena, am_expectation, list->count);
  result->expectation_count = list->count;
  for (size_t i = 0; i < list->count; i++)
    AM_TRY(read_item(arena, report, list->items[i], result,
                     &result->expectations[i]));
  return AM_OK;
}
