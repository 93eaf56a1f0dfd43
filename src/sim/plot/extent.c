/* extent.c: extent of a panel's visible data. */
#include "plot/script.h"

/* Largest number accepted by gnuplot; its inverse is the smallest number on
 * logarithmic axes. */
static const double LARGEST = 1e300;

/* Smallest relative range for which gnuplot draws ticks. */
static const double NARROWEST = 1e-7;

static bool shows(const am_axis *axis, double value) {
  double least = axis->logarithmic ? 1 / LARGEST : -LARGEST;
  return value >= least && value <= LARGEST;
}

bool am_curve_shows(const am_panel *panel, const am_curve *curve, size_t i) {
  return shows(&panel->x, curve->x[i]) && shows(&panel->y, curve->y[i]) &&
         (!curve->high || shows(&panel->y, curve->high[i]));
}

static void include(am_extent *extent, int axis, double value) {
  extent->low[axis] = fmin(extent->low[axis], value);
  extent->high[axis] = fmax(extent->high[axis], value);
}

static void include_curve(am_extent *extent, const am_panel *panel,
                          const am_curve *curve) {
  for (size_t i = 0; i < curve->count; i++) {
    if (!am_curve_shows(panel, curve, i)) continue;
    extent->count++;
    include(extent, 0, curve->x[i]);
    include(extent, 1, curve->y[i]);
    if (curve->high) include(extent, 1, curve->high[i]);
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
    include_curve(&extent, panel, &panel->curves[k]);
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
