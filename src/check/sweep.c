#include "check/sweep.h"

#include <math.h>

enum { CLEAR = 100, LEAST = 3, MOST = 5 };

void am_sweep_estimate(const am_sweep *s, int *best, double *bound) {
  *best = 0;
  *bound = INFINITY;
  for (int k = 1; k < s->count; k++) {
    int next = k + 1 < s->count ? k + 1 : k;
    double before = fabs(s->quotient[k - 1] - s->quotient[k]);
    double after = fabs(s->quotient[k] - s->quotient[next]);
    double total = 2 * fmax(before, after) + CLEAR * s->rounding[k];
    if (!(total < *bound)) continue;
    *best = k;
    *bound = total;
  }
}

/* Least squares. */
static double fit(const double *x, const double *y, int count) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < count; i++) {
    sx += x[i] / count;
    sy += y[i] / count;
  }
  for (int i = 0; i < count; i++) {
    sxx += (x[i] - sx) * (x[i] - sx);
    sxy += (x[i] - sx) * (y[i] - sy);
  }
  return sxy / sxx;
}

double am_sweep_slope(const am_sweep *s, double derivative) {
  double x[MOST], y[MOST];
  int count = 0;
  for (int k = s->count - 1; k >= 0 && count < MOST; k--) {
    double error = fabs(s->quotient[k] - derivative);
    if (!(error > CLEAR * s->rounding[k])) continue;
    x[count] = log(s->step[k]);
    y[count++] = log(error);
  }
  return count < LEAST ? NAN : fit(x, y, count);
}
