/* differences.c: central differences, and their limits at step zero. */
#include <gsl/gsl_fit.h>

#include "check/parts.h"

am_differences am_differences_new(am_arena *arena, am_line line) {
  int count = line.count, most = AM_DIFFERENCE_STEPS * count;
  return (am_differences){.line = line,
                          .quotient = AM_ARRAY(arena, double, most),
                          .size = AM_ARRAY(arena, double, count),
                          .work = AM_ARRAY(arena, double, 2 * count),
                          .slope = AM_ARRAY(arena, double,
                                            count * line.columns),
                          .error = AM_ARRAY(arena, double, count),
                          .noise = AM_ARRAY(arena, double, count),
                          .order = NAN};
}

int am_differences_take(am_differences *d, int column, double step,
                        int most) {
  const am_line *line = &d->line;
  double *above = d->work, *below = d->work + line->count;
  d->column = column;
  d->steps = 0;
  for (int k = 0; k < most; k++, step /= 2) {
    double *quotient = d->quotient + d->steps * d->line.count;
    if (!line->value(line->data, column, step, above) ||
        !line->value(line->data, column, -step, below)) {
      d->steps = 0;
      continue;
    }
    /* dy/dh = (y(h) - y(-h))/(2 h) + O(h^2) */
    for (int i = 0; i < d->line.count; i++) {
      quotient[i] = (above[i] - below[i]) / (2 * step);
      d->size[i] = fabs(above[i]) + fabs(below[i]);
    }
    d->step[d->steps++] = step;
  }
  return d->steps;
}

/* ---- best quotient ------------------------------------------------------- */

enum { CLEAR = 100, LEAST = 3, MOST = 5 };

double am_differences_best(const am_differences *d, int i, double rounding,
                           double *bound) {
  const double *q = d->quotient + i;
  int n = d->line.count, best = 0;
  *bound = INFINITY;
  for (int k = 1; k < d->steps; k++) {
    int next = k + 1 < d->steps ? k + 1 : k;
    double before = fabs(q[(k - 1) * n] - q[k * n]);
    double after = fabs(q[k * n] - q[next * n]);
    double total = 2 * fmax(before, after) + CLEAR * (rounding / d->step[k]);
    if (!(total < *bound)) continue;
    best = k;
    *bound = total;
  }
  return q[best * n];
}

double am_least_squares_slope(const double *x, const double *y, int count) {
  double level, slope, c00, c01, c11, squares;
  gsl_fit_linear(x, 1, y, 1, (size_t)count, &level, &slope, &c00, &c01, &c11,
                 &squares);
  return slope;
}

double am_differences_slope(const am_differences *d, int i, double rounding,
                            double derivative) {
  double x[MOST], y[MOST];
  int count = 0;
  for (int k = d->steps - 1; k >= 0 && count < MOST; k--) {
    double error = fabs(d->quotient[k * d->line.count + i] - derivative);
    if (!(error > CLEAR * (rounding / d->step[k]))) continue;
    x[count] = log(d->step[k]);
    y[count++] = log(error);
  }
  return count < LEAST ? NAN : am_least_squares_slope(x, y, count);
}

/* ---- extrapolation ------------------------------------------------------- */

enum { LEVELS = AM_DIFFERENCE_EXTRAPOLATED };

/* Neville's scheme for value i: finds the entry closest to its neighbours,
 * and returns its distance. */
static double extrapolate(const am_differences *d, int i, double *limit) {
  double before[LEVELS] = {0}, row[LEVELS], least = INFINITY;
  *limit = d->quotient[(LEVELS - 1) * d->line.count + i];
  for (int k = 0; k < LEVELS; k++) {
    double power = 1;
    row[0] = d->quotient[k * d->line.count + i];
    for (int j = 1; j <= k; j++) {
      power *= 4;
      row[j] = row[j - 1] + (row[j - 1] - before[j - 1]) / (power - 1);
      double error =
          fmax(fabs(row[j] - row[j - 1]), fabs(row[j] - before[j - 1]));
      if (error > least) continue;
      least = error;
      *limit = row[j];
    }
    memcpy(before, row, sizeof row);
  }
  return least;
}

/* Order of the quotients of the last line. */
static double order_of(const am_differences *d) {
  double errors[2] = {0, 0}, scale = 0;
  const double *slope = d->slope + d->column;
  int n = d->line.columns;
  for (int i = 0; i < d->first; i++) scale = fmax(scale, fabs(slope[i * n]));
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < d->first; i++)
      errors[k] = fmax(errors[k], fabs(d->quotient[k * d->line.count + i] -
                                       slope[i * n]) / scale);
  return errors[1] > 1e-11 ? log2(errors[0] / errors[1]) : NAN;
}

/* True if the values whose order is measured are too inaccurate along one of
 * the lines 0 … c. */
static bool is_inaccurate(const am_differences *d, int c) {
  double largest = 0;
  for (int i = 0; i < d->first; i++)
    for (int k = 0; k <= c; k++)
      largest = fmax(largest, fabs(d->slope[i * d->line.columns + k]));
  double bound = d->give_up * largest;
  return d->give_up > 0 && !am_differences_accurate(d, 0, d->first, &bound);
}

bool am_differences_extrapolate(am_differences *d, double step) {
  for (int i = 0; i < d->line.count; i++) d->error[i] = d->noise[i] = 0;
  for (int c = 0; c < d->line.columns; c++) {
    if (am_differences_take(d, c, step, LEVELS) < LEVELS) return false;
    for (int i = 0; i < d->line.count; i++) {
      double *limit = &d->slope[i * d->line.columns + c];
      d->error[i] = fmax(d->error[i], extrapolate(d, i, limit));
      d->noise[i] = fmax(d->noise[i], 20 * DBL_EPSILON * d->size[i] /
                                          (2 * d->step[LEVELS - 1]));
    }
    if (d->first) d->order = fmin(d->order, order_of(d));
    if (is_inaccurate(d, c)) return false;
  }
  return true;
}

bool am_differences_accurate(const am_differences *d, int first, int count,
                             double *bound) {
  double error = 0, noise = 0;
  for (int i = first; i < first + count; i++) {
    error = fmax(error, d->error[i]);
    noise = fmax(noise, d->noise[i]);
  }
  *bound += noise;
  return error <= 0.2 * *bound + noise;
}
