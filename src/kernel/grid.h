/* grid.h: the kernels of a generated unit for CUDA, a thread for each point.
 * Text of generated units. */

/* Bound values of the law's own parameters, by one thread. */
extern "C" __global__ void automat_bind(const double *parameters,
                                        double *bound) {
  k_bind(parameters, bound);
}

K_FN long k_threads(void) { return (long)gridDim.x * K_BLOCK; }

K_FN long k_thread(void) { return (long)blockIdx.x * K_BLOCK + threadIdx.x; }

/* Does one point; true where it is left to another launch. */
K_FN int k_do_point(const k_launch *launch, long point, int hasty) {
  const am_fields *f = &launch->fields;
  real parameters[K_PARAMETERS + 1], own[K_BOUND + 1];
  k_context k = {f->parameters, launch->bound, &launch->solver,
                 launch->sequences + k_thread(), launch->capacity,
                 k_threads(), hasty ? launch->attempts
                                    : launch->solver.max_substeps,
                 hasty ? 0 : f->stop, hasty, 0};
  if (f->spread) {
    for (int i = 0; i < K_PARAMETERS; i++)
      parameters[i] = k_get(f->parameters + i * f->stride + point);
    k_bind(parameters, own);
    k.parameters = parameters;
    k.bound = own;
  }
  k_advance_block(&k, f, point);
  return k.deferred;
}

extern "C" __global__ void __launch_bounds__(K_BLOCK, K_FIRST_BLOCKS)
    automat_first(const k_launch launch) {
  for (long p = k_thread(); p < launch.count; p += k_threads())
    if (k_do_point(&launch, p, 1))
      launch.list[atomicAdd(launch.listed, 1)] = (int)p;
}

extern "C" __global__ void __launch_bounds__(K_BLOCK, K_REST_BLOCKS)
    automat_rest(const k_launch launch) {
  for (long i = k_thread(); i < *launch.listed; i += k_threads())
    k_do_point(&launch, launch.list[i], 0);
}
