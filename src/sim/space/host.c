/* host.c: space in the memory of the host, with transforms by FFTW. */
#ifndef __clang__
#pragma GCC optimize("O3") /* vectorises loops of unknown length */
#endif

#include "kernel/dialect.h"
#include "kernel/control/mandel.h"
#include "space/moduli.h"
#include "space/transform.h"
#include "space/voxels.h"

#include "space/vectors.h"
#include "space/voxel_indices.h"
#include "space/rotated.h"
#include "space/rotated_scheme.h"

typedef struct {
  am_voxels voxels; /* the first member */
  am_transform transform;
  int threads;
  k_found found;
  double since; /* start of the time not yet charged (s) */
} am_host;

/* ---- memory ---------------------------------------------------------------*/

/* Allocates zeroed memory.  Writing the zeros makes the operating system commit
 * the pages, so that the next query of free memory is correct. */
static am_status host_room(am_voxels *v, am_report *report, const char *what,
                           size_t size, void *place) {
  enum { BOUNDARY = 64, PAGE = 4096, LARGE = 1 << 22 };
  const int *n = v->space.cell->micro->grid;
  size_t pages = size / PAGE + 1;
  size_t left = size < LARGE ? SIZE_MAX : am_memory_free();
  char *memory = NULL;
  am_set_pointer(place, NULL);
  if (!size) return AM_OK;
  if (size < left) memory = aligned_alloc(BOUNDARY, pages * PAGE);
  if (!memory)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "not enough memory: fields of %d x %d x %d voxels need at "
                    "least %.3g GB, of which %.3g GB for %s, and %.3g GB are "
                    "free",
                    n[0], n[1], n[2],
                    1e-9 * (v->space.account.bytes + (double)size),
                    1e-9 * (double)size, what,
                    1e-9 * (double)am_memory_free());
  am_arena_defer(v->arena, free, memory);
#pragma omp parallel for num_threads(((am_host *)v)->threads)
  for (size_t i = 0; i < pages; i++) memset(memory + i * PAGE, 0, PAGE);
  v->space.account.bytes += (double)size;
  am_set_pointer(place, memory);
  return AM_OK;
}

static am_status host_share(am_voxels *v, am_report *report, const char *what,
                            size_t size, const void *from, void *place) {
  (void)v, (void)report, (void)what;
  am_set_pointer(place, size ? from : NULL);
  return AM_OK;
}

static void host_copy(am_voxels *v, void *to, const void *from, size_t size) {
  (void)v;
  if (size) memcpy(to, from, size);
}

static am_status host_prepare(am_voxels *v, am_report *report,
                              am_engine_program *program, long count) {
  (void)v, (void)report, (void)program, (void)count;
  return AM_OK;
}

/* ---- work -----------------------------------------------------------------*/

static void host_begin(am_voxels *v) {
  ((am_host *)v)->since = am_clock();
}

static void host_spent(am_voxels *v, am_cell_time time) {
  am_host *h = (am_host *)v;
  double now = am_clock();
  v->space.account.times[time] += now - h->since;
  h->since = now;
}

static void host_expect(am_voxels *v) { v->found_there->worst = ~0ull; }

/* Kernels are compiled for any processor, and on x86-64 again for AVX2.  Both
 * perform the same operations in the same order, so that results are bitwise
 * identical. */
#ifdef __x86_64__
#define K_WIDE __attribute__((flatten, target("avx2")))
static bool is_wide(void) { return __builtin_cpu_supports("avx2"); }
#else
#define K_WIDE
static bool is_wide(void) { return false; }
#endif

#define AM_KERNEL(name, NAME, argument, shares, sums, bounds)         \
  static void do_##name(const void *given, long part) {              \
    k_##name##_part(given, (k_share){.part = part, .lanes = 1});     \
  }                                                                  \
  K_WIDE static void do_wide_##name(const void *given, long part) {  \
    k_##name##_part(given, (k_share){.part = part, .lanes = 1});     \
  }
#include "space/kernels.def"
#undef AM_KERNEL

static const struct {
  void (*work[2])(const void *argument, long part); /* [is_wide()] */
  long items;                                       /* per part */
} kernels[] = {
#define AM_KERNEL(name, NAME, argument, shares, sums, bounds) \
  {{do_##name, do_wide_##name}, shares ? 1 : K_PLACES},
#include "space/kernels.def"
#undef AM_KERNEL
};

static void host_launch(am_voxels *v, am_cell_kernel kernel, long count,
                        const void *argument) {
  long items = kernels[kernel].items, parts = (count + items - 1) / items;
  bool wide = is_wide();
#pragma omp parallel for num_threads(((am_host *)v)->threads)
  for (long p = 0; p < parts; p++) kernels[kernel].work[wide](argument, p);
}

/* Members of even rank send first. */
static void host_border(am_voxels *v, double *first, int fields, int steps) {
  const am_team *team = v->space.cell->team;
  int to = am_team_neighbour(team, v->waves.grid[2], steps);
  int from = am_team_neighbour(team, v->waves.grid[2], -steps);
  long plane = 2 * v->row * v->waves.grid[1];
  size_t size = sizeof *first * (size_t)plane;
  for (int c = 0; c < fields; c++) {
    const double *own = first + c * 2 * v->field;
    double *other = v->beside + c * plane;
    if (to == team->rank) memcpy(other, own, size);
    if (to == team->rank) continue;
    if (team->rank % 2 == 0) team->type->send(to, own, size);
    team->type->receive(from, other, size);
    if (team->rank % 2) team->type->send(to, own, size);
  }
}

/* Spectrum arguments for row n: the host processes frequencies row by row (y)
 * in a separate buffer, together with the transform of that row's columns
 * (z). */
static k_spectrum row_of(const am_transform *t, const k_spectrum *s, int n,
                         const am_rows_of_all *columns) {
  k_spectrum row = *s;
  row.plane = t->row;
  row.field = columns->field;
  row.spectrum = (k_complex *)(void *)columns->at - n * row.row;
  return row;
}

/* Transforms all rows along z, before a forward or after a backward kernel. */
static void transform_rows(am_host *h, const k_spectrum *s, int direction,
                           am_cell_kernel kernel) {
  const am_transform *t = &h->transform;
  bool wide = is_wide();
#pragma omp parallel for schedule(dynamic) num_threads(h->threads)
  for (int n = 0; n < (int)t->rows.count; n++) {
    const am_rows_of_all columns = am_transform_columns(t, n, direction);
    const k_spectrum row = row_of(t, s, n, &columns);
    if (direction == AM_FORWARD)
      am_transform_along_z(t, n, &columns, direction);
    kernels[kernel].work[wide](&row, n);
    if (direction == AM_BACKWARD)
      am_transform_along_z(t, n, &columns, direction);
  }
}

static void host_strain(am_voxels *v, const k_spectrum *u) {
  am_host *h = (am_host *)v;
  bool rotated = v->space.cell->rotated;
  transform_rows(h, u, AM_BACKWARD,
                 rotated ? AM_CELL_KERNEL_DISPLACEMENT : AM_CELL_KERNEL_STRAIN);
  am_transform_planes(&h->transform, AM_BACKWARD);
  if (rotated) am_corners_strain(v, u->mean);
  host_spent(v, AM_CELL_TIME_TRANSFORMS);
}

static void host_gradient(am_voxels *v, const k_spectrum *g) {
  am_host *h = (am_host *)v;
  bool rotated = v->space.cell->rotated;
  if (rotated) am_corners_force(v);
  am_transform_planes(&h->transform, AM_FORWARD);
  transform_rows(h, g, AM_FORWARD,
                 rotated ? AM_CELL_KERNEL_FORCE : AM_CELL_KERNEL_GRADIENT);
  host_spent(v, AM_CELL_TIME_TRANSFORMS);
}

static void host_advance(am_voxels *v, am_engine_program *program,
                         am_fields *f, long count) {
  (void)v;
  am_engine_advance(program, f, count);
}

static bool host_read(am_voxels *v, int rows, int maxima, long parts,
                      const volatile int *stop) {
  (void)rows, (void)maxima, (void)stop;
  v->sums = v->partial;
  v->sum_count = parts;
  return true;
}

static const am_memory host_memory = {.room = host_room,
                                      .share = host_share,
                                      .upload = host_copy,
                                      .download = host_copy,
                                      .prepare = host_prepare,
                                      .begin = host_begin,
                                      .spent = host_spent,
                                      .expect = host_expect,
                                      .launch = host_launch,
                                      .border = host_border,
                                      .strain = host_strain,
                                      .gradient = host_gradient,
                                      .advance = host_advance,
                                      .read = host_read};

/* ---- the space ------------------------------------------------------------*/

am_status am_host_open(am_arena *arena, am_report *report,
                       const am_cell *cell, int threads,
                       am_space **space) {
  am_host *h = AM_NEW(arena, am_host);
  am_voxels *v = &h->voxels;
  const int *grid = cell->micro->grid;
  *space = &v->space;
  h->threads = am_blocks_threads(threads);
  *v = am_voxels_of(arena, cell, &host_memory, false, h->threads);
  v->found = v->found_there = &h->found;
  AM_TRY(am_team_agree(cell->team, report, am_voxels_open(v, report)));
  h->transform = (am_transform){.grid = {grid[0], grid[1], grid[2]},
                                .team = cell->team,
                                .threads = h->threads,
                                .count = cell->rotated ? 3 : 6,
                                .data = v->spectra};
  return am_transform_new(arena, report, &h->transform);
}
