/* device_total.h: share of a thread; sums over the lanes of a part. K_REST
 * threads per part add the lanes, and the host adds the sums of the threads, in
 * a fixed order. Text for devices. */

K_FN long k_thread(void) { return (long)blockIdx.x * K_BLOCK + threadIdx.x; }

K_FN k_share k_share_of(int lanes) {
  k_share share = {k_thread() / lanes, (int)(k_thread() % lanes), lanes};
  return share;
}

K_FN double k_total_of(const double *x, int count, int maximum) {
  double total = x[0];
  for (int i = K_REST; i < count; i += K_REST)
    total = !maximum     ? total + x[i]
            : total > x[i] ? total
                           : x[i];
  return total;
}

extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_total(const k_total t) {
  long part = k_thread() / K_REST, rest = k_thread() % K_REST;
  if (part >= t.rows * t.parts) return;
  t.sums[k_thread()] = k_total_of(t.partial + part * t.lanes + rest,
                                  t.lanes - rest, part >= t.maxima * t.parts);
}
