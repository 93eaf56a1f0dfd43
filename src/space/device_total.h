/* device_total.h: sums over the partial sums of threads, always in the same
 * order: they are summed by fewer threads, and their sums by the host.  Text
 * for devices. */

K_FN long k_thread(void) { return (long)blockIdx.x * K_BLOCK + threadIdx.x; }

K_FN double k_total_of(const double *x, long count, int maximum) {
  double total = x[0];
  for (long i = K_REST; i < count; i += K_REST)
    total = !maximum     ? total + x[i]
            : total > x[i] ? total
                           : x[i];
  return total;
}

extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_total(const k_total t) {
  long row = k_thread() / K_REST, column = k_thread() % K_REST;
  if (row >= t.rows) return;
  t.sums[k_thread()] = k_total_of(t.partial + row * t.threads + column,
                                  t.threads - column, row >= t.maxima);
}
