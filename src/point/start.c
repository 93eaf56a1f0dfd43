/* start.c: the stress at the start of a point. */
#include "point/start.h"

#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "engine/nominal.h"
#include "expr/evaluate.h"

/* The state at the start with the parameters of the law. */
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
                        const am_start_point *point) {
  static const double still[6 + AM_MOST_EXTERNAL];
  const am_law *law = sample->law;
  double strain[6], coordinates[6];
  am_frame *frame = am_frame_new(
      arena, am_program_new(arena, law->graph, law->stress, 6));
  if (law->logarithmic)
    am_logarithmic_strain(sample->gradient, strain);
  else
    am_basis_from_tensor(sample->description->strain, strain);
  const double *inputs[AM_INPUT_KINDS] = {
      [AM_INPUT_STRAIN] = strain,
      [AM_INPUT_STATE] = point ? point->state : start_state(arena, sample),
      [AM_INPUT_EXTERNAL] = sample->external, [AM_INPUT_RATE] = still};
  am_frame_bind(frame, point && point->parameters ? point->parameters
                                                  : law->parameters);
  am_frame_run(frame, inputs, coordinates);
  if (law->logarithmic)
    am_nominal_stress(sample->gradient, coordinates, sample->stress);
  else
    am_basis_to_tensor(coordinates, sample->stress);
}

void am_start_stress(am_arena *arena, am_sample *sample,
                     const am_start_point *point) {
  const am_law *law = sample->law;
  bool alike = point || !sample->vary || !law->nf, good = true;
  if (sample->histories) return;
  find_stress(arena, sample, point);
  for (int c = 0; c < am_law_controlled(law); c++)
    good = good && isfinite(sample->stress[c]);
  if (alike && good) sample->names.stress = sample->stress;
}
