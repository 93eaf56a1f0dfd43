/* script.h: writes gnuplot's script of a picture, including its data; see
 * picture.h. */
#ifndef AM_PLOT_SCRIPT_H
#define AM_PLOT_SCRIPT_H

#include <stdio.h>

#include "plot/picture.h"
#include "plot/quote.h"

/* format.c: formats by extension. */
typedef struct {
  const char *ending, *terminal; /* terminal, a format of width and height */
  double scale;                  /* units of the terminal per unit of svg */
  am_markup markup;
} am_picture_format;

/* Format of a path; NULL: unknown extension. */
const am_picture_format *am_picture_format_of(const char *path);

/* Writes a script that draws to `path`, whose extension must be known; with
 * `piped`, in the format of `path` to standard output. */
void am_script_write(FILE *out, const am_picture *picture, const char *path,
                     bool piped);

/* extent.c: extent of a panel's visible data, and free corners. */

/* Extent of the visible points. */
typedef struct {
  size_t count;
  double low[2], high[2]; /* along x and y, low < high; if count is 0: [0, 1],
                             or [1, 10] on logarithmic axes */
  bool widened[2];        /* true if the range was enlarged, since the points
                             span less */
} am_extent;

/* True if the point is finite, within gnuplot's limits, and positive on
 * logarithmic axes. */
bool am_panel_shows(const am_panel *panel, double x, double y);

size_t am_curve_shown(const am_panel *panel, const am_curve *curve);
size_t am_band_shown(const am_panel *panel, const am_band *band);

am_extent am_panel_extent(const am_panel *panel);

/* Corner in which a key of this width and height (fractions of the panel) hides
 * nothing, as named by gnuplot: "right top", …; NULL: none. */
const char *am_panel_free_corner(const am_panel *panel,
                                 const am_extent *extent, double width,
                                 double height);

/* arrange.c: positions of panels and their keys, in units of the terminal svg
 * (1/6 mm). Panels are in rows of two. A key is placed in a free corner of its
 * panel, else below; keys with many names are placed at the side. If all panels
 * have the same names, there is a single key. */

enum { AM_NAME_SHOWN = 40 }; /* maximum number of characters of a name in a
                                key */

typedef struct {
  am_size whole, part;  /* sizes of the picture and of each panel */
  double axis;          /* length of an x axis */
  double heading;       /* height of the title above several panels */
  double beside;        /* width reserved for keys at the side */
  bool common;          /* true if one key serves all panels */
  bool below;           /* true if there is no room at the side */
  const char *corner;   /* corner of the common key, in panel `owner`; NULL:
                           none */
  size_t owner;
} am_arrangement;

am_arrangement am_picture_arrange(const am_picture *picture);

/* Number of names in the panel's key. */
size_t am_panel_names(const am_panel *panel);

/* True if the panel's key takes room from the panel, at the side. */
bool am_panel_key_beside(const am_arrangement *arrangement,
                         const am_panel *panel);

/* Write the commands that place panel p of several, and its key. */
void am_panel_place(const am_arrangement *arrangement, size_t p, FILE *out);
void am_panel_key(const am_arrangement *arrangement,
                  const am_picture *picture, size_t p, FILE *out);

#endif
