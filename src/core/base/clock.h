/* clock.h: monotonic time in seconds; only differences have a meaning. */
#ifndef AM_BASE_CLOCK_H
#define AM_BASE_CLOCK_H

#include <time.h>

static inline double am_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
