/* vectors.c: loops over the widest vectors of this processor. */
#include <dlfcn.h>

#include "bench/parts.h"

static double multiply_1(long rounds) {
  double x[AM_CHAINS], sum = 0;
  for (int i = 0; i < AM_CHAINS; i++) x[i] = 1 + 0.01 * i;
  for (long r = 0; r < rounds; r++)
#pragma GCC unroll 12
    for (int i = 0; i < AM_CHAINS; i++) x[i] = fma(x[i], 0.5, 0.25);
  for (int i = 0; i < AM_CHAINS; i++) sum += x[i];
  return sum;
}

static void raise_1(void *power, const double *x, const double *p, double *y,
                    int count) {
  (void)power;
  for (int i = 0; i < count; i++) y[i] = pow(x[i], p[i]);
}

static const am_vectors scalar = {1, multiply_1, raise_1, 0};

#if defined __x86_64__ && defined __GLIBC__
#include <immintrin.h>

/* Loops for vectors with a given number of lanes. */
#define VECTORS(lanes, vector, prefix, features)                             \
  __attribute__((target(features))) static double multiply_##lanes(          \
      long rounds) {                                                         \
    const vector half = prefix##_set1_pd(0.5);                               \
    const vector rest = prefix##_set1_pd(0.25);                              \
    vector x[AM_CHAINS];                                                     \
    double sums[lanes], sum = 0;                                             \
    for (int i = 0; i < AM_CHAINS; i++)                                      \
      x[i] = prefix##_set1_pd(1 + 0.01 * i);                                 \
    for (long r = 0; r < rounds; r++)                                        \
      _Pragma("GCC unroll 12") for (int i = 0; i < AM_CHAINS; i++)           \
        x[i] = prefix##_fmadd_pd(x[i], half, rest);                          \
    for (int i = 0; i < AM_CHAINS; i++) {                                    \
      prefix##_storeu_pd(sums, x[i]);                                        \
      for (int k = 0; k < lanes; k++) sum += sums[k];                        \
    }                                                                        \
    return sum;                                                              \
  }                                                                          \
  __attribute__((target(features))) static void raise_##lanes(               \
      void *power, const double *x, const double *p, double *y,              \
      int count) {                                                           \
    vector (*function)(vector, vector);                                      \
    if (!power) {                                                            \
      raise_1(power, x, p, y, count);                                        \
      return;                                                                \
    }                                                                        \
    *(void **)&function = power;                                             \
    for (int i = 0; i < count; i += lanes)                                   \
      prefix##_storeu_pd(y + i, function(prefix##_loadu_pd(x + i),           \
                                         prefix##_loadu_pd(p + i)));         \
  }

VECTORS(8, __m512d, _mm512, "avx512f,avx512dq,avx512vl")
VECTORS(4, __m256d, _mm256, "avx2,fma")

static const am_vectors wide[] = {
    {8, multiply_8, raise_8, "_ZGVeN8vv_pow"},
    {4, multiply_4, raise_4, "_ZGVdN4vv_pow"},
};

const am_vectors *am_vectors_widest(void) {
  int lanes = am_processor_lanes();
  return lanes == 8 ? &wide[0] : lanes == 4 ? &wide[1] : &scalar;
}
#else
const am_vectors *am_vectors_widest(void) { return &scalar; }
#endif

void *am_vectors_power(const am_vectors *vectors) {
  void *library = vectors->symbol ? dlopen("libmvec.so.1", RTLD_NOW) : 0;
  return library ? dlsym(library, vectors->symbol) : 0;
}
