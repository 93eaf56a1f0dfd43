/* advance.c: uploads pieces, runs both launches and downloads the results, in
 * the order of each lane's stream. The host queues pieces lane by lane, and
 * downloads a piece only after the uploads of the next ones, because copies of
 * memory that is not from am_engine_field block the host until they are
 * done. */
#include "cuda/program.h"

/* ---- the call --------------------------------------------------------------
 *
 * The points are divided into blocks: those of the resident fields, or, without
 * resident fields, blocks of the call itself. A piece is the part of a block
 * that the call uses; each worker processes its share of the blocks. */

/* Part of a field that a call of `advance` uses. */
typedef struct {
  double *host;        /* NULL: field not present */
  am_cuda_field *resident; /* NULL: transferred with each piece */
  int components;
  bool found;          /* output; else input */
  bool pinned;         /* copies do not block the host */
} field_part;

typedef struct {
  am_engine_program *program;
  const am_fields *fields;
  field_part parts[AM_FIELD_COUNT];
  long count;         /* points: slots first … first + count - 1 */
  long first, slots;  /* slots: total number */
  long block, blocks; /* slots per block, number of blocks */
} call;

/* Parameters common to all points are bound, not transferred. */
static field_part part_of(const am_engine_program *p,
                          const am_fields *fields, int row) {
  field_part part = {.components = p->components[row],
                       .found = am_field_table[row].found};
  bool moved = row != AM_FIELD_parameters || fields->spread;
  if (moved && part.components) part.host = am_field_get(fields, row);
  if (!part.host) return part;
  part.resident = am_cuda_field_at(p, part.host);
  part.pinned = am_cuda_field_pinned(p, part.host);
  return part;
}

/* True if the part consists of the leading components of its field at the slots
 * of this partition. */
static bool is_in_partition(const call *c, const field_part *part) {
  const am_cuda_field *f = part->resident;
  return part->host - f->host == c->first && f->stride == c->slots &&
         c->fields->stride == f->stride && part->components <= f->components;
}

static void choose_partition(call *c) {
  const am_engine_program *p = c->program;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    const field_part *part = &c->parts[i];
    if (!part->resident) continue;
    call own = *c;
    own.first = part->host - part->resident->host;
    own.slots = part->resident->stride;
    own.block = p->block;
    if (own.first + c->count > own.slots || !is_in_partition(&own, part))
      continue;
    *c = own;
    return;
  }
  c->slots = c->count;
  c->block = am_cuda_piece(p, c->count);
}

/* Finds the parts. Resident fields whose slots or stride differ from those of
 * the first resident field are transferred in this call as if they were not
 * resident. */
static call call_of(am_engine_program *program,
                    const am_fields *fields, long count) {
  call c = {.program = program, .fields = fields, .count = count};
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    c.parts[i] = part_of(program, fields, i);
  choose_partition(&c);
  c.blocks = (c.slots + c.block - 1) / c.block;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    field_part *part = &c.parts[i];
    if (!part->resident || is_in_partition(&c, part)) continue;
    am_cuda_field_settle(part->resident);
    part->resident = NULL;
  }
  return c;
}

/* Blocks *from … *end - 1 of a worker that contain points of the call. */
static void share_blocks(const call *c, int worker, long *from, long *end) {
  long first = c->first / c->block;
  long beyond = (c->first + c->count + c->block - 1) / c->block;
  *from = am_cuda_share(c->program, worker, c->blocks);
  *end = am_cuda_share(c->program, worker + 1, c->blocks);
  if (*from < first) *from = first;
  if (*end > beyond) *end = beyond;
  if (*end < *from) *end = *from;
}

/* ---- pieces -------------------------------------------------------------- */

typedef struct {
  const call *call;
  am_cuda_worker *worker;
  int number;       /* index of the worker */
  long first, count; /* pieces: blocks first … first + count - 1 */
} stream;

/* Part of a block. */
typedef struct {
  long block;
  long start, count; /* points of the block, counted within the call */
  long column;       /* index of its first point in the block */
  am_cuda_lane *lane;
} piece;

static size_t aligned(size_t size) { return (size + 255) / 256 * 256; }

static size_t part_size(const call *c, const field_part *part) {
  if (!part->host || part->resident) return 0;
  return aligned((size_t)part->components * (size_t)c->block * sizeof(double));
}

static size_t list_size(const call *c) {
  return aligned((size_t)c->block * sizeof(int));
}

/* Device memory of a piece (byte). */
static size_t piece_size(const call *c) {
  size_t size = list_size(c) + aligned(sizeof(int));
  for (int i = 0; i < AM_FIELD_COUNT; i++) size += part_size(c, &c->parts[i]);
  return size;
}

static piece piece_of(const stream *s, long number) {
  const call *c = s->call;
  piece p = {.block = s->first + number,
             .lane = &s->worker->lanes[number % s->worker->lane_count]};
  long from = p.block * c->block, end = from + c->block;
  if (end > c->first + c->count) end = c->first + c->count;
  if (from < c->first) {
    p.column = c->first - from;
    from = c->first;
  }
  p.start = from - c->first;
  p.count = end - from;
  return p;
}

static double bytes_of(const field_part *part, const piece *p) {
  return (double)part->components * (double)p->count * sizeof(double);
}

/* Address of a part of the piece in a resident field. Uploads the block if it
 * is outdated, unless the kernels overwrite all of it. */
static am_cuda_pointer resident_part(const stream *s, const piece *p,
                                     const field_part *part) {
  am_cuda_field *f = part->resident;
  long size = s->call->block, whole = f->stride - p->block * size;
  if (whole > size) whole = size;
  if (!part->found || s->call->fields->round || p->count < whole ||
      part->components < f->components)
    am_cuda_field_move(f, s->number, p->block, AM_CUDA_THERE,
                       p->lane->stream);
  return am_cuda_field_block(f, s->number, p->block) +
         (size_t)p->column * sizeof(double);
}

/* Uploads the inputs and sets the fields of the launch. */
static void gather(const stream *s, const piece *p, k_launch *launch) {
  const call *c = s->call;
  am_cuda_pointer at = p->lane->memory;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    const field_part *part = &c->parts[i];
    am_cuda_pointer place = part->host ? at : 0;
    if (part->resident) {
      place = resident_part(s, p, part);
    } else if (part->host && (!part->found || c->fields->round)) {
      am_cuda_up(s->worker->device, at, c->block, part->host + p->start,
                 c->fields->stride, part->components, p->count,
                 p->lane->stream);
      s->worker->times.up += bytes_of(part, p);
    }
    if (part->host || i != AM_FIELD_parameters)
      am_field_set(&launch->fields, i, (double *)(uintptr_t)place);
    at += part_size(c, part);
  }
  launch->list = (int *)(uintptr_t)at;
  launch->listed = (int *)(uintptr_t)(at + list_size(c));
}

static void begin_piece(const stream *s, long number) {
  const am_engine_program *program = s->call->program;
  am_cuda_worker *w = s->worker;
  piece p = piece_of(s, number);
  k_launch launch = {.fields = *s->call->fields, .count = p.count};
  launch.fields.stride = s->call->block;
  launch.fields.ends = NULL;
  launch.fields.parameters = (const double *)(uintptr_t)w->constants;
  if (launch.fields.stop)
    launch.fields.stop =
        (const int *)(uintptr_t)(w->constants + am_cuda_stop_at(program));
  gather(s, &p, &launch);
  if (program->measured) am_cuda_spans_piece(w, number, false, p.lane->stream);
  am_cuda_worker_launch(program, w, p.lane, &launch);
  if (program->measured) am_cuda_spans_piece(w, number, true, p.lane->stream);
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    const field_part *part = &s->call->parts[i];
    if (part->resident && part->found)
      part->resident->valid[p.block] = AM_CUDA_THERE;
  }
}

/* Sets the flag of the device that requests to stop. */
static void set_stop(const stream *s, bool stop) {
  static const int values[] = {0, 1};
  am_cuda_worker *w = s->worker;
  w->told = stop;
  AM_CUDA(w->device, cuMemcpyHtoDAsync,
          w->constants + am_cuda_stop_at(s->call->program), &values[stop],
          sizeof *values, w->aside);
}

/* Passes the caller's stop request to the device. */
static void pass_stop_on(const stream *s) {
  const am_fields *f = s->call->fields;
  if (f->stop && !s->worker->told && *f->stop) set_stop(s, true);
}

/* Waits for a lane; polls without pause for the first millisecond. */
static void watch_lane(const stream *s, am_cuda_stream lane) {
  const struct timespec moment = {.tv_nsec = 50000};
  am_cuda_device *d = s->worker->device;
  double start = am_clock();
  while (!*d->failure && d->driver->cuStreamQuery(lane) == AM_CUDA_NOT_READY) {
    pass_stop_on(s);
    if (am_clock() > start + 1e-3) nanosleep(&moment, NULL);
  }
}

/* True if downloads block the host, which then cannot forward a stop
 * request. */
static bool is_held_up(const call *c) {
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    const field_part *part = &c->parts[i];
    if (part->found && part->host && !part->resident && !part->pinned)
      return true;
  }
  return false;
}

static void end_piece(const stream *s, long number) {
  piece p = piece_of(s, number);
  if (s->call->fields->stop && is_held_up(s->call)) {
    pass_stop_on(s);
    watch_lane(s, p.lane->stream);
  }
  const call *c = s->call;
  am_cuda_pointer at = p.lane->memory;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    const field_part *part = &c->parts[i];
    if (part->host && part->found && !part->resident) {
      am_cuda_down(s->worker->device, part->host + p.start, c->fields->stride,
                   at, c->block, part->components, p.count, p.lane->stream);
      s->worker->times.down += bytes_of(part, &p);
    }
    at += part_size(c, part);
  }
}

static void queue_pieces(const stream *s) {
  int behind = s->worker->lane_count - 1;
  for (long i = 0; i < s->count + behind && !*s->worker->device->failure; i++) {
    if (i < s->count) begin_piece(s, i);
    if (i >= behind) end_piece(s, i - behind);
    pass_stop_on(s);
  }
}

/* Processes the share of one device, in a separate thread. */
static void work_on_share(const call *c, int number) {
  const am_engine_program *p = c->program;
  stream s = {.call = c, .worker = &p->workers[number], .number = number};
  am_cuda_worker *w = s.worker;
  double start = am_clock();
  long end;
  share_blocks(c, number, &s.first, &end);
  s.count = end - s.first;
  if (!s.count) return;
  am_cuda_use(w->device);
  if (!c->fields->spread)
    am_cuda_worker_bind(p, w, c->fields->parameters ? c->fields->parameters
                                                    : p->parameters);
  if (c->fields->stop) {
    set_stop(&s, false);
    AM_CUDA(w->device, cuStreamSynchronize, w->aside);
  }
  if (p->measured) am_cuda_spans_begin(w, w->lanes[0].stream);
  queue_pieces(&s);
  double queued = am_clock();
  /* Wait even after a failure: nothing may write to host memory later. */
  am_cuda_device *d = s.worker->device;
  for (int i = 0; i < s.worker->lane_count; i++) {
    am_cuda_stream lane = s.worker->lanes[i].stream;
    if (s.call->fields->stop) watch_lane(&s, lane);
    am_cuda_succeeds(d, "cuStreamSynchronize",
                     d->driver->cuStreamSynchronize(lane));
  }
  am_cuda_succeeds(d, "cuStreamSynchronize",
                   d->driver->cuStreamSynchronize(s.worker->aside));
  w->times.staging += queued - start;
  w->times.waiting += am_clock() - queued;
  w->times.pieces += s.count;
  if (p->measured) w->times.kernels += am_cuda_spans_busy(w, s.count);
}

static bool prepare_workers(call *c) {
  const am_engine_program *p = c->program;
  size_t size = piece_size(c);
  for (int i = 0; i < p->worker_count; i++) {
    long from, end;
    share_blocks(c, i, &from, &end);
    if (!am_cuda_worker_prepare(p, &p->workers[i], end - from, c->block, size))
      return false;
    if (p->measured) am_cuda_spans_prepare(p, &p->workers[i], end - from);
  }
  return true;
}

/* Reduces memory: first frees the copies of resident fields, then halves the
 * pieces. */
static bool use_less_memory(call *c) {
  enum { LEAST = 1024 };
  am_engine_program *p = c->program;
  am_cuda_take_failure(p);
  if (*p->failure) return false;
  if (!am_cuda_fields_free_twins(p)) {
    if (c->block <= LEAST)
      snprintf(p->failure, sizeof p->failure,
               "the CUDA device does not have enough free memory for %ld "
               "points at a time",
               c->block);
    p->most = c->block / 2;
  }
  if (!*p->failure) *c = call_of(p, c->fields, c->count);
  return !*p->failure;
}

void am_cuda_advance(am_engine_program *p, const am_fields *fields,
                     long count) {
  call c = call_of(p, fields, count);
  while (!prepare_workers(&c))
    if (!use_less_memory(&c)) return;
#pragma omp parallel for num_threads(p->worker_count) schedule(static, 1) \
    if (p->worker_count > 1)
  for (int i = 0; i < p->worker_count; i++) work_on_share(&c, i);
  p->workers[0].times.calls++;
  am_cuda_take_failure(p);
}
