#include "compare/show.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "output/file.h"

enum { PANELS = 4, POINTS = 20000, NAME = 36 };

/* A cell of a text, which must not end it. */
static void write_text(FILE *out, const char *text) {
  for (; *text; text++)
    fputc(*text == ',' || (unsigned char)*text < 32 ? ' ' : *text, out);
}

static void write_number(FILE *out, double number) {
  fputc(',', out);
  if (!isnan(number)) fprintf(out, "%.17g", number);
}

static void write_row(FILE *out, const am_column_difference *c) {
  bool compared = c->ratio >= 0;
  write_text(out, c->name);
  fputc(',', out);
  write_text(out, c->unit);
  fprintf(out, ",%d", c->good);
  write_number(out, c->difference);
  write_number(out, c->largest_point ? c->largest.at : NAN);
  fprintf(out, ",%ld", c->largest_point);
  write_number(out, c->l2);
  write_number(out, c->relative);
  write_number(out, c->area);
  write_number(out, compared ? c->worst.at : NAN);
  fprintf(out, ",%ld", c->worst_point);
  write_number(out, compared ? c->worst.ours : NAN);
  write_number(out, compared ? c->worst.reference : NAN);
  write_number(out, compared ? c->worst.bound : NAN);
  fprintf(out, ",%zu\n", c->missing);
}

am_status am_compare_write(am_arena *arena, am_report *report,
                           const am_difference *d, const char *path) {
  am_file file;
  AM_TRY(am_file_create(arena, report, path, &file));
  fputs("column,unit,good,difference,at,point,l2,relative,area,worst_at,"
        "worst_point,a,b,bound,missing\n",
        file.stream);
  for (size_t i = 0; i < d->count; i++) write_row(file.stream, &d->columns[i]);
  return am_file_commit(&file, report);
}

/* A column's name as enhanced text of gnuplot: what is neither a letter nor
 * a digit is escaped, what is no ASCII blanked. */
static const char *label_of(am_arena *arena, const char *name) {
  am_buffer label = {.arena = arena};
  if (!strcmp(name, "time")) return "time {/:Italic t}";
  for (; *name; name++) {
    unsigned char c = (unsigned char)*name;
    bool plain = isalnum(c) || strchr(".[]()+-*/ ", c);
    bool shown = c > 32 && c < 127 && c != '\'';
    am_buffer_add(&label, "%s%c", plain || !shown ? "" : "\\",
                  plain || shown ? c : ' ');
  }
  return label.text;
}

/* The end of a long path says more than its beginning. */
static const char *name_of(am_arena *arena, const char *path) {
  size_t length = strlen(path);
  return length > NAME ? am_format(arena, "…%s", path + length - NAME) : path;
}

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
  return (am_curve){name_of(arena, file->path), xs, ys, count, AM_CURVE_AUTO};
}

static am_status draw_panel(am_arena *arena, am_report *report,
                            const am_difference *d,
                            const am_column_difference *c, am_panel *panel) {
  long point = c->worst_point ? c->worst_point - 1 : 0;
  am_curve *curves = AM_ARRAY(arena, am_curve, 2);
  const char *title = c->name;
  for (int f = 0; f < 2; f++)
    AM_TRY(am_results_point(d->files[f], report, point));
  curves[0] = curve_of(arena, d->files[1], d->x, c->b);
  curves[1] = curve_of(arena, d->files[0], d->x, c->a);
  if (d->points > 1)
    title = am_format(arena, "%s, point %ld", c->name, point + 1);
  *panel = (am_panel){.title = title,
                      .x = {label_of(arena, d->x), d->x_unit, false},
                      .y = {"", c->unit, false},
                      .curves = curves,
                      .count = 2};
  return AM_OK;
}

/* The column with the largest ratio to its bound that is not `taken`. */
static size_t worst_of(const am_difference *d, const bool *taken) {
  size_t worst = d->count;
  for (size_t i = 0; i < d->count; i++)
    if (!taken[i] &&
        (worst == d->count || d->columns[i].ratio > d->columns[worst].ratio))
      worst = i;
  return worst;
}

am_status am_compare_picture(am_arena *arena, am_report *report,
                             const am_difference *d, am_picture *picture) {
  am_panel *panels = AM_ARRAY(arena, am_panel, PANELS);
  bool *taken = AM_ARRAY(arena, bool, d->count);
  *picture = (am_picture){NULL, panels, 0};
  while (picture->count < PANELS && picture->count < d->count) {
    size_t i = worst_of(d, taken);
    taken[i] = true;
    AM_TRY(draw_panel(arena, report, d, &d->columns[i],
                      &panels[picture->count++]));
  }
  return AM_OK;
}
