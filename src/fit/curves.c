/* curves.c: measured and computed values beside each other, as a table and as
 * a picture. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "fit/fit.h"

/* The names that are compared in any test. */
typedef struct {
  const char **names, **units; /* [count] */
  size_t count;
} compared;

static size_t find(const compared *all, const char *name) {
  size_t i = 0;
  while (i < all->count && strcmp(all->names[i], name)) i++;
  return i;
}

static compared list_compared(const am_fit *fit, am_arena *arena) {
  compared all = {AM_ARRAY(arena, const char *, 12),
                  AM_ARRAY(arena, const char *, 12), 0};
  for (size_t i = 0; i < fit->test_count; i++)
    for (size_t k = 0; k < fit->tests[i].column_count; k++) {
      const am_fit_column *column = &fit->tests[i].columns[k];
      if (find(&all, column->name) < all.count) continue;
      all.names[all.count] = column->name;
      all.units[all.count++] = column->unit;
    }
  return all;
}

static void write_test(const am_fit *fit, size_t i, const compared *all,
                       double *row, am_csv *csv) {
  const am_fit_test *test = &fit->tests[i];
  for (size_t r = 0; r < test->rows; r++) {
    for (size_t k = 0; k < 2 + 2 * all->count; k++) row[k] = NAN;
    row[0] = (double)(i + 1);
    row[1] = test->time[r];
    for (size_t k = 0; k < test->column_count; k++) {
      size_t at = 2 + 2 * find(all, test->columns[k].name);
      row[at] = test->measured[r * test->column_count + k];
      row[at + 1] = test->computed[r * test->column_count + k];
    }
    am_csv_row(csv, row);
  }
}

am_status am_fit_write_curves(const am_fit *fit, am_arena *arena,
                              am_report *report, const char *path) {
  const compared all = list_compared(fit, arena);
  size_t count = 2 + 2 * all.count;
  const char **names = AM_ARRAY(arena, const char *, count);
  const char **units = AM_ARRAY(arena, const char *, count);
  am_csv *csv;
  names[0] = "test";
  names[1] = "time";
  units[1] = fit->law->material->time_unit;
  for (size_t k = 2; k < count; k++) {
    names[k] = am_format(arena, "%s.%s", k % 2 ? "computed" : "measured",
                         all.names[k / 2 - 1]);
    units[k] = all.units[k / 2 - 1];
  }
  AM_TRY(am_csv_create(arena, report, path, &csv));
  am_csv_table(csv, am_table_new(arena, names, units, count));
  double *row = AM_ARRAY(arena, double, count);
  for (size_t i = 0; i < fit->test_count; i++)
    write_test(fit, i, &all, row, csv);
  return am_csv_close(csv, report);
}

/* ---- the picture -------------------------------------------------------- */

static const double *column_of(am_arena *arena, const am_fit_test *test,
                               const double *values, size_t k) {
  double *column = AM_ARRAY(arena, double, test->rows);
  for (size_t r = 0; r < test->rows; r++)
    column[r] = values[r * test->column_count + k];
  return column;
}

static am_panel panel_of(am_arena *arena, const am_fit *fit,
                         const am_fit_test *test, size_t k) {
  const am_fit_column *column = &test->columns[k];
  am_curve *curves = AM_ARRAY(arena, am_curve, 2);
  curves[0] = (am_curve){"measured", test->time,
                         column_of(arena, test, test->measured, k),
                         test->rows, AM_CURVE_POINTS};
  curves[1] = (am_curve){"computed", test->time,
                         column_of(arena, test, test->computed, k),
                         test->rows, AM_CURVE_LINE};
  return (am_panel){
      .title = test->given->title,
      .x = {.label = "time", .unit = fit->law->material->time_unit},
      .y = {.label = column->name, .unit = column->unit},
      .curves = curves,
      .count = 2};
}

am_picture am_fit_picture(const am_fit *fit, am_arena *arena) {
  am_picture picture = {.title = fit->description->title};
  for (size_t i = 0; i < fit->test_count; i++)
    picture.count += fit->tests[i].column_count;
  am_panel *panels = AM_ARRAY(arena, am_panel, picture.count);
  picture.panels = panels;
  for (size_t i = 0; i < fit->test_count; i++)
    for (size_t k = 0; k < fit->tests[i].column_count; k++)
      *panels++ = panel_of(arena, fit, &fit->tests[i], k);
  return picture;
}
