/* interp.h: programs of the engine interp, and how functions of their laws are
 * run; text of interp.c, which makes from the table law/function.def the
 * functions that the stepping text calls.
 *
 * Each function of the law is a program of the graph evaluator
 * (expr/evaluate.h), with a frame for each thread; what it computes stands in
 * the outputs of the thread, from which it is copied array by array. */
#ifndef AM_ENGINE_INTERP_H
#define AM_ENGINE_INTERP_H

#include <assert.h>
#include <string.h>

#include "base/base.h"
#include "emit/parts.h"
#include "engine/conventional.h"
#include "engine/engine.h"
#include "expr/parts.h"
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
  bool follows; /* points follow recorded substeps */
  bool cleared; /* behind recorded substeps there are zeros */
  int method;   /* place of its scheme in a chain, -1: alone */
  am_chain *chain; /* or NULL */
  struct am_breaks *breaks; /* or NULL */
  am_plan plan;
  am_program *programs[AM_FUNCTIONS]; /* of the functions of the plan */
  int array_sizes[AM_FUNCTIONS][AM_MOST_OUTPUTS + 1];
  int array_counts[AM_FUNCTIONS];   /* its outputs, and what is shared */
  int output_counts[AM_FUNCTIONS];  /* numbers of all arrays */
  am_program **along[AM_FUNCTIONS]; /* [directions], see am_split */
  int directions[AM_FUNCTIONS];
  int shared[AM_FUNCTIONS];
  bool idle[6 + AM_MOST_EXTERNAL]; /* directions that drive no rate */
  am_update *update; /* of strategy conventional */
  worker *workers;
  int worker_count;
};

/* Runs a function of the law, and copies what it computed array by array: its
 * outputs, and behind them what directions share. */
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

/* The derivative in direction c. */
static void run_along(k_context *k, am_function function, int c,
                      const real *shared, const real *theta, const real *w,
                      real *along) {
  const worker *data = k->data;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_SHARED] = shared,
                                          [AM_INPUT_DIRECTION] = w,
                                          [AM_INPUT_TIME] = theta};
  am_frame_run(data->along[function][c], inputs, along);
}

/* The same, compiled for processors that fuse multiply-adds. */
#if AM_FUSED_TWICE
extern const am_engine am_engine_interp_fused;
#endif

K_FN void k_update_of(k_context *k, const real *eps1, const real *a0, real dt,
                      real *a1, real *sig, real *C, mask *ok) {
  worker *w = k->data;
  w->program->update(eps1, a0, dt, k->parameters, a1, sig, C, ok);
}

#endif
