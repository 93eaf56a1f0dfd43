/* subject.c: laws, settings and compiled points of a check. */
#include "check/parts.h"

am_subject *am_subject_of_law(const am_subject *subject, am_law *law) {
  am_subject *own = AM_NEW(subject->arena, am_subject);
  *own = *subject;
  own->law = law;
  memset(own->functions, 0, sizeof own->functions);
  own->sampler = NULL;
  own->finite_strain = NULL;
  return own;
}

am_subject *am_subject_of_strategy(am_subject *subject, am_strategy strategy) {
  am_law *law;
  if (strategy != AM_STRATEGY_SEMI_AUTOMATIC) return subject;
  am_status status =
      am_law_new(subject->arena, subject->report, subject->material,
                 &(am_law_choice){.strategy = strategy,
                                  .energies = subject->law->energies},
                 &law);
  return status == AM_OK ? am_subject_of_law(subject, law) : NULL;
}

bool am_subject_has(const am_subject *subject, am_strategy strategy) {
  const am_material *m = subject->material;
  if (strategy == AM_STRATEGY_SEMI_AUTOMATIC)
    return m->partials.block || m->partials.count;
  if (strategy == AM_STRATEGY_CONVENTIONAL)
    return m->conventional && am_update_find(m->conventional);
  return true;
}

am_solver *am_subject_solver(am_subject *subject, const am_scheme *scheme) {
  am_solver *solver = AM_NEW(subject->arena, am_solver);
  *solver = am_solver_default;
  solver->scheme = scheme;
  solver->energies = subject->law->energies;
  return solver;
}

void am_state_reorder(const am_law *from, const am_law *to, const double *state,
                      double *reordered) {
  for (int i = 0; i < to->count; i++)
    for (int j = 0; j < from->count; j++)
      if (!strcmp(to->variables[i].name, from->variables[j].name))
        memcpy(reordered + to->variables[i].offset,
               state + from->variables[j].offset,
               (size_t)to->variables[i].size * sizeof *state);
}

void am_loading_put(const am_loading *loading, am_step *step) {
  step->duration = loading->duration;
  step->state0 = loading->state;
  memcpy(step->strain0, loading->from, sizeof loading->from);
  am_basis_to_tensor(loading->to, step->target);
  step->step0 = step->stress_max0 = 0;
  memcpy(step->external0, loading->external0, sizeof step->external0);
  memcpy(step->external1, loading->external1, sizeof step->external1);
}

static void add_point(am_test_point *point) {
  am_subject *s = point->subject;
  point->step = AM_NEW(s->arena, am_step);
  point->step->state = AM_ARRAY(s->arena, double, s->law->nx + 1);
  point->step->derivative = AM_ARRAY(s->arena, double, 6 * s->law->nx + 1);
  point->step->stop = am_arena_flag(s->arena);
}

am_status am_test_point_new(am_subject *s, const am_engine *engine,
                            const am_solver *solver, am_test_point *point) {
  const am_engine_options options = {.threads = 1, .lanes = 1};
  *point = (am_test_point){.subject = s};
  add_point(point);
  return am_engine_compile(s->arena, s->report, engine, s->law, solver,
                           &options, &point->program);
}

am_status am_test_point_both(am_subject *s, const am_solver *solver,
                             am_test_point *point, am_test_point *exact) {
  AM_TRY(am_test_point_new(s, s->engine, solver, point));
  if (!s->engine->reference)
    return am_test_point_new(s, am_engine_reference(), solver, exact);
  *exact = *point;
  return AM_OK;
}

bool am_test_point_advance(const am_test_point *point,
                           const am_loading *loading) {
  am_arena_poll(point->subject->arena);
  am_loading_put(loading, point->step);
  am_engine_step(point->program, point->step);
  return point->step->status == AM_POINT_GOOD;
}

bool am_scheme_is_usual(const am_scheme *scheme) {
  return !strcmp(scheme->name, "ode23") ||
         !strcmp(scheme->name, "implicit-euler");
}

/* ---- reference solutions ------------------------------------------------- */

/* Smallest tolerance that second-order schemes reach in reasonable time. */
static const double LEAST_OF_DOMAINS = 1e-6;

am_solver am_reference_solver(const am_material *material,
                              const am_solver *like, double rtol,
                              bool tangent) {
  am_solver solver = *like;
  solver.scheme = am_scheme_find("rodas4");
  if (!am_scheme_suits(material, solver.scheme)) {
    solver.scheme = am_scheme_find("implicit-euler-adaptive");
    rtol = fmax(rtol, LEAST_OF_DOMAINS);
  }
  solver.strategy = AM_STRATEGY_AUTOMATIC;
  solver.error_control = AM_CONTROL_INTERNAL;
  solver.tangent_control = AM_TANGENT_COUPLED;
  solver.tangent_mode = AM_MODE_VECTOR;
  solver.tangent = tangent;
  solver.rtol = rtol;
  solver.atol = rtol * 1e-3;
  solver.substeps = 1;
  return solver;
}
