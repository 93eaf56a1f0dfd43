/* frequency.h: operations at one frequency; text compiled for the host and for
 * devices (K_FN is `static inline`, or __device__).
 *
 * A space owns rows j of the half spectrum, starting with row `from`; a single
 * space owns all rows.  Frequency (i, j, k), with index (k*rows + j -
 * from)*(grid[0]/2 + 1) + i, has the wave vector
 *
 *     q_d = sine_d prod_{e /= d} cosine_e
 *
 * from tables by index and direction (voxels.c).  Tensors are tensor components
 * xx yy zz yz xz xy.  All functions are linear with real coefficients and apply
 * to real and imaginary parts separately. */
#ifndef AM_SPACE_FREQUENCY_H
#define AM_SPACE_FREQUENCY_H

#ifndef K_FN
#define K_FN static inline
#endif

typedef struct {
  int grid[3];
  int from, rows;          /* rows j */
  double lambda, mu;       /* reference C0 */
  const double *sine[3];   /* [grid[d]] (1/length) */
  const double *cosine[3]; /* [grid[d]] */
} k_waves;

K_FN long k_wave_count(const k_waves *w) {
  return (long)(w->grid[0] / 2 + 1) * w->rows * w->grid[2];
}

K_FN void k_wave_vector(const k_waves *w, int i, int j, int k, double *q) {
  double cx = w->cosine[0][i], cy = w->cosine[1][j], cz = w->cosine[2][k];
  q[0] = w->sine[0][i] * cy * cz;
  q[1] = w->sine[1][j] * cx * cz;
  q[2] = w->sine[2][k] * cx * cy;
}

/* Multiplicity of the frequency in the full spectrum. */
K_FN double k_wave_weight(const k_waves *w, int i) {
  return i == 0 || 2 * i == w->grid[0] ? 1 : 2;
}

K_FN double k_wave_square(const double *q) {
  return q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
}

/* q.t */
K_FN void k_wave_divergence(const double *q, const double *t, double *r) {
  r[0] = q[0] * t[0] + q[1] * t[5] + q[2] * t[4];
  r[1] = q[0] * t[5] + q[1] * t[1] + q[2] * t[3];
  r[2] = q[0] * t[4] + q[1] * t[3] + q[2] * t[2];
}

/* sym(q (x) u) */
K_FN void k_wave_strain(const double *q, const double *u, double *e) {
  e[0] = q[0] * u[0];
  e[1] = q[1] * u[1];
  e[2] = q[2] * u[2];
  e[3] = (q[1] * u[2] + q[2] * u[1]) / 2;
  e[4] = (q[0] * u[2] + q[2] * u[0]) / 2;
  e[5] = (q[0] * u[1] + q[1] * u[0]) / 2;
}

/* A u = mu |q|^2 u + (lambda + mu) (q.u) q */
K_FN void k_wave_stiffness(const k_waves *w, const double *q,
                           const double *u, double *r) {
  double a = w->mu * k_wave_square(q);
  double b =
      (w->lambda + w->mu) * (q[0] * u[0] + q[1] * u[1] + q[2] * u[2]);
  for (int d = 0; d < 3; d++) r[d] = a * u[d] + b * q[d];
}

/* A u = r; u = 0 where q = 0.  (Moulinec and Suquet 1998, equation 13) */
K_FN void k_wave_solve(const k_waves *w, const double *q, const double *r,
                       double *u) {
  double square = k_wave_square(q);
  double a = square > 0 ? 1 / (w->mu * square) : 0;
  double b = square > 0 ? (w->lambda + w->mu) / (w->lambda + 2 * w->mu) *
                              (q[0] * r[0] + q[1] * r[1] + q[2] * r[2]) /
                              square
                        : 0;
  for (int d = 0; d < 3; d++) u[d] = a * (r[d] - b * q[d]);
}

#endif
