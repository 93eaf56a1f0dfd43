/* convex_step.h: a backward Euler step as the minimum of a convex function, by
 * an interior-point method that is independent of the program.
 *
 * In generalized forces, the stress s, and a backstress X and a hardening
 * stress q of each mechanism, the step minimizes
 *
 *     s : S : s/2 - s : (eps - eps_th - sum x_n)
 *     + sum |X - c x_n|^2/(2 c) + W*(q) - p_n q + h Psi(s - X, q)
 *     subject to f(s - X) - q - k <= 0,
 *
 * where S is the compliance and W* the conjugate of the energy of hardening.
 * Prescribed components of the stress are fixed. Constraints become logarithmic
 * barriers whose weight tends to zero. Source: Boyd and Vandenberghe (2004),
 * Convex Optimization, chapter 11. */
#ifndef AM_TESTS_VERIFICATION_CONVEX_STEP_H
#define AM_TESTS_VERIFICATION_CONVEX_STEP_H

#include "tests/verification/convex_parts.h"

/* Unknowns: six tensor components of the stress, then X [6] (coordinates), q
 * and a bound t for each mechanism, then the relaxation of all constraints. */
enum {
  PER_MECHANISM = 8,
  UNKNOWNS = 6 + MOST_MECHANISMS * PER_MECHANISM + 1,
  RELAXATION = UNKNOWNS - 1
};

typedef struct {
  /* given */
  double strain[6];  /* coordinates; any value for components with prescribed
                        stress */
  double stress[6];  /* tensor components of the prescribed … */
  bool fixed[6];     /* … stresses */
  double T, duration;
  double x[MOST_MECHANISMS][6], p[MOST_MECHANISMS]; /* at the start */

  /* found */
  double end[6];     /* stress, coordinates */
  double excess;     /* smallest constraint violation (MPa); > 0: no admissible
                        stress has the given components; < 0: feasible, not
                        minimal; 0: not determined */
} convex_step;

typedef struct {
  const mixed_law *law;
  const convex_step *step;
  double compliance[6][6]; /* coordinates */
  double to[6][6];         /* coordinates by tensor components */
  double factor;           /* of yield stresses */
  double weight;           /* of the barriers */
  bool relaxing;           /* the first phase */
  bool pinned[UNKNOWNS];
} convex_problem;

/* Value, gradient and second derivative of a part, or of the whole. */
typedef struct {
  double value, slope[UNKNOWNS], curve[UNKNOWNS][UNKNOWNS];
} quadratic;

static inline local_quadratic domain_part(const convex_problem *c,
                                          const mechanism *m,
                                          const double *v, double relaxed) {
  double k = m->k * c->factor, q = v[6] + relaxed;
  local_quadratic sum = {0};
  for (int i = 0; i < m->planes; i++)
    for (int s = 1; s >= (m->flow == DOMAIN_SLIP ? -1 : 1); s -= 2)
      add_barrier(&sum, plane_part(m->normal[i], v, s), q, k * m->level[i],
                  c->weight);
  if (m->planes) return sum;
  if (m->flow == DOMAIN_TRESCA)
    return spectral_part(m, v, k + relaxed, c->weight);
  local_quadratic f = m->flow == DOMAIN_HOSFORD
                          ? spectral_part(m, v, k, c->weight)
                          : mises_part(v);
  if (m->flow == DOMAIN_CONE) {
    f.slope[0] += m->slope * sqrt(3);
    f.value += m->slope * sqrt(3) * v[0];
  }
  add_barrier(&sum, f, q, k, c->weight);
  return sum;
}

/* h Psi */
static inline local_quadratic flow_part(const convex_problem *c,
                                        const mechanism *m, const double *v) {
  double h = c->step->duration * m->drag * m->rate, D = m->drag;
  local_quadratic g = mises_part(v);
  double J = g.value / D;
  if (m->flow == FLOW_EXPONENTIAL) {
    compose(&g, h * (cosh(J) - 1), h / D * sinh(J), h / (D * D) * cosh(J));
    return g;
  }
  if (m->flow == FLOW_PERZYNA) {
    g.slope[6] = -1;
    J = fmax(g.value - v[6] - m->k * c->factor, 0) / D;
  }
  compose(&g, h * pow(J, m->n + 1) / (m->n + 1), h / D * pow(J, m->n),
          J > 0 ? h / (D * D) * m->n * pow(J, m->n - 1) : 0);
  return g;
}

/* ---- the whole ----------------------------------------------------------- */

static inline int at_mechanism(int k) { return 6 + k * PER_MECHANISM; }

/* Local variables of mechanism k: s - X, q, t, as a matrix of the unknowns. */
static inline void add_mechanism(const convex_problem *c, int k,
                                 const double *z, quadratic *sum) {
  const mechanism *m = &c->law->m[k];
  int at = at_mechanism(k);
  double v[LOCAL] = {0}, by[LOCAL][UNKNOWNS] = {{0}};
  for (int i = 0; i < 6; i++) {
    by[i][at + i] = -1;
    for (int j = 0; j < 6; j++) by[i][j] = c->to[i][j];
  }
  by[6][at + 6] = by[7][at + 7] = 1;
  for (int i = 0; i < LOCAL; i++)
    for (int j = 0; j < UNKNOWNS; j++) v[i] += by[i][j] * z[j];
  local_quadratic g = is_domain(m) ? domain_part(c, m, v, z[RELAXATION])
                                   : flow_part(c, m, v);
  if (c->relaxing && !is_domain(m)) return;
  if (is_domain(m)) by[6][RELAXATION] = 1;
  sum->value += g.value;
  double half[LOCAL][UNKNOWNS] = {{0}};
  for (int i = 0; i < LOCAL; i++)
    for (int j = 0; j < LOCAL; j++)
      for (int n = 0; g.curve[i][j] != 0 && n < UNKNOWNS; n++)
        half[i][n] += g.curve[i][j] * by[j][n];
  for (int i = 0; i < LOCAL; i++)
    for (int a = 0; a < UNKNOWNS; a++) {
      if (by[i][a] == 0) continue;
      sum->slope[a] += by[i][a] * g.slope[i];
      for (int b = 0; b < UNKNOWNS; b++)
        sum->curve[a][b] += by[i][a] * half[i][b];
    }
}

static inline void add_hardening(const convex_problem *c, int k,
                                 const double *z, quadratic *sum) {
  const mechanism *m = &c->law->m[k];
  const convex_step *step = c->step;
  int at = at_mechanism(k);
  for (int i = 0; m->kin == KIN_LINEAR && i < 6; i++) {
    double d = z[at + i] - m->c * step->x[k][i];
    sum->value += d * d / (2 * m->c);
    sum->slope[at + i] += d / m->c;
    sum->curve[at + i][at + i] += 1 / m->c;
  }
  if (m->iso == ISO_NONE) return;
  double slope, p = conjugate_slope(m, z[at + 6], &slope);
  sum->value += isnan(p) ? INFINITY
                         : conjugate(m, z[at + 6], p) - step->p[k] * z[at + 6];
  sum->slope[at + 6] += p - step->p[k];
  sum->curve[at + 6][at + 6] += slope;
}

static inline void add_elastic(const convex_problem *c, const double *z,
                               quadratic *sum) {
  const mixed_law *law = c->law;
  double s[6] = {0}, e[6], H[6][6];
  memcpy(e, c->step->strain, sizeof e);
  if (law->thermal) e[0] -= law->alpha * (c->step->T - 300) * sqrt(3);
  for (int k = 0; k < law->count; k++)
    for (int i = 0; i < 6; i++) e[i] -= c->step->x[k][i];
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) s[i] += c->to[i][j] * z[j];
  for (int i = 0; i < 6; i++) {
    double g = -e[i];
    for (int j = 0; j < 6; j++) {
      g += c->compliance[i][j] * s[j];
      H[i][j] = 0;
      for (int n = 0; n < 6; n++)
        H[i][j] += c->compliance[i][n] * c->to[n][j];
    }
    sum->value += s[i] * (g - e[i]) / 2;
    for (int a = 0; a < 6; a++) sum->slope[a] += c->to[i][a] * g;
  }
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++)
      for (int i = 0; i < 6; i++)
        sum->curve[a][b] += c->to[i][a] * H[i][b];
}

/* The barrier of q < Q, of the first phase. */
static inline void add_saturation(const convex_problem *c, int k,
                                  const double *z, quadratic *sum) {
  const mechanism *m = &c->law->m[k];
  int q = at_mechanism(k) + 6;
  if (m->iso != ISO_VOCE) return;
  double room = m->Q - z[q];
  sum->value += room > 0 ? -c->weight * log(room) : INFINITY;
  sum->slope[q] += c->weight / room;
  sum->curve[q][q] += c->weight / (room * room);
}

/* The first phase minimizes the relaxation, near its starting point. */
static inline quadratic objective(const convex_problem *c, const double *z) {
  quadratic sum = {0};
  if (c->relaxing) {
    sum.value = z[RELAXATION];
    sum.slope[RELAXATION] = 1;
    for (int i = 0; i < RELAXATION; i++) {
      sum.value += 1e-9 * z[i] * z[i];
      sum.slope[i] += 2e-9 * z[i];
      sum.curve[i][i] += 2e-9;
    }
    for (int k = 0; k < c->law->count; k++) add_saturation(c, k, z, &sum);
  } else {
    add_elastic(c, z, &sum);
    for (int k = 0; k < c->law->count; k++) add_hardening(c, k, z, &sum);
  }
  for (int k = 0; k < c->law->count; k++) add_mechanism(c, k, z, &sum);
  for (int i = 0; i < UNKNOWNS; i++) {
    if (!c->pinned[i]) continue;
    sum.slope[i] = 0;
    for (int j = 0; j < UNKNOWNS; j++)
      sum.curve[i][j] = sum.curve[j][i] = i == j;
  }
  return sum;
}

/* Newton's method with a line search; returns the remaining decrease. */
static inline double minimize(const convex_problem *c, double *z) {
  double decrement = INFINITY;
  quadratic f = objective(c, z);
  for (int it = 0; it < 100; it++) {
    double d[UNKNOWNS], next[UNKNOWNS], step = 1;
    if (!solve_spd(UNKNOWNS, &f.curve[0][0], f.slope, d)) return INFINITY;
    decrement = 0;
    for (int i = 0; i < UNKNOWNS; i++) decrement += f.slope[i] * d[i];
    if (!(decrement > 1e-4 * c->weight)) break;
    for (;; step /= 2) {
      for (int i = 0; i < UNKNOWNS; i++) next[i] = z[i] - step * d[i];
      quadratic g = objective(c, next);
      double noise = decrement < 1e-9 * fabs(f.value) ? 1e-13 : 0;
      if (g.value <= f.value - 0.1 * step * decrement +
                         noise * fabs(f.value) ||
          (step < 1e-3 && g.value <= f.value)) {
        f = g;
        break;
      }
      if (step < 1e-12) return decrement;
    }
    memcpy(z, next, sizeof next);
  }
  return decrement;
}

/* Full steps close to the minimum, as long as the remaining decrease falls;
 * rounding of the value, on which the line search depends, hides a small one.
 * Returns the remaining decrease, infinite far from a minimum. */
static inline double polish(const convex_problem *c, double *z) {
  double last = INFINITY, d[UNKNOWNS], best[UNKNOWNS];
  for (int it = 0; it < 10; it++) {
    double decrement = 0;
    bool near = true;
    quadratic f = objective(c, z);
    if (!solve_spd(UNKNOWNS, &f.curve[0][0], f.slope, d)) break;
    for (int i = 0; i < UNKNOWNS; i++) {
      decrement += f.slope[i] * d[i];
      near = near && fabs(d[i]) <= 1e-3 * (1 + fabs(z[i]));
    }
    if (!near || !(decrement < last)) break;
    last = decrement;
    memcpy(best, z, sizeof best);
    for (int i = 0; i < UNKNOWNS; i++) z[i] -= d[i];
  }
  if (isfinite(last)) memcpy(z, best, sizeof best);
  return last;
}

static inline void begin(convex_problem *c, const mixed_law *law,
                         const convex_step *step, double *z) {
  *c = (convex_problem){.law = law, .step = step,
                        .factor = softening(law, step->T)};
  memcpy(c->compliance, law->stiffness, sizeof c->compliance);
  invert(6, &c->compliance[0][0]);
  for (int j = 0; j < 6; j++) {
    double t[6] = {0}, x[6];
    t[j] = 1;
    am_basis_from_tensor(t, x);
    for (int i = 0; i < 6; i++) c->to[i][j] = x[i];
    z[j] = step->fixed[j] ? step->stress[j] : 0;
    c->pinned[j] = step->fixed[j];
  }
  for (int k = 0; k < MOST_MECHANISMS; k++) {
    const mechanism *m = &law->m[k];
    int at = at_mechanism(k);
    bool there = k < law->count;
    for (int i = 0; i < 6; i++) {
      z[at + i] = 0;
      c->pinned[at + i] = !there || m->kin != KIN_LINEAR ||
                          (i == 0 && !sees_pressure(m));
    }
    c->pinned[at + 6] = !there || m->iso == ISO_NONE;
    z[at + 6] = c->pinned[at + 6] ? 0 : hardening_stress(m, step->p[k]);
    if (m->iso == ISO_VOCE) /* inside, although p may saturate q */
      z[at + 6] = fmin(z[at + 6], 0.999 * m->Q);
    c->pinned[at + 7] = !there || m->flow != DOMAIN_TRESCA;
    z[at + 7] = there && m->flow == DOMAIN_TRESCA
                    ? -(m->k * c->factor + z[at + 6]) / 2 : 0;
  }
  c->pinned[RELAXATION] = true;
  z[RELAXATION] = 0;
}

/* Moves z inside all constraints if necessary; false if there is no such
 * point. */
static inline bool enter(convex_problem *c, convex_step *step, double *z) {
  double size = 1;
  bool sure = false; /* the relaxation is the smallest one */
  c->weight = 1;
  step->excess = -1;
  if (isfinite(objective(c, z).value)) return true;
  for (int i = 0; i < 6; i++) size += fabs(z[i]);
  c->relaxing = true;
  c->pinned[RELAXATION] = false;
  for (int k = 0; k < MOST_MECHANISMS; k++)
    if (!c->pinned[at_mechanism(k) + 7]) z[at_mechanism(k) + 7] = -size;
  z[RELAXATION] = 10 * size;
  for (c->weight = size; c->weight > 1e-8; c->weight /= 4) {
    sure = minimize(c, z) <= c->weight;
    if (z[RELAXATION] < -1e-3) break;
  }
  step->excess = sure || z[RELAXATION] < 0 ? z[RELAXATION] : 0;
  c->relaxing = false;
  c->pinned[RELAXATION] = true;
  z[RELAXATION] = 0;
  c->weight = 1;
  return step->excess < 0 && isfinite(objective(c, z).value);
}

/* False: there is no such stress, or the minimum was not found. */
static inline bool convex_solve(const mixed_law *law, convex_step *step) {
  convex_problem c;
  double z[UNKNOWNS], last = INFINITY;
  begin(&c, law, step, z);
  if (!enter(&c, step, z)) return false;
  for (c.weight = 1; c.weight > 1e-15; c.weight /= 5) last = minimize(&c, z);
  last = fmin(last, polish(&c, z));
  for (int i = 0; i < 6; i++) {
    step->end[i] = 0;
    for (int j = 0; j < 6; j++) step->end[i] += c.to[i][j] * z[j];
  }
  return last < 1e-14 * (1 + fabs(objective(&c, z).value));
}

#endif
