/* output.c: reads the keys `output` and `expect` of a case. */
#include "case/parts.h"

void am_columns_request(am_arena *arena, am_case *c,
                        const char *const *names, size_t count,
                        am_place place, bool required) {
  size_t size = sizeof *c->columns;
  c->columns = am_arena_grow(arena, c->columns, c->column_count * size,
                             (c->column_count + count) * size);
  for (size_t i = 0; i < count; i++)
    c->columns[c->column_count++] =
        (am_column_request){names[i], place, required};
}

/* Maximum numbers of defined columns, which may read earlier ones, and of
 * rows. */
enum { MOST_DEFINED = 1000, MOST_ROWS = 100000000 };

/* Parses an expression and adds it as a defined column; the column is not
 * requested. */
static am_status define_column(am_arena *arena, am_report *report,
                               const char *name, const am_yaml *formula,
                               am_case *result) {
  if (result->defined_count == MOST_DEFINED)
    return am_error(report, AM_INPUT, formula->place,
                    "too many columns with expressions: at most %d are allowed",
                    MOST_DEFINED);
  AM_PUSH(arena, result->defined, result->defined_count,
          (am_defined_column){
              .name = name, .unit = "", .place = formula->key_place});
  am_defined_column *column = &result->defined[result->defined_count - 1];
  AM_TRY(am_yaml_expect(report, formula, AM_YAML_SCALAR,
                        "the expression of a column"));
  column->text = formula->text.text;
  return am_formula_parse(arena, report, &formula->text, &column->formula);
}

static am_status check_column_name(am_report *report, const char *name,
                                   am_place place, const am_case *result) {
  if (!am_is_name(name))
    return am_error(report, AM_INPUT, place,
                    "invalid column name %s: expected a letter followed by "
                    "letters, digits or '_', at most 63 characters",
                    am_quoted(report->arena, name));
  for (size_t i = 0; i < result->defined_count; i++)
    if (!strcmp(result->defined[i].name, name))
      return am_error(report, AM_INPUT, place, "duplicate column '%s'", name);
  return AM_OK;
}

static const am_yaml_key column_keys[] = {
    {"name", {.takes = AM_TAKES_TEXT, AM_NEEDED(am_defined_column, name),
              .place = offsetof(am_defined_column, place)},
     "name of the column"},
    {"expression", AM_A_FORMULA, "expression of other columns"},
    {"unit", {.takes = AM_TAKES_TEXT, AM_INTO(am_defined_column, unit)},
     "unit of the column"},
    {0}};

/* {name: NAME, expression: "expression", unit: UNIT} */
static am_status read_column_with_unit(am_arena *arena, am_report *report,
                                       const am_yaml *map, am_case *result) {
  am_defined_column given = {.unit = ""};
  AM_TRY(am_yaml_take(report, map, "a column", column_keys, &given));
  const am_yaml *formula = am_yaml_get(map, "expression");
  if (!formula)
    return am_error(report, AM_INPUT, map->place,
                    "column %s has no expression: expected {name: NAME, "
                    "expression: EXPRESSION, unit: UNIT}, such as {name: load, "
                    "expression: 12.5*stress.xx, unit: N}",
                    am_quoted(arena, given.name));
  AM_TRY(check_column_name(report, given.name, given.place, result));
  AM_TRY(define_column(arena, report, given.name, formula, result));
  am_defined_column *column = &result->defined[result->defined_count - 1];
  column->unit = given.unit;
  column->place = given.place;
  am_columns_request(arena, result, &given.name, 1, given.place, true);
  return AM_OK;
}

/* A name, a column with keys, or a mapping of names to expressions. */
static am_status read_column(am_arena *arena, am_report *report,
                             const am_yaml *node, am_case *result) {
  bool defined = node->kind == AM_YAML_MAPPING;
  if (am_yaml_get(node, "expression") || am_yaml_get(node, "unit"))
    return read_column_with_unit(arena, report, node, result);
  for (size_t i = 0; i < (defined ? node->count : 1); i++) {
    const am_yaml *item = defined ? node->items[i] : node;
    const char *name = item->key;
    am_place place = defined ? item->key_place : item->place;
    if (!defined) AM_TRY(am_yaml_text(report, item, "a column", &name));
    if (defined) AM_TRY(check_column_name(report, name, place, result));
    if (defined) AM_TRY(define_column(arena, report, name, item, result));
    am_columns_request(arena, result, &name, 1, place, true);
  }
  return AM_OK;
}

static am_status read_columns(am_arena *arena, am_report *report,
                              const am_yaml *node, am_case *result) {
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE, "output.columns"));
  result->column_count = 0;
  for (size_t i = 0; i < node->count; i++)
    AM_TRY(read_column(arena, report, node->items[i], result));
  if (result->column_count) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "'output.columns' is empty: expected names of columns, such "
                  "as [time, strain, stress]");
}

static const char *const time_words[] = {"all", "last", NULL};
static const char *const row_words[] = {"all", "segments", "peaks", NULL};
const am_yaml_shape am_times_shape = {.words = time_words,
                                      .items = &am_number_shape};
static const am_yaml_shape column_shape = {.takes = AM_TAKES_TEXT,
                                     .entries = &am_formula_shape};

const am_yaml_key am_output_keys[] = {
    {"file", AM_A_TEXT, "file of the results (default: standard output)"},
    {"columns", AM_A_LIST(column_shape),
     "column names, {NAME: expression}, or {name, expression, unit}"},
    {"times", {.words = time_words, .items = &am_number_shape},
     "times of the rows: all, last or a list"},
    {"every",
     {.takes = AM_TAKES_WHOLE, .least = 1, .most = MOST_ROWS,
      AM_INTO(am_case, every)},
     "one row per this number of loading steps"},
    {"rows", {.takes = AM_TAKES_WHOLE, .words = row_words},
     "total number of rows, all, the ends of segments, or extremes of cycles"},
    {"fields", {.elsewhere = true, AM_INTO(am_case, fields)},
     "field output of a volume element"},
    {"restart", {.elsewhere = true, AM_INTO(am_case, restart)},
     "restart files"},
    {0}};

am_status am_times_read(am_arena *arena, am_report *report,
                        const am_yaml *node, const char *what,
                        am_case *result) {
  size_t index;
  if (node->kind == AM_YAML_SEQUENCE) {
    result->times = AM_TIMES_GIVEN;
    result->time_count = node->count;
    return am_time_list_read(arena, report, node, what, -INFINITY,
                             &result->time_list, &result->time_places);
  }
  AM_TRY(am_choice(report, node,
                   am_format(arena, "%s, unless it is a list of times,", what),
                   time_words, 2, &index));
  result->times = index ? AM_TIMES_LAST : AM_TIMES_ALL;
  return AM_OK;
}

/* rows: N, or one of row_words */
static am_status read_rows(am_report *report, const am_yaml *node,
                           am_case *result) {
  result->times = AM_TIMES_EVENLY;
  if (am_yaml_is_number(node))
    return am_yaml_integer(report, node, "output.rows", 2, MOST_ROWS,
                           &result->every);
  size_t index;
  AM_TRY(am_choice(report, node, "output.rows, unless it is a number of rows,",
                   row_words, 3, &index));
  result->times = index == 1 ? AM_TIMES_SEGMENTS : AM_TIMES_ALL;
  if (index == 2) result->peaks = node->place;
  return AM_OK;
}

/* Reads which rows are written; at most one of three keys. */
static am_status read_selection(am_arena *arena, am_report *report,
                                const am_yaml *map, am_case *result) {
  static const char *const keys[] = {"times", "every", "rows"};
  const am_yaml *first = NULL;
  for (int i = 0; i < 3; i++) {
    const am_yaml *found = am_yaml_get(map, keys[i]);
    if (found && first)
      return am_error(report, AM_INPUT, found->key_place,
                      "'%s' cannot be combined with '%s': both select the rows "
                      "to be written",
                      keys[i], first->key);
    if (found) first = found;
  }
  if (!first) return AM_OK;
  if (*first->key == 't')
    return am_times_read(arena, report, first, "output.times", result);
  if (*first->key == 'r') return read_rows(report, first, result);
  result->times = AM_TIMES_EVERY;
  return AM_OK;
}

am_status am_case_output_read(am_arena *arena, am_report *report,
                              const am_yaml *map, am_case *result) {
  AM_TRY(am_yaml_take(report, map, "output", am_output_keys, result));
  const am_yaml *file = am_yaml_get(map, "file");
  const am_yaml *columns = am_yaml_get(map, "columns");
  if (file) {
    result->output_place = file->place;
    AM_TRY(am_output_name(report, file, "output.file", &result->output));
  }
  if (columns) AM_TRY(read_columns(arena, report, columns, result));
  return read_selection(arena, report, map, result);
}

/* ---- expectations -------------------------------------------------------- */

#define AM_A_BOUND(member)                            \
  {                                                   \
    .takes = AM_TAKES_NUMBER, .range = AM_NOT_NEGATIVE, \
    AM_INTO(am_expectation, member)                   \
  }
static const am_yaml_key expect_keys[] = {
    {"column", {.takes = AM_TAKES_TEXT, AM_INTO(am_expectation, column)},
     "column of the results"},
    {"time", {.takes = AM_TAKES_NUMBER, AM_INTO(am_expectation, time)},
     "time of the row"},
    {"value", {.takes = AM_TAKES_NUMBER, AM_INTO(am_expectation, value)},
     "expected value at that time"},
    {"formula", AM_A_FORMULA, "expected value as a formula of other columns, "
                              "at that time or at all times"},
    {"file", AM_A_TEXT, "CSV file with expected columns"},
    {"tolerance", AM_A_BOUND(tolerance), "relative tolerance"},
    {"absolute", AM_A_BOUND(absolute),
     "absolute tolerance, added to the relative one"},
    {"source", AM_A_TEXT, "source of the value"},
    {0}};
const am_yaml_shape am_expectation_shape = AM_KEYS(expect_keys);

static const char *const with_formula[] = {"column",   "time",   "tolerance",
                                           "absolute", "source", NULL};
static const char *const with_file[] = {"tolerance", "absolute", "source",
                                        NULL};

/* Reads the expected value of a column at a time, or a formula at one time or
 * at all times. */
static am_status read_expected(am_arena *arena, am_report *report,
                               const am_yaml *map, am_case *result,
                               am_expectation *item) {
  static const char what[] = "this expectation";
  const am_yaml *node, *formula = am_yaml_get(map, "formula");
  AM_TRY(am_required(report, map, what, "column", &node));
  item->whole = formula && !am_yaml_get(map, "time");
  if (!item->whole) AM_TRY(am_required(report, map, what, "time", &node));
  if (!formula) return am_required(report, map, what, "value", &node);
  AM_TRY(am_compatible_keys(report, map, "formula", with_formula));
  item->formula = am_format(arena, "expected %zu", result->defined_count + 1);
  return define_column(arena, report, item->formula, formula, result);
}

am_status am_expectations_read(am_arena *arena, am_report *report,
                               const am_yaml *list, am_case *result) {
  AM_TRY(am_yaml_expect(report, list, AM_YAML_SEQUENCE, "expect"));
  result->expectations = AM_ARRAY(arena, am_expectation, list->count);
  result->expectation_count = list->count;
  for (size_t i = 0; i < list->count; i++) {
    const am_yaml *map = list->items[i], *node;
    am_expectation *item = &result->expectations[i];
    AM_TRY(am_yaml_take(report, map, "an expectation", expect_keys, item));
    item->place = map->place;
    const am_yaml *file = am_yaml_get(map, "file");
    if (file) {
      AM_TRY(am_compatible_keys(report, map, "file", with_file));
      AM_TRY(am_input_name(arena, report, file, "file", result, &item->file));
    } else {
      AM_TRY(read_expected(arena, report, map, result, item));
    }
    if (!am_yaml_get(map, "absolute"))
      AM_TRY(am_required(report, map, "this expectation", "tolerance", &node));
  }
  return AM_OK;
}

am_status am_expect_columns(am_arena *arena, am_report *report, am_case *c) {
  for (size_t i = 0; i < c->expectation_count; i++) {
    const am_expectation *item = &c->expectations[i];
    const char *const needed[] = {"time", item->column, item->formula};
    am_columns_request(arena, c, needed,
                       item->formula  ? 3
                       : item->column ? 2
                                      : 1,
                       item->place, true);
  }
  for (size_t i = 0; i < c->expectation_count; i++) {
    const am_expectation *item = &c->expectations[i];
    am_table *file;
    if (!item->file) continue;
    AM_TRY(am_csv_read(arena, report, item->file, item->place, NULL, &file));
    am_columns_request(arena, c, file->names, file->columns, item->place,
                       false);
  }
  return AM_OK;
}
