/* clock.h: seconds, of which differences count. */
#ifndef AM_BASE_CLOCK_H
#define AM_BASE_CLOCK_H

#include <time.h>

static inline double am_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
