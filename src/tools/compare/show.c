/* show.c: comparison as a table of norms and as a picture; percentiles of the
 * points of a batch. */
#include "compare/compare.h"

enum { PANELS = 4, POINTS = 20000, NAME = 36 };

am_status am_compare_write(am_arena *arena, am_report *report,
                           const am_difference *d, const char *path) {
  static const char *const names[] = {
      "column", "unit",     "good",        "difference", "at",
      "point",  "l2",       "relative",    "area",       "worst_at",
      "worst_point", "a",   "b",           "bound",      "missing"};
  enum { COLUMNS = sizeof names / sizeof *names, TEXTS = 2 };
  am_table *table = am_table_new(arena, names, NULL, COLUMNS);
  for (size_t i = 0; i < d->count; i++) {
    const am_column_difference *c = &d->columns[i];
    const am_entry *worst = &c->worst;
    bool compared = c->ratio >= 0;
    const double numbers[COLUMNS - TEXTS] = {
        c->good,
        c->difference,
        c->largest_point ? c->largest.at : NAN,
        (double)c->largest_point,
        c->l2,
        c->relative,
        c->area,
        compared ? worst->at : NAN,
        (double)c->worst_point,
        compared ? worst->ours : NAN,
        compared ? worst->reference : NAN,
        compared ? worst->bound : NAN,
        (double)c->missing};
    am_table_row row = am_table_add_empty(table);
    row.texts[0] = c->name;
    row.texts[1] = c->unit;
    memcpy(row.values + TEXTS, numbers, sizeof numbers);
  }
  am_file csv;
  AM_TRY(am_file_create(arena, report, path, &csv));
  am_csv_table(&csv, table);
  return am_file_commit(&csv, report);
}

/* Column of a file over x, in row order, thinned out for drawing. */
static am_curve curve_of(am_arena *arena, const am_results *file,
                         const char *x, size_t column) {
  const am_table *table = file->table;
  size_t stride = 1 + table->rows / POINTS, count = 0;
  double *xs = am_table_values(arena, table, am_table_column(table, x));
  double *ys = am_table_values(arena, table, (long)column);
  for (size_t i = 0; i < table->rows; i += stride, count++) {
    xs[count] = xs[i];
    ys[count] = ys[i];
  }

  /* Keeps the end of a long path, the more informative part. */
  const char *name = file->path;
  size_t length = strlen(name);
  if (length > NAME) name = am_format(arena, "…%s", name + length - NAME);
  return (am_curve){name, xs, ys, count, AM_CURVE_AUTO, NULL};
}

/* Abscissa of a panel: the strain if the stress forms loops over the strain in
 * both files and the user did not choose time; otherwise the x of the
 * comparison. */
static const char *along(am_arena *arena, const am_difference *d,
                         const am_column_difference *c) {
  const char *strain = am_loop_over(arena, c->name);
  if (!strain || strcmp(d->x, "time")) return d->x;
  for (int f = 0; f < 2; f++) {
    const am_table *table = d->files[f]->table;
    long at = am_table_column(table, strain);
    if (at < 0 ||
        !am_turns_back(am_table_values(arena, table, at), table->rows))
      return d->x;
  }
  return strain;
}

static am_status draw_column(am_arena *arena, am_report *report,
                             const am_difference *d,
                             const am_column_difference *c, am_panel *panel) {
  long point = c->worst_point ? c->worst_point - 1 : 0;
  am_curve *curves = AM_ARRAY(arena, am_curve, 2);
  const char *title = c->name;
  for (int f = 0; f < 2; f++)
    AM_TRY(am_results_point(d->files[f], report, point));
  const char *x = along(arena, d, c);
  bool same = !strcmp(x, d->x);
  curves[0] = curve_of(arena, d->files[1], x, c->b);
  curves[1] = curve_of(arena, d->files[0], x, c->a);
  if (d->points > 1)
    title = am_format(arena, "%s, point %ld", c->name, point + 1);
  *panel = (am_panel){.title = title,
                      .x = {am_label_of_column(arena, x),
                            same ? d->x_unit : NULL, false},
                      .y = {am_label_of_column(arena, c->name), c->unit,
                            false},
                      .curves = curves,
                      .count = 2};
  return AM_OK;
}

am_status am_compare_picture(am_arena *arena, am_report *report,
                             const am_difference *d, am_picture *picture) {
  am_panel *panels = AM_ARRAY(arena, am_panel, PANELS);
  bool *taken = AM_ARRAY(arena, bool, d->count);
  *picture = (am_picture){.panels = panels};
  while (picture->count < PANELS && picture->count < d->count) {
    /* column with the largest ratio to its bound among the remaining ones */
    size_t worst = d->count;
    for (size_t i = 0; i < d->count; i++)
      if (!taken[i] && (worst == d->count ||
                        d->columns[i].ratio > d->columns[worst].ratio))
        worst = i;
    taken[worst] = true;
    AM_TRY(draw_column(arena, report, d, &d->columns[worst],
                       &panels[picture->count++]));
  }
  return AM_OK;
}

/* ---- percentiles of the points of a batch -------------------------------- */

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
  return am_error(report, AM_INPUT, am_nowhere, "the batch has no column %s%s",
                  am_quoted(arena, name),
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
