/* fine_steps.h: a loading step repeated by many backward Euler steps without
 * error control, extrapolated to their limit.
 *
 * Strains, and stresses that are prescribed along a loading step, are linear in
 * it. The steps are those of the scheme implicit-euler, which convex_step.h and
 * the radial returns of tests/core/engine/test_domain.c confirm
 * individually. */
#ifndef AM_TESTS_VERIFICATION_FINE_STEPS_H
#define AM_TESTS_VERIFICATION_FINE_STEPS_H

#include "tests/verification/walk.h"

typedef struct {
  walk by;              /* small strains: those of any law */
  mixed_law law;
  double *result[3];    /* [12][count] stress and strain at three numbers of
                           steps, each twice the previous … */
  double *largest;      /* [count] largest stress */
  bool *good;           /* [count] all steps were */
} fine_steps;

static inline am_status fine_open(fine_steps *f, const mixed_law *law,
                                  long count) {
  am_solver solver = am_solver_default;
  f->law = *law;
  f->law.logarithmic = false;
  solver.scheme = am_scheme_find("implicit-euler");
  solver.tangent = false;
  AM_TRY(walk_open(&f->by, &f->law, &solver, "interp", count));
  for (int i = 0; i < 3; i++)
    f->result[i] = AM_ARRAY(f->by.arena, double, 12 * count);
  f->largest = AM_ARRAY(f->by.arena, double, count);
  f->good = AM_ARRAY(f->by.arena, bool, count);
  return AM_OK;
}

/* Tensor components of prescribed stresses, otherwise of strains, at the start
 * and end of the step. */
static inline void fine_ends(const fine_steps *f, const walk *w, long p,
                             double from[6], double to[6]) {
  double strain0[6], strain1[6], stress0[6], x[6];
  double *control = am_field_get(&f->by.f, AM_FIELD_control);
  walk_get(w, w->f.strain0, p, 6, x);
  am_basis_to_tensor(x, strain0);
  walk_get(w, w->f.strain, p, 6, x);
  am_basis_to_tensor(x, strain1);
  walk_get(w, w->stress0, p, 6, x);
  am_basis_to_tensor(x, stress0);
  for (int i = 0; i < 6; i++) {
    bool stress = w->solver.control == AM_CONTROL_PATH &&
                  w->components == 6 &&
                  w->f.control[i * w->f.stride + p] != 0;
    control[i * f->by.f.stride + p] = stress;
    from[i] = stress ? stress0[i] : strain0[i];
    to[i] = stress ? w->f.target[i * w->f.stride + p]
            : w->components == 6 &&
                    w->f.control[i * w->f.stride + p] == 0
                ? w->f.target[i * w->f.stride + p]
                : strain1[i];
  }
}

static inline void fine_begin(fine_steps *f, const walk *w) {
  am_fields *g = &f->by.f;
  const double *from = w->f.strain0;
  double *strain0 = am_field_get(g, AM_FIELD_strain0);
  double *state0 = am_field_get(g, AM_FIELD_state0);
  for (long p = 0; p < w->count; p++) {
    for (int i = 0; i < 6; i++)
      strain0[i * g->stride + p] = from[i * w->f.stride + p];
    for (int i = 0; i < f->by.law->na; i++)
      state0[i * g->stride + p] = w->f.state0[i * w->f.stride + p];
  }
}

/* Fraction of the loading step after step 0 .. n: equal steps, or, for viscous
 * laws, short ones at the start, where the stress may relax fast.  Step 0 takes
 * no time: a state that begins outside an elastic domain returns at once,
 * before viscous flow. */
static inline double fine_part(const fine_steps *f, int step, int n) {
  const double jump = 1e-24;
  double part = (double)step / n;
  if (step <= 0) return step < 0 ? 0 : jump;
  return has_flow(&f->law) || f->law.damage ? part * part * part * part : part;
}

/* Unselected and failed points are not moved. */
static inline void fine_rest(fine_steps *f, long p) {
  am_fields *g = &f->by.f;
  double *strain0 = am_field_get(g, AM_FIELD_strain0);
  double *state0 = am_field_get(g, AM_FIELD_state0);
  double *target = am_field_get(g, AM_FIELD_target);
  double *control = am_field_get(g, AM_FIELD_control);
  for (int i = 0; i < 6; i++) {
    strain0[i * g->stride + p] = target[i * g->stride + p] = 0;
    control[i * g->stride + p] = 0;
  }
  for (int i = 0; i < f->by.law->na; i++)
    state0[i * g->stride + p] = f->by.law->initial[i];
}

/* Steps 0 .. n; the result at the end. */
static inline void fine_take(fine_steps *f, const walk *w, int n,
                             double *result) {
  am_fields *g = &f->by.f;
  double *target = am_field_get(g, AM_FIELD_target);
  fine_begin(f, w);
  for (int step = 0; step <= n; step++) {
    double *T0 = am_field_get(g, AM_FIELD_external0);
    double *T1 = am_field_get(g, AM_FIELD_external1);
    double before = fine_part(f, step - 1, n), part = fine_part(f, step, n);
    g->duration = w->f.duration * (part - before);
    for (long p = 0; p < w->count; p++) {
      double from[6], to[6];
      if (!f->good[p]) {
        fine_rest(f, p);
        continue;
      }
      fine_ends(f, w, p, from, to);
      for (int i = 0; i < 6; i++)
        target[i * g->stride + p] =
            step == n ? to[i] : from[i] + part * (to[i] - from[i]);
      if (!w->law->nf) continue;
      double a = w->f.external0[p], b = w->f.external1[p];
      T0[p] = a + before * (b - a);
      T1[p] = a + part * (b - a);
    }
    walk_advance(&f->by);
    for (long p = 0; p < w->count; p++) {
      double size = 0;
      for (int i = 0; i < 6; i++)
        size += pow(g->stress[i * g->stride + p], 2);
      f->largest[p] = fmax(f->largest[p], sqrt(size));
      if (g->status[p] != AM_POINT_GOOD) f->good[p] = false;
    }
    walk_go_on(&f->by);
  }
  for (long p = 0; p < w->count; p++)
    for (int i = 0; i < 6; i++) {
      result[i * w->count + p] = g->stress[i * g->stride + p];
      result[(6 + i) * w->count + p] =
          am_field_get(g, AM_FIELD_strain0)[i * g->stride + p];
    }
}

/* Repeats the loading step of the selected points of w by n, 2 n and 4 n
 * steps. */
static inline void fine_follow(fine_steps *f, const walk *w,
                               const bool *wanted, int n) {
  for (long p = 0; p < w->count; p++) {
    f->largest[p] = 0;
    f->good[p] = wanted[p];
  }
  for (int i = 0; i < 3; i++) fine_take(f, w, n << i, f->result[i]);
}

/* Component i of the stress (6 …: of the strain), extrapolated; its distance
 * from the previous extrapolation in *doubt. */
static inline double fine_value(const fine_steps *f, long p, int i,
                                double *doubt) {
  long at = i * f->by.count + p;
  double a = f->result[0][at], b = f->result[1][at], c = f->result[2][at];
  *doubt = fabs(2 * c - b - (2 * b - a));
  return 2 * c - b;
}

#endif
