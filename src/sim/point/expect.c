/* expect.c: compares the rows of a run with the expectations of the case. */
#include <assert.h>

#include "point/parts.h"

/* ---- timelines ----------------------------------------------------------- */

static const double tolerance = 1e-9; /* relative to the whole duration */

am_timeline am_timeline_of(const double *x, size_t count) {
  double duration = count ? fabs(x[count - 1] - x[0]) : 0;
  return (am_timeline){x, count, tolerance * duration};
}

/* Number of rows at x or before. */
static size_t rows_until(const am_timeline *line, double x) {
  size_t low = 0, high = line->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (line->x[middle] <= x + line->slack)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

long am_timeline_row(const am_timeline *line, double x, size_t later) {
  if (isnan(x)) return -1;
  size_t until = rows_until(line, x);
  if (until <= later) return -1;
  size_t row = until - 1 - later;
  return fabs(line->x[row] - x) <= line->slack ? (long)row : -1;
}

size_t am_timeline_later(const am_timeline *line, size_t row, double slack) {
  size_t later = 0;
  while (row + later + 1 < line->count &&
         fabs(line->x[row + later + 1] - line->x[row]) <= slack)
    later++;
  return later;
}

bool am_timeline_between(const am_timeline *line, double x, size_t later,
                         am_between *place) {
  long row = am_timeline_row(line, x, 0);
  if (row >= 0) {
    while (later-- > 0 && row > 0 && fabs(line->x[row - 1] - x) <= line->slack)
      row--;
    *place = (am_between){(size_t)row, 0};
    return true;
  }
  size_t until = isnan(x) ? 0 : rows_until(line, x);
  if (!until || until == line->count) return false;
  double left = line->x[until - 1], right = line->x[until];
  *place = (am_between){until - 1, (x - left) / (right - left)};
  return true;
}

const size_t *am_quantity_groups(am_arena *arena, const char *const *names,
                                 size_t count) {
  const char **quantities = AM_ARRAY(arena, const char *, count);
  size_t *groups = AM_ARRAY(arena, size_t, count);
  for (size_t i = 0; i < count; i++) {
    quantities[i] = am_column_quantity(arena, names[i]);
    while (strcmp(quantities[groups[i]], quantities[i])) groups[i]++;
  }
  return groups;
}

void am_quantity_scales(const am_table *table, const size_t *groups,
                        double *scales) {
  for (size_t i = 0; i < table->columns; i++) {
    double largest = 0;
    for (size_t row = 0; row < table->rows; row++)
      largest = fmax(largest, fabs(table->values[row * table->columns + i]));
    scales[i] = largest;
    scales[groups[i]] = fmax(scales[groups[i]], largest);
  }
  for (size_t i = 0; i < table->columns; i++) scales[i] = scales[groups[i]];
}

bool am_entry_judge(am_entry *worst, double *ratio, const am_entry *entry) {
  double difference = fabs(entry->ours - entry->reference);
  bool good = difference <= entry->bound;
  double found = entry->bound > 0 ? difference / entry->bound
                                  : (good ? 0 : INFINITY);
  if (isnan(found)) found = INFINITY;
  if (found <= *ratio) return false;
  *ratio = found;
  *worst = *entry;
  worst->good = good;
  return true;
}

/* ---- expectations of a case ---------------------------------------------- */

/* Table of a run, with the timeline to find rows. */
typedef struct {
  const am_table *table;
  am_timeline line;
} run_rows;

static double value_at(const am_table *table, size_t row, long column) {
  return table->values[row * table->columns + (size_t)column];
}

/* Records why a comparison is impossible; time: of the missing row. */
static void miss(am_comparison *result, const char *reason, double time) {
  result->reason = reason;
  result->column = NULL;
  result->worst.at = time;
  result->worst.good = false;
}

static void miss_row(am_comparison *result, am_arena *arena, double time) {
  miss(result, am_format(arena, "the run has no row at time %.15g", time),
       time);
}

/* Expected value in a row: the value of the formula's column, or a constant. */
static double expected_at(const am_expectation *item, const run_rows *run,
                          size_t row) {
  if (!item->formula) return item->value;
  return value_at(run->table, row, am_table_column(run->table, item->formula));
}

/* Compares rows `first` to `end` - 1 of a column; the bound is relative to the
 * largest expected value. */
static void compare_column(am_arena *arena, const am_expectation *item,
                           const run_rows *run, long column, size_t first,
                           size_t end, am_comparison *result) {
  double worst = -1, largest = 0;
  for (size_t i = first; i < end; i++)
    largest = fmax(largest, fabs(expected_at(item, run, i)));
  for (size_t i = first; i < end; i++) {
    double time = item->whole ? run->line.x[i] : item->time;
    am_entry entry = {.at = time,
                      .ours = value_at(run->table, i, column),
                      .reference = expected_at(item, run, i),
                      .bound = item->tolerance * largest + item->absolute};
    if (am_entry_judge(&result->worst, &worst, &entry))
      result->column = result->what;
    if (isfinite(entry.reference)) continue;
    miss(result,
         am_format(arena, "the formula has no value at time %.15g", time),
         time);
    return;
  }
}

static void compare_value(am_arena *arena, const am_expectation *item,
                          const run_rows *run, am_comparison *result) {
  const char *name = am_column_canonical(arena, item->column);
  long column = am_table_column(run->table, name);
  long row = item->whole ? 0 : am_timeline_row(&run->line, item->time, 0);
  size_t first = row < 0 ? 0 : (size_t)row;
  result->what = name;
  result->worst.at = item->time;
  if (column < 0)
    result->reason = am_format(arena, "the run has no column %s", name);
  else if (row < 0)
    miss_row(result, arena, item->time);
  else
    compare_column(arena, item, run, column, first,
                   item->whole ? run->table->rows : first + 1, result);
}

/* A reference file, with data to find rows and columns. */
typedef struct {
  const am_table *table;
  const char **names; /* [columns] canonical names */
  long *ours, time;   /* [columns] indices in the run; column of times in the
                         file */
} reference;

/* Finds the columns of a file in the run and checks their units. */
static am_status match_columns(am_report *report, const run_rows *run,
                               reference *file, am_comparison *result) {
  size_t count = file->table->columns;
  am_arena *arena = file->table->arena;
  file->names = AM_ARRAY(arena, const char *, count);
  file->ours = AM_ARRAY(arena, long, count);
  for (size_t j = 0; j < count && !result->reason; j++) {
    file->names[j] = am_column_canonical(arena, file->table->names[j]);
    file->ours[j] = am_table_column(run->table, file->names[j]);
    if (file->ours[j] < 0) {
      result->reason =
          am_format(arena, "the run has no column %s", file->names[j]);
      continue;
    }
    const am_table_wanted ours = {
        file->names[j], am_table_unit(run->table, file->ours[j]), "the run"};
    AM_TRY(am_table_take_unit(report, file->table, j, &ours));
  }
  return AM_OK;
}

static void compare_rows(const am_expectation *item, const run_rows *run,
                         const reference *file, am_comparison *result) {
  const am_table *table = file->table;
  am_arena *arena = table->arena;
  double worst = -1;
  double *scales = AM_ARRAY(arena, double, table->columns);
  am_quantity_scales(
      table, am_quantity_groups(arena, file->names, table->columns), scales);
  const am_timeline line = am_timeline_of(
      am_table_values(arena, table, file->time), table->rows);
  for (size_t i = 0; i < table->rows && !result->reason; i++) {
    size_t later = am_timeline_later(&line, i, run->line.slack);
    long row = am_timeline_row(&run->line, line.x[i], later);
    if (row < 0) miss_row(result, arena, line.x[i]);
    for (size_t j = 0; j < table->columns && row >= 0; j++) {
      if ((long)j == file->time) continue;
      am_entry entry = {
          .at = line.x[i],
          .ours = value_at(run->table, (size_t)row, file->ours[j]),
          .reference = value_at(table, i, (long)j),
          .bound = item->tolerance * scales[j] + item->absolute};
      if (am_entry_judge(&result->worst, &worst, &entry))
        result->column = file->names[j];
    }
  }
}

/* Compares all rows and columns of a reference file. */
static am_status compare_file(am_arena *arena, am_report *report,
                              const am_expectation *item, const run_rows *run,
                              am_comparison *result) {
  am_table *table;
  AM_TRY(am_csv_read(arena, report, item->file, item->place, NULL, &table));
  if (table->voigt && !run->table->voigt) am_table_to_tensor(arena, table);
  reference file = {.table = table, .time = am_table_column(table, "time")};
  if (file.time < 0)
    return am_error(report, AM_INPUT, item->place, "'%s' has no column time",
                    item->file);
  if (!table->rows || table->columns < 2)
    return am_error(report, AM_INPUT, item->place,
                    "'%s' has no column to compare", item->file);
  result->what = item->file;
  AM_TRY(match_columns(report, run, &file, result));
  if (!result->reason) compare_rows(item, run, &file, result);
  return AM_OK;
}

am_status am_expect(am_arena *arena, am_report *report,
                    const am_expectation *expectations, size_t count,
                    const am_table *table, am_comparison *comparisons) {
  run_rows run = {.table = table};
  long column = am_table_column(table, "time");
  if (!count) return AM_OK;
  assert(column >= 0);
  run.line =
      am_timeline_of(am_table_values(arena, table, column), table->rows);
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

am_status am_expect_columns(am_arena *arena, am_report *report,
                            am_case *description) {
  const am_expectation *items = description->expectations;
  for (size_t i = 0; i < description->expectation_count; i++) {
    const char *const needed[] = {"time", items[i].column, items[i].formula};
    am_columns_request(arena, description, needed,
                       items[i].formula  ? 3
                       : items[i].column ? 2
                                         : 1,
                       items[i].place, true);
  }
  for (size_t i = 0; i < description->expectation_count; i++) {
    am_table *file;
    if (!items[i].file) continue;
    AM_TRY(
        am_csv_read(arena, report, items[i].file, items[i].place, NULL, &file));
    am_columns_request(arena, description, file->names, file->columns,
                       items[i].place, false);
  }
  return AM_OK;
}
