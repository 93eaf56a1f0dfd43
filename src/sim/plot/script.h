/* script.h: gnuplot's script of a picture, data and all; see picture.h. */
#ifndef AM_PLOT_SCRIPT_H
#define AM_PLOT_SCRIPT_H

#include <stdio.h>

#include "plot/picture.h"
#include "plot/quote.h"

/* format.c: what the ending of a name promises. */
typedef struct {
  const char *ending, *terminal; /* with width and height ... */
  double scale;                  /* ... in units of this size */
  am_markup markup;
} am_picture_format;

/* NULL: it is not known. */
const am_picture_format *am_picture_format_of(const char *path);

/* Draws to `path`, whose ending is known, or with `piped` in the format of
 * `path` to standard output. */
void am_script_write(FILE *out, const am_picture *picture, const char *path,
                     bool piped);

/* extent.c: what of a panel can be drawn, and where it leaves room. */

/* The points that are drawn. */
typedef struct {
  size_t count;
  double low[2], high[2]; /* along x and y, low < high; count 0: [0, 1], on
                             logarithmic axes [1, 10] */
  bool widened[2];        /* the points span less than this */
} am_extent;

/* Is it finite, drawable by gnuplot, and positive on logarithmic axes? */
bool am_panel_shows(const am_panel *panel, double x, double y);

size_t am_curve_shown(const am_panel *panel, const am_curve *curve);
size_t am_band_shown(const am_panel *panel, const am_band *band);

am_extent am_panel_extent(const am_panel *panel);

/* A corner in which a key of this part of the panel's width and height hides
 * nothing, as gnuplot names it: "right top", …; NULL: there is none. */
const char *am_panel_free_corner(const am_panel *panel,
                                 const am_extent *extent, double width,
                                 double height);

/* arrange.c: where panels and their keys stand, in units of the terminal svg,
 * six a millimetre.  Panels stand in rows of two.  A key stands in a corner of
 * its panel where it hides nothing, else below; many names stand at the side.
 * Where all panels have the same names there is one key. */

enum { AM_NAME_SHOWN = 40 }; /* characters of a name in a key */

typedef struct {
  am_size whole, part;  /* of the picture, and of each panel */
  double axis;          /* the length of an axis x */
  double heading;       /* the title above several panels */
  double beside;        /* the room of keys at the side */
  bool common;          /* is there one key for all? */
  bool below;           /* there is no room at the side */
  const char *corner;   /* of the common key, in panel `owner`; NULL: none */
  size_t owner;
} am_arrangement;

am_arrangement am_picture_arrange(const am_picture *picture);

/* How many names the panel's key has. */
size_t am_panel_names(const am_panel *panel);

/* Does its key take room from the panel, at the side? */
bool am_panel_key_beside(const am_arrangement *arrangement,
                         const am_panel *panel);

/* Commands that place panel p of several, and its key. */
void am_panel_place(const am_arrangement *arrangement, size_t p, FILE *out);
void am_panel_key(const am_arrangement *arrangement,
                  const am_picture *picture, size_t p, FILE *out);

#endif
