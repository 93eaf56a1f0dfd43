/* step.c: one point as fields of one. */
#include <stddef.h>
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
                 .strain_by0 = step->strain_by0,
                 .state_by0 = step->state_by0,
                 .target_by = step->target_by,
                 .strain = step->strain,
                 .state = step->state,
                 .next = &step->next,
                 .reached = &step->reached,
                 .stress = step->stress,
                 .tangent = step->tangent,
                 .derivative = step->derivative,
                 .energy = &step->energy,
                 .status = status,
                 .counts = counts,
                 .strain_by = step->strain_by,
                 .state_by = step->state_by,
                 .stress_by = step->stress_by};
  for (int i = 0; i < 6; i++)
    f.stress_controlled[i] = step->stress_controlled[i];
  return f;
}

/* Where a count stands in a step. */
static const size_t places[AM_COUNTS] = {
    [AM_COUNT_SUBSTEPS] = offsetof(am_step, substeps),
    [AM_COUNT_REJECTED] = offsetof(am_step, rejected),
    [AM_COUNT_EVALUATIONS] = offsetof(am_step, evaluations),
    [AM_COUNT_ITERATIONS] = offsetof(am_step, iterations),
    [AM_COUNT_EQUILIBRIUM] = offsetof(am_step, equilibrium_iterations),
    [AM_COUNT_RESIDUAL] = offsetof(am_step, residual),
};

void am_step_take_counts(am_step *step, const double *counts) {
  for (int i = 0; i < AM_COUNTS; i++)
    memcpy((char *)step + places[i], &counts[i], sizeof *counts);
}

void am_step_put_counts(const am_step *step, double *counts) {
  for (int i = 0; i < AM_COUNTS; i++)
    memcpy(&counts[i], (const char *)step + places[i], sizeof *counts);
}

void am_step_find_components(am_step *step) {
  am_basis_to_tensor(step->strain, step->components);
  for (int i = 0; i < 6; i++)
    if (!step->stress_controlled[i]) step->components[i] = step->target[i];
}

void am_engine_step(const am_engine *engine, am_engine_program *program,
                    am_step *step) {
  double status, counts[AM_COUNTS];
  am_fields fields = fields_of(step, &status, counts);
  engine->advance(program, &fields, 1);
  step->status = (am_point_status)status;
  am_step_find_components(step);
  am_step_take_counts(step, counts);
}
