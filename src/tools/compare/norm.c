/* norm.c: norms of differences of piecewise linear curves. */
#include "compare/compare.h"

void am_norm_break(am_norm *norm) { norm->begun = false; }

/* Adds a value f after the last one p; integrals of a linear f are in closed
 * form. */
static void add_value(am_norm_sums *sums, double step, long double f) {
  long double p = sums->last, size = fabsl(p) + fabsl(f);
  sums->sum += f * f;
  sums->last = f;
  if (!(step > 0)) return;
  bool crosses = (p < 0) != (f < 0) && size > 0;
  sums->square += step * (p * p + p * f + f * f) / 3;
  sums->area += step * (crosses ? (p * p + f * f) / (2 * size) : size / 2);
}

void am_norm_add(am_norm *norm, double x, double a, double b) {
  double step = norm->begun ? x - norm->x : 0;
  norm->begun = !isnan(a / 2 - b / 2);
  if (!norm->begun) return;
  add_value(&norm->difference, step, (long double)a - b);
  add_value(&norm->reference, step, b);
  norm->length += step;
  norm->count++;
  norm->x = x;
}

double am_norm_l2(const am_norm *norm, double *relative) {
  const am_norm_sums *d = &norm->difference, *r = &norm->reference;
  bool whole = norm->length > 0;
  long double square = whole ? d->square : d->sum;
  long double reference = whole ? r->square : r->sum;
  *relative = !(square > 0)   ? 0
              : reference > 0 ? (double)sqrtl(square / reference)
                              : NAN;
  return square > 0
             ? (double)sqrtl(square / (whole ? norm->length : norm->count))
             : 0;
}

double am_norm_area(const am_norm *norm) {
  return (double)norm->difference.area;
}
