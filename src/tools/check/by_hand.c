/* by_hand.c: compares hand-written first derivatives of a material with the
 * automatic ones, at states of random steps, and its hand-written update with
 * automatic implicit Euler: stress, state and tangent. */
#include "check/parts.h"

/* Tolerance relative to the largest component of the same quantity over all
 * states, because values that nearly cancel have no accurate digits. */
static const double of_partials = 1e-11;

/* Stress [6], forces [na] and rates [na] of a law at a state. */
typedef struct {
  const am_law *law;
  am_values *values;
  double *inputs;
} derivatives;

typedef struct {
  am_subject *subject;
  derivatives by_hand, automatic;
  am_worst *worst; /* [count]: stress, forces, rates */
  double *scale;   /* [count] largest components */
  bool measured;   /* the scales include all states */
} partials;

static derivatives derivatives_of(am_subject *subject) {
  am_arena *arena = subject->arena;
  const am_law *law = subject->law;
  int na = law->na, size = am_input_offset(law, AM_INPUT_KINDS);
  am_node *nodes = AM_ARRAY(arena, am_node, 6 + 2 * na);
  memcpy(nodes, law->stress, sizeof law->stress);
  for (int i = 0; i < na; i++) {
    nodes[6 + i] = law->force[i];
    nodes[6 + na + i] = law->rate[i];
  }
  return (derivatives){law, am_values_new(subject, nodes, 6 + 2 * na),
                       AM_ARRAY(arena, double, size)};
}

/* The strain is also the strain rate. */
static const double *evaluate_at(const derivatives *v, const double *strain,
                                 const double *state) {
  double *rate = v->inputs + am_input_offset(v->law, AM_INPUT_RATE);
  memcpy(rate, strain, 6 * sizeof *rate);
  am_inputs_set(v->law, strain, state, v->law->external, v->inputs);
  return am_values_at(v->values, v->inputs);
}

/* Quantity i with `count` components: the first pass measures its scale, the
 * second compares. */
static void compare_quantity(partials *p, int i, const double *ours,
                             const double *reference, int count,
                             const am_loading *loading) {
  am_worst *worst = &p->worst[i];
  if (p->measured)
    am_worst_take_tensor(worst, worst->finding.what, ours, reference, count,
                         of_partials * p->scale[i], loading);
  else
    p->scale[i] = fmax(p->scale[i], am_largest(reference, count));
}

/* Compares at the final strain and the initial state of a step, where the law
 * flows fast. */
static bool compare_state(void *data, const am_loading *loading) {
  partials *p = data;
  const am_law *law = p->automatic.law;
  am_loading here = *loading;
  double *y = AM_ARRAY(p->subject->arena, double, law->na + 1);
  double ours[6], reference[6];
  memcpy(here.from, here.to, sizeof here.from);
  here.duration = NAN;
  am_state_reorder(law, p->by_hand.law, loading->state, y);
  const double *automatic =
      evaluate_at(&p->automatic, loading->to, loading->state);
  const double *by_hand = evaluate_at(&p->by_hand, loading->to, y);
  am_basis_to_tensor(by_hand, ours);
  am_basis_to_tensor(automatic, reference);
  compare_quantity(p, 0, ours, reference, 6, &here);
  /* Forces, then rates. */
  for (int i = 0; i < 2 * law->count; i++) {
    const am_variable *v = &law->variables[i % law->count];
    const am_variable *w = p->by_hand.law->variables;
    while (strcmp(w->name, v->name)) w++;
    int first = 6 + i / law->count * law->na;
    am_variable_to_user(w, by_hand + first, ours);
    am_variable_to_user(v, automatic + first, reference);
    compare_quantity(p, 1 + i, ours, reference, v->kind == AM_SCALAR ? 1 : 6,
                     &here);
  }
  return true;
}

am_status am_check_run_partials(am_subject *subject) {
  am_arena *arena = subject->arena;
  int variables = subject->law->count, count = 1 + 2 * variables;
  am_subject *own = am_subject_of_strategy(subject, AM_STRATEGY_SEMI_AUTOMATIC);
  if (!own) return AM_INPUT;
  partials p = {.subject = subject,
                .by_hand = derivatives_of(own),
                .automatic = derivatives_of(subject),
                .worst = AM_ARRAY(arena, am_worst, count),
                .scale = AM_ARRAY(arena, double, count)};
  for (int i = 0; i < count; i++) {
    const char *name =
        i ? subject->law->variables[(i - 1) % variables].name : "stress";
    const char *prefix = !i ? "" : i <= variables ? "A_" : "rate_";
    p.worst[i] = am_worst_new(subject, "partials",
                              am_format(arena, "%s%s", prefix, name), NULL);
  }
  AM_TRY(am_loadings_visit(subject, subject->samples, compare_state, &p));
  p.measured = true;
  AM_TRY(am_loadings_visit(subject, subject->samples, compare_state, &p));
  for (int i = 0; i < count; i++) am_worst_add(&p.worst[i]);
  return AM_OK;
}

/* ---- updates ------------------------------------------------------------- */

/* Tolerance relative to the largest component of the same quantity; Newton's
 * tolerance is 1e-12. */
static const double of_update = 1e-9;

typedef struct {
  am_subject *subject;
  am_test_point by_hand, automatic;
  am_worst *worst; /* stress, tangent, variables [law->count] */
} update;

static void compare_results(update *u, const am_loading *loading) {
  const am_law *law = u->subject->law;
  const am_step *a = u->by_hand.step, *b = u->automatic.step;
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
                         of_update * am_largest(reference, count), loading);
  }
}

/* The update must succeed whenever automatic implicit Euler does. */
static bool compare_updates(void *data, const am_loading *loading) {
  update *u = data;
  if (!am_test_point_advance(&u->automatic, loading)) return false;
  if (am_test_point_advance(&u->by_hand, loading))
    compare_results(u, loading);
  else if (am_worst_take(&u->worst[0], NAN, 0, 0, loading))
    u->worst[0].finding.note =
        am_point_status_text[u->by_hand.step->status];
  return true;
}

am_status am_check_run_conventional(am_subject *s) {
  const am_scheme *scheme = am_scheme_find("implicit-euler");
  am_solver *by_hand = am_subject_solver(s, scheme);
  am_solver *automatic = am_subject_solver(s, scheme);
  const am_law *law = s->law;
  int count = 2 + law->count;
  by_hand->strategy = AM_STRATEGY_CONVENTIONAL;
  automatic->strategy = AM_STRATEGY_AUTOMATIC;
  update u = {.subject = s, .worst = AM_ARRAY(s->arena, am_worst, count)};
  for (int i = 0; i < count; i++)
    u.worst[i] = am_worst_new(s, "conventional",
                              i == 0   ? "stress"
                              : i == 1 ? "tangent"
                                       : law->variables[i - 2].name,
                              by_hand);
  AM_TRY(am_test_point_new(s, s->engine, by_hand, &u.by_hand));
  AM_TRY(am_test_point_new(s, am_engine_reference(), automatic, &u.automatic));
  AM_TRY(am_loadings_visit(s, s->samples, compare_updates, &u));
  for (int i = 0; i < count; i++) am_worst_add(&u.worst[i]);
  return AM_OK;
}
