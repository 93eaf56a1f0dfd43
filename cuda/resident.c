/* resident.c: points whose fields lie on a device. */
#include "cuda/resident.h"

#include <stdint.h>
#include <stdio.h>

#include "cuda/program.h"

const am_cuda_device *am_cuda_resident_device(const am_engine_program *p) {
  return p->workers[0].device;
}

static bool prepare(am_engine_program *p, long count) {
  bool enough = am_cuda_worker_prepare(p, &p->workers[0], 1, count,
                                       (size_t)(count + 1) * sizeof(int));
  am_cuda_take_failure(p);
  return enough;
}

size_t am_cuda_resident_prepare(am_engine_program *p, long count) {
  const am_cuda_lane *lane = &p->workers[0].lanes[0];
  return prepare(p, count) ? lane->size + lane->room : 0;
}

/* Calls of `advance` may have given it back. */
static bool is_prepared(am_engine_program *p, long count) {
  if (prepare(p, count)) return true;
  if (!*p->failure)
    snprintf(p->failure, sizeof p->failure,
             "the CUDA device's memory is too full for %ld points", count);
  return false;
}

/* The list of points that are left to the second launch comes behind the
 * number of them. */
void am_cuda_resident_advance(am_engine_program *p, const am_fields *fields,
                              long count, am_cuda_stream stream) {
  am_cuda_worker *w = &p->workers[0];
  k_launch launch = {.fields = *fields, .count = count};
  if (*p->failure || !is_prepared(p, count)) return;
  am_cuda_lane lane = w->lanes[0];
  lane.stream = stream;
  am_cuda_use(w->device);
  am_cuda_worker_bind(p, w, p->parameters);
  launch.fields.parameters = (const double *)(uintptr_t)w->constants;
  launch.fields.spread = 0;
  launch.listed = (int *)(uintptr_t)lane.memory;
  launch.list = launch.listed + 1;
  am_cuda_worker_launch(p, w, &lane, &launch);
  am_cuda_take_failure(p);
}
