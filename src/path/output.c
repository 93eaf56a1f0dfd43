/* output.c: the keys `output` and `expect` of a case: which rows and columns,
 * and what is expected of them. */
#include <math.h>

#include "base/text.h"
#include "path/case.h"
#include "path/reading.h"

static am_status read_columns(am_arena *arena, am_report *report,
                              const am_yaml *node, am_case *result) {
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE, "output.columns"));
  if (!node->count)
    return am_error(report, AM_INPUT, node->place,
                    "output.columns names no column");
  result->column_count = node->count;
  result->columns = AM_ARRAY(arena, const char *, node->count);
  result->column_places = AM_ARRAY(arena, am_place, node->count);
  for (size_t i = 0; i < node->count; i++) {
    result->column_places[i] = node->items[i]->place;
    AM_TRY(am_yaml_text(report, node->items[i], "a column",
                        &result->columns[i]));
  }
  return AM_OK;
}

am_status am_times_read(am_arena *arena, am_report *report,
                        const am_yaml *node, const char *what,
                        am_case *result) {
  static const char *const words[] = {"all", "last"};
  size_t index;
  if (node->kind == AM_YAML_SEQUENCE) {
    result->times = AM_TIMES_GIVEN;
    result->time_count = node->count;
    return am_time_list_read(arena, report, node, what, -INFINITY,
                             &result->time_list, &result->time_places);
  }
  AM_TRY(am_choice(report, node,
                   am_format(arena, "%s, if it is not a list of times,",
                             what),
                   words, 2, &index));
  result->times = index ? AM_TIMES_LAST : AM_TIMES_ALL;
  return AM_OK;
}

am_status am_case_output_read(am_arena *arena, am_report *report,
                              const am_yaml *map, am_case *result) {
  static const char *const keys[] = {"file",   "columns", "times",
                                     "fields", "restart", NULL};
  AM_TRY(am_known_keys(report, map, "output", keys));
  result->fields = am_yaml_get(map, "fields");
  result->restart = am_yaml_get(map, "restart");
  const am_yaml *file = am_yaml_get(map, "file");
  const am_yaml *columns = am_yaml_get(map, "columns");
  const am_yaml *times = am_yaml_get(map, "times");
  if (file) {
    result->output_place = file->place;
    AM_TRY(am_output_name(report, file, "output.file", &result->output));
  }
  if (columns) AM_TRY(read_columns(arena, report, columns, result));
  return times ? am_times_read(arena, report, times, "output.times", result)
               : AM_OK;
}

/* ---- expectations -------------------------------------------------------- */

static const char *const expect_keys[] = {"column",   "time",   "value",
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

static am_status read_expectation(am_arena *arena, am_report *report,
                                  const am_yaml *map, const am_case *result,
                                  am_expectation *item) {
  AM_TRY(am_known_keys(report, map, "an expectation", expect_keys));
  item->place = map->place;
  const am_yaml *file = am_yaml_get(map, "file");
  if (file) {
    AM_TRY(am_compatible_keys(report, map, "file", with_file));
    AM_TRY(am_input_name(arena, report, file, "file", result, &item->file));
  } else {
    /* A value at a time. */
    const am_yaml *column;
    AM_TRY(am_required(report, map, "this expectation", "column", &column));
    AM_TRY(am_compatible_keys(report, map, "column", with_column));
    AM_TRY(am_yaml_text(report, column, "column", &item->column));
    AM_TRY(read_number(report, map, "time", &item->time));
    AM_TRY(read_number(report, map, "value", &item->value));
  }
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

am_status am_expectations_read(am_arena *arena, am_report *report,
                               const am_yaml *list, am_case *result) {
  AM_TRY(am_yaml_expect(report, list, AM_YAML_SEQUENCE, "expect"));
  result->expectations = AM_ARRAY(arena, am_expectation, list->count);
  result->expectation_count = list->count;
  for (size_t i = 0; i < list->count; i++)
    AM_TRY(read_expectation(arena, report, list->items[i], result,
                            &result->expectations[i]));
  return AM_OK;
}
