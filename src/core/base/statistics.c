/* statistics.c: percentiles of measurements. */
#include "base/base.h"

double am_percentile(const double *sorted, int count, double share) {
  double place = share * (count - 1);
  int below = (int)place, above = below + 1 < count ? below + 1 : below;
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

int am_compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

am_spread am_spread_of(double *numbers, int count) {
  if (count < 1) return (am_spread){.median = NAN, .low = NAN, .high = NAN};
  qsort(numbers, (size_t)count, sizeof *numbers, am_compare_numbers);
  return (am_spread){.median = am_percentile(numbers, count, 0.5),
                     .low = am_percentile(numbers, count, 0.1),
                     .high = am_percentile(numbers, count, 0.9)};
}

am_spread am_spread_of_ratios(const double *above, const double *below,
                              int count, double *room) {
  for (int i = 0; i < count; i++) room[i] = above[i] / below[i];
  return am_spread_of(room, count);
}
