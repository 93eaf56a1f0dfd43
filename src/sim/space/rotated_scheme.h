/* rotated_scheme.h: kernels for strains and forces of the rotated scheme in
 * real space (Willot 2015); text compiled for the host and for devices.
 *
 * Displacements and forces at the corners of voxels have memory of their own.
 * The strain of voxel (i, j, k) depends on the corners i … i + 1, j … j + 1,
 * k … k + 1, periodically; the force at corner (i, j, k) is the divergence of
 * the stress in voxels i - 1 … i and so on, the negative transpose of the
 * strain operator.  Three components are thus transformed instead of six. */

/* Derivatives at index i: p, q are values in rows j, j + 1 of plane k, and r, t
 * are values in the same rows of plane k + 1; values at i + 1 are combined
 * afterwards.  A derivative is a difference in one direction and a mean in the
 * others. */

K_FN double k_across(double p, double q, double r, double t) {
  return (p + q) + (r + t);
}

K_FN double k_along_y(double p, double q, double r, double t) {
  return (q - p) + (t - r);
}

K_FN double k_along_z(double p, double q, double r, double t) {
  return (r + t) - (p + q);
}

/* Component of the strain from two derivatives, `x` and `y`, at i and i + 1;
 * the signs u and v are -1 for a derivative along x, 1 otherwise. */
K_FN double k_mean_slope(double x0, double x1, double u, double y0, double y1,
                         double v) {
  return 0.5 * ((x1 + u * x0) + (y1 + v * y0));
}

/* Component of the force from derivatives along x, y, z at i - 1 and i. */
K_FN double k_divergence(double x0, double x1, double y0, double y1,
                         double z0, double z1) {
  return (x1 - x0) + ((y1 + y0) + (z1 + z0));
}

/* Rows j and j + 1 of planes k and k + 1. */
typedef struct {
  const double *p, *q, *r, *t;
} k_rows;

K_FN double k_slope(const k_corners *s, const k_rows *rows, int d, int i) {
  double p = rows->p[i], q = rows->q[i], r = rows->r[i], t = rows->t[i];
  return s->slope[d] * (d == 0   ? k_across(p, q, r, t)
                        : d == 1 ? k_along_y(p, q, r, t)
                                 : k_along_z(p, q, r, t));
}

/* Rows `from` and `to` of a component, in planes `near` and `far`. */
K_FN k_rows k_rows_of(const double *near, const double *far, long from,
                      long to) {
  k_rows rows = {near + from, near + to, far + from, far + to};
  return rows;
}

/* Slopes at `count` positions from i on. */
K_FN void k_slopes(const k_corners *s, const k_rows *rows, int d, int i,
                   int count, double *to) {
  for (int n = 0; n < count; n++) to[n] = k_slope(s, rows, d, i + n);
}

/* Strains of consecutive voxels of a row, from n on. */
K_FN void k_corner_strain_part(const k_corners *s, k_share share) {
  const int tensor[6][2] = {{0, 0}, {1, 1}, {2, 2}, {2, 1}, {2, 0}, {1, 0}};
  int width = s->grid[0], height = s->grid[1], count = 1;
  K_EACH(n, share, K_PLACES, (long)width * height * s->grid[2], count) {
    int of_all = (int)((unsigned)n / (unsigned)width);
    int i = (int)((unsigned)n % (unsigned)width), j = of_all % height;
    long k = of_all / height;
    long from = j * s->row, to = (j + 1 < height ? j + 1 : 0) * s->row;
    double x[3][3][K_CHUNK + 1]; /* derivatives of each component */
    count = K_LENGTH(K_LEAST(width - i, n_end - n));
    int next = i + count < width ? i + count : 0;
    K_UNROLL for (int c = 0; c < 3; c++) {
      const double *near = s->corners + c * s->field + k * s->plane;
      k_rows rows = k_rows_of(near,
                              k + 1 < s->grid[2] ? near + s->plane
                                                 : s->beside + c * s->other,
                              from, to);
      K_UNROLL for (int d = 0; d < 3; d++) {
        k_slopes(s, &rows, d, i, count, x[c][d]);
        x[c][d][count] = k_slope(s, &rows, d, next);
      }
    }
    double *at = s->middles + k * s->plane + from + i;
    K_UNROLL for (int m = 0; m < 6; m++) {
      int c = tensor[m][0], d = tensor[m][1];
      const double *a = x[c][d], *b = x[d][c];
      for (int r = 0; r < count; r++)
        at[m * s->field + r] = k_mean_slope(a[r], a[r + 1], d ? 1 : -1, b[r],
                                            b[r + 1], c ? 1 : -1) +
                               s->mean[m];
    }
  }
}

/* Sum in an order that depends on the number only. */
K_FN double k_sum(const double *x, int count) {
  enum { LANES = K_LEAST(K_CHUNK, 8) };
  double part[LANES] = {0}, sum = 0;
  for (int i = 0; i < count; i++) part[i % LANES] += x[i];
  for (int l = 0; l < LANES; l++) sum += part[l];
  return sum;
}

/* Force at the corners of a plane, and sums of the stress of that plane. */
K_FN void k_corner_force_part(const k_corners *s, k_share share) {
  const int tensor[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};
  int width = s->grid[0], height = s->grid[1], count = 1;
  const double *plane = s->middles + share.part * s->plane;
  double sums[K_MOST] = {0};
  for (int n = share.lane; n < width * height; n += share.lanes * count) {
    int i = n % width, last = i ? i - 1 : width - 1;
    long j = n / width, to = j * s->row;
    long from = (j ? j - 1 : height - 1) * s->row;
    k_rows rows[6];
    count = K_LENGTH(width - i);
    K_UNROLL for (int m = 0; m < 6; m++) {
      const double *far = plane + m * s->field;
      rows[m] = k_rows_of(share.part ? far - s->plane
                                     : s->beside + m * s->other,
                          far, from, to);
      sums[m] += k_sum(rows[m].t + i, count);
    }
    double *at = s->corners + share.part * s->plane + to + i;
    K_UNROLL for (int c = 0; c < 3; c++) {
      double x[3][K_CHUNK + 1];
      K_UNROLL for (int d = 0; d < 3; d++) {
        const k_rows *its = &rows[tensor[c][d]];
        x[d][0] = k_slope(s, its, d, last);
        k_slopes(s, its, d, i, count, x[d] + 1);
      }
      for (int r = 0; r < count; r++)
        at[c * s->field + r] = k_divergence(x[0][r], x[0][r + 1], x[1][r],
                                            x[1][r + 1], x[2][r], x[2][r + 1]);
      if (width == 1) at[c * s->field + 1] = 0;
    }
  }
  k_write_sums(&s->sums, sums, 6, share);
}
