/* threads.h: OpenMP's threads, one where it is missing, and loops over points
 * or voxels by several of them. */
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

/* The largest number of threads that a caller may ask for. */
enum { AM_MOST_THREADS = 4096 };

/* Bytes of stack that a thread needs, and those of OpenMP's threads by its
 * environment; 0: it does not say. */
enum { AM_LEAST_STACK = 1 << 20 };
double am_threads_stack(void);

/* How many of so many threads a program of others may use: one in a child
 * after fork where its parent has used several, since OpenMP's threads stay
 * behind with the parent and would be waited for; and one where those of OpenMP
 * have too little stack. */
int am_threads_here(int wanted);

/* Threads that am_blocks uses: `wanted`, or all for 0; 1 without OpenMP. */
int am_blocks_threads(int wanted);

/* OpenMP uses at most so many threads from now on; 0: as many as it likes. */
void am_blocks_limit(int threads);

/* Calls work(data, thread, first, count) for consecutive ranges that cover
 * 0 … count - 1, thread < threads. */
void am_blocks(long count, int threads,
               void (*work)(void *data, int thread, long first, long count),
               void *data);

#endif
