/* script.c: the script of a picture. */
#include "output/script.h"

#include <math.h>
#include <string.h>

#include "output/quote.h"

enum {
  TITLE_SHOWN = 76, /* characters */
  NAME_SHOWN = 40,
  NAMES_SHOWN = 13, /* in a key */
  INSIDE = 3,       /* names of a key inside the panel */
  BAR = 16,         /* characters beside a map: bar, ten of a number, label */
  MARKED = 200,     /* points of a curve that has marks of itself */
  LOOKS = 8
};

/* Of the terminal svg. */
static const double MILLIMETRE = 6;
static const double WIDTH = 720, HEIGHT = 504; /* a single panel */
static const double PART_WIDTH = 600, PART_HEIGHT = 440; /* of several */
static const double SAMPLE_WIDTH = 70, LETTER_WIDTH = 8.5, HEADING = 40;

/* The terminal, with width and height in units of `scale`. */
static const struct {
  const char *ending, *terminal;
  double scale;
} formats[] = {
    {".svg", "svg size %g,%g fixed background 'white' font 'Helvetica,16'", 1},
    {".png", "pngcairo size %g,%g font 'Helvetica,15' fontscale 2 "
             "linewidth 2 pointscale 2", 2},
    {".pdf", "pdfcairo size %gcm,%gcm font 'Helvetica,10' linewidth 1.2 "
             "pointscale 0.8", 1. / 60},
};

static const char style[] =
    "set encoding utf8\n"
    "set minussign\n"
    "set border 3 linecolor rgb '#404040'\n"
    "set tics nomirror out scale 0.6 textcolor rgb '#202020'\n"
    "set grid back linetype 1 linewidth 0.6 linecolor rgb '#e0e0e0'\n"
    "set xzeroaxis linetype 1 linewidth 0.8 linecolor rgb '#909090'\n"
    "set yzeroaxis linetype 1 linewidth 0.8 linecolor rgb '#909090'\n";

/* Okabe and Ito (2008), Color Universal Design, the palest last. */
static const char *const colours[LOOKS] = {"#0072b2", "#d55e00", "#009e73",
                                           "#cc79a7", "#000000", "#56b4e9",
                                           "#e69f00", "#f0e442"};
static const char *const dashes[LOOKS] = {
    "solid",          "(12,4)", "(3,4)",           "(14,4,3,4)",
    "(14,3,3,3,3,3)", "(24,4)", "(10,3,10,3,3,3)", "(6,3)"};
static const int marks[LOOKS] = {7, 5, 9, 13, 11, 6, 4, 8};

/* ---- colour maps --------------------------------------------------------- */

/* Nine colours of viridis, from low to high. */
static const char palette[] =
    "set palette defined (0 '#440154', 1 '#472d7b', 2 '#3b528b', "
    "3 '#2c728e', 4 '#21918c', 5 '#28ae80', 6 '#5ec962', 7 '#addc30', "
    "8 '#fde725')\n";

/* An image of gnuplot's has at least two pixels each way. */
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

static void write_map(FILE *out, const am_colour_map *map, size_t p) {
  double dx =
      map->width / (double)(map->columns * copies_of(map->columns));
  double dy = map->height / (double)(map->rows * copies_of(map->rows));
  fputs(palette, out);
  fputs("set cblabel ", out);
  am_quote_axis(out, map->colour.label, map->colour.unit);
  fputs("\nset size ratio -1\n", out);
  fprintf(out,
          "plot $panel%zu_map matrix using (($1 + 0.5)*%.9g):"
          "(($2 + 0.5)*%.9g):3 with image pixels notitle\n",
          p + 1, dx, dy);
  fputs("set size noratio\n", out);
}

/* ---- curves -------------------------------------------------------------- */

static int format_of(const char *path) {
  size_t length = strlen(path);
  for (int i = 0; i < (int)(sizeof formats / sizeof *formats); i++) {
    size_t ending = strlen(formats[i].ending);
    if (length > ending && !strcmp(path + length - ending, formats[i].ending))
      return i;
  }
  return -1;
}

bool am_picture_known(const char *path) { return format_of(path) >= 0; }

/* How many names the panel's key has. */
static size_t names_of(const am_panel *panel) {
  size_t names = 0;
  for (size_t i = 0; i < panel->count; i++)
    names += panel->curves[i].name != NULL;
  return names;
}

/* Panels stand in rows of two. */
static size_t rows_of(const am_picture *picture) {
  return picture->count > 1 ? (picture->count + 1) / 2 : 1;
}

/* The room that keys at the side of the panels need. */
static double key_width(const am_picture *picture) {
  size_t longest = 0;
  for (size_t i = 0; i < picture->count; i++) {
    const am_panel *panel = &picture->panels[i];
    if (names_of(panel) <= INSIDE) continue;
    for (size_t k = 0; k < panel->count; k++) {
      const char *name = panel->curves[k].name;
      if (name && strlen(name) > longest) longest = strlen(name);
    }
  }
  if (longest > NAME_SHOWN) longest = NAME_SHOWN;
  return longest ? SAMPLE_WIDTH + LETTER_WIDTH * (double)longest : 0;
}

static void write_terminal(FILE *out, const am_picture *picture,
                           const char *path) {
  bool several = picture->count > 1;
  double rows = (double)rows_of(picture), key = key_width(picture);
  double width = several ? 2 * (PART_WIDTH + key) : WIDTH + key;
  double height = several ? HEADING + PART_HEIGHT * rows : HEIGHT;
  if (picture->size.width > 0) {
    width = MILLIMETRE * picture->size.width;
    height = MILLIMETRE * picture->size.height;
  }
  int format = format_of(path);
  double scale = formats[format].scale;
  fputs("set terminal ", out);
  fprintf(out, formats[format].terminal, scale * width, scale * height);
  fputc('\n', out);
}

/* The looks of curves; marks are small where each panel has one curve. */
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

static void write_title(FILE *out, const char *title) {
  if (!title) {
    fputs("unset title\n", out);
    return;
  }
  fputs("set title ", out);
  am_quote_text(out, title, TITLE_SHOWN);
  fputs(" noenhanced\n", out);
}

/* Steps of a linear axis: few, where the numbers at them are long. */
static void write_steps(FILE *out, char name, double low, double high) {
  double largest = fmax(fabs(low), fabs(high));
  if (name == 'y' || (largest >= 1e-2 && largest < 1e5)) {
    fprintf(out, "set %ctics autofreq\n", name);
    return;
  }
  double step = pow(10, floor(log10(high - low)));
  while ((high - low) / step < 2.5) step /= 2;
  while ((high - low) / step > 5) step *= 2;
  fprintf(out, "set %ctics %.9g\n", name, step);
}

static void write_axis(FILE *out, char name, const am_axis *axis,
                       const am_extent *extent) {
  int i = name == 'y';
  double low = extent->low[i], high = extent->high[i];
  fprintf(out, "set %clabel ", name);
  am_quote_axis(out, axis->label, axis->unit);
  fprintf(out, "\n%sset logscale %c\n", axis->logarithmic ? "" : "un", name);
  fprintf(out, "set format %c '%s'\n", name,
          axis->logarithmic ? "10^{%L}" : "% h");
  if (axis->logarithmic)
    fprintf(out, "set %ctics autofreq\n", name);
  else
    write_steps(out, name, low, high);
  if (extent->widened[i])
    fprintf(out, "set %crange [%.9g:%.9g]\n", name, low, high);
  else
    fprintf(out, "set autoscale %c\n", name);
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

/* The curves.  What has no points is drawn as NaN, for its name in the key;
 * the last line says how many names the key does not show. */
static void write_plot(FILE *out, const am_panel *panel, size_t p) {
  static const char *const kinds[] = {[AM_CURVE_LINE] = "lines",
                                      [AM_CURVE_POINTS] = "points",
                                      [AM_CURVE_BOTH] = "linespoints"};
  size_t names = names_of(panel), named = 0;
  fputs("plot", out);
  for (size_t k = 0; k < panel->count; k++) {
    const am_curve *curve = &panel->curves[k];
    am_curve_kind kind = curve->kind != AM_CURVE_AUTO ? curve->kind
                         : curve->count <= MARKED     ? AM_CURVE_BOTH
                                                      : AM_CURVE_LINE;
    if (am_curve_shown(panel, curve))
      fprintf(out, " $panel%zu_curve%zu", p + 1, k + 1);
    else
      fputs(" NaN", out);
    fprintf(out, " with %s linestyle %zu", kinds[kind], k + 1);
    if (curve->name && named++ < NAMES_SHOWN) {
      fputs(" title ", out);
      am_quote_text(out, *curve->name ? curve->name : " ", NAME_SHOWN);
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

static void write_panel(FILE *out, const am_panel *panel, size_t p) {
  am_extent extent = am_panel_extent(panel);
  write_axis(out, 'x', &panel->x, &extent);
  write_axis(out, 'y', &panel->y, &extent);
  /* The key stands inside, where it hides little; at the side, where there are
   * many names. */
  size_t names = names_of(panel);
  bool outside = names > INSIDE;
  int margin = outside ? -1 : 4; /* -1: as the key needs */
  fprintf(out, "set rmargin %d\n", panel->map ? BAR : margin);
  if (!names)
    fputs("unset key\n", out);
  else
    fprintf(out, "set key %s %s vertical Left reverse samplen 3\n",
            outside ? "outside" : "inside",
            outside ? "right top" : am_panel_free_corner(panel, &extent));
  if (!extent.count)
    fputs("set label 1 'no data' at graph 0.5, graph 0.5 center\n", out);
  if (panel->map)
    write_map(out, panel->map, p);
  else
    write_plot(out, panel, p);
  if (!extent.count) fputs("unset label 1\n", out);
}

void am_script_write(FILE *out, const am_picture *picture, const char *path,
                     bool piped) {
  static const am_panel empty;
  const am_panel *panels = picture->count ? picture->panels : &empty;
  size_t count = picture->count ? picture->count : 1;
  /* Several panels, or one with two titles. */
  bool multiple = picture->count > 1 || (picture->count == 1 &&
                                         picture->title && panels->title);
  fputs("# A script of gnuplot's, with the data of the picture.\n", out);
  write_terminal(out, picture, path);
  if (!piped) {
    fputs("set output ", out);
    am_quote_path(out, path);
    fputc('\n', out);
  }
  fputs(style, out);
  write_looks(out, picture);
  for (size_t p = 0; p < count; p++) write_data(out, &panels[p], p);
  if (multiple) {
    fprintf(out, "set multiplot layout %zu,%zu", rows_of(picture),
            picture->count > 1 ? (size_t)2 : 1);
    if (picture->title) {
      fputs(" title ", out);
      am_quote_text(out, picture->title, TITLE_SHOWN);
      fputs(" noenhanced", out);
    }
    fputc('\n', out);
  }
  for (size_t p = 0; p < count; p++) {
    write_title(out, multiple || panels[p].title ? panels[p].title
                                                 : picture->title);
    write_panel(out, &panels[p], p);
  }
  if (multiple) fputs("unset multiplot\n", out);
}
