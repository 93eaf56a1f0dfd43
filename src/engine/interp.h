/* interp.h: programs of the engine interp, and the functions of their laws as
 * the stepping text calls them (kernel/context.h); text of interp.c, which
 * includes kernel/kernel.h behind it.
 *
 * Each function of the law is a program of the graph evaluator
 * (expr/evaluate.h), with a frame for each thread; what it computes stands in
 * the outputs of the thread, from which it is taken array by array. */
#ifndef AM_ENGINE_INTERP_H
#define AM_ENGINE_INTERP_H

#include <assert.h>
#include <string.h>

#include "emit/plan.h"
#include "engine/conventional.h"
#include "engine/engine.h"
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

/* The two functions of a derivative in directions: what they share, and the
 * part of one. */
#define AM_RATE_IN(name, function)                                          \
  K_FN void name##_shared(k_context *k, const real *eps, const real *rate,  \
                          const real *y, real *f, real *shared) {           \
    run_shared(k, function, eps, rate, y, NULL, f, k->nx, shared);          \
  }                                                                         \
  AM_ALONG(name, function)

#define AM_STRESS_IN(name, function)                                        \
  K_FN void name##_shared(k_context *k, const real *eps, const real *y,     \
                          real *sig, real *shared) {                        \
    run_shared(k, function, eps, NULL, y, NULL, sig, 6, shared);            \
  }                                                                         \
  AM_ALONG(name, function)

#define AM_CURVATURE_IN(name, function)                                     \
  K_FN void name##_shared(k_context *k, const real *eps, const real *rate,  \
                          const real *y, const real *u, real *shared) {     \
    run_shared(k, function, eps, rate, y, u, NULL, 0, shared);              \
  }                                                                         \
  AM_ALONG(name, function)

#define AM_ALONG(name, function)                                            \
  K_FN void name##_along(k_context *k, int c, const real *shared,           \
                         const real *theta, const real *w, real *along) {   \
    run_along(k, function, c, shared, theta, w, along);                     \
  }

AM_RATE_IN(k_rate, AM_FUNCTION_DIRECTED)
AM_RATE_IN(k_rate_by, AM_FUNCTION_DIRECTED_BY)
AM_STRESS_IN(k_stress, AM_FUNCTION_RESPONSE)
AM_STRESS_IN(k_stress_by, AM_FUNCTION_RESPONSE_BY)
AM_CURVATURE_IN(k_curvature, AM_FUNCTION_CURVATURE)
AM_CURVATURE_IN(k_curvature_by, AM_FUNCTION_CURVATURE_BY)

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

#endif
