/* michel-suquet.update.h: the hand-written backward Euler update of
 * michel-suquet.yaml: radial return to one scalar equation.
 *
 * With the trial force A = 2 mu dev(eps - eps_vp) - 2/3 H eps_vp, J its von
 * Mises norm and x = (mises(A_vp) - sigma_Y)/sigma_d the overstress at the
 * end of the step,
 *
 *     sigma_d x + (3 mu + H) dt epsdot_0 x^n = J - sigma_Y,
 *
 * convex and increasing in x, which Newton's method solves monotonically from
 * above.  Source: Simo and Hughes (1998), chapter 3. */

/* Newton's method for s x + c x^n = r > 0; x^n and its derivative at x. */
K_FN mask k_update_overstress(real s, real c, real n, real r, real *x) {
  mask active = k_all_lanes();
  *x = k_min(r / s, k_pow(r / k_max(c, k_set(1e-30)), 1.0 / n));
  for (int i = 0; i < 100 && k_any(active); i++) {
    real power = k_pow(*x, n - 1.0);
    real step = (s * *x + c * power * *x - r) / (s + c * n * power);
    *x = k_select(active, *x - step, *x);
    active = active & (k_abs(step) > 8.0 * K_EPSILON * *x);
  }
  return k_not(active);
}

/* C = K I x I + 2 mu (1 - q) P - 2 mu (g - q) N x N with q = 3 mu p/J, P the
 * deviatoric projector and N = sqrt(3/2) A/J. */
K_FN void k_update_tangent(real bulk, real mu, real q, real g, const real *N,
                           real *C) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      real volumetric = k_set(i < 3 && j < 3 ? 1 : 0);
      real projector = (i == j ? 1.0 : 0.0) - volumetric / 3.0;
      C[i * 6 + j] = bulk * volumetric +
                     2.0 * mu * ((1.0 - q) * projector -
                                 (g - q) * N[i] * N[j]);
    }
}

K_FN void k_update(const real *eps1, const real *a0, real dt,
                   const real *par, real *a1, real *sig, real *C, mask *ok) {
  real E = par[0], nu = par[1], sigma_Y = par[2], H = par[3];
  real epsdot_0 = par[4], sigma_d = par[5], n = par[6];
  real mu = E / (2.0 * (1.0 + nu)), bulk = E / (3.0 * (1.0 - 2.0 * nu));
  real trace = eps1[0] + eps1[1] + eps1[2];
  real A[6], N[6], square = k_set(0), x;
  for (int i = 0; i < 6; i++) {
    real dev = eps1[i] - (i < 3 ? 1.0 : 0.0) * trace / 3.0;
    A[i] = 2.0 * mu * (dev - a0[i]) - 2.0 / 3.0 * H * a0[i];
    square = square + A[i] * A[i];
  }
  real J = k_sqrt(1.5 * square), c = (3.0 * mu + H) * dt * epsdot_0;
  mask flows = J > sigma_Y;
  real excess = k_select(flows, J - sigma_Y, sigma_d);
  *ok = k_update_overstress(sigma_d, c, n, excess, &x) & k_finite(J);
  x = k_select(flows, x, k_set(0));
  real power = k_select(flows, k_pow(x, n - 1.0), k_set(0));
  real p = dt * epsdot_0 * power * x;
  real inverse = k_select(flows, 1.0 / J, k_set(0));
  for (int i = 0; i < 6; i++) {
    N[i] = k_sqrt(k_set(1.5)) * A[i] * inverse;
    a1[i] = a0[i] + 1.5 * p * A[i] * inverse;
    real dev = eps1[i] - (i < 3 ? 1.0 : 0.0) * trace / 3.0;
    sig[i] = bulk * trace * (i < 3 ? 1.0 : 0.0) + 2.0 * mu * (dev - a1[i]);
  }
  a1[6] = a0[6] + p;
  if (!C) return;
  real slope = dt * epsdot_0 * n * power / (sigma_d + c * n * power);
  k_update_tangent(bulk, mu, 3.0 * mu * p * inverse, 3.0 * mu * slope, N, C);
}
