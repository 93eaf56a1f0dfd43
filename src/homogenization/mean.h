/* mean.h: what is asked of the mean strain and the mean stress of a volume
 * element: of every component one of the two.
 *
 * Kelvin-Mandel components: projections on what is controlled in strain (P)
 * and in stress (Q) are selections.  (Kabel, Fliegener, Schneider 2016) */
#ifndef AM_HOMOGENIZATION_MEAN_H
#define AM_HOMOGENIZATION_MEAN_H

#include <stdbool.h>

typedef struct {
  bool stress[6];   /* the component of the stress is given */
  double target[6]; /* the strain, or the stress */
} am_mean;

/* Tensor components and Kelvin-Mandel components [6]. */
void am_mean_from_tensor(const double *t, double *k);
void am_mean_to_tensor(const double *k, double *t);

double am_mean_dot(const double *a, const double *b);

/* Sets the components of the mean strain that are given. */
void am_mean_impose(const am_mean *mean, double *strain);

/* |S| of the given stress S, and |Q <sigma> - S|. */
double am_mean_given(const am_mean *mean);
double am_mean_residual(const am_mean *mean, const double *stress);

/* The mean of the gradient in the metric of C0 (lambda, mu): -M (S - Q
 * <sigma>), M = (Q C0 Q)^+, zero where the strain is given. */
void am_mean_gradient(const am_mean *mean, double lambda, double mu,
                      const double *stress, double *gradient);

#endif
