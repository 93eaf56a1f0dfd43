/* step.c: one point as fields of one. */
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "engine/engine.h"

static am_fields fields_of(am_step *step, double *status, double *counts) {
  am_fields f = {.stride = 1,
                 .duration = step->duration,
                 .parameters = step->parameters,
                 .strain0 = step->strain0,
                 .state0 = step->state0,
                 .target = step->target,
                 .first = &step->first,
                 .largest = &step->largest,
                 .stop = step->stop,
                 .strain = step->strain,
                 .state = step->state,
                 .next = &step->next,
                 .reached = &step->reached,
                 .stress = step->stress,
                 .tangent = step->tangent,
                 .derivative = step->derivative,
                 .energy = &step->energy,
                 .status = status,
                 .counts = counts};
  for (int i = 0; i < 6; i++)
    f.stress_controlled[i] = step->stress_controlled[i];
  return f;
}

void am_engine_step(const am_engine *engine, am_engine_program *program,
                    am_step *step) {
  double status, counts[AM_COUNTS];
  am_fields fields = fields_of(step, &status, counts);
  engine->advance(program, &fields, 1);
  step->status = (am_point_status)status;
  am_basis_to_tensor(step->strain, step->components);
  for (int i = 0; i < 6; i++)
    if (!step->stress_controlled[i]) step->components[i] = step->target[i];
  step->substeps = counts[AM_COUNT_SUBSTEPS];
  step->rejected = counts[AM_COUNT_REJECTED];
  step->evaluations = counts[AM_COUNT_EVALUATIONS];
  step->iterations = counts[AM_COUNT_ITERATIONS];
  step->equilibrium_iterations = counts[AM_COUNT_EQUILIBRIUM];
  step->residual = counts[AM_COUNT_RESIDUAL];
}
