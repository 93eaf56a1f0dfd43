#include "check/check.h"

#include <math.h>

#include "base/text.h"
#include "check/lacks.h"
#include "check/replay.h"

double am_finding_ratio(const am_finding *f) {
  double difference = fabs(f->ours - f->reference);
  if (difference == 0) return 0;
  double ratio = difference / f->bound;
  return isnan(ratio) ? INFINITY : ratio;
}

bool am_finding_exceeds(const am_finding *finding, const am_finding *worst) {
  return !worst->what || am_finding_ratio(finding) > am_finding_ratio(worst);
}

/* A failure that the material announces. */
static void excuse(am_subject *subject, am_finding *f) {
  if (f->verdict != AM_VERDICT_FAILED || !subject->material) return;
  const char *why = am_lacks(subject->report, subject->material, f->check);
  if (!why) return;
  f->verdict = AM_VERDICT_KNOWN;
  f->note = f->note ? am_format(subject->arena, "%s; known: %s", f->note, why)
                    : am_format(subject->arena, "known: %s", why);
}

void am_finding_add(am_subject *subject, const am_finding *finding) {
  am_findings *all = subject->findings;
  am_finding copy = *finding;
  if (copy.verdict != AM_VERDICT_SKIPPED)
    copy.verdict = am_finding_ratio(&copy) <= 1 ? AM_VERDICT_GOOD
                                                : AM_VERDICT_FAILED;
  excuse(subject, &copy);
  if (copy.verdict == AM_VERDICT_FAILED && copy.state && !copy.replay)
    copy.replay = am_replay_of(subject, &copy);
  AM_PUSH_ROOM(all->arena, all->items, all->count, all->capacity);
  all->items[all->count++] = copy;
}

void am_finding_skip(am_subject *subject, const char *check,
                     const char *what, const char *note) {
  am_finding_add(subject, &(am_finding){.check = check,
                                        .what = what,
                                        .verdict = AM_VERDICT_SKIPPED,
                                        .time = NAN,
                                        .note = note});
}
