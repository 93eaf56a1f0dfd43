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
