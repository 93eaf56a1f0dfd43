/* vectors.c: loops over the widest vectors of this processor. */
#include "bench/machine.h"

#include <dlfcn.h>
#include <math.h>

#include "engine/parts.h"

#define TWELVE(DO) \
  DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)

static double multiply_1(long rounds) {
#define START(i) double x##i = 1 + 0.01 * i;
#define STEP(i) x##i = fma(x##i, 0.5, 0.25);
#define SUM(i) +x##i
  TWELVE(START)
  for (long i = 0; i < rounds; i++) {
    TWELVE(STEP)
  }
  return 0 TWELVE(SUM);
#undef START
#undef STEP
}

static void raise_1(void *power, const double *x, const double *p, double *y,
                    int count) {
  (void)power;
  for (int i = 0; i < count; i++) y[i] = pow(x[i], p[i]);
}

static const am_vectors scalar = {1, multiply_1, raise_1, 0};

#if defined __x86_64__ && defined __GLIBC__
#include <immintrin.h>

/* The loops for vectors of `bits` bits. */
#define VECTORS(lanes, vector, prefix, features)                             \
  __attribute__((target(features))) static double multiply_##lanes(          \
      long rounds) {                                                         \
    const vector half = prefix##_set1_pd(0.5);                               \
    const vector rest = prefix##_set1_pd(0.25);                              \
    double sums[lanes], sum = 0;                                             \
    TWELVE(VECTOR_START_##lanes)                                             \
    for (long i = 0; i < rounds; i++) {                                      \
      TWELVE(VECTOR_STEP_##lanes)                                            \
    }                                                                        \
    prefix##_storeu_pd(sums, prefix##_setzero_pd() TWELVE(SUM));             \
    for (int i = 0; i < lanes; i++) sum += sums[i];                          \
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

#define VECTOR_START_8(i) __m512d x##i = _mm512_set1_pd(1 + 0.01 * i);
#define VECTOR_STEP_8(i) x##i = _mm512_fmadd_pd(x##i, half, rest);
#define VECTOR_START_4(i) __m256d x##i = _mm256_set1_pd(1 + 0.01 * i);
#define VECTOR_STEP_4(i) x##i = _mm256_fmadd_pd(x##i, half, rest);

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
