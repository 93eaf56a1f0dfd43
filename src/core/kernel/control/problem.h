/* problem.h: the differential equation y' = F(t, y) within a loading step, as
 * the schemes see it. F is the rate of the law at the strain at time t; under
 * K_PATH, at the strain that follows from time, state and given stresses. */

/* A point in time, with the common part of directional derivatives there */
typedef struct {
  const k_loading *loading;
  real t;
  const real *common;
} k_place;

/* Data shared by derivatives of the response, stored after the data of the
 * rate; NULL if nothing is shared. */
K_FN real *k_response_in(k_context *k, real *common) {
  return common ? common + K_RATE_ROOM : 0;
}

/* Strain at t and y, and its rate f; if n.count > 0, also the common part of
 * the derivatives in the directions n: K_COMMON_ROOM. */
K_FN void k_F(k_context *k, const k_point *p, k_directions n, real *common) {
  K_ARRAY(sig, 6);
  const real *rate = p->loading->rate;
  real *response = k_response_in(k, common);
  k_strain_at(k, p->loading, p->t, p->y, p->eps,
              n.count ? k_compliance_in(k, response) : 0);
  if (n.count)
    K_COMMON(rate, n, common, p->eps, rate, p->y, p->f);
  else
    k_rate(k, p->eps, rate, p->y, p->f);
  if (K_PATH && n.count) k_stress_common(k, n, p->eps, p->y, sig, response);
  if (K_PATH) k_add_work(k, p->loading, p->eps, p->f, 0);
}

/* Direction c with a change z of the state, completed to the whole strain. */
K_FN void k_direction_in(k_context *k, const k_place *p, int c, const real *z,
                         k_direction *d) {
  k_direction_at(k, p->loading, c, p->t, d);
  k_complete(k, p->common + K_RATE_ROOM, z, d);
}

/* fz [nz]: derivative of F in direction c with a change z of the state. */
K_FN void k_F_jvp(k_context *k, const k_place *p, int c, const real *z,
                  real *fz) {
  k_direction d;
  k_direction_in(k, p, c, z, &d);
  k_rate_in(k, &d, p->common, z, fz);
}

/* driving [nz] = f_eps theta at p, for a direction of strain. */
K_FN void k_F_by_strain(k_context *k, const k_point *p, const k_direction *d,
                        real *driving) {
  K_UNROLL for (int i = 0; i < K_NZ; i++)
    driving[i] = K_PATH ? k_dot(p->B + i * K_INPUTS, d->theta, K_INPUTS)
                        : d->theta[0] * p->B[i * K_INPUTS + d->c];
}

/* Contribution of direction c to dF/dt, times the duration of the loading
 * step. */
K_FN void k_F_drift(k_context *k, const k_place *p, int c, real *slope) {
  K_ARRAY(zero, K_NZ);
  k_direction d;
  k_direction_rate(k, p->loading, c, &d);
  k_zero(zero, K_NZ);
  k_complete(k, p->common + K_RATE_ROOM, zero, &d);
  k_rate_in(k, &d, p->common, zero, slope);
}

/* f, J and B at a point, the strain rate eps_rate at fixed state, and T =
 * dF/dt. */
K_FN void k_F_jacobian(k_context *k, const k_point *p, real *eps_rate,
                       real *T) {
  if (!K_PATH) k_strain(k, p->loading, p->t, p->eps);
  k_gradient_at(k, p);
  k_strain_rate(k, p, eps_rate);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    T[i] = k_dot(p->B + i * K_INPUTS, eps_rate, K_INPUTS);
}

/* J [nx][ns] at time t and state y. */
K_FN void k_F_by_state(k_context *k, const k_loading *loading, real t, real *y,
                       real *J) {
  K_POINT(at, 1, loading, t, y);
  at.J = J, at.B = 0;
  if (!K_PATH) k_strain(k, loading, t, at.eps);
  k_jacobian_at(k, &at);
}

/* Copy of p with separate arrays of the fields that the rate needs, since
 * compilers lose track of known zeros in arrays that are passed to calls. */
K_FN k_point k_point_apart(k_context *k, const k_point *p, real *eps, real *y,
                           real *f) {
  k_point at = {.loading = K_PATH ? p->loading : 0, .t = p->t,
                .rate = p->rate, .y = y, .eps = eps, .f = f};
  return at;
}

/* Rates f at a copied point whose strain is changed by rounding errors of size
 * `noise`. */
K_CALL void k_rate_by_noise(k_context *k, const k_point *p, k_number noise) {
  k_follow_state(k, p);
  K_UNROLL for (int i = 0; i < 6; i++)
    p->eps[i] = p->eps[i] * (i % 2 ? 1 + noise : 1 - noise);
  k_rate(k, p->eps, p->rate, p->y, p->f);
}

/* Motion: change U [nx] of the state and `weight` of time; eps_rate is the
 * strain rate at fixed state. */
typedef struct {
  const real *U, *eps_rate;
  real weight;
} k_motion;

/* Common part, for the directions n, of the derivative of F along a motion from
 * p: K_CURVATURE_ROOM. */
K_FN void k_F_curvature(k_context *k, const k_point *p, const k_motion *m,
                        k_directions n, real *shared) {
  K_ARRAY(u, K_NS + K_INPUTS);
  K_ARRAY(v, K_NA + K_INPUTS);
  real *curvature = shared + K_CURVED;
  k_assign(u, m->U, K_NS);
  K_UNROLL for (int i = 0; i < K_INPUTS; i++) {
    u[K_NS + i] = m->weight * m->eps_rate[i];
    if (K_PATH && i < 6)
      u[K_NS + i] = u[K_NS + i] + k_dot(p->E + i * K_NS, m->U, K_NS);
  }
  k_assign(v, m->U, K_NA);
  k_assign(v + K_NA, u + K_NS, K_INPUTS);
  K_COMMON(curvature, n, shared, p->eps, p->rate, p->y, u);
  if (K_PATH && k_is_parameter(n.first))
    K_BY_PARAMETER(curvature, k_stress_curvature_by_shared(k, p->eps, p->y, v,
                                                           curvature));
  else if (K_PATH)
    k_stress_curvature_path_shared(k, p->eps, p->y, v, curvature);
}

/* Derivative of F along the motion, in direction d. Under K_PATH the dependence
 * of the strain on the state contributes -P times the second derivative of the
 * stress. */
K_FN void k_F_curved_jvp(k_context *k, const k_point *p, const k_direction *d,
                         const real *shared, const real *z, real *uz) {
  real curvature[6], change[6];
  k_curvature_in(k, d, shared, z, uz);
  if (!K_PATH) return;
  const real *curved = shared + K_CURVED;
  if (k_is_parameter(d->c))
    K_BY_PARAMETER(curved,
                   k_stress_curvature_by_jvp(k, d->c - K_INPUTS, curved,
                                             d->theta, z, curvature));
  else
    k_stress_curvature_path_jvp(k, 0, curved, d->theta, z, curvature);
  k_strain_for(
      k, p->loading->given,
      k_compliance(k, p->loading->given, k_compliance_in(k, p->response)),
      curvature, change);
  K_UNROLL for (int i = 0; i < K_NZ; i++)
    uz[i] = uz[i] - k_dot(p->B + i * K_INPUTS, change, 6);
}

/* Strain and stress at t and y; if n.count > 0, also the common part of their
 * derivatives: K_RESPONSE_ROOM. */
K_FN void k_measured(k_context *k, const k_point *p, k_directions n, real *sig,
                     real *response) {
  k_strain_at(k, p->loading, p->t, p->y, p->eps,
              n.count ? k_compliance_in(k, response) : 0);
  k_stress_common(k, n, p->eps, p->y, sig, response);
}

/* Under K_PATH: common part of the derivatives of the response at a point of
 * known strain. */
K_FN void k_respond_at(k_context *k, const k_point *p, k_directions n) {
  real sig[6];
  if (K_PATH) k_stress_common(k, n, p->eps, p->y, sig, p->response);
}

/* Derivative C of the stress in direction c with a change z of the state. Under
 * K_PATH, in Kelvin-Mandel components: S times the strain of components
 * controlled in stress, the stress of the others, or the sum of both under
 * k_whole; times S for a direction of stress. */
K_FN void k_measured_jvp(k_context *k, const k_place *p, int c, const real *z,
                         real *C) {
  k_direction d;
  k_direction_at(k, p->loading, c, p->t, &d);
  k_complete(k, p->common, z, &d);
  k_stress_in(k, &d, p->common, z, C);
  if (!K_PATH) return;
  real e[6], sig[6], S = K_STRESS_SCALE;
  const k_control *g = p->loading->given;
  mask stress = g->stress[c] & k_where(!K_LOGARITHMIC);
  real unit = k_select(stress, S, k_set(1));
  k_to_mandel(d.theta, e);
  k_to_mandel(C, sig);
  K_UNROLL for (int i = 0; i < 6; i++) {
    real found = k_select(g->stress[i], S * e[i], sig[i]);
    C[i] = unit * (k_whole(k) ? S * e[i] + sig[i] : found);
  }
}

/* Squares of the stress, of its derivative and of the strain, for error
 * control. Under K_PATH: stress of the components controlled in strain, and
 * strain of the others; all components of both under k_whole. */
typedef struct {
  real sig, C, eps;
} k_size;

/* Computes the squares of strain and stress. */
K_FN void k_size_of_response(k_context *k, const k_loading *loading,
                             const real *eps, const real *sig,
                             k_size *size) {
  size->eps = k_set(0);
  size->sig = k_square(sig, 6);
  if (k_whole(k)) size->eps = k_square(eps, 6);
  if (!K_PATH || k_whole(k)) return;
  real e[6], s[6];
  k_to_mandel(eps, e);
  k_to_mandel(sig, s);
  K_UNROLL for (int i = 0; i < 6; i++) {
    mask stress = loading->given->stress[i];
    e[i] = k_select(stress, e[i], k_set(0));
    s[i] = k_select(stress, k_set(0), s[i]);
  }
  size->eps = k_square(e, 6);
  size->sig = k_square(s, 6);
}
