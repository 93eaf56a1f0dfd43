#include "base/blocks.h"

#include "base/threads.h"

/* Enough work to be worth a thread's while, few enough to share evenly. */
enum { BLOCK = 256 };

int am_blocks_threads(int wanted) {
#ifdef _OPENMP
  return wanted > 0 ? wanted : am_threads();
#else
  (void)wanted;
  return 1;
#endif
}

void am_blocks_limit(int threads) {
#ifdef _OPENMP
  if (threads > 0) omp_set_num_threads(threads);
#else
  (void)threads;
#endif
}

void am_blocks(long count, int threads,
               void (*work)(void *data, int thread, long first, long count),
               void *data) {
  long blocks = (count + BLOCK - 1) / BLOCK;
  threads = blocks > 1 ? am_threads_here(threads) : 1;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads(threads) \
    if (threads > 1)
#endif
  for (long b = 0; b < blocks; b++) {
    long first = b * BLOCK;
    long size = count - first < BLOCK ? count - first : BLOCK;
    work(data, am_thread(), first, size);
  }
}
