/* worker.c: the code of a program on one device, and its memory. */
#include <limits.h>

#include "cuda/program.h"

/* Limits of substeps tried and recorded in the first launch. Points that need
 * more continue in the second launch, where all threads have work. */
enum { FIRST_ATTEMPTS = 32, FIRST_CAPACITY = 64 };

enum {
  LEAST_PIECE = 1 << 14, /* fills a device about once */
  MOST_PIECE = 1 << 18,
  PIECES = 8             /* per call and device */
};

static int at_most(int value, int most) { return value < most ? value : most; }

long am_cuda_share(const am_engine_program *p, int worker, long blocks) {
  long before = 0, all = 0;
  for (int i = 0; i < p->worker_count; i++) {
    if (i < worker) before += p->workers[i].device->multiprocessors;
    all += p->workers[i].device->multiprocessors;
  }
  return all ? blocks * before / all : 0;
}

static long rounded_up(long count) { return (count + 1023) / 1024 * 1024; }

long am_cuda_piece(const am_engine_program *p, long count) {
  long piece = rounded_up(count / (PIECES * p->worker_count));
  if (piece < LEAST_PIECE) piece = LEAST_PIECE;
  if (piece > MOST_PIECE) piece = MOST_PIECE;
  if (piece > count) piece = rounded_up(count);
  if (p->chosen) piece = p->chosen;
  return piece < p->most ? piece : p->most;
}

static void find_kernels(am_cuda_worker *w) {
  am_cuda_device *d = w->device;
  size_t size;
  AM_CUDA(d, cuModuleGetFunction, &w->bind, w->module, "automat_bind");
  AM_CUDA(d, cuModuleGetGlobal, &w->bound_values, &size, w->module,
          "automat_constants");
  for (int i = 0; i < AM_CUDA_KERNELS; i++) {
    AM_CUDA(d, cuModuleGetFunction, &w->kernels[i], w->module,
            am_cuda_kernel_names[i]);
    AM_CUDA(d, cuFuncSetAttribute, w->kernels[i], AM_CUDA_SHARED_BYTES,
            (int)w->shared);
    AM_CUDA(d, cuOccupancyMaxActiveBlocksPerMultiprocessor, &w->occupancy[i],
            w->kernels[i], w->object.block, w->shared);
    if (w->occupancy[i] < 1) w->occupancy[i] = 1;
  }
}

/* Size of the sequences recorded by the threads of a block (byte). */
static size_t recorded(const am_engine_program *p, const am_cuda_worker *w,
                       int capacity) {
  return (size_t)p->passes * (size_t)capacity * (size_t)w->object.block *
         sizeof(double);
}

am_status am_cuda_worker_open(am_engine_program *p, am_report *report,
                              am_cuda_worker *w) {
  am_cuda_device *d = w->device;
  w->values = AM_ARRAY(p->arena, double, p->parameter_numbers + 1);
  w->shared = (size_t)p->storage * (size_t)w->object.block * p->number_size;
  am_cuda_use(d);
  AM_CUDA(d, cuModuleLoadData, &w->module, w->object.image);
  find_kernels(w);
  for (int i = 0; i < AM_CUDA_LANES; i++)
    AM_CUDA(d, cuStreamCreate, &w->lanes[i].stream, AM_CUDA_NON_BLOCKING);
  AM_CUDA(d, cuStreamCreate, &w->aside, AM_CUDA_NON_BLOCKING);
  w->constants = am_cuda_alloc(d, am_cuda_stop_at(p) + sizeof(double));
  size_t room = am_cuda_room(d);
  if (!*d->failure && w->constants) {
    /* At least the sequences of one block must fit. */
    size_t least = recorded(p, w, p->tolerances.max_substeps);
    if (least <= room) return AM_OK;
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "the CUDA device %s has %.3g GB free, expected %.3g GB to "
                    "record up to %d substeps (solver.max_substeps)",
                    w->device->name, (double)room / 1e9, (double)least / 1e9,
                    p->tolerances.max_substeps);
  }
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the CUDA device %s cannot be used: %s", d->name,
                  *d->failure ? d->failure : "not enough free memory");
}

static int first_capacity(const am_engine_program *p) {
  return at_most(FIRST_CAPACITY, p->tolerances.max_substeps);
}

/* Number of blocks of a kernel for `count` points, at most as many as the
 * device runs at once. */
static long resident_blocks(const am_cuda_worker *w, am_cuda_kernel kernel,
                            long count) {
  long blocks = (count + w->object.block - 1) / w->object.block;
  long most = (long)w->device->multiprocessors * w->occupancy[kernel];
  return blocks < most ? blocks : most;
}

static size_t wanted_sequences(const am_engine_program *p,
                               const am_cuda_worker *w, long points) {
  size_t rest = recorded(p, w, p->tolerances.max_substeps);
  size_t size = rest * (size_t)resident_blocks(w, AM_CUDA_REST, points);
  size_t least = recorded(p, w, first_capacity(p)) *
                 (size_t)resident_blocks(w, AM_CUDA_FIRST, points);
  if (size < least) size = least;
  if (size > p->recorded) size = p->recorded;
  return size > rest ? size : rest;
}

/* If the allocation fails, tries smaller sizes down to one block. */
static bool prepare_sequences(const am_engine_program *p, am_cuda_worker *w,
                              am_cuda_lane *lane, long points) {
  size_t least = recorded(p, w, p->tolerances.max_substeps);
  size_t wanted = wanted_sequences(p, w, points), size = wanted;
  if (!p->passes || (wanted <= lane->wanted && least <= lane->room))
    return true;
  am_cuda_free(w->device, lane->sequences);
  lane->sequences = am_cuda_alloc(w->device, size);
  while (!lane->sequences && size > least) {
    size = size / 2 > least ? size / 2 : least;
    lane->sequences = am_cuda_alloc(w->device, size);
  }
  lane->room = lane->sequences ? size : 0;
  lane->wanted = lane->sequences ? wanted : 0;
  return lane->sequences;
}

static bool prepare_memory(am_cuda_worker *w, am_cuda_lane *lane, size_t size) {
  if (size <= lane->size) return true;
  am_cuda_free(w->device, lane->memory);
  lane->memory = am_cuda_alloc(w->device, size);
  lane->size = lane->memory ? size : 0;
  return lane->memory;
}

static void give_back(am_cuda_worker *w) {
  for (int i = 0; i < AM_CUDA_LANES; i++) {
    am_cuda_lane *lane = &w->lanes[i];
    am_cuda_free(w->device, lane->memory);
    am_cuda_free(w->device, lane->sequences);
    *lane = (am_cuda_lane){.stream = lane->stream};
  }
}

bool am_cuda_worker_prepare(const am_engine_program *p, am_cuda_worker *w,
                            long pieces, long points, size_t size) {
  int lanes = pieces < AM_CUDA_LANES ? (int)pieces : AM_CUDA_LANES;
  bool enough = true;
  w->lane_count = 0;
  am_cuda_use(w->device);
  for (int i = 0; enough && i < lanes; i++)
    enough = prepare_memory(w, &w->lanes[i], size);
  while (enough && w->lane_count < lanes &&
         prepare_sequences(p, w, &w->lanes[w->lane_count], points))
    w->lane_count++;
  enough = enough && (!lanes || w->lane_count);
  if (!enough) give_back(w);
  return enough;
}

void am_cuda_worker_bind(const am_engine_program *p, am_cuda_worker *w,
                         const double *values) {
  size_t size = (size_t)p->parameter_numbers * sizeof *values;
  am_cuda_pointer parameters = w->constants;
  am_cuda_stream stream = w->lanes[0].stream;
  void *arguments[] = {&parameters, &w->bound_values};
  const am_cuda_grid one = {1, 1, 0};
  if (w->bound && !memcmp(w->values, values, size)) return;
  memcpy(w->values, values, size);
  if (size)
    AM_CUDA(w->device, cuMemcpyHtoDAsync, parameters, w->values, size, stream);
  am_cuda_launch(w->device, w->bind, &one, stream, arguments);
  w->bound = AM_CUDA(w->device, cuStreamSynchronize, stream);
}

/* Number of blocks of a launch: enough for one thread per point, unless threads
 * record substeps or take points from the list; then at most as many as run at
 * once and have memory for their sequences. */
static long blocks_of(const am_engine_program *p, const am_cuda_worker *w,
                      const am_cuda_lane *lane, am_cuda_kernel kernel,
                      const k_launch *l) {
  long blocks = (l->count + w->object.block - 1) / w->object.block;
  if (kernel == AM_CUDA_REST || p->passes)
    blocks = resident_blocks(w, kernel, l->count);
  if (!p->passes) return blocks;
  long most = (long)(lane->room / recorded(p, w, (int)l->capacity));
  return blocks < most ? blocks : most;
}

void am_cuda_worker_launch(const am_engine_program *p, am_cuda_worker *w,
                           const am_cuda_lane *lane, k_launch *l) {
  void *arguments[] = {l};
  int most = p->tolerances.max_substeps;
  l->solver = p->tolerances;
  l->sequences = (double *)(uintptr_t)lane->sequences;
  l->attempts = p->passes ? at_most(FIRST_ATTEMPTS, most)
                          : p->adaptive ? 1 : most;
  AM_CUDA(w->device, cuMemsetD32Async, (am_cuda_pointer)(uintptr_t)l->listed,
          0, 1, lane->stream);
  for (int i = 0; i < AM_CUDA_KERNELS; i++) {
    l->capacity = i == AM_CUDA_FIRST ? first_capacity(p) : most;
    const am_cuda_grid grid = {blocks_of(p, w, lane, (am_cuda_kernel)i, l),
                               w->object.block, w->shared};
    am_cuda_launch(w->device, w->kernels[i], &grid, lane->stream, arguments);
  }
}

void am_cuda_worker_close(am_cuda_worker *w) {
  am_cuda_device *d = w->device;
  if (!d->context) return;
  d->driver->cuCtxSetCurrent(d->context);
  give_back(w);
  for (int i = 0; i < AM_CUDA_LANES; i++)
    if (w->lanes[i].stream) d->driver->cuStreamDestroy(w->lanes[i].stream);
  if (w->aside) d->driver->cuStreamDestroy(w->aside);
  am_cuda_spans_close(w);
  am_cuda_free(d, w->constants);
  am_cuda_unload(d, w->module);
}

void am_cuda_take_failure(am_engine_program *p) {
  for (int i = 0; i < p->worker_count && !*p->failure; i++) {
    const am_cuda_device *d = p->workers[i].device;
    if (*d->failure)
      snprintf(p->failure, sizeof p->failure,
               "the CUDA device %d, %s, failed: %s", d->number, d->name,
               d->failure);
  }
}
