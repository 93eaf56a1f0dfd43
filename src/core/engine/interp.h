/* interp.h: programs of the engine interp, and calls of the functions of a law;
 * part of interp.c, which defines the functions that the kernel calls from the
 * table law/function.def.
 *
 * Each function of the law is a program of the graph evaluator
 * (expr/evaluate.h), with a frame for each thread. Its results are stored in
 * the thread's outputs, and then copied array by array. */
#ifndef AM_ENGINE_INTERP_H
#define AM_ENGINE_INTERP_H

#include <assert.h>

#include "kernel/plan.h"
#include "engine/engine.h"
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
  bool idle[6 + AM_MOST_EXTERNAL]; /* directions that do not affect the rates */
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
static void run_along(k_context *k, am_function function, int c,
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
#endif

K_FN void k_update_of(k_context *k, const real *eps1, const real *a0, real dt,
                      real *a1, real *sig, real *C, mask *ok) {
  worker *w = k->data;
  w->program->update(eps1, a0, dt, k->parameters, a1, sig, C, ok);
}

#endif
