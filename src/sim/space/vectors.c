/* vectors.c: operations on vectors, and between vectors and the planes. */
#include <assert.h>

#include "space/voxels.h"

static k_vector vector_of(const am_vector *v) {
  return (k_vector){.at = v->field, .rough = v->rough};
}

am_status am_space_vector(am_space *space, am_report *report, bool rough,
                          am_vector **result) {
  am_voxels *v = (am_voxels *)space;
  size_t one = rough ? sizeof(k_rough) : sizeof(k_complex);
  am_vector *new = *result = AM_NEW(v->arena, am_vector);
  new->rough = rough;
  return v->memory->room(v, report, "a vector",
                         3 * one * (size_t)space->frequencies, &new->field);
}

/* Memory that a gradient may use until the next strain: on the host, for the
 * rotated scheme, the planes; on a single device the spectra, because they have
 * the layout of a vector and each frequency of the gradient overwrites only its
 * own input.  NULL: none. */
static double *room_of_gradient(const am_voxels *v) {
  const am_cell *cell = v->space.cell;
  if (v->device) return cell->team->count == 1 ? v->spectra : NULL;
  return cell->rotated ? v->planes : NULL;
}

am_status am_space_passing(am_space *space, am_report *report,
                           am_vector **result) {
  am_voxels *v = (am_voxels *)space;
  double *room = room_of_gradient(v);
  if (!room) return am_space_vector(space, report, false, result);
  *result = AM_NEW(v->arena, am_vector);
  (*result)->field = room;
  return AM_OK;
}

/* Launches the combinations collected so far. */
static void launch_combinations(am_voxels *v) {
  k_combination *l = &v->combination;
  if (!l->outputs) return;
  l->size = 3 * v->space.frequencies;
  v->memory->begin(v);
  v->memory->launch(v, AM_CELL_KERNEL_COMBINE, l->size, l);
  v->memory->spent(v, AM_CELL_TIME_REST);
  l->outputs = 0;
}

void am_space_combine(am_space *space, am_vector *y, int count,
                      const double *c, const am_vector *const *x) {
  am_voxels *v = (am_voxels *)space;
  k_combination *l = &v->combination;
  double mean[6] = {0};
  assert(count <= K_TERMS);
  if (l->outputs == K_OUTPUTS ||
      (l->outputs && l->end[l->outputs - 1] + count > K_TERMS))
    launch_combinations(v);
  int m = l->outputs ? l->end[l->outputs - 1] : 0;
  for (int i = 0; i < count; i++) {
    l->x[m + i] = vector_of(x[i]);
    l->c[m + i] = c[i];
    for (int k = 0; k < 6; k++) mean[k] += c[i] * x[i]->mean[k];
  }
  l->y[l->outputs] = vector_of(y);
  l->end[l->outputs++] = m + count;
  memcpy(y->mean, mean, sizeof mean);
  if (!v->collects) launch_combinations(v);
}

void am_space_collect(am_space *space, bool collects) {
  am_voxels *v = (am_voxels *)space;
  v->collects = collects;
  if (!collects) launch_combinations(v);
}

void am_space_copy(am_space *s, am_vector *y, const am_vector *x) {
  const double one = 1;
  am_space_combine(s, y, 1, &one, &x);
}

static k_sums sums_of_rows(const am_voxels *v) {
  return (k_sums){.partial = v->partial,
                  .stride = (long)v->waves.rows * v->lanes};
}

/* a : C0 : b, in Kelvin-Mandel components */
static double product(const am_space *s, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += a[i] * b[i];
  return s->lambda * (a[0] + a[1] + a[2]) * (b[0] + b[1] + b[2]) +
         2 * s->mu * sum;
}

/* Inner products with at most K_MOST vectors. */
static void dots_of_some(am_voxels *v, const am_vector *a, int count,
                         const am_vector *const *b, double *out) {
  k_dots l = {.waves = v->waves,
              .count = count,
              .a = vector_of(a),
              .sums = sums_of_rows(v)};
  for (int i = 0; i < count; i++) l.b[i] = vector_of(b[i]);
  v->memory->begin(v);
  v->memory->launch(v, AM_CELL_KERNEL_DOTS, v->waves.rows, &l);
  am_reduction_result found = am_voxels_read(
      v, &(am_reduction){.rows = count, .maxima = count, .by_rows = true},
      true);
  for (int i = 0; i < count; i++)
    out[i] = (found.lost ? 0 : am_voxels_sum(v, i)) +
             product(&v->space, a->mean, b[i]->mean);
}

void am_space_dots(am_space *space, const am_vector *a, int count,
                   const am_vector *const *b, double *out) {
  for (int i = 0; i < count; i += K_MOST)
    dots_of_some((am_voxels *)space, a,
                 count - i < K_MOST ? count - i : K_MOST, b + i, out + i);
}

/* ---- transfer to and from the host ----------------------------------------*/

/* Downloads single-precision numbers to the second half of the array, and
 * converts them in place, starting with the first. */
void am_space_fetch_vector(am_space *space, const am_vector *x,
                           double *values) {
  am_voxels *v = (am_voxels *)space;
  size_t count = 6 * (size_t)space->frequencies;
  size_t size = count * (x->rough ? sizeof(float) : sizeof(double));
  char *half = (char *)values + count * sizeof(double) - size;
  v->memory->download(v, half, x->field, size);
  for (size_t i = 0; x->rough && i < count; i++) {
    float rough;
    memcpy(&rough, half + i * sizeof rough, sizeof rough);
    values[i] = (double)rough;
  }
}

static void store_rough(am_voxels *v, float *to, const double *values,
                        size_t count) {
  enum { MOST = 4096 };
  float some[MOST];
  for (size_t first = 0; first < count; first += MOST) {
    size_t length = K_LEAST(count - first, (size_t)MOST);
    for (size_t i = 0; i < length; i++) some[i] = (float)values[first + i];
    v->memory->upload(v, to + first, some, length * sizeof *some);
  }
}

void am_space_store_vector(am_space *space, am_vector *y,
                           const double *values) {
  am_voxels *v = (am_voxels *)space;
  size_t count = 6 * (size_t)space->frequencies;
  if (y->rough)
    store_rough(v, y->field, values, count);
  else
    v->memory->upload(v, y->field, values, count * sizeof *values);
}

/* ---- the planes -----------------------------------------------------------*/

static k_spectrum spectrum_of(const am_voxels *v, const am_vector *x) {
  k_spectrum s = {.waves = v->waves,
                  .spectrum = (k_complex *)(void *)v->spectra,
                  .row = v->row,
                  .plane = v->row * v->waves.rows,
                  .field = v->field,
                  .scale = 1 / (double)v->space.cell->micro->voxels,
                  .sums = sums_of_rows(v),
                  .found = v->found_there};
  for (int d = 0; d < 3; d++) s.half[d] = am_voxels_edge(v, d) / 2;
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

void am_voxels_gradient(am_voxels *v, am_vector *g, am_response *response) {
  k_spectrum s = spectrum_of(v, g);
  double t[6], x[6];
  *response = (am_response){.voxel = -1, .status = AM_POINT_LOST};
  v->memory->gradient(v, &s);
  const am_reduction_result found = am_voxels_read(
      v, &(am_reduction){.rows = 1, .maxima = 1, .by_rows = true}, true);
  if (found.lost) return;
  response->status = AM_POINT_GOOD;
  if (found.worst != ~0ull) {
    response->voxel = (long)(found.worst / 16);
    response->status = (am_point_status)(found.worst % 16);
    return;
  }
  for (int i = 0; i < 6; i++)
    t[i] = found.mean[i] / (double)v->space.cell->micro->voxels;
  am_basis_from_tensor(t, x);
  am_basis_to_mandel(x, response->stress);
  response->divergence = sqrt(am_voxels_sum(v, 0));
  for (int i = 0; i < 6; i++)
    if (!isfinite(response->stress[i])) response->status = AM_POINT_INVALID;
}

double am_voxels_sum(const am_voxels *v, int row) {
  const double *x = v->sums + row * v->sum_count;
  double sum = 0;
  for (long i = 0; i < v->sum_count; i++) sum += x[i];
  return sum;
}

double am_voxels_maximum(const am_voxels *v, int row) {
  const double *x = v->sums + row * v->sum_count;
  double maximum = x[0];
  for (long i = 1; i < v->sum_count; i++)
    if (!(x[i] <= maximum)) maximum = x[i];
  return maximum;
}
