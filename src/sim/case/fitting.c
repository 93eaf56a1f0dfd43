/* fitting.c: reads the key `fit` of a case. */
#include "case/fitting.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "case/reading.h"

enum { STEPS_MOST = 10000 };

typedef struct {
  am_arena *arena;
  am_report *report;
  const char *folder;
} reader;

static am_status read_optional_number(am_report *report, const am_yaml *map,
                               const char *key, double *value) {
  const am_yaml *node = am_yaml_get(map, key);
  *value = NAN;
  return node ? am_yaml_number(report, node, key, value) : AM_OK;
}

static const am_yaml_key parameter_keys[] = {
    {"start", AM_A_NUMBER, "initial value of the search"},
    {"min", AM_A_NUMBER, "lower bound"},
    {"max", AM_A_NUMBER, "upper bound"},
    {0}};
static const am_yaml_shape fitted = {.takes = AM_TAKES_NOTHING,
                                     .keys = parameter_keys};

/* NAME: {start: …, min: …, max: …}; NAME: without a value uses the defaults. */
static am_status read_parameter(const reader *r, const am_yaml *node,
                                am_fitting_parameter *p) {
  const char *what = am_format(r->arena, "the fitted parameter '%s'",
                               node->key);
  *p = (am_fitting_parameter){.name = node->key, .place = node->key_place,
                              .start_place = node->place,
                              .start = NAN, .min = NAN, .max = NAN};
  if (am_yaml_is_empty(node)) return AM_OK;
  AM_TRY(am_yaml_keys_known(r->report, node, what, parameter_keys));
  const am_yaml *start = am_yaml_get(node, "start");
  if (start) p->start_place = start->place;
  AM_TRY(read_optional_number(r->report, node, "start", &p->start));
  AM_TRY(read_optional_number(r->report, node, "min", &p->min));
  AM_TRY(read_optional_number(r->report, node, "max", &p->max));
  if (p->min >= p->max)
    return am_error(r->report, AM_INPUT, node->place,
                    "expected min of '%s' to be less than max, found %.15g and "
                    "%.15g",
                    p->name, p->min, p->max);
  if (!(p->start < p->min) && !(p->start > p->max)) return AM_OK;
  return am_error(r->report, AM_INPUT, p->start_place,
                  "the start value %.15g of '%s' is %s "
                  "%.15g", p->start, p->name,
                  p->start < p->min ? "below its min" : "above its max",
                  p->start < p->min ? p->min : p->max);
}

static am_status read_parameters(const reader *r, const am_yaml *map,
                                 am_fitting *fitting) {
  const am_yaml *node;
  AM_TRY(am_required(r->report, map, "fit", "parameters", &node));
  AM_TRY(am_yaml_expect(r->report, node, AM_YAML_MAPPING, "fit.parameters"));
  if (!node->count)
    return am_error(r->report, AM_INPUT, node->place,
                    "'fit.parameters' is empty: expected names of parameters, "
                    "such as 'E: {min: 1e3, max: 1e6}'");
  fitting->parameter_count = node->count;
  fitting->parameters =
      AM_ARRAY(r->arena, am_fitting_parameter, node->count);
  for (size_t i = 0; i < node->count; i++)
    AM_TRY(read_parameter(r, node->items[i], &fitting->parameters[i]));
  return AM_OK;
}

static am_status read_positive(am_report *report, const am_yaml *map,
                               const char *key, double *value) {
  const am_yaml *node = am_yaml_get(map, key);
  return node ? am_bounded_number(report, node, key, true, value) : AM_OK;
}

static const am_yaml_key column_keys[] = {
    {"deviation", AM_A_NUMBER, "standard deviation of the measured values"},
    {"weight", AM_A_NUMBER, "weight of the column"},
    {0}};
static const am_yaml_shape compared = {.takes = AM_TAKES_NOTHING,
                                       .keys = column_keys};

/* `name` in a list, or NAME: {deviation: …, weight: …} in a mapping. */
static am_status read_column(const reader *r, const am_yaml *node,
                             am_fitting_column *column) {
  *column = (am_fitting_column){.name = node->key, .place = node->key_place,
                                .deviation = NAN, .weight = 1};
  if (!node->key) {
    column->place = node->place;
    return am_yaml_text(r->report, node, "a column to compare",
                        &column->name);
  }
  if (am_yaml_is_empty(node)) return AM_OK;
  AM_TRY(am_yaml_keys_known(r->report, node, "a column to compare",
                            column_keys));
  AM_TRY(read_positive(r->report, node, "deviation", &column->deviation));
  return read_positive(r->report, node, "weight", &column->weight);
}

static am_status read_compare(const reader *r, const am_yaml *map,
                              am_fitting_test *test) {
  const am_yaml *node;
  AM_TRY(am_required(r->report, map, "this test", "compare", &node));
  if (node->kind == AM_YAML_SCALAR)
    return am_error(r->report, AM_INPUT, node->place,
                    "expected 'compare' to be a list of columns, or a mapping "
                    "of columns to 'deviation' and 'weight', found %s",
                    am_yaml_describe(r->arena, node));
  if (!node->count)
    return am_error(r->report, AM_INPUT, node->place,
                    "'compare' is empty: expected names of columns, such as "
                    "[stress.xx]");
  test->columns = AM_ARRAY(r->arena, am_fitting_column, node->count);
  for (size_t i = 0; i < node->count; i++) {
    am_fitting_column *column = &test->columns[test->column_count++];
    AM_TRY(read_column(r, node->items[i], column));
    for (size_t k = 0; k < i; k++)
      if (!strcmp(test->columns[k].name, column->name))
        return am_error(r->report, AM_INPUT, column->place,
                        "duplicate column '%s' in 'compare'", column->name);
  }
  return AM_OK;
}

static am_status read_optional_mapping(am_report *report, const am_yaml *map,
                              const char *key, const am_yaml **node) {
  *node = am_yaml_get(map, key);
  return *node ? am_yaml_expect(report, *node, AM_YAML_MAPPING, key) : AM_OK;
}

static const am_yaml_key test_keys[] = {
    {"title", AM_A_TEXT, "title of the test"},
    {"table", AM_A_TEXT, "CSV file with measured data"},
    {"columns",
     {.keys = am_renaming_keys, .items = &am_renaming_shape},
     "meaning and scale of columns of the table"},
    {"strain", AM_A_LIST(am_text_shape), "components prescribed as strains"},
    {"stress", AM_A_LIST(am_text_shape),
     "components prescribed as stresses"},
    {"F", AM_A_LIST(am_text_shape),
     "prescribed components of the deformation gradient"},
    {"P", AM_A_LIST(am_text_shape),
     "prescribed components of the nominal stress"},
    {"compare", {.entries = &compared, .items = &am_text_shape},
     "columns that are compared with the measurement"},
    {"weight", AM_A_NUMBER, "weight of the test"},
    {"parameters", AM_A_MAPPING(am_any_shape), "parameter values of this test "
                                               "only"},
    {"initial", AM_A_MAPPING(am_any_shape), "initial state of this test"},
    {"steps", AM_A_WHOLE, "number of loading steps between two rows"},
    {"external", AM_A_MAPPING(am_any_shape), "external fields of this test"},
    {0}};
static const am_yaml_shape test_shape = AM_KEYS(test_keys);

const am_yaml_key am_fitting_keys[] = {
    {"parameters", AM_A_MAPPING(fitted), "fitted parameters by name"},
    {"tests", AM_A_LIST(test_shape), "tests with measured data"},
    {0}};

static am_status read_test(const reader *r, const am_yaml *map,
                           am_fitting_test *test) {
  AM_TRY(am_yaml_keys_known(r->report, map, "a test", test_keys));
  test->place = map->place;
  test->weight = 1;
  test->steps = 1;
  const am_yaml *table;
  AM_TRY(am_required(r->report, map, "this test", "table", &table));
  AM_TRY(am_yaml_text(r->report, table, "table", &test->table_name));
  test->table = am_input_path(r->arena, r->folder, test->table_name);
  test->table_place = table->place;
  test->table_columns = am_yaml_get(map, "columns");
  test->title = test->table_name;
  test->map = map;
  AM_TRY(read_compare(r, map, test));
  AM_TRY(read_positive(r->report, map, "weight", &test->weight));
  AM_TRY(read_optional_mapping(r->report, map, "parameters",
                               &test->parameters));
  AM_TRY(read_optional_mapping(r->report, map, "initial", &test->initial));
  AM_TRY(read_optional_mapping(r->report, map, "external", &test->external));
  const am_yaml *title = am_yaml_get(map, "title");
  if (title) AM_TRY(am_yaml_text(r->report, title, "title", &test->title));
  const am_yaml *steps = am_yaml_get(map, "steps");
  return steps ? am_yaml_integer(r->report, steps, "steps", 1, STEPS_MOST,
                                 &test->steps)
               : AM_OK;
}

am_status am_fitting_read(am_arena *arena, am_report *report,
                          const am_yaml *map, const char *folder,
                          am_fitting **result) {
  const reader r = {.arena = arena, .report = report, .folder = folder};
  am_fitting *fitting = *result = AM_NEW(arena, am_fitting);
  const am_yaml *tests;
  AM_TRY(am_yaml_keys_known(report, map, "fit", am_fitting_keys));
  fitting->place = map->key_place;
  AM_TRY(read_parameters(&r, map, fitting));
  AM_TRY(am_required(report, map, "fit", "tests", &tests));
  AM_TRY(am_yaml_expect(report, tests, AM_YAML_SEQUENCE, "fit.tests"));
  if (!tests->count)
    return am_error(report, AM_INPUT, tests->place, "'fit.tests' is empty: "
                                                    "expected at least one "
                                                    "test");
  fitting->test_count = tests->count;
  fitting->tests = AM_ARRAY(arena, am_fitting_test, tests->count);
  for (size_t i = 0; i < tests->count; i++)
    AM_TRY(read_test(&r, tests->items[i], &fitting->tests[i]));
  return AM_OK;
}
