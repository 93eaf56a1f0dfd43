/* halving.c: halves loading steps of one point that do not converge. */
#include "point/parts.h"

/* A loading step is halved as long as its number of evaluations is below `SOME`
 * plus `COSTLY` per allowed substep (solver.max_substeps). */
enum { SOME = 1000, COSTLY = 10 };

void am_stepper_init(am_arena *arena, am_stepper *s,
                     am_engine_program *program, const am_law *law,
                     const am_solver *solver) {
  int nx = law->nx;
  *s = (am_stepper){.program = program, .law = law, .nx = nx,
                    .max_substeps = solver->max_substeps, .way = 1,
                    .controlled = am_law_controlled(law),
                    .adaptive = solver->scheme->family != AM_FAMILY_IMPLICIT,
                    .on_path = solver->control == AM_CONTROL_PATH};
  am_field_components(law, 6, s->components);
  s->step.state0 = s->state = AM_ARRAY(arena, double, nx);
  s->step.state = AM_ARRAY(arena, double, nx);
  s->step.derivative = AM_ARRAY(arena, double, 6 * nx);
  s->step.deformed = law->logarithmic;
}

void am_stepper_differentiate(am_arena *arena, am_stepper *s, int count) {
  int nx = s->nx, given = s->controlled * count;
  am_step *step = &s->step;
  s->by = count;
  if (!count) return;
  s->strain_by = AM_ARRAY(arena, double, given);
  s->state_by = AM_ARRAY(arena, double, nx * count);
  s->stress_by = AM_ARRAY(arena, double, 6 * count);
  s->from_by = AM_ARRAY(arena, double, given);
  s->target_by = AM_ARRAY(arena, double, given);
  step->strain_by = AM_ARRAY(arena, double, given);
  step->state_by = AM_ARRAY(arena, double, nx * count);
  step->stress_by = AM_ARRAY(arena, double, 6 * count);
  step->strain_by0 = s->strain_by;
  step->state_by0 = s->state_by;
  step->target_by = s->target_by;
}

void am_summary_add(am_summary *sum, const am_step *step) {
  for (int i = 0; i < AM_TOTAL_CUTS; i++) sum->totals[i] += step->counts[i];
}

static void copy(double *to, const double *from, int count) {
  if (count) memcpy(to, from, (size_t)count * sizeof *to);
}

void am_stepper_copy(am_stepper *to, const am_stepper *from) {
  am_step given = from->step;
  const am_fields fields = am_step_fields(&to->step);
  const am_fields others = am_step_fields(&given);
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if ((am_field_table[i].becomes != AM_FIELD_none ||
         i == AM_FIELD_external0) && am_field_get(&fields, i))
      copy(am_field_get(&fields, i), am_field_get(&others, i),
           to->components[i]);
  copy(to->stress, from->stress, 6);
  copy(to->stress_by, from->stress_by, 6 * to->by);
  to->step.parameters = from->step.parameters;
  to->step.stop = from->step.stop;
  to->step.measure = from->step.measure;
}

/* Makes the end of the last increment the present state. */
static void accept_increment(am_stepper *s) {
  am_step *step = &s->step;
  const am_fields fields = am_step_fields(step);
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    int found = am_field_table[i].becomes;
    if (found == AM_FIELD_none || !am_field_get(&fields, i) ||
        (i == AM_FIELD_step0 && step->duration == 0))
      continue;
    copy(am_field_get(&fields, i), am_field_get(&fields, found),
         s->components[i]);
  }
  copy(step->external0, step->external1, s->law->nf);
  copy(s->stress, step->stress, 6);
  copy(s->stress_by, step->stress_by, 6 * s->by);
}

/* Takes one increment, with the control in s->step, from the current state up
 * to a fraction of the loading step; if it succeeds, the result becomes the
 * current state. */
static bool advance_once(am_stepper *s, double duration, const double *target,
                         double fraction) {
  am_step *step = &s->step;
  for (int i = 0; i < s->controlled * s->by; i++)
    s->target_by[i] =
        s->from_by[i] + (s->to_by[i] - s->from_by[i]) * (fraction * s->way);
  for (int i = 0; i < s->law->nf; i++) {
    double way = s->target.external[i] - s->from_external[i];
    step->external1[i] = fraction < 1 ? s->from_external[i] + way * fraction
                                      : s->target.external[i];
  }
  step->duration = duration;
  copy(step->target, target, s->controlled);
  am_engine_step(s->program, step);
  am_summary_add(&s->work, step);
  if (step->status == AM_POINT_GOOD && !isfinite(step->energy))
    step->status = AM_POINT_INVALID;
  if (step->status != AM_POINT_GOOD) return false;

  /* Multipliers accumulate over the loading step. */
  for (int k = 0; k < s->law->nd; k++) {
    int at = am_multiplier_at(s->law, k);
    step->state[at] += s->state[at];
  }
  accept_increment(s);
  return true;
}

/* Maximum depth of halving. If relaxation is fast, a stored maximum of a
 * variable may occur close to the start of the step. */
static int deepest(const am_stepper *s) {
  return s->step.status == AM_POINT_PASSED ? 40 : 10;
}

/* True if halving has become too expensive. */
static bool is_costly(const am_stepper *s) {
  return s->work.evaluations >= SOME + (double)COSTLY * s->max_substeps;
}

/* True if shorter steps cannot help, as for singular matrices and too small
 * substeps of a scheme with step-size control. */
static bool is_final(const am_stepper *s) {
  int status = s->step.status;
  return status == AM_POINT_STOPPED || status == AM_POINT_LOST ||
         status == AM_POINT_TANGENT || status == AM_POINT_PLATEAU ||
         (s->adaptive && (status == AM_POINT_SINGULAR ||
                          (s->on_path && (status == AM_POINT_INVALID ||
                                          status == AM_POINT_STEP))));
}

/* Advances up to a fraction of the loading step, halving the increment
 * recursively if it fails. */
static bool advance_halved(am_stepper *s, double duration, const double *from,
                           const double *to, double fraction, int depth) {
  if (advance_once(s, duration, to, fraction)) return true;
  if (depth >= deepest(s) || is_costly(s) || is_final(s)) return false;

  s->halved = true;
  double middle[9] = {0};
  for (int c = 0; c < s->controlled; c++)
    middle[c] = from[c] + (to[c] - from[c]) / 2;
  double before = fraction - ldexp(0.5, -depth);
  if (!advance_halved(s, duration / 2, from, middle, before, depth + 1))
    return false;
  if (is_costly(s)) s->step.status = AM_POINT_SUBSTEPS;
  return !is_costly(s) &&
         advance_halved(s, duration / 2, middle, to, fraction, depth + 1);
}

void am_stepper_controlled_by(const am_stepper *s, int p, double *strain,
                              double *stress) {
  const double *strain_by = s->strain_by + s->controlled * p;
  const double *stress_by = s->stress_by + 6 * p;
  if (s->step.deformed) {
    copy(strain, strain_by, 9);
    am_measure_stress_by(s->step.measure, s->step.gradient0, s->stress,
                         strain_by, stress_by, stress);
  } else {
    am_basis_to_tensor(strain_by, strain);
    am_basis_to_tensor(stress_by, stress);
  }
}

bool am_stepper_advance(am_stepper *s, const am_target *target,
                        const double *from) {
  s->target = *target;
  s->step.rows = target->rows;
  s->work = (am_summary){0};
  s->halved = false;
  copy(s->from_external, s->step.external0, s->law->nf);
  for (int k = 0; k < s->law->nd; k++)
    s->state[am_multiplier_at(s->law, k)] = 0;
  for (int c = 0; c < s->controlled; c++)
    s->step.control[c] = target->stress_controlled[c];

  /* Sets the derivatives of the controlled components at the start. */
  for (int p = 0; p < s->by; p++) {
    double strain[AM_CONTROLLED_MOST], stress[AM_CONTROLLED_MOST];
    am_stepper_controlled_by(s, p, strain, stress);
    for (int c = 0; c < s->controlled; c++)
      s->from_by[s->controlled * p + c] =
          target->stress_controlled[c] ? stress[c] : strain[c];
  }
  if (!advance_halved(s, target->duration, from, target->target, 1, 0))
    return false;
  for (int i = 0; i < AM_TOTAL_CUTS; i++) s->step.counts[i] = s->work.totals[i];
  if (!s->halved) return true;

  /* After halving, no tangent of the whole loading step exists. */
  for (int i = 0; i < 81; i++) s->step.tangent[i] = NAN;
  for (int i = 0; i < 6 * AM_MOST_EXTERNAL; i++)
    s->step.stress_by_external[i] = NAN;
  for (int i = 0; i < 6 * s->nx; i++) s->step.derivative[i] = NAN;
  return true;
}

bool am_stepper_start(am_stepper *s, const double *controlled) {
  if (s->step.deformed) {
    am_logarithmic_strain(controlled, s->step.strain0);
    copy(s->step.gradient0, controlled, 9);
  } else {
    am_basis_from_tensor(controlled, s->step.strain0);
  }
  copy(s->from_external, s->step.external0, s->law->nf);
  copy(s->target.external, s->step.external0, s->law->nf);
  if (!advance_once(s, 0, controlled, 0)) return false;
  for (int i = 0; i < AM_TOTAL_CUTS; i++) s->step.counts[i] = 0;
  return true;
}

const char *am_stepper_obstacle(am_arena *arena, const am_stepper *s) {
  if (is_final(s)) return "halving the step cannot help";
  if (is_costly(s)) return "halving the step is too expensive";
  return am_format(arena, "halving the step %d times did not help", deepest(s));
}

void am_halved_steps_add(am_halved_steps *halved, double step,
                         const am_target *target) {
  if (halved->count++ > 0) return;
  halved->first = step;
  halved->first_time = target->time;
  halved->first_place = target->place;
}

void am_halved_steps_warn(am_report *report, const am_halved_steps *halved,
                          double steps, bool tangents, const char *advice) {
  if (halved->count == 0) return;
  am_warn(report, halved->first_place,
          "%.0f of %.0f loading steps converged only after halving; the first "
          "is step %.0f, to time %.15g%s%s",
          halved->count, steps, halved->first, halved->first_time,
          tangents ? "; their tangents are left empty" : "", advice);
}
