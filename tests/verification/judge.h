/* judge.h: references and conditions for a loading step of a random path, and
 * counts of the results. */
#ifndef AM_TESTS_VERIFICATION_JUDGE_H
#define AM_TESTS_VERIFICATION_JUDGE_H

#include "tests/verification/admissible.h"
#include "tests/verification/convex_step.h"
#include "tests/verification/fine_steps.h"
#include "tests/verification/loading.h"
#include "point/hints.h"
#include "tests/verification/replay.h"
#include "tests/verification/tangents.h"

typedef enum {
  COUNT_STEPS,      /* loading steps */
  COUNT_EXACT,      /* compared with a convex step */
  COUNT_FINE,       /* compared with many small steps */
  COUNT_UNRESOLVED, /* the reference is too coarse, or fails */
  COUNT_TANGENT,    /* tangents compared with differences */
  COUNT_FAILED,     /* reported as failed */
  COUNT_NEEDLESS,   /* of these, with a solution of the convex step */
  COUNT_WARNED,     /* beyond a bound, with a warning of `run` */
  COUNT_WRONG,      /* accepted beyond a bound */
  COUNTS
} count_kind;

static const char *const count_names[COUNTS] = {
    "steps", "exact", "fine", "unresolved", "tangent", "failed", "needless",
    "warned", "WRONG"};

enum { FINE = 20 }; /* allowed error of an accepted step, in units of the
                       tolerance */
enum { MOST_POINTS = 256 };

typedef struct {
  long counts[COUNTS];
  double worst;       /* error over the bound */
  double evaluations, most; /* of all steps, of one */
} tally;

typedef struct {
  walk w;
  fine_steps fine;
  nearby_steps nearby;
  const char *name; /* of the law */
  load_kind *kinds; /* [count] */
  tally *tally;
} campaign;

/* Condition that must hold at a point. */
static inline void require(campaign *c, long p, const char *what,
                           double found, double bound) {
  double ratio = found / bound;
  if (found <= 0) return;
  if (ratio <= 1) {
    c->tally->worst = fmax(c->tally->worst, ratio);
    return;
  }
  const walk *w = &c->w;
  const char *reason =
      am_format(w->arena, "%s: %.3g, bound %.3g; %s, %s, duration %g", what,
                found, bound, w->solver.scheme->name, load_names[c->kinds[p]],
                w->f.duration);
  c->tally->counts[COUNT_WRONG]++;
  printf("  %s\n    %s\n", reason, c->name);
  replay_write(w, p, reason, c->name);
  fflush(stdout);
}

/* True if `automat run` warns of many substeps of an explicit scheme. */
static inline bool is_warned(const walk *w, long p) {
  const double *counts = w->f.counts + p;
  return w->solver.scheme->family == AM_FAMILY_EXPLICIT &&
         !am_scheme_is_chain(w->solver.scheme) &&
         counts[AM_COUNT_SUBSTEPS * w->f.stride] +
                 counts[AM_COUNT_REJECTED * w->f.stride] > AM_MANY_SUBSTEPS;
}

/* Accepted errors in stress and in strain, given the largest stress */
typedef struct {
  double stress, strain;
} bounds;

static inline bounds bounds_of(const campaign *c, long p, double largest) {
  const am_solver *s = &c->w.solver;
  double S = c->w.law->stress_scale, strain[6], state = 0;
  walk_get(&c->w, c->w.f.strain, p, 6, strain);
  for (int i = 0; i < c->w.law->na; i++)
    state = fmax(state, fabs(c->w.f.state[i * c->w.f.stride + p]));
  double internal = s->error_control == AM_CONTROL_INTERNAL
                        ? s->atol + s->rtol * state : 0;
  return (bounds){
      .stress = FINE * (s->atol * S + s->rtol * largest + internal * S),
      .strain = FINE * (s->atol + s->rtol * norm_of(strain, 6) + internal)};
}

static inline bool is_adaptive(const walk *w) {
  return w->solver.scheme->family != AM_FAMILY_IMPLICIT;
}

/* ---- conditions ---------------------------------------------------------- */

static inline void judge_conditions(campaign *c, long p) {
  const walk *w = &c->w;
  const am_fields *f = &w->f;
  point_state s = read_point(w, f->strain, f->stress, f->external1, f->state,
                             p);
  double size = norm_of(s.stress, 6);
  double scale = size + w->law->stress_scale * norm_of(s.strain, 6);
  for (int k = 0; k < w->mixed->count; k++)
    scale += w->law->stress_scale * norm_of(s.x[k], 6);
  double tolerance = is_adaptive(w) ? bounds_of(c, p, size).stress : 0;
  require(c, p, "stress of the state", stress_error(w->mixed, &s),
          1e-11 * scale + 1e-11);
  if (!has_domain(w->mixed) || f->duration == 0) return;
  require(c, p, "yield function", largest_excess(w->mixed, &s),
          1e-6 * (1 + size) + 1e-10 * scale + tolerance);
  if (!is_adaptive(w))
    require(c, p, "negative multiplier", -least_multiplier(w, p), 1e-6);
}

/* Energies are outside of the error control of adaptive schemes. */
static inline void judge_dissipation(campaign *c, long p) {
  const walk *w = &c->w;
  if (!w->solver.energies || is_adaptive(w)) return;
  long at = w->law->na * w->f.stride + p;
  double work = w->f.state[(w->law->nx - 1) * w->f.stride + p];
  double before = w->f.state0[at], after = w->f.state[at];
  require(c, p, "negative dissipation", before - after,
          1e-6 * (fabs(after) + fabs(work)) + 1e-9);
}

/* ---- references ---------------------------------------------------------- */

static inline void fill_convex(const campaign *c, long p, convex_step *step) {
  const walk *w = &c->w;
  const am_fields *f = &w->f;
  bool good = f->status[p] == AM_POINT_GOOD;
  point_state s = read_point(w, good ? f->strain : f->strain0, f->stress,
                             f->external1, f->state0, p);
  double t[6];
  am_basis_to_tensor(s.strain, t);
  *step = (convex_step){.duration = f->duration, .T = s.T};
  for (int i = 0; i < 6; i++) {
    if (w->components != 6) break;
    step->fixed[i] = f->control[i * f->stride + p] != 0;
    double target = f->target[i * f->stride + p];
    if (step->fixed[i]) step->stress[i] = target;
    else t[i] = target;
  }
  am_basis_from_tensor(t, step->strain);
  memcpy(step->x, s.x, sizeof s.x);
  memcpy(step->p, s.p, sizeof s.p);
}

static inline const char *right_text(const walk *w, const char *what,
                                     const double *x) {
  double t[6];
  am_basis_to_tensor(x, t);
  return am_format(w->arena, "%s, right %.8g %.8g %.8g %.8g %.8g %.8g", what,
                   t[0], t[1], t[2], t[3], t[4], t[5]);
}

static inline void judge_convex(campaign *c, long p) {
  const walk *w = &c->w;
  convex_step step;
  double found[6], off[6];
  fill_convex(c, p, &step);
  bool there = convex_solve(w->mixed, &step);
  if (w->f.status[p] != AM_POINT_GOOD) {
    if (!there || step.excess > -1e-2) return;
    c->tally->counts[COUNT_NEEDLESS]++;
    if (getenv("AUTOMAT_NEEDLESS")) {
      printf("  failed (%g) though solvable: %s\n", w->f.status[p], c->name);
      replay_write(w, p, "failed though solvable", c->name);
    }
    return;
  }
  bool given = false; /* some stress */
  for (int i = 0; i < 6; i++) given = given || step.fixed[i];
  if (!there && step.excess > 1 && given) {
    require(c, p, "stress beyond the domain", step.excess, 1e-3);
  } else if (!there) {
    c->tally->counts[COUNT_UNRESOLVED]++;
  } else {
    c->tally->counts[COUNT_EXACT]++;
    walk_get(w, w->f.stress, p, 6, found);
    for (int i = 0; i < 6; i++) off[i] = found[i] - step.end[i];
    require(c, p, right_text(w, "stress", step.end), norm_of(off, 6),
            1e-5 * norm_of(step.end, 6) + 1e-4);
  }
}

/* Compares a point with the many small steps. */
typedef struct {
  bounds bound;
  double right[2][6];          /* stress and strain, coordinates */
  double error[2], doubt[2];   /* norms of both */
} fine_result;

static inline fine_result compare_fine(const campaign *c, long p) {
  const walk *w = &c->w;
  fine_result r = {.bound = bounds_of(c, p, c->fine.largest[p])};
  for (int k = 0; k < 2; k++) {
    double off[6], doubt[6];
    const double *found = k ? w->f.strain : w->f.stress;
    for (int i = 0; i < 6; i++) {
      r.right[k][i] = fine_value(&c->fine, p, 6 * k + i, &doubt[i]);
      off[i] = found[i * w->f.stride + p] - r.right[k][i];
    }
    bool unique = k == 0 || !has_vertices(w->mixed);
    r.error[k] = unique ? norm_of(off, 6) : 0;
    r.doubt[k] = unique ? norm_of(doubt, 6) : 0;
  }
  return r;
}

static inline bool is_settled(const fine_result *r) {
  return r->doubt[0] < r->bound.stress / 2 && r->doubt[1] < r->bound.strain / 2;
}

static inline bool is_within(const fine_result *r) {
  return r->error[0] <= r->bound.stress && r->error[1] <= r->bound.strain;
}

/* Numbers of small steps, tried one after the other */
static const int fine_numbers[] = {16, 128, 1024, 8192};
enum { FINE_LEVELS = sizeof fine_numbers / sizeof *fine_numbers };

/* False: repeat the comparison with more steps. */
static inline bool judge_fine(campaign *c, long p, int level) {
  const walk *w = &c->w;
  fine_result r = {.doubt = {INFINITY}};
  if (c->fine.good[p]) r = compare_fine(c, p);
  bool settled = is_settled(&r);
  if (level == 0 && !(settled && is_within(&r))) return false;
  if (level < FINE_LEVELS - 1 && c->fine.good[p] && !is_within(&r))
    return false;
  if (!settled) {
    c->tally->counts[COUNT_UNRESOLVED]++;
    return true;
  }
  c->tally->counts[COUNT_FINE]++;
  if (!is_within(&r) && is_warned(w, p)) {
    c->tally->counts[COUNT_WARNED]++;
    return true;
  }
  require(c, p, right_text(w, "stress", r.right[0]), r.error[0] - r.doubt[0],
          r.bound.stress);
  require(c, p, right_text(w, "strain", r.right[1]), r.error[1] - r.doubt[1],
          r.bound.strain);
  return true;
}

/* All points: few steps, then more for points that disagree. Few steps may miss
 * a short period of flow, so errors are reported only after the largest number
 * of steps. */
static inline void judge_all_fine(campaign *c, const bool *wanted) {
  bool open[MOST_POINTS];
  memcpy(open, wanted, sizeof open);
  for (int level = 0; level < FINE_LEVELS; level++) {
    bool any = false;
    for (long p = 0; p < c->w.count; p++) any = any || open[p];
    if (!any) return;
    fine_follow(&c->fine, &c->w, open, fine_numbers[level]);
    for (long p = 0; p < c->w.count; p++)
      if (open[p]) open[p] = !judge_fine(c, p, level);
  }
}

/* ---- tangents ------------------------------------------------------------ */

/* Compares a column of the tangent of each wanted point. */
static inline void judge_tangents(campaign *c, bool *wanted) {
  const walk *w = &c->w;
  int j = (int)(c->tally->counts[COUNT_STEPS] / w->count % 6);
  for (int i = 0; i < NEARBY; i++)
    nearby_take(&c->fine, w, wanted, j, nearby[i], c->nearby.stress[i]);
  for (long p = 0; p < w->count; p++) {
    double error, bound;
    if (!wanted[p] || !tangent_error(&c->nearby, w, p, j, &error, &bound))
      continue;
    c->tally->counts[COUNT_TANGENT]++;
    require(c, p, am_format(w->arena, "column %d of the tangent", j + 1), error,
            bound);
  }
}

/* ---- a loading step ------------------------------------------------------ */

static inline bool is_finite_point(const walk *w, long p) {
  double sum = 0;
  for (int i = 0; i < 6; i++)
    sum += w->f.stress[i * w->f.stride + p] + w->f.strain[i * w->f.stride + p];
  for (int i = 0; i < w->law->nx; i++)
    sum += w->f.state[i * w->f.stride + p];
  for (int i = 0; i < 36 && w->solver.tangent && w->components == 6; i++)
    sum += w->f.tangent[i * w->f.stride + p];
  return isfinite(sum);
}

/* A point that has failed or diverged starts again. */
static inline void judge_step(campaign *c) {
  walk *w = &c->w;
  bool fine[MOST_POINTS] = {false}, tangent[MOST_POINTS] = {false};
  for (long p = 0; p < w->count; p++) {
    double evaluations =
        w->f.counts[AM_COUNT_EVALUATIONS * w->f.stride + p];
    bool good = w->f.status[p] == AM_POINT_GOOD;
    bool exact = !is_adaptive(w) && is_convex(w->mixed) &&
                 w->f.duration > 0 && (good || w->components == 6);
    c->tally->counts[COUNT_STEPS]++;
    c->tally->counts[COUNT_FAILED] += !good;
    c->tally->evaluations += evaluations;
    c->tally->most = fmax(c->tally->most, evaluations);
    if (exact) judge_convex(c, p);
    if (!good) continue;
    require(c, p, "a number is not finite", !is_finite_point(w, p), 0.5);
    judge_conditions(c, p);
    judge_dissipation(c, p);
    fine[p] = is_adaptive(w) && w->f.duration > 0;
    tangent[p] = !is_adaptive(w) && w->solver.tangent && w->components == 6 &&
                 c->kinds[p] <= LOAD_HOLD;
  }
  judge_tangents(c, tangent);
  judge_all_fine(c, fine);
  for (long p = 0; p < w->count; p++) {
    double strain[6];
    walk_get(w, w->f.strain, p, 6, strain);
    if (w->f.status[p] != AM_POINT_GOOD || !(norm_of(strain, 6) < 0.3))
      walk_restart(w, p);
  }
}

#endif
