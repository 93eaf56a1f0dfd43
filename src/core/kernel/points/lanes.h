/* lanes.h: the definitions of dialect.h for K_LANES points at once: `real` is a
 * vector of 8, 4 or 2 doubles, `mask` a vector of integers that are all ones or
 * zero.  Used only in generated sources.
 *
 * Powers, exponentials and similar functions are glibc's vector functions,
 * called by their symbols (x86-64 vector ABI).  Since these functions have no
 * masked variants, arguments are moved into their domain before the call, and
 * lanes are selected afterwards. */
#include <immintrin.h>

typedef double real __attribute__((vector_size(8 * K_LANES)));
typedef long long mask __attribute__((vector_size(8 * K_LANES)));
typedef double k_number;
typedef double k_loose
    __attribute__((vector_size(8 * K_LANES), aligned(8), may_alias));

#define NAN __builtin_nan("")
#define INFINITY __builtin_inf()
#define K_NO_HOIST(x) ((void)(x))
#define K_STOP_INTERVAL 1
#define K_INFINITY INFINITY
#define K_EPSILON 2.220446049250313e-16

#if K_LANES == 8
#define K_WIDE(operation) _mm512_##operation##_pd
#define K_FLOOR(x) _mm512_roundscale_pd(x, 9)
#define K_ANY(m) _mm512_movepi64_mask((__m512i)(m))
#define K_VECTOR(arguments, name) _ZGVeN8##arguments##_##name
#elif K_LANES == 4
#define K_WIDE(operation) _mm256_##operation##_pd
#define K_FLOOR(x) _mm256_round_pd(x, 9)
#define K_ANY(m) _mm256_movemask_pd((__m256d)(m))
#define K_VECTOR(arguments, name) _ZGVdN4##arguments##_##name
#else
#define K_WIDE(operation) _mm_##operation##_pd
#define K_FLOOR(x) _mm_round_pd(x, 9)
#define K_ANY(m) _mm_movemask_pd((__m128d)(m))
#define K_VECTOR(arguments, name) _ZGVbN2##arguments##_##name
#endif

K_FN real k_set(double value) { return (real){0} + value; }
K_FN mask k_all_lanes(void) { return (mask){0} == 0; }
K_FN mask k_where(int condition) { return (mask){0} - (condition != 0); }
K_FN mask k_not(mask m) { return ~m; }
K_FN mask k_and(mask a, mask b) { return a & b; }
K_FN mask k_or(mask a, mask b) { return a | b; }
K_FN int k_any(mask m) { return K_ANY(m) != 0; }

K_FN real k_select(mask m, real a, real b) {
  return (real)((m & (mask)(a)) | (~m & (mask)(b)));
}

K_FN mask k_finite(real x) { return x - x == 0; }
K_FN real k_fma(real a, real b, real c) { return K_WIDE(fmadd)(a, b, c); }
K_FN real k_sqrt(real x) { return K_WIDE(sqrt)(x); }
K_FN real k_floor(real x) { return K_FLOOR(x); }
K_FN real k_abs(real x) { return (real)((mask)(x) & 0x7fffffffffffffff); }
K_FN real k_max(real a, real b) { return k_select(a > b, a, b); }
K_FN real k_min(real a, real b) { return k_select(a < b, a, b); }

#define K_VECTORIZED(name)          \
  extern real K_VECTOR(v, name)(real); \
  K_FN real k_##name(real x) { return K_VECTOR(v, name)(x); }

K_VECTORIZED(exp)
K_VECTORIZED(expm1)
K_VECTORIZED(log)
K_VECTORIZED(log1p)
K_VECTORIZED(sin)
K_VECTORIZED(cos)
K_VECTORIZED(tan)
K_VECTORIZED(asin)
K_VECTORIZED(acos)
K_VECTORIZED(atan)
K_VECTORIZED(sinh)
K_VECTORIZED(cosh)
K_VECTORIZED(tanh)
K_VECTORIZED(erf)
K_VECTORIZED(cbrt)

extern real K_VECTOR(vv, pow)(real, real);

K_FN real k_raw_pow(real a, real p) {
  return K_VECTOR(vv, pow)(k_select(a >= 0, a, k_set(1)), p);
}

K_FN real k_bits(real x) { return __builtin_convertvector((mask)(x), real); }
K_FN real k_of_bits(real value) {
  return (real)__builtin_convertvector(value, mask);
}

K_FN real k_get(const double *at) { return *(const k_loose *)at; }
K_FN void k_store(double *at, real x) { *(k_loose *)at = x; }
