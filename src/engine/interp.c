#include "engine/engine.h"

#include <assert.h>
#include <string.h>

#include "base/threads.h"
#include "emit/plan.h"
#include "engine/check.h"
#include "engine/conventional.h"
#include "engine/frozen.h"
#include "expr/evaluate.h"
#include "kernel/context.h"

/* What one thread works with. */
typedef struct {
  const am_engine_program *program;
  k_context context;
  am_frame *frames[AM_FUNCTIONS];
  am_frame **along[AM_FUNCTIONS]; /* [directions], if any */
  real *outputs[AM_FUNCTIONS];
  real *parameters; /* [parameter_numbers] that the frames are bound to */
  bool bound;
} worker;

struct am_engine_program {
  am_law *law;
  am_solver solver;
  am_tangent_form tangent_form;
  bool keep; /* points keep their substeps */
  am_plan plan;
  am_program *programs[AM_FUNCTIONS]; /* of the functions of the plan */
  int output_counts[AM_FUNCTIONS];
  am_program **along[AM_FUNCTIONS]; /* [directions], see am_split */
  int directions[AM_FUNCTIONS];
  int shared[AM_FUNCTIONS];
  bool idle[6]; /* directions that drive no rate */
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

/* Its values and what its directions share are one program. */
static void prepare_directed(am_arena *arena, am_engine_program *p,
                             am_function function) {
  am_split split;
  am_graph *graph = p->law->graph;
  am_law_split(arena, p->law, function, false, &split);
  int count = split.count + split.shared_count;
  p->shared[function] = split.shared_count;
  if (function == AM_FUNCTION_DIRECTED)
    memcpy(p->idle, split.idle, sizeof p->idle);
  p->output_counts[function] = count;
  p->programs[function] = am_program_new(arena, graph, split.values, count);
  p->directions[function] = split.direction_count;
  p->along[function] = AM_ARRAY(arena, am_program *, split.direction_count);
  for (int c = 0; c < split.direction_count; c++)
    p->along[function][c] = am_program_new(
        arena, graph, split.directions + c * split.rows, split.rows);
}

static void prepare(am_arena *arena, am_engine_program *p,
                    am_function function) {
  if (am_function_directed(function)) {
    prepare_directed(arena, p, function);
    return;
  }
  const am_node *nodes = am_law_function(arena, p->law, function,
                                         &p->output_counts[function]);
  p->programs[function] = am_program_new(arena, p->law->graph, nodes,
                                         p->output_counts[function]);
}

/* Runs a function of the law; its outputs. */
static const real *run(k_context *k, am_function function, const real *eps,
                       const real *rate, const real *y, const real *u) {
  worker *data = k->data;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = eps,
                                          [AM_INPUT_STATE] = y,
                                          [AM_INPUT_RATE] = rate,
                                          [AM_INPUT_ALONG] = u};
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

/* Values, if there are any, and what directions share. */
static void run_shared(k_context *k, am_function function, const real *eps,
                       const real *rate, const real *y, const real *u,
                       real *values, int count, real *shared) {
  const real *out = run(k, function, eps, rate, y, u);
  if (count) out = take(values, out, count);
  const worker *data = k->data;
  take(shared, out, data->program->shared[function]);
}

static void run_along(k_context *k, am_function function, int c,
                      const real *shared, const real *theta, const real *w,
                      real *along) {
  worker *data = k->data;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_SHARED] = shared,
                                          [AM_INPUT_DIRECTION] = w,
                                          [AM_INPUT_TIME] = theta};
  am_frame_run(data->along[function][c], inputs, along);
}

K_FN void k_rate_shared(k_context *k, const real *eps, const real *rate,
                        const real *y, real *f, real *shared) {
  run_shared(k, AM_FUNCTION_DIRECTED, eps, rate, y, NULL, f, k->nx, shared);
}

K_FN void k_rate_along(k_context *k, int c, const real *shared,
                       const real *theta, const real *w, real *along) {
  run_along(k, AM_FUNCTION_DIRECTED, c, shared, theta, w, along);
}

K_FN void k_stress_shared(k_context *k, const real *eps, const real *y,
                          real *sig, real *shared) {
  run_shared(k, AM_FUNCTION_RESPONSE, eps, NULL, y, NULL, sig, 6, shared);
}

K_FN void k_stress_along(k_context *k, int c, const real *shared,
                         const real *theta, const real *w, real *along) {
  run_along(k, AM_FUNCTION_RESPONSE, c, shared, theta, w, along);
}

K_FN void k_curvature_shared(k_context *k, const real *eps, const real *rate,
                             const real *y, const real *u, real *shared) {
  run_shared(k, AM_FUNCTION_CURVATURE, eps, rate, y, u, NULL, 0, shared);
}

K_FN void k_curvature_along(k_context *k, int c, const real *shared,
                            const real *theta, const real *w, real *along) {
  run_along(k, AM_FUNCTION_CURVATURE, c, shared, theta, w, along);
}

K_FN void k_rate_by_shared(k_context *k, const real *eps, const real *rate,
                           const real *y, real *f, real *shared) {
  run_shared(k, AM_FUNCTION_DIRECTED_BY, eps, rate, y, NULL, f, k->nx, shared);
}

K_FN void k_rate_by_along(k_context *k, int p, const real *shared,
                          const real *theta, const real *w, real *along) {
  run_along(k, AM_FUNCTION_DIRECTED_BY, p, shared, theta, w, along);
}

K_FN void k_stress_by_shared(k_context *k, const real *eps, const real *y,
                             real *sig, real *shared) {
  run_shared(k, AM_FUNCTION_RESPONSE_BY, eps, NULL, y, NULL, sig, 6, shared);
}

K_FN void k_stress_by_along(k_context *k, int p, const real *shared,
                            const real *theta, const real *w, real *along) {
  run_along(k, AM_FUNCTION_RESPONSE_BY, p, shared, theta, w, along);
}

K_FN void k_curvature_by_shared(k_context *k, const real *eps,
                                const real *rate, const real *y,
                                const real *u, real *shared) {
  run_shared(k, AM_FUNCTION_CURVATURE_BY, eps, rate, y, u, NULL, 0, shared);
}

K_FN void k_curvature_by_along(k_context *k, int p, const real *shared,
                               const real *theta, const real *w,
                               real *along) {
  run_along(k, AM_FUNCTION_CURVATURE_BY, p, shared, theta, w, along);
}

K_FN void k_stress_change(k_context *k, const real *eps, const real *y,
                          const real *u, real *sig, real *along) {
  take(along, take(sig, run(k, AM_FUNCTION_ALONG, eps, NULL, y, u), 6), 6);
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

K_FN void k_energy(k_context *k, const real *eps, const real *y,
                   real *omega) {
  take(omega, run(k, AM_FUNCTION_ENERGY, eps, NULL, y, NULL), 1);
}

K_FN void k_update_of(k_context *k, const real *eps1, const real *a0, real dt,
                      real *a1, real *sig, real *C, mask *ok) {
  worker *w = k->data;
  w->program->update(eps1, a0, dt, k->parameters, a1, sig, C, ok);
}

#include "kernel/kernel.h"

/* More than the deepest chain of K_ARRAYs takes. */
static size_t scratch_size(const am_engine_program *p) {
  const am_law *law = p->law;
  size_t shared = 0;
  for (int i = 0; i < AM_FUNCTIONS; i++)
    shared += (size_t)p->shared[i] * (AM_STAGES + 2);
  size_t nx = (size_t)law->nx, by = (size_t)law->sensitive_count;
  size_t columns = (by > 6 ? by + 1 : 7) * nx;
  return shared + columns * (4 * AM_STAGES + 16) + 4 * nx * (nx + 12) +
         6 * nx * nx + 24 * (size_t)law->na + 12 * (size_t)law->count +
         24 * nx + by * (nx + 18) + 2048;
}

static void set_up_worker(am_arena *arena, am_engine_program *p, worker *w) {
  const am_law *law = p->law;
  *w = (worker){.program = p};
  w->context = (k_context){.nx = law->nx,
                           .na = law->na,
                           .ns = law->ns,
                           .scheme = p->solver.scheme,
                           .solver = &p->solver,
                           .tangent_form = p->tangent_form,
                           .groups = p->plan.groups,
                           .group_count = p->plan.group_count,
                           .solved = p->plan.solved,
                           .solved_count = p->plan.solved_count,
                           .pivots = p->plan.order.pivots,
                           .places = p->plan.order.places,
                           .variables = p->plan.variables,
                           .variable_count = p->plan.variable_count,
                           .rate_shared = p->shared[AM_FUNCTION_DIRECTED],
                           .stress_shared = p->shared[AM_FUNCTION_RESPONSE],
                           .curvature_shared =
                               p->shared[AM_FUNCTION_CURVATURE],
                           .sensitivities = law->sensitive_count,
                           .rate_by_shared =
                               p->shared[AM_FUNCTION_DIRECTED_BY],
                           .stress_by_shared =
                               p->shared[AM_FUNCTION_RESPONSE_BY],
                           .curvature_by_shared =
                               p->shared[AM_FUNCTION_CURVATURE_BY],
                           .keep = p->keep,
                           .attempts = p->solver.max_substeps,
                           .scratch_size = scratch_size(p),
                           .data = w};
  memcpy(w->context.idle, p->idle, sizeof p->idle);
  w->context.scratch = AM_ARRAY(arena, real, w->context.scratch_size);
  w->parameters = AM_ARRAY(arena, real, law->parameter_numbers);
  w->context.parameters = w->parameters;
  for (int i = 0; i < p->plan.passes; i++)
    w->context.sequence[i] = AM_ARRAY(arena, real, p->solver.max_substeps);
  for (int i = 0; i < AM_FUNCTIONS; i++) {
    if (!p->programs[i]) continue;
    w->frames[i] = am_frame_new(arena, p->programs[i]);
    w->outputs[i] = AM_ARRAY(arena, real, p->output_counts[i]);
    w->along[i] = AM_ARRAY(arena, am_frame *, p->directions[i]);
    for (int c = 0; c < p->directions[i]; c++)
      w->along[i][c] = am_frame_new(arena, p->along[i][c]);
  }
}

static void bind_frames(worker *w, int function) {
  if (w->frames[function])
    am_frame_bind(w->frames[function], w->parameters);
  for (int c = 0; c < w->program->directions[function]; c++)
    am_frame_bind(w->along[function][c], w->parameters);
}

static void bind(worker *w) {
  double scale = w->program->solver.stress_scale;
  for (int i = 0; i < AM_FUNCTIONS; i++)
    bind_frames(w, i);
  if (scale <= 0)
    scale = *run(&w->context, AM_FUNCTION_SCALE, NULL, NULL, NULL, NULL);
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
  p->tangent_form = options->tangent_form;
  p->keep = options->follows && am_plan_keeps(law, solver, options->mixed);
  AM_TRY(am_engine_check(report, &am_engine_interp, law, solver, options));
  am_plan_new(arena, law, solver, true, options->tangent_form, &p->plan);
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

/* Substeps of a pass, which are positive; none of a scheme without. */
static int recorded(const k_context *k, int pass) {
  int length = 0;
  while (k->sequence[pass] && length < k->solver->max_substeps &&
         k->sequence[pass][length] > 0)
    length++;
  return length;
}

void am_frozen_record(am_engine_program *p, am_step *step) {
  const k_context *k = &p->workers[0].context;
  for (int i = 0; i < p->plan.passes; i++)
    memset(k->sequence[i], 0, (size_t)recorded(k, i) * sizeof(real));
  am_engine_step(&am_engine_interp, p, step);
}

am_point_status am_frozen_follow(am_engine_program *p, const am_step *step,
                                 int slot, const double *strain,
                                 double *stress, double *state) {
  k_context *k = &p->workers[0].context;
  k_load load = {.dt = step->duration};
  k_result out = {.y = state, .sig = stress};
  memcpy(load.eps0, step->strain0, sizeof load.eps0);
  memcpy(load.eps1, strain, sizeof load.eps1);
  k_load_prepare(&load);
  if (K_CONVENTIONAL) {
    k_hand_written(k, &load, step->state0, 0, &out);
  } else {
    k_pass pass = {.y = state, .slot = slot, .frozen = k_all_lanes(),
                   .length = recorded(k, slot)};
    k_run_pass(k, &load, step->state0, &pass);
    k_conclude(k, &load, &pass, stress, NULL);
    out.status = k_pass_status(&pass);
  }
  k_validate(k, &load, 0, &out);
  return (am_point_status)out.status;
}

static am_status place(am_arena *arena, am_report *report,
                       const char **what) {
  (void)arena, (void)report;
  *what = "any processor";
  return AM_OK;
}

const am_engine am_engine_interp = {
    .name = "interp",
    .about = "interpreter of the graph, one point at a time; no compiler",
    .sensitivities = true,
    .place = place,
    .compile = compile,
    .advance = advance,
    .used = used};
