/* process.c: threads and loops in blocks, and the locale. */
#include <pthread.h>
#include <stdatomic.h>

#include "base/base.h"

/* Points per block: enough work for a thread, and few enough to balance the
 * threads. */
enum { BLOCK = 256 };

/* State of OpenMP's threads, which fork changes. */
static atomic_bool gathered, left_behind;

static void note_fork(void) { left_behind = gathered; }

static void watch_forks(void) { pthread_atfork(NULL, NULL, note_fork); }

/* OpenMP 5.2, 21.2.9: a number with B, K, M or G; in kB without a letter. */
double am_threads_stack(void) {
  static const char letters[] = "bkmgBKMG";
  const char *text = getenv("OMP_STACKSIZE");
  char *end;
  if (!text) text = getenv("GOMP_STACKSIZE");
  double size = text ? strtod(text, &end) : 0;
  if (!text || end == text || !(size > 0)) return 0;
  end += strspn(end, " ");
  const char *letter = *end ? strchr(letters, *end) : letters + 1;
  if (!letter) return 0;
  for (long power = (letter - letters) % 4; power > 0; power--) size *= 1024;
  return size;
}

int am_threads_here(int wanted) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  double stack = am_threads_stack();
  bool small = stack > 0 && stack < AM_LEAST_STACK;
  if (wanted < 2 || left_behind || small) return 1;
  pthread_once(&once, watch_forks);
  gathered = true;
  return wanted;
}

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

/* The locale "C" for one thread during a call. */

bool am_locale_enter(am_locale *locale) {
  locale->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!locale->plain) return false;
  locale->before = uselocale(locale->plain);
  return true;
}

void am_locale_leave(am_locale *locale) {
  uselocale(locale->before);
  freelocale(locale->plain);
}
