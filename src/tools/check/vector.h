/* vector.h: norms of vectors, and reproducible random vectors, which depend on
 * their purpose only. */
#ifndef AM_CHECK_VECTOR_H
#define AM_CHECK_VECTOR_H

#include <stdbool.h>
#include <stdint.h>

/* Euclidean norm of x [n], and of x - y. */
double am_norm(const double *x, int n);
double am_distance(const double *x, const double *y, int n);

/* max |x| over [n]; NaN if any entry is NaN. */
double am_largest(const double *x, int n);

/* Stream of random numbers: purpose (key), and number of draws. */
typedef struct {
  uint32_t key[2], counter[4];
  double waiting; /* second number of a pair */
  bool has_waiting;
} am_random;

/* Stream of a seed and three distinguishing numbers. */
am_random am_random_new(uint64_t seed, uint32_t a, uint32_t b, uint32_t c);

/* Next number, uniform in [low, high). */
double am_random_in(am_random *random, double low, double high);

/* Log-uniform: 10 to the power of a uniform number. */
double am_random_power(am_random *random, double low, double high);

/* Vector [n] of the given length in a uniformly distributed direction. */
void am_random_vector(am_random *random, int n, double length, double *x);

#endif
