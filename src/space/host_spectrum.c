/* host_spectrum.c: from vectors to strain, from stress to gradients.
 *
 * What is done at frequencies goes row by row of the planes (y), together with
 * the transform of that row's columns (z). */
#include <math.h>

#include "base/basis.h"
#include "space/host.h"

/* Frequencies that are worked on at a time. */
enum { CHUNK = 256 };

/* Frequencies (i …, j, k) of the buffer and of vectors. */
typedef struct {
  int i, j, k, count;
  double *at;  /* in the first field of the buffer */
  long number; /* the first one's */
} stretch;

static long smaller(long a, long b) { return a < b ? a : b; }

static stretch stretch_at(const am_host *h, int i, int j, int k) {
  const am_transform *t = &h->transform;
  int width = t->grid[0] / 2 + 1;
  return (stretch){i, j, k, (int)smaller(CHUNK, width - i),
                   t->data + 2 * (k * t->plane + j * t->row + i),
                   ((long)k * t->grid[1] + j) * width + i};
}

/* Calls work for all frequencies of row j. */
static void for_row(am_host *h, int j,
                    void (*work)(am_host *h, const stretch *r, void *data),
                    void *data) {
  const int *grid = h->transform.grid;
  for (int k = 0; k < grid[2]; k++)
    for (int i = 0; i < grid[0] / 2 + 1; i += CHUNK) {
      stretch r = stretch_at(h, i, j, k);
      work(h, &r, data);
    }
}

static void put_strain(am_host *h, const stretch *r, void *data) {
  double u[3][2 * CHUNK], q[3], v[3], e[6];
  long field = 2 * h->transform.field;
  for (int d = 0; d < 3; d++)
    am_host_read(data, 2 * (d * h->space.frequencies + r->number),
                 2 * r->count, u[d]);
  for (int n = 0; n < 2 * r->count; n++) {
    k_wave_vector(&h->waves, r->i + n / 2, r->j, r->k, q);
    for (int d = 0; d < 3; d++) v[d] = u[d][n];
    k_wave_strain(q, v, e);
    for (int c = 0; c < 6; c++) r->at[c * field + n] = e[c];
  }
}

static void from_mandel(const double *k, double *t) {
  double x[6];
  am_basis_from_mandel(k, x);
  am_basis_to_tensor(x, t);
}

static void put_mean(am_host *h, const double *mean) {
  double e[6];
  from_mandel(mean, e);
  for (int c = 0; c < 6; c++) {
    double *zero = h->transform.data + 2 * c * h->transform.field;
    zero[0] = e[c];
    zero[1] = 0;
  }
}

static void strain_row(am_host *h, int j, am_vector *u) {
  for_row(h, j, put_strain, u);
  if (j == 0) put_mean(h, u->mean);
  am_transform_columns(&h->transform, j, AM_BACKWARD);
}

void am_host_strain(am_host *h, const am_vector *u) {
  am_vector copy = *u;
#pragma omp parallel for schedule(dynamic) num_threads(h->threads)
  for (int j = 0; j < h->transform.grid[1]; j++) strain_row(h, j, &copy);
  am_transform_planes(&h->transform, AM_BACKWARD);
}

/* What becomes of a row of stress. */
typedef struct {
  am_vector *g;
  double scale, square;
} row_sum;

static void take_stress(am_host *h, const stretch *r, void *data) {
  double u[3][2 * CHUNK], q[3], t[6], div[3], v[3];
  row_sum *sum = data;
  long field = 2 * h->transform.field;
  for (int n = 0; n < 2 * r->count; n++) {
    k_wave_vector(&h->waves, r->i + n / 2, r->j, r->k, q);
    for (int c = 0; c < 6; c++) t[c] = sum->scale * r->at[c * field + n];
    k_wave_divergence(q, t, div);
    k_wave_solve(&h->waves, q, div, v);
    sum->square += k_wave_weight(&h->waves, r->i + n / 2) *
                   k_wave_square(div);
    for (int d = 0; d < 3; d++) u[d][n] = v[d];
  }
  for (int d = 0; sum->g && d < 3; d++)
    am_host_write(sum->g, 2 * (d * h->space.frequencies + r->number),
                  2 * r->count, u[d]);
}

static void gradient_row(am_host *h, int j, am_vector *g) {
  row_sum sum = {.g = g, .scale = 1 / (double)h->space.cell->micro->voxels};
  am_transform_columns(&h->transform, j, AM_FORWARD);
  for_row(h, j, take_stress, &sum);
  h->sums[j] = sum.square;
}

static void take_mean(const am_host *h, double *mean) {
  double t[6], x[6];
  for (int c = 0; c < 6; c++)
    t[c] = h->transform.data[2 * c * h->transform.field] /
           (double)h->space.cell->micro->voxels;
  am_basis_from_tensor(t, x);
  am_basis_to_mandel(x, mean);
}

void am_host_gradient(am_host *h, am_vector *g, am_response *response) {
  int rows = h->transform.grid[1];
  am_transform_planes(&h->transform, AM_FORWARD);
#pragma omp parallel for schedule(dynamic) num_threads(h->threads)
  for (int j = 0; j < rows; j++) gradient_row(h, j, g);
  response->divergence = sqrt(am_host_total(h->sums, rows));
  take_mean(h, response->stress);
  for (int i = 0; i < 6; i++)
    if (!isfinite(response->stress[i])) response->status = AM_POINT_INVALID;
}
