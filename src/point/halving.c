#include "point/halving.h"

#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"

/* A loading step is halved while it has cost less than `COSTLY` evaluations
 * for each of solver.max_substeps. */
enum { DEEPEST = 10, COSTLY = 100 };

void am_stepper_init(am_arena *arena, am_stepper *s, const am_engine *engine,
                     am_engine_program *program, int nx,
                     const am_solver *solver) {
  *s = (am_stepper){.engine = engine, .program = program, .nx = nx,
                    .max_substeps = solver->max_substeps};
  s->state = AM_ARRAY(arena, double, nx);
  s->step.state = AM_ARRAY(arena, double, nx);
  s->step.derivative = AM_ARRAY(arena, double, 6 * nx);
}

void am_stepper_differentiate(am_arena *arena, am_stepper *s, int count) {
  int nx = s->nx;
  am_step *step = &s->step;
  s->by = count;
  if (!count) return;
  s->strain_by = AM_ARRAY(arena, double, 6 * count);
  s->state_by = AM_ARRAY(arena, double, nx * count);
  s->stress_by = AM_ARRAY(arena, double, 6 * count);
  s->from_by = AM_ARRAY(arena, double, 6 * count);
  s->to_by = AM_ARRAY(arena, double, 6 * count);
  s->target_by = AM_ARRAY(arena, double, 6 * count);
  step->strain_by = AM_ARRAY(arena, double, 6 * count);
  step->state_by = AM_ARRAY(arena, double, nx * count);
  step->stress_by = AM_ARRAY(arena, double, 6 * count);
  step->strain_by0 = s->strain_by;
  step->state_by0 = s->state_by;
  step->target_by = s->target_by;
}

void am_summary_add(am_summary *sum, const am_step *step) {
  sum->substeps += step->substeps;
  sum->rejected += step->rejected;
  sum->evaluations += step->evaluations;
  sum->iterations += step->iterations;
  sum->equilibrium_iterations += step->equilibrium_iterations;
}

static void set_work(am_step *step, const am_summary *sum) {
  step->substeps = sum->substeps;
  step->rejected = sum->rejected;
  step->evaluations = sum->evaluations;
  step->iterations = sum->iterations;
  step->equilibrium_iterations = sum->equilibrium_iterations;
}

static void copy(double *to, const double *from, int count) {
  if (count) memcpy(to, from, (size_t)count * sizeof *to);
}

static void accept_by(am_stepper *s) {
  copy(s->strain_by, s->step.strain_by, 6 * s->by);
  copy(s->state_by, s->step.state_by, s->nx * s->by);
  copy(s->stress_by, s->step.stress_by, 6 * s->by);
}

/* What is controlled now changes by this with parameters. */
static void note_controlled(am_stepper *s) {
  const bool *controlled = s->step.stress_controlled;
  for (int p = 0; p < s->by; p++) {
    double strain[6], stress[6];
    am_basis_to_tensor(s->strain_by + 6 * p, strain);
    am_basis_to_tensor(s->stress_by + 6 * p, stress);
    for (int c = 0; c < 6; c++)
      s->from_by[6 * p + c] = controlled[c] ? stress[c] : strain[c];
  }
}

/* The end of a good piece is the start of the next. */
static void accept(am_stepper *s) {
  am_step *step = &s->step;
  copy(s->state, step->state, s->nx);
  accept_by(s);
  memcpy(s->strain, step->strain, sizeof s->strain);
  memcpy(s->stress, step->stress, sizeof s->stress);
  if (step->duration > 0) step->first = step->next;
  step->largest = step->reached;
}

/* One piece from the present state to the part `end` of the loading step;
 * controls are in s->step. */
static bool advance(am_stepper *s, double duration, const double *target,
                    double end) {
  am_step *step = &s->step;
  for (int i = 0; i < 6 * s->by; i++)
    s->target_by[i] = s->from_by[i] + (s->to_by[i] - s->from_by[i]) * end;
  step->duration = duration;
  step->state0 = s->state;
  memcpy(step->strain0, s->strain, sizeof s->strain);
  memcpy(step->target, target, sizeof step->target);
  am_engine_step(s->engine, s->program, step);
  am_summary_add(&s->work, step);
  if (step->status == AM_POINT_GOOD && !isfinite(step->energy))
    step->status = AM_POINT_INVALID;
  if (step->status == AM_POINT_GOOD) accept(s);
  return step->status == AM_POINT_GOOD;
}

/* Does halving the step further cost too much? */
static bool is_costly(const am_stepper *s) {
  return s->work.evaluations >= (double)COSTLY * s->max_substeps;
}

/* No other step would fare better; and a halved one has no tangent, of which
 * the derivatives are asked. */
static bool has_ended(const am_stepper *s) {
  return s->step.status == AM_POINT_STOPPED ||
         s->step.status == AM_POINT_LOST ||
         s->step.status == AM_POINT_TANGENT;
}

/* A piece with the controlled values going from `from` to `to`, up to the part
 * `end` of the loading step. */
static bool advance_halved(am_stepper *s, double duration, const double *from,
                           const double *to, double end, int depth) {
  if (advance(s, duration, to, end)) return true;
  if (depth == DEEPEST || is_costly(s) || has_ended(s)) return false;
  s->halved = true;
  double middle[6];
  for (int c = 0; c < 6; c++) middle[c] = from[c] + (to[c] - from[c]) / 2;
  double before = end - ldexp(0.5, -depth);
  if (!advance_halved(s, duration / 2, from, middle, before, depth + 1))
    return false;
  if (is_costly(s)) s->step.status = AM_POINT_SUBSTEPS;
  return !is_costly(s) &&
         advance_halved(s, duration / 2, middle, to, end, depth + 1);
}

/* The last half's are no tangents of the loading step: nothing is. */
static void forget_tangents(am_stepper *s) {
  for (int i = 0; i < 36; i++) s->step.tangent[i] = NAN;
  for (int i = 0; i < 6 * s->nx; i++) s->step.derivative[i] = NAN;
}

bool am_stepper_advance(am_stepper *s, double duration,
                        const bool *stress_controlled, const double *from,
                        const double *to) {
  s->work = (am_summary){0};
  s->halved = false;
  memcpy(s->step.stress_controlled, stress_controlled,
         sizeof s->step.stress_controlled);
  note_controlled(s);
  bool good = advance_halved(s, duration, from, to, 1, 0);
  if (good) set_work(&s->step, &s->work);
  if (good && s->halved) forget_tangents(s);
  return good;
}

bool am_stepper_start(am_stepper *s, const double *strain) {
  am_basis_from_tensor(strain, s->strain);
  if (!advance(s, 0, strain, 0)) return false;
  set_work(&s->step, &(am_summary){0});
  return true;
}

const char *am_stepper_excuse(am_arena *arena, const am_stepper *s) {
  if (is_costly(s)) return "halving the step costs too much";
  return am_format(arena, "halving the step %d times did not help",
                   (int)DEEPEST);
}
