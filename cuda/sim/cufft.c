/* cufft.c: discrete Fourier transforms with cuFFT. */
#include "cuda/sim/cufft.h"

/* Fields with at most this total size (byte) are transformed at once, because a
 * single small field does not fill a device. */
static const size_t small_fields = (size_t)1 << 24;

static const am_cuda_symbol calls[] = {
#define AM_CUFFT_CALL(name, parameters) \
  {"cufft" #name, offsetof(am_cufft, name)},
#include "cuda/sim/cufft.def"
#undef AM_CUFFT_CALL
  {0}};

static const am_cuda_library library = {
    .title = "cuFFT",
    .names = {"libcufft.so.12", "libcufft.so.11", "libcufft.so"},
    .oldest = "CUDA 11",
    .symbols = calls};

static const char *const results[] = {
    [1] = "CUFFT_INVALID_PLAN",        [2] = "CUFFT_ALLOC_FAILED",
    [3] = "CUFFT_INVALID_TYPE",        [4] = "CUFFT_INVALID_VALUE",
    [5] = "CUFFT_INTERNAL_ERROR",      [6] = "CUFFT_EXEC_FAILED",
    [7] = "CUFFT_SETUP_FAILED",        [8] = "CUFFT_INVALID_SIZE",
    [9] = "CUFFT_UNALIGNED_DATA",      [11] = "CUFFT_INVALID_DEVICE",
    [13] = "CUFFT_NO_WORKSPACE",       [14] = "CUFFT_NOT_IMPLEMENTED",
    [16] = "CUFFT_NOT_SUPPORTED",      [17] = "CUFFT_MISSING_DEPENDENCY",
    [18] = "CUFFT_NVRTC_FAILURE",      [19] = "CUFFT_NVJITLINK_FAILURE",
    [20] = "CUFFT_NVSHMEM_FAILURE"};

/* Counterpart of AM_CUDA for cuFFT. */
#define CUFFT(t, name, ...)                                       \
  am_library_succeeds((t)->device, "cufft" #name,                 \
                      *(t)->device->failure                       \
                          ? 0 : (t)->cufft.name(__VA_ARGS__),     \
                      results, sizeof results / sizeof *results)

/* ---- plans --------------------------------------------------------------- */

/* Batched transforms; lengths of real fields count doubles. */
typedef struct {
  int rank;
  long long size[2], from[2], to[2]; /* slowest direction first */
  long long stride, from_distance, to_distance, batch;
  am_cufft_type type;
} shape;

/* Transforms along x and y, unless the grid has only one point in a
 * direction. */
static shape shape_of_planes(const am_cuda_transform *t, bool back) {
  shape s = {.stride = 1, .type = AM_CUFFT_Z2Z};
  long long plane = t->row * t->grid[1];
  for (int d = 2; d--;)
    if (t->grid[d] > 1) s.size[s.rank++] = t->grid[d];
  memcpy(s.from, s.size, sizeof s.size);
  memcpy(s.to, s.size, sizeof s.size);
  s.from_distance = s.to_distance = plane;
  s.batch = t->planes.count * t->batch;
  if (t->grid[0] == 1) return s;
  long long *values = back ? s.to : s.from, *spectrum = back ? s.from : s.to;
  s.type = back ? AM_CUFFT_Z2D : AM_CUFFT_D2Z;
  values[s.rank - 1] = 2 * t->row;
  spectrum[s.rank - 1] = t->row;
  *(back ? &s.to_distance : &s.from_distance) = 2 * plane;
  return s;
}

/* Transforms along z for all numbers of this member's rows. */
static shape shape_of_columns(const am_cuda_transform *t) {
  long long numbers = t->row * t->rows.count, n = t->grid[2];
  return (shape){.rank = n > 1,
                 .size = {n},
                 .from = {n},
                 .to = {n},
                 .stride = numbers,
                 .from_distance = 1,
                 .to_distance = 1,
                 .batch = numbers,
                 .type = AM_CUFFT_Z2Z};
}

/* Creates a plan; increases the size of the work area if necessary. */
static void make_plan(am_cuda_transform *t, am_cufft_plan which, shape s) {
  int *plan = &t->plans[which];
  size_t area = 0;
  if (!s.rank || !s.batch) return;
  t->made[which] = CUFFT(t, Create, plan);
  CUFFT(t, SetAutoAllocation, *plan, 0);
  CUFFT(t, MakePlanMany64, *plan, s.rank, s.size, s.from, s.stride,
        s.from_distance, s.to, s.stride, s.to_distance, s.type, s.batch, &area);
  if (t->size < area) t->size = area;
}

static void use_area(am_cuda_transform *t) {
  t->area = am_cuda_alloc(t->device, t->size);
  for (int i = 0; i < AM_CUFFT_PLANS; i++) {
    if (!t->area || !t->made[i]) continue;
    CUFFT(t, SetStream, t->plans[i], t->stream);
    CUFFT(t, SetWorkArea, t->plans[i], (void *)(uintptr_t)t->area);
  }
}

static void close_transform(void *data) {
  am_cuda_transform *t = data;
  t->device->driver->cuCtxSetCurrent(t->device->context);
  for (int i = 0; i < AM_CUFFT_PLANS; i++)
    if (t->made[i]) t->cufft.Destroy(t->plans[i]);
  am_cuda_free(t->device, t->area);
}

static am_status open_plans(am_arena *arena, am_report *report,
                            am_cuda_transform *t) {
  const int *n = t->grid;
  AM_TRY(am_cuda_library_open(arena, report, &library, &t->cufft.file,
                              &t->cufft));
  am_arena_defer(arena, close_transform, t);
  t->size = 256; /* cuFFT requires an area even if none is needed */
  make_plan(t, AM_CUFFT_PLANES_FORTH, shape_of_planes(t, false));
  make_plan(t, AM_CUFFT_PLANES_BACK, shape_of_planes(t, true));
  make_plan(t, AM_CUFFT_COLUMNS, shape_of_columns(t));
  use_area(t);
  if (!*t->device->failure && t->area) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "cuFFT ('%s') cannot transform a grid of %d x %d x %d: %s",
                  t->cufft.file, n[0], n[1], n[2],
                  *t->device->failure ? t->device->failure
                                      : "the device does not have enough free "
                                        "memory");
}

/* Fields are contiguous if there is no gap between their planes. */
static int fields_at_once(const am_cuda_transform *t) {
  long numbers = t->planes.count * t->grid[1] * t->row;
  size_t size = sizeof(am_cufft_number) * (size_t)(t->field * t->fields);
  return numbers == t->field && size <= small_fields ? t->fields : 1;
}

am_status am_cuda_transform_open(am_arena *arena, am_report *report,
                                 am_cuda_transform *t) {
  t->planes = am_team_slab(t->team, t->team->rank, t->grid[2]);
  t->rows = am_team_slab(t->team, t->team->rank, t->grid[1]);
  t->row = t->grid[0] / 2 + 1;
  t->field = t->row * am_team_grid_rows(t->team, t->grid);
  t->batch = fields_at_once(t);
  AM_TRY(am_team_agree(t->team, report, open_plans(arena, report, t)));
  if (t->team->count == 1) return AM_OK;
  t->transpose = (am_cuda_transpose){.device = t->device, .team = t->team,
                           .planes = t->grid[2], .rows = t->grid[1],
                           .row = t->row, .field = t->field,
                           .fields = t->fields, .stream = t->stream};
  AM_TRY(am_cuda_transpose_open(arena, report, &t->transpose));
  t->size += t->transpose.size;
  return AM_OK;
}

/* ---- transforms ---------------------------------------------------------- */

enum { FORTH = -1, BACK = 1 };

static am_cuda_pointer field_at(const am_cuda_transform *t, int c,
                                am_cuda_pointer fields) {
  return fields + sizeof(am_cufft_number) * (size_t)(t->field * c);
}

/* Transforms field c, together with the fields of its batch. */
static void along_planes(am_cuda_transform *t, int c, am_cuda_pointer fields,
                         bool back) {
  am_cufft_plan which = back ? AM_CUFFT_PLANES_BACK : AM_CUFFT_PLANES_FORTH;
  void *at = (void *)(uintptr_t)field_at(t, c, fields);
  int plan = t->plans[which];
  if (!t->made[which] || c % t->batch) return;
  if (t->grid[0] == 1)
    CUFFT(t, ExecZ2Z, plan, at, at, back ? BACK : FORTH);
  else if (back)
    CUFFT(t, ExecZ2D, plan, at, at);
  else
    CUFFT(t, ExecD2Z, plan, at, at);
}

static void along_columns(am_cuda_transform *t, int c, am_cuda_pointer fields,
                          bool back) {
  void *at = (void *)(uintptr_t)field_at(t, c, fields);
  if (t->made[AM_CUFFT_COLUMNS])
    CUFFT(t, ExecZ2Z, t->plans[AM_CUFFT_COLUMNS], at, at, back ? BACK : FORTH);
}

void am_cuda_transform_apply(am_cuda_transform *t, am_cuda_pointer fields,
                             bool back) {
  bool alone = t->team->count == 1;
  for (int c = 0; c < t->fields; c++) {
    (back ? along_columns : along_planes)(t, c, fields, back);
    if (!alone) am_cuda_transpose_begin(&t->transpose, c, fields, back);
  }
  for (int c = 0; c < t->fields; c++) {
    if (!alone) am_cuda_transpose_wait(&t->transpose, c);
    (back ? along_planes : along_columns)(t, c, fields, back);
  }
}
