/* device.h: the words of dialect.h for CUDA: one thread, one point.  Text of
 * generated units; needs no header. */

typedef double real;
typedef int mask;

#define NAN __longlong_as_double(0x7ff8000000000000)
#define INFINITY __longlong_as_double(0x7ff0000000000000)
#define K_INFINITY INFINITY
#define K_EPSILON 2.220446049250313e-16

#define k_floor floor

#define k_select(condition, a, b) ((condition) ? (a) : (b))
#define k_and(a, b) ((a) & (b))
#define k_or(a, b) ((a) | (b))

K_FN real k_set(double value) { return value; }
K_FN mask k_not(mask m) { return !m; }
K_FN mask k_any(mask m) { return m; }
K_FN mask k_all_lanes(void) { return 1; }
K_FN mask k_where(int condition) { return condition != 0; }
K_FN mask k_finite(real x) { return x - x == 0; }
K_FN real k_max(real a, real b) { return a > b ? a : b; }
K_FN real k_min(real a, real b) { return a < b ? a : b; }
K_FN real k_bits(real x) { return (real)__double_as_longlong(x); }
K_FN real k_of_bits(real value) {
  return __longlong_as_double((long long)value);
}
K_FN real k_get(const double *at) { return *at; }
K_FN void k_put(double *at, real x) { *at = x; }
