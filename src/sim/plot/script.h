/* script.h: writes gnuplot's script of a picture, including its data; see
 * picture.h. Texts of users are quoted, so that they contain no commands or
 * markup. */
#ifndef AM_PLOT_SCRIPT_H
#define AM_PLOT_SCRIPT_H

#include "plot/picture.h"

/* quote.c: quoted strings of gnuplot. */

/* Notation of texts and numbers in a picture format. */
typedef struct {
  const char *ticks, *powers; /* format of numbers at linear and logarithmic
                                 axes */
  const char *end;            /* end of a label */
  bool bitmap;                /* maps as bitmaps; polygons would have seams */
  bool tex;                   /* LaTeX instead of gnuplot's enhanced text */
} am_markup;

/* Writes a text, escaped as by base/text.h, with line ends as blanks, truncated
 * to `most` characters. Requires the keyword `noenhanced`. */
void am_quote_text(FILE *out, const am_markup *markup, const char *text,
                   size_t most);

/* Writes the quoted label of an axis, "strain (1/s)"; label: enhanced text
 * written by automat. In the unit, letters, digits and / * ( ) . - are kept,
 * and exponents are raised; either may be NULL. */
void am_quote_axis(FILE *out, const am_markup *markup, const char *label,
                   const char *unit);

/* Writes the name of a file with special bytes escaped. */
void am_quote_path(FILE *out, const char *path);

/* extent.c: range of the points of a panel. */

/* Largest number accepted by gnuplot; its inverse is the smallest number on
 * logarithmic axes. */
#define AM_PLOT_LARGEST 1e300

typedef struct {
  size_t count;           /* number of visible points */
  double low[2], high[2]; /* along x and y, low < high; if count is 0: [0, 1],
                             or [1, 10] on logarithmic axes */
  double noise[2];        /* smaller values are drawn as 0 */
  bool widened[2];        /* true if the range was enlarged, since the points
                             span less */
} am_extent;

am_extent am_extent_find(const am_panel *panel);

/* Value as drawn along an axis, 0: x, 1: y. */
double am_extent_drawn(const am_extent *extent, int axis, double value);

/* True if point i is finite, within gnuplot's limits, and positive on
 * logarithmic axes. */
bool am_extent_shows(const am_panel *panel, const am_curve *curve, size_t i);

/* map.c: data and command of the colour map of panel p. */
void am_map_write_data(FILE *out, const am_colour_map *map, size_t p);
void am_map_write(FILE *out, const am_markup *markup, const am_colour_map *map,
                  size_t p);

/* Writes a script that draws to `path`, whose extension must be known; with
 * `piped`, in the format of `path` to standard output. */
void am_script_write(FILE *out, const am_picture *picture, const char *path,
                     bool piped);

#endif
