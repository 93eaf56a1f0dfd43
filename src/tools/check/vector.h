/* vector.h: norms of vectors, and random ones, which depend on nothing but
 * what they are for. */
#ifndef AM_CHECK_VECTOR_H
#define AM_CHECK_VECTOR_H

#include <stdbool.h>
#include <stdint.h>

/* Euclidean length of x [n], and of x - y. */
double am_norm(const double *x, int n);
double am_distance(const double *x, const double *y, int n);

/* max |x| over [n]; NaN where an entry is. */
double am_largest(const double *x, int n);

/* A stream of random numbers: its purpose, and how many were drawn. */
typedef struct {
  uint32_t key[2], counter[4];
  double waiting; /* the second number of a pair */
  bool has_waiting;
} am_random;

/* The stream of a seed and three numbers that tell it from others. */
am_random am_random_new(uint64_t seed, uint32_t a, uint32_t b, uint32_t c);

/* The next number, uniform in [low, high). */
double am_random_in(am_random *random, double low, double high);

/* 10 to a uniform power: log-uniform. */
double am_random_power(am_random *random, double low, double high);

/* A vector [n] of the given length, in a uniform direction. */
void am_random_vector(am_random *random, int n, double length, double *x);

#endif
