/* measure.h: error of a substep (Hairer, Norsett and Wanner 1993, II.4), in
 * the Frobenius norm of each variable, and the step size that follows. */

/* Stress and, per direction, its derivative. */
typedef struct {
  real *sig; /* [6] */
  real *C;   /* [count][6], columns of dsigma/deps1 */
} k_response;

/* Its squares. */
typedef struct {
  real sig, C;
} k_size;

/* One substep: from y, Z to y1, Z1; d, DZ: differences to the embedded
 * solution; from, to: the size of the response at its start and end. */
typedef struct {
  real t, h;
  const real *y, *Z;      /* [nx], [count][nx] */
  real *y1, *d, *Z1, *DZ; /* likewise */
  k_size from, to;
} k_substep;

K_FN real k_square(const real *x, int n) { return k_dot(x, x, n); }

/* The square of entries offset … of every column of Z [count][stride]. */
K_FN real k_block_square(const real *Z, k_columns n, int stride, k_group g) {
  real sum = k_set(0);
  K_UNROLL for (int c = 0; c < n.count; c++) {
    const real *z = Z + c * stride + g.offset;
    sum = sum + k_dot(z, z, g.size);
  }
  return sum;
}

/* The larger of `worst` and d/(atol + rtol max(a, b)), from the squares of d,
 * a and b; not a number stays. */
K_FN real k_worst(k_context *k, real worst, real atol, real d, real a,
                  real b) {
  real ratio = k_sqrt(d) / (atol + K_RTOL * k_sqrt(k_max(a, b)));
  return k_larger(worst, k_select(d == 0, k_set(0), ratio));
}

K_FN real k_internal_error(k_context *k, const k_substep *s, k_columns n) {
  real worst = k_set(0);
  for (int i = 0; i < K_GROUPS; i++) {
    k_group g = K_GROUP(i);
    worst = k_worst(k, worst, k_set(K_ATOL), k_square(s->d + g.offset, g.size),
                    k_square(s->y + g.offset, g.size),
                    k_square(s->y1 + g.offset, g.size));
    if (n.measured)
      worst = k_worst(k, worst, k_set(K_ATOL),
                      k_block_square(s->DZ, n, K_NX, g),
                      k_block_square(s->Z, n, K_NX, g),
                      k_block_square(s->Z1, n, K_NX, g));
  }
  return worst;
}

/* sigma and its columns at (t, y): C = sigma_eps theta + sigma_a Z. */
K_FN void k_respond(k_context *k, const k_load *load, k_columns n, real t,
                    const real *y, const real *Z, k_response *r) {
  K_ENTER;
  K_ARRAY(eps, 6);
  k_strain(load, t, eps);
  if (n.count == 6) {
    real theta = k_fraction(load, t);
    k_response_along(k, eps, y, &theta, Z, r->sig, r->C);
  } else if (n.count) {
    K_ARRAY(Ce, 36);
    K_ARRAY(Cy, 6 * K_NA);
    real theta = k_fraction(load, t);
    k_stiffness(k, eps, y, r->sig, Ce, Cy);
    for (int c = 0; c < n.count; c++)
      for (int i = 0; i < 6; i++)
        r->C[c * 6 + i] = k_fma(Ce[i * 6 + n.first + c], theta,
                                k_dot(Cy + i * K_NA, Z + c * K_NX, K_NA));
  } else {
    k_stress(k, eps, y, r->sig);
  }
  K_LEAVE;
}

K_FN k_size k_size_of(const k_response *r, k_columns n) {
  k_group whole = {0, 6};
  k_size size = {k_square(r->sig, 6), k_block_square(r->C, n, 6, whole)};
  return size;
}

/* r -= other */
K_FN void k_subtract(k_response *r, const k_response *other, k_columns n) {
  for (int i = 0; i < 6; i++) r->sig[i] = r->sig[i] - other->sig[i];
  K_UNROLL for (int i = 0; i < n.count * 6; i++)
    r->C[i] = r->C[i] - other->C[i];
}

/* The error of the stress (section "Stress-Driven Error Control" of the
 * AutoMat paper); fills s->to. */
K_FN real k_stress_error(k_context *k, const k_load *load, k_columns n,
                         k_substep *s, real worst) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NX);
  K_ARRAY(sig, 6);
  K_ARRAY(C, K_COLUMNS * 6);
  K_ARRAY(sig1, 6);
  K_ARRAY(C1, K_COLUMNS * 6);
  k_response embedded = {sig, C}, end = {sig1, C1};
  real atol = K_ATOL * K_STRESS_SCALE;
  K_UNROLL for (int i = 0; i < K_NX; i++) y[i] = s->y1[i] - s->d[i];
  K_UNROLL for (int i = 0; i < n.count * K_NX; i++)
    Z[i] = s->Z1[i] - s->DZ[i];
  k_respond(k, load, n, s->t + s->h, s->y1, s->Z1, &end);
  k_respond(k, load, n, s->t + s->h, y, Z, &embedded);
  k_subtract(&embedded, &end, n);
  s->to = k_size_of(&end, n);
  k_size error = k_size_of(&embedded, n);
  worst = k_worst(k, worst, atol, error.sig, s->from.sig, s->to.sig);
  if (n.measured)
    worst = k_worst(k, worst, atol, error.C, s->from.C, s->to.C);
  K_LEAVE;
  return worst;
}

/* The error of a substep in units of the tolerances; not finite when the
 * substep's end is not. */
K_FN real k_error(k_context *k, const k_load *load, k_columns n,
                  k_substep *s) {
  real worst = k_internal_error(k, s, n);
  if (K_STRESS_CONTROL) worst = k_stress_error(k, load, n, s, worst);
  real sum = k_set(0);
  K_UNROLL for (int i = 0; i < K_NX; i++) sum = sum + s->y1[i];
  K_UNROLL for (int i = 0; i < n.count * K_NX; i++) sum = sum + s->Z1[i];
  return worst + 0.0 * sum;
}

/* x^(-1/m) by Newton's method from a guess that divides the exponent: only
 * arithmetic, so that all engines take the same steps; to 3e-6. */
K_FN real k_inverse_root(real x, int m) {
  real y = k_of_bits(4.6071824188000174e18 * (1.0 + 1.0 / m) -
                     k_bits(x) * (1.0 / m));
  for (int i = 0; i < 3; i++) {
    real power = x;
    for (int j = 0; j < m; j++) power = power * y;
    y = y + y * ((1.0 - power) * (1.0 / m));
  }
  return y;
}

/* The factor of the next step size, a multiple of 2^-8. */
K_FN real k_step_factor(k_context *k, real err) {
  real raw = 0.9 * k_inverse_root(k_max(err, k_set(1e-30)), K_ORDER + 1);
  real factor = k_min(k_set(5), k_max(k_set(0.2), raw));
  factor = k_select(k_finite(err), factor, k_set(0.2));
  return k_floor(factor * 256.0) * (1.0 / 256.0);
}
