/* device.h: the definitions of dialect.h for CUDA: one point per thread.  Used
 * only in generated sources; needs no header.  In single precision (K_SINGLE)
 * fields and settings are still doubles: k_get, k_store and k_rtol(k) … convert
 * them. */

#if K_SINGLE
typedef float real;
#define K_REGISTER "+f"
#define K_EPSILON 1.1920928955078125e-7
#define NAN __int_as_float(0x7fc00000)
#define INFINITY __int_as_float(0x7f800000)
K_FN real k_bits(real x) { return (real)__float_as_int(x); }
K_FN real k_of_bits(real value) { return __int_as_float((int)value); }
#else
typedef double real;
#define K_REGISTER "+d"
#define K_EPSILON 2.220446049250313e-16
#define NAN __longlong_as_double(0x7ff8000000000000)
#define INFINITY __longlong_as_double(0x7ff0000000000000)
K_FN real k_bits(real x) { return (real)__double_as_longlong(x); }
K_FN real k_of_bits(real value) {
  return __longlong_as_double((long long)value);
}
#endif
typedef real k_number;
typedef int mask;

/* Prevents the compiler from moving computations that depend on x out of a
 * loop, since registers are scarce. */
#ifndef K_NO_HOIST
#define K_NO_HOIST(x) asm volatile("" : K_REGISTER(x))
#endif
#define K_STOP_INTERVAL 16
#define K_INFINITY INFINITY

#define k_floor floor

#define k_select(condition, a, b) ((condition) ? (a) : (b))
#define k_and(a, b) ((a) & (b))
#define k_or(a, b) ((a) | (b))

K_FN real k_set(k_number value) { return value; }

/* Takes half the time of pow; error: a few |p log a| units in the last
 * place. */
K_FN real k_raw_pow(real a, real p) {
  return p == 0 ? 1 : exp(p * log(a));
}

K_FN mask k_not(mask m) { return !m; }
K_FN mask k_any(mask m) { return m; }
K_FN mask k_all_lanes(void) { return 1; }
K_FN mask k_where(int condition) { return condition != 0; }
K_FN mask k_finite(real x) { return x - x == 0; }
K_FN real k_max(real a, real b) { return a > b ? a : b; }
K_FN real k_min(real a, real b) { return a < b ? a : b; }
K_FN real k_get(const double *at) { return (real)*at; }
K_FN void k_store(double *at, real x) { *at = x; }
