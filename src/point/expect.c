#include "point/expect.h"

#include <math.h>

#include "base/text.h"
#include "point/columns.h"
#include "point/curves.h"

/* The table of a run, with what finding rows needs. */
typedef struct {
  const am_table *table;
  am_timeline line; /* empty when there is no column time */
} run_rows;

static double cell(const am_table *table, size_t row, long column) {
  return table->values[row * table->columns + (size_t)column];
}

static run_rows rows_of(am_arena *arena, const am_table *table) {
  run_rows run = {.table = table};
  long time = am_table_column(table, "time");
  if (time >= 0)
    run.line =
        am_timeline_of(am_table_values(arena, table, time), table->rows);
  return run;
}

/* Keeps the worst entry; `ratio` as in am_entry_judge. */
static void judge(am_comparison *result, double *ratio, const char *column,
                  const am_entry *entry) {
  am_entry worst;
  if (!am_entry_judge(&worst, ratio, entry)) return;
  result->column = column;
  result->time = worst.at;
  result->ours = worst.ours;
  result->reference = worst.reference;
  result->bound = worst.bound;
  result->good = worst.good;
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
  long row = am_timeline_row(&run->line, item->time, 0);
  double worst = -1;
  result->what = name;
  if (column < 0) {
    lacks(result, NULL, item->time,
          am_format(arena, "the run has no column %s", name));
  } else if (row < 0) {
    lacks(result, NULL, item->time,
          am_format(arena, "the run has no row at time %.15g", item->time));
  } else {
    am_entry entry = {
        .at = item->time,
        .ours = cell(run->table, (size_t)row, column),
        .reference = item->value,
        .bound = item->tolerance * fabs(item->value) + item->absolute};
    judge(result, &worst, name, &entry);
  }
}

/* The columns of a reference file. */
typedef struct {
  const char **names; /* [file->columns] */
  double *scales;     /* largest absolute values of the quantities */
  long *ours;         /* columns of the run, -1: none */
} references;

static references references_of(am_arena *arena, const am_table *file,
                                const am_table *table) {
  references all = {AM_ARRAY(arena, const char *, file->columns),
                    AM_ARRAY(arena, double, file->columns),
                    AM_ARRAY(arena, long, file->columns)};
  for (size_t i = 0; i < file->columns; i++) {
    all.names[i] = am_column_canonical(arena, file->names[i]);
    all.ours[i] = am_table_column(table, all.names[i]);
  }
  am_quantity_scales(file, am_quantity_groups(arena, all.names, file->columns),
                     all.scales);
  return all;
}

static void compare_rows(am_arena *arena, const am_expectation *item,
                         const run_rows *run, const am_table *file,
                         const references *columns, long time,
                         am_comparison *result) {
  double worst = -1, slack = run->line.slack;
  const am_timeline line =
      am_timeline_of(am_table_values(arena, file, time), file->rows);
  for (size_t i = 0; i < file->rows && !result->reason; i++) {
    double t = line.x[i];
    long row = am_timeline_row(&run->line, t,
                               am_timeline_later(&line, i, slack));
    if (row < 0)
      lacks(result, NULL, t,
            am_format(arena, "the run has no row at time %.15g", t));
    for (size_t j = 0; j < file->columns && row >= 0; j++) {
      if ((long)j == time) continue;
      am_entry entry = {
          .at = t,
          .ours = cell(run->table, (size_t)row, columns->ours[j]),
          .reference = cell(file, i, (long)j),
          .bound = item->tolerance * columns->scales[j] + item->absolute};
      judge(result, &worst, columns->names[j], &entry);
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
  const references columns = references_of(arena, file, run->table);
  result->what = item->file;
  for (size_t j = 0; j < file->columns && !result->reason; j++)
    if (columns.ours[j] < 0)
      lacks(result, NULL, 0,
            am_format(arena, "the run has no column %s", columns.names[j]));
  if (!result->reason)
    compare_rows(arena, item, run, file, &columns, time, result);
  return AM_OK;
}

am_status am_expect(am_arena *arena, am_report *report,
                    const am_expectation *expectations, size_t count,
                    const am_table *table, am_comparison *comparisons) {
  run_rows run = rows_of(arena, table);
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
