/* conventional.c: compares the hand-written update with automatic implicit
 * Euler: stress, state and tangent. */
#include "check/parts.h"

/* Tolerance relative to the largest component of the same quantity; Newton's
 * tolerance is 1e-12. */
static const double tolerance = 1e-9;

typedef struct {
  am_subject *subject;
  am_engine_program *by_hand, *automatic;
  am_step *ours, *reference;
  am_worst *worst; /* stress, tangent, variables [law->count] */
} update;

static void compare_results(update *u, const am_loading *loading) {
  const am_law *law = u->subject->law;
  const am_step *a = u->ours, *b = u->reference;
  for (int i = 0; i < 2 + law->count; i++) {
    const am_variable *v = i < 2 ? NULL : &law->variables[i - 2];
    double ours[36], reference[36];
    int count = i == 1 ? 36 : v && v->kind == AM_SCALAR ? 1 : 6;
    if (v) {
      am_variable_to_user(v, a->state, ours);
      am_variable_to_user(v, b->state, reference);
    } else {
      (i ? am_basis_to_tangent : am_basis_to_tensor)(
          i ? a->tangent : a->stress, ours);
      (i ? am_basis_to_tangent : am_basis_to_tensor)(
          i ? b->tangent : b->stress, reference);
    }
    am_worst_take_tensor(&u->worst[i], u->worst[i].finding.what, ours,
                         reference, count,
                         tolerance * am_largest(reference, count), loading);
  }
}

/* The update must succeed whenever automatic implicit Euler does. */
static bool compare_updates(void *data, const am_loading *loading) {
  update *u = data;
  am_loading_put(loading, u->reference);
  am_engine_step(am_engine_reference(), u->automatic, u->reference);
  if (u->reference->status != AM_POINT_GOOD) return false;
  am_loading_put(loading, u->ours);
  am_engine_step(u->subject->engine, u->by_hand, u->ours);
  if (u->ours->status == AM_POINT_GOOD)
    compare_results(u, loading);
  else if (am_worst_take(&u->worst[0], NAN, 0, 0, loading))
    u->worst[0].finding.note = am_point_status_text[u->ours->status];
  return true;
}

am_status am_check_run_conventional(am_subject *s) {
  const am_scheme *scheme = am_scheme_find("implicit-euler");
  am_solver *by_hand = am_subject_solver(s, scheme);
  am_solver *automatic = am_subject_solver(s, scheme);
  am_law *law = s->law;
  int count = 2 + law->count;
  by_hand->strategy = AM_STRATEGY_CONVENTIONAL;
  automatic->strategy = AM_STRATEGY_AUTOMATIC;
  update u = {.subject = s,
              .ours = am_subject_point(s, law),
              .reference = am_subject_point(s, law),
              .worst = AM_ARRAY(s->arena, am_worst, count)};
  for (int i = 0; i < count; i++)
    u.worst[i] = am_worst_new(s, "conventional",
                              i == 0   ? "stress"
                              : i == 1 ? "tangent"
                                       : law->variables[i - 2].name,
                              by_hand);
  am_loadings *loadings = am_loadings_new(s, law);
  if (!loadings) return AM_INPUT;
  AM_TRY(am_subject_compile(s, s->engine, law, by_hand, &u.by_hand));
  AM_TRY(am_subject_compile(s, am_engine_reference(), law, automatic,
                            &u.automatic));
  am_loadings_visit(loadings, s->samples, compare_updates, &u);
  for (int i = 0; i < count; i++) am_worst_add(&u.worst[i]);
  return AM_OK;
}
