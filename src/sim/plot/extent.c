/* extent.c: extent of a panel's visible data, and free corners. */
#include "plot/script.h"

#include <math.h>

/* Largest number accepted by gnuplot; its inverse is the smallest on
 * logarithmic axes. */
static const double LARGEST = 1e300;

/* Smallest relative range for which gnuplot draws ticks. */
static const double NARROWEST = 1e-7;

enum { PIECES = 16 }; /* pieces of a line between two points */

static bool shows(const am_axis *axis, double value) {
  double least = axis->logarithmic ? 1 / LARGEST : -LARGEST;
  return value >= least && value <= LARGEST;
}

bool am_panel_shows(const am_panel *panel, double x, double y) {
  return shows(&panel->x, x) && shows(&panel->y, y);
}

size_t am_curve_shown(const am_panel *panel, const am_curve *curve) {
  size_t shown = 0;
  for (size_t i = 0; i < curve->count; i++)
    shown += am_panel_shows(panel, curve->x[i], curve->y[i]);
  return shown;
}

size_t am_band_shown(const am_panel *panel, const am_band *band) {
  size_t shown = 0;
  for (size_t i = 0; i < band->count; i++)
    shown += am_panel_shows(panel, band->x[i], band->low[i]) &&
             am_panel_shows(panel, band->x[i], band->high[i]);
  return shown;
}

static void include(am_extent *extent, int axis, double value) {
  extent->low[axis] = fmin(extent->low[axis], value);
  extent->high[axis] = fmax(extent->high[axis], value);
}

static void include_points(am_extent *extent, const am_panel *panel,
                           const double *x, const double *y, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!am_panel_shows(panel, x[i], y[i])) continue;
    extent->count++;
    include(extent, 0, x[i]);
    include(extent, 1, y[i]);
  }
}

/* Enlarges a range that is too narrow. */
static void widen_range(am_extent *extent, int axis, bool logarithmic) {
  double low = extent->low[axis], high = extent->high[axis];
  double size = fmax(fabs(low), fabs(high));
  double margin = size > 0 ? 0.01 * size : 1;
  if (high - low > NARROWEST * size) return;
  extent->widened[axis] = true;
  extent->low[axis] = logarithmic ? low / 2 : low - margin;
  extent->high[axis] = logarithmic ? high * 2 : high + margin;
}

am_extent am_panel_extent(const am_panel *panel) {
  const bool logarithmic[2] = {panel->x.logarithmic, panel->y.logarithmic};
  am_extent extent = {0, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}, {0}};
  if (panel->map)
    return (am_extent){.count = 1, .widened = {true, true},
                       .high = {panel->map->width, panel->map->height}};
  for (size_t k = 0; k < panel->count; k++)
    include_points(&extent, panel, panel->curves[k].x, panel->curves[k].y,
                   panel->curves[k].count);
  for (size_t k = 0; k < panel->band_count; k++) {
    const am_band *band = &panel->bands[k];
    include_points(&extent, panel, band->x, band->low, band->count);
    include_points(&extent, panel, band->x, band->high, band->count);
  }
  for (int axis = 0; axis < 2; axis++) {
    if (extent.count) {
      widen_range(&extent, axis, logarithmic[axis]);
      continue;
    }
    extent.low[axis] = logarithmic[axis];
    extent.high[axis] = logarithmic[axis] ? 10 : 1;
    extent.widened[axis] = true;
  }
  return extent;
}

/* Position of a value on its axis, 0 … 1. */
static double part(const am_extent *extent, int axis, bool logarithmic,
                   double value) {
  double low = extent->low[axis], high = extent->high[axis];
  return logarithmic ? log(value / low) / log(high / low)
                     : (value - low) / (high - low);
}

/* Occupation of the corners of a panel. */
typedef struct {
  double width, height; /* size of each corner, as fractions of the panel */
  size_t pieces[4];     /* pieces of curves in each corner; bit 0: left, bit 1:
                           bottom */
} corners;

static void count_pieces(const am_panel *panel, const am_extent *extent,
                         const am_curve *curve, corners *found) {
  double x = NAN, y = NAN;
  for (size_t i = 0; i < curve->count; i++) {
    if (!am_panel_shows(panel, curve->x[i], curve->y[i])) continue;
    double to_x = part(extent, 0, panel->x.logarithmic, curve->x[i]);
    double to_y = part(extent, 1, panel->y.logarithmic, curve->y[i]);
    bool joined = !isnan(x) && curve->kind != AM_CURVE_POINTS;
    if (!joined) {
      x = to_x;
      y = to_y;
    }
    for (int k = joined ? 1 : PIECES; k <= PIECES; k++) {
      double t = k / (double)PIECES;
      double at_x = x + t * (to_x - x), at_y = y + t * (to_y - y);
      double w = found->width, h = found->height;
      bool left = at_x < w, right = at_x > 1 - w;
      bool bottom = at_y < h, top = at_y > 1 - h;
      found->pieces[0] += right && top;
      found->pieces[1] += left && top;
      found->pieces[2] += right && bottom;
      found->pieces[3] += left && bottom;
    }
    x = to_x;
    y = to_y;
  }
}

const char *am_panel_free_corner(const am_panel *panel,
                                 const am_extent *extent, double width,
                                 double height) {
  static const char *const names[4] = {"right top", "left top",
                                       "right bottom", "left bottom"};
  corners found = {.width = width, .height = height};
  for (size_t k = 0; k < panel->count; k++)
    count_pieces(panel, extent, &panel->curves[k], &found);
  for (size_t k = 0; k < 2 * panel->band_count; k++) {
    const am_band *band = &panel->bands[k / 2];
    const am_curve edge = {NULL, band->x, k % 2 ? band->high : band->low,
                           band->count, AM_CURVE_LINE};
    count_pieces(panel, extent, &edge, &found);
  }
  for (int corner = 0; corner < 4; corner++)
    if (!found.pieces[corner]) return names[corner];
  return NULL;
}
