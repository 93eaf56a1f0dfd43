/* process.h: resources of a process: threads and parallel loops over points or
 * voxels (a single thread without OpenMP), time, memory, locale, and the
 * instructions of the processor. */
#ifndef AM_BASE_PROCESS_H
#define AM_BASE_PROCESS_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

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

/* Number of threads to use, at most `wanted`.  The number is 1 if the stacks of
 * OpenMP's threads are too small, or in a forked child whose parent has used
 * several threads: OpenMP's threads exist only in the parent, and the child
 * would wait for them. */
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

/* Times in seconds, of which only differences have a meaning: monotonic time,
 * and processor time of the calling thread. */

static inline double am_clock_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double am_clock(void) { return am_clock_of(CLOCK_MONOTONIC); }

static inline double am_processor_clock(void) {
  return am_clock_of(CLOCK_THREAD_CPUTIME_ID);
}

/* Free memory of the machine. */

/* Memory that this process can still use (bytes): the smaller of the free
 * memory of the machine, including swap, and of its control group (version 2);
 * SIZE_MAX if unknown.  The system may grant larger requests, but it kills the
 * process that fills them. */
size_t am_memory_free(void);

/* Numbers with decimal points in a program of any locale.
 *
 * The C library reads and writes numbers, and classifies letters, according to
 * the locale of the thread: in a German locale, "0.5" is not a number and 0.25
 * is written as "0,25".  The command line runs in the locale "C"; a library
 * function sets it for its thread during the call.  Other threads are not
 * affected. */

typedef struct {
  locale_t plain, before;
} am_locale;

/* Sets the locale "C" for this thread.  False if memory runs out; then
 * am_locale_leave must not be called. */
bool am_locale_enter(am_locale *locale);

/* Restores the previous locale; required on every return from the call, also
 * after am_arena_recover. */
void am_locale_leave(am_locale *locale);

/* Functions that are compiled twice, the second time for processors with fused
 * multiply-add.
 *
 * Code for the baseline x86-64 processor must not contain the instruction: each
 * fma() is a call of the C library, which uses the instruction if the processor
 * has it. The result is the same. */

#if defined __x86_64__ && defined __GNUC__ && !defined __FMA__
#define AM_FUSED_TWICE 1
#define AM_FUSED __attribute__((target("avx2,fma")))

/* True if this processor has the instruction. */
static inline bool am_fused_here(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

#else
#define AM_FUSED_TWICE 0
#define AM_FUSED
static inline bool am_fused_here(void) { return false; }
#endif

#endif
