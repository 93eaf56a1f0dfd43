/* implicit_euler.h: backward Euler steps with tangents.
 *
 * Source: Simo and Hughes (1998); the tangent is the derivative of the solved
 * equation: (I - h J) Z1 = Z0 + h B theta (section "Single Implicit Euler
 * Step" of the AutoMat paper). */

/* The right-hand side z becomes the column. */
K_FN void k_solve_direction(k_context *k, const k_newton *s, real h, real *z) {
  k_solve(k, &s->lu, z, s->given);
  K_UNROLL for (int i = K_NS; i < K_NX; i++)
    z[i] = k_fma(h, k_dot(s->J + i * K_NS, z, K_NS), z[i]);
}

K_FN void k_implicit_directions(k_context *k, const k_newton *s, k_directions n,
                             real theta, real h, const real *Z0, real *Z1) {
  K_UNROLL for (int c = 0; c < n.count; c++) {
    const real *z0 = Z0 + c * K_NX;
    real *z1 = Z1 + c * K_NX;
    K_UNROLL for (int i = 0; i < K_NX; i++)
      z1[i] = k_fma(h * theta, s->B[i * 6 + n.first + c], z0[i]);
    k_solve_direction(k, s, h, z1);
  }
}

/* The same for columns of parameters, (I - h J) Z1 = Z0 + h (f_eps d_eps +
 * f_p), at the strain `eps` of time t1. */
K_FN void k_implicit_by(k_context *k, const k_loading *loading, k_newton *s,
                        k_directions n, const real *eps, real t1, real h,
                        const real *Z0, real *Z1) {
  K_ENTER;
  K_ARRAY(zero, K_NX);
  K_ARRAY(driving, K_NX);
  K_ARRAY(shared, K_RATE_ROOM);
  real theta[7];
  K_UNROLL for (int i = 0; i < K_NX; i++) zero[i] = k_set(0);
  k_jacobian(k, eps, loading->rate, s->y, s->f, s->J);
  k_factor_newton(k, s, h);
  K_BY(shared, k_rate_by_shared(k, eps, loading->rate, s->y, s->f, shared));
  K_LOOP for (int c = 0; c < n.count; c++) {
    real *z1 = Z1 + c * K_NX;
    k_direction_at(k, loading, n.first + c, t1, theta);
    k_rate_in(k, n.first + c, shared, theta, zero, driving);
    K_UNROLL for (int i = 0; i < K_NX; i++)
      z1[i] = k_fma(h, driving[i], Z0[c * K_NX + i]);
    k_solve_direction(k, s, h, z1);
  }
  K_LEAVE;
}

/* One step of size h that ends at time t1, from y0, Z0 to y1, Z1. */
K_DOUBLING_CALL mask k_implicit_step(k_context *k, const k_loading *loading,
                                     k_directions n, real t1, real h,
                                     const real *y0, const real *Z0, real *y1,
                                     real *Z1, k_counts *counts) {
  K_ENTER;
  K_ARRAY(eps, 6);
  K_ARRAY(f, K_NX);
  K_ARRAY(J, K_NX * K_NS);
  K_ARRAY(B, K_NX * 6);
  K_ARRAY(F, K_NS);
  K_ARRAY(delta, K_NS);
  K_ARRAY(F0, K_NS);
  K_ARRAY(v, K_NS);
  K_ARRAY(w, K_NS * K_NS);
  K_ARRAY(order, K_NS);
  K_ARRAY(given, K_NS);
  int strains = n.count && !k_is_by(n.first);
  k_newton s = {y1, f, J, strains ? B : 0, F, delta, F0, v,
                {w, order, k_all_lanes(), K_NS, 0}, given, 0,
                k_not(k_all_lanes())};
  k_strain(loading, t1 - h, eps);
  k_rate(k, eps, loading->rate, y0, f);
  k_count(&counts->evaluations, k_all_lanes());
  k_strain(loading, t1, eps);
  mask good = k_newton_solve(k, &s, eps, loading->rate, y0, h, counts);
  if (strains) k_factor_newton(k, &s, h);
  if (n.count && !strains)
    k_implicit_by(k, loading, &s, n, eps, t1, h, Z0, Z1);
  else
    k_implicit_directions(k, &s, n, k_fraction(loading, t1), h, Z0, Z1);
  K_LEAVE;
  return good;
}

/* One step of size h against two of h/2, which are kept (Hairer, Norsett and
 * Wanner 1993, II.4); lanes without convergence get an infinite difference,
 * and so a smaller step. */
K_FN void k_doubling_step(k_context *k, const k_loading *loading,
                          k_directions n, k_substep *s, k_counts *counts) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NX);
  K_ARRAY(whole, K_COLUMNS * K_NX);
  real t1 = s->t + s->h, half = 0.5 * s->h;
  mask good = k_implicit_step(k, loading, n, t1, s->h, s->y, s->Z, s->d, whole,
                              counts);
  good = good & k_implicit_step(k, loading, n, s->t + half, half, s->y, s->Z, y,
                                Z, counts);
  good = good & k_implicit_step(k, loading, n, t1, half, y, Z, s->y1, s->Z1,
                                counts);
  K_UNROLL for (int i = 0; i < K_NX; i++) {
    s->y1[i] = k_select(good, s->y1[i], k_set(K_INFINITY));
    s->d[i] = s->y1[i] - s->d[i];
  }
  k_measure_state(k, loading, n, s);
  k_clear_sums(k, s);
  K_UNROLL for (int i = 0; i < n.count * K_NX; i++)
    whole[i] = s->Z1[i] - whole[i];
  K_UNROLL for (int p = 0; p < n.count; p++)
    k_measure_direction(k, loading, n, n.first + p, s->Z + p * K_NX,
                     s->Z1 + p * K_NX, whole + p * K_NX, s);
  K_LEAVE;
}
