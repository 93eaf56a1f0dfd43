/* invariants.h: invariants of a symmetric tensor.
 *
 * t: tensor components xx yy zz yz xz xy [6] */
#ifndef AM_BASE_INVARIANTS_H
#define AM_BASE_INVARIANTS_H

/* (xx + yy + zz)/3 */
double am_mean_normal(const double *t);

/* sqrt(d:d) of the deviator d = t - mean I */
double am_deviator_norm(const double *t);

/* Eigenvalues in descending order, values [3]; NaN if a component of t is not
 * finite. */
void am_principal(const double *t, double *values);

#endif
