/* show.c: comparison as a table of norms and as a picture. */
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
  am_csv *csv;
  AM_TRY(am_csv_create(arena, report, path, &csv));
  am_csv_table(csv, table);
  return am_csv_close(csv, report);
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
