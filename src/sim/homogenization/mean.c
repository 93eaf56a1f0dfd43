/* mean.c: conditions on the mean strain and stress. */
#include "homogenization/parts.h"

#define ROOT_2 1.41421356237309504880

void am_mean_from_tensor(const double *t, double *k) {
  for (int c = 0; c < 6; c++) k[c] = c < 3 ? t[c] : ROOT_2 * t[c];
}

void am_mean_to_tensor(const double *k, double *t) {
  for (int c = 0; c < 6; c++) t[c] = c < 3 ? k[c] : k[c] / ROOT_2;
}

double am_mean_dot(const double *a, const double *b) {
  double sum = 0;
  for (int c = 0; c < 6; c++) sum += a[c] * b[c];
  return sum;
}

void am_mean_impose(const am_mean *mean, double *strain) {
  for (int c = 0; c < 6; c++)
    if (!mean->stress[c]) strain[c] = mean->target[c];
}

/* Q <sigma> - S */
static void surplus(const am_mean *mean, const double *stress, double *r) {
  for (int c = 0; c < 6; c++)
    r[c] = mean->stress[c] ? stress[c] - mean->target[c] : 0;
}

double am_mean_given(const am_mean *mean) {
  const double zero[6] = {0};
  return am_mean_residual(mean, zero);
}

double am_mean_residual(const am_mean *mean, const double *stress) {
  double r[6];
  surplus(mean, stress, r);
  return sqrt(am_mean_dot(r, r));
}

/* Q C0 Q is 2 mu I + lambda 1 1' among the normal components that Q selects
 * (Sherman and Morrison). */
void am_mean_gradient(const am_mean *mean, double lambda, double mu,
                      const double *stress, double *gradient) {
  double r[6], sum = 0, count = 0;
  surplus(mean, stress, r);
  for (int c = 0; c < 3; c++) {
    sum += r[c];
    count += mean->stress[c];
  }
  double shift = lambda * sum / (2 * mu + count * lambda);
  for (int c = 0; c < 6; c++)
    gradient[c] =
        mean->stress[c] ? (r[c] - (c < 3 ? shift : 0)) / (2 * mu) : 0;
}
