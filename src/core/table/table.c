/* table.c: tables in memory. */
#include "table/table.h"

am_table *am_table_new(am_arena *arena, const char *const *names,
                       const char *const *units, size_t columns) {
  am_table *table = AM_NEW(arena, am_table);
  *table = (am_table){
      .arena = arena, .names = names, .units = units, .columns = columns};
  return table;
}

/* Makes room for one more row; returns the number of cells in use. */
static size_t make_room(am_table *t) {
  size_t used = t->rows * t->columns;
  if (t->rows < t->capacity) return used;
  t->capacity = t->capacity ? 2 * t->capacity : 64;
  size_t cells = t->capacity * t->columns;
  t->values = am_arena_grow(t->arena, t->values, used * sizeof *t->values,
                            cells * sizeof *t->values);
  if (t->texts)
    t->texts = am_arena_grow(t->arena, t->texts, used * sizeof *t->texts,
                             cells * sizeof *t->texts);
  return used;
}

void am_table_add(am_table *table, const double *row) {
  size_t used = make_room(table), width = table->columns;
  if (width) memcpy(table->values + used, row, width * sizeof *row);
  for (size_t i = 0; table->texts && i < width; i++)
    table->texts[used + i] = NULL;
  table->rows++;
}

am_table_row am_table_add_empty(am_table *table) {
  size_t used = make_room(table), cells = table->capacity * table->columns;
  if (!table->texts) table->texts = AM_ARRAY(table->arena, const char *, cells);
  am_table_row row = {table->values + used, table->texts + used};
  for (size_t i = 0; i < table->columns; i++) {
    row.values[i] = NAN;
    row.texts[i] = NULL;
  }
  table->rows++;
  return row;
}

am_table_row am_table_row_after(am_table_row row, size_t cells) {
  return (am_table_row){row.values + cells, row.texts + cells};
}

void am_table_thin(am_table *table) {
  size_t width = table->columns;
  size_t left = (table->rows + 1) / 2;
  for (size_t i = 1; i < left; i++) {
    memcpy(table->values + i * width, table->values + 2 * i * width,
           width * sizeof *table->values);
    if (table->texts)
      memcpy(table->texts + i * width, table->texts + 2 * i * width,
             width * sizeof *table->texts);
  }
  table->rows = left;
}

long am_table_column(const am_table *table, const char *name) {
  for (size_t i = 0; i < table->columns; i++)
    if (!strcmp(table->names[i], name)) return (long)i;
  return -1;
}

const char *am_table_unit(const am_table *table, long column) {
  const char *unit = table->units ? table->units[column] : NULL;
  return unit ? unit : "";
}

static bool is_strain(const char *name) {
  return !strncmp(name, "strain.", 7) || !strncmp(name, "F.", 2);
}

bool am_table_same_unit(const char *name, const char *unit, const char *other) {
  am_conversion none;
  if (!strcmp(unit, other)) return true;
  if (!is_strain(name) && (!*unit || !*other)) return true;
  return am_unit_conversion(unit, other, &none) && am_conversion_is_none(&none);
}

bool am_table_convert(const am_table *table, size_t column, const char *name,
                      const char *unit) {
  const char *own = am_table_unit(table, (long)column);
  am_conversion conversion;
  if (!*own || (!*unit && !is_strain(name))) return true;
  if (!am_unit_conversion(own, unit, &conversion)) return false;
  if (am_conversion_is_none(&conversion)) return true;
  for (size_t row = 0; row < table->rows; row++) {
    double *value = &table->values[row * table->columns + column];
    *value = am_converted(&conversion, *value);
  }
  return true;
}

double *am_table_values(am_arena *arena, const am_table *table, long column) {
  double *values = AM_ARRAY(arena, double, table->rows);
  for (size_t i = 0; i < table->rows; i++)
    values[i] = table->values[i * table->columns + (size_t)column];
  return values;
}

const char *am_table_text(const am_table *table, size_t row, size_t column) {
  return table->texts ? table->texts[row * table->columns + column] : NULL;
}

am_status am_table_take_unit(am_report *report, const am_table *table,
                             size_t column, const am_table_wanted *wanted) {
  const char *unit = am_table_unit(table, (long)column);
  if (am_table_convert(table, column, wanted->what, wanted->unit)) return AM_OK;
  return am_error(report, AM_INPUT,
                  am_csv_place(report->arena, table, -1, column),
                  "the unit of %s is %s%s, which cannot be converted to "
                  "'%s', the unit of %s",
                  wanted->what,
                  am_quoted(report->arena, unit),
                  am_unit_suggestion(report->arena, unit),
                  wanted->unit, wanted->whose);
}
