/* picture.h: pictures, panels of curves or of a map, as data.
 *
 * gnuplot never interprets texts of users (titles, names, units) as commands or
 * markup. Curves differ in colour (palette for colour-blind readers: Okabe and
 * Ito 2008), dash and mark, so that they can be distinguished in print. */
#ifndef AM_PLOT_PICTURE_H
#define AM_PLOT_PICTURE_H

#include "table/table.h"

typedef struct {
  const char *label; /* written by automat, gnuplot's enhanced text */
  const char *unit;  /* written by the user; NULL or "": none */
  bool logarithmic;  /* values <= 0 are omitted */
} am_axis;

typedef enum {
  AM_CURVE_AUTO, /* line; marks if there are few points */
  AM_CURVE_LINE,
  AM_CURVE_POINTS,
  AM_CURVE_BOTH
} am_curve_kind;

/* A line, or a band between two curves. */
typedef struct {
  const char *name;    /* written by the user, for the key; NULL: not in the
                          key */
  const double *x, *y; /* [count]; non-finite points are omitted */
  size_t count;
  am_curve_kind kind;
  const double *high;  /* [count] upper edge of a band, whose lower edge is y;
                          NULL: a line */
} am_curve;

/* A quantity over a plane, shown by colours of increasing lightness (viridis,
 * Smith and van der Walt 2015), readable for colour-blind readers. */
typedef struct {
  const double *values; /* [rows][columns] from the lower left, x fastest;
                           non-finite values are blank */
  size_t columns, rows;
  double width, height; /* size of the plane; both axes have the same scale */
  am_axis colour;       /* linear scale */
} am_colour_map;

typedef struct {
  const char *title; /* written by the user; NULL: none */
  am_axis x, y;
  const am_curve *curves; /* [count] bands first, from the palest, then lines */
  size_t count;
  const am_colour_map *map; /* instead of curves; NULL: none */
} am_panel;

/* Size (mm) in print; 6 pixels of SVG and 12 pixels of PNG per millimetre. */
typedef struct {
  double width, height;
} am_size;

typedef struct {
  const char *title;      /* written by the user, above all panels */
  const am_panel *panels; /* [count], in rows of two */
  size_t count;
  am_size size; /* size of the whole picture; 0: depends on the number of
                   panels */
  double line_width;   /* relative; 0: 1 */
  am_curve_kind lines; /* kind of curves that are not points; AM_CURVE_AUTO:
                          that of each curve */
} am_picture;

/* Labels in gnuplot's enhanced text: a user's text without markup, and
 * the label of a column, "stress σ_xx" or, for a variable, "ε_vp,xx"; its name
 * if it has no symbol. */
const char *am_label_plain(am_arena *arena, const char *text);
const char *am_label_of_column(am_arena *arena, const char *name);

/* Letter named by a word [length], "ε" for "eps"; NULL: none. */
const char *am_greek_letter(const char *word, size_t length);

/* Column over which another column is plotted as a loop, "strain.xx"
 * for "stress.xx"; NULL: none. am_turns_back: true if values reverse by more
 * than rounding and scatter, so that they are a better abscissa than time. */
const char *am_loop_over(am_arena *arena, const char *column);
bool am_turns_back(const double *values, size_t count);

/* Fraction of the largest value below which a value is drawn as 0: rounding,
 * and residuals of prescribed stresses (solver.equilibrium). They would extend
 * an axis by an interval between ticks. */
#define AM_PLOT_NOISE 1e-7

/* True if the extension of the name is a known format. */
bool am_picture_known(const char *path);

/* All known extensions. */
#define AM_PICTURE_ENDINGS ".svg, .png, .pdf, .eps or .tex"

/* Picture of the most informative curve of a run, from a table with the columns
 * time, strain.xx … and stress.xx …: the stress component of largest range over
 * the strain of the same name; over time if that strain is constant for more
 * than half of the time (relaxation); the strain over time if the stress is
 * (creep). With columns F.xx …, P.xx … and cauchy.xx … instead of strain and
 * stress: F, and nominal and true stress. */
am_picture am_picture_of_run(am_arena *arena, const am_table *table,
                             const char *title);

/* plot.c: draws a picture with gnuplot, in the format given by the extension of
 * `path`. keep: keeps gnuplot's script with all data as PATH.gp, even if
 * gnuplot is missing. AM_ENVIRONMENT, with a message, if gnuplot is missing or
 * fails, or a file cannot be written. */
AM_MUST_USE am_status am_picture_write(am_arena *arena, am_report *report,
                                       const am_picture *picture,
                                       const char *path, bool keep);

/* Draws a picture and appends it to `text`; name: name for messages, which must
 * end in .svg. */
AM_MUST_USE am_status am_picture_text(am_arena *arena, am_report *report,
                                      const am_picture *picture,
                                      const char *name, am_buffer *text);

#endif
