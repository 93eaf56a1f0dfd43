/* fake_cufft.c: an emulated libcufft for tests on hosts without one, by FFTW,
 * in the streams of the emulated driver. The work area of a plan is as large as
 * its data, and is filled with garbage. fake_cuda.h describes faults. */
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/sim/cufft.h"
#include "tests/cuda/fake_cuda.h"

enum {
  SUCCESS,
  INVALID_PLAN,
  ALLOC_FAILED,
  INVALID_VALUE = 4,
  EXEC_FAILED = 6
};

enum { PLANS = 64 };

typedef struct {
  int used, rank, size[3], batch;
  am_cufft_type type;
  int from_embedded[3], to_embedded[3], from_distance, to_distance, stride;
  size_t area_size;
  am_cuda_stream stream;
  void *area;
} plan;

static plan plans[PLANS];

static int faulty(const char *symbol) {
  pthread_mutex_lock(&fake_lock);
  unsigned result = fake_fault(symbol, ALLOC_FAILED);
  pthread_mutex_unlock(&fake_lock);
  return result != 0;
}

int cufftCreate(int *number) {
  if (faulty("cufftCreate")) return ALLOC_FAILED;
  for (int i = 0; i < PLANS; i++) {
    if (plans[i].used) continue;
    plans[i] = (plan){.used = 1};
    *number = i;
    fake_live++;
    return SUCCESS;
  }
  return ALLOC_FAILED;
}

int cufftDestroy(int number) {
  if (number < 0 || number >= PLANS || !plans[number].used)
    return INVALID_PLAN;
  plans[number].used = 0;
  fake_live--;
  return SUCCESS;
}

int cufftSetAutoAllocation(int number, int automatic) {
  (void)number;
  return automatic ? INVALID_VALUE : SUCCESS;
}

int cufftSetStream(int number, am_cuda_stream stream) {
  plans[number].stream = stream;
  return SUCCESS;
}

int cufftSetWorkArea(int number, void *area) {
  plan *p = &plans[number];
  if (!fake_is_on(fake_current(), (am_cuda_pointer)(uintptr_t)area,
                  p->area_size))
    return INVALID_VALUE;
  p->area = area;
  return SUCCESS;
}

static long product(int rank, const int *size) {
  long all = 1;
  for (int i = 0; i < rank; i++) all *= size[i];
  return all;
}

int cufftMakePlanMany64(int number, int rank, long long *size,
                        long long *from_embedded, long long from_stride,
                        long long from_distance, long long *to_embedded,
                        long long to_stride, long long to_distance,
                        am_cufft_type type, long long batch, size_t *area) {
  plan *p = &plans[number];
  if (faulty("cufftMakePlanMany64")) return ALLOC_FAILED;
  if (rank < 1 || rank > 3 || from_stride != to_stride || batch < 1)
    return INVALID_VALUE;
  p->rank = rank;
  p->type = type;
  p->batch = (int)batch;
  p->from_distance = (int)from_distance;
  p->to_distance = (int)to_distance;
  p->stride = (int)from_stride;
  for (int i = 0; i < rank; i++) {
    p->size[i] = (int)size[i];
    p->from_embedded[i] = (int)from_embedded[i];
    p->to_embedded[i] = (int)to_embedded[i];
    if (size[i] < 2) return INVALID_VALUE;
  }
  int back = type == AM_CUFFT_Z2D;
  p->area_size = *area =
      16 * (size_t)batch *
      (size_t)product(rank, back ? p->from_embedded : p->to_embedded);
  return SUCCESS;
}

/* Operation in the order of the stream */
typedef struct {
  plan plan;
  void *memory;
  int sign;
} work;

static void transform(const void *data) {
  const work *w = data;
  const plan *p = &w->plan;
  const int *n = p->size, *from = p->from_embedded, *to = p->to_embedded;
  int rank = p->rank, batch = p->batch, far = p->to_distance;
  int near = p->from_distance, apart = p->stride;
  double *real = w->memory;
  fftw_complex *complex = w->memory;
  fftw_plan made =
      p->type == AM_CUFFT_D2Z
          ? fftw_plan_many_dft_r2c(rank, n, batch, real, from, apart, near,
                                   complex, to, apart, far, FFTW_ESTIMATE)
      : p->type == AM_CUFFT_Z2D
          ? fftw_plan_many_dft_c2r(rank, n, batch, complex, from, apart, near,
                                   real, to, apart, far, FFTW_ESTIMATE)
          : fftw_plan_many_dft(rank, n, batch, complex, from, apart, near,
                               complex, to, apart, far, w->sign, FFTW_ESTIMATE);
  memset(p->area, 0xff, p->area_size);
  if (made) fftw_execute(made);
  fftw_destroy_plan(made);
}

static int put(const char *name, am_cufft_type type, int number, void *from,
               const void *to, int sign) {
  plan *p = &plans[number];
  work w = {.plan = *p, .memory = from, .sign = sign};
  if (number < 0 || number >= PLANS || !p->used) return INVALID_PLAN;
  if (from != to || p->type != type || !p->area)
    return EXEC_FAILED;
  return fake_cuda_call(name, p->stream, transform, &w, sizeof w,
                        (am_cuda_pointer)(uintptr_t)from, p->area_size)
             ? EXEC_FAILED
             : SUCCESS;
}

int cufftExecD2Z(int number, double *from, am_cufft_number *to) {
  return put("cufftExecD2Z", AM_CUFFT_D2Z, number, from, to, 0);
}

int cufftExecZ2D(int number, am_cufft_number *from, double *to) {
  return put("cufftExecZ2D", AM_CUFFT_Z2D, number, from, to, 0);
}

int cufftExecZ2Z(int number, am_cufft_number *from, am_cufft_number *to,
                 int sign) {
  return put("cufftExecZ2Z", AM_CUFFT_Z2Z, number, from, to, sign);
}
