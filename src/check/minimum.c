/* minimum.c: the force potential has its minimum where there are no forces. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "check/checks.h"
#include "check/sampling.h"

#define NEGLIGIBLE 1e-12

typedef struct {
  am_subject *subject;
  am_values *psi;
  double *spot;
  am_finding worst;
} bottom;

/* Psi at a multiple of the state's forces. */
static double psi_at(bottom *b, const am_drawn *drawn, double factor) {
  const am_law *law = b->subject->law;
  int at = am_spot_offset(law, AM_INPUT_FORCE);
  memcpy(b->spot, drawn->spot,
         (size_t)am_spot_offset(law, AM_INPUT_KINDS) * sizeof *b->spot);
  for (int i = at; i < at + law->na; i++) b->spot[i] *= factor;
  return am_values_at(b->psi, b->spot)[0];
}

static bool visit(void *data, const am_drawn *drawn) {
  bottom *b = data;
  am_random random = drawn->random;
  double rest = psi_at(b, drawn, 0);
  const double factors[] = {1, am_random_in(&random, 0, 1),
                            am_random_power(&random, -4, 0)};
  for (int i = 0; i < 3; i++) {
    double psi = psi_at(b, drawn, factors[i]);
    am_finding found = {
        .check = "minimum", .what = "Psi(0)", .time = NAN,
        .ours = psi >= rest ? rest : psi, .reference = rest,
        .bound = NEGLIGIBLE * (fabs(psi) + fabs(rest)) + DBL_MIN};
    if (!am_finding_exceeds(&found, &b->worst)) continue;
    found.state = am_state_keep(b->subject, drawn->state);
    found.entry = am_format(b->subject->arena, "Psi at %.3g times the forces",
                            factors[i]);
    b->worst = found;
  }
  return true;
}

static am_status run(am_subject *s) {
  bottom b = {.subject = s};
  if (!s->law->na) {
    am_finding_skip(s, "minimum", "Psi(0)",
                    "the law has no internal variables");
    return AM_OK;
  }
  b.psi = am_values_new(s, &s->law->dissipation_potential, 1);
  b.spot = AM_ARRAY(s->arena, double,
                    am_spot_offset(s->law, AM_INPUT_KINDS));
  AM_TRY(am_check_states(s, "minimum", visit, &b));
  if (b.worst.what) am_finding_add(s, &b.worst);
  return AM_OK;
}

const am_check am_check_minimum = {
    "minimum", "the force potential is least without forces", run};
