/* device_waves.h: kernels on vectors and spectra, a thread for a frequency.
 * Text for devices. */

/* Of one frequency: three numbers of a vector. */
typedef struct {
  double re[3], im[3];
} k_mode;

K_FN k_complex k_number_at(const k_vector *v, long at) {
  if (!v->rough) return ((const k_complex *)v->at)[at];
  k_rough x = ((const k_rough *)v->at)[at];
  k_complex y = {x.re, x.im};
  return y;
}

K_FN void k_set_number(const k_vector *v, long at, double re, double im) {
  k_complex x = {re, im};
  k_rough y = {(float)re, (float)im};
  if (v->rough) ((k_rough *)v->at)[at] = y;
  else ((k_complex *)v->at)[at] = x;
}

K_FN k_mode k_mode_at(const k_vector *v, long count, long at) {
  k_mode m;
  K_UNROLL for (int d = 0; d < 3; d++) {
    k_complex x = k_number_at(v, d * count + at);
    m.re[d] = x.re;
    m.im[d] = x.im;
  }
  return m;
}

/* The wave vector of frequency `at`, and how often it stands in the whole
 * spectrum. */
K_FN double k_wave_at(const k_waves *w, long at, double *q) {
  unsigned width = w->grid[0] / 2 + 1, row = (unsigned)at / width;
  int i = (unsigned)at % width;
  k_wave_vector(w, i, row % w->grid[1], row / w->grid[1], q);
  return k_wave_weight(w, i);
}

extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_strain(const k_spectrum s) {
  long count = k_wave_count(&s.waves), at = k_thread();
  double q[3], re[6], im[6];
  if (at >= count) return;
  k_wave_at(&s.waves, at, q);
  k_mode u = k_mode_at(&s.vector, count, at);
  k_wave_strain(q, u.re, re);
  k_wave_strain(q, u.im, im);
  K_UNROLL for (int i = 0; i < 6; i++) {
    k_complex e = {at ? re[i] : s.mean[i], at ? im[i] : 0};
    s.spectrum[i * count + at] = e;
  }
}

K_FN void k_read_spectrum(const k_spectrum *s, long count, long at,
                          double *re, double *im) {
  K_UNROLL for (int i = 0; i < 6; i++) {
    k_complex t = s->spectrum[i * count + at];
    re[i] = s->scale * t.re;
    im[i] = s->scale * t.im;
  }
}

extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_gradient(const k_spectrum s) {
  long count = k_wave_count(&s.waves);
  double sum = 0;
  for (long at = k_thread(); at < count; at += K_THREADS) {
    double q[3], re[6], im[6];
    k_mode r, g;
    double weight = k_wave_at(&s.waves, at, q);
    k_read_spectrum(&s, count, at, re, im);
    k_wave_divergence(q, re, r.re);
    k_wave_divergence(q, im, r.im);
    sum += weight * (k_wave_square(r.re) + k_wave_square(r.im));
    k_wave_solve(&s.waves, q, r.re, g.re);
    k_wave_solve(&s.waves, q, r.im, g.im);
    K_UNROLL for (int d = 0; d < 3; d++)
      if (s.vector.at)
        k_set_number(&s.vector, d * count + at, g.re[d], g.im[d]);
    K_UNROLL for (int i = 0; i < 6; i++)
      if (!at) s.found->mean[i] = re[i];
  }
  s.partial[k_thread()] = sum;
}

/* weight A a of one frequency */
K_FN k_mode k_stiffened(const k_dots *l, long count, long at) {
  double q[3], weight = k_wave_at(&l->waves, at, q);
  k_mode a = k_mode_at(&l->a, count, at), r;
  k_wave_stiffness(&l->waves, q, a.re, r.re);
  k_wave_stiffness(&l->waves, q, a.im, r.im);
  K_UNROLL for (int d = 0; d < 3; d++) {
    r.re[d] *= weight;
    r.im[d] *= weight;
  }
  return r;
}

K_FN double k_mode_dot(const k_mode *a, const k_mode *b) {
  double sum = 0;
  K_UNROLL for (int d = 0; d < 3; d++)
    sum += a->re[d] * b->re[d] + a->im[d] * b->im[d];
  return sum;
}

/* As many blocks as are there when K_THREADS threads are at work. */
extern "C" __global__ void __launch_bounds__(K_BLOCK, 4)
    cell_dots(const k_dots l) {
  long count = k_wave_count(&l.waves);
  double sums[K_MOST] = {0};
  for (long at = k_thread(); at < count; at += K_THREADS) {
    k_mode a = k_stiffened(&l, count, at);
    K_UNROLL for (int i = 0; i < K_MOST; i++)
      if (i < l.count) {
        k_mode b = k_mode_at(&l.b[i], count, at);
        sums[i] += k_mode_dot(&a, &b);
      }
  }
  k_write_partial(sums, l.count, l.partial);
}

extern "C" __global__ void __launch_bounds__(K_BLOCK)
    cell_combine(const k_combination l) {
  long at = k_thread();
  double re = 0, im = 0;
  if (at >= l.size) return;
  K_UNROLL for (int i = 0; i < K_MOST; i++)
    if (i < l.count) {
      k_complex x = k_number_at(&l.x[i], at);
      re += l.c[i] * x.re;
      im += l.c[i] * x.im;
    }
  k_set_number(&l.y, at, re, im);
}
