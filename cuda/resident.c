/* resident.c: advances points whose fields are on a device. */
#include "cuda/program.h"

const am_cuda_device *am_cuda_resident_device(const am_engine_program *p) {
  return p->workers[0].device;
}

/* Layout of lane memory: number of points for the second launch; for a chain,
 * flag that points remain for other schemes; list of points. */
enum { LISTED, LEFT, LIST };

static bool prepare(am_engine_program *p, long count) {
  bool enough = am_cuda_worker_prepare(p, &p->workers[0], 1, count,
                                       (size_t)(count + LIST) * sizeof(int));
  am_cuda_take_failure(p);
  return enough;
}

size_t am_cuda_resident_prepare(am_engine_program *p, long count) {
  const am_cuda_lane *lane = &p->workers[0].lanes[0];
  return prepare(p, count) ? lane->size + lane->room : 0;
}

/* True if the memory is allocated; allocates it again if `advance` has freed
 * it. */
static bool is_prepared(am_engine_program *p, long count) {
  if (prepare(p, count)) return true;
  if (!*p->failure)
    snprintf(p->failure, sizeof p->failure,
             "the CUDA device does not have enough free memory for %ld "
             "points", count);
  return false;
}

static void advance_program(am_engine_program *p, const am_fields *fields,
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
  int *own = (int *)(uintptr_t)lane.memory;
  launch.listed = own + LISTED;
  launch.left = own + LEFT;
  launch.list = own + LIST;
  AM_CUDA(w->device, cuMemsetD32Async, lane.memory + LEFT * sizeof(int), 0, 1,
          stream);
  am_cuda_worker_launch(p, w, &lane, &launch);
  am_cuda_take_failure(p);
}

/* ---- chains of schemes --------------------------------------------------- */

typedef struct {
  am_engine_program *last; /* program of the last round */
  const am_fields *fields;
  long count;
  am_cuda_stream stream;
} call;

static bool is_left(void *data) {
  const call *c = data;
  am_cuda_worker *w = &c->last->workers[0];
  int left = 0;
  AM_CUDA(w->device, cuMemcpyDtoHAsync, &left,
          w->lanes[0].memory + LEFT * sizeof(int), sizeof left, c->stream);
  bool good = AM_CUDA(w->device, cuStreamSynchronize, c->stream);
  am_cuda_take_failure(c->last);
  return good && left;
}

static void run_round(void *data, am_engine_program *program, am_round round) {
  call *c = data;
  am_fields fields = *c->fields;
  fields.round = round;
  c->last = program;
  advance_program(program, &fields, c->count, c->stream);
}

void am_cuda_resident_advance(am_engine_program *p, const am_fields *fields,
                              long count, am_cuda_stream stream) {
  call c = {p, fields, count, stream};
  advance_program(p, fields, count, stream);
  if (!p->base.chain || *p->failure) return;
  am_chain_run_rounds(p->base.chain,
                      &(am_chain_rounds){is_left, run_round, &c});
  if (c.last != p && *c.last->failure)
    memcpy(p->failure, c.last->failure, sizeof p->failure);
}
