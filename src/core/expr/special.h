/* special.h: kernel functions composed of others, the same for one double, for
 * vectors and for devices.
 *
 * This text includes no header, so that generated source can contain it.  The
 * includer defines the type real, K_FN (static inline), k_set, k_select, k_fma
 * and k_raw_pow, the power of a nonnegative base (undefined for other
 * bases). */
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

#endif
