/* gradient.c: stress and forces against differences of the free energy, the
 * rates against those of the force potential; and neither potential jumps. */
#include "check/checks.h"
#include "check/derivative.h"
#include "check/jumps.h"
#include "check/nodes.h"

static am_status check_energy(am_subject *s) {
  am_law *law = s->law;
  am_derivative d = {.check = "gradient", .what = "omega",
                     .values = am_values_new(s, &law->energy, 1),
                     .derivatives = am_values_new(
                         s, am_check_slopes(s), 6 + law->na),
                     .block_count = 2};
  am_axes_push(s->arena, &d.rows, "omega", 0);
  d.blocks[0] = (am_columns_of){
      .kind = AM_INPUT_STRAIN, .offset = 0, .column_stride = 1,
      .columns = am_axes_of_tensor(s->arena, "eps", AM_AXIS_VALUE)};
  d.blocks[1] = (am_columns_of){
      .kind = AM_INPUT_STATE, .offset = 6, .column_stride = 1,
      .columns = am_axes_of_state(s->arena, law, "", law->na, AM_AXIS_VALUE)};
  AM_TRY(am_check_derivative(s, &d));
  double *rest = AM_ARRAY(s->arena, double, 6 + law->na);
  for (int i = 0; i < law->na; i++) rest[6 + i] = law->initial[i];
  return am_check_jumps(
      s, &(am_potential){.what = "omega, jumps",
                         .entry = "change of omega from rest to the state",
                         .potential = d.values, .slopes = d.derivatives,
                         .origin = rest, .count = 6 + law->na});
}

static am_status check_force_potential(am_subject *s) {
  am_law *law = s->law;
  am_derivative d = {
      .check = "gradient", .what = "Psi",
      .values = am_values_new(s, &law->dissipation_potential, 1),
      .derivatives = am_values_new(s, law->rate, law->na),
      .block_count = 1};
  am_axes_push(s->arena, &d.rows, "Psi", 0);
  d.blocks[0] = (am_columns_of){
      .kind = AM_INPUT_FORCE, .column_stride = 1,
      .columns =
          am_axes_of_state(s->arena, law, "A_", law->na, AM_AXIS_VALUE)};
  AM_TRY(am_check_derivative(s, &d));
  return am_check_jumps(
      s, &(am_potential){.what = "Psi, jumps",
                         .entry = "change of Psi from no forces to the state's",
                         .potential = d.values,
                         .slopes = am_values_new(s, am_check_flow(s), law->na),
                         .first = am_spot_offset(law, AM_INPUT_FORCE),
                         .count = law->na});
}

static am_status run(am_subject *subject) {
  AM_TRY(check_energy(subject));
  return subject->law->na ? check_force_potential(subject) : AM_OK;
}

const am_check am_check_gradient = {
    "gradient", "stress, forces and rates against differences of the "
    "potentials", run};
