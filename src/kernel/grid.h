/* grid.h: the points of a generated unit for CUDA, one thread each.  Text of
 * generated units. */

/* Bound values of the law's own parameters, by one thread. */
extern "C" __global__ void automat_bind(const double *parameters,
                                        double *bound) {
  k_bind(parameters, bound);
}

/* Points of the list, or all up to `count` where there is none. */
extern "C" __global__ void __launch_bounds__(K_BLOCK)
    automat_advance(const am_fields fields, const am_tolerances solver,
                    const double *bound, double *sequence, int attempts,
                    const int *list, const int *listed, long count) {
  long thread = (long)blockIdx.x * K_BLOCK + threadIdx.x;
  if (thread >= (listed ? *listed : count)) return;
  real parameters[K_PARAMETERS + 1], own[K_BOUND + 1];
  long point = list ? list[thread] : thread;
  k_context k = {fields.parameters, bound, &solver, sequence, attempts,
                 fields.stop};
  if (fields.spread) {
    for (int i = 0; i < K_PARAMETERS; i++)
      parameters[i] = k_get(fields.parameters + i * fields.stride + point);
    k_bind(parameters, own);
    k.parameters = parameters;
    k.bound = own;
  }
  k_advance_block(&k, &fields, point);
}
