/* invariants.h: numbers of a symmetric tensor that depend on no axes.
 *
 * t: tensor components xx yy zz yz xz xy [6] */
#ifndef AM_BASE_INVARIANTS_H
#define AM_BASE_INVARIANTS_H

/* (xx + yy + zz)/3 */
double am_mean_normal(const double *t);

/* sqrt(d:d) of the deviator d = t - mean I */
double am_deviator_norm(const double *t);

/* values [3]: the eigenvalues, the largest first; not a number where a
 * component is none. */
void am_principal(const double *t, double *values);

#endif
