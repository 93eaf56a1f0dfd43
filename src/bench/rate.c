#include "bench/rate.h"

#include <math.h>

#include "base/clock.h"

enum { REPETITIONS = 5 };

double am_rate_of(void (*run)(void *data, long rounds), void *data,
                  long *rounds, double seconds) {
  double best = 0;
  for (int i = 0; i < REPETITIONS;) {
    double start = am_clock();
    run(data, *rounds);
    double spent = am_clock() - start;
    if (spent < seconds && *rounds < 1L << 40) {
      *rounds *= 2;
      continue;
    }
    best = fmax(best, (double)*rounds / spent);
    i++;
  }
  return best;
}
