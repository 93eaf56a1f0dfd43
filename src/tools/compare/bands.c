/* bands.c: percentiles of the points of a batch, row by row. */
#include "compare/compare.h"

/* Maximum number of values of a column in memory: 128 MiB. */
enum { MOST = 1 << 24 };

/* Drawn percentiles: the median, and limits of bands. */
enum { MEDIAN, LOW, HIGH, LOWER = HIGH + 1, HIGHER, SHARES };
static const double shares[SHARES] = {0.5, 0.05, 0.95, 0.25, 0.75};

/* File and its values. */
typedef struct {
  am_arena *arena;
  am_report *report;
  am_results *file;
  long stride, count;    /* every stride-th point, `count` points */
  size_t rows, x, y;     /* columns */
  double *values[2];     /* of x, y [rows][count]; NaN: none */
} bands;

am_status am_bands_check(am_arena *arena, am_report *report,
                         const am_table *columns, const char *name) {
  size_t count = 0;
  if (!strcmp(name, "time") || am_table_column(columns, name) >= 0)
    return AM_OK;
  const am_derived *derived = am_derived_requested(arena, name, &count);
  if (count == 1) {
    const char *from = am_derived_of_stress(derived) ? "stress.xx"
                                                     : "strain.xx";
    if (am_table_column(columns, from) >= 0) return AM_OK;
  }
  return am_error(report, AM_INPUT, am_nowhere,
                  "the batch has no column '%s'%s",
                  am_printable(arena, name, strlen(name)),
                  am_suggestion(arena, name, columns->names, columns->columns));
}

static am_status find_column(const bands *b, const char *name,
                             size_t *column) {
  AM_TRY(am_bands_check(b->arena, b->report, b->file->table, name));
  am_results_derive(b->arena, b->file, name);
  *column = (size_t)am_table_column(b->file->table, name);
  return AM_OK;
}

static am_status read_points(bands *b) {
  for (long k = 0; k < b->count; k++) {
    AM_TRY(am_results_point(b->file, b->report, k * b->stride));
    const am_table *table = b->file->table;
    for (size_t row = 0; row < b->rows; row++) {
      const double *cells = table->values + row * table->columns;
      size_t at = row * (size_t)b->count + (size_t)k;
      bool there = row < table->rows;
      b->values[0][at] = there ? cells[b->x] : NAN;
      b->values[1][at] = there ? cells[b->y] : NAN;
    }
  }
  return AM_OK;
}

/* Sorts the finite numbers among values [count] to the front; returns how many
 * there are. */
static int sort_numbers(double *values, long count) {
  int numbers = 0;
  for (long i = 0; i < count; i++)
    if (isfinite(values[i])) values[numbers++] = values[i];
  qsort(values, (size_t)numbers, sizeof *values, am_compare_numbers);
  return numbers;
}

/* Percentiles [SHARES] of a column in each row [rows]. */
static double **percentiles(const bands *b, double *values) {
  double **found = AM_ARRAY(b->arena, double *, SHARES);
  for (int s = 0; s < SHARES; s++)
    found[s] = AM_ARRAY(b->arena, double, b->rows);
  for (size_t row = 0; row < b->rows; row++) {
    double *of_row = values + row * (size_t)b->count;
    int numbers = sort_numbers(of_row, b->count);
    for (int s = 0; s < SHARES; s++)
      found[s][row] =
          numbers ? am_percentile(of_row, numbers, shares[s]) : NAN;
  }
  return found;
}

static am_panel panel_of(const bands *b, const char *x, const char *y) {
  const char *const *units = b->file->table->units;
  double **over = percentiles(b, b->values[0]);
  double **found = percentiles(b, b->values[1]);
  am_curve *all = AM_ARRAY(b->arena, am_curve, 3);
  const char *of = b->stride > 1
                       ? am_format(b->arena, " of every %ldth point", b->stride)
                       : "";
  all[0] = (am_curve){am_format(b->arena, "5–95 %%%s", of), over[MEDIAN],
                      found[LOW], b->rows, AM_CURVE_LINE, found[HIGH]};
  all[1] = (am_curve){am_format(b->arena, "25–75 %%%s", of), over[MEDIAN],
                      found[LOWER], b->rows, AM_CURVE_LINE, found[HIGHER]};
  all[2] = (am_curve){"median", over[MEDIAN], found[MEDIAN], b->rows,
                      AM_CURVE_LINE, NULL};
  return (am_panel){
      .x = {.label = am_label_of_column(b->arena, x), .unit = units[b->x]},
      .y = {.label = am_label_of_column(b->arena, y), .unit = units[b->y]},
      .curves = all, .count = 3};
}

am_status am_bands_panel(am_arena *arena, am_report *report, const char *path,
                         const char *x, const char *y, am_panel *panel) {
  bands b = {.arena = arena, .report = report};
  AM_TRY(am_results_open(arena, report, path, &b.file));
  AM_TRY(find_column(&b, x, &b.x));
  AM_TRY(find_column(&b, y, &b.y));
  AM_TRY(find_column(&b, x, &b.x));
  b.rows = b.file->table->rows;
  long most = (long)(MOST / b.rows);
  b.stride = 1 + (b.file->points - 1) / (most > 1 ? most : 1);
  b.count = 1 + (b.file->points - 1) / b.stride;
  for (int i = 0; i < 2; i++)
    b.values[i] = am_arena_room(arena, b.rows * (size_t)b.count *
                                           sizeof **b.values);
  AM_TRY(read_points(&b));
  *panel = panel_of(&b, x, y);
  return AM_OK;
}
