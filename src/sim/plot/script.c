/* script.c: writes the script of a picture: sizes, axes, curves, keys. */
#include "plot/script.h"

/* ---- formats ------------------------------------------------------------- */

/* Viewers of SVG drop blanks between italic and upright words unless an
 * attribute preserves them; gnuplot writes this attribute if two blanks are
 * adjacent, hence the small blanks at the end. Letters have 8 points in
 * print. */
#define BLANKS "{/*0.1   }"

/* Format by extension. */
typedef struct {
  const char *ending, *terminal; /* terminal, a format of width and height */
  double scale;                  /* units of the terminal per unit of svg */
  am_markup markup;
} picture_format;

static const picture_format formats[] = {
    {".svg", "svg size %g,%g fixed background 'white' font 'Helvetica,16'", 1,
     {"%h", "10^{%L}", BLANKS, false, false}},
    {".png", "pngcairo size %g,%g font 'Helvetica,12' fontscale 2 "
             "linewidth 2 pointscale 2", 2,
     {"%h", "10^{%L}", "", true, false}},
    {".pdf", "pdfcairo size %gcm,%gcm font 'Helvetica,11' fontscale 0.5 "
             "linewidth 1.2 pointscale 0.8", 1. / 60,
     {"%h", "10^{%L}", "", false, false}},
    {".eps", "epscairo size %gcm,%gcm font 'Helvetica,11' fontscale 0.5 "
             "linewidth 1.2 pointscale 0.8", 1. / 60,
     {"%h", "10^{%L}", "", false, false}},
    {".tex", "tikz size %gcm,%gcm font '\\footnotesize'", 1. / 60,
     {"$%h$", "$10^{%L}$", "", false, true}},
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* Format of a path; NULL: unknown extension. */
static const picture_format *find_format(const char *path) {
  size_t length = strlen(path);
  for (int i = 0; i < FORMATS; i++) {
    size_t ending = strlen(formats[i].ending);
    if (length > ending && !strcmp(path + length - ending, formats[i].ending))
      return &formats[i];
  }
  return NULL;
}

bool am_picture_known(const char *path) {
  return find_format(path) != NULL;
}

/* ---- looks --------------------------------------------------------------- */

enum {
  NAMES_SHOWN = 13, /* maximum number of names in a key */
  NAME_SHOWN = 40,  /* maximum number of characters of a name in a key */
  BAR = 16,         /* width of a map's colour bar in characters: bar, ten
                       digits, label */
  MARKED = 200,     /* maximum number of points of a curve with marks, for a
                       single curve */
  MARKED_BESIDE = 40, /* maximum for one of several curves */
  NUMBERS = 6,      /* numbers at a linear axis */
  MOST_LINES = 12,  /* lines of text for the numbers that gnuplot chooses */
  LOOKS = 8
};

/* Sizes of a single panel, and of each of several: 120 and 85 mm wide; room for
 * the axis of y, and for the title above several panels. */
static const am_size WHOLE = {720, 504}, PART = {510, 380};
static const double MILLIMETRE = 6, AXIS_WIDTH = 110, HEADING = 40;

/* Margins of each of several panels: label and numbers of an axis, title. */
static const struct {
  double left, right, bottom, top;
} MARGINS = {110, 30, 62, 45};

/* Widths of a letter of a title, and of a long number at an axis. */
static const double LETTER_WIDTH = 9.4, NUMBER_WIDTH = 75;

/* Dimensions of a key: sample line with its margins, letter, line height. */
static const double SAMPLE_WIDTH = 76, NAME_LETTER = 8.5, LINE_HEIGHT = 24;

/* Relative margin of a logarithmic axis; an axis that spans less than this
 * ratio ends at a power of ten, so that it has a number. */
static const double MARGIN = 0.04, FEW_POWERS = 50;
static const double PALEST = 0.05, DARKEST = 0.4; /* densities of bands */

static const char style[] =
    "set encoding utf8\n"
    "set minussign\n"
    "set border 3 linecolor rgb '#404040'\n"
    "set tics nomirror out scale 0.6 textcolor rgb '#202020'\n"
    "set key outside bottom center horizontal Left reverse samplen 3\n"
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

typedef struct {
  FILE *out;
  const am_picture *picture; /* has at least one panel */
  const picture_format *format;
  size_t rows, columns;      /* of panels */
  am_size whole, part;       /* sizes of the picture and of each panel */
  bool aligned;              /* panels of equal size: several without maps */
  bool shared;               /* one key below all panels, for the same names */
  double keys;               /* height of the key, or of one for each panel */
} script;

/* ---- sizes --------------------------------------------------------------- */

static size_t count_names(const am_panel *panel) {
  size_t names = 0;
  for (size_t i = 0; i < panel->count; i++)
    names += panel->curves[i].name != NULL;
  return names;
}

static size_t count_bands(const am_panel *panel) {
  size_t bands = 0;
  while (bands < panel->count && panel->curves[bands].high) bands++;
  return bands;
}

/* Height of the key below a panel of this width. */
static double key_height(const am_panel *panel, double width) {
  double names = fmin((double)count_names(panel), NAMES_SHOWN + 1), letters = 0;
  for (size_t i = 0; i < panel->count; i++)
    if (panel->curves[i].name)
      letters = fmax(letters, (double)strlen(panel->curves[i].name));
  double columns = floor(
      width / (SAMPLE_WIDTH + NAME_LETTER * fmin(letters, NAME_SHOWN)));
  return LINE_HEIGHT * ceil(names / fmax(columns, 1));
}

static bool have_same_names(const am_panel *a, const am_panel *b) {
  bool same = a->count == b->count;
  for (size_t i = 0; same && i < a->count; i++) {
    const char *names[] = {a->curves[i].name, b->curves[i].name};
    same = names[0] && names[1] ? !strcmp(names[0], names[1])
                                : names[0] == names[1];
  }
  return same;
}

static double heading_height(const am_picture *picture) {
  return picture->count > 1 && picture->title ? HEADING : 0;
}

/* Panels are arranged in rows of two. Keys enlarge a picture without a given
 * size. */
static void choose_sizes(script *s) {
  const am_picture *picture = s->picture;
  size_t count = picture->count;
  double heading = heading_height(picture);
  s->columns = count > 1 ? 2 : 1;
  s->rows = (count + 1) / 2;
  s->part = count > 1 ? PART : WHOLE;
  s->aligned = s->shared = count > 1;
  for (size_t p = 0; p < count; p++) {
    s->aligned &= !picture->panels[p].map;
    s->shared &= have_same_names(picture->panels, &picture->panels[p]);
  }
  for (size_t p = 0; p < count; p++)
    s->keys = fmax(s->keys,
                   key_height(&picture->panels[p],
                              s->part.width * (s->shared ? 2 : 1)));
  s->whole.width = (double)s->columns * s->part.width;
  s->whole.height = (double)s->rows * s->part.height + heading +
                    (s->shared ? 1 : (double)s->rows) * s->keys;
  if (picture->size.width > 0)
    s->whole = (am_size){MILLIMETRE * picture->size.width,
                         MILLIMETRE * picture->size.height};
  double rest = s->whole.height - heading - (s->shared ? s->keys : 0);
  s->part.width = s->whole.width / (double)s->columns;
  s->part.height = (count > 1 ? rest : s->whole.height) / (double)s->rows;
}

/* ---- curves -------------------------------------------------------------- */

/* Line styles; marks are small if each panel has one line. */
static void write_looks(FILE *out, const am_picture *picture) {
  double width = picture->line_width > 0 ? picture->line_width : 1;
  size_t most = 1;
  for (size_t i = 0; i < picture->count; i++) {
    const am_panel *panel = &picture->panels[i];
    size_t lines = panel->count - count_bands(panel);
    if (lines > most) most = lines;
  }
  for (size_t i = 0; i < most; i++)
    fprintf(out,
            "set style line %zu linewidth %g linecolor rgb '%s' dashtype %s "
            "pointtype %d pointsize %g\n",
            i + 1, 2 * width, colours[i % LOOKS],
            dashes[(i + i / LOOKS) % LOOKS],
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
  if (title) write_text(s, title, s->part.width);
  fputc('\n', s->out);
}

/* Number of numbers for which a linear axis has room; 0: gnuplot's choice. */
static double count_numbers(const script *s, char name, double largest) {
  double width = s->part.width - AXIS_WIDTH;
  double height = s->part.height - MARGINS.bottom - MARGINS.top;
  if (name == 'y')
    return height > MOST_LINES * LINE_HEIGHT ? 0 : height / (2 * LINE_HEIGHT);
  bool roomy = largest >= 1e-2 && largest < 1e5 &&
               width > NUMBERS * NUMBER_WIDTH;
  return roomy ? 0 : fmin(NUMBERS - 1, width / NUMBER_WIDTH);
}

/* Tick steps of a linear axis: few if numbers are long or space is small. */
static void write_steps(const script *s, char name, double low, double high) {
  double step = pow(10, floor(log10(high - low)));
  double most = count_numbers(s, name, fmax(fabs(low), fabs(high)));
  if (most == 0) {
    fprintf(s->out, "set %ctics autofreq\n", name);
    return;
  }
  most = fmax(most, 2);
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
            fmax(low / more, fmin(low, 1 / AM_PLOT_LARGEST)),
            fmin(high * more, AM_PLOT_LARGEST));
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

static bool is_shown(const am_panel *panel, const am_curve *curve) {
  size_t i = 0;
  while (i < curve->count && !am_extent_shows(panel, curve, i)) i++;
  return i < curve->count;
}

static void write_data(FILE *out, const am_panel *panel, size_t p) {
  const am_extent extent = am_extent_find(panel);
  if (panel->map) am_map_write_data(out, panel->map, p);
  for (size_t k = 0; k < panel->count; k++) {
    const am_curve *curve = &panel->curves[k];
    if (!is_shown(panel, curve)) continue;
    fprintf(out, "$panel%zu_curve%zu << END\n", p + 1, k + 1);
    for (size_t i = 0; i < curve->count; i++) {
      if (!am_extent_shows(panel, curve, i)) continue;
      fprintf(out, "%.9g %.9g", am_extent_drawn(&extent, 0, curve->x[i]),
              am_extent_drawn(&extent, 1, curve->y[i]));
      if (curve->high)
        fprintf(out, " %.9g", am_extent_drawn(&extent, 1, curve->high[i]));
      fputc('\n', out);
    }
    fputs("END\n", out);
  }
}

static am_curve_kind kind_of(const script *s, const am_panel *panel,
                             const am_curve *curve) {
  size_t bands = count_bands(panel);
  size_t marked = panel->count > bands + 1 ? MARKED_BESIDE : MARKED;
  if (curve->kind == AM_CURVE_POINTS || curve->count == 1)
    return AM_CURVE_POINTS;
  if (s->picture->lines != AM_CURVE_AUTO) return s->picture->lines;
  if (curve->kind != AM_CURVE_AUTO) return curve->kind;
  return curve->count <= marked ? AM_CURVE_BOTH : AM_CURVE_LINE;
}

/* Writes the style of curve k: a band, or a line and marks. One point is drawn
 * as a mark, a band over one point as a bar. */
static void write_look(const script *s, const am_panel *panel, size_t k) {
  FILE *out = s->out;
  static const char *const kinds[] = {[AM_CURVE_LINE] = "lines",
                                      [AM_CURVE_POINTS] = "points",
                                      [AM_CURVE_BOTH] = "linespoints"};
  const am_curve *curve = &panel->curves[k];
  size_t bands = count_bands(panel);
  if (curve->high && curve->count == 1)
    fprintf(out,
            " using 1:2:(0):($3 - $2) with vectors nohead linewidth %zu "
            "linecolor rgb '#99c7e0'",
            8 * k + 2);
  else if (curve->high)
    fprintf(out,
            " with filledcurves fillstyle solid %.3g noborder linecolor rgb "
            "'%s'",
            PALEST + (DARKEST - PALEST) * (double)(k + 1) / (double)bands,
            colours[0]);
  else
    fprintf(out, " with %s linestyle %zu", kinds[kind_of(s, panel, curve)],
            k + 1 - bands);
}

/* Writes bands and lines. A line without points is drawn as NaN, so that it
 * appears in the key; the last line gives the number of names not shown. */
static void write_plot(const script *s, const am_panel *panel, size_t p) {
  FILE *out = s->out;
  size_t names = count_names(panel), named = 0;
  fputs("plot", out);
  for (size_t k = 0; k < panel->count; k++) {
    const am_curve *curve = &panel->curves[k];
    bool shown = is_shown(panel, curve);
    if (curve->high && !shown) continue;
    if (shown)
      fprintf(out, " $panel%zu_curve%zu", p + 1, k + 1);
    else
      fputs(" NaN", out);
    write_look(s, panel, k);
    if (curve->name && named++ < NAMES_SHOWN) {
      fputs(" title ", out);
      am_quote_text(out, &s->format->markup,
                    *curve->name ? curve->name : " ", NAME_SHOWN);
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
  am_extent extent = am_extent_find(panel);
  write_axis(s, 'x', &panel->x, &extent);
  write_axis(s, 'y', &panel->y, &extent);
  fprintf(s->out, "set xlabel offset 0,%g\n", count_names(panel) ? 0.5 : 0);
  if (!s->aligned)
    fprintf(s->out, "set rmargin %d\n", panel->map ? BAR : 4);
  if (!extent.count)
    fputs("set label 1 'no data' at graph 0.5, graph 0.5 center\n", s->out);
  if (panel->map)
    am_map_write(s->out, &s->format->markup, panel->map, p);
  else
    write_plot(s, panel, p);
  if (!extent.count) fputs("unset label 1\n", s->out);
}

/* Writes margins with which all panels have the same size. */
static void write_margins(const script *s) {
  double width = s->whole.width, height = s->whole.height;
  double below = s->shared ? s->keys : 0, own = s->keys - below;
  double left = fmin(MARGINS.left, s->part.width / 3);
  double right = fmin(MARGINS.right, s->part.width / 12);
  double bottom = fmin(MARGINS.bottom, s->part.height / 3) + own;
  double top = fmin(MARGINS.top, s->part.height / 4);
  fprintf(s->out,
          " margins screen %.4g,%.4g,%.4g,%.4g spacing screen %.4g,%.4g",
          left / width, 1 - right / width, (below + bottom) / height,
          1 - (heading_height(s->picture) + top) / height,
          (left + right) / width, (bottom + top) / height);
}

/* Places the key below panel p, or below all panels. */
static void write_key(const script *s, size_t p) {
  double x = ((double)(p % 2) + 0.5) * s->part.width;
  double y = s->whole.height - heading_height(s->picture) -
             (double)(p / 2 + 1) * s->part.height;
  if (s->shared && p)
    fputs("unset key\n", s->out);
  else
    fprintf(s->out,
            "set key at screen %.4g,%.4g bottom center vertical maxrows %.0f\n",
            s->shared ? 0.5 : x / s->whole.width,
            s->shared ? 0.005 : y / s->whole.height + 0.005,
            fmax(1, s->keys / LINE_HEIGHT));
}

/* Writes several panels, or one with two titles. */
static void write_multiple(const script *s) {
  const am_picture *picture = s->picture;
  fprintf(s->out, "set multiplot layout %zu,%zu", s->rows, s->columns);
  if (s->aligned) write_margins(s);
  if (picture->title) {
    fputs(" title ", s->out);
    write_text(s, picture->title, s->whole.width);
  }
  fputc('\n', s->out);
  for (size_t p = 0; p < picture->count; p++) {
    if (s->aligned) write_key(s, p);
    write_title(s, picture->panels[p].title);
    write_panel(s, p);
  }
  fputs("unset multiplot\n", s->out);
}

static void write_start(const script *s, const char *path, bool piped) {
  double scale = s->format->scale;
  fputs("# Script for gnuplot with the data of the picture.\n"
        "set terminal ", s->out);
  fprintf(s->out, s->format->terminal, scale * s->whole.width,
          scale * s->whole.height);
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
  script s = {.out = out, .picture = &shown,
              .format = find_format(path)};
  choose_sizes(&s);
  const char *title = shown.panels->title;
  write_start(&s, path, piped);
  for (size_t p = 0; p < shown.count; p++)
    write_data(out, &shown.panels[p], p);
  if (shown.count > 1 || (shown.title && title)) {
    write_multiple(&s);
  } else {
    write_title(&s, title ? title : shown.title);
    write_panel(&s, 0);
  }
}
