#include "study/difference.h"

#include <math.h>

static const double NEAR = 1e-9; /* of the whole time */

static double time_of(const am_table *table, size_t row) {
  return table->values[row * table->columns];
}

bool am_apart_next(const am_table *a, const am_table *b, size_t *i,
                   size_t *j) {
  if (!a->rows) return false;
  double near = NEAR * fabs(time_of(a, a->rows - 1) - time_of(a, 0));
  while (*i < a->rows && *j < b->rows) {
    double x = time_of(a, *i), y = time_of(b, *j);
    if (fabs(x - y) <= near) return true;
    *i += x < y;
    *j += y < x;
  }
  return false;
}

am_apart am_apart_of(const am_table *a, const am_table *b, size_t columns) {
  am_apart apart = {0};
  double sum = 0;
  for (size_t i = 0, j = 0; am_apart_next(a, b, &i, &j); i++, j++) {
    const double *x = a->values + i * a->columns;
    const double *y = b->values + j * b->columns;
    double worst = 0;
    for (size_t c = 1; c < columns; c++) {
      worst = fmax(worst, fabs(x[c] - y[c]));
      apart.scale = fmax(apart.scale, fabs(y[c]));
    }
    apart.largest = fmax(apart.largest, worst);
    sum += worst;
    apart.times++;
  }
  if (!apart.times) return (am_apart){NAN, NAN, NAN, 0};
  apart.mean = sum / apart.times;
  return apart;
}
