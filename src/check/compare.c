#include "check/compare.h"

#include <math.h>
#include <string.h>

#include "check/replay.h"
#include "engine/conventional.h"

am_worst am_worst_new(am_subject *subject, const char *check,
                      const char *what, const am_solver *solver) {
  return (am_worst){.subject = subject,
                    .solver = solver,
                    .ratio = -1,
                    .finding = {.check = check, .what = what, .time = NAN}};
}

bool am_worst_take(am_worst *w, double ours, double reference, double bound,
                   const am_loading *loading) {
  am_finding found = w->finding;
  found.ours = ours;
  found.reference = reference;
  found.bound = bound;
  double ratio = am_finding_ratio(&found);
  if (ratio <= w->ratio) return false;
  w->ratio = ratio;
  w->finding = found;
  w->loading = loading ? *loading : (am_loading){.state = NULL};
  return true;
}

static const am_state *state_of(const am_worst *w) {
  am_state *state = AM_NEW(w->subject->arena, am_state);
  for (int i = 0; i < 6; i++) state->strain[i] = w->loading.from[i];
  state->y = w->loading.state;
  return state;
}

static const char *replay_of(const am_worst *w) {
  const am_finding *f = &w->finding;
  if (!w->solver) return NULL;
  return am_replay_loading(w->subject, w->solver, &w->loading,
                           am_format(w->subject->arena, "%s, %s", f->check,
                                     f->what));
}

static void skip(const am_worst *w) {
  const am_finding *f = &w->finding;
  am_finding_skip(w->subject, f->check, f->what,
                  f->note ? f->note : "no step could be integrated");
}

void am_worst_add(am_worst *w) {
  if (w->ratio < 0) {
    skip(w);
    return;
  }
  if (w->loading.state) {
    w->finding.state = state_of(w);
    w->finding.time = w->loading.duration;
  }
  if (w->loading.state && w->ratio > 1)
    w->finding.replay = replay_of(w);
  am_finding_add(w->subject, &w->finding);
}

am_law *am_subject_law(am_subject *subject, am_strategy strategy) {
  am_law *law;
  if (strategy != AM_STRATEGY_SEMI_AUTOMATIC) return subject->law;
  am_status status =
      am_law_new(subject->arena, subject->report, subject->material, NULL,
                 NULL, am_nowhere, strategy, subject->law->energies, &law);
  return status == AM_OK ? law : NULL;
}

bool am_subject_has(const am_subject *subject, am_strategy strategy) {
  const am_material *m = subject->material;
  if (strategy == AM_STRATEGY_SEMI_AUTOMATIC)
    return m->partials || m->partial_count;
  if (strategy == AM_STRATEGY_CONVENTIONAL)
    return m->conventional && am_update_find(m->conventional);
  return true;
}

am_step *am_subject_point(am_subject *subject, const am_law *law) {
  am_step *step = AM_NEW(subject->arena, am_step);
  step->state = AM_ARRAY(subject->arena, double, law->nx + 1);
  step->derivative = AM_ARRAY(subject->arena, double, 6 * law->nx + 1);
  step->stop = subject->stop;
  return step;
}

bool am_scheme_is_usual(const am_scheme *scheme) {
  return !strcmp(scheme->name, "ode23") ||
         !strcmp(scheme->name, "implicit-euler");
}

double am_largest(const double *x, int count) {
  double most = 0;
  for (int i = 0; i < count; i++)
    if (!(fabs(x[i]) <= most)) most = fabs(x[i]);
  return most;
}
