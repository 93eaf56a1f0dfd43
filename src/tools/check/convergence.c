/* convergence.c: integrates a loading step in equal substeps, or differentiates
 * it. */
#include "check/parts.h"

am_status am_integrator_new(am_subject *subject, const am_engine *engine,
                            const am_solver *solver, am_integrator *p) {
  am_law *law = subject->law;
  am_node *energy = AM_NEW(subject->arena, am_node);
  *p = (am_integrator){.solver = *solver,
                       .state = AM_ARRAY(subject->arena, double, law->nx + 1)};
  p->solver.energies = law->energies;
  *energy = law->energy;
  am_law_present(law, energy, 1);
  p->energy = am_values_new(subject, energy, 1);
  return am_test_point_new(subject, engine, &p->solver, &p->point);
}

am_status am_integrator_fixed(am_subject *subject, const am_engine *engine,
                              const am_scheme *scheme, am_integrator *p) {
  am_solver solver = am_solver_default;
  solver.scheme = scheme;
  solver.tangent = false;
  solver.atol = 1e6;
  return am_integrator_new(subject, engine, &solver, p);
}

/* Part i of count, starting in the current state. */
static am_loading part_of(const am_integrator *p, const am_loading *whole,
                          int i, int count) {
  am_loading l = *whole;
  double from = (double)i / count, to = (double)(i + 1) / count;
  l.duration /= count;
  l.state = p->state;
  for (int c = 0; c < 6; c++) {
    double way = whole->to[c] - whole->from[c];
    l.from[c] = whole->from[c] + from * way;
    l.to[c] = whole->from[c] + to * way;
  }
  for (int f = 0; f < AM_MOST_EXTERNAL; f++) {
    double way = whole->external1[f] - whole->external0[f];
    l.external0[f] = whole->external0[f] + from * way;
    l.external1[f] = whole->external0[f] + to * way;
  }
  return l;
}

bool am_integrate(am_integrator *p, const am_loading *whole, int count,
                  am_integral *r) {
  const am_law *law = p->point.subject->law;
  const am_step *step = p->point.step;
  size_t size = (size_t)law->nx * sizeof(double);
  if (!r->state)
    r->state = AM_ARRAY(p->point.subject->arena, double, law->nx + 1);
  memcpy(p->state, whole->state, size);
  r->substeps = 0;
  for (int i = 0; i < count; i++) {
    const am_loading part = part_of(p, whole, i, count);
    if (!am_test_point_advance(&p->point, &part)) return false;
    memcpy(p->state, step->state, size);
    r->substeps += step->substeps;
  }
  memcpy(r->stress, step->stress, sizeof r->stress);
  memcpy(r->state, p->state, size);
  r->stored =
      *am_values_in(p->energy, whole->to, p->state, whole->external1);
  r->stored -=
      *am_values_in(p->energy, whole->from, whole->state, whole->external0);
  if (!law->energies) return true;
  double dissipation = p->state[law->na] - whole->state[law->na];
  double work = p->state[law->nx - 1] - whole->state[law->nx - 1];
  if (law->nf) work += p->state[law->nx - 2] - whole->state[law->nx - 2];
  r->balance = work - dissipation - r->stored;
  r->size = fabs(work) + fabs(dissipation) + fabs(r->stored);
  return true;
}

bool am_convergence_take(am_worst *worst, am_integrator *p,
                         const am_loading *loading, double least,
                         am_integral_error *error, const void *data) {
  static const double slack = 0.4; /* permitted deficit */
  int order = p->solver.scheme->order;
  double before = NAN, last = NAN;
  am_integral found = {.state = NULL};
  for (int i = 1; i <= AM_CONVERGENCE_LEVELS; i++) {
    if (!am_integrate(p, loading, 1 << i, &found)) return false;
    before = last;
    last = error(data, &found);
  }
  am_loading finest = *loading;
  finest.steps = 1 << AM_CONVERGENCE_LEVELS;
  double observed = last <= least ? order : fmin(order, log2(before / last));
  if (am_worst_take(worst, observed, order, slack, &finest))
    worst->finding.note =
        am_format(worst->subject->arena, "relative error %.2g with %d substeps",
                  last, finest.steps);
  return true;
}

/* ---- derivatives --------------------------------------------------------- */

static bool values_along(void *data, int column, double h, double *values) {
  const am_frozen_step *f = data;
  double strain[6];
  am_arena_poll(f->point.subject->arena);
  memcpy(strain, f->loading.to, sizeof strain);
  strain[column] += h;
  return am_frozen_follow(f->point.program, f->point.step,
                          f->by_column ? 1 + column : AM_PASS_STATE, strain,
                          values, values + 6) == AM_POINT_GOOD;
}

am_frozen_step *am_frozen_step_new(am_subject *subject) {
  am_frozen_step *f = AM_NEW(subject->arena, am_frozen_step);
  const am_line line = {6 + subject->law->nx, 6, values_along, f};
  f->differences = am_differences_new(subject->arena, line);
  return f;
}

bool am_frozen_step_find(am_frozen_step *f, const am_loading *loading) {
  const am_test_point *p = &f->point;
  f->loading = *loading;
  am_loading_put(loading, p->step);
  am_frozen_record(p->program, p->step);
  return p->step->status == AM_POINT_GOOD &&
         am_differences_extrapolate(&f->differences,
                                    1e-2 * am_loadings_strain(p->subject));
}
