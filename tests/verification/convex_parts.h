/* convex_parts.h: the parts of a convex step (convex_step.h): functions of the
 * force on a mechanism with hand-written first and second derivatives. */
#ifndef AM_TESTS_VERIFICATION_CONVEX_PARTS_H
#define AM_TESTS_VERIFICATION_CONVEX_PARTS_H

#include "tests/verification/mixed_law.h"
#include "tests/verification/small_matrix.h"

/* s - X [6] (coordinates), q, t */
enum { LOCAL = 8 };

typedef struct {
  double value, slope[LOCAL], curve[LOCAL][LOCAL];
} local_quadratic;

/* g(v) becomes phi(g): first, second: derivatives of phi. */
static inline void compose(local_quadratic *g, double value, double first,
                           double second) {
  for (int i = 0; i < LOCAL; i++)
    for (int j = 0; j < LOCAL; j++)
      g->curve[i][j] = first * g->curve[i][j] +
                       second * g->slope[i] * g->slope[j];
  for (int i = 0; i < LOCAL; i++) g->slope[i] *= first;
  g->value = value;
}

/* mises(s - X), smoothed at zero by 1e-8 MPa. */
static inline local_quadratic mises_part(const double *v) {
  local_quadratic g = {.value = 1e-16};
  for (int i = 1; i < 6; i++) g.value += 1.5 * v[i] * v[i];
  g.value = sqrt(g.value);
  for (int i = 1; i < 6; i++) g.slope[i] = 1.5 * v[i] / g.value;
  for (int i = 1; i < 6; i++)
    for (int j = 1; j < 6; j++)
      g.curve[i][j] = ((i == j) * 1.5 - g.slope[i] * g.slope[j]) / g.value;
  return g;
}

/* A function of the eigenvalues l [3], of q and t: value, slopes [5] and
 * curvatures [5][5]. */
typedef struct {
  double value, slope[5], curve[5][5];
} spectral;

static inline void add_log(spectral *f, double weight, double argument,
                           const double *direction) {
  f->value += argument > 0 ? -weight * log(argument) : INFINITY;
  for (int i = 0; i < 5; i++) {
    f->slope[i] -= weight * direction[i] / argument;
    for (int j = 0; j < 5; j++)
      f->curve[i][j] +=
          weight * direction[i] * direction[j] / (argument * argument);
  }
}

/* Tresca's: t <= l_i <= t + k + q for all i. */
static inline spectral tresca_part(const double *l, double q, double t,
                                   double k, double weight) {
  spectral f = {0};
  for (int i = 0; i < 3; i++) {
    double up[5] = {[3] = 1, [4] = 1}, down[5] = {[4] = -1};
    up[i] = -1;
    down[i] = 1;
    add_log(&f, weight, t + k + q - l[i], up);
    add_log(&f, weight, l[i] - t, down);
  }
  return f;
}

/* Hosford's: ((|a|^m + |b|^m + |c|^m)/2)^(1/m) of the differences. */
static inline spectral hosford_part(const double *l, int m) {
  spectral f = {.value = pow(1e-4, m)};
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    double d = l[i] - l[j], low = pow(d, m - 2) / 2;
    f.value += low * d * d;
    f.slope[i] += m * low * d;
    f.slope[j] -= m * low * d;
    f.curve[i][i] += m * (m - 1) * low;
    f.curve[j][j] += m * (m - 1) * low;
    f.curve[i][j] -= m * (m - 1) * low;
    f.curve[j][i] -= m * (m - 1) * low;
  }
  double sum = f.value, value = pow(sum, 1.0 / m);
  double first = value / sum / m, second = first / sum * (1.0 / m - 1);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      f.curve[i][j] = first * f.curve[i][j] +
                      second * f.slope[i] * f.slope[j];
  for (int i = 0; i < 3; i++) f.slope[i] *= first;
  f.value = value;
  return f;
}

/* A function of eigenvalues as one of the tensor v [6]. */
static inline local_quadratic unroll(const double *l, double axes[3][3],
                                     const spectral *f) {
  static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};
  local_quadratic g = {.value = f->value};
  double N[3][3][6]; /* coordinates of the axes' products, of norm 1 */
  for (int a = 0; a < 3; a++)
    for (int b = a; b < 3; b++) {
      double t[6];
      for (int c = 0; c < 6; c++)
        t[c] = (axes[a][row[c]] * axes[b][column[c]] +
                axes[b][row[c]] * axes[a][column[c]]) *
               (a == b ? 0.5 : sqrt(0.5));
      am_basis_from_tensor(t, N[a][b]);
    }
  for (int i = 0; i < 6; i++)
    for (int a = 0; a < 3; a++) {
      g.slope[i] += f->slope[a] * N[a][a][i];
      for (int c = 3; c < 5; c++)
        g.curve[i][3 + c] = g.curve[3 + c][i] +=
            f->curve[a][c] * N[a][a][i];
    }
  for (int c = 3; c < 5; c++) {
    g.slope[3 + c] = f->slope[c];
    for (int d = 3; d < 5; d++) g.curve[3 + c][3 + d] = f->curve[c][d];
  }
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) {
      const double *P = N[a][a], *Q = N[b][b];
      double gap = l[a] - l[b];
      double turn = fabs(gap) > 1e-6 * (fabs(l[a]) + fabs(l[b]))
                        ? (f->slope[a] - f->slope[b]) / gap
                        : f->curve[a][a] - f->curve[a][b];
      for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
          g.curve[i][j] += f->curve[a][b] * P[i] * Q[j];
          if (a < b) g.curve[i][j] += turn * N[a][b][i] * N[a][b][j];
        }
    }
  return g;
}

static inline local_quadratic spectral_part(const mechanism *m,
                                            const double *v, double k,
                                            double weight) {
  double t[6], l[3], axes[3][3];
  am_basis_to_tensor(v, t);
  symmetric_axes(t, l, axes);
  spectral f = m->flow == DOMAIN_TRESCA
                   ? tresca_part(l, v[6], v[7], k, weight)
                   : hosford_part(l, m->power);
  return unroll(l, axes, &f);
}

static inline local_quadratic plane_part(const double *normal,
                                         const double *v, double sign) {
  local_quadratic g = {0};
  double n[6];
  am_basis_from_tensor(normal, n);
  for (int i = 0; i < 6; i++) {
    g.slope[i] = sign * n[i];
    g.value += sign * n[i] * v[i];
  }
  return g;
}

static inline void add_local(local_quadratic *sum, const local_quadratic *g) {
  sum->value += g->value;
  for (int i = 0; i < LOCAL; i++) {
    sum->slope[i] += g->slope[i];
    for (int j = 0; j < LOCAL; j++) sum->curve[i][j] += g->curve[i][j];
  }
}

/* Adds the barrier of f(s - X) - q - k <= 0. */
static inline void add_barrier(local_quadratic *sum, local_quadratic f,
                               double q, double k, double weight) {
  double room = q + k - f.value;
  f.slope[6] -= 1;
  compose(&f, room > 0 ? -weight * log(room) : INFINITY, weight / room,
          weight / (room * room));
  add_local(sum, &f);
}

/* p(q): the derivative of W*; second derivative in *slope; NAN out of range. */
static inline double conjugate_slope(const mechanism *m, double q,
                                     double *slope) {
  if (m->iso == ISO_LINEAR) {
    *slope = 1 / m->H;
    return q / m->H;
  }
  if (m->iso == ISO_VOCE) {
    *slope = 1 / (m->b * (m->Q - q));
    return q < m->Q ? -log1p(-q / m->Q) / m->b : NAN;
  }
  double base = q / m->H + pow(m->p0, m->m);
  *slope = pow(base, 1 / m->m - 1) / (m->m * m->H);
  return 2 * base > pow(m->p0, m->m) ? pow(base, 1 / m->m) - m->p0 : NAN;
}

/* R(p) = q */
static inline double hardening_stress(const mechanism *m, double p) {
  if (m->iso == ISO_LINEAR) return m->H * p;
  if (m->iso == ISO_VOCE) return -m->Q * expm1(-m->b * p);
  if (m->iso == ISO_POWER)
    return m->H * (pow(p + m->p0, m->m) - pow(m->p0, m->m));
  return 0;
}

/* W*(q), by parts: q p(q) - W(p(q)). */
static inline double conjugate(const mechanism *m, double q, double p) {
  if (m->iso == ISO_LINEAR) return q * p / 2;
  if (m->iso == ISO_VOCE)
    return q * p - m->Q * (p + expm1(-m->b * p) / m->b);
  double W = m->H * ((pow(p + m->p0, m->m + 1) - pow(m->p0, m->m + 1)) /
                         (m->m + 1) - pow(m->p0, m->m) * p);
  return q * p - W;
}

#endif
