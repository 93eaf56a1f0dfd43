/* conventional.c: compares the hand-written update with automatic implicit
 * Euler: stress, state and tangent. */
#include <math.h>

#include "base/base.h"
#include "check/loadings.h"
#include "check/sampling.h"

/* Relative to the largest component of the same quantity; Newton's tolerance is
 * 1e-12. */
static const double tolerance = 1e-9;

typedef struct {
  am_subject *subject;
  am_engine_program *by_hand, *automatic;
  am_step *ours, *reference;
  am_loading loading;
  am_worst stress, tangent;
  am_worst *states; /* [law->count] */
} update;

/* Compares tensor components [count] of a tensor, or [6][6] of the tangent. */
static void compare_quantity(update *u, am_worst *worst, const double *ours,
                             const double *reference, int count) {
  am_arena *arena = u->subject->arena;
  double bound = tolerance * am_largest(reference, count);
  const char *what = worst->finding.what;
  for (int i = 0; i < count; i++) {
    const char *column = am_component_names[i % 6];
    if (!am_worst_take(worst, ours[i], reference[i], bound, &u->loading))
      continue;
    worst->finding.entry =
        count == 1  ? what
        : count > 6 ? am_format(arena, "%s.%s.%s", what,
                                am_component_names[i / 6], column)
                    : am_format(arena, "%s.%s", what, column);
  }
}

/* The update must succeed whenever automatic implicit Euler does. */
static bool compare_updates(void *data, const am_loading *loading) {
  update *u = data;
  u->loading = *loading;
  am_loading_put(loading, u->reference);
  am_engine_step(am_engine_reference(), u->automatic, u->reference);
  if (u->reference->status != AM_POINT_GOOD) return false;
  am_loading_put(loading, u->ours);
  am_engine_step(u->subject->engine, u->by_hand, u->ours);
  if (u->ours->status == AM_POINT_GOOD) {
    const am_law *law = u->subject->law;
    double ours[36], reference[36];
    am_basis_to_tensor(u->ours->stress, ours);
    am_basis_to_tensor(u->reference->stress, reference);
    compare_quantity(u, &u->stress, ours, reference, 6);
    am_basis_to_tangent(u->ours->tangent, ours);
    am_basis_to_tangent(u->reference->tangent, reference);
    compare_quantity(u, &u->tangent, ours, reference, 36);
    for (int i = 0; i < law->count; i++) {
      const am_variable *v = &law->variables[i];
      am_variable_to_user(v, u->ours->state, ours);
      am_variable_to_user(v, u->reference->state, reference);
      compare_quantity(u, &u->states[i], ours, reference,
                       v->kind == AM_SCALAR ? 1 : 6);
    }
  }
  else if (am_worst_take(&u->stress, NAN, 0, 0, loading))
    u->stress.finding.note = am_point_status_text[u->ours->status];
  return true;
}

am_status am_check_run_conventional(am_subject *s) {
  const am_scheme *scheme = am_scheme_find("implicit-euler");
  am_solver *by_hand = am_subject_solver(s, scheme);
  am_solver *automatic = am_subject_solver(s, scheme);
  am_law *law = s->law;
  by_hand->strategy = AM_STRATEGY_CONVENTIONAL;
  automatic->strategy = AM_STRATEGY_AUTOMATIC;
  update u = {.subject = s,
              .ours = am_subject_point(s, law),
              .reference = am_subject_point(s, law),
              .stress = am_worst_new(s, "conventional", "stress", by_hand),
              .tangent = am_worst_new(s, "conventional", "tangent", by_hand),
              .states = AM_ARRAY(s->arena, am_worst, law->count)};
  for (int i = 0; i < law->count; i++)
    u.states[i] =
        am_worst_new(s, "conventional", law->variables[i].name, by_hand);
  am_loadings *loadings = am_loadings_new(s, law);
  if (!loadings) return AM_INPUT;
  AM_TRY(am_subject_compile(s, s->engine, law, by_hand, &u.by_hand));
  AM_TRY(am_subject_compile(s, am_engine_reference(), law, automatic,
                            &u.automatic));
  am_loadings_visit(loadings, s->samples, compare_updates, &u);
  am_worst_add(&u.stress);
  am_worst_add(&u.tangent);
  for (int i = 0; i < law->count; i++) am_worst_add(&u.states[i]);
  return AM_OK;
}
