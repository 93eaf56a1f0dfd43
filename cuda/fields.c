/* fields.c: fields that are resident on devices. */
#include "cuda/program.h"

static long least_of(long a, long b) { return a < b ? a : b; }

static am_cuda_field *find_field(const am_engine_program *p,
                                 const double *address) {
  for (int i = 0; i < p->field_count; i++) {
    am_cuda_field *f = p->fields[i];
    if (address >= f->host && address < f->host + f->components * f->stride)
      return f;
  }
  return NULL;
}

am_cuda_field *am_cuda_field_at(const am_engine_program *p,
                                const double *address) {
  am_cuda_field *f = find_field(p, address);
  return f && f->twins ? f : NULL;
}

bool am_cuda_field_pinned(const am_engine_program *p, const double *address) {
  const am_cuda_field *f = find_field(p, address);
  return f && f->pinned;
}

static size_t block_size(const am_cuda_field *f) {
  return (size_t)f->components * (size_t)f->program->block * sizeof(double);
}

am_cuda_pointer am_cuda_field_block(const am_cuda_field *f, int worker,
                                    long block) {
  long first = am_cuda_share(f->program, worker, f->blocks);
  return f->twins[worker] + (size_t)(block - first) * block_size(f);
}

void am_cuda_field_move(am_cuda_field *f, int worker, long block, int side,
                        am_cuda_stream stream) {
  am_cuda_worker *w = &f->program->workers[worker];
  long size = f->program->block, first = block * size;
  long count = least_of(size, f->stride - first);
  double bytes = (double)f->components * (double)count * sizeof(double);
  am_cuda_pointer there = am_cuda_field_block(f, worker, block);
  if (f->valid[block] & side) return;
  f->valid[block] |= (unsigned char)side;
  if (side == AM_CUDA_THERE) {
    am_cuda_up(w->device, there, size, f->host + first, f->stride,
               f->components, count, stream);
    w->times.up += bytes;
  } else {
    am_cuda_down(w->device, f->host + first, f->stride, there, size,
                 f->components, count, stream);
    w->times.down += bytes;
  }
}

/* Fetches outdated blocks: starts the copies on all devices, then waits. */
static void bring_down(am_cuda_field *f) {
  am_engine_program *p = f->program;
  for (int i = 0; i < p->worker_count; i++) {
    am_cuda_worker *w = &p->workers[i];
    long end = am_cuda_share(p, i + 1, f->blocks);
    am_cuda_use(w->device);
    for (long b = am_cuda_share(p, i, f->blocks); b < end; b++)
      am_cuda_field_move(f, i, b, AM_CUDA_HERE, w->lanes[0].stream);
  }
  for (int i = 0; i < p->worker_count; i++) {
    am_cuda_use(p->workers[i].device);
    AM_CUDA(p->workers[i].device, cuStreamSynchronize,
            p->workers[i].lanes[0].stream);
  }
  am_cuda_take_failure(p);
}

static bool is_here(const am_cuda_field *f) {
  for (long b = 0; b < f->blocks; b++)
    if (!(f->valid[b] & AM_CUDA_HERE)) return false;
  return true;
}

void am_cuda_field_fetch(am_engine_program *program, const double *field) {
  am_cuda_field *f = am_cuda_field_at(program, field);
  if (f && !is_here(f) && !*program->failure) bring_down(f);
}

static void set_valid(am_cuda_field *f, int sides) {
  memset(f->valid, sides, (size_t)f->blocks);
}

void am_cuda_field_changed(am_engine_program *program, const double *field) {
  am_cuda_field *f = am_cuda_field_at(program, field);
  if (f) set_valid(f, AM_CUDA_HERE);
}

void am_cuda_field_settle(am_cuda_field *f) {
  bring_down(f);
  set_valid(f, AM_CUDA_HERE);
}

static void free_twins(am_cuda_field *f) {
  am_engine_program *p = f->program;
  for (int i = 0; f->twins && i < p->worker_count; i++) {
    am_cuda_device *d = p->workers[i].device;
    d->driver->cuCtxSetCurrent(d->context);
    am_cuda_free(d, f->twins[i]);
  }
  f->twins = NULL;
}

bool am_cuda_fields_free_twins(am_engine_program *p) {
  bool any = false;
  for (int i = 0; i < p->field_count; i++) {
    if (!p->fields[i]->twins) continue;
    am_cuda_field_settle(p->fields[i]);
    free_twins(p->fields[i]);
    any = true;
  }
  p->block = 0;
  return any;
}

/* Leaves an eighth of the device memory for pieces. */
static bool make_twin(am_cuda_field *f, int worker) {
  am_engine_program *p = f->program;
  am_cuda_worker *w = &p->workers[worker];
  am_cuda_stream stream = w->lanes[0].stream;
  long blocks = am_cuda_share(p, worker + 1, f->blocks) -
                am_cuda_share(p, worker, f->blocks);
  size_t size = (size_t)blocks * block_size(f);
  if (!size) return true;
  am_cuda_use(w->device);
  if (am_cuda_room(w->device) < size + w->device->memory / 8) return false;
  f->twins[worker] = am_cuda_alloc(w->device, size);
  if (!f->twins[worker]) return false;
  AM_CUDA(w->device, cuMemsetD8Async, f->twins[worker], 0, size, stream);
  return AM_CUDA(w->device, cuStreamSynchronize, stream);
}

/* The first resident field determines the block size. */
static void make_resident(am_arena *arena, am_cuda_field *f) {
  am_engine_program *p = f->program;
  bool made = true;
  if (!p->block) p->block = am_cuda_piece(p, f->stride);
  f->blocks = (f->stride + p->block - 1) / p->block;
  f->valid = am_arena_alloc(arena, (size_t)f->blocks);
  f->twins = AM_ARRAY(arena, am_cuda_pointer, p->worker_count);
  set_valid(f, AM_CUDA_HERE | AM_CUDA_THERE);
  for (int i = 0; made && i < p->worker_count; i++) made = make_twin(f, i);
  if (!made) free_twins(f);
  am_cuda_take_failure(p);
}

static void close_field(am_cuda_field *f) {
  am_cuda_device *d = f->program->workers[0].device;
  free_twins(f);
  if (f->pinned) am_cuda_free_host(d, f->host);
  f->program = NULL;
}

/* Called if the field's arena is freed before the program ends. */
static void forget_field(void *data) {
  am_cuda_field *f = data;
  am_engine_program *p = f->program;
  if (!p) return;
  for (int i = 0; i < p->field_count; i++)
    if (p->fields[i] == f) p->fields[i] = p->fields[--p->field_count];
  p->workers[0].device->driver->cuCtxSetCurrent(p->workers[0].device->context);
  close_field(f);
}

double *am_cuda_field_new(am_arena *arena, am_engine_program *p,
                          int components, long stride, bool resident) {
  am_cuda_field *f = AM_NEW(arena, am_cuda_field);
  *f = (am_cuda_field){
      .program = p, .components = components, .stride = stride};
  AM_PUSH_ROOM(p->arena, p->fields, p->field_count, p->field_capacity);
  am_arena_defer(arena, forget_field, f);
  size_t size = (size_t)f->components * (size_t)f->stride * sizeof(double);
  am_cuda_device *d = f->program->workers[0].device;
  if (am_cuda_use(d)) f->host = am_cuda_alloc_host(d, size);
  f->pinned = f->host;
  if (f->pinned) memset(f->host, 0, size);
  else f->host = am_arena_alloc(arena, size);
  if (resident && !*p->failure) make_resident(arena, f);
  p->fields[p->field_count++] = f;
  return f->host;
}

void am_cuda_fields_close(am_engine_program *p) {
  for (int i = 0; i < p->field_count; i++) close_field(p->fields[i]);
  p->field_count = 0;
}
