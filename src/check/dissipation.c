/* dissipation.c: A·a' is not negative. */
#include <math.h>

#include "base/text.h"
#include "check/checks.h"
#include "check/sampling.h"

#define NEGLIGIBLE 1e-10

typedef struct {
  am_subject *subject;
  am_values *rates;
  double least;
  am_finding worst;
} dissipated;

/* A·a', over the sum of what its terms are in size. */
static bool visit(void *data, const am_drawn *drawn) {
  dissipated *d = data;
  const am_law *law = d->subject->law;
  const double *a = drawn->spot + am_spot_offset(law, AM_INPUT_FORCE);
  const double *f = am_values_at(d->rates, drawn->spot);
  double power = 0, size = 0;
  for (int i = 0; i < law->na; i++) {
    power += a[i] * f[i];
    size += fabs(a[i] * f[i]);
  }
  double share = size == 0 ? 0 : power / size;
  if (d->worst.what && share >= d->least) return true;
  d->least = share;
  d->worst = (am_finding){
      .check = "dissipation", .what = "A:da/dt", .time = NAN,
      .ours = share > 0 ? 0 : share, .bound = NEGLIGIBLE,
      .entry = am_format(d->subject->arena, "A:da/dt = %.6g", power),
      .state = am_state_keep(d->subject, drawn->state),
      .note = "over the sum of its terms' sizes"};
  return true;
}

static am_status run(am_subject *s) {
  dissipated d = {.subject = s};
  if (!s->law->na) {
    am_finding_skip(s, "dissipation", "A:da/dt",
                    "the law has no internal variables");
    return AM_OK;
  }
  d.rates = am_values_new(s, s->law->rate, s->law->na);
  AM_TRY(am_check_states(s, "dissipation", visit, &d));
  if (d.worst.what) am_finding_add(s, &d.worst);
  return AM_OK;
}

const am_check am_check_dissipation = {
    "dissipation", "no state dissipates negatively", run};
