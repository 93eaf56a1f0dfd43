/* convergence.c: integrates a loading step in equal substeps, or differentiates
 * it. */
#include "check/parts.h"

struct am_integrator {
  am_subject *subject;
  am_engine_program *program;
  am_solver solver;
  am_step *step;
  double *state;    /* [nx] at the start of a part */
  am_frame *energy; /* omega */
};

const am_solver *am_integrator_solver(const am_integrator *p) {
  return &p->solver;
}

am_integrator *am_integrator_new(am_subject *subject, const am_engine *engine,
                                 const am_solver *solver) {
  am_arena *arena = subject->arena;
  am_law *law = subject->law;
  am_integrator *p = AM_NEW(arena, am_integrator);
  *p = (am_integrator){.subject = subject, .solver = *solver,
                       .step = am_subject_point(subject, law),
                       .state = AM_ARRAY(arena, double, law->nx + 1)};
  p->solver.energies = law->energies;
  am_node energy = law->energy;
  am_law_present(law, &energy, 1);
  p->energy =
      am_frame_new(arena, am_program_new(arena, law->graph, &energy, 1));
  am_frame_bind(p->energy, law->parameters);
  return am_subject_compile(subject, engine, law, &p->solver, &p->program) ==
                 AM_OK
             ? p
             : NULL;
}

am_integrator *am_integrator_fixed(am_subject *subject,
                                   const am_engine *engine,
                                   const am_scheme *scheme) {
  am_solver solver = am_solver_default;
  solver.scheme = scheme;
  solver.tangent = false;
  solver.rtol = solver.atol = 1e6;
  return am_integrator_new(subject, engine, &solver);
}

static double energy_of(am_integrator *p, const double *strain,
                        const double *external, const double *state) {
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = strain,
                                          [AM_INPUT_EXTERNAL] = external,
                                          [AM_INPUT_STATE] = state};
  double energy;
  am_frame_run(p->energy, inputs, &energy);
  return energy;
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
  am_arena *arena = p->subject->arena;
  const am_law *law = p->subject->law;
  size_t size = (size_t)law->nx * sizeof(double);
  if (!r->state) r->state = AM_ARRAY(arena, double, law->nx + 1);
  memcpy(p->state, whole->state, size);
  r->substeps = 0;
  for (int i = 0; i < count; i++) {
    am_arena_poll(arena);
    am_loading part = part_of(p, whole, i, count);
    am_loading_put(&part, p->step);
    am_engine_step(p->program, p->step);
    if (p->step->status != AM_POINT_GOOD) return false;
    memcpy(p->state, p->step->state, size);
    r->substeps += p->step->substeps;
  }
  memcpy(r->stress, p->step->stress, sizeof r->stress);
  memcpy(r->state, p->state, size);
  r->stored = energy_of(p, whole->to, whole->external1, p->state) -
              energy_of(p, whole->from, whole->external0, whole->state);
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
  double observed = last <= least ? order : fmin(order, log2(before / last));
  if (am_worst_take(worst, observed, order, slack, loading))
    worst->finding.note =
        am_format(p->subject->arena, "relative error %.2g with %d substeps",
                  last, 1 << AM_CONVERGENCE_LEVELS);
  return true;
}

/* ---- derivatives --------------------------------------------------------- */

static bool values_along(void *data, int column, double h, double *values) {
  const am_frozen_step *f = data;
  double strain[6];
  am_arena_poll(f->subject->arena);
  memcpy(strain, f->loading.to, sizeof strain);
  strain[column] += h;
  return am_frozen_follow(f->program, f->step,
                          f->by_column ? 1 + column : AM_PASS_STATE, strain,
                          values, values + 6) == AM_POINT_GOOD;
}

am_frozen_step *am_frozen_step_new(am_subject *subject, const am_law *law,
                                   const am_loadings *loadings) {
  am_frozen_step *f = AM_NEW(subject->arena, am_frozen_step);
  *f = (am_frozen_step){
      .subject = subject,
      .step = am_subject_point(subject, law),
      .longest = 1e-2 * am_loadings_strain(loadings),
      .differences = am_differences_new(
          subject->arena, (am_line){6 + law->nx, 6, values_along, f})};
  return f;
}

bool am_frozen_step_find(am_frozen_step *f, const am_loading *loading) {
  f->loading = *loading;
  am_loading_put(loading, f->step);
  am_frozen_record(f->program, f->step);
  return f->step->status == AM_POINT_GOOD &&
         am_differences_extrapolate(&f->differences, f->longest);
}
