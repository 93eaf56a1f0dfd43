#include "engine/engine.h"

#include <assert.h>
#include <string.h>

#include "base/threads.h"
#include "emit/plan.h"
#include "engine/check.h"
#include "engine/conventional.h"
#include "expr/evaluate.h"
#include "kernel/context.h"

/* What one thread works with. */
typedef struct {
  const am_engine_program *program;
  k_context context;
  am_frame *frames[AM_FUNCTIONS];
  real *outputs[AM_FUNCTIONS];
  real *parameters; /* [parameter_numbers] that the frames are bound to */
  bool bound;
} worker;

struct am_engine_program {
  am_law *law;
  am_solver solver;
  am_plan plan;
  am_program *programs[AM_FUNCTIONS]; /* of the functions of the plan */
  int output_counts[AM_FUNCTIONS];
  am_update *update; /* of strategy conventional */
  worker *workers;
  int worker_count;
};

real *k_take(k_context *k, size_t size) {
  real *taken = k->scratch + k->scratch_used;
  k->scratch_used += size;
  assert(k->scratch_used <= k->scratch_size);
  return taken;
}

static void prepare(am_arena *arena, am_engine_program *p,
                    am_function function) {
  const am_node *nodes = am_law_function(arena, p->law, function,
                                         &p->output_counts[function]);
  p->programs[function] = am_program_new(arena, p->law->graph, nodes,
                                         p->output_counts[function]);
}

/* Runs a function of the law; its outputs. */
static const real *run(k_context *k, am_function function, const real *eps,
                       const real *rate, const real *y, const real *w,
                       const real *theta) {
  worker *data = k->data;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = eps,
                                          [AM_INPUT_STATE] = y,
                                          [AM_INPUT_DIRECTION] = w,
                                          [AM_INPUT_RATE] = rate,
                                          [AM_INPUT_TIME] = theta};
  assert(data->frames[function]);
  am_frame_run(data->frames[function], inputs, data->outputs[function]);
  return data->outputs[function];
}

static const real *take(real *to, const real *from, int count) {
  memcpy(to, from, (size_t)count * sizeof *to);
  return from + count;
}

K_FN void k_rate(k_context *k, const real *eps, const real *rate,
                 const real *y, real *f) {
  take(f, run(k, AM_FUNCTION_RATE, eps, rate, y, NULL, NULL), k->nx);
}

K_FN void k_jacobian(k_context *k, const real *eps, const real *rate,
                     const real *y, real *f, real *J) {
  const real *out = run(k, AM_FUNCTION_JACOBIAN, eps, rate, y, NULL, NULL);
  take(J, take(f, out, k->nx), k->nx * k->ns);
}

K_FN void k_gradient(k_context *k, const real *eps, const real *rate,
                     const real *y, real *f, real *J, real *B) {
  const real *out = run(k, AM_FUNCTION_GRADIENT, eps, rate, y, NULL, NULL);
  out = take(f, out, k->nx);
  take(B, take(J, out, k->nx * k->ns), k->nx * 6);
}

K_FN void k_curvature(k_context *k, const real *eps, const real *rate,
                      const real *y, const real *w, real *My, real *Meps) {
  const real *out = run(k, AM_FUNCTION_CURVATURE, eps, rate, y, w, NULL);
  take(Meps, take(My, out, k->nx * k->ns), k->nx * 6);
}

K_FN void k_directed(k_context *k, const real *eps, const real *rate,
                     const real *y, const real *theta, const real *Z, real *f,
                     real *FZ) {
  const real *out = run(k, AM_FUNCTION_DIRECTED, eps, rate, y, Z, theta);
  take(FZ, take(f, out, k->nx), 6 * k->nx);
}

K_FN void k_response_along(k_context *k, const real *eps, const real *y,
                           const real *theta, const real *Z, real *sig,
                           real *C) {
  const real *out = run(k, AM_FUNCTION_RESPONSE, eps, NULL, y, Z, theta);
  take(C, take(sig, out, 6), 36);
}

K_FN void k_stress(k_context *k, const real *eps, const real *y, real *sig) {
  take(sig, run(k, AM_FUNCTION_STRESS, eps, NULL, y, NULL, NULL), 6);
}

K_FN void k_stiffness(k_context *k, const real *eps, const real *y,
                      real *sig, real *Ce, real *Cy) {
  const real *out = run(k, AM_FUNCTION_STIFFNESS, eps, NULL, y, NULL, NULL);
  take(Cy, take(Ce, take(sig, out, 6), 36), 6 * k->na);
}

K_FN void k_metric(k_context *k, const real *eps, const real *y, real *M) {
  take(M, run(k, AM_FUNCTION_METRIC, eps, NULL, y, NULL, NULL), k->ns * k->ns);
}

K_FN void k_energy(k_context *k, const real *eps, const real *y,
                   real *omega) {
  take(omega, run(k, AM_FUNCTION_ENERGY, eps, NULL, y, NULL, NULL), 1);
}

K_FN void k_update_of(k_context *k, const real *eps1, const real *a0, real dt,
                      real *a1, real *sig, real *C, mask *ok) {
  worker *w = k->data;
  w->program->update(eps1, a0, dt, k->parameters, a1, sig, C, ok);
}

#include "kernel/kernel.h"

/* More than the deepest chain of K_ARRAYs takes. */
static size_t scratch_size(const am_law *law) {
  size_t nx = (size_t)law->nx, columns = 7 * nx;
  return columns * (4 * AM_STAGES + 16) + 4 * nx * (nx + 12) +
         6 * nx * nx + 24 * (size_t)law->na + 12 * (size_t)law->count +
         24 * nx + 2048;
}

static void set_up_worker(am_arena *arena, am_engine_program *p, worker *w) {
  const am_law *law = p->law;
  *w = (worker){.program = p};
  w->context = (k_context){.nx = law->nx,
                           .na = law->na,
                           .ns = law->ns,
                           .scheme = p->solver.scheme,
                           .solver = &p->solver,
                           .groups = p->plan.groups,
                           .group_count = p->plan.group_count,
                           .solved = p->plan.solved,
                           .solved_count = p->plan.solved_count,
                           .variables = p->plan.variables,
                           .variable_count = p->plan.variable_count,
                           .attempts = p->solver.max_substeps,
                           .scratch_size = scratch_size(law),
                           .data = w};
  w->context.scratch = AM_ARRAY(arena, real, w->context.scratch_size);
  w->parameters = AM_ARRAY(arena, real, law->parameter_numbers);
  w->context.parameters = w->parameters;
  for (int i = 0; i < p->plan.passes; i++)
    w->context.sequence[i] = AM_ARRAY(arena, real, p->solver.max_substeps);
  for (int i = 0; i < AM_FUNCTIONS; i++) {
    if (!p->programs[i]) continue;
    w->frames[i] = am_frame_new(arena, p->programs[i]);
    w->outputs[i] = AM_ARRAY(arena, real, p->output_counts[i]);
  }
}

static void bind(worker *w) {
  double scale = w->program->solver.stress_scale;
  for (int i = 0; i < AM_FUNCTIONS; i++)
    if (w->frames[i]) am_frame_bind(w->frames[i], w->parameters);
  if (scale <= 0)
    scale = *run(&w->context, AM_FUNCTION_SCALE, NULL, NULL, NULL, NULL, NULL);
  w->context.stress_scale = scale;
  w->bound = true;
}

/* Gives the worker the parameters of a point. */
static void choose_parameters(worker *w, const am_fields *f, long point) {
  const am_law *law = w->program->law;
  long stride = f->spread ? f->stride : 1, at = f->spread ? point : 0;
  const double *values = f->parameters ? f->parameters : law->parameters;
  bool same = w->bound;
  for (int i = 0; i < law->parameter_numbers; i++) {
    double value = values[i * stride + at];
    same = same && w->parameters[i] == value;
    w->parameters[i] = value;
  }
  if (!same) bind(w);
}

static am_status compile(am_arena *arena, am_report *report, am_law *law,
                         const am_solver *solver,
                         const am_engine_options *options,
                         am_engine_program **program) {
  am_engine_program *p = *program = AM_NEW(arena, am_engine_program);
  p->law = law;
  p->solver = *solver;
  AM_TRY(am_engine_check(report, law, solver));
  am_plan_new(arena, law, solver, true, &p->plan);
  if (solver->strategy == AM_STRATEGY_CONVENTIONAL)
    p->update = am_update_find(law->material->conventional);
  for (int i = 0; i < AM_FUNCTIONS; i++)
    if (p->plan.functions[i]) prepare(arena, p, (am_function)i);
  p->worker_count = options->threads ? options->threads : am_threads();
  p->workers = AM_ARRAY(arena, worker, p->worker_count);
  for (int i = 0; i < p->worker_count; i++)
    set_up_worker(arena, p, &p->workers[i]);
  return AM_OK;
}

static const char *used(const am_engine_program *program) {
  (void)program;
  return "interp";
}

static void advance_point(worker *w, const am_fields *fields, long point) {
  choose_parameters(w, fields, point);
  w->context.stop = fields->stop;
  k_advance_block(&w->context, fields, point);
}

static void advance(am_engine_program *p, const am_fields *fields,
                    long count) {
  int threads = count < p->worker_count ? (int)count : p->worker_count;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 16) \
    if (threads > 1)
  for (long i = 0; i < count; i++)
    advance_point(&p->workers[am_thread()], fields, i);
}

static am_status place(am_arena *arena, am_report *report,
                       const char **what) {
  (void)arena, (void)report;
  *what = "always";
  return AM_OK;
}

const am_engine am_engine_interp = {
    .name = "interp",
    .about = "interpreter of the graph, one point at a time; no compiler",
    .place = place,
    .compile = compile,
    .advance = advance,
    .used = used};
