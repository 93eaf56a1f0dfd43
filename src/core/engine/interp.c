/* interp.c: engine that interprets the graph of a law.
 *
 * Each function of the law is a program of the graph evaluator
 * (expr/evaluate.c), with a frame for each thread. Its results are stored in
 * the thread's outputs, and then copied array by array. */
#include <assert.h>

#include "kernel/plan.h"
#include "engine/parts.h"
#include "expr/parts.h"
#include "kernel/context.h"

/* Data of one thread */
typedef struct {
  const am_engine_program *program;
  k_context context;
  am_frame *frames[AM_FUNCTIONS];
  am_frame **along[AM_FUNCTIONS]; /* [directions], or NULL */
  real *outputs[AM_FUNCTIONS];
  real *parameters; /* [parameter_numbers] values to which the frames are
                       bound */
  bool bound;
} worker;

struct am_engine_program {
  am_engine_base base;
  am_law *law;
  am_solver solver;
  bool follows; /* points follow recorded substeps */
  bool cleared; /* sequences are zero after the recorded substeps */
  int method;   /* index of its scheme in a chain, -1: no chain */
  am_plan plan;
  am_program *programs[AM_FUNCTIONS]; /* functions of the plan */
  int array_sizes[AM_FUNCTIONS][AM_MOST_OUTPUTS + 1];
  int array_counts[AM_FUNCTIONS];   /* number of output arrays, including the
                                       common part */
  int output_counts[AM_FUNCTIONS];  /* sum of the sizes of all arrays */
  am_program **along[AM_FUNCTIONS]; /* [directions], see am_split */
  int directions[AM_FUNCTIONS];
  int shared[AM_FUNCTIONS];
  am_update *update; /* for strategy conventional */
  worker *workers;
  int worker_count;
};

/* Runs a function of the law, and copies its outputs, followed by the common
 * part of directional derivatives, array by array. */
static void run_function(k_context *k, am_function function,
                         const double *const *inputs, real *const *outputs) {
  const worker *w = k->data;
  const am_engine_program *p = w->program;
  const real *from = w->outputs[function];
  assert(w->frames[function]);
  am_frame_run(w->frames[function], inputs, w->outputs[function]);
  for (int i = 0; i < p->array_counts[function]; i++) {
    size_t count = (size_t)p->array_sizes[function][i];
    memcpy(outputs[i], from, count * sizeof *from);
    from += count;
  }
}

/* Derivative in direction c. */
static void run_jvp(k_context *k, am_function function, int c,
                    const real *shared, const real *theta, const real *w,
                    real *along) {
  const worker *data = k->data;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_SHARED] = shared,
                                          [AM_INPUT_DIRECTION] = w,
                                          [AM_INPUT_TIME] = theta};
  am_frame_run(data->along[function][c], inputs, along);
}

/* The interpreter compiled for processors with fused multiply-add */
#if AM_FUSED_TWICE
extern const am_engine am_engine_interp_fused;
am_point_status am_frozen_follow_fused(am_engine_program *program,
                                       const am_step *step, int pass,
                                       double *strain, double *stress,
                                       double *state);
#endif

K_FN void k_update_of(k_context *k, const real *eps1, const real *a0, real dt,
                      real *a1, real *sig, real *C, mask *ok) {
  worker *w = k->data;
  w->program->update(eps1, a0, dt, k->parameters, a1, sig, C, ok);
}

/* ---- functions of the law, from their table ------------------------------ */

#define GIVEN_STATE const real *eps, const real *y
#define GIVEN_RATE const real *eps, const real *rate, const real *y
#define GIVEN_STATE_ALONG GIVEN_STATE, const real *u
#define GIVEN_RATE_ALONG GIVEN_RATE, const real *u
#define INPUTS_STATE \
  [AM_INPUT_STRAIN] = eps, [AM_INPUT_EXTERNAL] = eps + 6, [AM_INPUT_STATE] = y
#define INPUTS_RATE INPUTS_STATE, [AM_INPUT_RATE] = rate
#define INPUTS_STATE_ALONG INPUTS_STATE, [AM_INPUT_ALONG] = u
#define INPUTS_RATE_ALONG INPUTS_RATE, [AM_INPUT_ALONG] = u
#define REALS_OUT0()
#define REALS_OUT1(a, r, c) , real *a
#define REALS_OUT2(a, r, c, a1, r1, c1) , real *a, real *a1
#define REALS_OUT3(a, r, c, a1, r1, c1, a2, r2, c2) \
  , real *a, real *a1, real *a2
#define NAMES_OUT0()
#define NAMES_OUT1(a, r, c) a,
#define NAMES_OUT2(a, r, c, a1, r1, c1) a, a1,
#define NAMES_OUT3(a, r, c, a1, r1, c1, a2, r2, c2) a, a1, a2,

#define DEFINE_PLAIN(WORD, NAME, TEXT, GIVEN, OUTPUTS)                      \
  K_FN void TEXT(k_context *k, GIVEN_##GIVEN REALS_##OUTPUTS) {             \
    run_function(k, AM_FUNCTION_##NAME,                                     \
                 (const double *[AM_INPUT_KINDS]){INPUTS_##GIVEN},          \
                 (real *[]){NAMES_##OUTPUTS});                              \
  }

#define DEFINE_DIRECTIONS(WORD, NAME, TEXT, GIVEN, OUTPUTS)                 \
  K_FN void TEXT##_shared(k_context *k, GIVEN_##GIVEN REALS_##OUTPUTS,      \
                          real *shared) {                                   \
    run_function(k, AM_FUNCTION_##NAME,                                     \
                 (const double *[AM_INPUT_KINDS]){INPUTS_##GIVEN},          \
                 (real *[]){NAMES_##OUTPUTS shared});                       \
  }                                                                         \
  K_FN void TEXT##_jvp(k_context *k, int c, const real *shared,             \
                       const real *theta, const real *w, real *along) {     \
    run_jvp(k, AM_FUNCTION_##NAME, c, shared, theta, w, along);             \
  }                                                                         \
  K_FN int shared_##WORD(const k_context *k) {                              \
    return ((const worker *)k->data)->program->shared[AM_FUNCTION_##NAME];  \
  }

#define DEFINE_NOTHING(WORD, NAME, TEXT, GIVEN, OUTPUTS)

#define FORM_PLAIN PLAIN, NONE
#define FORM_STRAINS(WORD, ROWS) DIRECTIONS, WORD
#define FORM_PATH(WORD, ROWS) DIRECTIONS, WORD
#define FORM_PARAMETERS(WORD, ROWS) DIRECTIONS, WORD
#define FORM_BOUND NOTHING, NONE
#define DEFINE(...) DEFINE_BY_FORM(__VA_ARGS__)
#define DEFINE_BY_FORM(FORM, ...) DEFINE_##FORM(__VA_ARGS__)
#define AM_LAW_FUNCTION(NAME, NAME_, TEXT, ABOUT, GIVEN, FORM, OUTPUTS, ...) \
  DEFINE(FORM_##FORM, NAME, TEXT, GIVEN, OUTPUTS)
#include "law/function.def"
#undef AM_LAW_FUNCTION

#define K_SHARED(WORD) shared_##WORD(k)

#include "kernel/kernel.h"

/* Prepares programs for a function: one for its outputs and the common part of
 * directional derivatives, and one for each direction. */
static void prepare_function(am_arena *arena, am_engine_program *p,
                             am_function function) {
  am_graph *graph = p->law->graph;
  int arrays = am_law_functions[function].output_count;
  int *sizes = p->array_sizes[function];
  am_split split;
  am_law_split(arena, p->law, function, false, &split);
  int directions = split.direction_count;
  for (int i = 0; i < arrays; i++)
    sizes[i] = am_output_size(p->law, function, i);
  if (directions) sizes[arrays++] = split.shared_count;
  p->along[function] = AM_ARRAY(arena, am_program *, directions);
  for (int c = 0; c < directions; c++)
    p->along[function][c] = am_program_new(
        arena, graph, split.directions + c * split.rows, split.rows);
  p->shared[function] = split.shared_count;
  p->directions[function] = directions;
  p->array_counts[function] = arrays;
  p->output_counts[function] = split.count + split.shared_count;
  p->programs[function] = am_program_new(arena, graph, split.values,
                                         p->output_counts[function]);
}

/* Upper bound of the memory of all nested K_ARRAYs. */
static size_t scratch_size(const am_engine_program *p) {
  const am_law *law = p->law;
  size_t shared = 0;
  for (int i = 0; i < AM_FUNCTIONS; i++)
    shared += (size_t)p->shared[i] * (AM_STAGES + 2);
  size_t nx = (size_t)law->nx, by = (size_t)law->sensitive_count;
  size_t inputs = (size_t)am_law_inputs(law);
  size_t columns = (by > inputs ? by + 1 : inputs + 1) * nx;
  size_t cuts =
      p->plan.cuts ? (300 + 32 * nx + 8 * inputs) * nx + 48 * (inputs + 16) : 0;
  size_t surfaces = law->nd > 1 ? (6 * nx + 20) * nx : 0;
  return shared + cuts + surfaces + columns * (4 * AM_STAGES + 16) +
         4 * nx * (nx + 12) + 6 * nx * nx + 24 * (size_t)law->na +
         12 * (size_t)law->count + 4 * inputs * nx + by * (nx + 18) +
         100 * inputs + 1448 +
         (law->logarithmic ? 96 * AM_STAGES + 900 + 9 * by : 0);
}

static void set_up_worker(am_arena *arena, const am_engine_program *p,
                          worker *w) {
  k_context *k = &w->context;
  *w = (worker){.program = p};
  *k = (k_context){.law = p->law, .plan = &p->plan, .solver = &p->solver,
                   .method = p->method, .follows = p->follows,
                   .attempts = p->solver.max_substeps,
                   .scratch_size = scratch_size(p), .data = w};
  k->scratch = AM_ARRAY(arena, real, k->scratch_size);
  k->parameters = w->parameters =
      AM_ARRAY(arena, real, p->law->parameter_numbers);
  for (int i = 0; i < p->plan.passes; i++)
    k->sequence[i] = am_arena_room(
        arena, (size_t)p->solver.max_substeps * sizeof(real));
  for (int i = 0; i < AM_FUNCTIONS; i++) {
    if (!p->programs[i]) continue;
    w->frames[i] = am_frame_new(arena, p->programs[i]);
    w->outputs[i] = AM_ARRAY(arena, real, p->output_counts[i]);
    w->along[i] = AM_ARRAY(arena, am_frame *, p->directions[i]);
    for (int c = 0; c < p->directions[i]; c++)
      w->along[i][c] = am_frame_new(arena, p->along[i][c]);
  }
}

/* Binds the frames to the worker's parameters; computes the stress scale. */
static void bind_parameters(worker *w) {
  double scale = w->program->solver.stress_scale;
  for (int i = 0; i < AM_FUNCTIONS; i++) {
    if (w->frames[i]) am_frame_bind(w->frames[i], w->parameters);
    for (int c = 0; c < w->program->directions[i]; c++)
      am_frame_bind(w->along[i][c], w->parameters);
  }
  if (scale <= 0) {
    const double *inputs[AM_INPUT_KINDS] = {NULL};
    run_function(&w->context, AM_FUNCTION_SCALE, inputs, (real *[]){&scale});
  }
  w->context.stress_scale = scale;
  w->bound = true;
}

/* Sets the worker's parameters to those of a point. */
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
  if (!same) bind_parameters(w);
}

static am_status interp_compile(am_arena *arena, am_report *report, am_law *law,
                                const am_solver *solver,
                                const am_engine_options *options,
                                am_engine_program **program) {
  am_engine_program *p = *program = AM_NEW(arena, am_engine_program);
  p->law = law;
  p->solver = *solver;
  p->follows = am_engine_follows(law, solver, options);
  p->method = am_scheme_is_chain(solver->scheme) ? 0
              : options->later                   ? options->later
                                                 : -1;
  if (!options->mixed) p->solver.control = AM_CONTROL_STEP;
  am_plan_new(arena, law, &p->solver, true, &p->plan);
  p->plan.rows = p->plan.path && options->rows;
  if (!p->plan.passes && solver->scheme->family != AM_FAMILY_IMPLICIT)
    p->plan.passes = am_plan_passes(law, solver);
  if (solver->strategy == AM_STRATEGY_CONVENTIONAL)
    p->update = am_update_find(law->material->conventional);
  for (int i = 0; i < AM_FUNCTIONS; i++)
    if (p->plan.functions[i]) prepare_function(arena, p, (am_function)i);
  AM_TRY(am_law_check_size(report, law));
  p->worker_count = options->threads ? options->threads : am_threads();
  p->workers = AM_ARRAY(arena, worker, p->worker_count);
  for (int i = 0; i < p->worker_count; i++)
    set_up_worker(arena, p, &p->workers[i]);
  return AM_OK;
}

static void interp_advance(am_engine_program *p, const am_fields *fields,
                           long count) {
#if AM_FUSED_TWICE
  if (am_fused_here()) {
    am_engine_interp_fused.advance(p, fields, count);
    return;
  }
#endif
  int threads =
      am_threads_here(count < p->worker_count ? (int)count : p->worker_count);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 16) \
    if (threads > 1)
  for (long i = 0; i < count; i++) {
    worker *w = &p->workers[am_thread()];
    if (fields->round && !k_is_in_round(&w->context, fields, i)) continue;
    choose_parameters(w, fields, i);
    w->context.stop = fields->stop;
    k_advance_block(&w->context, fields, i);
  }
}

/* Number of recorded (positive) substep sizes of a pass; 0 for a scheme without
 * substeps. */
static int recorded(const k_context *k, int pass) {
  int length = 0;
  while (k->sequence[pass] && length < k->solver->max_substeps &&
         k->sequence[pass][length] > 0)
    length++;
  return length;
}

void am_frozen_record(am_engine_program *p, am_step *step) {
  const k_context *k = &p->workers[0].context;
  for (int i = 0; i < p->plan.passes; i++) {
    int length = p->cleared ? recorded(k, i) : p->solver.max_substeps;
    memset(k->sequence[i], 0, (size_t)length * sizeof(real));
  }
  p->cleared = true;
  am_engine_step(p, step);
}

/* Controlled components of a recorded step; strains are those of eps1. */
static void give_controlled(k_context *k, const am_step *step,
                            k_loading *loading) {
  static const am_rows none;
  k_control *g = loading->given;
  g->rows = step->rows ? step->rows : &none;
  k_to_mandel(loading->eps0, g->strain);
  k_to_mandel(loading->eps1, g->x1);
  for (int i = 0; i < 6; i++) {
    double shear = i < 3 ? 1 : 1.41421356237309504880;
    g->stress[i] = step->control[i] > 0;
    g->mixed |= g->stress[i];
    if (g->stress[i]) g->x1[i] = shear * step->target[i];
  }
  k_set_control(k, loading, step->state0);
}

am_point_status am_frozen_follow(am_engine_program *p, const am_step *step,
                                 int slot, double *strain, double *stress,
                                 double *state) {
#if AM_FUSED_TWICE
  if (am_fused_here())
    return am_frozen_follow_fused(p, step, slot, strain, stress, state);
#endif
  k_context *k = &p->workers[0].context;
  k_control given = {.mixed = 0};
  k_loading loading = {.dt = step->duration, .given = &given};
  k_response out = {.loading = &loading, .y0 = step->state0, .y = state,
                    .sig = stress};
  memcpy(loading.eps0, step->strain0, sizeof step->strain0);
  memcpy(loading.eps1, strain, sizeof step->strain);
  memcpy(loading.eps0 + 6, step->external0, sizeof step->external0);
  memcpy(loading.eps1 + 6, step->external1, sizeof step->external1);
  k_set_rates(&loading, 0, K_INPUTS);
  if (K_PATH) give_controlled(k, step, &loading);
  if (K_CONVENTIONAL) {
    k_hand_written(k, 0, &out);
  } else {
    k_pass pass = {.loading = &loading, .y = state, .slot = slot,
                   .frozen = k_all_lanes(), .length = recorded(k, slot)};
    k_run_pass(k, step->state0, &pass);
    k_stress_and_tangent(k, &pass, &out);
    out.status = pass.status;
    if (K_PATH) memcpy(strain, given.end, sizeof given.end);
  }
  if (K_REMEMBERS) k_remember(k, K_PATH ? given.end : loading.eps1, state);
  k_validate(k, 0, k_all_lanes(), &out);
  return (am_point_status)out.status;
}

static am_status find_place(am_arena *arena, am_report *report,
                            const char **what) {
  (void)arena, (void)report;
  *what = "any processor";
  return AM_OK;
}

const am_engine am_engine_interp = {
    .name = "interp",
    .about = "interpreter of the graph, one point at a time; no compiler",
    .reference = true,
    .sensitivities = true,
    .place = find_place,
    .compile = interp_compile,
    .advance = interp_advance};
