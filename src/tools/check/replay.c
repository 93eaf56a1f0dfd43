/* replay.c: writes a state of a law or a loading step as the text of a case. */
#include "check/parts.h"

static void write_parameters(const am_law *law, am_buffer *out) {
  const am_material *material = law->material;
  if (material->parameter_count) am_buffer_add(out, "parameters:\n");
  for (int p = 0; p < material->parameter_count; p++) {
    am_buffer_add(out, "  ");
    am_flow_parameter(&(am_flow){.out = out}, law,
                      material->parameters[p].name, law->parameters);
    am_buffer_add(out, "\n");
  }
}

static void write_variable(const am_variable *v, const double *y,
                           am_buffer *out) {
  double x[6] = {0};
  memcpy(x + (v->deviatoric ? 1 : 0), y + v->offset,
         (size_t)v->size * sizeof *x);
  am_value_write(out, v->kind, x);
}

static void write_list(const am_law *law, const char *base, const double *y,
                       am_buffer *out) {
  int left = 0;
  for (int i = 0; i < law->count; i++)
    left += !strcmp(law->variables[i].base, base);
  am_buffer_add(out, "  %s: [", base);
  for (int member = 1; member <= left; member++)
    for (int i = 0; i < law->count; i++) {
      const am_variable *v = &law->variables[i];
      if (v->member != member || strcmp(v->base, base)) continue;
      am_buffer_add(out, "%s", member > 1 ? ", " : "");
      write_variable(v, y, out);
    }
  am_buffer_add(out, "]\n");
}

/* True if cases of the law prescribe deformation gradients. */
static bool is_deformed(const am_law *law) {
  return law->material->kinematics == AM_KINEMATICS_LOGARITHMIC;
}

/* Writes a strain as a case prescribes it.  Between two deformation gradients F
 * is interpolated linearly, not its logarithm. */
static void write_strain(const am_law *law, const double *strain,
                         am_buffer *out) {
  double F[9];
  if (is_deformed(law)) {
    am_finite_strain_stretch(strain, F);
    am_flow_numbers(&(am_flow){.out = out}, "F", am_gradient_names, F, 9);
    return;
  }
  am_buffer_add(out, "strain: ");
  am_value_write(out, AM_TENSOR, strain);
}

static void write_initial(const am_law *law, const am_loading *start,
                          am_buffer *out) {
  am_buffer_add(out, "initial:\n  time: 0\n  ");
  write_strain(law, start->from, out);
  am_buffer_add(out, "\n");
  for (int i = 0; i < law->nf; i++)
    am_buffer_add(out, "  %s: %.17g\n", law->material->externals[i].name,
                  start->external0[i]);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (v->member > 1) continue;
    if (v->member == 1) {
      write_list(law, v->base, start->state, out);
      continue;
    }
    am_buffer_add(out, "  %s: ", v->name);
    write_variable(v, start->state, out);
    am_buffer_add(out, "\n");
  }
}

static void write_head(am_subject *s, const char *what, am_buffer *out) {
  am_write_head(out, am_format(s->arena, "%s: %s", s->material->name, what),
                s->material->name, s->path);
  write_parameters(s->law, out);
}

/* Writes the end of the step and the output; a derivative column requests the
 * derivatives. */
static void write_path(const am_law *law, const am_solver *solver,
                       const am_loading *loading, am_buffer *out) {
  const am_variable *v = law->variables;
  am_buffer_add(out, "path:\n  - {duration: %.17g, ",
                solver ? loading->duration : 0);
  if (loading->steps) am_buffer_add(out, "steps: %d, ", loading->steps);
  write_strain(law, solver ? loading->to : loading->from, out);
  for (int i = 0; solver && i < law->nf; i++)
    am_buffer_add(out, "%s%s: %.17g%s", i ? ", " : ", external: {",
                  law->material->externals[i].name, loading->external1[i],
                  i + 1 < law->nf ? "" : "}");
  am_buffer_add(out,
                "}\noutput: {columns: [time, strain, stress, internal%s%s",
                solver ? "" : ", energy",
                !solver || solver->tangent ? ", tangent" : "");
  if (solver && solver->tangent && solver->derivatives && law->count) {
    am_buffer_add(out, ", derivative.%s", v->base);
    if (v->member) am_buffer_add(out, ".%d", v->member);
    am_buffer_add(out, v->kind == AM_SCALAR ? ".xx" : ".xx.xx");
  }
  am_buffer_add(out, "]}\n");
}

const char *am_replay_loading(am_subject *s, const am_solver *solver,
                              const am_loading *loading, const char *what) {
  am_buffer out = {.arena = s->arena};
  write_head(s, what, &out);
  write_initial(s->law, loading, &out);
  am_buffer_add(&out, "solver: {");
  if (solver)
    am_solver_write(solver, &out);
  else
    am_buffer_add(&out, "tangent: true");
  /* Error control needs a positive stress scale (a jump has no integration
   * error). */
  double scale = s->law->stress_scale, size = fabs(scale);
  if (!solver && !(scale > 0))
    am_buffer_add(&out, ", stress_scale: %.17g", isnormal(size) ? size : 1);
  am_buffer_add(&out, "}\n");
  write_path(s->law, solver, loading, &out);
  return out.text;
}

const char *am_replay_gradient(am_subject *s, const am_solver *solver,
                               const double *F, const char *what) {
  am_buffer out = {.arena = s->arena};
  write_head(s, what, &out);
  am_buffer_add(&out, "kinematics: logarithmic\nsolver: {");
  am_solver_write(solver, &out);
  am_buffer_add(&out, "}\npath:\n  - {duration: 0, ");
  am_flow_numbers(&(am_flow){.out = &out}, "F", am_gradient_names, F, 9);
  am_buffer_add(&out, "}\noutput: {columns: [time, F, P, tangent]}\n");
  return out.text;
}
