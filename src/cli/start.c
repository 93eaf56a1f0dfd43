/* start.c: initial state of a run that continues another run: the last row of a
 * table of results, or of a point of a batch, as `initial` of the case. */
#include "cli/run_picture.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  const char *file;           /* and its point, for messages */
  am_table *table;
  am_buffer missing, initial; /* missing columns found so far; text written so
                                 far */
  am_status status;           /* of the cells read so far */
} last_row;

/* Place of a cell; am_nowhere for the file of a batch. */
static am_place cell_place(const last_row *r, long row, size_t column) {
  return r->table->origin ? am_csv_place(r->arena, r->table, row, column)
                          : am_nowhere;
}

/* Adds the number of a column of the last row; missing columns are collected
 * for one message. */
static void add_number(last_row *r, const char *column) {
  const am_table *t = r->table;
  long c = am_table_column(t, column);
  if (c < 0) {
    am_buffer_add(&r->missing, "%s%s", r->missing.length ? ", " : "", column);
    return;
  }
  double value = t->values[(t->rows - 1) * t->columns + (size_t)c];
  if (!isfinite(value) && r->status == AM_OK)
    r->status = am_error(r->report, AM_INPUT,
                         cell_place(r, (long)t->rows - 1, (size_t)c),
                         "expected a number in the column %s of the last row "
                         "of %s, the start of the run",
                         column, r->file);
  am_buffer_add(&r->initial, "%.17g", value);
}

static void add_components(last_row *r, const char *name, int count) {
  am_buffer_add(&r->initial, "{");
  for (int c = 0; c < count; c++) {
    am_buffer_add(&r->initial, "%s%s: ", c ? ", " : "", am_gradient_names[c]);
    add_number(r, am_format(r->arena, "%s.%s", name, am_gradient_names[c]));
  }
  am_buffer_add(&r->initial, "}");
}

static void add_value(last_row *r, am_kind kind, const char *name) {
  if (kind == AM_SCALAR)
    add_number(r, name);
  else
    add_components(r, name, 6);
}

/* Adds a list with all members found in the table. */
static void add_list(last_row *r, const am_internal *v) {
  const char *component = v->kind == AM_SCALAR ? "" : ".xx";
  am_buffer_add(&r->initial, "[");
  for (int i = 1;; i++) {
    const char *name = am_format(r->arena, "%s[%d]", v->name, i);
    const char *first = am_format(r->arena, "%s%s", name, component);
    if (i > 1 && am_table_column(r->table, first) < 0) break;
    am_buffer_add(&r->initial, "%s", i > 1 ? ", " : "");
    add_value(r, v->kind, name);
  }
  am_buffer_add(&r->initial, "]");
}

/* Adds external fields; under adiabatic conditions the entropy replaces the
 * temperature. */
static void add_fields(last_row *r, const am_material *material,
                       bool adiabatic) {
  for (int i = 0; i < material->external_count; i++) {
    const char *name = material->externals[i].name;
    bool follows = adiabatic && material->externals[i].temperature;
    am_buffer_add(&r->initial, ", %s: ", follows ? "entropy" : name);
    add_number(r, follows ? "entropy"
                          : am_format(r->arena, "external.%s", name));
  }
}

static void add_state(last_row *r, const am_material *material,
                      bool deformed) {
  am_buffer_add(&r->initial, "{time: ");
  add_number(r, "time");
  am_buffer_add(&r->initial, deformed ? ", F: " : ", strain: ");
  add_components(r, deformed ? "F" : "strain", deformed ? 9 : 6);
  for (int i = 0; i < material->internal_count; i++) {
    const am_internal *v = &material->internals[i];
    am_buffer_add(&r->initial, ", %s: ", v->name);
    if (v->count)
      add_list(r, v);
    else
      add_value(r, v->kind, v->name);
  }
}

/* Rows of one run have nondecreasing times. */
static am_status check_rows(const last_row *r) {
  const am_table *t = r->table;
  long time = am_table_column(t, "time");
  if (!t->rows)
    return am_error(r->report, AM_INPUT, cell_place(r, -1, 0),
                    "%s has no row of numbers from which to start", r->file);
  for (size_t row = 1; time >= 0 && row < t->rows; row++)
    if (t->values[row * t->columns + (size_t)time] <
        t->values[(row - 1) * t->columns + (size_t)time])
      return am_error(r->report, AM_INPUT,
                      cell_place(r, (long)row, (size_t)time),
                      "time decreases here: expected the rows of a single run");
  return AM_OK;
}

/* Reads the stress of the last row, and the largest one of all rows, the scale
 * for rounding errors. */
static void take_stress(const am_table *t, am_start *start) {
  start->given = true;
  for (int c = 0; c < 6; c++) {
    long k = am_table_column(t, am_format(t->arena, "stress.%s",
                                          am_component_names[c]));
    start->given &= k >= 0;
    for (size_t row = 0; k >= 0 && row < t->rows; row++) {
      start->stress[c] = t->values[row * t->columns + (size_t)k];
      start->largest = fmax(start->largest, fabs(start->stress[c]));
    }
  }
}

static am_status check_case(am_report *report, const am_case *description) {
  const am_yaml *taken = description->points    ? description->points
                         : description->initial ? description->initial
                                                : description->microstructure;
  if (!taken) return AM_OK;
  return am_error(report, AM_INPUT, taken->key_place,
                  "--start continues a single point; remove '%s'", taken->key);
}

/* Reads the rows of a table, or of a point of a batch; strains in tensor
 * components. */
static am_status read_rows(last_row *r, const am_context *context) {
  am_results *results;
  long point = context->options.point;
  if (!am_archive_is_named(r->file)) {
    AM_TRY(
        am_csv_read(r->arena, r->report, r->file, am_nowhere, NULL, &r->table));
    if (r->table->voigt) am_table_to_tensor(r->arena, r->table);
    return AM_OK;
  }
  if (!point)
    return am_error(r->report, AM_USAGE, am_nowhere,
                    "--start with a batch file needs --point K, the point from "
                    "which to continue");
  AM_TRY(am_results_open(r->arena, r->report, r->file, &results));
  if (point > results->points)
    return am_error(r->report, AM_INPUT, am_nowhere,
                    "there is no point %ld in %s, which has %ld", point,
                    am_quoted(r->arena, r->file), results->points);
  results->most = 1; /* reads no further points */
  AM_TRY(am_results_point(results, r->report, point - 1));
  r->table = results->table;
  r->file = am_format(r->arena, "point %ld of %s", point, r->file);
  return AM_OK;
}

am_status am_start_read(am_arena *arena, am_context *context,
                        const am_case *description, const char *file,
                        am_start *start) {
  const am_material *material = NULL;
  last_row r = {.arena = arena, .report = context->report, .file = file,
                .missing = {.arena = arena}, .initial = {.arena = arena}};
  AM_TRY(check_case(r.report, description));
  bool deformed;
  AM_TRY(am_run_material(arena, r.report, description, &material));
  AM_TRY(am_run_deformed(r.report, description, material, &deformed));
  AM_TRY(read_rows(&r, context));
  AM_TRY(check_rows(&r));
  take_stress(r.table, start);
  for (size_t c = 3; c < 6; c++) { /* `initial` uses the notation of the case */
    long k = am_table_column(r.table, am_format(arena, "strain.%s",
                                                am_component_names[c]));
    if (k >= 0)
      r.table->values[(r.table->rows - 1) * r.table->columns + (size_t)k] /=
          am_strain_scale(description, (int)c);
  }
  add_state(&r, material, deformed);
  add_fields(&r, material, description->adiabatic != NULL);
  am_buffer_add(&r.initial, "}");
  if (r.missing.length)
    return am_error(r.report, AM_INPUT, cell_place(&r, -1, 0),
                    "%s lacks columns of the state of material '%s': %s",
                    r.file, material->name, r.missing.text);
  if (r.status == AM_OK) am_options_assign(context, "initial", r.initial.text);
  return r.status;
}

void am_start_compare(am_report *report, const am_start *start,
                      const double *stress) {
  double error = 0;
  for (int c = 0; c < 6; c++)
    error = fmax(error, fabs(stress[c] - start->stress[c]));
  if (!start->given || error <= 1e-12 * start->largest + DBL_MIN) return;
  am_warn(report, am_nowhere,
          "the stress at the start differs by %.3g from that of the table, "
          "which belongs to another material or other parameters, or is "
          "rounded",
          error);
}
