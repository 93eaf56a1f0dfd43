/* expect.c: compares the rows of a run with the expectations of the case. */
#include "check/parts.h"
#include "point/parts.h"

/* Table of a run, with the timeline to find rows. */
typedef struct {
  const am_table *table;
  am_timeline line;
} run_rows;

static double value_at(const am_table *table, size_t row, long column) {
  return table->values[row * table->columns + (size_t)column];
}

/* Records why a comparison is impossible. */
static void miss(am_worst *worst, const char *reason) {
  worst->ratio = INFINITY;
  worst->finding.entry = NULL;
  worst->finding.time = worst->finding.ours = NAN;
  worst->finding.note = reason;
}

static void miss_row(am_worst *worst, double time) {
  miss(worst, am_format(worst->subject->arena,
                        "the run has no row at time %.15g", time));
}

static void miss_column(am_worst *worst, const char *name) {
  miss(worst,
       am_format(worst->subject->arena, "the run has no column %s", name));
}

static void take(am_worst *worst, const char *column, double time, double ours,
                 double reference, double bound) {
  if (!am_worst_take(worst, ours, reference, bound, NULL)) return;
  worst->finding.entry = column;
  worst->finding.time = time;
}

/* Expected value in a row: the value of the formula's column, or a constant. */
static double expected_at(const am_expectation *item, const run_rows *run,
                          size_t row) {
  if (!item->formula) return item->value;
  return value_at(run->table, row, am_table_column(run->table, item->formula));
}

/* Compares rows `first` to `end` - 1 of a column; the bound is relative to the
 * largest expected value. */
static void compare_column(const am_expectation *item, const run_rows *run,
                           long column, size_t first, size_t end,
                           am_worst *worst) {
  double largest = 0;
  for (size_t i = first; i < end; i++)
    largest = fmax(largest, fabs(expected_at(item, run, i)));
  double bound = item->tolerance * largest + item->absolute;
  for (size_t i = first; i < end; i++) {
    double time = item->whole ? run->line.x[i] : item->time;
    double expected = expected_at(item, run, i);
    take(worst, worst->finding.what, time, value_at(run->table, i, column),
         expected, bound);
    if (isfinite(expected)) continue;
    miss(worst, am_format(worst->subject->arena,
                          "the formula has no value at time %.15g", time));
    return;
  }
}

static void compare_value(const am_expectation *item, const run_rows *run,
                          am_worst *worst) {
  const char *name = worst->finding.what;
  long column = am_table_column(run->table, name);
  long row = item->whole ? 0 : am_timeline_row(&run->line, item->time, 0);
  if (column < 0)
    miss_column(worst, name);
  else if (row < 0)
    miss_row(worst, item->time);
  else
    compare_column(item, run, column, (size_t)row,
                   item->whole ? run->table->rows : (size_t)row + 1, worst);
}

/* A reference file, with data to find rows and columns. */
typedef struct {
  const am_table *table;
  const char **names; /* [columns] canonical names */
  long *ours, time;   /* [columns] indices in the run; column of times in the
                         file */
} reference;

/* Finds the columns of a file in the run and checks their units. */
static am_status match_columns(const run_rows *run, reference *file,
                               am_worst *worst) {
  size_t count = file->table->columns;
  am_arena *arena = file->table->arena;
  file->names = AM_ARRAY(arena, const char *, count);
  file->ours = AM_ARRAY(arena, long, count);
  for (size_t j = 0; j < count; j++) {
    file->names[j] = am_column_canonical(arena, file->table->names[j]);
    file->ours[j] = am_table_column(run->table, file->names[j]);
    if (file->ours[j] < 0) {
      miss_column(worst, file->names[j]);
      break;
    }
    const am_table_wanted ours = {
        file->names[j], am_table_unit(run->table, file->ours[j]), "the run"};
    AM_TRY(am_table_take_unit(worst->subject->report, file->table, j, &ours));
  }
  return AM_OK;
}

static void compare_rows(const am_expectation *item, const run_rows *run,
                         const reference *file, am_worst *worst) {
  const am_table *table = file->table;
  am_arena *arena = table->arena;
  double *scales = AM_ARRAY(arena, double, table->columns);
  am_quantity_scales(
      table, am_quantity_groups(arena, file->names, table->columns), scales);
  const am_timeline line = am_timeline_of(
      am_table_values(arena, table, file->time), table->rows);
  for (size_t i = 0; i < table->rows && !worst->finding.note; i++) {
    size_t later = am_timeline_later(&line, i, run->line.slack);
    long row = am_timeline_row(&run->line, line.x[i], later);
    if (row < 0) miss_row(worst, line.x[i]);
    for (size_t j = 0; j < table->columns && row >= 0; j++)
      if ((long)j != file->time)
        take(worst, file->names[j], line.x[i],
             value_at(run->table, (size_t)row, file->ours[j]),
             value_at(table, i, (long)j),
             item->tolerance * scales[j] + item->absolute);
  }
}

/* Compares all rows and columns of a reference file. */
static am_status compare_file(const am_expectation *item, const run_rows *run,
                              am_worst *worst) {
  am_arena *arena = worst->subject->arena;
  am_report *report = worst->subject->report;
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
  AM_TRY(match_columns(run, &file, worst));
  if (!worst->finding.note) compare_rows(item, run, &file, worst);
  return AM_OK;
}

/* Describes a comparison by its title, unless it has none; the note then names
 * its column or file. */
static void describe(am_finding *found, am_arena *arena, const char *title) {
  if (!title || !*title) return;
  if (!found->entry || strcmp(found->what, found->entry))
    found->note = found->note
                      ? am_format(arena, "%s: %s", found->what, found->note)
                      : found->what;
  found->what = title;
}

am_status am_check_table(am_subject *s, const char *check,
                         const am_case *description, const am_table *table,
                         const char *title) {
  size_t count = description->expectation_count;
  if (!count) {
    am_finding_add(s, &(am_finding){.check = check,
                                    .what = description->points ? "first point"
                                                                : "run",
                                    .time = NAN,
                                    .note = "completed; the case states no "
                                            "expected values"});
    return AM_OK;
  }
  const double *times =
      am_table_values(s->arena, table, am_table_column(table, "time"));
  const run_rows run = {table, am_timeline_of(times, table->rows)};
  for (size_t i = 0; i < count; i++) {
    const am_expectation *item = &description->expectations[i];
    const char *what = item->file ? item->file
                                  : am_column_canonical(s->arena, item->column);
    am_worst worst = am_worst_new(s, check, what, NULL);
    if (item->file)
      AM_TRY(compare_file(item, &run, &worst));
    else
      compare_value(item, &run, &worst);
    describe(&worst.finding, s->arena, title);
    am_worst_add(&worst);
  }
  return AM_OK;
}
