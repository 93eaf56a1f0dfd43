/* report.c: resources of programs, and times of kernels. */
#include "cuda/program.h"

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

/* ---- times of kernels ---------------------------------------------------- */

void am_cuda_spans_prepare(const am_engine_program *p, am_cuda_worker *w,
                           long pieces) {
  am_cuda_events *m = &w->events;
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

void am_cuda_spans_begin(am_cuda_worker *w, am_cuda_stream stream) {
  AM_CUDA(w->device, cuEventRecord, w->events.events[0], stream);
}

void am_cuda_spans_piece(am_cuda_worker *w, long piece, bool end,
                         am_cuda_stream stream) {
  AM_CUDA(w->device, cuEventRecord, w->events.events[1 + 2 * piece + end],
          stream);
}

static double seconds(am_cuda_worker *w, long event) {
  const am_cuda_events *m = &w->events;
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

/* Length of the union of the intervals; kernels of several pieces may
 * overlap. */
double am_cuda_spans_busy(am_cuda_worker *w, long pieces) {
  am_cuda_span *spans = w->events.spans;
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

void am_cuda_spans_close(am_cuda_worker *w) {
  for (int i = 0; i < w->events.count; i++)
    w->device->driver->cuEventDestroy(w->events.events[i]);
}
