/* vector.c: norms, and random numbers by Philox4x32-10. */
#include "check/vector.h"

#include <math.h>

#include "case/parts.h"

double am_norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

double am_distance(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sqrt(sum);
}

double am_largest(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++)
    if (!(fabs(x[i]) <= most)) most = fabs(x[i]);
  return most;
}

am_random am_random_new(uint64_t seed, uint32_t a, uint32_t b, uint32_t c) {
  return (am_random){.key = {(uint32_t)seed, (uint32_t)(seed >> 32)},
                     .counter = {0, a, b, c}};
}

double am_random_in(am_random *random, double low, double high) {
  double numbers[2];
  if (!random->has_waiting) {
    am_philox_uniform(random->counter, random->key, numbers);
    random->counter[0]++;
    random->waiting = numbers[1];
  }
  double u = random->has_waiting ? random->waiting : numbers[0];
  random->has_waiting = !random->has_waiting;
  return low + (high - low) * u;
}

double am_random_power(am_random *random, double low, double high) {
  return pow(10, am_random_in(random, low, high));
}

/* Normally distributed number (Box and Muller 1958). */
static double draw_normal(am_random *random) {
  double u = am_random_in(random, 0, 1), v = am_random_in(random, 0, 1);
  return sqrt(-2 * log1p(-u)) * cos(8 * atan(1) * v);
}

void am_random_vector(am_random *random, int n, double length, double *x) {
  for (int i = 0; i < n; i++) x[i] = draw_normal(random);
  double norm = am_norm(x, n);
  for (int i = 0; i < n; i++) x[i] *= norm > 0 ? length / norm : 0;
}
