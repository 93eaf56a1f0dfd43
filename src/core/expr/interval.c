/* interval.c: interval arithmetic, from values at the corners. */
#include "expr/parts.h"

#define PI 3.14159265358979323846

static const am_interval whole = {-INFINITY, INFINITY};

static bool contains(am_interval x, double value) {
  return x.low <= value && value <= x.high;
}

static void extend(am_interval *x, double value) {
  if (!(value >= x->low)) x->low = value;
  if (!(value <= x->high)) x->high = value;
}

/* Operations that are monotone in each argument have their extrema at
 * corners. */
static am_interval corners_interval(am_op op, const am_interval *x) {
  int arity = am_ops[op].arity;
  am_interval all = {INFINITY, -INFINITY};
  for (int corner = 0; corner < 1 << arity; corner++) {
    double at[3] = {0};
    for (int i = 0; i < arity; i++)
      at[i] = corner >> i & 1 ? x[i].high : x[i].low;
    double value = am_op_value(op, at[0], at[1], at[2]);
    if (isnan(value)) return whole;
    extend(&all, value);
  }
  return all;
}

/* Even functions that increase for positive arguments. */
static am_interval even_interval(am_op op, const am_interval *x) {
  am_interval all = corners_interval(op, x);
  if (contains(x[0], 0)) extend(&all, am_op_value(op, 0, 0, 0));
  return all;
}

static am_interval square_interval(am_interval x) {
  double a = x.low * x.low, b = x.high * x.high;
  double low = contains(x, 0) ? 0 : fmin(a, b);
  return (am_interval){low, fmax(a, b)};
}

/* True if x contains start + n*period for some integer n. */
static bool contains_phase(am_interval x, double start, double period) {
  return floor((x.high - start) / period) >= ceil((x.low - start) / period);
}

/* Sine or cosine, with maxima at crest + 2 pi n. */
static am_interval wave_interval(am_op op, const am_interval *x, double crest) {
  am_interval all = {-1, 1};
  if (!(x->high - x->low < 2 * PI)) return all;
  all = corners_interval(op, x);
  if (contains_phase(*x, crest, 2 * PI)) all.high = 1;
  if (contains_phase(*x, crest + PI, 2 * PI)) all.low = -1;
  return all;
}

static am_interval equal_interval(const am_interval *x) {
  bool apart = x[0].high < x[1].low || x[1].high < x[0].low;
  bool points = x[0].low == x[0].high && x[1].low == x[1].high;
  if (apart) return (am_interval){0, 0};
  return (am_interval){points && x[0].low == x[1].low, 1};
}

am_interval am_op_interval(am_op op, const am_interval x[3], bool repeated) {
  switch (op) {
    case AM_OP_MUL:
      return repeated ? square_interval(x[0]) : corners_interval(op, x);
    case AM_OP_DIV:
      return contains(x[1], 0) ? whole : corners_interval(op, x);
    case AM_OP_RECIP0:
      return contains(x[0], 0) ? whole : corners_interval(op, x);
    case AM_OP_POW:
    case AM_OP_POW0:
      return x[0].low > 0 || (x[0].low == 0 && x[1].low > 0)
                 ? corners_interval(op, x)
                 : whole;
    case AM_OP_ABS:
    case AM_OP_COSH:
      return even_interval(op, x);
    case AM_OP_SIN:
      return wave_interval(op, x, PI / 2);
    case AM_OP_COS:
      return wave_interval(op, x, 0);
    case AM_OP_TAN:
      return contains_phase(x[0], PI / 2, PI) ? whole : corners_interval(op, x);
    case AM_OP_EQUAL:
      return equal_interval(x);
    default:
      return corners_interval(op, x);
  }
}
