/* fitting.c: reads the key `fit` of a case. */
#include "case/parts.h"

enum { STEPS_MOST = 10000 };

typedef struct {
  am_arena *arena;
  am_report *report;
} reader;

static const am_yaml_key parameter_keys[] = {
    {"start",
     {.takes = AM_TAKES_NUMBER, AM_INTO(am_fitting_parameter, start),
      .place = offsetof(am_fitting_parameter, start_place)},
     "initial value of the search"},
    {"min", {.takes = AM_TAKES_NUMBER, AM_INTO(am_fitting_parameter, min)},
     "lower bound"},
    {"max", {.takes = AM_TAKES_NUMBER, AM_INTO(am_fitting_parameter, max)},
     "upper bound"},
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
  AM_TRY(am_yaml_take(r->report, node, what, parameter_keys, p));
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

static const am_yaml_key column_keys[] = {
    {"deviation",
     {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE,
      AM_INTO(am_fitting_column, deviation)},
     "standard deviation of the measured values"},
    {"weight",
     {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE,
      AM_INTO(am_fitting_column, weight)},
     "weight of the column"},
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
    return am_yaml_text(r->report, node, "a column to compare", &column->name);
  }
  if (am_yaml_is_empty(node)) return AM_OK;
  return am_yaml_take(r->report, node, "a column to compare", column_keys,
                      column);
}

static am_status read_compare(const reader *r, am_fitting_test *test) {
  const am_yaml *node = test->compare;
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

#define AM_COMPONENTS(key, about) {key, AM_A_LIST(am_text_shape), about}
#define AM_OWN(member, about)                                              \
  {                                                                        \
    #member, {.entries = &am_any_shape, AM_INTO(am_fitting_test, member)}, \
        about                                                              \
  }

static const am_yaml_key test_keys[] = {
    {"title", {.takes = AM_TAKES_TEXT, AM_INTO(am_fitting_test, title)},
     "title of the test"},
    {"table",
     {.takes = AM_TAKES_TEXT, AM_NEEDED(am_fitting_test, table),
      .place = offsetof(am_fitting_test, table_place)},
     "CSV file with measured data"},
    {"columns",
     {.keys = am_renaming_keys, .items = &am_renaming_shape},
     "meaning and scale of columns of the table"},
    {"skip",
     {.takes = AM_TAKES_WHOLE, .most = AM_MOST_SKIPPED},
     "number of lines before the names of the columns"},
    AM_COMPONENTS("strain", "components prescribed as strains"),
    AM_COMPONENTS("stress", "components prescribed as stresses"),
    AM_COMPONENTS("F", "prescribed components of the deformation gradient"),
    AM_COMPONENTS("P", "prescribed components of the nominal stress"),
    AM_COMPONENTS("kirchhoff", "prescribed components of the Kirchhoff stress"),
    AM_COMPONENTS("cauchy", "prescribed components of the Cauchy stress"),
    {"compare",
     {.entries = &compared, .items = &am_text_shape,
      AM_NEEDED(am_fitting_test, compare)},
     "columns that are compared with the measurement"},
    {"weight",
     {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE,
      AM_INTO(am_fitting_test, weight)},
     "weight of the test"},
    AM_OWN(parameters, "parameter values of this test only"),
    AM_OWN(initial, "initial state of this test"),
    {"steps",
     {.takes = AM_TAKES_WHOLE, .least = 1, .most = STEPS_MOST,
      AM_INTO(am_fitting_test, steps)},
     "number of loading steps between two rows"},
    {"external", AM_A_MAPPING(am_any_shape), "external fields of this test"},
    {0}};
static const am_yaml_shape test_shape = AM_KEYS(test_keys);

/* The mapping `fit` before its parts are read. */
typedef struct {
  const am_yaml *parameters, *tests;
} fit_parts;

const am_yaml_key am_fitting_keys[] = {
    {"parameters", {.entries = &fitted, AM_NEEDED(fit_parts, parameters)},
     "fitted parameters by name"},
    {"tests", {.items = &test_shape, AM_NEEDED(fit_parts, tests)},
     "tests with measured data"},
    {0}};

/* Path that follows the table of a test. */
static const am_yaml *path_of(am_arena *arena, const am_yaml *test) {
  static const char *const keys[] = {
      "table", "columns", "skip",      "strain", "stress",
      "F",     "P",       "kirchhoff", "cauchy", "external"};
  enum { KEYS = sizeof keys / sizeof *keys };
  am_yaml *segment = AM_NEW(arena, am_yaml), *path = AM_NEW(arena, am_yaml);
  am_place place = am_yaml_get(test, "table")->place;
  *segment = (am_yaml){.kind = AM_YAML_MAPPING, .place = place,
                       .items = AM_ARRAY(arena, am_yaml *, KEYS)};
  *path = (am_yaml){.kind = AM_YAML_SEQUENCE, .place = place, .count = 1,
                    .items = AM_ARRAY(arena, am_yaml *, 1)};
  path->items[0] = segment;
  for (int i = 0; i < KEYS; i++) {
    am_yaml *node = am_yaml_get(test, keys[i]);
    if (node) segment->items[segment->count++] = node;
  }
  return path;
}

static am_status read_test(const reader *r, const am_yaml *map,
                           am_fitting_test *test) {
  *test = (am_fitting_test){.place = map->place, .weight = 1, .steps = 1};
  AM_TRY(am_yaml_take(r->report, map, "a test", test_keys, test));
  if (!test->title) test->title = test->table;
  test->path = path_of(r->arena, map);
  return read_compare(r, test);
}

am_status am_fitting_read(am_arena *arena, am_report *report,
                          const am_yaml *map, am_case *result) {
  const reader r = {.arena = arena, .report = report};
  am_fitting *fitting = AM_NEW(arena, am_fitting);
  fit_parts given;
  AM_TRY(am_yaml_take(report, map, "fit", am_fitting_keys, &given));
  if (!given.parameters->count)
    return am_error(report, AM_INPUT, given.parameters->place,
                    "'fit.parameters' is empty: expected names of parameters, "
                    "such as 'E: {min: 1e3, max: 1e6}'");
  if (!given.tests->count)
    return am_error(report, AM_INPUT, given.tests->place,
                    "'fit.tests' is empty: expected at least one test");
  *fitting = (am_fitting){
      .place = map->key_place,
      .parameter_count = given.parameters->count,
      .parameters =
          AM_ARRAY(arena, am_fitting_parameter, given.parameters->count),
      .test_count = given.tests->count,
      .tests = AM_ARRAY(arena, am_fitting_test, given.tests->count)};
  for (size_t i = 0; i < fitting->parameter_count; i++)
    AM_TRY(read_parameter(&r, given.parameters->items[i],
                          &fitting->parameters[i]));
  for (size_t i = 0; i < fitting->test_count; i++)
    AM_TRY(read_test(&r, given.tests->items[i], &fitting->tests[i]));
  result->fit = fitting;
  return AM_OK;
}
