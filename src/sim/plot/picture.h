/* picture.h: pictures, panels of curves or of a map, as data.
 *
 * Texts of users (titles, names, units) are never taken for gnuplot's
 * commands or markup.  Curves differ in colour (a palette that the
 * colour-blind can tell apart: Okabe and Ito 2008), dash and mark, so that
 * they can be told apart in print. */
#ifndef AM_PLOT_PICTURE_H
#define AM_PLOT_PICTURE_H

#include "table/table.h"

typedef struct {
  const char *label; /* ours, in gnuplot's enhanced text */
  const char *unit;  /* of a user, NULL or "" when there is none */
  bool logarithmic;  /* what is not positive is left out */
} am_axis;

typedef enum {
  AM_CURVE_AUTO, /* points on the line where there are few */
  AM_CURVE_LINE,
  AM_CURVE_POINTS,
  AM_CURVE_BOTH
} am_curve_kind;

typedef struct {
  const char *name;    /* of a user, in the key; NULL: not there */
  const double *x, *y; /* [count]; what is not finite is left out */
  size_t count;
  am_curve_kind kind;
} am_curve;

/* What lies between two curves, beneath all curves; the first band is the
 * palest. */
typedef struct {
  const char *name;     /* of a user, in the key; NULL: not there */
  const double *x, *low, *high; /* [count]; what is not finite is left out */
  size_t count;
} am_band;

/* A quantity over a plane, as colours that grow lighter (viridis, Smith and
 * van der Walt 2015), which the colour-blind can read. */
typedef struct {
  const double *values; /* [rows][columns], from the lower left, x fastest; what
                           is not finite stays blank */
  size_t columns, rows;
  double width, height; /* of the plane: the axes have one scale */
  am_axis colour;       /* linear */
} am_colour_map;

typedef struct {
  const char *title; /* of a user; NULL: none */
  am_axis x, y;
  const am_curve *curves; /* [count] */
  size_t count;
  const am_colour_map *map; /* instead of curves; NULL: none */
  const am_band *bands;     /* [band_count] */
  size_t band_count;
} am_panel;

/* Millimetres in print; 6 pixels of SVG and 12 of PNG each. */
typedef struct {
  double width, height;
} am_size;

typedef struct {
  const char *title;      /* of a user, over all panels */
  const am_panel *panels; /* [count], side by side in rows of two */
  size_t count;
  am_size size; /* of the whole; 0: what suits the number of panels */
} am_picture;

/* label.c: a label in gnuplot's enhanced text: a text of a user as it is, and
 * what is shown beside the axis of a column: "stress σ_xx" where it has a
 * symbol, else its name. */
const char *am_label_plain(am_arena *arena, const char *text);
const char *am_label_of_column(am_arena *arena, const char *name);

/* loop.c: the column over which another makes a loop, "strain.xx" of
 * "stress.xx"; NULL: there is none.  Do values come back by more than rounding
 * and scatter?  Then they are better drawn over than time is. */
const char *am_loop_over(am_arena *arena, const char *column);
bool am_turns_back(const double *values, size_t count);

/* format.c: does the file's name end in a known format? */
bool am_picture_known(const char *path);

/* All of them. */
#define AM_PICTURE_ENDINGS ".svg, .png, .pdf, .eps or .tex"

/* The curve that shows most of a run, from a table with the columns time,
 * strain.xx … and stress.xx …: the stress component of largest range over
 * the strain of the same name; over time when that strain is held for more
 * than half of the time (relaxation); the strain over time when the stress
 * is (creep).  With F.xx …, P.xx … and cauchy.xx … in the places of these the
 * nominal and the true stress over the deformation gradient. */
am_picture am_picture_of_run(am_arena *arena, const am_table *table,
                             const char *title);

/* plot.c: gnuplot draws a picture, in the format that the name of its file
 * promises.
 * keep: gnuplot's script, data and all, stays beside the picture, as
 * PATH.gp, also where gnuplot is missing.  AM_ENVIRONMENT with a message when
 * there is no gnuplot, or it fails, or a file cannot be written. */
AM_MUST_USE am_status am_picture_write(am_arena *arena, am_report *report,
                                       const am_picture *picture,
                                       const char *path, bool keep);

/* The same as text, added to `text`; name: what messages call it, which ends in
 * .svg. */
AM_MUST_USE am_status am_picture_text(am_arena *arena, am_report *report,
                                      const am_picture *picture,
                                      const char *name, am_buffer *text);

#endif
