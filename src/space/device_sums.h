/* device_sums.h: threads, and sums over what they find, always in the same
 * order: a thread has a fixed share of the numbers, its sum is one of the
 * partial sums, these are summed by fewer threads, and their sums by the
 * host.  Text for devices. */

K_FN long k_thread(void) { return (long)blockIdx.x * K_BLOCK + threadIdx.x; }

/* Partial sums [count] of a thread, up to K_MOST. */
K_FN void k_write_partial(const double *sums, int count, double *partial) {
  K_UNROLL for (int i = 0; i < K_MOST; i++)
    if (i < count) partial[(long)i * K_THREADS + k_thread()] = sums[i];
}

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
