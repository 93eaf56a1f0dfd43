/* statistics.h: what is left of repeated measurements. */
#ifndef AM_BASE_STATISTICS_H
#define AM_BASE_STATISTICS_H

/* Percentiles; all NaN where nothing was measured. */
typedef struct {
  double median, low, high; /* 50th, 10th, 90th percentile */
} am_spread;

/* The percentile `share` in [0, 1] of numbers [count >= 1] that increase,
 * linear between neighbours (Hyndman and Fan 1996, type 7). */
double am_percentile(const double *sorted, int count, double share);

/* Of numbers [count] in any order, which it sorts. */
am_spread am_spread_of(double *numbers, int count);

/* Of the ratios above[i]/below[i] of measurements taken in turn [count];
 * room: scratch [count]. */
am_spread am_spread_of_ratios(const double *above, const double *below,
                              int count, double *room);

#endif
