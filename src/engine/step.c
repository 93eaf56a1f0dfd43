/* step.c: one point as fields of one. */
#include "base/basis.h"
#include "engine/engine.h"

/* The address of the numbers of a member of am_step; NULL: it is none of
 * numbers. */
#define ARRAY(member)                                                \
  _Generic(member, double *: member, const double *: member,         \
           double: &(member), am_point_status: NULL)
#define FIELD(name, role, need, becomes, components) \
  .name = ARRAY(step->name),

am_fields am_step_fields(am_step *step) {
  am_fields f = {.stride = 1, .duration = step->duration, .stop = step->stop,
                 AM_FIELDS(FIELD, 0, 0, 0, 0)};
  for (int i = 0; i < 6; i++)
    f.stress_controlled[i] = step->stress_controlled[i];
  return f;
}

void am_step_find_components(am_step *step) {
  am_basis_to_tensor(step->strain, step->components);
  for (int i = 0; i < 6; i++)
    if (!step->stress_controlled[i]) step->components[i] = step->target[i];
}

void am_engine_step(const am_engine *engine, am_engine_program *program,
                    am_step *step) {
  double status;
  am_fields fields = am_step_fields(step);
  fields.status = &status;
  engine->advance(program, &fields, 1);
  step->status = (am_point_status)status;
  am_step_find_components(step);
}
