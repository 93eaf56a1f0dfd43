/* device.c: space in the memory of a GPU, with transforms by cuFFT.
 *
 * All fields stay on the device; per iteration only some kilobytes of results
 * are copied to the host.  All work is queued in one stream, and the host waits
 * only for these results.  Memory (bytes) for N voxels in phases with nx state
 * variables and F frequencies, about N/2:
 *
 *     six planes, alternately strains and stresses     96 F
 *     displacements and forces of the rotated scheme   48 F
 *     per voxel: strain, state and substep size at t_n 56 + 8 nx
 *       ends of substeps and their change flags        17
 *       substeps, voxel index                          8
 *     a vector; in single precision                    48 F; 24 F
 *     work area of the transforms, about one plane     16 F
 *     partial sums, for each row or plane              64 kB
 *     a piece of 2^20 voxels, processed at a time: results of
 *       laws, tangents, list of points                 428 + 8 nx per voxel
 *     tangents, if `apply` needs them                  288 per voxel
 *
 * 150^3 voxels with nx = 6, three double-precision and twelve single-precision
 * vectors: 1.96 GB.
 *
 * A passing gradient (space.h) is stored in place of the spectra.  After a
 * failed response g is undefined. */
#include "cuda/parts.h"
#include "cuda/sim/cufft.h"
#include "emit/source.h"
#include "space/voxels.h"

typedef struct {
  am_voxels voxels; /* the first member */
  am_cuda_device device;
  am_cuda_object object;
  am_cuda_module module;
  am_cuda_function kernels[AM_CELL_KERNELS], total;
  am_cuda_stream stream, aside; /* aside: for setting `stop` */
  am_cuda_transform transform;
  int *stop;                    /* on the device */
  char *found;                  /* on the device: k_found, then sums
                                   [K_SURVEYED][parts][K_REST] */
  char *here;                   /* pinned copy of `found` on the host */
  int lanes;                    /* of the last kernel with sums */
  am_cuda_pointer *memories;    /* [memory_count] */
  int memory_count, memory_capacity;
  am_cuda_marks marks;          /* categories: am_cell_time */
  bool connected;               /* devices of other members are connected */
} am_device_space;

static am_cuda_pointer pointer_to(const void *memory) {
  return (am_cuda_pointer)(uintptr_t)memory;
}

/* ---- source of the kernels ------------------------------------------------*/

static const struct {
  const char *name, *argument, *bounds;
  int lanes; /* 0: one thread per item */
  bool sums;
} kernels[AM_CELL_KERNELS] = {
#define AM_KERNEL(name, NAME, argument, shares, sums, bounds) \
  {#name, #argument, #bounds, shares, sums},
#include "space/kernels.def"
#undef AM_KERNEL
};

/* One item per thread. */
static const char words[] =
    "#define K_FN static __device__ __forceinline__\n"
    "#define K_UNROLL _Pragma(\"unroll\")\n"
    "#define K_SINGLE 0\n"
    "#define K_SQRT sqrt\n"
    "#define K_CHUNK 1\n"
    "#define K_LENGTH(rest) 1\n"
    "#define K_EACH(n, share, size, count, step) \\\n"
    "  for (long n = (share).part, n##_end = count; n < n##_end; n = n##_end)\n"
    "#define K_LOWER(at, value) atomicMin(at, value)\n";
static const char *const core_texts[] = {
    "expr/libm.h", "kernel/points/device.h", "kernel/control/mandel.h", NULL};
static const am_embedded_text texts[] = {
#include "space/texts.inc"
    {NULL, NULL}};

const char *am_device_text(am_arena *arena) {
  am_buffer out = {.arena = arena};
  am_buffer_add(&out, "%s", words);
  for (const char *const *name = core_texts; *name; name++)
    am_buffer_add(&out, "%s", am_embedded_find(am_core_texts, *name));
  for (int i = 0; texts[i].name; i++) am_buffer_add(&out, "%s", texts[i].text);
  for (int i = 0; i < AM_CELL_KERNELS; i++)
    am_buffer_add(&out,
                  "\nextern \"C\" __global__ void __launch_bounds__%s\n"
                  "    cell_%s(const %s given) {\n"
                  "  k_%s_part(&given, k_share_of(%d));\n"
                  "}\n",
                  kernels[i].bounds, kernels[i].name, kernels[i].argument,
                  kernels[i].name, kernels[i].lanes ? kernels[i].lanes : 1);
  return out.text;
}

/* ---- memory ---------------------------------------------------------------*/

/* True if the space or a program has failed permanently. */
static bool has_failed(am_device_space *s) {
  const am_cell *cell = s->voxels.space.cell;
  char *failure = s->voxels.space.failure;
  const am_cuda_device *d = &s->device;
  const char *its = NULL;
  for (int i = 0; i < 2 * cell->phase_count && !its; i++) {
    const am_phase *phase = &cell->phases[i / 2];
    const am_engine_program *p = i % 2 ? phase->tangents : phase->program;
    if (p) its = am_engine_failure(p);
  }
  if (*d->failure)
    snprintf(failure, sizeof s->voxels.space.failure,
             "the CUDA device %d, %s, failed: %s", d->number, d->name,
             d->failure);
  else if (its)
    snprintf(failure, sizeof s->voxels.space.failure, "%s", its);
  return *d->failure || its;
}

static am_status device_room(am_voxels *v, am_report *report,
                             const char *what, size_t size, void *place) {
  am_device_space *s = (am_device_space *)v;
  am_cuda_device *d = &s->device;
  am_set_pointer(place, NULL);
  if (!size) return AM_OK;
  AM_PUSH_ROOM(v->arena, s->memories, s->memory_count, s->memory_capacity);
  am_cuda_use(d);
  am_cuda_pointer memory = am_cuda_alloc(d, size);
  if (!memory) {
    has_failed(s);
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "the CUDA device %s has %.3g GB free, expected %.3g GB "
                    "for %s of %ld voxels, in addition to %.3g GB in use%s%s",
                    d->name, 1e-9 * (double)am_cuda_room(d),
                    1e-9 * (double)size, what, v->space.cell->micro->voxels,
                    1e-9 * v->space.account.bytes, *d->failure ? ": " : "",
                    d->failure);
  }
  s->memories[s->memory_count++] = memory;
  v->space.account.bytes += (double)size;
  AM_CUDA(d, cuMemsetD8Async, memory, 0, size, s->stream);
  am_set_pointer(place, (void *)(uintptr_t)memory);
  return AM_OK;
}

static void device_upload(am_voxels *v, void *to, const void *from,
                          size_t size) {
  am_device_space *s = (am_device_space *)v;
  am_cuda_use(&s->device);
  if (size)
    AM_CUDA(&s->device, cuMemcpyHtoDAsync, pointer_to(to), from, size,
            s->stream);
}

static am_status device_share(am_voxels *v, am_report *report,
                              const char *what, size_t size, const void *from,
                              void *place) {
  void *room;
  AM_TRY(device_room(v, report, what, size, &room));
  device_upload(v, room, from, size);
  am_set_pointer(place, room);
  return AM_OK;
}

/* Allocates the law's list of points and its substeps. */
static am_status device_prepare(am_voxels *v, am_report *report,
                                am_engine_program *program, long count) {
  am_device_space *s = (am_device_space *)v;
  size_t size = am_cuda_resident_prepare(program, count);
  const char *failure = am_engine_failure(program);
  v->space.account.bytes += (double)size;
  if (size) return AM_OK;
  has_failed(s);
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the CUDA device %s has %.3g GB free, which is not enough to "
                  "evaluate the law in %ld voxels%s%s",
                  s->device.name, 1e-9 * (double)am_cuda_room(&s->device),
                  count, failure ? ": " : "", failure ? failure : "");
}

/* ---- time -----------------------------------------------------------------*/

static void device_spent(am_voxels *v, am_cell_time time) {
  am_device_space *s = (am_device_space *)v;
  am_cuda_mark(&s->device, &s->marks, s->stream, (int)time);
}

static void device_begin(am_voxels *v) {
  am_device_space *s = (am_device_space *)v;
  am_cuda_use(&s->device);
  am_cuda_mark(&s->device, &s->marks, s->stream, AM_CUDA_UNCHARGED);
}

/* Ends all members after a failure, because they may wait for this member's
 * device instead of a message. */
static bool ends_all(am_device_space *s) {
  const am_team *team = s->voxels.space.cell->team;
  bool failed = has_failed(s);
  if (failed && s->connected)
    am_team_abandon(team, s->voxels.space.failure);
  return failed;
}

/* Waits for the stream; false after a failure. */
static bool wait_for(am_device_space *s) {
  const am_cuda_transpose *transpose = &s->transform.transpose;
  am_space_account *account = &s->voxels.space.account;
  AM_CUDA(&s->device, cuStreamSynchronize, s->stream);
  if (ends_all(s)) return false;
  am_cuda_marks_read(&s->device, &s->marks, account->times);
  am_cuda_transpose_read(&s->transform.transpose);
  account->times[AM_CELL_TIME_MOVED] = transpose->moved;
  account->times[AM_CELL_TIME_WAITED] = transpose->waited;
  account->sent = transpose->sent;
  return !has_failed(s);
}

static void device_download(am_voxels *v, void *to, const void *from,
                            size_t size) {
  am_device_space *s = (am_device_space *)v;
  am_cuda_use(&s->device);
  if (size)
    AM_CUDA(&s->device, cuMemcpyDtoHAsync, to, pointer_to(from), size,
            s->stream);
  if (!wait_for(s)) memset(to, 0, size);
}

/* ---- work -----------------------------------------------------------------*/

static void launch_kernel(am_device_space *s, am_cuda_function function,
                          long threads, const void *argument) {
  int block = s->object.block;
  const am_cuda_grid grid = {(threads + block - 1) / block, block, 0};
  if (!threads) return;
  am_cuda_launch(&s->device, function, &grid, s->stream,
                 (void *[]){(void *)(uintptr_t)argument});
}

static void device_launch(am_voxels *v, am_cell_kernel kernel, long count,
                          const void *argument) {
  am_device_space *s = (am_device_space *)v;
  int lanes = kernels[kernel].lanes;
  if (kernels[kernel].sums) s->lanes = lanes;
  launch_kernel(s, s->kernels[kernel], count * (lanes ? lanes : 1), argument);
}

static void device_border(am_voxels *v, double *first, int fields, int steps) {
  am_device_space *s = (am_device_space *)v;
  const am_cuda_border border = {pointer_to(first), 2 * v->field, fields,
                                 pointer_to(v->beside)};
  am_cuda_transpose_border(&s->transform.transpose, &border, steps);
}

static void device_strain(am_voxels *v, const k_spectrum *u) {
  am_device_space *s = (am_device_space *)v;
  bool rotated = v->space.cell->rotated;
  device_launch(v,
                rotated ? AM_CELL_KERNEL_DISPLACEMENT : AM_CELL_KERNEL_STRAIN,
                v->waves.rows, u);
  device_spent(v, AM_CELL_TIME_REST);
  am_cuda_transform_apply(&s->transform, pointer_to(v->spectra), true);
  device_spent(v, AM_CELL_TIME_TRANSFORMS);
  if (!rotated) return;
  am_corners_strain(v, u->mean);
  device_spent(v, AM_CELL_TIME_REST);
}

static void device_gradient(am_voxels *v, const k_spectrum *g) {
  am_device_space *s = (am_device_space *)v;
  bool rotated = v->space.cell->rotated;
  if (rotated) {
    am_corners_force(v);
    device_begin(v);
  }
  am_cuda_transform_apply(&s->transform, pointer_to(v->spectra), false);
  device_spent(v, AM_CELL_TIME_TRANSFORMS);
  device_launch(v, rotated ? AM_CELL_KERNEL_FORCE : AM_CELL_KERNEL_GRADIENT,
                v->waves.rows, g);
}

static void device_advance(am_voxels *v, am_engine_program *program,
                           am_fields *f, long count) {
  am_device_space *s = (am_device_space *)v;
  if (f->stop) f->stop = s->stop;
  /* After a failure, strains are undefined. */
  if (!*s->device.failure)
    am_cuda_resident_advance(program, f, count, s->stream);
}

/* ---- results --------------------------------------------------------------*/

static void device_expect(am_voxels *v) {
  am_device_space *s = (am_device_space *)v;
  AM_CUDA(&s->device, cuMemsetD8Async, pointer_to(s->found), 0xff,
          sizeof(k_found), s->stream);
  AM_CUDA(&s->device, cuMemsetD32Async, pointer_to(s->stop), 0, 1, s->stream);
}

/* Forwards `stop` until all work is done; polls without pauses at first. */
static void watch_stop(am_device_space *s, const volatile int *stop) {
  const struct timespec moment = {.tv_nsec = 50000};
  am_cuda_device *d = &s->device;
  double start = am_clock();
  bool told = false;
  while (!*d->failure &&
         d->driver->cuStreamQuery(s->stream) == AM_CUDA_NOT_READY) {
    if (!told && *stop)
      told = AM_CUDA(d, cuMemsetD32Async, pointer_to(s->stop), 1, 1, s->aside);
    if (am_clock() > start + 5e-3) nanosleep(&moment, NULL);
  }
  if (told) AM_CUDA(d, cuStreamSynchronize, s->aside);
}

static bool device_read(am_voxels *v, int rows, int maxima, long parts,
                        const volatile int *stop) {
  am_device_space *s = (am_device_space *)v;
  long sums = rows * parts * K_REST;
  size_t size = sizeof(k_found) + sizeof(double) * (size_t)sums;
  const k_total total = {
      .partial = v->partial,
      .sums = (double *)(void *)(s->found + sizeof(k_found)),
      .parts = parts,
      .lanes = s->lanes,
      .rows = rows,
      .maxima = maxima};
  v->sums = (const double *)(void *)(s->here + sizeof(k_found));
  v->sum_count = parts * K_REST;
  launch_kernel(s, s->total, sums, &total);
  AM_CUDA(&s->device, cuMemcpyDtoHAsync, s->here, pointer_to(s->found), size,
          s->stream);
  device_spent(v, AM_CELL_TIME_REST);
  if (stop) watch_stop(s, stop);
  return wait_for(s);
}

static const am_memory device_memory = {.room = device_room,
                                        .share = device_share,
                                        .upload = device_upload,
                                        .download = device_download,
                                        .prepare = device_prepare,
                                        .begin = device_begin,
                                        .spent = device_spent,
                                        .expect = device_expect,
                                        .launch = device_launch,
                                        .border = device_border,
                                        .strain = device_strain,
                                        .gradient = device_gradient,
                                        .advance = device_advance,
                                        .read = device_read};

/* ---- the space ------------------------------------------------------------*/

/* Frees all resources, also those of a lost device. */
static void close_space(void *data) {
  am_device_space *s = data;
  const am_cuda_driver *driver = s->device.driver;
  driver->cuCtxSetCurrent(s->device.context);
  if (s->stream) driver->cuStreamSynchronize(s->stream);
  am_cuda_marks_close(&s->device, &s->marks);
  for (int i = 0; i < s->memory_count; i++)
    am_cuda_free(&s->device, s->memories[i]);
  am_cuda_free_host(&s->device, s->here);
  if (s->stream) driver->cuStreamDestroy(s->stream);
  if (s->aside) driver->cuStreamDestroy(s->aside);
  am_cuda_unload(&s->device, s->module);
}

/* Opens the device that the programs of the phases use. */
static am_status open_device(am_device_space *s, am_report *report) {
  am_cuda_device *d = &s->device;
  am_arena *arena = s->voxels.arena;
  *d = *am_cuda_resident_device(s->voxels.space.cell->phases[0].program);
  d->failure[0] = '\0';
  AM_TRY(am_cuda_open(arena, report, d));
  am_arena_defer(arena, close_space, s);
  AM_TRY(am_cuda_compile(arena, report, am_device_text(arena),
                         d->architecture, &s->object));
  am_cuda_use(d);
  AM_CUDA(d, cuModuleLoadData, &s->module, s->object.image);
  for (int i = 0; i < AM_CELL_KERNELS; i++)
    AM_CUDA(d, cuModuleGetFunction, &s->kernels[i], s->module,
            am_format(arena, "cell_%s", kernels[i].name));
  AM_CUDA(d, cuModuleGetFunction, &s->total, s->module, "cell_total");
  AM_CUDA(d, cuStreamCreate, &s->stream, AM_CUDA_NON_BLOCKING);
  AM_CUDA(d, cuStreamCreate, &s->aside, AM_CUDA_NON_BLOCKING);
  am_cuda_marks_open(d, &s->marks);
  if (!*d->failure) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the CUDA device %s cannot be used: %s", d->name, d->failure);
}

/* Allocates memory for results, and its pinned copy on the host. */
static am_status open_found(am_device_space *s, am_report *report) {
  am_voxels *v = &s->voxels;
  size_t size = am_voxels_found_size(v);
  AM_TRY(device_room(v, report, "sums", size, &s->found));
  AM_TRY(device_room(v, report, "sums", sizeof *s->stop, &s->stop));
  s->here = am_cuda_alloc_host(&s->device, size);
  v->found_there = (k_found *)(void *)s->found;
  if (!s->here)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "%zu bytes of pinned memory could not be allocated", size);
  v->found = (const k_found *)(void *)s->here;
  return AM_OK;
}

/* Opens all parts of the space that need no other members. */
static am_status open_own(am_device_space *s, am_report *report) {
  AM_TRY(open_device(s, report));
  AM_TRY(am_voxels_open(&s->voxels, report));
  return open_found(s, report);
}

am_status am_device_open(am_arena *arena, am_report *report,
                         const am_cell *cell, int threads,
                         am_space **space) {
  am_device_space *s = AM_NEW(arena, am_device_space);
  am_voxels *v = &s->voxels;
  const int *n = cell->micro->grid;
  *space = &v->space;
  *v = am_voxels_of(arena, cell, &device_memory, true, threads);
  AM_TRY(am_team_agree(cell->team, report, open_own(s, report)));
  s->transform = (am_cuda_transform){.device = &s->device,
                                     .stream = s->stream,
                                     .team = cell->team,
                                     .grid = {n[0], n[1], n[2]},
                                     .fields = cell->rotated ? 3 : 6};
  AM_TRY(am_cuda_transform_open(arena, report, &s->transform));
  v->space.account.bytes += (double)s->transform.size;
  s->connected = cell->team->count > 1;
  (void)wait_for(s);
  return am_space_check(&v->space, report);
}
