/* host.c: the space in the host's memory, whose transforms are FFTW's. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/threads.h"
#include "kernel/dialect.h"
#include "kernel/mandel.h"
#include "space/moduli.h"
#include "space/transform.h"
#include "space/voxels.h"

#include "space/vectors.h"
#include "space/places.h"

typedef struct {
  am_voxels voxels; /* the first member */
  am_transform transform;
  int threads;
  k_found found;
  double since; /* what was done before has been charged [s] */
} am_host;

/* ---- memory ---------------------------------------------------------------*/

/* Memory is given out when it is filled: the zeros are written, so that what
 * is free the next time is free indeed. */
static am_status host_room(am_voxels *v, am_report *report, const char *what,
                           size_t size, void **room) {
  enum { BOUNDARY = 64, PAGE = 4096, LARGE = 1 << 22 };
  const int *n = v->space.cell->micro->grid;
  size_t pages = size / PAGE + 1;
  size_t left = size < LARGE ? SIZE_MAX : am_memory_free();
  char *memory = NULL;
  *room = NULL;
  if (!size) return AM_OK;
  if (size < left) memory = aligned_alloc(BOUNDARY, pages * PAGE);
  if (!memory)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "not enough memory: fields of %d x %d x %d voxels need "
                    "%.3g GB so far, %.3g GB of them for %s, and %.3g GB are "
                    "free",
                    n[0], n[1], n[2], 1e-9 * (v->bytes + (double)size),
                    1e-9 * (double)size, what,
                    1e-9 * (double)am_memory_free());
  am_arena_defer(v->arena, free, memory);
#pragma omp parallel for num_threads(((am_host *)v)->threads)
  for (size_t i = 0; i < pages; i++) memset(memory + i * PAGE, 0, PAGE);
  v->bytes += (double)size;
  *room = memory;
  return AM_OK;
}

static void host_copy(am_voxels *v, void *to, const void *from, size_t size) {
  (void)v;
  if (size) memcpy(to, from, size);
}

static am_status host_prepare(am_voxels *v, am_report *report,
                              const am_phase *phase,
                              am_engine_program *program, long count) {
  (void)v, (void)report, (void)phase, (void)program, (void)count;
  return AM_OK;
}

/* ---- work -----------------------------------------------------------------*/

static void host_begin(am_voxels *v) {
  ((am_host *)v)->since = am_clock();
  v->taken = 0;
}

static void host_spent(am_voxels *v, am_cell_time time) {
  am_host *h = (am_host *)v;
  double now = am_clock();
  v->times[time] += now - h->since;
  h->since = now;
}

static void host_expect(am_voxels *v) { v->found_there->worst = ~0ull; }

#define AM_KERNEL(name, NAME, argument, threads, items, bounds)     \
  static void do_##name(const void *given, long part) {             \
    const argument *its = given;                                    \
    k_##name##_part(its, part);                                     \
  }
#include "space/kernels.def"
#undef AM_KERNEL

static const struct {
  void (*work)(const void *argument, long part);
  long items; /* of a part */
  bool sums;
} kernels[] = {
#define AM_KERNEL(name, NAME, argument, threads, items, bounds) \
  {do_##name, items, threads > 0},
#include "space/kernels.def"
#undef AM_KERNEL
};

static void host_launch(am_voxels *v, am_cell_kernel kernel, long count,
                        const void *argument) {
  long items = kernels[kernel].items, parts = (count + items - 1) / items;
#pragma omp parallel for num_threads(((am_host *)v)->threads)
  for (long p = 0; p < parts; p++) kernels[kernel].work(argument, p);
  if (kernels[kernel].sums) v->taken += parts;
}

/* What is done at frequencies goes row by row of the planes (y), together with
 * the transform of that row's columns (z). */
static void host_strain(am_voxels *v, const k_spectrum *u) {
  am_host *h = (am_host *)v;
#pragma omp parallel for schedule(dynamic) num_threads(h->threads)
  for (int j = 0; j < h->transform.grid[1]; j++) {
    k_strain_part(u, j);
    am_transform_columns(&h->transform, j, AM_BACKWARD);
  }
  am_transform_planes(&h->transform, AM_BACKWARD);
  host_spent(v, AM_CELL_TIME_TRANSFORMS);
}

static void host_gradient(am_voxels *v, const k_spectrum *g) {
  am_host *h = (am_host *)v;
  if (h->found.worst != ~0ull) return;
  am_transform_planes(&h->transform, AM_FORWARD);
#pragma omp parallel for schedule(dynamic) num_threads(h->threads)
  for (int j = 0; j < h->transform.grid[1]; j++) {
    am_transform_columns(&h->transform, j, AM_FORWARD);
    k_gradient_part(g, j);
  }
  v->taken = h->transform.grid[1];
  host_spent(v, AM_CELL_TIME_TRANSFORMS);
}

static void host_advance(am_voxels *v, const am_phase *phase,
                         am_engine_program *program, am_fields *f,
                         long count) {
  (void)v;
  phase->engine->advance(program, f, count);
}

static bool host_read(am_voxels *v, int rows, int maxima, long stride,
                      const volatile int *stop) {
  (void)rows, (void)maxima, (void)stop;
  v->sums = v->partial;
  v->sum_count = v->taken;
  v->sum_stride = stride;
  return true;
}

static const am_memory host_memory = {.room = host_room,
                                      .upload = host_copy,
                                      .download = host_copy,
                                      .prepare = host_prepare,
                                      .begin = host_begin,
                                      .spent = host_spent,
                                      .expect = host_expect,
                                      .launch = host_launch,
                                      .strain = host_strain,
                                      .gradient = host_gradient,
                                      .advance = host_advance,
                                      .read = host_read};

/* ---- the space ------------------------------------------------------------*/

static long larger(long a, long b) { return a > b ? a : b; }

/* Partial sums: of rows of frequencies, of rows y of the planes, of places. */
static am_status host_open(am_arena *arena, am_report *report,
                           const am_cell *cell, int threads,
                           am_space **space) {
  am_host *h = AM_NEW(arena, am_host);
  am_voxels *v = &h->voxels;
  const int *grid = cell->micro->grid;
  long rows = ((long)grid[1] * grid[2] + K_ROWS - 1) / K_ROWS;
  long places = cell->micro->voxels / K_PLACES + 1;
  *space = &v->space;
  h->threads = am_blocks_threads(threads);
  *v = (am_voxels){.space = {.type = &am_space_host, .cell = cell},
                   .memory = &host_memory,
                   .arena = arena,
                   .row = am_transform_row(grid),
                   .stride = larger(larger(rows, grid[1]), places),
                   .surveyed = places + cell->phase_count,
                   .found_there = &h->found,
                   .found = &h->found};
  AM_TRY(am_voxels_open(v, report));
  return am_transform_new(arena, report, grid, v->planes, h->threads,
                          &h->transform);
}

const am_space_type am_space_host = AM_VOXELS_TYPE("host", host_open);
