#include "cuda/report.h"

#include <math.h>

#include "cuda/program.h"

int am_cuda_device_count(const am_engine_program *p) {
  return p->worker_count;
}

void am_cuda_kernels_of(const am_engine_program *p, int device,
                        am_cuda_kernels *kernels) {
  const am_cuda_worker *w = &p->workers[device];
  *kernels = (am_cuda_kernels){.device = w->device,
                               .block = w->object.block,
                               .cached = w->object.cached};
  for (int i = 0; i < AM_CUDA_KERNELS; i++) {
    kernels->resources[i] = w->object.resources[i];
    kernels->occupancy[i] = w->occupancy[i];
  }
}

void am_cuda_times_of(const am_engine_program *p, am_cuda_times *times) {
  *times = (am_cuda_times){0};
  for (int i = 0; i < p->worker_count; i++) {
    const am_cuda_times *t = &p->workers[i].times;
    times->staging = fmax(times->staging, t->staging);
    times->waiting = fmax(times->waiting, t->waiting);
    times->kernels = fmax(times->kernels, t->kernels);
    times->up += t->up;
    times->down += t->down;
    times->pieces += t->pieces;
    times->calls += t->calls;
  }
}

void am_cuda_times_clear(am_engine_program *p) {
  for (int i = 0; i < p->worker_count; i++)
    p->workers[i].times = (am_cuda_times){0};
}

void am_cuda_measure(am_engine_program *p, bool on) { p->measured = on; }

void am_cuda_choose_piece(am_engine_program *p, long points) {
  p->chosen = points;
}
