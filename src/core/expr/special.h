/* special.h: kernel functions composed of others, the same for one double, for
 * vectors and for devices.
 *
 * This text includes no header, so that generated source can contain it.  The
 * includer defines the type real, K_FN (static inline), k_set, k_select, k_fma,
 * k_abs, k_floor, k_exp and k_raw_pow, the power of a nonnegative base
 * (undefined for other bases). */
#ifndef AM_EXPR_SPECIAL_H
#define AM_EXPR_SPECIAL_H

/* Power; NaN if the base is negative or NaN. */
K_FN real k_pow(real a, real p) {
  return k_select(a >= 0, k_raw_pow(a, p), k_set(NAN));
}

/* Power, with 0 in place of infinity at base 0. */
K_FN real k_pow0(real a, real p) {
  return k_select((a == 0) & (p < 0), k_set(0), k_pow(a, p));
}

/* Reciprocal; 0 at 0. */
K_FN real k_recip0(real a) { return k_select(a == 0, k_set(0), 1 / a); }

/* a*b - c and c - a*b rounded once */
K_FN real k_fms(real a, real b, real c) { return k_fma(a, b, -c); }
K_FN real k_fnma(real a, real b, real c) { return k_fma(-a, b, c); }

/* Power series of Dawson's integral, for |x| < 1/4 */
K_FN real k_dawson_series(real x) {
  real sum = k_set(1);
  for (int n = 19; n > 1; n -= 2)
    sum = 1.0 - (2.0 / n) * (x * x) * sum;
  return x * sum;
}

/* Dawson's integral: Rybicki's sum of exp(-(x - n h)^2)/n over odd n, here from
 * the multiple of 2 h next to x, with h = 1/4 (Press et al. 2007, section 6.9);
 * its relative error is exp(-(pi/(2 h))^2). */
K_FN real k_dawson(real x) {
  const double e8 = 0.60653065971263342; /* exp(-8 h^2) */
  double weight = 0.93941306281347581; /* exp(-(n h)^2) */
  double factor = e8;                  /* ratio of the next weight to this */
  real z = k_abs(x), even = 2.0 * k_floor(2.0 * z + 0.5);
  real d = z - 0.25 * even, q = k_exp(0.5 * d), inverse = 1.0 / q;
  real up = q, down = inverse, sum = k_set(0);
  for (int n = 1; n < 26; n += 2) {
    sum = sum + weight * (up / (even + 1.0 * n) + down / (even - 1.0 * n));
    up = up * (q * q);
    down = down * (inverse * inverse);
    weight = weight * factor;
    factor = factor * e8;
  }
  sum = 0.56418958354775629 * k_exp(-d * d) * sum; /* 1/sqrt(pi) */
  sum = k_select(z > 1e7, 0.5 / z, sum);
  return k_select(z < 0.25, k_dawson_series(x), k_select(x < 0, -sum, sum));
}

#endif
