#include "fit/map.h"

#include <math.h>

/* A value is at a bound that is not allowed where it is closer to it than
 * this part of the width. */
static const double part_of_way = 0.9, closest = 1e-6;

am_map am_map_of(const am_bounded *b) {
  bool positive = b->low > 0 || (b->low == 0 && b->low_open);
  return (am_map){.bounded = b,
                  .logarithm = positive,
                  .unit = b->start != 0 ? fabs(b->start) : 1};
}

static double width(const am_bounded *b) {
  if (isfinite(b->low) && isfinite(b->high)) return b->high - b->low;
  double bound = isfinite(b->low) ? b->low : b->high;
  return fmax(fabs(bound), fabs(b->start - bound));
}

static am_landing stop(const am_bounded *b, double bound, bool open, int side,
                       double from) {
  if (!open) return (am_landing){bound, side, true};
  if (fabs(bound - from) <= closest * width(b))
    return (am_landing){from, side, true};
  return (am_landing){from + part_of_way * (bound - from), 0, true};
}

am_landing am_map_land(const am_map *map, double x, double from) {
  const am_bounded *b = map->bounded;
  double value = map->logarithm ? b->start * exp(x) : b->start + map->unit * x;
  bool above_zero = map->logarithm && b->low == 0;
  if (!above_zero && (b->low_open ? value <= b->low : value < b->low))
    return stop(b, b->low, b->low_open, -1, from);
  if (b->high_open ? value >= b->high : value > b->high)
    return stop(b, b->high, b->high_open, 1, from);
  return (am_landing){value, 0, false};
}

double am_map_coordinate(const am_map *map, double value) {
  double start = map->bounded->start;
  return map->logarithm ? log(value / start) : (value - start) / map->unit;
}

double am_map_slope(const am_map *map, double value) {
  return map->logarithm ? value : map->unit;
}
