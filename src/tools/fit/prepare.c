/* prepare.c: prepares the parameters of a fit and the runs of its tests. */
#include "fit/fit.h"
#include "point/parts.h"

static const double default_rtol = 1e-6, default_atol = 1e-9;
enum { DEFAULT_SUBSTEPS = 10000 };

/* Number of loading steps of all tests above which compiling the law saves
 * time. */
enum { STEPS_TO_COMPILE = 2000 };

/* Entries of `base`, replaced and extended by those of `over`. */
static const am_yaml *merge_mappings(am_arena *arena, const am_yaml *base,
                                     const am_yaml *over) {
  if (!base || !over) return over ? over : base;
  am_yaml *result = AM_NEW(arena, am_yaml);
  *result = *over;
  result->items = AM_ARRAY(arena, am_yaml *, base->count + over->count);
  result->count = 0;
  for (size_t i = 0; i < base->count; i++)
    if (!am_yaml_get(over, base->items[i]->key))
      result->items[result->count++] = base->items[i];
  for (size_t i = 0; i < over->count; i++)
    result->items[result->count++] = over->items[i];
  return result;
}

/* Key `points` of a case with one point that varies these parameters. */
static am_status make_points(const am_fit_preparation *m,
                             const am_yaml **points) {
  am_buffer text = {.arena = m->arena};
  am_source *source = AM_NEW(m->arena, am_source);
  am_yaml *root = NULL;
  am_buffer_add(&text, "count: 1\nvariables:\n");
  for (size_t i = 0; i < m->fit->parameter_count; i++)
    am_buffer_add(&text, "  %s: {choice: [%.17g]}\n",
                  m->fit->parameters[i].given->name,
                  m->fit->parameters[i].bounded.start);
  *source = (am_source){"fit.parameters", text.text, text.length};
  AM_TRY(am_yaml_parse(m->arena, m->report, source, &root));
  *points = root;
  return AM_OK;
}

/* d COLUMN/d NAME */
static const char *sensitivity(am_arena *arena, const char *column,
                               const char *name) {
  return am_format(arena, "sensitivity.%s.%s", name,
                   strncmp(column, "stress.", 7) ? column : column + 7);
}

/* Compared columns, each followed by its sensitivities. */
static void list_columns(const am_fit_preparation *m, am_fit_test *test,
                         am_case *description) {
  size_t n = m->fit->parameter_count, k = test->column_count;
  size_t count = k * (1 + n), next = k;
  const char **names = AM_ARRAY(m->arena, const char *, count);
  for (size_t i = 0; i < k; i++) {
    am_fit_column *column = &test->columns[i];
    names[i] = column->name;
    column->output = i;
    column->sensitivity = next;
    for (size_t j = 0; j < n; j++)
      names[next++] = sensitivity(m->arena, column->name,
                                  m->fit->parameters[j].given->name);
  }
  description->column_count = 0;
  am_columns_request(m->arena, description, names, count, am_nowhere, true);
}

/* Reads the table and prepares a run with the compared columns and their
 * sensitivities. */
static am_status open_test(const am_fit_preparation *m,
                           const am_fitting_test *given, am_fit_test *test) {
  am_case *description = AM_NEW(m->arena, am_case);
  *description = *m->fit->description;
  *test = (am_fit_test){.given = given, .description = description};
  /* A fitted parameter must have the same value in all tests. */
  for (size_t i = 0; given->parameters && i < m->fit->parameter_count; i++) {
    const am_yaml *own = am_yaml_get(given->parameters,
                                     m->fit->parameters[i].given->name);
    if (own)
      return am_error(m->report, AM_INPUT, own->key_place,
                      "'%s' is fitted and has the same value in all tests: "
                      "remove it from the parameters of this test",
                      own->key);
  }
  description->parameters =
      merge_mappings(m->arena, description->parameters, given->parameters);
  if (given->initial)
    AM_TRY(am_case_start(m->report, given->initial, description));
  AM_TRY(am_fit_test_read(m, description, test));
  const am_yaml *settings = description->settings_given;
  am_solver *solver = &description->settings.solver;
  if (!am_yaml_get(settings, "rtol")) solver->rtol = default_rtol;
  if (!am_yaml_get(settings, "atol")) solver->atol = default_atol;
  if (!am_yaml_get(settings, "max_substeps"))
    solver->max_substeps = DEFAULT_SUBSTEPS;
  description->path = given->path;
  description->test = given;
  description->times = AM_TIMES_ALL;
  description->voigt_shown = false; /* tables are in tensor components */
  description->expectation_count = 0;
  list_columns(m, test, description);
  return make_points(m, &description->points);
}

/* ---- parameters ---------------------------------------------------------- */

static am_status find_value(const am_fit_preparation *m, const am_law *law,
                            const am_fitting_parameter *given,
                            double *value) {
  int index = -1;
  am_report *own = am_report_new(m->arena);
  if (am_point_parameters_find(own, law, given->name, given->place, &index) ==
      AM_OK) {
    *value = law->parameters[index];
    return AM_OK;
  }
  const am_member entry = am_member_parse(m->arena, given->name);
  const am_value *found = am_scope_find(law->scope, entry.name);
  int first, count;
  bool some = am_member_range(&entry, found, &first, &count);
  if (some && found->outside && first % 2 == 0 && count == 1)
    return am_error(m->report, AM_INPUT, given->place,
                    "'%s' is an x value of a table: only y values can be "
                    "fitted",
                    given->name);
  if (found->kind != AM_SCALAR || !some || count != 1)
    return am_error(m->report, AM_INPUT, given->place,
                    "parameter '%s' of material '%s' is a %s: only scalar "
                    "parameters%s can be fitted",
                    entry.name, m->material->name,
                    am_value_describe(m->arena, found),
                    found->kind == AM_SCALAR && found->length >= 0
                        ? " and single entries"
                        : "");
  return am_error(m->report, AM_INPUT, given->place,
                  "parameter '%s' of material '%s' determines a count or an "
                  "index and cannot be fitted",
                  given->name, m->material->name);
}

/* "above 0 and at most 5" */
static const char *bounds_text(am_arena *arena, const am_bounded *b) {
  am_buffer text = {.arena = arena};
  if (isfinite(b->low))
    am_buffer_add(&text, "%s %.15g", b->low_open ? "above" : "at least",
                  b->low);
  if (isfinite(b->high))
    am_buffer_add(&text, "%s%s %.15g", text.length ? " and " : "",
                  b->high_open ? "below" : "at most", b->high);
  return text.length ? text.text : "finite";
}

/* Intersection of the user's bounds with those of the material. */
static am_status find_bounds(const am_fit_preparation *m,
                             const am_fitting_parameter *given,
                             const am_parameter *p, am_bounded *b) {
  b->low = p->low;
  b->high = p->high;
  b->low_open = p->low_open;
  b->high_open = p->high_open;
  if (given->min > b->low) {
    b->low = given->min;
    b->low_open = false;
  }
  if (given->max < b->high) {
    b->high = given->max;
    b->high_open = false;
  }
  if (!(b->low_open ? b->start > b->low : b->start >= b->low) ||
      !(b->high_open ? b->start < b->high : b->start <= b->high))
    return am_error(m->report, AM_INPUT, given->start_place,
                    "the start value %.15g of '%s' is out of bounds: expected "
                    "%s",
                    b->start, given->name, bounds_text(m->arena, b));
  if (b->low < b->high) return AM_OK;
  return am_error(m->report, AM_INPUT, given->place,
                  "the lower and the upper bound of '%s' are equal: fix it or "
                  "change the bounds", given->name);
}

static am_status make_parameter(const am_fit_preparation *m, const am_law *law,
                                const am_fitting_parameter *given,
                                am_fit_parameter *parameter) {
  const am_material *material = m->material;
  size_t count = (size_t)material->parameter_count, i = 0;
  const char **names = AM_ARRAY(m->arena, const char *, count);
  for (size_t k = 0; k < count; k++) names[k] = material->parameters[k].name;
  const am_member entry = am_member_parse(m->arena, given->name);
  while (i < count && strcmp(names[i], entry.name)) i++;
  if (i == count)
    return am_error(m->report, AM_INPUT, given->place,
                    "material '%s' has no parameter %s%s", material->name,
                    am_quoted(m->arena, entry.name),
                    am_suggestion(m->arena, entry.name, names, count));
  const am_parameter *p = &material->parameters[i];
  *parameter = (am_fit_parameter){.given = given, .unit = p->unit,
                                  .error = NAN};
  AM_TRY(find_value(m, law, given, &parameter->bounded.start));
  if (!isnan(given->start)) parameter->bounded.start = given->start;
  parameter->value = parameter->bounded.start;
  return find_bounds(m, given, p, &parameter->bounded);
}

static am_status make_parameters(const am_fit_preparation *m) {
  am_fit *fit = m->fit;
  const am_case *c = fit->description;
  const am_fitting *given = c->fit;
  am_law *law;
  if (c->adiabatic)
    return am_error(m->report, AM_INPUT, c->adiabatic->key_place,
                    "adiabatic tests cannot be fitted: remove 'adiabatic'");
  AM_TRY(am_law_new(m->arena, m->report, m->material,
                    &(am_law_choice){.overrides = c->parameters,
                                     .set = c->parameter_set,
                                     .set_place = c->parameter_set_place},
                    &law));
  fit->law = law;
  fit->parameter_count = given->parameter_count;
  fit->parameters =
      AM_ARRAY(m->arena, am_fit_parameter, given->parameter_count);
  for (size_t i = 0; i < given->parameter_count; i++)
    AM_TRY(make_parameter(m, law, &given->parameters[i], &fit->parameters[i]));
  return AM_OK;
}

/* ---- the fit ------------------------------------------------------------ */

/* Finds the loading steps that end at the rows of the table, from the last on.
 * A first row is the start or one step. */
static void find_rows(am_arena *arena, am_fit_test *test) {
  size_t at = (size_t)am_path_steps(test->run->path);
  test->at = AM_ARRAY(arena, size_t, test->rows);
  for (size_t row = test->rows; row-- > 0;) {
    bool jump = row && test->time[row] == test->time[row - 1];
    test->at[row] = at;
    at -= jump ? 1 : (size_t)test->given->steps;
  }
}

/* Selects the interpreter for small fits, unless the case chooses an engine. */
static am_status prepare_runs(const am_fit_preparation *m) {
  am_fit *fit = m->fit;
  am_request request = {.point = 0, .threads = 1};
  long steps = 0;
  for (size_t i = 0; i < fit->test_count; i++)
    steps += (long)fit->tests[i].rows * fit->tests[i].given->steps;
  bool open = !strcmp(fit->description->settings.engine, "auto") &&
              !fit->description->settings.single;
  if (open && steps < STEPS_TO_COMPILE) request.engine = am_engine_reference();
  for (size_t i = 0; i < fit->test_count; i++) {
    am_fit_test *test = &fit->tests[i];
    AM_TRY(am_run_prepare_points(m->arena, m->report, test->description,
                                 m->material, &request, &test->run));
    find_rows(m->arena, test);
    am_engine_complete(test->run->program);
  }
  return AM_OK;
}

static am_status make_tests(const am_fit_preparation *m) {
  am_fit *fit = m->fit;
  const am_fitting *given = fit->description->fit;
  fit->test_count = given->test_count;
  fit->tests = AM_ARRAY(m->arena, am_fit_test, given->test_count);
  for (size_t i = 0; i < given->test_count; i++) {
    am_fit_test *test = &fit->tests[i];
    AM_TRY(open_test(m, &given->tests[i], test));
    test->first = fit->size;
    fit->size += test->size;
  }
  if (fit->size > fit->parameter_count) return prepare_runs(m);
  return am_error(m->report, AM_INPUT, given->place,
                  "the tests have %zu measured values for %zu free parameters: "
                  "expected more values than parameters",
                  fit->size, fit->parameter_count);
}

am_status am_fit_prepare(am_arena *arena, am_report *report,
                         const am_case *description,
                         const am_material *material,
                         const am_fit_options *options, am_fit **result) {
  am_fit *fit = *result = AM_NEW(arena, am_fit);
  if (!description->fit)
    return am_error(report, AM_INPUT, (am_place){description->source, 0, 0},
                    "the case lacks the key 'fit', which names the free "
                    "parameters and the tests");
  AM_TRY(am_run_material(arena, report, description, &material));
  *fit = (am_fit){.description = description,
                  .threads = options->threads ? options->threads
                                              : am_threads()};
  const am_fit_preparation making = {arena, report, fit, material};
  AM_TRY(make_parameters(&making));
  return make_tests(&making);
}
