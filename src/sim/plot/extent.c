/* extent.c: range of the points of a panel. */
#include "plot/script.h"

/* Smallest relative range for which gnuplot draws ticks. */
static const double NARROWEST = 1e-7;

static bool shows(const am_axis *axis, double value) {
  double least = axis->logarithmic ? 1 / AM_PLOT_LARGEST : -AM_PLOT_LARGEST;
  return value >= least && value <= AM_PLOT_LARGEST;
}

bool am_extent_shows(const am_panel *panel, const am_curve *curve, size_t i) {
  return shows(&panel->x, curve->x[i]) && shows(&panel->y, curve->y[i]) &&
         (!curve->high || shows(&panel->y, curve->high[i]));
}

double am_extent_drawn(const am_extent *extent, int axis, double value) {
  return fabs(value) < extent->noise[axis] ? 0 : value;
}

static void include_curve(am_extent *extent, const am_panel *panel,
                          const am_curve *curve) {
  const double *values[] = {curve->x, curve->y, curve->high};
  for (size_t i = 0; i < curve->count; i++) {
    if (!am_extent_shows(panel, curve, i)) continue;
    extent->count++;
    for (int k = 0; k < 3 && values[k]; k++) {
      double *low = &extent->low[k > 0], *high = &extent->high[k > 0];
      *low = fmin(*low, values[k][i]);
      *high = fmax(*high, values[k][i]);
    }
  }
}

am_extent am_extent_find(const am_panel *panel) {
  const bool logarithmic[2] = {panel->x.logarithmic, panel->y.logarithmic};
  am_extent extent = {.low = {INFINITY, INFINITY},
                      .high = {-INFINITY, -INFINITY}};
  if (panel->map)
    return (am_extent){.count = 1, .widened = {true, true},
                       .high = {panel->map->width, panel->map->height}};
  for (size_t k = 0; k < panel->count; k++)
    include_curve(&extent, panel, &panel->curves[k]);
  for (int axis = 0; axis < 2; axis++) {
    double *low = &extent.low[axis], *high = &extent.high[axis];
    if (!extent.count) {
      *low = logarithmic[axis];
      *high = logarithmic[axis] ? 10 : 1;
    }
    double size = fmax(fabs(*low), fabs(*high));
    extent.noise[axis] = logarithmic[axis] ? 0 : AM_PLOT_NOISE * size;
    *low = am_extent_drawn(&extent, axis, *low);
    *high = am_extent_drawn(&extent, axis, *high);
    double margin = size > 0 ? 0.01 * size : 1;
    bool narrow = !(*high - *low > NARROWEST * size);
    extent.widened[axis] = narrow || !extent.count;
    if (!narrow) continue;
    *low = logarithmic[axis] ? *low / 2 : *low - margin;
    *high = logarithmic[axis] ? *high * 2 : *high + margin;
  }
  return extent;
}
