/* norm.c: norms of differences of piecewise linear curves. */
#include "compare/compare.h"

void am_norm_break(am_norm *norm) { norm->begun = false; }

/* ∫ f² dx of a linear f from p to q, per unit length. */
static double square_between(double p, double q) {
  return (p * p + p * q + q * q) / 3;
}

/* ∫ |f| dx of a linear f from p to q, per unit length. */
static double area_between(double p, double q) {
  double sum = fabs(p) + fabs(q);
  if ((p < 0) == (q < 0) || !(sum > 0)) return sum / 2;
  return (p * p + q * q) / (2 * sum);
}

static void add_value(am_norm_sums *sums, double step, double value) {
  int exponent;
  bool first = !(sums->sum > 0);
  frexp(value, &exponent);

  /* Increases the unit if the value is too large for it. */
  if (fabs(value) > 0 && (first || exponent > sums->exponent)) {
    double change = first ? 0 : ldexp(1, sums->exponent - exponent);
    sums->square *= change * change;
    sums->sum *= change * change;
    sums->area *= change;
    sums->last *= change;
    sums->exponent = exponent;
  }

  double f = ldexp(value, -sums->exponent);
  sums->sum += f * f;
  if (step > 0) {
    sums->square += step * square_between(sums->last, f);
    sums->area += step * area_between(sums->last, f);
  }
  sums->last = f;
}

void am_norm_add(am_norm *norm, double x, double a, double b) {
  double difference = a / 2 - b / 2;
  if (isnan(difference)) {
    am_norm_break(norm);
    return;
  }
  double step = norm->begun ? x - norm->x : 0;
  add_value(&norm->difference, step, difference);
  add_value(&norm->reference, step, b / 2);
  norm->length += step;
  norm->count++;
  norm->begun = true;
  norm->x = x;
}

double am_norm_l2(const am_norm *norm, double *relative) {
  const am_norm_sums *d = &norm->difference, *r = &norm->reference;
  bool whole = norm->length > 0;
  double square = whole ? d->square : d->sum;
  double reference = whole ? r->square : r->sum;
  double size = whole ? norm->length : norm->count;
  *relative = 0;
  if (!(square > 0)) return 0;
  *relative = reference > 0 ? ldexp(sqrt(square / reference),
                                    d->exponent - r->exponent)
                            : NAN;
  return ldexp(sqrt(square / size), d->exponent + 1);
}

double am_norm_area(const am_norm *norm) {
  return ldexp(norm->difference.area, norm->difference.exponent + 1);
}
