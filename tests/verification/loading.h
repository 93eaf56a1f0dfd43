/* loading.h: random loading steps: strains, stresses and both, reversals,
 * holds, jumps, sizes from elastic to a hundred yield strains. */
#ifndef AM_TESTS_VERIFICATION_LOADING_H
#define AM_TESTS_VERIFICATION_LOADING_H

#include "tests/verification/walk.h"

typedef enum {
  LOAD_STRAIN,
  LOAD_BACK,
  LOAD_HOLD,
  LOAD_UNIAXIAL,
  LOAD_MIXED,
  LOAD_STRESS,
  LOADS
} load_kind;

static const char *const load_names[LOADS] = {"strain", "back", "hold",
                                              "uniaxial", "mixed", "stress"};

/* Stress at which a mechanism flows. */
static inline double flow_stress(const mixed_law *law) {
  double least = 1000;
  for (int i = 0; i < law->count; i++) {
    const mechanism *m = &law->m[i];
    least = fmin(least, is_domain(m) ? m->k : m->k + m->drag);
  }
  return least;
}

static inline load_kind random_load(uint64_t *seed, bool logarithmic) {
  static const load_kind often[] = {
      LOAD_STRAIN, LOAD_STRAIN, LOAD_STRAIN, LOAD_STRAIN, LOAD_BACK,
      LOAD_BACK, LOAD_HOLD, LOAD_UNIAXIAL, LOAD_UNIAXIAL, LOAD_MIXED,
      LOAD_STRESS};
  return often[random_below(seed, logarithmic
                                      ? 7 : sizeof often / sizeof *often)];
}

/* Component i of point p: current value and target. */
static inline void aim_component(walk *w, long p, int i, load_kind kind,
                                 double now, double size, uint64_t *seed) {
  double *target = am_field_get(&w->f, AM_FIELD_target);
  double *control = am_field_get(&w->f, AM_FIELD_control);
  double level = flow_stress(w->mixed);
  double unit = w->components == 9 && i < 3;
  bool stress = kind == LOAD_STRESS || (kind == LOAD_UNIAXIAL && i) ||
                (kind == LOAD_MIXED && random_chance(seed, 0.5));
  double to = kind == LOAD_HOLD   ? now
              : kind == LOAD_BACK ? unit + (now - unit) *
                                               random_in(seed, -0.5, 0.9)
                                  : now + size * random_in(seed, -1, 1);
  if (stress)
    to = kind == LOAD_UNIAXIAL ? 0 : level * random_in(seed, -0.6, 0.6);
  target[i * w->f.stride + p] = to;
  control[i * w->f.stride + p] = stress;
}

static inline void aim(walk *w, uint64_t *seed, load_kind *kinds) {
  const double *F0 = am_field_get(&w->f, AM_FIELD_gradient0);
  double *T1 = am_field_get(&w->f, AM_FIELD_external1);
  w->f.duration = random_chance(seed, 0.03) ? 0
                                            : random_scale(seed, 1e-3, 1e4);
  for (long p = 0; p < w->count; p++) {
    double x[6], now[9];
    double size = random_scale(seed, 3e-5, 2e-2);
    walk_get(w, w->f.strain0, p, 6, x);
    am_basis_to_tensor(x, now);
    if (w->components == 9) walk_get(w, F0, p, 9, now);
    kinds[p] = random_load(seed, w->components == 9);
    for (int i = 0; i < w->components; i++)
      aim_component(w, p, i, kinds[p], now[i], size, seed);
    for (int i = 0; i < w->law->nf; i++)
      T1[i * w->f.stride + p] = rounded(random_in(seed, 250, 450));
  }
}

#endif
