/* rate.h: how often something can be done in a second; internal to bench. */
#ifndef AM_BENCH_RATE_H
#define AM_BENCH_RATE_H

/* Rounds per second of `run`, the best of five measurements: the rest is
 * other work's.  *rounds, at least 1, grows until they take so many
 * seconds. */
double am_rate_of(void (*run)(void *data, long rounds), void *data,
                  long *rounds, double seconds);

#endif
