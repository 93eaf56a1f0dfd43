/* admissible.h: conditions at the end of a loading step that hold for all
 * schemes: the stress follows from strain and state, no yield function is
 * positive, no multiplier is negative. The test computes the conditions from
 * the numbers of the law, not with the program. */
#ifndef AM_TESTS_VERIFICATION_ADMISSIBLE_H
#define AM_TESTS_VERIFICATION_ADMISSIBLE_H

#include "tests/verification/convex_parts.h"
#include "tests/verification/walk.h"

/* A point at the end of a loading step. */
typedef struct {
  double strain[6], stress[6]; /* coordinates */
  double T, d, kappa;
  double x[MOST_MECHANISMS][6], p[MOST_MECHANISMS];
  double a[MOST_MECHANISMS][MOST_BACKSTRESSES][6];
} point_state;

static inline double walk_scalar(const walk *w, const double *state, long p,
                                 const char *name) {
  double values[6];
  walk_variable(w, state, p, name, values);
  return values[0];
}

/* strain, stress, T and state are fields of w. */
static inline point_state read_point(const walk *w, const double *strain,
                                     const double *stress, const double *T,
                                     const double *state, long p) {
  point_state s = {.T = w->law->nf ? T[p] : 300,
                   .d = walk_scalar(w, state, p, "d"),
                   .kappa = walk_scalar(w, state, p, "kappa")};
  char name[16];
  walk_get(w, strain, p, 6, s.strain);
  walk_get(w, stress, p, 6, s.stress);
  for (int k = 0; k < w->mixed->count; k++) {
    snprintf(name, sizeof name, "x%d", k);
    walk_variable(w, state, p, name, s.x[k]);
    snprintf(name, sizeof name, "p%d", k);
    s.p[k] = walk_scalar(w, state, p, name);
    for (int i = 0; i < w->mixed->m[k].backstresses; i++) {
      snprintf(name, sizeof name, "a%d[%d]", k, i + 1);
      walk_variable(w, state, p, name, s.a[k][i]);
    }
  }
  return s;
}

/* Stress of the springs in series with the mechanisms [6]. */
static inline void series_stress(const mixed_law *law, const point_state *s,
                                 double *A) {
  double e[6];
  memcpy(e, s->strain, sizeof e);
  if (law->thermal) e[0] -= law->alpha * (s->T - 300) * sqrt(3);
  for (int k = 0; k < law->count; k++)
    for (int i = 0; i < 6; i++) e[i] -= s->x[k][i];
  for (int i = 0; i < 6; i++) {
    A[i] = 0;
    for (int j = 0; j < 6; j++)
      A[i] += (1 - s->d) * law->stiffness[i][j] * e[j];
  }
}

/* |stress - the one of strain and state| */
static inline double stress_error(const mixed_law *law, const point_state *s) {
  double A[6], most = 0;
  series_stress(law, s, A);
  double beside = law->maximum
                      ? 2 * law->parallel * exp(-s->kappa / law->kappa0) : 0;
  for (int i = 0; i < 6; i++)
    most = fmax(most, fabs(s->stress[i] - A[i] -
                           (i > 0 ? beside * s->strain[i] : 0)));
  return most;
}

/* The criterion of a mechanism at the force r [6]; planes: the largest, with
 * their levels. */
static inline double criterion(const mechanism *m, const double *r,
                               double k) {
  double t[6], l[3], axes[3][3], J2 = 0, most = -INFINITY;
  am_basis_to_tensor(r, t);
  for (int i = 0; i < m->planes; i++) {
    double f = 0;
    for (int c = 0; c < 6; c++)
      f += (c < 3 ? 1 : 2) * m->normal[i][c] * t[c];
    most = fmax(most, (m->flow == DOMAIN_SLIP ? fabs(f) : f) -
                          k * m->level[i]);
  }
  if (m->planes) return most;
  for (int i = 1; i < 6; i++) J2 += 1.5 * r[i] * r[i];
  if (m->flow == DOMAIN_J2) return sqrt(J2) - k;
  if (m->flow == DOMAIN_CONE)
    return sqrt(J2) + m->slope * sqrt(3) * r[0] - k;
  symmetric_axes(t, l, axes);
  double a = fabs(l[0] - l[1]), b = fabs(l[1] - l[2]), c = fabs(l[2] - l[0]);
  double top = fmax(a, fmax(b, c));
  if (m->flow == DOMAIN_TRESCA || top == 0) return top - k;
  double sum = pow(a / top, m->power) + pow(b / top, m->power) +
               pow(c / top, m->power);
  return top * pow(sum / 2, 1.0 / m->power) - k;
}

/* The largest yield function; -INFINITY: there is none. */
static inline double largest_excess(const mixed_law *law,
                                    const point_state *s) {
  double A[6], most = -INFINITY;
  series_stress(law, s, A);
  for (int k = 0; k < law->count; k++) {
    const mechanism *m = &law->m[k];
    double r[6], yield = m->k * softening(law, s->T);
    if (!is_domain(m)) continue;
    for (int i = 0; i < 6; i++) {
      r[i] = A[i] - (m->kin == KIN_LINEAR ? m->c * s->x[k][i] : 0);
      for (int j = 0; m->kin == KIN_RECOVERY && j < m->backstresses; j++)
        r[i] -= 2 * m->C[j] / 3 * s->a[k][j][i];
    }
    if (!sees_pressure(m)) r[0] = 0;
    most = fmax(most, criterion(m, r, yield) - hardening_stress(m, s->p[k]));
  }
  return most;
}

/* The smallest multiplier, relative to the largest. */
static inline double least_multiplier(const walk *w, long p) {
  double least = 0, most = 1e-12;
  for (int k = 0; k < w->law->nd; k++) {
    double lambda =
        w->f.state[am_multiplier_at(w->law, k) * w->f.stride + p];
    least = fmin(least, lambda);
    most = fmax(most, lambda);
  }
  return least / most;
}

#endif
