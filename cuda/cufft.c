/* cufft.c: transforms by cuFFT. */
#include "cuda/cufft.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cuda/driver.h"

/* The name of the library, by version; the newest first. */
static const char *const names[] = {"libcufft.so.12", "libcufft.so.11",
                                    "libcufft.so"};

/* Planes that are no larger in all [bytes] are transformed at once, which
 * keeps a device busy that one small plane does not fill. */
static const size_t small_planes = (size_t)1 << 24;

static const am_cuda_symbol calls[] = {
#define AM_CUFFT_CALL(name, parameters) \
  {"cufft" #name, offsetof(am_cufft, name)},
#include "cuda/cufft.def"
#undef AM_CUFFT_CALL
};

static const am_cuda_library library = {
    .title = "cuFFT",
    .names = names,
    .name_count = sizeof names / sizeof *names,
    .oldest = "CUDA 11",
    .symbols = calls,
    .count = sizeof calls / sizeof *calls};

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

/* Where it is the first failure of the device it is remembered there. */
static bool succeeds(am_cuda_device *device, const char *name, int result) {
  const int known = (int)(sizeof results / sizeof *results);
  if (*device->failure) return false;
  if (!result) return true;
  snprintf(device->failure, sizeof device->failure, "%s: %s (%d)", name,
           result < known && results[result] ? results[result] : "error",
           result);
  return false;
}

/* Like AM_CUDA. */
#define CUFFT(t, name, ...)              \
  succeeds((t)->device, "cufft" #name,   \
           *(t)->device->failure ? 0 : (t)->cufft.name(__VA_ARGS__))

/* ---- plans ----------------------------------------------------------------*/

/* Directions of one number change nothing; those of the others, the slowest
 * first. */
static int find_size(const int *grid, long long size[3]) {
  int rank = 0;
  for (int d = 3; d--;)
    if (grid[d] > 1) size[rank++] = grid[d];
  return rank;
}

static bool is_complex(const am_cuda_transform *t) { return t->grid[0] == 1; }

/* Complex numbers of a plane. */
static size_t numbers_of(const int *grid) {
  return (size_t)(grid[0] / 2 + 1) * (size_t)grid[1] * (size_t)grid[2];
}

/* Returns the bytes of its work area. */
static size_t make_plan(am_cuda_transform *t, bool back) {
  long long size[3] = {0}, real[3], spectrum[3];
  long long numbers = (long long)numbers_of(t->grid), distance = numbers;
  int rank = find_size(t->grid, size);
  int *plan = back ? &t->back : &t->forth;
  am_cufft_type type = AM_CUFFT_Z2Z;
  size_t area = 0;
  memcpy(real, size, sizeof real);
  memcpy(spectrum, size, sizeof spectrum);
  if (!is_complex(t)) {
    type = back ? AM_CUFFT_Z2D : AM_CUFFT_D2Z;
    spectrum[rank - 1] = t->grid[0] / 2 + 1;
    real[rank - 1] = 2 * spectrum[rank - 1];
    distance = 2 * numbers;
  }
  t->made[back] = CUFFT(t, Create, plan);
  CUFFT(t, SetAutoAllocation, *plan, 0);
  CUFFT(t, MakePlanMany64, *plan, rank, size, back ? spectrum : real, 1,
        back ? numbers : distance, back ? real : spectrum, 1,
        back ? distance : numbers, type, t->batch, &area);
  return area;
}

static void use_area(am_cuda_transform *t, am_cuda_stream stream) {
  t->area = am_cuda_alloc(t->device, t->size);
  for (int back = 0; t->area && back < 2; back++) {
    int plan = back ? t->back : t->forth;
    CUFFT(t, SetStream, plan, stream);
    CUFFT(t, SetWorkArea, plan, (void *)(uintptr_t)t->area);
  }
}

static void close_transform(void *data) {
  am_cuda_transform *t = data;
  t->device->driver->cuCtxSetCurrent(t->device->context);
  if (t->made[0]) t->cufft.Destroy(t->forth);
  if (t->made[1]) t->cufft.Destroy(t->back);
  am_cuda_free(t->device, t->area);
}

am_status am_cuda_transform_new(am_arena *arena, am_report *report,
                                am_cuda_device *device, const int *grid,
                                int planes, am_cuda_stream stream,
                                am_cuda_transform **transform) {
  am_cuda_transform *t = *transform = AM_NEW(arena, am_cuda_transform);
  long long size[3];
  t->device = device;
  t->planes = planes;
  t->batch = numbers_of(grid) * sizeof(am_cufft_number) * (size_t)planes >
                     small_planes
                 ? 1
                 : planes;
  memcpy(t->grid, grid, sizeof t->grid);
  AM_TRY(am_cuda_library_open(arena, report, &library, &t->cufft.file,
                              &t->cufft));
  if (!find_size(grid, size)) return AM_OK;
  am_arena_defer(arena, close_transform, t);
  /* An area is to be given also where none is needed. */
  size_t forth = make_plan(t, false), back = make_plan(t, true);
  t->size = 256;
  if (t->size < forth) t->size = forth;
  if (t->size < back) t->size = back;
  use_area(t, stream);
  if (!*device->failure && t->area) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "cuFFT ('%s') cannot transform a grid of %d x %d x %d: %s",
                  t->cufft.file, grid[0], grid[1], grid[2],
                  *device->failure ? device->failure
                                   : "the device's memory is full");
}

/* ---- transforms -----------------------------------------------------------*/

static void transform(am_cuda_transform *t, am_cuda_pointer planes,
                      bool back) {
  enum { FORTH = -1, BACK = 1 };
  size_t size =
      sizeof(am_cufft_number) * numbers_of(t->grid) * (size_t)t->batch;
  if (!t->made[back]) return;
  for (int i = 0; i < t->planes; i += t->batch, planes += size) {
    double *real = (double *)(uintptr_t)planes;
    am_cufft_number *spectrum = (am_cufft_number *)(uintptr_t)planes;
    if (is_complex(t))
      CUFFT(t, ExecZ2Z, back ? t->back : t->forth, spectrum, spectrum,
            back ? BACK : FORTH);
    else if (back) CUFFT(t, ExecZ2D, t->back, spectrum, real);
    else CUFFT(t, ExecD2Z, t->forth, real, spectrum);
  }
}

void am_cuda_transform_forth(am_cuda_transform *t, am_cuda_pointer planes) {
  transform(t, planes, false);
}

void am_cuda_transform_back(am_cuda_transform *t, am_cuda_pointer planes) {
  transform(t, planes, true);
}
