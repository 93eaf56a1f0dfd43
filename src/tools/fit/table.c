/* table.c: converts the table of a test to a path and measured values. */
#include "fit/fit.h"

typedef struct {
  const am_fit_preparation *making;
  const am_case *description; /* initial state */
  const am_fitting_test *given;
  am_table_columns m;
  am_path_names names;        /* F or strain */
  int components;             /* number of controllable components */
  double gradient[9];         /* F at the start */
  int chosen[AM_CONTROLLED_MOST]; /* stress or strain chosen by the test; -1: by
                                     the table */
  long control[AM_CONTROLLED_MOST]; /* controlling columns; -1: none, held
                                       constant */
  int kind[AM_CONTROLLED_MOST]; /* 0: strain or F, 1: stress or P */
  int fields;                 /* external fields of the material */
  long field[AM_MOST_EXTERNAL]; /* their columns; -1: constant */
  double kept[AM_MOST_EXTERNAL]; /* constant values */
  double start[AM_MOST_EXTERNAL]; /* initial values */
  bool known;                 /* initial stresses are known: 0, or given */
  const double *times;        /* [rows] */
  size_t starts;              /* 1: the first row is the start */
} reading;

static const char *column_name(const reading *r, int stress, int c) {
  return am_format(r->making->arena, "%s.%s",
                   am_control_name(&r->names, stress), am_gradient_names[c]);
}

static double cell(const reading *r, size_t row, long column) {
  return am_table_columns_at(&r->m, row, column);
}

static am_status open_table(reading *r) {
  const am_fitting_test *given = r->given;
  r->m = (am_table_columns){.arena = r->making->arena,
                       .report = r->making->report,
                       .file = given->table,
                       .name = am_quoted(r->making->arena, given->table_name),
                       .place = given->table_place,
                       .columns = given->table_columns,
                       .skip = given->skip,
                       .voigt = r->description->voigt};
  AM_TRY(am_table_columns_read(&r->m));
  for (size_t i = 0; i < r->m.table->columns; i++)
    if (am_history_reads(r->m.table->names[i]))
      AM_TRY(am_table_columns_take_unit(&r->m, i, &r->names));
  return AM_OK;
}

/* Determines how component c is controlled, and by which column. */
static am_status find_control(reading *r, int c) {
  int chosen = r->chosen[c];
  long found[2];
  for (int stress = 0; stress < 2; stress++)
    found[stress] = am_table_column(r->m.table, column_name(r, stress, c));
  if (chosen < 0 && found[0] >= 0 && found[1] >= 0)
    return am_error(r->making->report, AM_INPUT, r->given->table_place,
                    "%s has both %s and %s: choose which of them is "
                    "prescribed with '%s: [%s]' or '%s: [%s]'",
                    r->m.name, column_name(r, 0, c), column_name(r, 1, c),
                    am_control_name(&r->names, false), am_gradient_names[c],
                    am_control_name(&r->names, true), am_gradient_names[c]);
  r->kind[c] = chosen >= 0 ? chosen : found[1] >= 0;
  r->control[c] = found[r->kind[c]];
  return r->control[c] < 0 ? AM_OK
                           : am_table_columns_check(&r->m, r->control[c]);
}

/* Notes components that are not named, because users who choose one strain
 * often intend zero stress in the other components. */
static void note_unnamed(const reading *r) {
  const char *list = "", *strain = am_control_name(&r->names, false);
  for (int c = 0; c < r->components; c++)
    if (r->chosen[c] < 0 && r->control[c] < 0)
      list = am_format(r->making->arena, "%s%s%s", list, *list ? ", " : "",
                       am_gradient_names[c]);
  if (*list)
    am_note(r->making->report, r->given->table_place,
            "components %s are not controlled by the table: their %s is held "
            "at its initial value; write '%s: [others]' to leave them free, or "
            "'%s: [others]' to confirm",
            list, strain, am_control_name(&r->names, true), strain);
}

static am_status find_controls(reading *r) {
  int found = 0;
  for (int c = 0; c < r->components; c++) {
    AM_TRY(find_control(r, c));
    found += r->control[c] >= 0;
  }
  if (found) {
    note_unnamed(r);
    return AM_OK;
  }
  return am_error(r->making->report, AM_INPUT, r->given->table_place,
                  "no column of %s prescribes the loading: expected %s, %s or "
                  "another controlled component",
                  r->m.name, column_name(r, 0, 0), column_name(r, 1, 0));
}

/* Reads external fields of the test, which are constant from the start on. */
static am_status take_constants(reading *r) {
  const am_yaml *map = r->given->external;
  am_report *report = r->making->report;
  for (size_t i = 0; map && i < map->count; i++) {
    const am_yaml *node = map->items[i];
    int k = am_external_index(r->making->material, node->key);
    if (k < 0)
      return am_error(report, AM_INPUT, node->key_place,
                      "material '%s' has no external field '%s'",
                      r->making->material->name, node->key);
    if (r->field[k] >= 0)
      return am_error(report, AM_INPUT, node->key_place,
                      "this field is also a column of %s, external.%s: remove "
                      "one of them", r->m.name, node->key);
    AM_TRY(am_yaml_number(report, node, "an external field", &r->kept[k]));
  }
  return AM_OK;
}

static double field_at(const reading *r, size_t row, int k) {
  return r->field[k] < 0 ? r->kept[k] : cell(r, row, r->field[k]);
}

/* Finds the columns of the fields, and initial values from `initial` or the
 * test. */
static am_status find_fields(reading *r) {
  const am_material *m = r->making->material;
  r->fields = m->external_count;
  r->known = r->description->stressed ||
             (!r->fields && !r->description->initial);
  for (int k = 0; k < r->fields; k++) {
    const am_parameter *p = &m->externals[k];
    r->field[k] = am_table_column(
        r->m.table, am_format(r->making->arena, "external.%s", p->name));
    r->kept[k] = p->values[0];
    if (r->field[k] >= 0) AM_TRY(am_table_columns_check(&r->m, r->field[k]));
  }
  AM_TRY(take_constants(r));
  for (int k = 0; k < r->fields; k++) {
    const char *name = m->externals[k].name;
    const am_yaml *initial = am_yaml_get(r->description->initial, name);
    r->start[k] = field_at(r, 0, k);
    if (!initial) continue;
    AM_TRY(am_yaml_number(r->making->report, initial, name, &r->start[k]));
    if (!am_yaml_get(r->given->external, name) && r->field[k] < 0)
      r->kept[k] = r->start[k];
  }
  return AM_OK;
}

/* Initial strain or F of component c, or its stress if known. */
static double start_of(const reading *r, int c) {
  return r->kind[c]          ? r->description->stress[c % 6]
         : r->names.deformed ? r->gradient[c]
                             : r->description->strain[c];
}

/* Controlled value of component c at a row; without a column, the initial
 * value. */
static double controlled(const reading *r, size_t row, int c) {
  return r->control[c] < 0 ? start_of(r, c) : cell(r, row, r->control[c]);
}

/* True if the first row differs from the start and is reached by a jump. */
static bool begins_by_jump(const reading *r) {
  bool differs = false;
  for (int c = 0; c < r->components; c++)
    if (r->control[c] >= 0)
      differs |= (r->kind[c] && !r->known) ||
                 am_table_columns_differs(&r->m, r->control[c], start_of(r, c));
  for (int k = 0; k < r->fields; k++)
    differs |= field_at(r, 0, k) != r->start[k];
  return r->starts && differs;
}

/* Entries, one per loading step, and the index of the entry of each table
 * row. */
typedef struct {
  const reading *r;
  am_entries *e;
  double *time, *targets, *external;
  size_t *at; /* [rows] */
} listing;

/* Appends an entry with controlled components and fields: the values of a row,
 * or interpolated between the previous row and this row by `part`; row -1: the
 * start. */
static void add_entry(listing *l, long row, double part) {
  const reading *r = l->r;
  size_t to = row > 0 ? (size_t)row : 0, from = to ? to - 1 : 0;
  long at = l->e->count++;
  double t0 = r->times[from], t1 = r->times[to];
  l->time[at] = row < 0 ? r->description->time
                : part == 1 ? t1 : t0 + (t1 - t0) * part;
  for (int c = 0; c < r->components; c++) {
    double a = controlled(r, from, c), b = controlled(r, to, c);
    l->targets[r->components * at + c] = row < 0   ? start_of(r, c)
                                         : part == 1 ? b
                                                     : a + (b - a) * part;
  }
  for (int k = 0; k < r->fields; k++) {
    double a = field_at(r, from, k), b = field_at(r, to, k);
    l->external[r->fields * at + k] = row < 0     ? r->start[k]
                                      : part == 1 ? b
                                                  : a + (b - a) * part;
  }
}

/* Creates the entries: the first row is a jump, the start, or one loading step;
 * further rows have the number of steps of the test, or are jumps. */
static void list_rows(listing *l) {
  const reading *r = l->r;
  bool jump = begins_by_jump(r);
  for (size_t row = r->starts && !jump ? 1 : 0; row < r->m.table->rows;
       row++) {
    bool one = !row || r->times[row] == r->times[row - 1];
    long parts = one ? 1 : r->given->steps;
    for (long k = 1; k <= parts; k++)
      add_entry(l, (long)row, (double)k / (double)parts);
    l->at[row] = (size_t)l->e->count - 1;
  }
}

static am_entries *make_entries(const reading *r, const size_t **at) {
  am_arena *arena = r->making->arena;
  size_t rows = r->m.table->rows, n = (size_t)r->components;
  size_t room = 1 + rows * (size_t)r->given->steps;
  int *kinds = AM_ARRAY(arena, int, n);
  bool *held = AM_ARRAY(arena, bool, n);
  double *start = AM_ARRAY(arena, double, AM_MOST_EXTERNAL);
  am_entries *e = AM_NEW(arena, am_entries);
  listing l = {.r = r, .e = e, .time = AM_ARRAY(arena, double, room),
               .targets = AM_ARRAY(arena, double, n * room),
               .external = AM_ARRAY(arena, double, (size_t)r->fields * room),
               .at = AM_ARRAY(arena, size_t, rows)};
  for (size_t c = 0; c < n; c++) held[c] = r->control[c] < 0;
  memcpy(kinds, r->kind, n * sizeof *kinds);
  memcpy(start, r->start, sizeof r->start);
  *e = (am_entries){.time = l.time, .targets = l.targets, .held = held,
                    .external = l.external, .external_start = start,
                    .external_count = r->fields,
                    .components = r->components, .kinds = kinds,
                    .place = r->given->table_place};
  add_entry(&l, -1, 1);
  list_rows(&l);
  *at = l.at;
  return e;
}

/* Checks a compared column: it must be a component that the test does not
 * prescribe. */
static am_status check_compared(const reading *r,
                                const am_fitting_column *column) {
  am_arena *arena = r->making->arena;
  const char *known[2 * AM_CONTROLLED_MOST + 6], *name = column->name;
  int n = r->components, count = 2 * n;
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
    if (i >= 2 * n || r->kind[i % n] != i / n) return AM_OK;
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
  test->time = r->times;
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

/* Determines the controllable components and the choices of the test. */
static am_status choose_controls(reading *r) {
  am_report *report = r->making->report;
  const am_yaml *map = r->given->map, *other = NULL;
  bool *deformed = &r->names.deformed;
  AM_TRY(am_run_deformed(report, r->description, r->making->material,
                         deformed));
  const am_path_names others = {.deformed = !*deformed};
  for (int stress = 0; stress < 2 && !other; stress++)
    other = am_yaml_get(map, am_control_name(&others, stress));
  if (other)
    return am_error(report, AM_INPUT, other->key_place,
                    *deformed ? "expected F or P for logarithmic kinematics, "
                                "found '%s'"
                              : "'%s' is only for 'kinematics: logarithmic', "
                                "which neither the material nor the case sets; "
                                "use strain and stress",
                    other->key);
  r->components = am_path_controlled(&r->names);
  if (*deformed)
    AM_TRY(am_case_gradient(report, r->description, r->gradient));
  return am_control_choice_read(report, *deformed, map, r->chosen);
}

am_status am_fit_test_read(const am_fit_preparation *making,
                           const am_case *description, am_fit_test *test,
                           am_entries **entries) {
  reading r = {.making = making, .description = description,
               .given = test->given};
  AM_TRY(choose_controls(&r));
  am_sample_name_law(making->arena, making->material, &r.names);
  AM_TRY(open_table(&r));
  AM_TRY(find_controls(&r));
  AM_TRY(find_fields(&r));
  double *times = AM_ARRAY(making->arena, double, r.m.table->rows);
  AM_TRY(am_table_columns_times(&r.m, description->time, times));
  r.times = times;
  r.starts = am_table_columns_starts(&r.m, description->time);
  AM_TRY(take_measured(&r, test));
  *entries = make_entries(&r, &test->at);
  return AM_OK;
}
