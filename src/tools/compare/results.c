/* results.c: result files as tables, point by point. */
#include <assert.h>

#include "compare/compare.h"

/* Maximum number of values read ahead: 128 MiB. */
enum { AHEAD = 1 << 24, POINTS_AHEAD = 1 << 14 };

static am_status open_csv(am_arena *arena, am_report *report, am_results *r) {
  AM_TRY(am_csv_read(arena, report, r->path, am_nowhere, NULL, &r->table));
  const char **names = AM_ARRAY(arena, const char *, r->table->columns);
  for (size_t i = 0; i < r->table->columns; i++)
    names[i] = am_column_canonical(arena, r->table->names[i]);
  r->table->names = names;
  r->points = 1;
  if (r->table->voigt) am_table_to_tensor(arena, r->table);
  return AM_OK;
}

/* Number of columns of a field; 0: it has no rows. */
static size_t width_of(const am_archive_field *field) {
  return field->per_point ? 0 : (size_t)am_archive_components(field);
}

/* Name of a column.  The datasets "internal/x", "derivative/x", "stress" of
 * batch/store.c are the columns x, derivative.x, stress, with their
 * components. */
static const char *column_of(am_arena *arena, const am_archive_field *field,
                             size_t c) {
  static const char internal[] = "internal/";
  const char *component = field->components      ? field->components[c]
                          : width_of(field) == 1 ? ""
                          : am_format(arena, "%zu", c + 1);
  const char *dataset = field->name;
  if (!strncmp(dataset, internal, sizeof internal - 1))
    dataset += sizeof internal - 1;
  char *name =
      am_format(arena, "%s%s%s", dataset, *component ? "." : "", component);
  for (char *slash = name; (slash = strchr(slash, '/'));) *slash = '.';
  return am_column_canonical(arena, name);
}

static am_status open_archive(am_arena *arena, am_report *report,
                              am_results *r) {
  AM_TRY(am_archive_results_open(arena, report, r->path, &r->archive));
  const am_archive_layout *a = r->archive->layout;
  size_t count = 1, next = 1;
  for (int f = 0; f < a->field_count; f++) count += width_of(&a->fields[f]);
  const char **names = AM_ARRAY(arena, const char *, count);
  const char **units = AM_ARRAY(arena, const char *, count);
  names[0] = "time";
  units[0] = a->time_unit;
  for (int f = 0; f < a->field_count; f++)
    for (size_t c = 0; c < width_of(&a->fields[f]); c++, next++) {
      names[next] = column_of(arena, &a->fields[f], c);
      units[next] = a->fields[f].unit;
    }
  r->table = am_table_new(arena, names, units, count);
  if (r->archive->voigt) r->factors = AM_ARRAY(arena, double, count);
  for (size_t c = 0; r->factors && c < count; c++)
    r->factors[c] = am_column_voigt(arena, r->table, c);
  double *row = AM_ARRAY(arena, double, count);
  for (long i = 0; i < a->rows; i++) am_table_add(r->table, row);
  r->points = r->archive->done;
  assert(count > 0);
  r->most = AHEAD / (long)count / (a->rows ? a->rows : 1);
  if (r->most > POINTS_AHEAD) r->most = POINTS_AHEAD;
  if (r->most > r->points) r->most = r->points;
  if (r->most < 1) r->most = 1;
  r->block = am_arena_room(arena, (size_t)r->most * (size_t)a->rows * count *
                           sizeof *r->block);
  return AM_OK;
}

am_status am_results_open(am_arena *arena, am_report *report,
                          const char *path, am_results **results) {
  am_results *r = *results = AM_NEW(arena, am_results);
  r->path = path;
  AM_TRY(am_archive_is_named(path) ? open_archive(arena, report, r)
                                   : open_csv(arena, report, r));
  if (!r->table->rows)
    return am_error(report, AM_INPUT, am_nowhere, "%s has no rows",
                    am_quoted(arena, path));
  if (r->points) return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere,
                  "%s contains no completed points", am_quoted(arena, path));
}

am_place am_results_place(am_arena *arena, const am_results *r, long row,
                          size_t column) {
  const am_table *t = r->table;
  bool written = t->origin && column < t->columns - r->derived_count;
  return written ? am_csv_place(arena, t, row, column) : am_nowhere;
}

/* ---- derived columns ----------------------------------------------------- */

struct am_results_derived {
  am_derived column;
  size_t from[6]; /* source columns of strain or stress */
};

static void fill_derived(const am_results *r) {
  const am_table *t = r->table;
  size_t first = t->columns - r->derived_count;
  for (size_t row = 0; row < t->rows; row++) {
    double tensor[6], *values = t->values + row * t->columns;
    for (size_t i = 0; i < r->derived_count; i++) {
      for (int c = 0; c < 6; c++) tensor[c] = values[r->derived[i].from[c]];
      values[first + i] = am_derived_value(&r->derived[i].column, tensor);
    }
  }
}

/* Copy of a table with an additional last column. */
static am_table *widen(am_arena *arena, const am_table *old, const char *name,
                       const char *unit) {
  size_t width = old->columns + 1;
  const char **names = AM_ARRAY(arena, const char *, width);
  const char **units = old->units ? AM_ARRAY(arena, const char *, width) : NULL;
  double *row = AM_ARRAY(arena, double, width);
  memcpy(names, old->names, old->columns * sizeof *names);
  names[width - 1] = name;
  if (units) memcpy(units, old->units, old->columns * sizeof *units);
  if (units) units[width - 1] = unit;
  am_table *table = am_table_new(arena, names, units, width);
  table->origin = old->origin;
  for (size_t i = 0; i < old->rows; i++) {
    memcpy(row, old->values + i * old->columns, old->columns * sizeof *row);
    am_table_add(table, row);
  }
  return table;
}

static void derive(am_arena *arena, am_results *r, const am_derived *column) {
  bool stress = am_derived_of_stress(column);
  struct am_results_derived derived = {.column = *column};
  for (int c = 0; c < 6; c++) {
    const char *name = am_format(arena, "%s.%s", stress ? "stress" : "strain",
                                 am_component_names[c]);
    long from = am_table_column(r->table, name);
    if (from < 0) return;
    derived.from[c] = (size_t)from;
  }
  bool unit = column->quantity->unit == AM_UNIT_STRESS && r->table->units;
  r->table = widen(arena, r->table, column->name,
                   unit ? r->table->units[derived.from[0]] : "");
  struct am_results_derived *all = am_arena_grow(
      arena, r->derived, r->derived_count * sizeof *all,
      (r->derived_count + 1) * sizeof *all);
  all[r->derived_count++] = derived;
  r->derived = all;
  if (!r->archive) fill_derived(r);
}

void am_results_derive(am_arena *arena, am_results *r, const char *request) {
  size_t count;
  const am_derived *columns = am_derived_requested(arena, request, &count);
  for (size_t i = 0; i < count; i++)
    if (am_table_column(r->table, columns[i].name) < 0)
      derive(arena, r, &columns[i]);
}

/* ---- points -------------------------------------------------------------- */

/* Uses the individual times of points, stored as a quantity that is NaN after
 * the last row of a point. */
static void take_own_times(am_results *r) {
  am_table *t = r->table;
  long own = am_table_column(t, "time_of_point");
  if (own < 0) return;
  for (size_t i = 0; i < t->rows; i++) {
    double time = t->values[i * t->columns + (size_t)own];
    if (isnan(time))
      t->rows = i;
    else
      t->values[i * t->columns] = time;
  }
}

am_status am_results_point(am_results *r, am_report *report, long point) {
  if (!r->archive) return AM_OK;
  const am_archive_layout *a = r->archive->layout;
  if (point < r->first || point >= r->first + r->count) {
    double *block = r->block;
    r->first = point - point % r->most;
    r->count =
        r->points - r->first < r->most ? r->points - r->first : r->most;
    for (int f = 0; f < a->field_count; f++) {
      if (a->fields[f].per_point) continue;
      AM_TRY(am_archive_results_read(r->archive, report, f, r->first, r->count,
                                     block));
      block += r->count * a->rows * am_archive_components(&a->fields[f]);
    }
  }

  size_t width = r->table->columns, column = 1;
  r->table->rows = (size_t)a->rows;
  const double *values = r->block;
  for (long i = 0; i < a->rows; i++)
    r->table->values[(size_t)i * width] = a->times[i];
  for (int f = 0; f < a->field_count; f++) {
    size_t n = width_of(&a->fields[f]);
    const double *from =
        values + (size_t)(point - r->first) * (size_t)a->rows * n;
    for (size_t i = 0; i < (size_t)a->rows; i++)
      memcpy(r->table->values + i * width + column, from + i * n,
             n * sizeof *from);
    values += (size_t)r->count * (size_t)a->rows * n;
    column += n;
  }
  for (size_t c = 0; r->factors && c < width - r->derived_count; c++)
    for (size_t i = 0; i < (size_t)a->rows; i++)
      r->table->values[i * width + c] *= r->factors[c];
  fill_derived(r);
  take_own_times(r);
  return AM_OK;
}
