/* map.h: a value with bounds as a coordinate without unit; internal to fit.
 *
 * A value that is positive by its bounds is fitted as its logarithm, so that a
 * step is a ratio; any other in units of its start.  A step beyond a bound
 * that is allowed ends at the bound, one beyond a bound that is not allowed
 * itself (above, below) nine tenths of the way to it.  No map of the interval
 * is used: on it a minimum at a bound would lie at infinity, and steps from
 * the neighbourhood of a bound would be far too long. */
#ifndef AM_FIT_MAP_H
#define AM_FIT_MAP_H

#include <stdbool.h>

typedef struct {
  double start;
  double low, high;         /* may be infinite; low <= start <= high */
  bool low_open, high_open; /* the bound itself is not allowed */
} am_bounded;

typedef struct {
  const am_bounded *bounded;
  bool logarithm;
  double unit; /* of a value that is no logarithm */
} am_map;

/* Where a step has led. */
typedef struct {
  double value;
  int bound; /* -1 at the lower bound, 1 at the upper one */
  bool cut;  /* the step was made shorter */
} am_landing;

am_map am_map_of(const am_bounded *bounded);

/* The value at x, coming from the value `from`. */
am_landing am_map_land(const am_map *map, double x, double from);

/* The coordinate of a value; 0 at the start. */
double am_map_coordinate(const am_map *map, double value);

/* d value/d x */
double am_map_slope(const am_map *map, double value);

#endif
