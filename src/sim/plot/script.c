/* script.c: writes the script of a picture. */
#include "plot/script.h"

#include <math.h>
#include <string.h>

#include "plot/quote.h"

enum {
  NAMES_SHOWN = 13, /* maximum number of names in a key */
  BAR = 16,         /* width of a map's colour bar in characters: bar, ten
                       digits, label */
  MARKED = 200,     /* maximum number of points of a curve with marks, for a
                       single curve */
  MARKED_BESIDE = 40, /* the same, for one of several curves */
  NUMBERS = 6,      /* numbers at a linear axis */
  LOOKS = 8
};

/* Widths of a letter of a title, and of a long number at an axis. */
static const double LETTER_WIDTH = 9.4, NUMBER_WIDTH = 75;

/* Relative margin of a logarithmic axis; an axis that spans less than this
 * ratio ends at a power of ten, where there is a number. */
static const double MARGIN = 0.04, FEW_POWERS = 50;
static const double PALEST = 0.05, DARKEST = 0.4; /* densities of bands */
static const double LEAST = 1e-300; /* smallest number that gnuplot draws on a
                                       logarithmic axis */

static const char style[] =
    "set encoding utf8\n"
    "set minussign\n"
    "set border 3 linecolor rgb '#404040'\n"
    "set tics nomirror out scale 0.6 textcolor rgb '#202020'\n"
    "set grid back linetype 1 linewidth 0.6 linecolor rgb '#e0e0e0'\n"
    "set xzeroaxis linetype 1 linewidth 0.8 linecolor rgb '#909090'\n"
    "set yzeroaxis linetype 1 linewidth 0.8 linecolor rgb '#909090'\n";

/* Okabe and Ito (2008), Color Universal Design; the palest is last. */
static const char *const colours[LOOKS] = {"#0072b2", "#d55e00", "#009e73",
                                           "#cc79a7", "#000000", "#56b4e9",
                                           "#e69f00", "#f0e442"};
static const char *const dashes[LOOKS] = {
    "solid",          "(12,4)", "(3,4)",           "(14,4,3,4)",
    "(14,3,3,3,3,3)", "(24,4)", "(10,3,10,3,3,3)", "(6,3)"};
static const int marks[LOOKS] = {7, 5, 9, 13, 11, 6, 4, 8};

/* A script being written. */
typedef struct {
  FILE *out;
  const am_picture *picture; /* has at least one panel */
  const am_picture_format *format;
  am_arrangement arrangement;
} script;

/* ---- colour maps --------------------------------------------------------- */

/* Nine colours of viridis, from low to high values. */
static const char palette[] =
    "set palette defined (0 '#440154', 1 '#472d7b', 2 '#3b528b', "
    "3 '#2c728e', 4 '#21918c', 5 '#28ae80', 6 '#5ec962', 7 '#addc30', "
    "8 '#fde725')\n";

/* An image in gnuplot needs at least two pixels in each direction. */
static size_t copies_of(size_t count) { return count == 1 ? 2 : 1; }

static void write_map_data(FILE *out, const am_colour_map *map, size_t p) {
  fprintf(out, "$panel%zu_map << END\n", p + 1);
  for (size_t j = 0; j < map->rows * copies_of(map->rows); j++) {
    const double *row =
        map->values + j / copies_of(map->rows) * map->columns;
    for (size_t i = 0; i < map->columns * copies_of(map->columns); i++) {
      double value = row[i / copies_of(map->columns)];
      if (isfinite(value))
        fprintf(out, "%s%.9g", i ? " " : "", value);
      else
        fprintf(out, "%sNaN", i ? " " : "");
    }
    fputc('\n', out);
  }
  fputs("END\n", out);
}

static void write_map(const script *s, const am_colour_map *map, size_t p) {
  FILE *out = s->out;
  double dx =
      map->width / (double)(map->columns * copies_of(map->columns));
  double dy = map->height / (double)(map->rows * copies_of(map->rows));
  fputs(palette, out);
  fputs("set cblabel ", out);
  am_quote_axis(out, &s->format->markup, map->colour.label,
                map->colour.unit);
  /* Numbers are wider than gnuplot assumes. */
  fprintf(out, " offset 2,0\nset format cb '%s'\n",
          s->format->markup.ticks);
  fputs("set size ratio -1\n", out);
  fprintf(out,
          "plot $panel%zu_map matrix using (($1 + 0.5)*%.9g):"
          "(($2 + 0.5)*%.9g):3 with image pixels notitle\n",
          p + 1, dx, dy);
  fputs("set size noratio\n", out);
}

/* ---- curves -------------------------------------------------------------- */

/* Line styles of curves; marks are small if each panel has one curve. */
static void write_looks(FILE *out, const am_picture *picture) {
  size_t most = 1;
  for (size_t i = 0; i < picture->count; i++)
    if (picture->panels[i].count > most) most = picture->panels[i].count;
  for (size_t i = 0; i < most; i++)
    fprintf(out,
            "set style line %zu linewidth 2 linecolor rgb '%s' dashtype %s "
            "pointtype %d pointsize %g\n",
            i + 1, colours[i % LOOKS], dashes[(i + i / LOOKS) % LOOKS],
            marks[(i + i / LOOKS) % LOOKS], most > 1 ? 0.6 : 0.35);
}

/* Writes a title, truncated to this width. */
static void write_text(const script *s, const char *title, double width) {
  am_quote_text(s->out, &s->format->markup, title,
                (size_t)(width / LETTER_WIDTH));
  fputs(" noenhanced", s->out);
}

static void write_title(const script *s, const char *title) {
  fputs(title ? "set title " : "unset title", s->out);
  if (title) write_text(s, title, s->arrangement.part.width);
  fputc('\n', s->out);
}

/* Tick steps of a linear axis: few if numbers are long or space is small. */
static void write_steps(const script *s, char name, double low, double high) {
  double largest = fmax(fabs(low), fabs(high)), width = s->arrangement.axis;
  if (name == 'y' ||
      (largest >= 1e-2 && largest < 1e5 && width > NUMBERS * NUMBER_WIDTH)) {
    fprintf(s->out, "set %ctics autofreq\n", name);
    return;
  }
  double step = pow(10, floor(log10(high - low)));
  double most = fmin(NUMBERS - 1, fmax(width / NUMBER_WIDTH, 2));
  while ((high - low) / step < most / 2) step /= 2;
  while ((high - low) / step > most) step *= 2;
  fprintf(s->out, "set %ctics %.9g\n", name, step);
}

/* Range of an axis: the data with a small margin, where gnuplot would extend it
 * to the next power of ten. */
static void write_range(FILE *out, char name, const am_axis *axis, double low,
                        double high, bool widened) {
  double more =
      axis->logarithmic && !widened ? pow(high, MARGIN) / pow(low, MARGIN) : 1;
  if (widened || (axis->logarithmic && high >= FEW_POWERS * low))
    fprintf(out, "set %crange [%.9g:%.9g]\n", name,
            fmax(low / more, fmin(low, LEAST)), fmin(high * more, 1 / LEAST));
  else
    fprintf(out, "set autoscale %c\n", name);
}

static void write_axis(const script *s, char name, const am_axis *axis,
                       const am_extent *extent) {
  const am_markup *markup = &s->format->markup;
  int i = name == 'y';
  double low = extent->low[i], high = extent->high[i];
  fprintf(s->out, "set %clabel ", name);
  am_quote_axis(s->out, markup, axis->label, axis->unit);
  /* LaTeX letters would otherwise leave no room for a key below. */
  if (markup->tex && name == 'x') fputs(" offset 0,0.5", s->out);
  fprintf(s->out, "\n%sset logscale %c\n", axis->logarithmic ? "" : "un",
          name);
  fprintf(s->out, "set format %c '%s'\n", name,
          axis->logarithmic ? markup->powers : markup->ticks);
  if (axis->logarithmic)
    fprintf(s->out, "set %ctics autofreq\n", name);
  else
    write_steps(s, name, low, high);
  write_range(s->out, name, axis, low, high, extent->widened[i]);
}

static void write_data(FILE *out, const am_panel *panel, size_t p) {
  if (panel->map) write_map_data(out, panel->map, p);
  for (size_t k = 0; k < panel->count; k++) {
    const am_curve *curve = &panel->curves[k];
    if (!am_curve_shown(panel, curve)) continue;
    fprintf(out, "$panel%zu_curve%zu << END\n", p + 1, k + 1);
    for (size_t i = 0; i < curve->count; i++)
      if (am_panel_shows(panel, curve->x[i], curve->y[i]))
        fprintf(out, "%.9g %.9g\n", curve->x[i], curve->y[i]);
    fputs("END\n", out);
  }
}

static void write_bands_data(FILE *out, const am_panel *panel, size_t p) {
  for (size_t k = 0; k < panel->band_count; k++) {
    const am_band *band = &panel->bands[k];
    if (!am_band_shown(panel, band)) continue;
    fprintf(out, "$panel%zu_band%zu << END\n", p + 1, k + 1);
    for (size_t i = 0; i < band->count; i++)
      if (am_panel_shows(panel, band->x[i], band->low[i]) &&
          am_panel_shows(panel, band->x[i], band->high[i]))
        fprintf(out, "%.9g %.9g %.9g\n", band->x[i], band->low[i],
                band->high[i]);
    fputs("END\n", out);
  }
}

/* Writes the bands, which lie below the curves. */
static void write_bands(const script *s, const am_panel *panel, size_t p) {
  for (size_t k = 0; k < panel->band_count; k++) {
    const am_band *band = &panel->bands[k];
    if (!am_band_shown(panel, band)) continue;
    double density = PALEST + (DARKEST - PALEST) * (double)(k + 1) /
                                  (double)panel->band_count;
    fprintf(s->out,
            " $panel%zu_band%zu with filledcurves fillstyle solid %.3g "
            "noborder linecolor rgb '%s' ",
            p + 1, k + 1, density, colours[0]);
    fputs(band->name ? "title " : "notitle", s->out);
    if (band->name) {
      am_quote_text(s->out, &s->format->markup, band->name, AM_NAME_SHOWN);
      fputs(" noenhanced", s->out);
    }
    fputs(", \\\n    ", s->out);
  }
}

/* Writes the curves. A curve without points is drawn as NaN, so that it appears
 * in the key; the last line gives the number of names not shown. */
static void write_plot(const script *s, const am_panel *panel, size_t p) {
  static const char *const kinds[] = {[AM_CURVE_LINE] = "lines",
                                      [AM_CURVE_POINTS] = "points",
                                      [AM_CURVE_BOTH] = "linespoints"};
  FILE *out = s->out;
  size_t names = am_panel_names(panel), named = 0;
  size_t marked = panel->count > 1 ? MARKED_BESIDE : MARKED;
  fputs("plot", out);
  write_bands(s, panel, p);
  for (size_t k = 0; k < panel->count; k++) {
    const am_curve *curve = &panel->curves[k];
    am_curve_kind kind = curve->kind != AM_CURVE_AUTO ? curve->kind
                         : curve->count <= marked     ? AM_CURVE_BOTH
                                                      : AM_CURVE_LINE;
    if (am_curve_shown(panel, curve))
      fprintf(out, " $panel%zu_curve%zu", p + 1, k + 1);
    else
      fputs(" NaN", out);
    fprintf(out, " with %s linestyle %zu", kinds[kind], k + 1);
    if (curve->name && named++ < NAMES_SHOWN) {
      fputs(" title ", out);
      am_quote_text(out, &s->format->markup,
                    *curve->name ? curve->name : " ", AM_NAME_SHOWN);
      fputs(" noenhanced", out);
    } else {
      fputs(" notitle", out);
    }
    fputs(", \\\n    ", out);
  }
  fputs(" NaN with lines linecolor rgb '#ffffff' ", out);
  if (names > NAMES_SHOWN)
    fprintf(out, "title '… %zu more'\n", names - NAMES_SHOWN);
  else
    fputs("notitle\n", out);
}

static void write_panel(const script *s, size_t p) {
  const am_panel *panel = &s->picture->panels[p];
  am_extent extent = am_panel_extent(panel);
  write_axis(s, 'x', &panel->x, &extent);
  write_axis(s, 'y', &panel->y, &extent);
  am_panel_key(&s->arrangement, s->picture, p, s->out);
  fprintf(s->out, "set rmargin %d\n",
          panel->map                                       ? BAR
          : am_panel_key_beside(&s->arrangement, panel) ? -1
                                                           : 4);
  if (!extent.count)
    fputs("set label 1 'no data' at graph 0.5, graph 0.5 center\n", s->out);
  if (panel->map)
    write_map(s, panel->map, p);
  else
    write_plot(s, panel, p);
  if (!extent.count) fputs("unset label 1\n", s->out);
}

/* Writes several panels, or one with two titles. */
static void write_multiple(const script *s) {
  const am_picture *picture = s->picture;
  fputs("set multiplot", s->out);
  if (picture->title) {
    fputs(" title ", s->out);
    write_text(s, picture->title, s->arrangement.whole.width);
  }
  fputc('\n', s->out);
  for (size_t p = 0; p < picture->count; p++) {
    am_panel_place(&s->arrangement, p, s->out);
    write_title(s, picture->panels[p].title);
    write_panel(s, p);
  }
  fputs("unset multiplot\n", s->out);
}

static void write_start(const script *s, const char *path, bool piped) {
  double scale = s->format->scale;
  am_size whole = s->arrangement.whole;
  fputs("# A script of gnuplot's, with the data of the picture.\n"
        "set terminal ", s->out);
  fprintf(s->out, s->format->terminal, scale * whole.width,
          scale * whole.height);
  fputc('\n', s->out);
  if (!piped) {
    fputs("set output ", s->out);
    am_quote_path(s->out, path);
    fputc('\n', s->out);
  }
  fputs(style, s->out);
  write_looks(s->out, s->picture);
}

void am_script_write(FILE *out, const am_picture *picture, const char *path,
                     bool piped) {
  static const am_panel empty;
  am_picture shown = *picture;
  if (!shown.count) {
    shown.panels = &empty;
    shown.count = 1;
  }
  const script s = {.out = out, .picture = &shown,
                    .format = am_picture_format_of(path),
                    .arrangement = am_picture_arrange(&shown)};
  const char *title = shown.panels->title;
  write_start(&s, path, piped);
  for (size_t p = 0; p < shown.count; p++) {
    write_data(out, &shown.panels[p], p);
    write_bands_data(out, &shown.panels[p], p);
  }
  if (shown.count > 1 || (shown.title && title)) {
    write_multiple(&s);
  } else {
    write_title(&s, title ? title : shown.title);
    write_panel(&s, 0);
  }
}
