#include "output/table.h"

#include <string.h>

am_table *am_table_new(am_arena *arena, const char *const *names,
                       const char *const *units, size_t columns) {
  am_table *table = AM_NEW(arena, am_table);
  *table = (am_table){
      .arena = arena, .names = names, .units = units, .columns = columns};
  return table;
}

void am_table_add(am_table *table, const double *row) {
  size_t width = table->columns * sizeof *row;
  if (table->rows == table->capacity) {
    size_t capacity = table->capacity ? 2 * table->capacity : 64;
    table->values = am_arena_grow(table->arena, table->values,
                                  table->rows * width, capacity * width);
    table->capacity = capacity;
  }
  if (width)
    memcpy(table->values + table->rows * table->columns, row, width);
  table->rows++;
}

void am_table_thin(am_table *table) {
  size_t width = table->columns;
  size_t kept = (table->rows + 1) / 2;
  for (size_t i = 1; i < kept; i++)
    memcpy(table->values + i * width, table->values + 2 * i * width,
           width * sizeof *table->values);
  table->rows = kept;
}

long am_table_column(const am_table *table, const char *name) {
  for (size_t i = 0; i < table->columns; i++)
    if (!strcmp(table->names[i], name)) return (long)i;
  return -1;
}

double *am_table_values(am_arena *arena, const am_table *table, long column) {
  double *values = AM_ARRAY(arena, double, table->rows);
  for (size_t i = 0; i < table->rows; i++)
    values[i] = table->values[i * table->columns + (size_t)column];
  return values;
}
