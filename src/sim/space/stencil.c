/* stencil.c: strains and forces of the rotated scheme in real space. */
#include "space/parts.h"
#include "space/frequency.h"
#include "space/slopes.h"
#include "space/stencil.h"

enum { TENSOR = 6, COMBINED = 9 };

/* Sizes of the buffers (number of doubles). */
typedef struct {
  size_t beside, next, rows, sums;
} parts;

static parts parts_of(const am_stencil *s) {
  size_t planes = (size_t)s->planes.count, threads = (size_t)s->threads;
  size_t row = (size_t)s->row, rows = (size_t)s->grid[1];
  return (parts){.beside = TENSOR * row * rows,
                 .next = threads * TENSOR * planes * row,
                 .rows = threads * COMBINED * ((size_t)s->grid[0] + 1),
                 .sums = TENSOR * planes * rows};
}

size_t am_stencil_room(const am_stencil *s) {
  const parts p = parts_of(s);
  return p.beside + p.next + p.rows + p.sums;
}

am_status am_stencil_new(am_arena *arena, am_report *report, am_stencil *s) {
  const parts p = parts_of(s);
  double *room = malloc(sizeof *room * am_stencil_room(s));
  if (!room)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "not enough memory for the planes exchanged with other "
                    "processes");
  am_arena_defer(arena, free, room);
  s->plane = s->row * s->grid[1];
  s->beside = room;
  s->next = s->beside + p.beside;
  s->rows = s->next + p.next;
  s->sums = s->rows + p.rows;
  return AM_OK;
}

/* ---- planes and bands -----------------------------------------------------*/

static double *row_at(const am_stencil *s, int component, long k, int j) {
  return s->data + component * s->field + k * s->plane + j * s->row;
}

/* Sends plane k of this member to the member that owns the plane `step` away
 * and receives the plane from the opposite side; members of even rank send
 * first. */
static void exchange_plane(const am_stencil *s, int components, long k,
                           int step) {
  int to = am_team_neighbour(s->team, s->grid[2], step);
  int from = am_team_neighbour(s->team, s->grid[2], -step);
  bool first = s->team->rank % 2 == 0;
  size_t size = sizeof *s->data * (size_t)s->plane;
  for (int c = 0; c < components; c++) {
    double *other = s->beside + c * s->plane;
    const double *own = row_at(s, c, k, 0);
    if (to == s->team->rank) {
      memcpy(other, own, size);
      continue;
    }
    if (first) s->team->type->send(to, own, size);
    s->team->type->receive(from, other, size);
    if (!first) s->team->type->send(to, own, size);
  }
}

/* Rows first … end - 1 of a thread; `other` is the adjacent row. */
typedef struct {
  const am_stencil *stencil;
  double *next; /* [6][planes][row] */
  double *room; /* [9][grid[0] + 1] */
  int first, end, other;
} band;

static band band_of(const am_stencil *s, int number, bool before) {
  long rows = s->grid[1], next = TENSOR * s->planes.count * s->row;
  band b = {.stencil = s,
            .next = s->next + number * next,
            .room = s->rows + (long)number * COMBINED * (s->grid[0] + 1),
            .first = (int)(rows * number / s->threads),
            .end = (int)(rows * (number + 1) / s->threads)};
  b.other = (int)((before ? b.first + rows - 1 : b.end) % rows);
  return b;
}

/* Copies the row adjacent to each band before it is overwritten. */
static void keep_next(const am_stencil *s, int components, bool before) {
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
  for (int n = 0; n < s->threads; n++) {
    const band b = band_of(s, n, before);
    for (int c = 0; c < components; c++)
      for (long k = 0; k < s->planes.count; k++)
        memcpy(b.next + (c * s->planes.count + k) * s->row,
               row_at(s, c, k, b.other), sizeof *s->data * (size_t)s->row);
  }
}

/* Row j of a component, also of the plane of a neighbouring member. */
static const double *find_row(const band *b, int component, long k, int j) {
  const am_stencil *s = b->stencil;
  if (k < 0 || k == s->planes.count)
    return s->beside + component * s->plane + j * s->row;
  if (j == b->other)
    return b->next + (component * s->planes.count + k) * s->row;
  return row_at(s, component, k, j);
}

/* ---- rows -----------------------------------------------------------------*/

/* Rows j and next of planes k and k + 1. */
typedef struct {
  long k;
  int j, next;
} corner;

/* Combines four rows of a component for derivatives along x, y, z, except along
 * the row: differences for derivatives along y or z, otherwise sums.  NULL: not
 * needed. */
static inline void combine_rows(const band *b, int component,
                                const corner *at, double *restrict x,
                                double *restrict y, double *restrict z) {
  const am_stencil *s = b->stencil;
  const double *p = find_row(b, component, at->k, at->j);
  const double *q = find_row(b, component, at->k, at->next);
  const double *r = find_row(b, component, at->k + 1, at->j);
  const double *t = find_row(b, component, at->k + 1, at->next);
  double u = 0.25 / s->edge[0], v = 0.25 / s->edge[1], w = 0.25 / s->edge[2];
  for (int i = 0; i < s->grid[0]; i++) {
    if (x) x[i] = u * k_across(p[i], q[i], r[i], t[i]);
    if (y) y[i] = v * k_along_y(p[i], q[i], r[i], t[i]);
    if (z) z[i] = w * k_along_z(p[i], q[i], r[i], t[i]);
  }
}

/* Component indices of a symmetric tensor. */
static const int tensor[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};

static void strain_row(const band *b, long k, int j, const double *mean) {
  const am_stencil *s = b->stencil;
  int n = s->grid[0];
  const corner at = {k, j, (j + 1) % s->grid[1]};
  for (int c = 0; c < 3; c++) {
    double *x = b->room + 3 * c * (n + 1), *y = x + n + 1, *z = y + n + 1;
    combine_rows(b, c, &at, x, y, z);
    x[n] = x[0];
    y[n] = y[0];
    z[n] = z[0];
  }
  for (int c = 0; c < 3; c++)
    for (int d = 0; d <= c; d++) {
      double *to = row_at(s, tensor[c][d], k, j);
      const double *x = b->room + (3 * c + d) * (n + 1);
      const double *y = b->room + (3 * d + c) * (n + 1);
      double u = d ? 1 : -1, v = c ? 1 : -1, e = mean[tensor[c][d]];
      for (int i = 0; i < n; i++)
        to[i] = k_mean_slope(x[i], x[i + 1], u, y[i], y[i + 1], v) + e;
    }
}

/* Sum of numbers, in an order that depends only on their count. */
static double sum_row(const double *x, int count) {
  enum { LANES = 8 };
  double part[LANES] = {0}, sum = 0;
  int whole = count / LANES * LANES;
  for (int i = 0; i < whole; i += LANES)
    for (int l = 0; l < LANES; l++) part[l] += x[i + l];
  for (int i = whole; i < count; i++) part[i - whole] += x[i];
  for (int l = 0; l < LANES; l++) sum += part[l];
  return sum;
}

static void force_row(const band *b, long k, int j) {
  const am_stencil *s = b->stencil;
  int n = s->grid[0], rows = s->grid[1];
  const corner at = {k - 1, (j + rows - 1) % rows, j};
  double *part[COMBINED]; /* contributions to forces by direction [3][3], from i
                             = -1 on */
  for (int c = 0; c < TENSOR; c++)
    s->sums[(c * s->planes.count + k) * rows + j] =
        sum_row(row_at(s, c, k, j), n);
  for (int m = 0; m < COMBINED; m++) part[m] = b->room + m * (n + 1);
  combine_rows(b, 0, &at, part[0] + 1, NULL, NULL);
  combine_rows(b, 1, &at, NULL, part[4] + 1, NULL);
  combine_rows(b, 2, &at, NULL, NULL, part[8] + 1);
  combine_rows(b, 3, &at, NULL, part[7] + 1, part[5] + 1);
  combine_rows(b, 4, &at, part[6] + 1, NULL, part[2] + 1);
  combine_rows(b, 5, &at, part[3] + 1, part[1] + 1, NULL);
  for (int m = 0; m < COMBINED; m++) part[m][0] = part[m][n];
  for (int c = 0; c < 3; c++) {
    double *to = row_at(s, c, k, j);
    const double *x = part[3 * c], *y = part[3 * c + 1], *z = part[3 * c + 2];
    for (int i = 0; i < n; i++)
      to[i] = k_divergence(x[i], x[i + 1], y[i], y[i + 1], z[i], z[i + 1]);
    if (n == 1) to[1] = 0;
  }
}

/* ---- all rows -------------------------------------------------------------*/

void am_stencil_strain(const am_stencil *s, const double mean[6]) {
  if (!s->planes.count) return;
  exchange_plane(s, 3, 0, -1);
  keep_next(s, 3, false);
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
  for (int n = 0; n < s->threads; n++) {
    const band b = band_of(s, n, false);
    for (long k = 0; k < s->planes.count; k++)
      for (int j = b.first; j < b.end; j++) strain_row(&b, k, j, mean);
  }
}

void am_stencil_force(const am_stencil *s, double *sums) {
  if (!s->planes.count) return;
  exchange_plane(s, TENSOR, s->planes.count - 1, 1);
  keep_next(s, TENSOR, true);
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
  for (int n = 0; n < s->threads; n++) {
    const band b = band_of(s, n, true);
    for (long k = s->planes.count - 1; k >= 0; k--)
      for (int j = b.end - 1; j >= b.first; j--) force_row(&b, k, j);
  }
  for (long m = 0; m < TENSOR * s->planes.count; m++) {
    sums[m] = 0;
    for (int j = 0; j < s->grid[1]; j++)
      sums[m] += s->sums[m * s->grid[1] + j];
  }
}
