/* tangent.h: derivatives of the state that are carried along with it, in
 * directions of the strain at the end of the loading step, of external fields
 * there, or of parameters.
 *
 * Where the state obeys y' = f(eps(t), y; p), its derivative z = dy/dc in the
 * direction c obeys the derivative of that equation (theorem 2 of the AutoMat
 * paper),
 *
 *     z' = f_y z + f_eps theta + f_p,    theta(t) = d eps(t)/dc,
 *
 * and f_eps' theta' more where rates read that of the strain,
 * without f_p where c is a strain: then theta = t/dt e_c, and z starts from
 * zero.  Where stresses are given along the step (K_PATH), c is a controlled
 * component x_c at its end, a strain or a stress, and theta follows from z, too
 * (given_stress.h).  A scheme differentiates its own stages, which is to apply
 * it to this equation, too: explicit.h, rosenbrock.h and implicit_euler.h have
 * the recursion of each.
 *
 * A tangent needs the derivatives of the first nz of the state, which the
 * stress sees; those of the others, of which no rate knows, are made where
 * somebody asks for them. */

/* Directions that a pass carries along: `count` from direction `first` on, the
 * first K_INPUTS being those of the strain and of external fields, the others
 * those of parameters (sensitivity.h); `measured`: they enter the error, but for
 * those of fields, whose units have no measure. */
typedef struct {
  int count, first, measured;
} k_directions;

/* Is this the direction of a parameter? */
#define k_is_by(c) (K_SENSITIVITIES && (c) >= K_INPUTS)

/* Direction c as its functions take it: of a strain theta's only component in
 * the first place; of a parameter theta and the weight of f_p; under K_PATH
 * the change theta of the whole strain and of fields, which is that of the given strains
 * until k_complete has added the rest.  Behind them, of laws whose rates read
 * that of the strain, theta': its only component, or all. */
typedef struct {
  int c;
  real theta[K_THETA_ROOM];
  real stress[6]; /* under K_PATH: change of the given stresses, coordinates;
                     under K_EQUATIONS of all that is given; under
                     K_LOGARITHMIC the weight of the direction, and of
                     parameters the strain where F is given … */
  real aim[K_GRADIENT_ROOM]; /* … and what else is given */
  const k_given *given;
} k_direction;

/* Direction c whose controlled components change by x, under K_PATH. */
K_FN void k_direction_given(k_context *k, const k_loading *loading,
                            const real *x, k_direction *d) {
  (void)k;
  d->given = loading->given;
  k_controlled(loading->given, x, 0, d->theta);
  k_controlled(loading->given, x, 1, d->stress);
  K_UNROLL for (int i = 0; K_WHOLE && i < 6; i++) {
    d->theta[i] = k_set(0);
    d->stress[i] = x[i];
  }
  K_UNROLL for (int i = 1; K_LOGARITHMIC && !k_is_by(d->c) && i < 6; i++)
    d->stress[0] = d->stress[0] + x[i];
}

/* Direction c, whose changes at the start and at the end have these weights. */
K_FN void k_direction_of(k_context *k, const k_loading *loading, int c,
                         real start, real end, k_direction *d) {
  (void)k;
  real x[6];
  d->c = c;
  d->theta[0] = end;
  if (k_is_by(c)) {
    const real *e0 = loading->by->strain0 + (c - K_INPUTS) * 6;
    const real *e1 = loading->by->strain1 + (c - K_INPUTS) * 6;
    K_UNROLL for (int i = 0; i < 6; i++) {
      x[i] = k_fma(end, e1[i], start * e0[i]);
      d->theta[i] = x[i];
    }
    K_UNROLL for (int i = 0; K_PATH && K_LOGARITHMIC && i < 9; i++) {
      int at = 9 * (c - K_INPUTS) + i;
      d->aim[i] = k_fma(end, loading->by->to[at],
                        start * loading->by->from[at]);
    }
  } else if (K_PATH) {
    K_UNROLL for (int i = 0; i < 6; i++) x[i] = i == c ? end : k_set(0);
  }
  if (K_PATH) k_direction_given(k, loading, x, d);
  K_UNROLL for (int i = 6; i < K_INPUTS; i++)
    if (K_PATH || k_is_by(c)) d->theta[i] = i == c ? end : k_set(0);
}

/* theta' of direction c, as often as `inverse` says. */
K_FN void k_direction_slope(k_context *k, const k_loading *loading, int c,
                            real inverse, k_direction *d) {
  (void)k;
  real *slope = d->theta + K_INPUTS + 1;
  if (!K_READS_RATE) return;
  if (k_is_by(c)) {
    const real *e0 = loading->by->strain0 + (c - K_INPUTS) * 6;
    const real *e1 = loading->by->strain1 + (c - K_INPUTS) * 6;
    K_UNROLL for (int i = 0; i < 6; i++) slope[i] = (e1[i] - e0[i]) * inverse;
  } else {
    slope[0] = inverse;
  }
}

/* Direction c at time t. */
K_FN void k_direction_at(k_context *k, const k_loading *loading, int c,
                         real t, k_direction *d) {
  real part = k_fraction(loading, t);
  k_direction_of(k, loading, c, 1.0 - part, part, d);
  d->theta[K_INPUTS] = k_set(1);
  k_direction_slope(k, loading, c, loading->inverse, d);
}

/* Its rate times the duration of the loading step. */
K_FN void k_direction_rate(k_context *k, const k_loading *loading, int c,
                           k_direction *d) {
  k_direction_of(k, loading, c, k_set(-1), k_set(1), d);
  d->theta[K_INPUTS] = k_set(0);
  k_direction_slope(k, loading, c, k_set(0), d);
}

/* fz [nz] = f_y z + f_eps theta + f_p, from what its directions share. */
K_FN void k_rate_in(k_context *k, const k_direction *d, const real *shared,
                    const real *z, real *fz) {
  K_ENTER;
  K_ARRAY(all, K_NX);
  if (k_is_by(d->c))
    K_BY(shared,
         k_rate_by_along(k, d->c - K_INPUTS, shared, d->theta, z, all));
  else if (K_PATH)
    k_rate_path_along(k, 0, shared, d->theta, z, all);
  else
    k_rate_along(k, d->c, shared, d->theta, z, all);
  K_UNROLL for (int i = 0; i < K_NZ; i++) fz[i] = all[i];
  K_LEAVE;
}

/* The derivative of J u + f_eps v, whose u and v are in `shared`, likewise. */
K_FN void k_curvature_in(k_context *k, const k_direction *d,
                         const real *shared, const real *z, real *uz) {
  K_ENTER;
  K_ARRAY(all, K_NX);
  if (k_is_by(d->c))
    K_BY(shared,
         k_curvature_by_along(k, d->c - K_INPUTS, shared, d->theta, z, all));
  else if (K_PATH)
    k_curvature_path_along(k, 0, shared, d->theta, z, all);
  else
    k_curvature_along(k, d->c, shared, d->theta, z, all);
  K_UNROLL for (int i = 0; i < K_NZ; i++) uz[i] = all[i];
  K_LEAVE;
}

/* The derivative of the stress, sigma_y z + sigma_eps theta + sigma_p. */
K_FN void k_stress_in(k_context *k, const k_direction *d, const real *shared,
                      const real *z, real *sz) {
  if (k_is_by(d->c))
    K_BY(shared,
         k_stress_by_along(k, d->c - K_INPUTS, shared, d->theta, z, sz));
  else if (K_PATH)
    k_stress_path_along(k, 0, shared, d->theta, z, sz);
  else
    k_stress_along(k, d->c, shared, d->theta, z, sz);
}

/* The derivative of sigma_y u + sigma_eps v, likewise. */
K_FN void k_bend_in(k_context *k, const k_direction *d, const real *shared,
                    const real *z, real *sz) {
  if (k_is_by(d->c))
    K_BY(shared,
         k_bend_by_along(k, d->c - K_INPUTS, shared, d->theta, z, sz));
  else
    k_bend_path_along(k, 0, shared, d->theta, z, sz);
}

/* theta becomes the change of the whole strain where the state changes by z,
 * theta + P (stress - sigma_eps theta - sigma_y z - sigma_p); response: what
 * k_measured left at the state.  Nothing to do where no stresses are given. */
K_FN void k_complete(k_context *k, const real *response, const real *z,
                     k_direction *d) {
  if (!K_PATH) return;
  const real *P = K_COMPLIANCE(d, response + K_STRESS_ROOM);
  real rest[6], change[6];
  k_stress_in(k, d, response, z, rest);
  if (K_LOGARITHMIC) {
    if (k_is_by(d->c))
      K_DEFORMED(k_steer(d->given, P, d->aim, d->stress, d->theta));
    else
      K_DEFORMED(k_lead(P, d->c, d->stress[0], d->theta));
    K_UNROLL for (int i = 0; i < 6; i++) rest[i] = -rest[i];
  } else if (K_EQUATIONS) {
    K_UNROLL for (int i = 0; i < 6; i++) rest[i] = -rest[i];
    k_follow_rows(P, d->stress, d->theta);
  } else {
    K_UNROLL for (int i = 0; i < 6; i++) rest[i] = d->stress[i] - rest[i];
  }
  k_relieve(k, d->given, P, rest, change);
  K_UNROLL for (int i = 0; i < 6; i++) d->theta[i] = d->theta[i] + change[i];
}

/* The stress at strain eps and state y, and with directions, from `first` on,
 * what its derivatives share: hence six arguments. */
K_FN void k_respond(k_context *k, k_directions n, const real *eps,
                    const real *y, real *sig, real *shared) {
  if (!n.count)
    k_stress(k, eps, y, sig);
  else if (k_is_by(n.first))
    K_BY(shared, k_stress_by_shared(k, eps, y, sig, shared));
  else if (K_PATH)
    k_stress_path_shared(k, eps, y, sig, shared);
  else
    k_stress_shared(k, eps, y, sig, shared);
}
