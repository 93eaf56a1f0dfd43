/* hints.c: advice after a loading step, which other schemes repeat. */
#include "point/hints.h"

/* Number of loading steps in which uniqueness is examined */
enum { MOST_EXAMINED = 100 };

am_hints am_hints_new(am_arena *arena, am_run *run) {
  const am_scheme *scheme = run->solver.scheme;
  bool is_explicit =
      scheme->family == AM_FAMILY_EXPLICIT && !am_scheme_is_chain(scheme);
  am_hints advice = {
      .arena = arena, .run = run, .wanted = is_explicit && !run->advised};
  am_stepper_init(arena, &advice.start, NULL, run->law, &run->solver);
  return advice;
}

/* True if prescribed stresses may leave strains undetermined. */
static bool is_examined(const am_run *run, const am_target *target) {
  bool stress = false;
  for (int c = 0; c < am_law_controlled(run->law); c++)
    stress |= target->stress_controlled[c];
  return stress && !target->rows && run->law->nd > 0 &&
         run->examined < MOST_EXAMINED;
}

void am_hints_begin(am_hints *a, const am_stepper *stepper,
                    const am_target *target, const double *from) {
  a->examined = is_examined(a->run, target);
  if (!a->wanted && !a->examined) return;
  am_stepper_copy(&a->start, stepper);
  a->target = *target;
  memcpy(a->from, from, sizeof a->from);
}

/* Makes a stepper for another scheme, without derivatives, by the interpreter,
 * which needs no compilation; false: the scheme does not suit the law. A single
 * implicit step meets prescribed stresses more accurately by `path`. */
static bool make_stepper(const am_hints *a, const char *scheme,
                         am_stepper *s) {
  const am_run *run = a->run;
  am_solver solver = run->solver;
  solver.scheme = am_scheme_find(scheme);
  solver.tangent = solver.derivatives = false;
  if (solver.scheme->family == AM_FAMILY_IMPLICIT)
    solver.control = AM_CONTROL_PATH;
  const am_engine_options options = {.mixed = am_path_mixed(run->path),
                                     .rows = am_path_constrained(run->path),
                                     .spread = run->sample->vary};
  am_engine_program *program;
  if (am_engine_compile(a->arena, am_report_new(a->arena),
                        am_engine_reference(), run->law, &solver, &options,
                        &program) != AM_OK)
    return false;
  am_stepper_init(a->arena, s, program, run->law, &solver);
  return true;
}

/* Repeats the loading step after a change of the prescribed stresses, relative
 * to the stress scale. */
static bool repeat(const am_hints *a, double change, am_stepper *s) {
  am_target target = a->target;
  for (int c = 0; c < s->controlled; c++)
    if (target.stress_controlled[c])
      target.target[c] += change * s->law->stress_scale * cos(c + 1);
  am_stepper_copy(s, &a->start);
  s->step.step0 = s->step.method0 = 0;
  return am_stepper_advance(s, &target, a->from);
}

/* Number of substeps that a scheme needs for the loading step; 0: the scheme
 * fails or does not suit the law. */
static double substeps_of(const am_hints *a, const char *scheme) {
  am_stepper s;
  bool good = make_stepper(a, scheme, &s) && repeat(a, 0, &s);
  return good ? s.work.substeps + s.work.rejected : 0;
}

/* Strains [2][6] (tensor components) after changes of both signs; returns the
 * component that differs most, -1 if a step fails. */
static int vary(const am_hints *a, double change, am_stepper *s,
                double strain[2][6]) {
  int most = 0;
  for (int i = 0; i < 2; i++) {
    if (!repeat(a, i ? change : -change, s)) return -1;
    am_basis_to_tensor(s->step.strain0, strain[i]);
  }
  for (int c = 1; c < 6; c++)
    if (fabs(strain[1][c] - strain[0][c]) >
        fabs(strain[1][most] - strain[0][most]))
      most = c;
  return most;
}

static bool flows(const am_stepper *s) {
  double flow = 0;
  for (int k = 0; k < s->law->nd; k++)
    flow += s->state[am_multiplier_at(s->law, k)];
  return flow > 0;
}

const char *am_hints_uniqueness(am_hints *a, const am_stepper *stepper) {
  /* changes larger than the tolerance of a return to a surface, and the
   * difference of strains, relative to the loading step, that they cause only
   * if the strain is undetermined */
  static const double changes[] = {1e-11, 1e-13}, large = 0.1;
  double strain[2][6], length = 0;
  int most = 0;
  if (!a->examined || !flows(stepper)) return NULL;
  a->run->examined++;
  if (!a->single.program && !make_stepper(a, "implicit-euler", &a->single))
    return NULL;
  for (int c = 0; c < 6; c++)
    length = hypot(length,
                   stepper->step.strain0[c] - a->start.step.strain0[c]);
  for (int i = 0; i < 2; i++) {
    most = vary(a, changes[i], &a->single, strain);
    if (most < 0 ||
        !(fabs(strain[1][most] - strain[0][most]) > large * length))
      return NULL;
  }
  a->run->examined = MOST_EXAMINED;
  return am_format(a->arena, "strain.%s is %g or %g",
                   am_component_names[most], strain[0][most],
                   strain[1][most]);
}

/* Change of a driving force when its variable increases by `step` from the
 * initial value. */
static double change_of_force(am_arena *arena, const am_stepper *s,
                              const am_variable *v, double step) {
  const am_law *law = s->law;
  int at = v->offset;
  double *state = AM_ARRAY(arena, double, s->nx), values[2];
  const double *inputs[AM_INPUT_KINDS] = {
      [AM_INPUT_STRAIN] = s->step.strain0, [AM_INPUT_STATE] = state,
      [AM_INPUT_EXTERNAL] = s->step.external0};
  am_frame *frame = am_frame_new(
      arena, am_program_new(arena, law->graph, &law->force[at], 1));
  const double *own = s->step.parameters;
  memcpy(state, s->state, (size_t)s->nx * sizeof *state);
  am_frame_bind(frame, own ? own : law->parameters);
  for (int i = 0; i < 2; i++) {
    state[at] = law->initial[at] + i * step;
    am_frame_run(frame, inputs, &values[i]);
  }
  return fabs(values[1] - values[0]);
}

const char *am_hints_slope(am_arena *arena, const am_stepper *s) {
  static const double little = 1e-10, more = 1e-5, least = 1e-12;
  const am_law *law = s->law;
  for (int i = 0; law->nd && i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (v->kind != AM_SCALAR || v->entropy) continue;
    double near = change_of_force(arena, s, v, little);
    double far = change_of_force(arena, s, v, more);
    /* a finite slope gives the ratio little/more */
    if (near > least * law->stress_scale && near > 10 * far * (little / more))
      return v->name;
  }
  return NULL;
}

const char *am_hints_stiffness(am_hints *a, const am_stepper *stepper) {
  double tried = stepper->work.substeps + stepper->work.rejected;
  if (!a->wanted || tried <= AM_MANY_SUBSTEPS) return NULL;
  a->wanted = false;
  a->run->advised = true;
  const char *text =
      am_format(a->arena, "%.0f substeps of the explicit scheme %s", tried,
                a->run->solver.scheme->name);
  const char *const *names = am_scheme_find("auto")->chain;
  for (int i = 1; i < AM_METHODS && names[i]; i++) {
    double substeps = substeps_of(a, names[i]);
    if (substeps > 0 && substeps < tried)
      return am_format(a->arena, "%s, where %s takes %.0f", text, names[i],
                       substeps);
  }
  return am_format(a->arena, "%s; no other scheme takes fewer", text);
}
