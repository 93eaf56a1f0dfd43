/* differences.c: central differences, and their limits at step zero. */
#include "check/differences.h"

#include <float.h>
#include <gsl/gsl_deriv.h>
#include <gsl/gsl_fit.h>
#include <math.h>

am_differences am_differences_new(am_arena *arena, am_line line) {
  int count = line.count, most = AM_DIFFERENCE_STEPS * count;
  return (am_differences){.line = line,
                          .quotient = AM_ARRAY(arena, double, most),
                          .size = AM_ARRAY(arena, double, count),
                          .work = AM_ARRAY(arena, double, 2 * count),
                          .limit = AM_ARRAY(arena, double, count),
                          .error = AM_ARRAY(arena, double, count),
                          .noise = AM_ARRAY(arena, double, count)};
}

int am_differences_take(am_differences *d, double step, int most) {
  const am_line *line = &d->line;
  double *above = d->work, *below = d->work + line->count;
  d->steps = 0;
  for (int k = 0; k < most; k++, step /= 2) {
    double *quotient = d->quotient + d->steps * d->line.count;
    if (!line->value(line->data, step, above) ||
        !line->value(line->data, -step, below)) {
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

void am_differences_best(const am_differences *d, int i, double rounding,
                         int *best, double *bound) {
  const double *q = d->quotient + i;
  int n = d->line.count;
  *best = 0;
  *bound = INFINITY;
  for (int k = 1; k < d->steps; k++) {
    int next = k + 1 < d->steps ? k + 1 : k;
    double before = fabs(q[(k - 1) * n] - q[k * n]);
    double after = fabs(q[k * n] - q[next * n]);
    double total = 2 * fmax(before, after) + CLEAR * (rounding / d->step[k]);
    if (!(total < *bound)) continue;
    *best = k;
    *bound = total;
  }
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
  double level, slope, c00, c01, c11, squares;
  if (count < LEAST) return NAN;
  gsl_fit_linear(x, 1, y, 1, (size_t)count, &level, &slope, &c00, &c01, &c11,
                 &squares);
  return slope;
}

/* ---- extrapolation ------------------------------------------------------- */

bool am_differences_extrapolate(am_differences *d, double step) {
  enum { LEVELS = AM_DIFFERENCE_EXTRAPOLATED };
  if (am_differences_take(d, step, LEVELS) < LEVELS) return false;
  for (int i = 0; i < d->line.count; i++) {
    /* Neville's scheme for value i: returns the entry closest to its
     * neighbours. */
    double before[LEVELS] = {0}, row[LEVELS];
    d->limit[i] = d->quotient[(LEVELS - 1) * d->line.count + i];
    d->error[i] = INFINITY;
    for (int k = 0; k < LEVELS; k++) {
      double power = 1;
      row[0] = d->quotient[k * d->line.count + i];
      for (int j = 1; j <= k; j++) {
        power *= 4;
        row[j] = row[j - 1] + (row[j - 1] - before[j - 1]) / (power - 1);
        double error = fmax(fabs(row[j] - row[j - 1]),
                            fabs(row[j] - before[j - 1]));
        if (error > d->error[i]) continue;
        d->error[i] = error;
        d->limit[i] = row[j];
      }
      for (int j = 0; j <= k; j++) before[j] = row[j];
    }
    d->noise[i] = 20 * DBL_EPSILON * d->size[i] / (2 * d->step[LEVELS - 1]);
  }
  return true;
}

double am_differences_order(const am_differences *d, int first,
                            double scale) {
  double errors[2] = {0, 0};
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < first; i++)
      errors[k] = fmax(errors[k], fabs(d->quotient[k * d->line.count + i] -
                                       d->limit[i]) / scale);
  return errors[1] > 1e-11 ? log2(errors[0] / errors[1]) : NAN;
}

am_difference_matrix am_difference_matrix_new(am_arena *arena,
                                              const am_differences *d,
                                              int columns, int *direction) {
  int n = d->line.count;
  return (am_difference_matrix){
      .columns = columns,
      .direction = direction,
      .derivatives = AM_ARRAY(arena, double, n * columns),
      .error = AM_ARRAY(arena, double, n),
      .noise = AM_ARRAY(arena, double, n),
      .order = NAN};
}

bool am_difference_matrix_find(am_differences *d, double step,
                               am_difference_matrix *m) {
  int n = d->line.count;
  for (int i = 0; i < n; i++) m->error[i] = m->noise[i] = 0;
  for (int c = 0; c < m->columns; c++) {
    *m->direction = c;
    if (!am_differences_extrapolate(d, step)) return false;
    for (int i = 0; i < n; i++) {
      m->derivatives[i * m->columns + c] = d->limit[i];
      m->error[i] = fmax(m->error[i], d->error[i]);
      m->noise[i] = fmax(m->noise[i], d->noise[i]);
    }
    double scale = 0;
    for (int i = 0; i < m->first; i++) scale = fmax(scale, fabs(d->limit[i]));
    if (m->first)
      m->order = fmin(m->order, am_differences_order(d, m->first, scale));
  }
  return true;
}

/* ---- GSL ----------------------------------------------------------------- */

typedef struct {
  am_differences *d;
  int i; /* index of the value */
  am_gsl_derivative found;
} gsl_line;

static double gsl_value(double h, void *data) {
  gsl_line *l = data;
  const am_line *line = &l->d->line;
  l->found.least = fmin(l->found.least, fabs(h));
  if (line->value(line->data, h, l->d->work)) return l->d->work[l->i];
  l->found.good = false;
  return NAN;
}

am_gsl_derivative am_differences_gsl(am_differences *d, int i, double step) {
  gsl_line l = {.d = d, .i = i, .found = {.least = INFINITY, .good = true}};
  const gsl_function function = {gsl_value, &l};
  gsl_deriv_central(&function, 0, step, &l.found.derivative, &l.found.error);
  return l.found;
}
