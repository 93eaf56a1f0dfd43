#include "driver/expect.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "driver/columns.h"

/* Rows agree in time to this part of the whole duration. */
static const double time_tolerance = 1e-9;

/* The table of a run, with what finding rows needs. */
typedef struct {
  const am_table *table;
  long time;    /* column, -1: none */
  double slack; /* [time] */
} run_rows;

static double cell(const am_table *table, size_t row, long column) {
  return table->values[row * table->columns + (size_t)column];
}

static run_rows rows_of(const am_table *table) {
  run_rows run = {.table = table, .time = am_table_column(table, "time")};
  if (run.time >= 0 && table->rows)
    run.slack = time_tolerance * fabs(cell(table, table->rows - 1, run.time) -
                                      cell(table, 0, run.time));
  return run;
}

/* The row at `time` that has `later` more of this time behind it, or -1. */
static long find_row(const run_rows *run, double time, size_t later) {
  if (run->time < 0 || isnan(time)) return -1;
  size_t low = 0, high = run->table->rows;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (cell(run->table, middle, run->time) <= time + run->slack)
      low = middle + 1;
    else
      high = middle;
  }
  if (low <= later) return -1;
  size_t row = low - 1 - later;
  bool near = fabs(cell(run->table, row, run->time) - time) <= run->slack;
  return near ? (long)row : -1;
}

/* Keeps the worst entry; `worst` is the largest ratio to a bound so far, -1
 * before the first. */
static void judge(am_comparison *result, double *worst,
                  const am_comparison *entry) {
  double difference = fabs(entry->ours - entry->reference);
  bool good = difference <= entry->bound;
  double ratio = entry->bound > 0 ? difference / entry->bound
                                  : (good ? 0 : INFINITY);
  if (isnan(ratio)) ratio = INFINITY;
  if (ratio <= *worst) return;
  *worst = ratio;
  result->column = entry->column;
  result->time = entry->time;
  result->ours = entry->ours;
  result->reference = entry->reference;
  result->bound = entry->bound;
  result->good = good;
}

static void lacks(am_comparison *result, const char *column, double time,
                  const char *reason) {
  result->column = column;
  result->time = time;
  result->reason = reason;
  result->good = false;
}

static void compare_value(am_arena *arena, const am_expectation *item,
                          const run_rows *run, am_comparison *result) {
  const char *name = am_column_canonical(arena, item->column);
  long column = am_table_column(run->table, name);
  long row = find_row(run, item->time, 0);
  double worst = -1;
  result->what = name;
  if (column < 0) {
    lacks(result, NULL, item->time,
          am_format(arena, "the run has no column %s", name));
  } else if (row < 0) {
    lacks(result, NULL, item->time,
          am_format(arena, "the run has no row at time %.15g", item->time));
  } else {
    am_comparison entry = {
        .column = name,
        .time = item->time,
        .ours = cell(run->table, (size_t)row, column),
        .reference = item->value,
        .bound = item->tolerance * fabs(item->value) + item->absolute};
    judge(result, &worst, &entry);
  }
}

static double largest(const am_table *table, long column) {
  double value = 0;
  for (size_t row = 0; row < table->rows; row++)
    value = fmax(value, fabs(cell(table, row, column)));
  return value;
}

/* A column of a reference file. */
typedef struct {
  const char *name, *quantity;
  double scale; /* largest absolute value of the quantity */
  long ours;    /* column of the run, -1: none */
} reference;

static reference *references_of(am_arena *arena, const am_table *file,
                                const am_table *table) {
  reference *all = AM_ARRAY(arena, reference, file->columns);
  for (size_t i = 0; i < file->columns; i++) {
    all[i].name = am_column_canonical(arena, file->names[i]);
    all[i].quantity = am_column_quantity(arena, all[i].name);
    all[i].ours = am_table_column(table, all[i].name);
    all[i].scale = largest(file, (long)i);
    for (size_t j = 0; j < i; j++) {
      if (strcmp(all[i].quantity, all[j].quantity)) continue;
      all[i].scale = all[j].scale = fmax(all[i].scale, all[j].scale);
    }
  }
  return all;
}

/* Rows of the file behind `row` that have its time too. */
static size_t count_later(const am_table *file, long time, size_t row,
                          double slack) {
  size_t later = 0;
  while (row + later + 1 < file->rows &&
         fabs(cell(file, row + later + 1, time) - cell(file, row, time)) <=
             slack)
    later++;
  return later;
}

static void compare_rows(am_arena *arena, const am_expectation *item,
                         const run_rows *run, const am_table *file,
                         const reference *columns, long time,
                         am_comparison *result) {
  double worst = -1;
  for (size_t i = 0; i < file->rows && !result->reason; i++) {
    double t = cell(file, i, time);
    long row = find_row(run, t, count_later(file, time, i, run->slack));
    if (row < 0)
      lacks(result, NULL, t,
            am_format(arena, "the run has no row at time %.15g", t));
    for (size_t j = 0; j < file->columns && row >= 0; j++) {
      if ((long)j == time) continue;
      am_comparison entry = {
          .column = columns[j].name,
          .time = t,
          .ours = cell(run->table, (size_t)row, columns[j].ours),
          .reference = cell(file, i, (long)j),
          .bound = item->tolerance * columns[j].scale + item->absolute};
      judge(result, &worst, &entry);
    }
  }
}

static am_status compare_file(am_arena *arena, am_report *report,
                              const am_expectation *item,
                              const run_rows *run, am_comparison *result) {
  am_table *file;
  AM_TRY(am_csv_read(arena, report, item->file, item->place, &file));
  long time = am_table_column(file, "time");
  if (time < 0)
    return am_error(report, AM_INPUT, item->place, "'%s' has no column time",
                    item->file);
  if (!file->rows || file->columns < 2)
    return am_error(report, AM_INPUT, item->place,
                    "'%s' has nothing to compare", item->file);
  const reference *columns = references_of(arena, file, run->table);
  result->what = item->file;
  for (size_t j = 0; j < file->columns && !result->reason; j++)
    if (columns[j].ours < 0)
      lacks(result, NULL, 0,
            am_format(arena, "the run has no column %s", columns[j].name));
  if (!result->reason)
    compare_rows(arena, item, run, file, columns, time, result);
  return AM_OK;
}

am_status am_expect(am_arena *arena, am_report *report,
                    const am_expectation *expectations, size_t count,
                    const am_table *table, am_comparison *comparisons) {
  run_rows run = rows_of(table);
  for (size_t i = 0; i < count; i++) {
    const am_expectation *item = &expectations[i];
    comparisons[i] = (am_comparison){.place = item->place};
    if (item->file)
      AM_TRY(compare_file(arena, report, item, &run, &comparisons[i]));
    else
      compare_value(arena, item, &run, &comparisons[i]);
  }
  return AM_OK;
}

/* The columns of a case while it gets more of them. */
typedef struct {
  am_arena *arena;
  am_case *description;
  size_t capacity, place_capacity, place_count;
} growing;

static void add_column(growing *g, const char *name, am_place place) {
  am_case *c = g->description;
  AM_PUSH_ROOM(g->arena, c->columns, c->column_count, g->capacity);
  AM_PUSH_ROOM(g->arena, c->column_places, g->place_count,
               g->place_capacity);
  c->columns[c->column_count++] = name;
  c->column_places[g->place_count++] = place;
}

am_status am_expect_columns(am_arena *arena, am_report *report,
                            am_case *description) {
  size_t count = description->column_count;
  growing g = {arena, description, count, count, count};
  const am_expectation *items = description->expectations;
  for (size_t i = 0; i < description->expectation_count; i++) {
    add_column(&g, "time", items[i].place);
    if (items[i].column) add_column(&g, items[i].column, items[i].place);
  }
  description->column_required = description->column_count;
  for (size_t i = 0; i < description->expectation_count; i++) {
    am_table *file;
    if (!items[i].file) continue;
    AM_TRY(
        am_csv_read(arena, report, items[i].file, items[i].place, &file));
    for (size_t j = 0; j < file->columns; j++)
      add_column(&g, file->names[j], items[i].place);
  }
  return AM_OK;
}
