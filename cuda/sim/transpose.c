/* transpose.c: distributed transposition with messages of NCCL. */
#include "cuda/sim/transpose.h"

/* ---- messages between devices -------------------------------------------- */

static const am_cuda_symbol calls[] = {
#define AM_NCCL_CALL(name, parameters) {"nccl" #name, offsetof(am_nccl, name)},
#include "cuda/sim/nccl.def"
#undef AM_NCCL_CALL
  {0}};

static const am_cuda_library library = {
    .title = "NCCL",
    .names = {"libnccl.so.2", "libnccl.so"},
    .oldest = "NCCL 2.7",
    .symbols = calls};

static const char *const results[] = {
    [1] = "ncclUnhandledCudaError", [2] = "ncclSystemError",
    [3] = "ncclInternalError",      [4] = "ncclInvalidArgument",
    [5] = "ncclInvalidUsage",       [6] = "ncclRemoteError",
    [7] = "ncclInProgress"};

bool am_library_succeeds(am_cuda_device *device, const char *call, int result,
                         const char *const *texts, size_t count) {
  size_t i = (size_t)result;
  if (*device->failure) return false;
  if (!result) return true;
  snprintf(device->failure, sizeof device->failure, "%s: %s (%d)", call,
           i < count && texts[i] ? texts[i] : "error", result);
  return false;
}

/* Counterpart of AM_CUDA for NCCL. */
#define NCCL(t, name, ...)                                        \
  am_library_succeeds((t)->device, "nccl" #name,                  \
                      *(t)->device->failure                       \
                          ? 0 : (t)->nccl.name(__VA_ARGS__),      \
                      results, sizeof results / sizeof *results)

static am_status connect(am_cuda_transpose *t, am_report *report) {
  am_nccl_id id = {{0}};
  am_team *team = t->team;
  bool made = !am_team_leads(team) || NCCL(t, GetUniqueId, &id);
  team->type->broadcast(0, &id, sizeof id);
  if (am_team_any(team, !made)) made = false;
  if (made) made = NCCL(t, CommInitRank, &t->comm, team->count, id, team->rank);
  if (made) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "NCCL ('%s') cannot connect the CUDA devices of %d "
                  "processes: %s", t->nccl.file, team->count,
                  *t->device->failure ? t->device->failure
                                      : "the first process has failed");
}

/* Opens NCCL and connects the devices; all members call it. AM_ENVIRONMENT on
 * all members if one fails. */
static am_status open_nccl(am_arena *arena, am_report *report,
                           am_cuda_transpose *t) {
  /* Disables NVLink SHARP, whose memory for collective operations is not needed
   * here. */
  setenv("NCCL_NVLS_ENABLE", "0", 0);
  am_status opened =
      am_cuda_library_open(arena, report, &library, &t->nccl.file, &t->nccl);
  if (opened == AM_OK && !am_cuda_use(t->device))
    opened = am_error(report, AM_ENVIRONMENT, am_nowhere, "%s",
                      t->device->failure);
  AM_TRY(am_team_agree(t->team, report, opened));
  return am_team_agree(t->team, report, connect(t, report));
}

/* Sends or receives `count` doubles to or from the device of another member;
 * calls between GroupStart and GroupEnd are executed as a group. */
static void send_numbers(am_cuda_transpose *t, int to, am_cuda_pointer from,
                         size_t count, am_cuda_stream stream) {
  if (count)
    NCCL(t, Send, (const void *)(uintptr_t)from, count, AM_NCCL_DOUBLE, to,
         t->comm, stream);
}

static void receive_numbers(am_cuda_transpose *t, int from, am_cuda_pointer to,
                            size_t count, am_cuda_stream stream) {
  if (count)
    NCCL(t, Recv, (void *)(uintptr_t)to, count, AM_NCCL_DOUBLE, from, t->comm,
         stream);
}

/* ---- sizes --------------------------------------------------------------- */

enum { NUMBER = 16 /* bytes, 2 doubles */ };

/* Fields up to this size (byte) move together, since the latency of separate
 * messages would exceed their transfer time. */
static const size_t small_field = (size_t)1 << 27;

static int at_once(long field, int fields) {
  return NUMBER * (size_t)field <= small_field ? fields : 1;
}

/* Memory of meet_others: a double to send, and one from each member. */
static size_t meeting_size(const am_team *team) {
  return sizeof(double) * (size_t)(team->count + 1);
}

size_t am_cuda_transpose_size(const am_team *team, long field, int fields) {
  size_t size = NUMBER * (size_t)field * (size_t)at_once(field, fields);
  if (team->count == 1) return 0;
  return size < meeting_size(team) ? meeting_size(team) : size;
}

/* ---- data exchanged with a member ---------------------------------------- */

/* Part of a field: rows of this member's planes, or planes of this member's
 * rows. */
typedef struct {
  am_slab planes, rows;
} part;

static part own_part(const am_cuda_transpose *t) {
  return (part){am_team_slab(t->team, t->team->rank, t->planes),
                am_team_slab(t->team, t->team->rank, t->rows)};
}

static long numbers_of(const am_cuda_transpose *t, am_slab planes,
                       am_slab rows) {
  return t->row * planes.count * rows.count;
}

/* Rows of a copy, `pitch` bytes apart. */
typedef struct {
  am_cuda_pointer at;
  size_t pitch;
} rows_at;

static void copy_rows(am_cuda_transpose *t, am_cuda_stream stream,
                      rows_at from, rows_at to, size_t width, size_t height) {
  const am_cuda_copy c = {.from_kind = AM_CUDA_DEVICE,
                          .from_device = from.at,
                          .from_pitch = from.pitch,
                          .to_kind = AM_CUDA_DEVICE,
                          .to_device = to.at,
                          .to_pitch = to.pitch,
                          .width = width,
                          .height = height};
  if (width && height) AM_CUDA(t->device, cuMemcpy2DAsync, &c, stream);
}

/* Copies all rows of this member's planes to `packed`, or back. */
static void pack(am_cuda_transpose *t, am_cuda_pointer field,
                 am_cuda_pointer packed, bool back) {
  size_t row = NUMBER * (size_t)t->row;
  long planes = own_part(t).planes.count;
  for (int r = 0; r < t->team->count; r++) {
    am_slab rows = am_team_slab(t->team, r, t->rows);
    size_t width = row * (size_t)rows.count;
    rows_at own = {field + row * (size_t)rows.first, row * (size_t)t->rows};
    rows_at its = {packed + row * (size_t)(rows.first * planes), width};
    copy_rows(t, t->beside, back ? its : own, back ? own : its, width,
              (size_t)planes);
  }
}

/* Packed data for a member, and its planes of this member's rows. */
typedef struct {
  am_cuda_pointer packed, rows;
  long packed_count, rows_count; /* complex numbers */
} places;

static places places_of(const am_cuda_transpose *t, int r,
                        am_cuda_pointer field, am_cuda_pointer packed) {
  const part own = own_part(t);
  am_slab planes = am_team_slab(t->team, r, t->planes);
  am_slab rows = am_team_slab(t->team, r, t->rows);
  size_t row = NUMBER * (size_t)t->row;
  return (places){packed + row * (size_t)(rows.first * own.planes.count),
                  field + row * (size_t)(planes.first * own.rows.count),
                  numbers_of(t, own.planes, rows),
                  numbers_of(t, planes, own.rows)};
}

/* Exchanges data with all other members. */
static void exchange(am_cuda_transpose *t, am_cuda_pointer field,
                     am_cuda_pointer packed, bool back) {
  for (int r = 0; r < t->team->count; r++) {
    const places p = places_of(t, r, field, packed);
    size_t there = 2 * (size_t)p.packed_count, here = 2 * (size_t)p.rows_count;
    if (r == t->team->rank) continue;
    t->sent += (double)sizeof(double) * (double)(back ? here : there);
    send_numbers(t, r, back ? p.rows : p.packed, back ? here : there,
                 t->beside);
    receive_numbers(t, r, back ? p.packed : p.rows, back ? there : here,
                    t->beside);
  }
}

/* Moves the data that stay on this member. */
static void keep(am_cuda_transpose *t, am_cuda_pointer field,
                 am_cuda_pointer packed, bool back) {
  const places p = places_of(t, t->team->rank, field, packed);
  size_t size = NUMBER * (size_t)p.packed_count;
  const rows_at own = {p.rows, size}, its = {p.packed, size};
  copy_rows(t, t->beside, back ? own : its, back ? its : own, size, 1);
}

/* ---- times --------------------------------------------------------------- */

void am_cuda_marks_open(am_cuda_device *device, am_cuda_marks *m) {
  for (int i = 0; i < AM_CUDA_MARKS; i++)
    AM_CUDA(device, cuEventCreate, &m->events[i], 0);
}

void am_cuda_marks_close(am_cuda_device *device, am_cuda_marks *m) {
  for (int i = 0; i < AM_CUDA_MARKS; i++)
    if (m->events[i]) device->driver->cuEventDestroy(m->events[i]);
}

void am_cuda_mark(am_cuda_device *device, am_cuda_marks *m,
                  am_cuda_stream stream, int category) {
  if (m->count == AM_CUDA_MARKS ||
      !AM_CUDA(device, cuEventRecord, m->events[m->count], stream))
    return;
  m->categories[m->count++] = category;
}

void am_cuda_marks_read(am_cuda_device *device, am_cuda_marks *m,
                        double *times) {
  for (int n = 1; n < m->count; n++) {
    float milliseconds = 0;
    if (m->categories[n] == AM_CUDA_UNCHARGED) continue;
    AM_CUDA(device, cuEventElapsedTime, &milliseconds, m->events[n - 1],
            m->events[n]);
    times[m->categories[n]] += 1e-3 * (double)milliseconds;
  }
  m->count = 0;
}

void am_cuda_transpose_read(am_cuda_transpose *t) {
  am_cuda_marks_read(t->device, &t->moving, &t->moved);
  am_cuda_marks_read(t->device, &t->waiting, &t->waited);
}

/* ---- transpositions ------------------------------------------------------ */

/* Transposes fields first … last at once. */
static void transpose(am_cuda_transpose *t, int first, int last,
                      am_cuda_pointer fields, bool back) {
  size_t size = NUMBER * (size_t)t->field;
  am_cuda_pointer field = fields + size * (size_t)first;
  int count = last + 1 - first;
  for (int i = 0; i < count && !back; i++) {
    pack(t, field + size * i, t->packed + size * i, false);
    keep(t, field + size * i, t->packed + size * i, false);
  }
  NCCL(t, GroupStart);
  for (int i = 0; i < count; i++)
    exchange(t, field + size * i, t->packed + size * i, back);
  NCCL(t, GroupEnd);
  for (int i = 0; i < count && back; i++) {
    keep(t, field + size * i, t->packed + size * i, true);
    pack(t, field + size * i, t->packed + size * i, true);
  }
}

void am_cuda_transpose_begin(am_cuda_transpose *t, int c,
                             am_cuda_pointer fields, bool back) {
  int first = c / t->together * t->together;
  if (c + 1 < first + t->together && c + 1 < t->fields) return;
  AM_CUDA(t->device, cuEventRecord, t->begun, t->stream);
  AM_CUDA(t->device, cuStreamWaitEvent, t->beside, t->begun, 0);
  am_cuda_mark(t->device, &t->moving, t->beside, AM_CUDA_UNCHARGED);
  transpose(t, first, c, fields, back);
  am_cuda_mark(t->device, &t->moving, t->beside, 0);
  for (int i = first; i <= c; i++)
    AM_CUDA(t->device, cuEventRecord, t->done[i], t->beside);
}

/* Fields that move together arrive at the same time; only the wait for the
 * first one is measured. */
void am_cuda_transpose_wait(am_cuda_transpose *t, int c) {
  bool first = c % t->together == 0;
  if (first)
    am_cuda_mark(t->device, &t->waiting, t->stream, AM_CUDA_UNCHARGED);
  AM_CUDA(t->device, cuStreamWaitEvent, t->stream, t->done[c], 0);
  if (first) am_cuda_mark(t->device, &t->waiting, t->stream, 0);
}

/* ---- boundary planes ----------------------------------------------------- */

void am_cuda_transpose_border(am_cuda_transpose *t, const am_cuda_border *b,
                              int steps) {
  int to = am_team_neighbour(t->team, t->planes, steps);
  int from = am_team_neighbour(t->team, t->planes, -steps);
  size_t plane = 2 * (size_t)(t->row * t->rows), number = sizeof(double);
  if (to == t->team->rank) {
    copy_rows(t, t->stream, (rows_at){b->planes, number * (size_t)b->field},
              (rows_at){b->beside, number * plane}, number * plane,
              (size_t)b->count);
    return;
  }
  NCCL(t, GroupStart);
  for (int c = 0; c < b->count; c++) {
    am_cuda_pointer out = b->planes + number * (size_t)(c * b->field);
    am_cuda_pointer in = b->beside + number * plane * (size_t)c;
    send_numbers(t, to, out, plane, t->stream);
    receive_numbers(t, from, in, plane, t->stream);
  }
  NCCL(t, GroupEnd);
  t->sent += (double)(number * plane) * b->count;
}

/* ---- opening ------------------------------------------------------------- */

static void close_transpose(void *data) {
  am_cuda_transpose *t = data;
  const am_cuda_driver *driver = t->device->driver;
  driver->cuCtxSetCurrent(t->device->context);
  for (int c = 0; c < AM_TRANSPOSE_FIELDS; c++)
    if (t->done[c]) driver->cuEventDestroy(t->done[c]);
  if (t->begun) driver->cuEventDestroy(t->begun);
  am_cuda_marks_close(t->device, &t->moving);
  am_cuda_marks_close(t->device, &t->waiting);
  if (t->beside) driver->cuStreamDestroy(t->beside);
  am_cuda_free(t->device, t->packed);
  t->nccl.CommDestroy(t->comm);
}

static am_status open_own(am_report *report, am_cuda_transpose *t) {
  am_cuda_device *d = t->device;
  for (int c = 0; c < t->fields; c++)
    AM_CUDA(d, cuEventCreate, &t->done[c], AM_CUDA_NO_TIMES);
  AM_CUDA(d, cuEventCreate, &t->begun, AM_CUDA_NO_TIMES);
  am_cuda_marks_open(d, &t->moving);
  am_cuda_marks_open(d, &t->waiting);
  AM_CUDA(d, cuStreamCreate, &t->beside, AM_CUDA_NON_BLOCKING);
  t->packed = am_cuda_alloc(d, t->size);
  if (t->packed) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the CUDA device %s has %.3g GB free, expected %.3g GB for "
                  "data sent to other devices%s%s",
                  d->name, 1e-9 * (double)am_cuda_room(d),
                  1e-9 * (double)t->size, *d->failure ? ": " : "", d->failure);
}

/* Exchanges a message with each member: the first message between two devices
 * is slow, because NCCL then connects them. */
static void meet_others(am_cuda_transpose *t) {
  AM_CUDA(t->device, cuMemsetD8Async, t->packed, 0, meeting_size(t->team),
          t->beside);
  NCCL(t, GroupStart);
  for (int r = 0; r < t->team->count; r++) {
    if (r == t->team->rank) continue;
    send_numbers(t, r, t->packed, 1, t->beside);
    receive_numbers(t, r, t->packed + sizeof(double) * (size_t)(r + 1), 1,
                    t->beside);
  }
  NCCL(t, GroupEnd);
}

am_status am_cuda_transpose_open(am_arena *arena, am_report *report,
                                 am_cuda_transpose *t) {
  t->together = at_once(t->field, t->fields);
  t->size = am_cuda_transpose_size(t->team, t->field, t->fields);
  AM_TRY(open_nccl(arena, report, t));
  am_arena_defer(arena, close_transpose, t);
  AM_TRY(am_team_agree(t->team, report, open_own(report, t)));
  meet_others(t);
  return AM_OK;
}
