/* threads.h: OpenMP's threads, one where it is missing. */
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

/* How many of so many threads a program of others may use: one in a child
 * after fork where its parent has used several, since OpenMP's threads stay
 * behind with the parent and would be waited for. */
int am_threads_here(int wanted);

#endif
