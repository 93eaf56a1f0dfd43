/* hints.c: advice for stiff laws under explicit schemes. */
#include "point/hints.h"

am_hints am_hints_new(am_arena *arena, am_run *run) {
  const am_scheme *scheme = run->solver.scheme;
  bool is_explicit =
      scheme->family == AM_FAMILY_EXPLICIT && !am_scheme_is_chain(scheme);
  am_hints advice = {
      .arena = arena, .run = run, .wanted = is_explicit && !run->advised};
  am_stepper_init(arena, &advice.start, NULL, run->law, &run->solver);
  return advice;
}

void am_hints_begin(am_hints *a, const am_stepper *stepper,
                    const am_target *target, const double *from) {
  if (!a->wanted) return;
  am_stepper_copy(&a->start, stepper);
  a->target = *target;
  memcpy(a->from, from, sizeof a->from);
}

/* Number of substeps that a scheme needs for the loading step, with the
 * interpreter, which needs no compilation; 0: the scheme fails or does not suit
 * the law. */
static double substeps_of(const am_hints *a, const char *scheme) {
  const am_run *run = a->run;
  am_solver solver = run->solver;
  solver.scheme = am_scheme_find(scheme);
  solver.tangent = solver.derivatives = false;
  const am_engine_options options = {.mixed = am_path_mixed(run->path),
                                     .rows = am_path_constrained(run->path),
                                     .spread = run->sample->vary};
  am_engine_program *program;
  if (am_engine_compile(a->arena, am_report_new(a->arena),
                        am_engine_reference(), run->law, &solver, &options,
                        &program) != AM_OK)
    return 0;
  am_stepper s;
  am_stepper_init(a->arena, &s, program, run->law, &solver);
  am_stepper_copy(&s, &a->start);
  s.step.step0 = s.step.method0 = 0;
  bool good = am_stepper_advance(&s, &a->target, a->from);
  return good ? s.work.substeps + s.work.rejected : 0;
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
