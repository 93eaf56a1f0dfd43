/* tangents.h: tangents of backward Euler steps against difference quotients of
 * the step, repeated with nearby strains. */
#ifndef AM_TESTS_VERIFICATION_TANGENTS_H
#define AM_TESTS_VERIFICATION_TANGENTS_H

#include "tests/verification/fine_steps.h"

/* Size of the strain of a point, of which nearby strains differ by parts */
static inline double nearby_size(const walk *w, long p) {
  double x[6];
  walk_get(w, w->f.strain, p, 6, x);
  return 1e-4 + norm_of(x, 6);
}

/* Stresses [6][count] of the selected points at their strain plus `part` of its
 * size in coordinate j; points that fail are deselected. */
static inline void nearby_take(fine_steps *f, const walk *w, bool *wanted,
                               int j, double part, double *stress) {
  am_fields *g = &f->by.f;
  double *target = am_field_get(g, AM_FIELD_target);
  double *control = am_field_get(g, AM_FIELD_control);
  fine_begin(f, w);
  g->duration = w->f.duration;
  for (long p = 0; p < w->count; p++) {
    double x[6], t[6];
    walk_get(w, w->f.strain, p, 6, x);
    x[j] += part * nearby_size(w, p);
    am_basis_to_tensor(x, t);
    for (int i = 0; i < 6; i++) {
      control[i * g->stride + p] = 0;
      target[i * g->stride + p] = t[i];
    }
    for (int i = 0; i < w->law->nf; i++) {
      am_field_get(g, AM_FIELD_external0)[p] = w->f.external0[p];
      am_field_get(g, AM_FIELD_external1)[p] = w->f.external1[p];
    }
    if (!wanted[p]) fine_rest(f, p);
  }
  walk_advance(&f->by);
  for (long p = 0; p < w->count; p++) {
    wanted[p] = wanted[p] && g->status[p] == AM_POINT_GOOD;
    for (int i = 0; i < 6; i++)
      stress[i * w->count + p] = g->stress[i * g->stride + p];
  }
}

/* Stresses at five strains, to distinguish curvature from kinks */
enum { NEARBY = 5 };
static const double nearby[NEARBY] = {-1e-5, -1e-6, 0, 1e-6, 1e-5};

typedef struct {
  double *stress[NEARBY]; /* [6][count] */
} nearby_steps;

static inline void nearby_open(nearby_steps *n, const walk *w) {
  for (int i = 0; i < NEARBY; i++)
    n->stress[i] = AM_ARRAY(w->arena, double, 6 * w->count);
}

/* Difference of column j of the tangent of point p from the central quotient;
 * *bound: what is left by Newton's iteration, more at curved edges
 * (docs/theory.md, section 9.5), and by the quotient, whose error decreases at
 * least like the difference of two. False at kinks and infinite curvature,
 * where quotients differ or the deviator vanishes, and if the step at the same
 * strain has another solution. */
static inline bool tangent_error(const nearby_steps *n, const walk *w, long p,
                                 int j, double *error, double *bound) {
  double x[6], off[6], bend[6], size[6], change[6], other[6];
  double scale = nearby_size(w, p), h = nearby[4] * scale;
  for (int i = 0; i < 6; i++) {
    long at = i * w->count + p;
    const double s[NEARBY] = {n->stress[0][at], n->stress[1][at],
                              n->stress[2][at], n->stress[3][at],
                              n->stress[4][at]};
    size[i] = (s[4] - s[0]) / (2 * h);
    bend[i] = (s[4] - 2 * s[2] + s[0]) / h;
    change[i] = (s[3] - s[1]) / (2 * nearby[3] * scale) - size[i];
    off[i] = w->f.tangent[(6 * i + j) * w->f.stride + p] - size[i];
    other[i] = s[2] - w->f.stress[i * w->f.stride + p];
  }
  double whole = norm_of(size, 6) + w->law->stress_scale;
  bool curved = w->mixed->cubic && has_vertices(w->mixed);
  *error = norm_of(off, 6);
  *bound = norm_of(bend, 6) + 8 * norm_of(change, 6) +
           (curved ? 2e-2 : 1e-4) * whole;
  walk_get(w, w->f.stress, p, 6, x);
  return norm_of(x + 1, 5) > 1e-12 * whole && norm_of(bend, 6) < 1e-2 * whole &&
         norm_of(change, 6) < 1e-2 * whole && norm_of(other, 6) < h * whole;
}

#endif
