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

/* Psi, and a bound of its rounding, at a multiple of the state's forces; of
 * those of one variable alone where there is one. */
static double psi_at(bottom *b, const am_drawn *drawn, const am_variable *v,
                     double factor, double *doubt) {
  const am_law *law = b->subject->law;
  double *force = b->spot + am_spot_offset(law, AM_INPUT_FORCE);
  memcpy(b->spot, drawn->spot,
         (size_t)am_spot_offset(law, AM_INPUT_KINDS) * sizeof *b->spot);
  for (int i = 0; i < law->na; i++) {
    bool other = v && (i < v->offset || i >= v->offset + v->size);
    force[i] *= other ? 0 : factor;
  }
  am_values_rounding(b->psi, b->spot, doubt);
  return am_values_at(b->psi, b->spot)[0];
}

static const char *entry_name(const bottom *b, const am_variable *v,
                              double factor) {
  am_arena *arena = b->subject->arena;
  return v ? am_format(arena, "Psi at %.3g times A_%s alone", factor, v->name)
           : am_format(arena, "Psi at %.3g times the forces", factor);
}

static void look(bottom *b, const am_drawn *drawn, const am_variable *v) {
  am_random random = drawn->random;
  double blur, doubt, rest = psi_at(b, drawn, v, 0, &blur);
  const double factors[] = {1, am_random_in(&random, 0, 1),
                            am_random_power(&random, -4, 0)};
  for (int i = 0; i < 3; i++) {
    double psi = psi_at(b, drawn, v, factors[i], &doubt);
    am_finding found = {
        .check = "minimum", .what = "Psi(0)", .time = NAN,
        .ours = psi >= rest ? rest : psi, .reference = rest,
        .bound = NEGLIGIBLE * (fabs(psi) + fabs(rest)) + blur + doubt +
                 DBL_MIN};
    if (v && !isfinite(psi)) continue; /* no forces that a state has */
    if (!am_finding_exceeds(&found, &b->worst)) continue;
    found.state = am_state_keep(b->subject, drawn->state);
    found.entry = entry_name(b, v, factors[i]);
    b->worst = found;
  }
}

/* All forces, and those of each variable: where one is small beside others, a
 * minimum elsewhere would not show. */
static bool visit(void *data, const am_drawn *drawn) {
  bottom *b = data;
  const am_law *law = b->subject->law;
  look(b, drawn, NULL);
  for (int i = 0; law->count > 1 && i < law->count; i++)
    look(b, drawn, &law->variables[i]);
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
