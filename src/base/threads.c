#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Facts of the process, which fork changes. */
static atomic_bool gathered, left_behind;

static void note_fork(void) { left_behind = gathered; }

static void watch(void) { pthread_atfork(NULL, NULL, note_fork); }

int am_threads_here(int wanted) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (wanted < 2 || left_behind) return 1;
  pthread_once(&once, watch);
  gathered = true;
  return wanted;
}
