/* invariants.c: mean, deviator and eigenvalues of a symmetric tensor. */
#include "base/invariants.h"

#include <math.h>

double am_mean_normal(const double *t) { return (t[0] + t[1] + t[2]) / 3; }

double am_deviator_norm(const double *t) {
  double a = t[0] - t[1], b = t[1] - t[2], c = t[2] - t[0];
  return sqrt((a * a + b * b + c * c) / 3 +
              2 * (t[3] * t[3] + t[4] * t[4] + t[5] * t[5]));
}

/* Applies the Jacobi rotation in the plane of p and q that makes the entry
 * a[p][q] vanish (Jacobi 1846; Golub and Van Loan, section 8.5). */
static void turn(double a[3][3], int p, int q) {
  int r = 3 - p - q;
  if (a[p][q] == 0) return;
  double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  double t = 1 / (fabs(theta) + hypot(theta, 1));
  if (theta < 0) t = -t;
  double c = 1 / sqrt(t * t + 1), s = t * c;
  double rp = a[r][p], rq = a[r][q];
  a[p][p] -= t * a[p][q];
  a[q][q] += t * a[p][q];
  a[p][q] = a[q][p] = 0;
  a[r][p] = a[p][r] = c * rp - s * rq;
  a[r][q] = a[q][r] = s * rp + c * rq;
}

static void sort_two(double *values, int i) {
  double larger = fmax(values[i], values[i + 1]);
  values[i + 1] = fmin(values[i], values[i + 1]);
  values[i] = larger;
}

void am_principal(const double *t, double *values) {
  enum { SWEEPS = 10 }; /* convergence is quadratic: 4 or 5 suffice */
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += t[i];
  if (!isfinite(sum)) {
    values[0] = values[1] = values[2] = NAN;
    return;
  }
  double a[3][3] = {{t[0], t[5], t[4]}, {t[5], t[1], t[3]}, {t[4], t[3], t[2]}};
  for (int i = 0; i < SWEEPS; i++) {
    turn(a, 0, 1);
    turn(a, 0, 2);
    turn(a, 1, 2);
  }
  for (int i = 0; i < 3; i++) values[i] = a[i][i];
  sort_two(values, 0);
  sort_two(values, 1);
  sort_two(values, 0);
}
