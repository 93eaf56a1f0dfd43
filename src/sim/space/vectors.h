/* vectors.h: kernels on vectors and spectra, by frequency; text compiled for
 * the host and for devices. */

/* Atomic minimum: *at = min(*at, value). */
#ifndef K_LOWER
#define K_LOWER(at, value) k_lower(at, value)
K_FN void k_lower(unsigned long long *at, unsigned long long value) {
  unsigned long long old = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (value < old &&
         !__atomic_compare_exchange_n(at, &old, value, 0, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
}
#endif

K_FN double *k_sum_of(const k_sums *s, int row, k_share share) {
  return s->partial + row * s->stride + share.part * share.lanes + share.lane;
}

/* Partial sums [count] of a share, at most K_MOST. */
K_FN void k_write_sums(const k_sums *s, const double *sums, int count,
                       k_share share) {
  K_UNROLL for (int i = 0; i < K_MOST; i++)
    if (i < count) *k_sum_of(s, i, share) = sums[i];
}

/* Copies consecutive numbers of a vector to an array of interleaved real and
 * imaginary parts, and back. */
K_FN void k_read_numbers(const k_vector *v, long first, int count,
                         double *to) {
  const k_rough *rough = (const k_rough *)v->at + first;
  const k_complex *fine = (const k_complex *)v->at + first;
  if (v->rough)
    for (int i = 0; i < count; i++) {
      k_rough x = rough[i];
      to[2 * i] = x.re;
      to[2 * i + 1] = x.im;
    }
  else
    for (int i = 0; i < count; i++) {
      k_complex x = fine[i];
      to[2 * i] = x.re;
      to[2 * i + 1] = x.im;
    }
}

K_FN void k_write_numbers(const k_vector *v, long first, int count,
                          const double *from) {
  k_rough *rough = (k_rough *)v->at + first;
  k_complex *fine = (k_complex *)v->at + first;
  if (v->rough)
    for (int i = 0; i < count; i++) {
      k_rough x = {(float)from[2 * i], (float)from[2 * i + 1]};
      rough[i] = x;
    }
  else
    for (int i = 0; i < count; i++) {
      k_complex x = {from[2 * i], from[2 * i + 1]};
      fine[i] = x;
    }
}

/* Consecutive frequencies (i …, j, k) of a row; `number` is the index of the
 * first in a vector. */
typedef struct {
  int i, j, k, count;
  long number;
} k_stretch;

/* Consecutive numbers from the n-th number of row j = from + part on, counted
 * over all k. */
K_FN k_stretch k_stretch_at(const k_waves *w, long part, long n) {
  unsigned width = w->grid[0] / 2 + 1;
  k_stretch r;
  r.i = (unsigned)n % width;
  r.j = w->from + (int)part;
  r.k = (unsigned)n / width;
  r.count = K_LENGTH((int)width - r.i);
  r.number = ((long)r.k * w->rows + part) * width + r.i;
  return r;
}

/* Loop over the runs r of consecutive numbers of a share. */
#define K_EACH_STRETCH(r, w, share)                                     \
  for (long r##_n = (share).lane,                                       \
            r##_end = (long)(w)->grid[2] * ((w)->grid[0] / 2 + 1);      \
       r##_n < r##_end &&                                               \
       (r = k_stretch_at(w, (share).part, r##_n), 1);                   \
       r##_n += (long)r.count * (share).lanes)

/* First number of a run in a spectrum. */
K_FN k_complex *k_stretch_in(const k_spectrum *s, const k_stretch *r) {
  return s->spectrum + r->k * s->plane +
         (r->j - s->waves.from) * s->row + r->i;
}

/* Numbers of a run, for the three components of a vector. */
K_FN void k_read_stretch(const k_vector *v, const k_waves *w,
                         const k_stretch *r, double to[3][2 * K_CHUNK]) {
  K_UNROLL for (int d = 0; d < 3; d++)
    k_read_numbers(v, d * k_wave_count(w) + r->number, r->count, to[d]);
}

/* Strain of the vector, eps^ = sym(q (x) u^), including its mean. */
K_FN void k_strain_part(const k_spectrum *s, k_share share) {
  const k_waves *w = &s->waves;
  k_stretch r;
  K_EACH_STRETCH(r, w, share) {
    double u[3][2 * K_CHUNK];
    k_complex *to = k_stretch_in(s, &r);
    int first = !r.i && !r.j && !r.k;
    k_read_stretch(&s->vector, w, &r, u);
    for (int n = 0; n < r.count; n++) {
      double q[3], v[3], re[6], im[6];
      k_wave_vector(w, r.i + n, r.j, r.k, q);
      K_UNROLL for (int d = 0; d < 3; d++) v[d] = u[d][2 * n];
      k_wave_strain(q, v, re);
      K_UNROLL for (int d = 0; d < 3; d++) v[d] = u[d][2 * n + 1];
      k_wave_strain(q, v, im);
      K_UNROLL for (int c = 0; c < 6; c++) {
        k_complex e = {first && !n ? s->mean[c] : re[c],
                       first && !n ? 0 : im[c]};
        to[c * s->field + n] = e;
      }
    }
  }
}

/* Gradient of the stress, A g^ = q.sigma^; sum of |q.sigma^|^2; mean stress. */
K_FN void k_gradient_part(const k_spectrum *s, k_share share) {
  const k_waves *w = &s->waves;
  k_stretch r;
  double sum = 0;
  K_EACH_STRETCH(r, w, share) {
    double g[3][2 * K_CHUNK];
    const k_complex *from = k_stretch_in(s, &r);
    K_UNROLL for (int c = 0; c < 6; c++)
      if (!r.i && !r.j && !r.k) s->found->mean[c] = from[c * s->field].re;
    for (int n = 0; n < r.count; n++) {
      double q[3], re[6], im[6], v[3], div[3];
      double weight = k_wave_weight(w, r.i + n);
      k_wave_vector(w, r.i + n, r.j, r.k, q);
      K_UNROLL for (int c = 0; c < 6; c++) {
        k_complex t = from[c * s->field + n];
        re[c] = s->scale * t.re;
        im[c] = s->scale * t.im;
      }
      k_wave_divergence(q, re, div);
      k_wave_solve(w, q, div, v);
      sum += weight * k_wave_square(div);
      K_UNROLL for (int d = 0; d < 3; d++) g[d][2 * n] = v[d];
      k_wave_divergence(q, im, div);
      k_wave_solve(w, q, div, v);
      sum += weight * k_wave_square(div);
      K_UNROLL for (int d = 0; d < 3; d++) g[d][2 * n + 1] = v[d];
    }
    K_UNROLL for (int d = 0; d < 3; d++)
      if (s->vector.at)
        k_write_numbers(&s->vector, d * k_wave_count(w) + r.number, r.count,
                        g[d]);
  }
  *k_sum_of(&s->sums, 0, share) = sum;
}

/* a = A a, times the multiplicity of the frequency in the full spectrum. */
K_FN void k_stiffen(const k_waves *w, const k_stretch *r,
                    double a[3][2 * K_CHUNK]) {
  for (int n = 0; n < r->count; n++) {
    double q[3], u[3], t[3], weight = k_wave_weight(w, r->i + n);
    k_wave_vector(w, r->i + n, r->j, r->k, q);
    K_UNROLL for (int m = 2 * n; m < 2 * n + 2; m++) {
      K_UNROLL for (int d = 0; d < 3; d++) u[d] = a[d][m];
      k_wave_stiffness(w, q, u, t);
      K_UNROLL for (int d = 0; d < 3; d++) a[d][m] = weight * t[d];
    }
  }
}

/* Sums over frequencies of a^.A b^. */
K_FN void k_dots_part(const k_dots *l, k_share share) {
  const k_waves *w = &l->waves;
  double sums[K_MOST] = {0};
  k_stretch r;
  K_EACH_STRETCH(r, w, share) {
    double a[3][2 * K_CHUNK], b[3][2 * K_CHUNK];
    k_read_stretch(&l->a, w, &r, a);
    k_stiffen(w, &r, a);
    K_UNROLL for (int i = 0; i < K_MOST; i++)
      if (i < l->count) {
        double sum = sums[i];
        k_read_stretch(&l->b[i], w, &r, b);
        K_UNROLL for (int d = 0; d < 3; d++)
          for (int n = 0; n < 2 * r.count; n++) sum += a[d][n] * b[d][n];
        sums[i] = sum;
      }
  }
  k_write_sums(&l->sums, sums, l->count, share);
}

/* Adds a multiple of consecutive numbers of a vector to an array of interleaved
 * real and imaginary parts. */
K_FN void k_add_numbers(const k_vector *v, long first, int count, double c,
                        double *to) {
  const k_rough *rough = (const k_rough *)v->at + first;
  const k_complex *fine = (const k_complex *)v->at + first;
  if (v->rough)
    for (int i = 0; i < count; i++) {
      k_rough x = rough[i];
      to[2 * i] += c * x.re;
      to[2 * i + 1] += c * x.im;
    }
  else
    for (int i = 0; i < count; i++) {
      k_complex x = fine[i];
      to[2 * i] += c * x.re;
      to[2 * i + 1] += c * x.im;
    }
}

/* Combinations of vectors; an output may be among its terms and among those of
 * later outputs, because all numbers are read before they are written. */
K_FN void k_combine_part(const k_combination *l, k_share share) {
  K_EACH(first, share, K_PLACES, l->size, K_CHUNK) {
    int count = K_LENGTH(l->size - first);
    for (int j = 0, m = 0; j < l->outputs; j++) {
      double sum[2 * K_CHUNK];
      for (int n = 0; n < 2 * count; n++) sum[n] = 0;
      for (; m < l->end[j]; m += K_MOST)
        K_UNROLL for (int i = m; i < m + K_MOST; i++)
          if (i < l->end[j])
            k_add_numbers(&l->x[i], first, count, l->c[i], sum);
      m = l->end[j];
      k_write_numbers(&l->y[j], first, count, sum);
    }
  }
}
