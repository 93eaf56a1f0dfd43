/* start.c: initial stress of a point. */
#include "point/parts.h"

/* Initial state with the parameters of the law. */
static double *start_state(am_arena *arena, const am_sample *sample) {
  const am_law *law = sample->law;
  double *state = AM_ARRAY(arena, double, law->nx);
  for (int i = 0; i < law->nx; i++) {
    double own = sample->initial[i];
    state[i] = !isnan(own) ? own : i < law->na ? law->initial[i] : 0;
  }
  return state;
}

static void find_stress(am_arena *arena, am_sample *sample,
                        const am_sample_fields *point) {
  const am_law *law = sample->law;
  double strain[6], coordinates[6];
  if (law->logarithmic)
    am_logarithmic_strain(sample->gradient, strain);
  else
    am_basis_from_tensor(sample->description->strain, strain);
  const am_law_point at = {
      .strain = strain,
      .state = point ? point->state : start_state(arena, sample),
      .external = sample->external,
      .parameters = point ? point->parameters : NULL};
  am_law_stress(arena, law, &at, coordinates);
  if (law->logarithmic)
    am_nominal_stress(sample->gradient, coordinates, sample->stress);
  else
    am_basis_to_tensor(coordinates, sample->stress);
}

static void note_stress(am_report *report, const am_sample *sample) {
  static const char *const given[] = {"strain", "F", "stress"};
  const am_case *c = sample->description;
  const am_law *law = sample->law;
  for (int i = 0; i < 3; i++)
    if (am_yaml_get(c->initial, given[i])) return;
  const am_start_stress_note note = {
      .place = c->initial                             ? c->initial->place
               : c->points && !c->path && !c->entries ? c->points->place
                                                      : am_path_place(c),
      .where = "",
      .quantity = law->logarithmic ? "P" : "stress", .stress = sample->stress,
      .count = am_law_controlled(law), .external = sample->external,
      .refused = law->logarithmic || sample->histories};
  am_law_note_stress(report, law, &note);
}

void am_start_stress(am_arena *arena, am_report *report, am_sample *sample,
                     const am_sample_fields *point) {
  const am_law *law = sample->law;
  bool alike = point || !sample->vary || !law->nf, good = true;
  find_stress(arena, sample, point);
  for (int c = 0; c < am_law_controlled(law); c++)
    good = good && isfinite(sample->stress[c]);
  if (!good) return;
  note_stress(report, sample);
  if (alike && !sample->histories) sample->names.stress = sample->stress;
}

double am_start_rounding(const am_law *law, const am_solver *solver) {
  const double rounding = 1e-15;
  return law->origin ? rounding * law->stress_scale / solver->equilibrium : 0;
}
