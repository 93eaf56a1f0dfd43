/* device_places.h: kernels on fields of voxels, a thread for a place of a
 * phase.  Text for devices. */

K_FN double *k_voxel_at(const k_places *p, long place) {
  unsigned voxel = p->voxel[place], width = p->width;
  return p->planes + (long)(voxel / width) * (2 * (width / 2 + 1)) +
         voxel % width;
}

/* Tensor components in the planes; where a row has one number also its
 * imaginary part, which is zero. */
K_FN void k_put_tensor(const k_places *p, double *at, const double *t) {
  K_UNROLL for (int i = 0; i < 6; i++) {
    at[i * p->plane] = t[i];
    if (p->width == 1) at[i * p->plane + 1] = 0;
  }
}

/* Coordinates of base/basis.h and tensor components. */
K_FN void k_from_tensor(const double *t, double *x) {
  double m[6];
  for (int i = 0; i < 6; i++)
    m[i] = i < 3 ? t[i] : t[i] * 1.41421356237309504880;
  k_from_mandel(m, x);
}

K_FN void k_to_tensor(const double *x, double *t) {
  k_to_mandel(x, t);
  for (int i = 3; i < 6; i++) t[i] = t[i] * 0.70710678118654752440;
}

/* The planes to a field. */
extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_gather(const k_places p) {
  long place = k_thread();
  if (place >= p.count) return;
  const double *at = k_voxel_at(&p, place);
  K_UNROLL for (int i = 0; i < 6; i++)
    p.field[i * p.stride + place] = at[i * p.plane];
}

/* x [6]: its stress, finite where the voxel is good. */
K_FN void k_tell(const k_places *p, long place, const double *x) {
  unsigned long long status = (unsigned long long)p->status[place];
  double sum = x[0] + x[1] + x[2] + x[3] + x[4] + x[5];
  if (!status && sum - sum != 0) status = K_UNFIT;
  if (status)
    atomicMin(&p->found->worst,
              (unsigned long long)p->voxel[place] * 16 + status);
}

K_FN void k_row_of(const k_places *p, long place, double *x) {
  K_UNROLL for (int i = 0; i < 6; i++) x[i] = p->field[i * p->stride + place];
}

/* Are all voxels good?  Given is their stress. */
extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_inspect(const k_places p) {
  long place = k_thread();
  double x[6];
  if (place >= p.count) return;
  k_row_of(&p, place, x);
  k_tell(&p, place, x);
}

/* The stress, in coordinates, to the planes; and are all voxels good? */
extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_scatter(const k_places p) {
  long place = k_thread();
  double x[6], t[6];
  if (place >= p.count) return;
  k_row_of(&p, place, x);
  k_tell(&p, place, x);
  k_to_tensor(x, t);
  k_put_tensor(&p, k_voxel_at(&p, place), t);
}

/* Strains in the planes become stresses C : eps. */
extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_apply(const k_places p) {
  long place = k_thread();
  double t[6], x[6], y[6];
  if (place >= p.count) return;
  double *at = k_voxel_at(&p, place);
  K_UNROLL for (int i = 0; i < 6; i++) t[i] = at[i * p.plane];
  k_from_tensor(t, x);
  K_UNROLL for (int i = 0; i < 6; i++) {
    y[i] = 0;
    K_UNROLL for (int j = 0; j < 6; j++)
      y[i] += p.tangents[(i * 6 + j) * p.stride + place] * x[j];
  }
  k_to_tensor(y, t);
  k_put_tensor(&p, at, t);
}

extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_copy(const k_rows r) {
  long place = k_thread();
  if (place >= r.count) return;
  for (int i = 0; i < r.rows; i++)
    r.to[i * r.to_stride + place] = r.from[i * r.from_stride + place];
}

/* Six rows of tensor components to coordinates. */
extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_coordinates(const k_rows r) {
  long place = k_thread();
  double t[6], x[6];
  if (place >= r.count) return;
  K_UNROLL for (int i = 0; i < 6; i++) t[i] = r.from[i * r.from_stride + place];
  k_from_tensor(t, x);
  K_UNROLL for (int i = 0; i < 6; i++) r.to[i * r.to_stride + place] = x[i];
}

extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_rows(const k_row_sums r) {
  double sums[K_MOST] = {0};
  for (long place = k_thread(); place < r.count; place += K_THREADS)
    K_UNROLL for (int i = 0; i < K_MOST; i++)
      if (i < r.rows) sums[i] += r.field[i * r.stride + place];
  k_write_partial(sums, r.rows, r.partial);
}

K_FN void k_raise(double *maximum, double value) {
  if (!(value <= *maximum)) *maximum = value;
}

/* Minus the least and the largest shear modulus, then bulk modulus. */
K_FN void k_raise_extremes(const k_moduli *m, double *extremes) {
  k_raise(&extremes[0], -m->shear_least);
  k_raise(&extremes[1], m->shear_largest);
  k_raise(&extremes[2], -m->bulk);
  k_raise(&extremes[3], m->bulk);
}

extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_survey(const k_survey s) {
  double *partial = s.partial + k_thread(), extremes[4];
  K_UNROLL for (int i = 0; i < 4; i++) extremes[i] = partial[(36 + i) * K_FEW];
  for (long place = k_thread(); place < s.count; place += K_FEW) {
    k_moduli m;
    K_UNROLL for (int i = 0; i < 36; i++)
      partial[i * K_FEW] += s.tangents[i * s.stride + place];
    k_moduli_of(s.tangents + place, s.stride, &m);
    k_raise_extremes(&m, extremes);
  }
  K_UNROLL for (int i = 0; i < 4; i++) partial[(36 + i) * K_FEW] = extremes[i];
}

/* partial of a survey before its first phase: sums of zero, no extremes. */
extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_begin(const k_survey s) {
  for (int i = 0; i < K_SURVEYED; i++)
    s.partial[i * K_FEW + k_thread()] = i < 36 ? 0 : -INFINITY;
}
