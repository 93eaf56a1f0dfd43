/* device_spectrum.c: vectors, and what lies between them and the planes. */
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "space/device.h"

static k_vector vector_of(const am_vector *v) {
  return (k_vector){.at = v->field, .rough = v->rough};
}

static k_spectrum spectrum_of(const am_device_space *s, const am_vector *v) {
  k_spectrum spectrum = {.waves = s->waves,
                         .spectrum = am_device_at(s->planes),
                         .scale = 1 / (double)s->space.cell->micro->voxels,
                         .partial = am_device_at(s->partial),
                         .found = am_device_at(s->found)};
  if (v) spectrum.vector = vector_of(v);
  return spectrum;
}

void am_device_strain(am_device_space *s, const am_vector *u) {
  k_spectrum spectrum = spectrum_of(s, u);
  double x[6];
  am_basis_from_mandel(u->mean, x);
  am_basis_to_tensor(x, spectrum.mean);
  am_device_launch(s, AM_CELL_KERNEL_STRAIN, s->space.frequencies, &spectrum);
  am_device_spent(s, AM_CELL_TIME_REST);
  am_cuda_transform_back(s->transform, s->planes);
  am_device_spent(s, AM_CELL_TIME_TRANSFORMS);
}

_Static_assert(K_UNFIT == (int)AM_POINT_INVALID, "statuses");

/* Of the voxel that is told of, if any. */
static void take_status(const k_found *found, am_response *response) {
  if (found->worst == ~0ull) return;
  response->voxel = (long)(found->worst / 16);
  response->status = (am_point_status)(found->worst % 16);
}

static void take_stress(const am_device_space *s, am_response *response) {
  double x[6];
  am_basis_from_tensor(am_device_found(s)->mean, x);
  am_basis_to_mandel(x, response->stress);
  response->divergence = sqrt(am_device_sum(s, 0));
  for (int i = 0; i < 6; i++)
    if (!isfinite(response->stress[i])) response->status = AM_POINT_INVALID;
}

void am_device_gradient(am_device_space *s, am_vector *g,
                        const volatile int *stop, am_response *response) {
  k_spectrum spectrum = spectrum_of(s, g);
  am_cuda_transform_forth(s->transform, s->planes);
  am_device_spent(s, AM_CELL_TIME_TRANSFORMS);
  am_device_launch(s, AM_CELL_KERNEL_GRADIENT, K_THREADS, &spectrum);
  am_device_total(s, K_THREADS, 1, 1);
  *response = (am_response){.voxel = -1, .status = AM_POINT_LOST};
  if (!am_device_read(s, 1, stop)) return;
  response->status = AM_POINT_GOOD;
  take_status(am_device_found(s), response);
  if (response->status == AM_POINT_GOOD) take_stress(s, response);
}

/* ---- sums of vectors ------------------------------------------------------*/

/* The first K_MOST at most; a thread reads all of a number before it writes
 * y. */
static int combine_some(am_device_space *s, am_vector *y, int count,
                        const double *c, const am_vector *const *x) {
  k_combination l = {.size = 3 * s->space.frequencies,
                     .count = count < K_MOST ? count : K_MOST,
                     .y = vector_of(y)};
  for (int i = 0; i < l.count; i++) {
    l.x[i] = vector_of(x[i]);
    l.c[i] = c[i];
  }
  am_device_launch(s, AM_CELL_KERNEL_COMBINE, l.size, &l);
  return l.count;
}

/* More are added to y in portions, all that y itself is among x for in the
 * first. */
static void combine_many(am_device_space *s, am_vector *y, int count,
                         const double *c, const am_vector *const *x) {
  double factors[K_MOST] = {0};
  const am_vector *terms[K_MOST] = {y};
  int used = 0;
  for (int i = 0; i < count; i++) {
    if (x[i] != y) continue;
    factors[0] += c[i];
    used = 1;
  }
  for (int i = 0; i < count; i++) {
    if (x[i] == y) continue;
    factors[used] = c[i];
    terms[used++] = x[i];
    if (used < K_MOST) continue;
    combine_some(s, y, used, factors, terms);
    factors[0] = used = 1;
    terms[0] = y;
  }
  combine_some(s, y, used, factors, terms);
}

void am_device_combine(am_space *space, am_vector *y, int count,
                       const double *c, const am_vector *const *x) {
  am_device_space *s = (am_device_space *)space;
  am_device_begin(s);
  if (count <= K_MOST) combine_some(s, y, count, c, x);
  else combine_many(s, y, count, c, x);
  am_device_spent(s, AM_CELL_TIME_REST);
}

static void dots(am_device_space *s, const am_vector *a, int count,
                 const am_vector *const *b, double *out) {
  k_dots l = {.waves = s->waves,
              .count = count,
              .a = vector_of(a),
              .partial = am_device_at(s->partial)};
  for (int i = 0; i < count; i++) l.b[i] = vector_of(b[i]);
  am_device_begin(s);
  am_device_launch(s, AM_CELL_KERNEL_DOTS, K_THREADS, &l);
  am_device_total(s, K_THREADS, count, count);
  bool read = am_device_read(s, count, NULL);
  for (int i = 0; i < count; i++) out[i] = read ? am_device_sum(s, i) : 0;
}

void am_device_dots(am_space *space, const am_vector *a, int count,
                    const am_vector *const *b, double *out) {
  for (int i = 0; i < count; i += K_MOST)
    dots((am_device_space *)space, a,
         count - i < K_MOST ? count - i : K_MOST, b + i, out + i);
}

/* ---- to and from the host -------------------------------------------------*/

/* The planes hold nothing between calls: a vector of the first of them. */
static am_vector aside(const am_device_space *s) {
  return (am_vector){.field = am_device_at(s->planes)};
}

static size_t size_of(const am_device_space *s) {
  return 3 * sizeof(k_complex) * (size_t)s->space.frequencies;
}

void am_device_fetch_vector(am_space *space, const am_vector *v,
                            double *values) {
  am_device_space *s = (am_device_space *)space;
  am_vector copy = aside(s);
  const double one = 1;
  am_device_combine(space, &copy, 1, &one, &v);
  AM_CUDA(&s->device, cuMemcpyDtoHAsync, values, s->planes, size_of(s),
          s->stream);
  if (!am_device_wait(s)) memset(values, 0, size_of(s));
}

void am_device_store_vector(am_space *space, am_vector *v,
                            const double *values) {
  am_device_space *s = (am_device_space *)space;
  const am_vector copy = aside(s), *x = &copy;
  const double one = 1;
  am_cuda_use(&s->device);
  AM_CUDA(&s->device, cuMemcpyHtoDAsync, s->planes, values, size_of(s),
          s->stream);
  am_device_combine(space, v, 1, &one, &x);
  am_device_wait(s);
}
