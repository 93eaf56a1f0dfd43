/* vectors.c: vectors, and what lies between them and the planes. */
#include <assert.h>
#include <math.h>

#include "base/basis.h"
#include "space/voxels.h"

static k_vector vector_of(const am_vector *v) {
  return (k_vector){.at = v->field, .rough = v->rough};
}

am_status am_voxels_vector(am_space *space, am_report *report, bool rough,
                           am_vector **result) {
  am_voxels *v = (am_voxels *)space;
  size_t one = rough ? sizeof(k_rough) : sizeof(k_complex);
  am_vector *new = *result = AM_NEW(v->arena, am_vector);
  new->rough = rough;
  return v->memory->room(v, report, "a vector",
                         3 * one * (size_t)space->frequencies, &new->field);
}

void am_voxels_combine(am_space *space, am_vector *y, int count,
                       const double *c, const am_vector *const *x) {
  am_voxels *v = (am_voxels *)space;
  k_combination l = {.size = 3 * space->frequencies,
                     .count = count,
                     .y = vector_of(y)};
  assert(count <= K_TERMS);
  for (int i = 0; i < count; i++) {
    l.x[i] = vector_of(x[i]);
    l.c[i] = c[i];
  }
  v->memory->begin(v);
  v->memory->launch(v, AM_CELL_KERNEL_COMBINE, l.size, &l);
  v->memory->spent(v, AM_CELL_TIME_REST);
}

/* Of at most K_MOST vectors. */
static void dots_of_some(am_voxels *v, const am_vector *a, int count,
                         const am_vector *const *b, double *out) {
  long rows = (long)v->waves.grid[1] * v->waves.grid[2];
  k_dots l = {.waves = v->waves,
              .count = count,
              .a = vector_of(a),
              .sums = {.partial = v->partial, .stride = v->stride}};
  for (int i = 0; i < count; i++) l.b[i] = vector_of(b[i]);
  v->memory->begin(v);
  v->memory->launch(v, AM_CELL_KERNEL_DOTS, rows, &l);
  bool read = v->memory->read(v, count, count, v->stride, NULL);
  for (int i = 0; i < count; i++) out[i] = read ? am_voxels_sum(v, i) : 0;
}

void am_voxels_dots(am_space *space, const am_vector *a, int count,
                    const am_vector *const *b, double *out) {
  for (int i = 0; i < count; i += K_MOST)
    dots_of_some((am_voxels *)space, a,
                 count - i < K_MOST ? count - i : K_MOST, b + i, out + i);
}

/* ---- to and from the host -------------------------------------------------*/

/* The planes hold nothing between calls: a vector of the first of them. */
void am_voxels_fetch_vector(am_space *space, const am_vector *x,
                            double *values) {
  am_voxels *v = (am_voxels *)space;
  am_vector copy = {.field = v->planes};
  am_voxels_combine(space, &copy, 1, (const double[]){1}, &x);
  v->memory->download(v, values, v->planes,
                      3 * sizeof(k_complex) * (size_t)space->frequencies);
}

void am_voxels_store_vector(am_space *space, am_vector *y,
                            const double *values) {
  am_voxels *v = (am_voxels *)space;
  const am_vector copy = {.field = v->planes}, *x = &copy;
  v->memory->upload(v, v->planes, values,
                    3 * sizeof(k_complex) * (size_t)space->frequencies);
  am_voxels_combine(space, y, 1, (const double[]){1}, &x);
}

/* ---- the planes -----------------------------------------------------------*/

static k_spectrum spectrum_of(const am_voxels *v, const am_vector *x) {
  k_spectrum s = {.waves = v->waves,
                  .spectrum = (k_complex *)(void *)v->planes,
                  .row = v->row,
                  .field = v->row * v->waves.grid[1] * v->waves.grid[2],
                  .scale = 1 / (double)v->space.cell->micro->voxels,
                  .sums = {.partial = v->partial, .stride = v->stride},
                  .found = v->found_there};
  if (x) s.vector = vector_of(x);
  return s;
}

void am_voxels_strain(am_voxels *v, const am_vector *u) {
  k_spectrum s = spectrum_of(v, u);
  double x[6];
  am_basis_from_mandel(u->mean, x);
  am_basis_to_tensor(x, s.mean);
  v->memory->strain(v, &s);
}

_Static_assert(K_UNFIT == (int)AM_POINT_INVALID, "statuses");
_Static_assert(K_TERMS == (int)AM_TERMS, "terms");

void am_voxels_gradient(am_voxels *v, am_vector *g, const volatile int *stop,
                        am_response *response) {
  k_spectrum s = spectrum_of(v, g);
  double t[6], x[6];
  *response = (am_response){.voxel = -1, .status = AM_POINT_LOST};
  v->memory->gradient(v, &s);
  if (!v->memory->read(v, 1, 1, v->stride, stop)) return;
  response->status = AM_POINT_GOOD;
  if (v->found->worst != ~0ull) {
    response->voxel = (long)(v->found->worst / 16);
    response->status = (am_point_status)(v->found->worst % 16);
    return;
  }
  for (int i = 0; i < 6; i++)
    t[i] = v->found->mean[i] / (double)v->space.cell->micro->voxels;
  am_basis_from_tensor(t, x);
  am_basis_to_mandel(x, response->stress);
  response->divergence = sqrt(am_voxels_sum(v, 0));
  for (int i = 0; i < 6; i++)
    if (!isfinite(response->stress[i])) response->status = AM_POINT_INVALID;
}

double am_voxels_sum(const am_voxels *v, int row) {
  const double *x = v->sums + row * v->sum_stride;
  double sum = 0;
  for (long i = 0; i < v->sum_count; i++) sum += x[i];
  return sum;
}

double am_voxels_maximum(const am_voxels *v, int row) {
  const double *x = v->sums + row * v->sum_stride;
  double maximum = x[0];
  for (long i = 1; i < v->sum_count; i++)
    if (!(x[i] <= maximum)) maximum = x[i];
  return maximum;
}
