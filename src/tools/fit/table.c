/* table.c: reads the measured values of a test. */
#include "fit/fit.h"

typedef struct {
  const am_fit_preparation *making;
  const am_fitting_test *given;
  am_table_columns m;
  am_path_names names;           /* F or strain */
  int kinds[AM_CONTROLLED_MOST]; /* of prescribed components: 0: strain or F, 1:
                                    stress or P; -1: not named */
} reading;

static const char *column_name(const reading *r, int stress, int c) {
  return am_format(r->making->arena, "%s.%s",
                   am_control_name(&r->names, stress), am_gradient_names[c]);
}

static double cell(const reading *r, size_t row, long column) {
  return am_table_columns_at(&r->m, row, column);
}

/* Checks a compared column: it must be a component that the test does not
 * prescribe. */
static am_status check_compared(const reading *r,
                                const am_fitting_column *column) {
  am_arena *arena = r->making->arena;
  const char *known[2 * AM_CONTROLLED_MOST + 6], *name = column->name;
  int n = am_path_controlled(&r->names), count = 2 * n;
  for (int i = 0; i < 2 * n; i++) known[i] = column_name(r, i / n, i % n);
  for (int i = 0; i < 6 && r->names.deformed; i++)
    known[count++] = am_format(arena, "cauchy.%s", am_component_names[i]);
  for (int i = 0; i < count; i++) {
    if (strcmp(known[i], name)) continue;
    if (am_table_column(r->m.table, name) < 0)
      return am_error(r->making->report, AM_INPUT, column->place,
                      "%s has no column %s%s", r->m.name, name,
                      am_suggestion(arena, name, r->m.table->names,
                                    r->m.table->columns));
    if (i >= 2 * n || (r->kinds[i % n] > 0) != i / n) return AM_OK;
    return am_error(r->making->report, AM_INPUT, column->place,
                    "%s is prescribed by the test and cannot be compared: "
                    "choose a column that is computed", name);
  }
  return am_error(r->making->report, AM_INPUT, column->place,
                  "%s cannot be compared: expected a component of %s%s",
                  am_quoted(arena, name),
                  r->names.deformed ? "F, P and cauchy" : "strain and stress",
                  am_suggestion(arena, name, known, (size_t)count));
}

/* Largest value of any component of the same quantity in the table. */
static double largest_value(const reading *r, const char *name) {
  double largest = 0;
  size_t length = strcspn(name, ".") + 1;
  for (size_t k = 0; k < r->m.table->columns; k++)
    for (size_t i = 0; i < r->m.table->rows; i++)
      if (!strncmp(r->m.table->names[k], name, length))
        largest = fmax(largest, fabs(cell(r, i, (long)k)));
  return largest;
}

/* Values below this fraction of the largest are rounding errors. */
static const double rounding = 1e-10;

/* Given standard deviation, or the range of the measured values. */
static double scale_of(const reading *r, const am_fitting_column *given,
                       double low, double high) {
  double range = high > low ? high - low : fabs(high);
  if (!isnan(given->deviation)) return given->deviation;
  return range <= rounding * largest_value(r, given->name) ? 0 : range;
}

static am_status take_column(const reading *r, am_fit_test *test, size_t k) {
  const am_fitting_column *given = &r->given->columns[k];
  am_fit_column *column = &test->columns[k];
  long source = am_table_column(r->m.table, given->name);
  double low = INFINITY, high = -INFINITY;
  *column = (am_fit_column){.name = given->name,
                            .unit = am_table_columns_is_stress(given->name)
                                        ? r->making->material->stress_unit
                                        : ""};
  for (size_t i = 0; i < test->rows; i++) {
    double value = cell(r, i, source);
    test->measured[i * test->column_count + k] = value;
    if (isnan(value)) continue;
    column->values++;
    low = fmin(low, value);
    high = fmax(high, value);
  }
  if (!column->values)
    return am_error(r->making->report, AM_INPUT, given->place,
                    "column %s of %s is empty", given->name, r->m.name);
  column->scale = scale_of(r, given, low, high);
  if (column->scale > 0) {
    column->factor = r->given->weight * given->weight / column->scale;
    test->size += column->values;
    return AM_OK;
  }
  return am_error(r->making->report, AM_INPUT, given->place,
                  "column %s of %s is zero or nearly zero: give its standard "
                  "deviation, '%s: {deviation: ...}'",
                  given->name, r->m.name, given->name);
}

/* Measured strain [rows] if the stress forms loops over it. */
static const double *find_loop(const reading *r, const am_fit_test *test,
                               const char *name) {
  am_arena *arena = r->making->arena;
  const char *strain = am_loop_over(arena, name);
  long column = strain ? am_table_column(r->m.table, strain) : -1;
  if (column < 0) return NULL;
  double *values = AM_ARRAY(arena, double, test->rows);
  for (size_t i = 0; i < test->rows; i++)
    values[i] = cell(r, i, column);
  return am_turns_back(values, test->rows) ? values : NULL;
}

static am_status take_measured(const reading *r, am_fit_test *test) {
  am_arena *arena = r->making->arena;
  size_t count = test->column_count = r->given->column_count;
  test->rows = r->m.table->rows;
  test->measured = AM_ARRAY(arena, double, test->rows * count);
  test->computed = AM_ARRAY(arena, double, test->rows * count);
  test->columns = AM_ARRAY(arena, am_fit_column, count);
  for (size_t k = 0; k < count; k++) {
    AM_TRY(check_compared(r, &r->given->columns[k]));
    AM_TRY(take_column(r, test, k));
    test->columns[k].over = find_loop(r, test, test->columns[k].name);
  }
  size_t cells = test->rows * count;
  if (test->size < cells)
    am_note(r->making->report, r->given->table_place,
            "%zu of %zu compared cells of %s are empty and are skipped",
            cells - test->size, cells, r->m.name);
  return AM_OK;
}

am_status am_fit_test_read(const am_fit_preparation *making,
                           const am_case *description, am_fit_test *test) {
  reading r = {.making = making, .given = test->given};
  const am_yaml *map = test->given->path->items[0];
  long columns[AM_CONTROLLED_MOST];
  AM_TRY(am_run_deformed(making->report, description, making->material,
                         &r.names.deformed));
  r.names.measure = am_path_measure(test->given->path);
  am_sample_name_law(making->arena, making->material, &r.names);
  AM_TRY(am_history_open(making->arena, making->report, description, &r.names,
                         map, &r.m));
  AM_TRY(am_history_controls(&r.m, &r.names, map, columns, r.kinds));
  for (size_t i = 0; i < r.m.table->columns; i++)
    if (am_history_reads(r.m.table->names[i]) && (long)i != r.m.time)
      AM_TRY(am_table_columns_take_unit(&r.m, i, &r.names));
  test->time = AM_ARRAY(making->arena, double, r.m.table->rows);
  AM_TRY(am_table_columns_times(&r.m, description->time, test->time));
  return take_measured(&r, test);
}
