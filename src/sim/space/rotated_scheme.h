/* rotated_scheme.h: kernels for strains and forces of the rotated scheme in
 * real space (formulas: slopes.h), with separate memory for displacements and
 * forces, as on a device; text compiled for the host and for devices. */

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

/* Strain of voxel n. */
K_FN void k_corner_strain_part(const k_corners *s, k_share share) {
  const int tensor[6][2] = {{0, 0}, {1, 1}, {2, 2}, {2, 1}, {2, 0}, {1, 0}};
  int width = s->grid[0], height = s->grid[1];
  K_EACH(n, share, K_PLACES, (long)width * height * s->grid[2], 1) {
    int of_all = (int)((unsigned)n / (unsigned)width);
    int i = (int)((unsigned)n % (unsigned)width);
    int next = i + 1 < width ? i + 1 : 0, j = of_all % height;
    long k = of_all / height;
    long from = j * s->row, to = (j + 1 < height ? j + 1 : 0) * s->row;
    double a[3][3], b[3][3]; /* derivatives of each component at i and i + 1 */
    K_UNROLL for (int c = 0; c < 3; c++) {
      const double *near = s->corners + c * s->field + k * s->plane;
      k_rows rows = k_rows_of(near,
                              k + 1 < s->grid[2] ? near + s->plane
                                                 : s->beside + c * s->other,
                              from, to);
      K_UNROLL for (int d = 0; d < 3; d++) {
        a[c][d] = k_slope(s, &rows, d, i);
        b[c][d] = k_slope(s, &rows, d, next);
      }
    }
    double *at = s->middles + k * s->plane + from + i;
    K_UNROLL for (int m = 0; m < 6; m++) {
      int c = tensor[m][0], d = tensor[m][1];
      at[m * s->field] = k_mean_slope(a[c][d], b[c][d], d ? 1 : -1, a[d][c],
                                      b[d][c], c ? 1 : -1) +
                         s->mean[m];
    }
  }
}

/* Force at the corners of a plane, and sums of the stress of that plane. */
K_FN void k_corner_force_part(const k_corners *s, k_share share) {
  const int tensor[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};
  int width = s->grid[0], height = s->grid[1];
  const double *plane = s->middles + share.part * s->plane;
  double sums[K_MOST] = {0};
  for (int n = share.lane; n < width * height; n += share.lanes) {
    int i = n % width, last = i ? i - 1 : width - 1;
    long j = n / width, to = j * s->row;
    long from = (j ? j - 1 : height - 1) * s->row;
    k_rows rows[6];
    K_UNROLL for (int m = 0; m < 6; m++) {
      const double *far = plane + m * s->field;
      rows[m] = k_rows_of(share.part ? far - s->plane
                                     : s->beside + m * s->other,
                          far, from, to);
      sums[m] += rows[m].t[i];
    }
    double *at = s->corners + share.part * s->plane + to + i;
    K_UNROLL for (int c = 0; c < 3; c++) {
      double a[3], b[3];
      K_UNROLL for (int d = 0; d < 3; d++) {
        a[d] = k_slope(s, &rows[tensor[c][d]], d, last);
        b[d] = k_slope(s, &rows[tensor[c][d]], d, i);
      }
      at[c * s->field] = k_divergence(a[0], b[0], a[1], b[1], a[2], b[2]);
      if (width == 1) at[c * s->field + 1] = 0;
    }
  }
  k_write_sums(&s->sums, sums, 6, share);
}
