/* fake_device.h: CUDA keywords and built-ins for the C compiler of the host,
 * inserted before the text that the emulated NVRTC compiles. Threads run one
 * after another: there are no barriers, and shared memory is private to a
 * thread. Functions are overloaded by the types of their arguments, as in
 * C++. */
#include <string.h>
#include <tgmath.h>

#undef NAN
#undef INFINITY

#define __global__
#define __device__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define constexpr const
#define __constant__
#define __shared__
#define K_NO_HOIST(x) ((void)(x))

/* Indices of the current thread, set by the emulated driver. It runs one kernel
 * at a time, and leak checkers cannot cope with memory of threads in such
 * objects. */
typedef struct {
  unsigned x, y, z;
} fake_dim3;

fake_dim3 blockIdx, threadIdx, gridDim, blockDim;

#define atomicAdd(place, value) __sync_fetch_and_add(place, value)
#define atomicMin(place, value) \
  (*(place) = *(place) < (value) ? *(place) : (value))

static inline double __longlong_as_double(long long bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline long long __double_as_longlong(double x) {
  long long bits;
  memcpy(&bits, &x, sizeof x);
  return bits;
}

static inline float __int_as_float(int bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline int __float_as_int(float x) {
  int bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
