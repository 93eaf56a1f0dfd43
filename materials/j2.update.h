/* j2.update.h: the hand-written backward Euler update of j2.yaml: radial return
 * to one scalar equation.
 *
 * With the trial force A = 2 mu dev(eps - eps_p) - 2/3 C eps_p and J its von
 * Mises norm, the increment d of p solves
 *
 *     J - (3 mu + C + H) d - Q (1 - exp(-b (p + d))) = sigma_Y + H p,
 *
 * whose left side is convex and decreasing in d, so that Newton's method goes
 * there from below.  Source: Simo and Hughes (1998), chapter 3. */

/* d for the excess J - sigma_Y - H p > 0, and the slope there. */
K_FN mask k_update_increment(const real *par, real modulus, real excess,
                             real p, real *d, real *slope) {
  mask active = k_all_lanes();
  real Q = par[4], b = par[5];
  *d = k_set(0);
  for (int i = 0; i < 100 && k_any(active); i++) {
    real fading = Q * k_exp(-b * (p + *d));
    *slope = modulus + b * fading;
    real step = (excess - modulus * *d - (Q - fading)) / *slope;
    *d = k_select(active, *d + step, *d);
    active = active & (k_abs(step) > 1e-14 * *d + 1e-18);
  }
  return k_not(active);
}

/* C = K I x I + 2 mu (1 - q) P - 2 mu (g - q) N x N with q = 3 mu d/J, P the
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
  real E = par[0], nu = par[1];
  real mu = E / (2.0 * (1.0 + nu)), bulk = E / (3.0 * (1.0 - 2.0 * nu));
  real trace = eps1[0] + eps1[1] + eps1[2], p = a0[6];
  real A[6], N[6], square = k_set(0), d, slope = k_set(1);
  for (int i = 0; i < 6; i++) {
    real dev = eps1[i] - (i < 3 ? 1.0 : 0.0) * trace / 3.0;
    A[i] = 2.0 * mu * (dev - a0[i]) - 2.0 / 3.0 * par[6] * a0[i];
    square = square + A[i] * A[i];
  }
  real J = k_sqrt(1.5 * square), modulus = 3.0 * mu + par[6] + par[3];
  real excess = J - par[2] - par[3] * p;
  real saturated = par[4] * (1.0 - k_exp(-par[5] * p));
  mask flows = excess > saturated;
  *ok = k_update_increment(par, modulus, k_select(flows, excess, saturated), p,
                           &d, &slope) & k_finite(J);
  d = k_select(flows, d, k_set(0));
  real inverse = k_select(flows, 1.0 / J, k_set(0));
  for (int i = 0; i < 6; i++) {
    N[i] = k_sqrt(k_set(1.5)) * A[i] * inverse;
    a1[i] = a0[i] + 1.5 * d * A[i] * inverse;
    real dev = eps1[i] - (i < 3 ? 1.0 : 0.0) * trace / 3.0;
    sig[i] = bulk * trace * (i < 3 ? 1.0 : 0.0) + 2.0 * mu * (dev - a1[i]);
  }
  a1[6] = p + d;
  (void)dt;
  if (!C) return;
  real g = k_select(flows, 3.0 * mu / slope, k_set(0));
  k_update_tangent(bulk, mu, 3.0 * mu * d * inverse, g, N, C);
}
