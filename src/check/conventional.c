/* conventional.c: the hand-written update against automatic implicit Euler:
 * stress, state and tangent. */
#include <math.h>

#include "base/basis.h"
#include "check/compare.h"

/* Newton's tolerance is 1e-12; relative to the largest component of the same
 * quantity. */
static const double tolerance = 1e-9;

enum { DRAWS = 8 };

typedef struct {
  am_subject *subject;
  am_engine_program *by_hand, *automatic;
  am_step *ours, *reference;
  am_loading loading;
  am_worst stress, tangent;
  am_worst *states; /* [law->count] */
} update;

static am_solver *settings(am_subject *subject, am_strategy strategy) {
  am_solver *solver = AM_NEW(subject->arena, am_solver);
  *solver = am_solver_default;
  solver->scheme = am_scheme_find("implicit-euler");
  solver->strategy = strategy;
  solver->energies = subject->law->energies;
  return solver;
}

/* Tensor components [count] of a tensor, [6][6] of the tangent. */
static void compare(update *u, am_worst *worst, const double *ours,
                    const double *reference, int count) {
  double bound = tolerance * am_largest(reference, count);
  const char *what = worst->finding.what;
  for (int i = 0; i < count; i++) {
    if (!am_worst_take(worst, ours[i], reference[i], bound, &u->loading))
      continue;
    const char *row = count > 6 ? am_component_names[i / 6] : NULL;
    const char *column = am_component_names[i % 6];
    worst->finding.entry =
        count == 1 ? what
        : row ? am_format(u->subject->arena, "%s.%s.%s", what, row, column)
              : am_format(u->subject->arena, "%s.%s", what, column);
  }
}

static void compare_all(update *u) {
  const am_law *law = u->subject->law;
  double ours[36], reference[36];
  am_basis_to_tensor(u->ours->stress, ours);
  am_basis_to_tensor(u->reference->stress, reference);
  compare(u, &u->stress, ours, reference, 6);
  am_basis_to_tangent(u->ours->tangent, ours);
  am_basis_to_tangent(u->reference->tangent, reference);
  compare(u, &u->tangent, ours, reference, 36);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    am_variable_to_user(v, u->ours->state, ours);
    am_variable_to_user(v, u->reference->state, reference);
    compare(u, &u->states[i], ours, reference, v->kind == AM_SCALAR ? 1 : 6);
  }
}

static bool step(const am_engine *engine,
                 am_engine_program *program, const am_loading *loading,
                 am_step *found) {

  am_loading_put(loading, found);
  am_engine_step(engine, program, found);
  return found->status == AM_POINT_GOOD;
}

/* The update must succeed where automatic implicit Euler does. */
static bool look(update *u) {
  am_subject *s = u->subject;
  if (!step(&am_engine_interp, u->automatic, &u->loading, u->reference))
    return false;
  if (step(s->engine, u->by_hand, &u->loading, u->ours)) {
    compare_all(u);
  } else if (am_worst_take(&u->stress, NAN, 0, 0, &u->loading)) {
    u->stress.finding.note = am_point_status_text[u->ours->status];
  }
  return true;
}

static am_status prepare(update *u, am_subject *s) {
  const am_engine_options options = {.threads = 1, .lanes = 1};
  const am_solver *solver = settings(s, AM_STRATEGY_CONVENTIONAL);
  const am_law *law = s->law;
  *u = (update){.subject = s,
                .ours = am_subject_point(s, law),
                .reference = am_subject_point(s, law),
                .stress = am_worst_new(s, "conventional", "stress", solver),
                .tangent = am_worst_new(s, "conventional", "tangent", solver),
                .states = AM_ARRAY(s->arena, am_worst, law->count)};
  for (int i = 0; i < law->count; i++)
    u->states[i] = am_worst_new(s, "conventional", law->variables[i].name,
                                solver);
  AM_TRY(s->engine->compile(s->arena, s->report, s->law, solver, &options,
                            &u->by_hand));
  return am_engine_interp.compile(s->arena, s->report, s->law,
                                  settings(s, AM_STRATEGY_AUTOMATIC),
                                  &options, &u->automatic);
}

static am_status check(am_subject *subject) {
  update u;
  am_steps *steps = am_steps_new(subject, subject->law);
  if (!steps) return AM_INPUT;
  AM_TRY(prepare(&u, subject));
  for (int i = 0; i < subject->samples; i++)
    for (int draw = 0; draw < DRAWS && !am_check_stopped(subject); draw++)
      if (am_steps_draw(steps, i, draw, &u.loading) && look(&u)) break;
  am_worst_add(&u.stress);
  am_worst_add(&u.tangent);
  for (int i = 0; i < subject->law->count; i++) am_worst_add(&u.states[i]);
  return AM_OK;
}

static am_status run(am_subject *subject) {
  if (am_subject_has(subject, AM_STRATEGY_CONVENTIONAL))
    return check(subject);
  am_finding_skip(subject, "conventional", "none",
                  subject->material->conventional
                      ? "the hand-written update is not compiled into this program"
                      : "the material has no hand-written update");
  return AM_OK;
}

const am_check am_check_conventional = {
    .name = "conventional",
    .about = "the hand-written update equals automatic implicit Euler",
    .run = run};
