/* device.c: the space in the memory of a GPU. */
#include "space/device.h"

#include "base/text.h"
#include "cuda/resident.h"
#include "emit/texts.h"
#include "space/waves.h"

static const char words[] =
    "#define K_FN static __device__ __forceinline__\n"
    "#define K_UNROLL _Pragma(\"unroll\")\n"
    "#define K_SINGLE 0\n"
    "#define K_SQRT sqrt\n";
static const char *const texts[] = {
    "expr/libm.h", "kernel/device.h", "kernel/mandel.h",
    "space/frequency.h", "space/moduli.h",
    "space/device_launch.h", "space/device_sums.h",
    "space/device_waves.h", "space/device_places.h", NULL};

const char *am_device_text(am_arena *arena) {
  am_buffer out = {.arena = arena};
  am_buffer_add(&out, "%s", words);
  for (int i = 0; texts[i]; i++)
    am_buffer_add(&out, "%s", am_embedded_text(texts[i]));
  return out.text;
}

static const char *const kernel_names[AM_CELL_KERNELS] = {
#define AM_CALL(name, NAME) "cell_" #name,
#include "space/device_kernels.def"
#undef AM_CALL
};

static void close_space(void *data) { am_device_close(data); }

/* The device of the phases' programs. */
static am_status open_device(am_device_space *s, am_report *report) {
  am_cuda_device *d = &s->device;
  *d = *am_cuda_resident_device(s->space.cell->phases[0].program);
  d->failure[0] = '\0';
  AM_TRY(am_cuda_open(s->arena, report, d));
  am_arena_defer(s->arena, close_space, s);
  AM_TRY(am_cuda_compile(s->arena, report, am_device_text(s->arena),
                         d->architecture, &s->object));
  am_cuda_use(d);
  am_cuda_load(d, s->object.image, &s->module);
  for (int i = 0; i < AM_CELL_KERNELS; i++)
    am_cuda_find(d, s->module, kernel_names[i], &s->kernels[i]);
  AM_CUDA(d, cuStreamCreate, &s->stream, AM_CUDA_NON_BLOCKING);
  AM_CUDA(d, cuStreamCreate, &s->aside, AM_CUDA_NON_BLOCKING);
  for (int i = 0; i < AM_CELL_MOMENTS; i++)
    AM_CUDA(d, cuEventCreate, &s->moments[i], 0);
  if (!*d->failure) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the CUDA device %s cannot be used: %s", d->name,
                  d->failure);
}

/* Their tables. */
static am_status open_waves(am_device_space *s, am_report *report) {
  for (int d = 0; d < 3; d++) {
    const double **tables[] = {&s->waves.sine[d], &s->waves.cosine[d]};
    size_t size = sizeof(double) * (size_t)s->waves.grid[d];
    for (int i = 0; i < 2; i++) {
      am_cuda_pointer there;
      AM_TRY(am_device_room(s, report, "the wave vectors", size, &there));
      AM_CUDA(&s->device, cuMemcpyHtoDAsync, there, *tables[i], size,
              s->stream);
      *tables[i] = am_device_at(there);
    }
  }
  return AM_OK;
}

static am_status open_sums(am_device_space *s, am_report *report) {
  size_t partial = sizeof(double) * K_MOST * K_THREADS;
  size_t found = sizeof(k_found) + sizeof(double) * K_SURVEYED * K_REST;
  AM_TRY(am_device_room(s, report, "sums", partial, &s->partial));
  AM_TRY(am_device_room(s, report, "sums", found, &s->found));
  AM_TRY(am_device_room(s, report, "sums", sizeof(int), &s->stop));
  s->here = am_cuda_alloc_host(&s->device, found);
  if (s->here) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the CUDA driver has no pinned memory for %zu bytes", found);
}

/* Before the first of many allocations. */
static am_status check_memory(am_device_space *s, am_report *report) {
  const int *n = s->waves.grid;
  double room = (double)am_cuda_room(&s->device);
  double needed = 6 * sizeof(k_complex) * (double)s->space.frequencies +
                  am_device_points_size(s->space.cell);
  if (needed <= room || *s->device.failure) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the CUDA device %s has %.3g GB free; %d x %d x %d voxels "
                  "need %.3g GB, and their vectors more",
                  s->device.name, 1e-9 * room, n[0], n[1], n[2],
                  1e-9 * needed);
}

static am_status open_planes(am_device_space *s, am_report *report) {
  size_t size = 6 * sizeof(k_complex) * (size_t)s->space.frequencies;
  AM_TRY(am_device_room(s, report, "a strain field", size, &s->planes));
  AM_TRY(am_cuda_transform_new(s->arena, report, &s->device, s->waves.grid, 6,
                               s->stream, &s->transform));
  s->bytes += (double)s->transform->size;
  return AM_OK;
}

static void set_reference(am_space *space, double lambda, double mu) {
  am_device_space *s = (am_device_space *)space;
  space->lambda = s->waves.lambda = lambda;
  space->mu = s->waves.mu = mu;
}

static am_status open(am_arena *arena, am_report *report, const am_cell *cell,
                      int threads, am_space **space) {
  am_device_space *s = AM_NEW(arena, am_device_space);
  (void)threads;
  *space = &s->space;
  s->space = (am_space){.type = &am_space_device, .cell = cell};
  s->arena = arena;
  AM_TRY(open_device(s, report));
  am_waves_new(arena, cell, &s->waves);
  s->space.frequencies = k_wave_count(&s->waves);
  AM_TRY(check_memory(s, report));
  AM_TRY(open_waves(s, report));
  set_reference(*space, 0, 1);
  AM_TRY(open_sums(s, report));
  AM_TRY(open_planes(s, report));
  AM_TRY(am_device_points_new(s, report));
  if (am_device_wait(s)) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "%s", s->space.failure);
}

static am_status vector(am_space *space, am_report *report, bool rough,
                        am_vector **v) {
  am_device_space *s = (am_device_space *)space;
  size_t one = rough ? sizeof(k_rough) : sizeof(k_complex);
  size_t size = 3 * one * (size_t)space->frequencies;
  am_cuda_pointer field;
  *v = AM_NEW(s->arena, am_vector);
  am_cuda_use(&s->device);
  AM_TRY(am_device_room(s, report, "a vector", size, &field));
  AM_CUDA(&s->device, cuMemsetD8Async, field, 0, size, s->stream);
  (*v)->field = am_device_at(field);
  (*v)->rough = rough;
  return AM_OK;
}

static void account(const am_space *space, am_space_account *account) {
  const am_device_space *s = (const am_device_space *)space;
  *account = (am_space_account){
      .law = s->times[AM_CELL_TIME_LAW],
      .tangents = s->times[AM_CELL_TIME_TANGENTS],
      .transforms = s->times[AM_CELL_TIME_TRANSFORMS],
      .rest = s->times[AM_CELL_TIME_REST],
      .evaluations = s->evaluations,
      .bytes = s->bytes};
}

const am_space_type am_space_device = {.name = "device",
                                       .open = open,
                                       .vector = vector,
                                       .set_reference = set_reference,
                                       .combine = am_device_combine,
                                       .dots = am_device_dots,
                                       .respond = am_device_respond,
                                       .commit = am_device_commit,
                                       .survey = am_device_survey,
                                       .apply = am_device_apply,
                                       .means = am_device_means,
                                       .fetch = am_device_fetch,
                                       .store = am_device_store,
                                       .fetch_vector = am_device_fetch_vector,
                                       .store_vector = am_device_store_vector,
                                       .account = account};
