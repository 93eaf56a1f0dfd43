/* rotated.h: operations at frequencies for strains and forces that are computed
 * in real space (rotated_scheme.h); text compiled for the host and for devices.
 *
 * The displacement U of the corners of voxels differs from the vectors of
 * space.h by a factor.  With s = t_x + t_y + t_z and D the divergence of the
 * stress at the corners,
 *
 *     U^ = -i e^(-is/2) u^,   q.sigma^ = -i e^(is/2) D^. */

/* e^(-it/2) for index n of direction d. */
K_FN k_complex k_half_turn(const k_spectrum *s, int d, int n) {
  const k_waves *w = &s->waves;
  k_complex z = {w->cosine[d][n], -s->half[d] * w->sine[d][n]};
  return z;
}

K_FN k_complex k_turned(k_complex a, k_complex b) {
  k_complex z = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return z;
}

K_FN void k_displacement_part(const k_spectrum *s, k_share share) {
  const k_waves *w = &s->waves;
  k_stretch r;
  K_EACH_STRETCH(r, w, share) {
    double u[3][2 * K_CHUNK];
    k_complex *to = k_stretch_in(s, &r);
    k_complex yz = k_turned(k_half_turn(s, 1, r.j), k_half_turn(s, 2, r.k));
    k_read_stretch(&s->vector, w, &r, u);
    for (int n = 0; n < r.count; n++) {
      k_complex turn = k_turned(yz, k_half_turn(s, 0, r.i + n));
      K_UNROLL for (int d = 0; d < 3; d++) {
        k_complex x = {u[d][2 * n], u[d][2 * n + 1]};
        k_complex z = k_turned(turn, x), e = {z.im, -z.re};
        to[d * s->field + n] = e;
      }
    }
  }
}

/* Gradient, and sum of |q.sigma^|^2. */
K_FN void k_force_part(const k_spectrum *s, k_share share) {
  const k_waves *w = &s->waves;
  k_stretch r;
  double sum = 0;
  K_EACH_STRETCH(r, w, share) {
    double g[3][2 * K_CHUNK];
    const k_complex *from = k_stretch_in(s, &r);
    k_complex yz = k_turned(k_half_turn(s, 1, r.j), k_half_turn(s, 2, r.k));
    for (int n = 0; n < r.count; n++) {
      double q[3], div[2][3], v[3];
      double weight = k_wave_weight(w, r.i + n);
      k_complex turn = k_turned(yz, k_half_turn(s, 0, r.i + n));
      k_complex back = {s->scale * turn.re, -s->scale * turn.im};
      k_wave_vector(w, r.i + n, r.j, r.k, q);
      K_UNROLL for (int d = 0; d < 3; d++) {
        k_complex z = k_turned(back, from[d * s->field + n]);
        div[0][d] = z.im;
        div[1][d] = -z.re;
      }
      K_UNROLL for (int part = 0; part < 2; part++) {
        k_wave_solve(w, q, div[part], v);
        sum += weight * k_wave_square(div[part]);
        K_UNROLL for (int d = 0; d < 3; d++) g[d][2 * n + part] = v[d];
      }
    }
    K_UNROLL for (int d = 0; d < 3; d++)
      if (s->vector.at)
        k_write_numbers(&s->vector, d * k_wave_count(w) + r.number, r.count,
                        g[d]);
  }
  *k_sum_of(&s->sums, 0, share) = sum;
}
