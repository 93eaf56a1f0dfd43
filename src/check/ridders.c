#include "check/ridders.h"

#include <float.h>
#include <math.h>

enum { LEVELS = AM_RIDDERS_LEVELS };

am_derivative am_derivative_new(am_arena *arena, int count) {
  return (am_derivative){.count = count,
                         .value = AM_ARRAY(arena, double, count),
                         .error = AM_ARRAY(arena, double, count),
                         .noise = AM_ARRAY(arena, double, count),
                         .plain = AM_ARRAY(arena, double, LEVELS * count),
                         .work = AM_ARRAY(arena, double, 2 * count)};
}

/* The differences of one step, and their noise. */
static bool difference(const am_curve *curve, double h, am_derivative *d,
                       double *plain) {
  int count = curve->count;
  double *above = d->work, *below = d->work + count;
  if (!curve->value(curve->data, h, above) ||
      !curve->value(curve->data, -h, below))
    return false;
  for (int i = 0; i < count; i++) {
    plain[i] = (above[i] - below[i]) / (2 * h);
    d->noise[i] =
        20 * DBL_EPSILON * (fabs(above[i]) + fabs(below[i])) / (2 * h);
  }
  return true;
}

/* Neville's table of one entry: the value whose neighbours are nearest. */
static void extrapolate(const am_derivative *d, int count, int i) {
  double before[LEVELS] = {0}, row[LEVELS];
  d->value[i] = d->plain[(LEVELS - 1) * count + i];
  d->error[i] = INFINITY;
  for (int k = 0; k < LEVELS; k++) {
    double power = 1;
    row[0] = d->plain[k * count + i];
    for (int j = 1; j <= k; j++) {
      power *= 4;
      row[j] = row[j - 1] + (row[j - 1] - before[j - 1]) / (power - 1);
      double error = fmax(fabs(row[j] - row[j - 1]),
                          fabs(row[j] - before[j - 1]));
      if (error > d->error[i]) continue;
      d->error[i] = error;
      d->value[i] = row[j];
    }
    for (int j = 0; j <= k; j++) before[j] = row[j];
  }
}

bool am_ridders(const am_curve *curve, double step, am_derivative *d) {
  int count = curve->count;
  for (int k = 0; k < LEVELS; k++, step /= 2)
    if (!difference(curve, step, d, d->plain + k * count)) return false;
  for (int i = 0; i < count; i++) extrapolate(d, count, i);
  return true;
}

double am_ridders_order(const am_derivative *d, int first, double scale) {
  double errors[2] = {0, 0};
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < first; i++)
      errors[k] = fmax(errors[k],
                       fabs(d->plain[k * d->count + i] - d->value[i]) / scale);
  return errors[1] > 1e-11 ? log2(errors[0] / errors[1]) : NAN;
}
