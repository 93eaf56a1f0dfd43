#include "engine/interp.h"

#include <assert.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "engine/conventional.h"
#include "expr/evaluate.h"
#include "kernel/context.h"

/* The functions of a law as programs, made when first called. */
typedef struct {
  am_arena *arena;
  am_law *law;
  am_frame *frames[AM_FUNCTIONS];
  real *outputs[AM_FUNCTIONS];
  am_update *update; /* of strategy conventional */
} functions;

struct am_engine_program {
  k_context context;
  am_solver solver;
  functions functions;
  real *Z; /* [6][nx] */
};

real *k_take(k_context *k, size_t size) {
  real *taken = k->scratch + k->scratch_used;
  k->scratch_used += size;
  assert(k->scratch_used <= k->scratch_size);
  return taken;
}

static void prepare(functions *f, am_function function) {
  int count;
  const am_node *nodes = am_law_function(f->arena, f->law, function, &count);
  am_program *program =
      am_program_new(f->arena, f->law->graph, nodes, count);
  f->frames[function] = am_frame_new(f->arena, program);
  f->outputs[function] = AM_ARRAY(f->arena, real, count);
  am_frame_bind(f->frames[function], f->law->parameters);
}

/* Runs a function of the law; its outputs. */
static const real *run(k_context *k, am_function function, const real *eps,
                       const real *rate, const real *y, const real *w) {
  functions *f = k->data;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = eps,
                                          [AM_INPUT_STATE] = y,
                                          [AM_INPUT_DIRECTION] = w,
                                          [AM_INPUT_RATE] = rate};
  if (!f->frames[function]) prepare(f, function);
  am_frame_run(f->frames[function], inputs, f->outputs[function]);
  return f->outputs[function];
}

static const real *take(real *to, const real *from, int count) {
  memcpy(to, from, (size_t)count * sizeof *to);
  return from + count;
}

K_FN void k_rate(k_context *k, const real *eps, const real *rate,
                 const real *y, real *f) {
  take(f, run(k, AM_FUNCTION_RATE, eps, rate, y, NULL), k->nx);
}

K_FN void k_jacobian(k_context *k, const real *eps, const real *rate,
                     const real *y, real *f, real *J) {
  const real *out = run(k, AM_FUNCTION_JACOBIAN, eps, rate, y, NULL);
  take(J, take(f, out, k->nx), k->nx * k->ns);
}

K_FN void k_gradient(k_context *k, const real *eps, const real *rate,
                     const real *y, real *f, real *J, real *B) {
  const real *out = run(k, AM_FUNCTION_GRADIENT, eps, rate, y, NULL);
  out = take(f, out, k->nx);
  take(B, take(J, out, k->nx * k->ns), k->nx * 6);
}

K_FN void k_curvature(k_context *k, const real *eps, const real *rate,
                      const real *y, const real *w, real *My, real *Meps) {
  const real *out = run(k, AM_FUNCTION_CURVATURE, eps, rate, y, w);
  take(Meps, take(My, out, k->nx * k->ns), k->nx * 6);
}

K_FN void k_stress(k_context *k, const real *eps, const real *y, real *sig) {
  take(sig, run(k, AM_FUNCTION_STRESS, eps, NULL, y, NULL), 6);
}

K_FN void k_stiffness(k_context *k, const real *eps, const real *y,
                      real *sig, real *Ce, real *Cy) {
  const real *out = run(k, AM_FUNCTION_STIFFNESS, eps, NULL, y, NULL);
  take(Cy, take(Ce, take(sig, out, 6), 36), 6 * k->na);
}

K_FN void k_metric(k_context *k, const real *eps, const real *y, real *M) {
  take(M, run(k, AM_FUNCTION_METRIC, eps, NULL, y, NULL), k->ns * k->ns);
}

static real energy(k_context *k, const real *eps, const real *y) {
  return *run(k, AM_FUNCTION_ENERGY, eps, NULL, y, NULL);
}

/* Where a variable's components are in the update's state: file order, six
 * components a tensor. */
static int update_offset(const am_law *law, const am_variable *v) {
  int offset = 0;
  for (const am_internal *i = law->material->internals;
       strcmp(i->name, v->base); i++)
    for (int j = 0; j < law->count; j++)
      if (!strcmp(law->variables[j].base, i->name))
        offset += am_kind_size[i->kind];
  return offset + (v->member ? v->member - 1 : 0) * am_kind_size[v->kind];
}

static void to_update(const am_variable *v, const real *y, real *a) {
  real x[6] = {0};
  if (v->kind == AM_SCALAR) {
    a[0] = y[v->offset];
    return;
  }
  memcpy(x + (v->deviatoric ? 1 : 0), y + v->offset,
         (size_t)v->size * sizeof *x);
  am_basis_to_mandel(x, a);
}

static void from_update(const am_variable *v, const real *a, real *y) {
  real x[6];
  if (v->kind == AM_SCALAR) {
    y[v->offset] = a[0];
    return;
  }
  am_basis_from_mandel(a, x);
  memcpy(y + v->offset, x + (v->deviatoric ? 1 : 0),
         (size_t)v->size * sizeof *x);
}

/* C = Q M Q' from Kelvin-Mandel components to coordinates. */
static void matrix_from_mandel(const real *M, real *C) {
  real rows[36], column[6], turned[6];
  for (int i = 0; i < 6; i++) am_basis_from_mandel(M + 6 * i, rows + 6 * i);
  for (int j = 0; j < 6; j++) {
    for (int i = 0; i < 6; i++) column[i] = rows[6 * i + j];
    am_basis_from_mandel(column, turned);
    for (int i = 0; i < 6; i++) C[6 * i + j] = turned[i];
  }
}

K_FN mask k_conventional(k_context *k, const real *eps1, const real *y0,
                         real dt, real *y1, real *sig, real *C) {
  functions *f = k->data;
  const am_law *law = f->law;
  size_t mark = k->scratch_used;
  real *a0 = k_take(k, 6 * (size_t)law->count);
  real *a1 = k_take(k, 6 * (size_t)law->count);
  real eps[6], s[6], M[36];
  mask ok = 0;
  am_basis_to_mandel(eps1, eps);
  for (int i = 0; i < law->count; i++)
    to_update(&law->variables[i], y0,
              a0 + update_offset(law, &law->variables[i]));
  f->update(eps, a0, dt, law->parameters, a1, s, C ? M : NULL, &ok);
  for (int i = 0; i < law->count; i++)
    from_update(&law->variables[i],
                a1 + update_offset(law, &law->variables[i]), y1);
  am_basis_from_mandel(s, sig);
  if (C) matrix_from_mandel(M, C);
  k->scratch_used = mark;
  return ok;
}

#include "kernel/kernel.h"

static k_group *groups_of(am_arena *arena, const am_law *law, bool solved,
                          bool internal, int *count) {
  k_group *groups = AM_ARRAY(arena, k_group, law->count);
  *count = 0;
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (solved ? v->solved : internal || !v->drives_stress)
      groups[(*count)++] = (k_group){v->offset, v->size};
  }
  return groups;
}

/* More than the deepest chain of K_ARRAYs takes. */
static size_t scratch_size(const am_law *law) {
  size_t nx = (size_t)law->nx, columns = 7 * nx;
  return columns * (4 * AM_STAGES + 16) + 4 * nx * (nx + 12) +
         6 * nx * nx + 24 * (size_t)law->na + 16 * nx + 1024;
}

static void set_up(am_arena *arena, am_law *law, am_engine_program *p) {
  k_context *k = &p->context;
  bool internal = p->solver.error_control == AM_CONTROL_INTERNAL;
  *k = (k_context){.nx = law->nx, .na = law->na, .ns = law->ns,
                   .scheme = p->solver.scheme, .solver = &p->solver,
                   .stress_scale = law->stress_scale};
  if (p->solver.stress_scale > 0) k->stress_scale = p->solver.stress_scale;
  k->groups = groups_of(arena, law, false, internal, &k->group_count);
  k->solved = groups_of(arena, law, true, internal, &k->solved_count);
  k->scratch_size = scratch_size(law);
  k->scratch = AM_ARRAY(arena, real, k->scratch_size);
  k->data = &p->functions;
}

/* Room for recorded substeps: one pass, or one for each direction too. */
static void set_up_sequences(am_arena *arena, am_engine_program *p) {
  int passes = p->solver.tangent_mode == AM_MODE_COLUMN ? 7 : 1;
  if (p->solver.scheme->family == AM_FAMILY_IMPLICIT) return;
  for (int i = 0; i < passes; i++)
    p->context.sequence[i] = AM_ARRAY(arena, real, p->solver.max_substeps);
}

static am_status check_scale(am_report *report, const am_law *law,
                             const am_solver *solver) {
  bool needed = solver->error_control == AM_CONTROL_STRESS &&
                solver->scheme->family != AM_FAMILY_IMPLICIT;
  if (!needed || solver->stress_scale > 0 || law->stress_scale > 0)
    return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere,
                  "material '%s' has the stress scale tr(d2 omega/d eps2)/6 = "
                  "%.6g, which cannot measure errors: give solver.stress_scale",
                  law->material->name, law->stress_scale);
}

static am_status find_update(am_report *report, const am_law *law,
                             am_engine_program *p) {
  const am_material *m = law->material;
  if (p->solver.strategy != AM_STRATEGY_CONVENTIONAL) return AM_OK;
  if (p->solver.scheme->family != AM_FAMILY_IMPLICIT)
    return am_error(report, AM_INPUT, am_nowhere,
                    "strategy conventional goes with scheme implicit-euler, "
                    "not with %s",
                    p->solver.scheme->name);
  if (!m->conventional)
    return am_error(report, AM_INPUT, am_nowhere,
                    "strategy conventional needs a hand-written update, which "
                    "material '%s' does not have",
                    m->name);
  p->functions.update = am_update_find(m->conventional);
  if (p->functions.update) return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere,
                  "the hand-written update '%s' of material '%s' is not "
                  "compiled into this program",
                  m->conventional, m->name);
}

am_status am_interp_compile(am_arena *arena, am_report *report, am_law *law,
                            const am_solver *solver,
                            am_engine_program **program) {
  am_engine_program *p = *program = AM_NEW(arena, am_engine_program);
  p->solver = *solver;
  p->functions = (functions){.arena = arena, .law = law};
  AM_TRY(check_scale(report, law, solver));
  AM_TRY(find_update(report, law, p));
  p->Z = AM_ARRAY(arena, real, 6 * law->nx);
  set_up(arena, law, p);
  set_up_sequences(arena, p);
  return AM_OK;
}

static k_control control_of(const am_step *step) {
  k_control control;
  am_basis_to_mandel(step->strain0, control.strain);
  for (int i = 0; i < 6; i++) {
    control.target[i] = step->target[i] * (i < 3 ? 1 : sqrt(2));
    control.stress[i] = step->stress_controlled[i];
  }
  return control;
}

static void deliver(am_engine_program *p, const k_balance *b,
                    const k_counts *counts, const k_result *out,
                    am_step *step) {
  k_context *k = &p->context;
  step->status = (am_point_status)out->status;
  k_from_mandel(b->e, step->strain);
  for (int i = 0; i < 6; i++)
    step->components[i] = step->stress_controlled[i] ? k_component(b->e, i)
                                                     : step->target[i];
  memcpy(step->derivative, p->Z, 6 * (size_t)k->nx * sizeof *p->Z);
  step->energy = energy(k, step->strain, step->state);
  step->next = out->next;
  step->reached = b->largest;
  step->substeps = counts->substeps;
  step->rejected = counts->rejected;
  step->evaluations = counts->evaluations;
  step->iterations = counts->iterations;
  step->residual = b->residual;
}

/* A jump moves no internal variable; its work is the energy it stores. */
static void add_work_of_jump(am_engine_program *p, am_step *step) {
  k_context *k = &p->context;
  if (step->duration > 0 || k->nx == k->na) return;
  step->state[k->nx - 1] += step->energy -
                            energy(k, step->strain0, step->state0);
}

void am_interp_advance(am_engine_program *p, am_step *step) {
  k_control control = control_of(step);
  k_load load = {.dt = step->duration};
  k_balance balance;
  k_counts counts = {0};
  k_result out = {.y = step->state, .Z = p->Z, .sig = step->stress,
                  .C = step->tangent};
  memcpy(load.eps0, step->strain0, sizeof load.eps0);
  step->equilibrium_iterations =
      k_loading_step(&p->context, &load, &control, step->state0, step->first,
                     step->largest, &counts, &balance, &out);
  deliver(p, &balance, &counts, &out, step);
  add_work_of_jump(p, step);
}
