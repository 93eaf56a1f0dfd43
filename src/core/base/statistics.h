/* statistics.h: percentiles of repeated measurements. */
#ifndef AM_BASE_STATISTICS_H
#define AM_BASE_STATISTICS_H

/* Percentiles; all NaN without measurements. */
typedef struct {
  double median, low, high; /* 50th, 10th, 90th percentile */
} am_spread;

/* Compares two doubles, for qsort. */
int am_compare_numbers(const void *a, const void *b);

/* Percentile `share` in [0, 1] of ascending numbers [count >= 1], linear
 * between neighbours (Hyndman and Fan 1996, type 7). */
double am_percentile(const double *sorted, int count, double share);

/* Spread of numbers [count], which are sorted in place. */
am_spread am_spread_of(double *numbers, int count);

/* Spread of the ratios above[i]/below[i] [count] of measurements taken
 * alternately; room: scratch [count]. */
am_spread am_spread_of_ratios(const double *above, const double *below,
                              int count, double *room);

#endif
