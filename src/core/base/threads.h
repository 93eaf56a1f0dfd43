/* threads.h: number of threads, and parallel loops over points or voxels; a
 * single thread without OpenMP. */
#ifndef AM_BASE_THREADS_H
#define AM_BASE_THREADS_H

#ifdef _OPENMP
#include <omp.h>

static inline int am_threads(void) { return omp_get_max_threads(); }
static inline int am_thread(void) { return omp_get_thread_num(); }
#else
static inline int am_threads(void) { return 1; }
static inline int am_thread(void) { return 0; }
#endif

/* Largest number of threads that a caller may request. */
enum { AM_MOST_THREADS = 4096 };

/* AM_LEAST_STACK: stack that a thread needs (bytes).  am_threads_stack: stack
 * of OpenMP's threads according to the environment (bytes); 0 if it is not
 * set. */
enum { AM_LEAST_STACK = 1 << 20 };
double am_threads_stack(void);

/* Number of threads to use, at most `wanted`.  It is 1 in a forked child whose
 * parent has used several, since the OpenMP threads exist only in the parent
 * and the child would wait for them; and 1 if the stacks of OpenMP's threads
 * are too small. */
int am_threads_here(int wanted);

/* Number of threads for am_blocks: `wanted`, or all if 0; 1 without OpenMP. */
int am_blocks_threads(int wanted);

/* Limits OpenMP to `threads` from now on; 0: no change. */
void am_blocks_limit(int threads);

/* Calls work(data, thread, first, count) for consecutive ranges that cover 0
 * ... count - 1, thread < threads. */
void am_blocks(long count, int threads,
               void (*work)(void *data, int thread, long first, long count),
               void *data);

#endif
