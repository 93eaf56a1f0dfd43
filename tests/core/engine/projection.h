/* projection.h: exact backward Euler step of a perfectly plastic law with a
 * polyhedral elastic domain: the projection of the trial stress in the energy
 * norm,
 *
 *     min |z|,   B z <= b,   sigma = sigma_trial + L z,   C = L L',
 *
 * by nonnegative least squares (Lawson and Hanson 1974, chapter 23), in long
 * double. Tensors are in coordinates of base/basis.h. */
#ifndef AM_TESTS_ENGINE_PROJECTION_H
#define AM_TESTS_ENGINE_PROJECTION_H

#include "tests/support.h"

enum { MOST_PLANES = 128, ROWS = 7 };

typedef long double wide;

/* n:sigma <= c */
typedef struct {
  int count;
  double normal[MOST_PLANES][6], limit[MOST_PLANES];
} polyhedron;

/* x of the columns `in` that minimizes |E x - e|; false: the columns are
 * linearly dependent. */
static inline bool least_squares(wide E[][ROWS], const wide *e, const int *in,
                                 int n, wide *x) {
  wide Q[ROWS][ROWS], R[ROWS][ROWS] = {{0}}, y[ROWS];
  for (int j = 0; j < n; j++) {
    wide size = 0, rest = 0;
    for (int i = 0; i < ROWS; i++) {
      Q[j][i] = E[in[j]][i];
      size += Q[j][i] * Q[j][i];
    }
    for (int twice = 0; twice < 2; twice++)
      for (int l = 0; l < j; l++) {
        wide dot = 0;
        for (int i = 0; i < ROWS; i++) dot += Q[l][i] * Q[j][i];
        for (int i = 0; i < ROWS; i++) Q[j][i] -= dot * Q[l][i];
        R[l][j] += dot;
      }
    for (int i = 0; i < ROWS; i++) rest += Q[j][i] * Q[j][i];
    if (rest <= 1e-26L * size) return false;
    R[j][j] = sqrtl(rest);
    for (int i = 0; i < ROWS; i++) Q[j][i] /= R[j][j];
  }
  for (int j = n - 1; j >= 0; j--) {
    y[j] = 0;
    for (int i = 0; i < ROWS; i++) y[j] += Q[j][i] * e[i];
    for (int l = j + 1; l < n; l++) y[j] -= R[j][l] * x[l];
    x[j] = y[j] / R[j][j];
  }
  return true;
}

/* x >= 0 of `count` columns E, and the residual e - E x. */
static inline void nonnegative(wide E[][ROWS], int count, const wide *e,
                               wide *x, wide *residual) {
  bool in[MOST_PLANES] = {false}, refused[MOST_PLANES] = {false};
  for (int j = 0; j < count; j++) x[j] = 0;
  for (int round = 0; round < 1000; round++) {
    int best = -1;
    wide most = 0;
    for (int i = 0; i < ROWS; i++) {
      residual[i] = e[i];
      for (int j = 0; j < count; j++) residual[i] -= E[j][i] * x[j];
    }
    for (int j = 0; j < count; j++) {
      wide w = 0, size = 0;
      for (int i = 0; i < ROWS; i++) w += E[j][i] * residual[i];
      for (int i = 0; i < ROWS; i++) size += E[j][i] * E[j][i];
      w /= sqrtl(size);
      if (!in[j] && !refused[j] && w > most && w > 1e-16L) most = w, best = j;
    }
    if (best < 0) return;
    in[best] = true;
    for (;;) {
      int place[MOST_PLANES], n = 0;
      wide z[ROWS + 1], step = 1;
      for (int j = 0; j < count; j++)
        if (in[j]) place[n++] = j;
      if (n > ROWS || !least_squares(E, e, place, n, z)) {
        in[best] = false;
        refused[best] = true;
        break;
      }
      int leaving = -1;
      for (int m = 0; m < n; m++)
        if (z[m] <= 0 && x[place[m]] / (x[place[m]] - z[m]) <= step)
          step = x[place[m]] / (x[place[m]] - z[m]), leaving = place[m];
      for (int m = 0; m < n; m++)
        x[place[m]] += (leaving < 0 ? 1 : step) * (z[m] - x[place[m]]);
      if (leaving < 0) {
        for (int j = 0; j < count; j++) refused[j] = false;
        break;
      }
      x[leaving] = 0;
      in[leaving] = false;
    }
  }
  ck_abort_msg("the reference does not converge");
}

/* C = L L'. */
static inline void cholesky(double C[6][6], wide L[6][6]) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      wide sum = C[i][j];
      L[i][j] = 0;
      if (j > i) continue;
      for (int m = 0; m < j; m++) sum -= L[i][m] * L[j][m];
      ck_assert(j < i || sum > 0);
      L[i][j] = i == j ? sqrtl(sum) : sum / L[j][j];
    }
}

static inline double plane_excess(const polyhedron *p, int k,
                                  const double *stress) {
  double sum = -p->limit[k];
  for (int i = 0; i < 6; i++) sum += p->normal[k][i] * stress[i];
  return sum;
}

/* The stress of a trial stress. */
static inline void project(const polyhedron *p, double C[6][6],
                           const double *trial, double *stress) {
  wide L[6][6], E[MOST_PLANES][ROWS], x[MOST_PLANES], r[ROWS], z[6];
  const wide e[ROWS] = {[6] = 1};
  cholesky(C, L);
  for (int k = 0; k < p->count; k++) {
    wide size = 0, b = p->limit[k];
    for (int i = 0; i < 6; i++) {
      E[k][i] = 0;
      for (int j = i; j < 6; j++) E[k][i] -= L[j][i] * p->normal[k][j];
      b -= (wide)p->normal[k][i] * trial[i];
      size += E[k][i] * E[k][i];
    }
    E[k][6] = -b;
    for (int i = 0; i < ROWS; i++) E[k][i] /= sqrtl(size);
  }
  nonnegative(E, p->count, e, x, r);
  for (int i = 0; i < 6; i++) z[i] = -r[i] / r[6];
  for (int i = 0; i < 6; i++) {
    wide sum = trial[i];
    for (int j = 0; j <= i; j++) sum += L[i][j] * z[j];
    stress[i] = (double)sum;
  }
}

#endif
