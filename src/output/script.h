/* script.h: gnuplot's script of a picture, data and all; see picture.h. */
#ifndef AM_OUTPUT_SCRIPT_H
#define AM_OUTPUT_SCRIPT_H

#include <stdio.h>

#include "output/picture.h"

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

am_extent am_panel_extent(const am_panel *panel);

/* The corner with the fewest pieces of curves in it, as gnuplot names it:
 * "right top", … */
const char *am_panel_free_corner(const am_panel *panel,
                                 const am_extent *extent);

#endif
