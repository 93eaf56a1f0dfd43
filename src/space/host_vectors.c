/* host_vectors.c: vectors of the host. */
#include <string.h>

#include "base/clock.h"
#include "space/host.h"

/* Numbers that are worked on at a time. */
enum { CHUNK = 512 };

void am_host_read(const am_vector *v, long first, long count, double *to) {
  const float *rough = (const float *)v->field + first;
  const double *fine = (const double *)v->field + first;
  if (v->rough)
    for (long i = 0; i < count; i++) to[i] = rough[i];
  else
    for (long i = 0; i < count; i++) to[i] = fine[i];
}

void am_host_write(const am_vector *v, long first, long count,
                   const double *from) {
  float *rough = (float *)v->field + first;
  double *fine = (double *)v->field + first;
  if (v->rough)
    for (long i = 0; i < count; i++) rough[i] = (float)from[i];
  else
    for (long i = 0; i < count; i++) fine[i] = from[i];
}

static long smaller(long a, long b) { return a < b ? a : b; }

static void combine_chunk(am_vector *y, int count, const double *c,
                          const am_vector *const *x, long first, long size) {
  double sum[CHUNK] = {0}, one[CHUNK];
  for (int n = 0; n < count; n++) {
    am_host_read(x[n], first, size, one);
    for (long i = 0; i < size; i++) sum[i] += c[n] * one[i];
  }
  am_host_write(y, first, size, sum);
}

void am_host_combine(am_space *s, am_vector *y, int count, const double *c,
                     const am_vector *const *x) {
  am_host *h = (am_host *)s;
  double start = am_clock();
  long numbers = 6 * s->frequencies, chunks = (numbers + CHUNK - 1) / CHUNK;
#pragma omp parallel for num_threads(h->threads)
  for (long i = 0; i < chunks; i++)
    combine_chunk(y, count, c, x, i * CHUNK,
                  smaller(CHUNK, numbers - i * CHUNK));
  am_host_charge(&start, &h->account.rest);
}

/* Some frequencies of a row: i from `first`, the number of the first one. */
typedef struct {
  int i, j, k;
  long first, count;
} stretch;

static void read_stretch(const am_host *h, const am_vector *v,
                         const stretch *r, double to[3][CHUNK]) {
  for (int d = 0; d < 3; d++)
    am_host_read(v, 2 * (d * h->space.frequencies + r->first), 2 * r->count,
                 to[d]);
}

/* a becomes A a, counted as often as a frequency stands in the spectrum. */
static void stiffen(const am_host *h, const stretch *r, double a[3][CHUNK]) {
  double q[3], u[3], t[3];
  for (int n = 0; n < 2 * r->count; n++) {
    int i = r->i + n / 2;
    k_wave_vector(&h->waves, i, r->j, r->k, q);
    for (int d = 0; d < 3; d++) u[d] = a[d][n];
    k_wave_stiffness(&h->waves, q, u, t);
    for (int d = 0; d < 3; d++) a[d][n] = k_wave_weight(&h->waves, i) * t[d];
  }
}

static void add_stretch(const am_host *h, const stretch *r,
                        const am_vector *a, int count,
                        const am_vector *const *b, long part) {
  double t[3][CHUNK], u[3][CHUNK];
  read_stretch(h, a, r, t);
  stiffen(h, r, t);
  for (int n = 0; n < count; n++) {
    double *sum = &h->sums[n * h->parts + part];
    read_stretch(h, b[n], r, u);
    for (int d = 0; d < 3; d++)
      for (long i = 0; i < 2 * r->count; i++) *sum += t[d][i] * u[d][i];
  }
}

static void add_row(const am_host *h, long row, const am_vector *a, int count,
                    const am_vector *const *b, long part) {
  int width = h->waves.grid[0] / 2 + 1;
  stretch r = {.j = (int)(row % h->waves.grid[1]),
               .k = (int)(row / h->waves.grid[1])};
  for (r.i = 0; r.i < width; r.i += CHUNK / 2) {
    r.first = row * width + r.i;
    r.count = smaller(CHUNK / 2, width - r.i);
    add_stretch(h, &r, a, count, b, part);
  }
}

/* Of at most AM_HOST_SUMS vectors. */
static void dots(am_host *h, const am_vector *a, int count,
                 const am_vector *const *b, double *out) {
  long rows = (long)h->waves.grid[1] * h->waves.grid[2];
  long parts = (rows + AM_HOST_ROWS - 1) / AM_HOST_ROWS;
  for (int n = 0; n < count; n++)
    memset(h->sums + n * h->parts, 0, (size_t)parts * sizeof *h->sums);
#pragma omp parallel for num_threads(h->threads)
  for (long p = 0; p < parts; p++)
    for (long row = p * AM_HOST_ROWS;
         row < smaller(rows, (p + 1) * AM_HOST_ROWS); row++)
      add_row(h, row, a, count, b, p);
  for (int n = 0; n < count; n++)
    out[n] = am_host_total(h->sums + n * h->parts, parts);
}

void am_host_dots(am_space *s, const am_vector *a, int count,
                  const am_vector *const *b, double *out) {
  am_host *h = (am_host *)s;
  double start = am_clock();
  for (int n = 0; n < count; n += AM_HOST_SUMS)
    dots(h, a, (int)smaller(AM_HOST_SUMS, count - n), b + n, out + n);
  am_host_charge(&start, &h->account.rest);
}

void am_host_fetch_vector(am_space *s, const am_vector *v, double *values) {
  am_host_read(v, 0, 6 * s->frequencies, values);
}

void am_host_store_vector(am_space *s, am_vector *v, const double *values) {
  am_host_write(v, 0, 6 * s->frequencies, values);
}
