/* extent.h: what of a panel can be drawn, and where it leaves room. */
#ifndef AM_OUTPUT_EXTENT_H
#define AM_OUTPUT_EXTENT_H

#include "output/picture.h"

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
