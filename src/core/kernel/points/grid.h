/* grid.h: the kernels of a generated CUDA source, one thread per point.  Used
 * only in generated sources. */

/* Constants computed by automat_bind, which receives their address, from
 * parameters that are equal at all points. Later kernels read the constants
 * from constant memory. */
__constant__ real automat_constants[K_BOUND];

/* Computes the constants, in one thread. */
extern "C" __global__ void automat_bind(const double *parameters,
                                        real *bound) {
  real own[K_PARAMETERS + 1];
  for (int i = 0; i < K_PARAMETERS; i++) own[i] = k_get(parameters + i);
  k_bind(own, bound);
}

K_FN long k_threads(void) { return (long)gridDim.x * K_BLOCK; }

K_FN long k_thread(void) { return (long)blockIdx.x * K_BLOCK + threadIdx.x; }

/* Advances one point; true if it is left to another launch. */
K_FN int k_do_point(const k_launch *launch, long point, int first_launch) {
  const am_fields *f = &launch->fields;
  real parameters[K_PARAMETERS + 1];
  for (int i = 0; i < K_PARAMETERS; i++)
    parameters[i] =
        k_get(f->parameters +
              (K_SPREAD && f->spread ? i * f->stride + point : i));
#if K_SPREAD
  real bound[K_BOUND + 1];
  k_bind(parameters, bound);
#else
  const real *bound = automat_constants;
#endif
  k_context k = {.parameters = parameters,
                 .bound = bound,
                 .solver = &launch->solver,
                 .sequence = launch->sequences + k_thread(),
                 .capacity = launch->capacity,
                 .row = k_threads(),
                 .attempts = first_launch ? launch->attempts
                                          : launch->solver.max_substeps,
                 .stop = first_launch ? 0 : f->stop,
                 .first_launch = first_launch,
                 .deferred = 0};
  k_advance_block(&k, f, point);
  if (K_METHOD >= 0 && launch->left && !k.deferred && k_is_left(f, point))
    *launch->left = 1;
  return k.deferred;
}

/* Tries a point in the first launch; true if it is left to the second one. */
K_FN int k_leave_point(const k_launch *launch, long point) {
  /* Completes the step in the first launch if derivatives enter the error: they
   * start from zero in every loading step, so that one substep is rarely
   * enough. */
  const int first = !(K_TANGENT && K_COUPLED && K_FAMILY != AM_FAMILY_IMPLICIT);
  if (K_METHOD >= 0 && launch->fields.round) {
    k_context k = {};
    return k_is_in_round(&k, &launch->fields, point);
  }
  return k_do_point(launch, point, first);
}

/* Loops over points only if substeps are recorded, when there are fewer threads
 * than points: the loop costs registers. */
extern "C" __global__ void __launch_bounds__(K_BLOCK, K_FIRST_BLOCKS)
    automat_first(const k_launch launch) {
  for (long p = k_thread(); p < launch.count; p += k_threads()) {
    if (k_leave_point(&launch, p))
      launch.list[atomicAdd(launch.listed, 1)] = (int)p;
    if (!K_PASSES) return;
  }
}

extern "C" __global__ void __launch_bounds__(K_BLOCK, K_REST_BLOCKS)
    automat_rest(const k_launch launch) {
  for (long i = k_thread(); i < *launch.listed; i += k_threads())
    k_do_point(&launch, launch.list[i], 0);
}
