/* point.h: evaluation of the law at one time of a loading step: strain, rate,
 * Jacobian. */

/* Number of solved variables with rates; multipliers follow them
 * (domain/domain.h). */
#define K_NR (K_NS - K_ND)

/* Room of the common part of directional derivatives of rate and stress */
#define K_LARGEST(a, b, c) \
  ((a) > (b) && (a) > (c) ? (a) : (b) > (c) ? (b) : (c))
#define K_RATE_ROOM \
  K_LARGEST(K_SHARED(RATE), K_SHARED(RATE_PATH), K_SHARED_BY(RATE_BY))
#define K_STRESS_ROOM \
  K_LARGEST(K_SHARED(STRESS), K_SHARED(STRESS_PATH), K_SHARED_BY(STRESS_BY))

/* Room of the common parts: of the stress, followed by the compliance; of the
 * rate, followed by the stress under K_PATH; and of the curvature of the rate,
 * followed by that of the stress under K_PATH */
#define K_RESPONSE_ROOM (K_STRESS_ROOM + K_COMPLIANCE_ROOM)
#define K_COMMON_ROOM (K_RATE_ROOM + K_PATH * K_RESPONSE_ROOM)
#define K_CURVED                                           \
  K_LARGEST(K_SHARED(CURVATURE), K_SHARED(CURVATURE_PATH), \
            K_SHARED_BY(CURVATURE_BY))
#define K_CURVATURE_ROOM                                          \
  (K_CURVED + K_PATH * K_LARGEST(K_SHARED(STRESS_CURVATURE_PATH), \
                                 K_SHARED_BY(STRESS_CURVATURE_BY), 0))

/* Arrays of a point, which are empty if `has` is 0 */
#define K_POINT_ARRAYS(ARRAY, of, has)                                        \
  /* strain [6], under K_PATH of the state y, followed by external fields */  \
  ARRAY(of, eps, (has) * K_INPUTS)                                            \
  ARRAY(of, f, (has) * K_NX)            /* rate of the state [nx] */          \
  ARRAY(of, J, (has) * K_NX * K_NS)     /* df/dy [nx][ns], or NULL */         \
  ARRAY(of, B, (has) * K_NX * K_INPUTS) /* df/deps [nx][6 + nf], or NULL */   \
  /* under K_PATH: room for the compliance, after K_STRESS_ROOM, or NULL */   \
  ARRAY(of, response, (has) * K_RESPONSE_ROOM)                                \
  /* under K_PATH: deps/dy [6][ns], whose effect J includes */                \
  ARRAY(of, E, (has) * K_PATH * 6 * K_NS)                                     \
  /* [nd] |df_k/deps|^2 of the surfaces, computed with J, or NULL */          \
  ARRAY(of, slope, (has) * K_ND)

typedef struct {
  const k_loading *loading;
  real t;                 /* time; under K_PATH determines the strain */
  const real *rate;       /* rates of strain and external fields */
  real *y;                /* state [nx] */
  K_POINT_ARRAYS(K_MEMBER_ARRAY, p, 1)
} k_point;

/* Declares a point with its arrays. */
#define K_POINT(name, has, loading_, time, state)            \
  k_point name = {.loading = loading_, .t = time,            \
                  .rate = (loading_)->rate, .y = state};     \
  K_POINT_ARRAYS(K_DECLARE_ARRAY, name, has)

/* Starts the next search for a strain at eps, in lanes of `where`. */
K_FN void k_search_from(k_context *k, const k_loading *loading,
                        const real *eps, mask where) {
  if (!K_PATH || k_relaxes(k)) return;
  real *guess = loading->given->guess;
  k_assign_in(where, guess, eps, 6);
}

/* Swaps eps with the start of the next search for a strain. */
K_FN void k_swap_search(k_context *k, const k_loading *loading, real *eps) {
  if (!K_PATH) return;
  real *guess = loading->given->guess;
  K_UNROLL for (int i = 0; i < 6; i++) {
    real own = guess[i];
    guess[i] = eps[i];
    eps[i] = own;
  }
}

/* Lanes in which no strain, or more than one, has the given stress. */
K_FN mask k_has_no_strain(k_context *k, const k_loading *loading) {
  if (!K_PATH) return k_not(k_all_lanes());
  return loading->given->singular | loading->given->plateau;
}

/* Compliance at a point; NULL if `response` is NULL. */
K_FN real *k_compliance_in(k_context *k, real *response) {
  return response ? response + K_STRESS_ROOM : 0;
}

/* Under K_PATH: computes the strain at the state y. */
K_FN void k_follow_state(k_context *k, const k_point *p) {
  if (K_PATH)
    k_find_strain(k, p->loading, p->t, p->y, p->eps,
                  k_compliance_in(k, p->response));
}

/* True if the strain depends on the state; a macro, so that device compilers
 * omit calls. */
#define k_strain_follows(k) (K_PATH)

K_FN void k_rate_at(k_context *k, const k_point *p) {
  k_follow_state(k, p);
  k_rate(k, p->eps, p->rate, p->y, p->f);
  if (K_PATH) k_add_work(k, p->loading, p->eps, p->f, 0);
}

/* E = deps/dy = -P sigma_y of the solved variables. */
K_FN void k_strain_by_state(k_context *k, const k_point *p) {
  K_ARRAY(Cy, 6 * K_NA);
  real sig[6], C[36];
  const real *P =
      k_compliance(k, p->loading->given, k_compliance_in(k, p->response));
  k_stiffness(k, p->eps, p->y, sig, C, Cy);
  K_COMPACT for (int j = 0; j < K_NS; j++) {
    real column[6], change[6];
    K_UNROLL for (int i = 0; i < 6; i++) column[i] = -Cy[i * K_NA + j];
    k_strain_for(k, p->loading->given, P, column, change);
    K_UNROLL for (int i = 0; i < 6; i++) p->E[i * K_NS + j] = change[i];
  }
}

/* Computes the squared slopes of the surfaces from D [nd][stride],
 * df_k/deps. */
K_FN void k_measure_surfaces(k_context *k, const k_point *p, const real *D,
                             int stride) {
  K_UNROLL for (int i = 0; p->slope && i < K_ND; i++)
    p->slope[i] = k_square(D + i * stride, 6);
}

/* f, J and B; under K_PATH J is the Jacobian at given stresses, f_y + f_eps
 * E. */
K_CALL void k_gradient_of(k_context *k, k_point at) {
  const k_point *p = &at;
  k_follow_state(k, p);
  k_gradient(k, p->eps, p->rate, p->y, p->f, p->J, p->B);
  k_measure_surfaces(k, p, p->B + (K_NS - K_ND) * K_INPUTS, K_INPUTS);
  if (!K_PATH) return;
  k_add_work(k, p->loading, p->eps, p->f, p->B);
  k_strain_by_state(k, p);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    K_UNROLL for (int j = 0; j < K_NS; j++) {
      real sum = p->J[i * K_NS + j];
      K_UNROLL for (int m = 0; m < 6; m++)
        sum = k_fma(p->B[i * K_INPUTS + m], p->E[m * K_NS + j], sum);
      p->J[i * K_NS + j] = sum;
    }
}

K_FN void k_gradient_at(k_context *k, const k_point *p) {
  k_gradient_of(k, *p);
}

K_FN void k_jacobian_at(k_context *k, const k_point *p) {
  K_ARRAY(B, K_PATH ? K_NX * K_INPUTS : 6 * K_ND);
  if (K_PATH) {
    k_point with = *p;
    with.B = B;
    k_gradient_at(k, &with);
  } else {
    k_jacobian(k, p->eps, p->rate, p->y, p->f, p->J, B);
    k_measure_surfaces(k, p, B, 6);
  }
}

/* rest -= sigma_T T', the stress rate due to external fields. */
K_FN void k_subtract_heating(k_context *k, const k_point *p, real *rest) {
  if (!K_NF) return;
  K_ARRAY(Ct, 6 * K_NF);
  k_stress_by_external(k, p->eps, p->y, Ct);
  K_UNROLL for (int i = 0; i < 6; i++)
    K_UNROLL for (int j = 0; j < K_NF; j++)
      rest[i] = k_fnma(Ct[i * K_NF + j], p->loading->rate[6 + j], rest[i]);
}

/* Strain rate at fixed state; under K_PATH x_c' + P (x_s' - sigma_eps x_c' -
 * sigma_T T'). */
K_FN void k_strain_rate(k_context *k, const k_point *p, real *eps_rate) {
  const real *rate = p->loading->rate;
  k_assign(eps_rate, rate, K_INPUTS);
  if (!K_PATH) return;
  real sig[6], C[36], rest[6], change[6];
  const k_control *g = p->loading->given;
  const real *P =
      k_compliance(k, p->loading->given, k_compliance_in(k, p->response));
  if (k_whole(k)) {
    if (K_LOGARITHMIC)
      k_assign(eps_rate, P + K_FLOW, 6);
    else
      k_follow_rows(P, g->stress_rate, eps_rate);
    k_zero(rest, 6);
    k_subtract_heating(k, p, rest);
    k_strain_for(k, g, P, rest, change);
    K_UNROLL for (int i = 0; K_NF && i < 6; i++)
      eps_rate[i] = eps_rate[i] + change[i];
    return;
  }
  k_elasticity(k, p->eps, p->y, sig, C);
  k_times(C, rate, rest);
  K_UNROLL for (int i = 0; i < 6; i++)
    rest[i] = g->stress_rate[i] - rest[i];
  k_subtract_heating(k, p, rest);
  k_strain_for(k, g, P, rest, change);
  K_UNROLL for (int i = 0; i < 6; i++) eps_rate[i] = rate[i] + change[i];
}

/* M [ns][ns] = omega_yy at state y; under K_PATH its value at given stresses,
 * omega_yy - sigma_y' P sigma_y. */
K_FN void k_metric_of(k_context *k, const k_point *p, const real *y, real *M) {
  k_metric(k, p->eps, y, M);
  if (!K_PATH) return;
  K_ARRAY(Cy, 6 * K_NA);
  K_ARRAY(E, 6 * K_NS);
  real sig[6], C[36];
  k_point start = *p;
  start.E = E;
  k_strain_by_state(k, &start);
  k_stiffness(k, p->eps, p->y, sig, C, Cy);
  K_UNROLL for (int i = 0; i < K_NS; i++)
    K_UNROLL for (int j = 0; j < K_NS; j++)
      K_UNROLL for (int m = 0; m < 6; m++)
        M[i * K_NS + j] =
            k_fma(Cy[m * K_NA + i], E[m * K_NS + j], M[i * K_NS + j]);
}

/* Energies at the end of a step of size h from y0 and strain eps0, under
 * K_PATH, integrated with the mean strain rate. */
K_FN void k_mean_energies(k_context *k, const k_point *p, const real *y0,
                          real h, const real *eps0) {
  if (!K_PATH || !K_ENERGIES) return;
  K_ARRAY(f, K_NX);
  real rate[K_INPUT_ROOM];
  real inverse = k_select(h > 0, 1.0 / h, k_set(0));
  K_UNROLL for (int i = 0; i < K_INPUTS; i++)
    rate[i] = (p->eps[i] - eps0[i]) * inverse;
  k_rate(k, p->eps, rate, p->y, f);
  K_UNROLL for (int i = K_NA; i < K_NX; i++)
    p->y[i] = k_fma(h, f[i], y0[i]);
}
