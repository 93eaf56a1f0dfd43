/* norm.h: paired rows, and norms of their differences. */
#ifndef AM_COMPARE_NORM_H
#define AM_COMPARE_NORM_H

#include "point/timeline.h"

/* Rows of B, and where they lie in A. */
typedef struct {
  size_t *rows;       /* [count] */
  am_between *places; /* [count] */
  size_t count;
} am_pairs;

/* What A, as a table, has in `column` at pair k. */
double am_pairs_value(const am_pairs *pairs, size_t k, const am_table *table,
                      size_t column);

/* Sums of a function, straight between its points, in units of its largest
 * value's power of two, lest squares overflow or vanish. */
typedef struct {
  int exponent;
  double square, area; /* ∫ f² dx, ∫ |f| dx */
  double sum;          /* f² of the points */
  double last;         /* f at the point before */
} am_norm_sums;

/* Of the differences a - b and of b, halved, over x. */
typedef struct {
  am_norm_sums difference, reference;
  double length, count; /* ∫ dx, points */
  bool begun;
  double x; /* of the point before */
} am_norm;

/* The next point begins a new curve. */
void am_norm_break(am_norm *norm);

/* A point a, b at x; where one of them is no number the curve breaks. */
void am_norm_add(am_norm *norm, double x, double a, double b);

/* The root of the mean square of a - b over x, over the points where they
 * have all the same x; relative to that of b, NaN where b is 0 and a not. */
double am_norm_l2(const am_norm *norm, double *relative);

/* ∫ |a - b| dx */
double am_norm_area(const am_norm *norm);

#endif
