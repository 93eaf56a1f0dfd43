#include "cuda/moments.h"

#include <stdlib.h>

void am_cuda_moments_prepare(const am_engine_program *p, am_cuda_worker *w,
                             long pieces) {
  am_cuda_moments *m = &w->moments;
  int wanted = (int)(2 * pieces + 1);
  if (wanted <= m->count) return;
  m->events = am_arena_grow(p->arena, m->events,
                            sizeof *m->events * (size_t)m->count,
                            sizeof *m->events * (size_t)wanted);
  m->spans = AM_ARRAY(p->arena, am_cuda_span, pieces);
  am_cuda_use(w->device);
  while (m->count < wanted &&
         AM_CUDA(w->device, cuEventCreate, &m->events[m->count], 0))
    m->count++;
}

void am_cuda_moments_begin(am_cuda_worker *w, am_cuda_stream stream) {
  AM_CUDA(w->device, cuEventRecord, w->moments.events[0], stream);
}

void am_cuda_moments_piece(am_cuda_worker *w, long piece, bool end,
                           am_cuda_stream stream) {
  AM_CUDA(w->device, cuEventRecord, w->moments.events[1 + 2 * piece + end],
          stream);
}

static double seconds(am_cuda_worker *w, long event) {
  const am_cuda_moments *m = &w->moments;
  float milliseconds = 0;
  AM_CUDA(w->device, cuEventElapsedTime, &milliseconds, m->events[0],
          m->events[event]);
  return 1e-3 * (double)milliseconds;
}

static int by_start(const void *a, const void *b) {
  double x = ((const am_cuda_span *)a)->start;
  double y = ((const am_cuda_span *)b)->start;
  return (x > y) - (x < y);
}

/* Kernels of several pieces may run at once. */
double am_cuda_moments_busy(am_cuda_worker *w, long pieces) {
  am_cuda_span *spans = w->moments.spans;
  double busy = 0, until = 0;
  for (long i = 0; i < pieces; i++)
    spans[i] = (am_cuda_span){seconds(w, 1 + 2 * i), seconds(w, 2 + 2 * i)};
  qsort(spans, (size_t)pieces, sizeof *spans, by_start);
  for (long i = 0; i < pieces; i++) {
    double start = spans[i].start > until ? spans[i].start : until;
    if (spans[i].end <= start) continue;
    busy += spans[i].end - start;
    until = spans[i].end;
  }
  return busy;
}

void am_cuda_moments_close(am_cuda_worker *w) {
  for (int i = 0; i < w->moments.count; i++)
    w->device->driver->cuEventDestroy(w->moments.events[i]);
}
