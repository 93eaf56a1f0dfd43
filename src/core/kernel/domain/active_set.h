/* active_set.h: active surfaces of a backward Euler step, and the Newton
 * direction for several surfaces, by the complementarity problem of the
 * linearized step (docs/theory.md, section 9.2), and detection of flow without
 * hardening whose amount the given stresses do not determine. For a single
 * surface, and in lanes where the problem has no solution, as in softening,
 * k_is_active chooses the active set. */

/* Number of surfaces, if the active set comes from complementarity */
#define K_PROGRAM (K_ND > 1 ? K_ND : 0)

/* Rows of the complementarity problem; delta: change of the state without
 * multipliers. */
K_FN void k_state_problem(k_context *k, const k_newton *s, const k_lu *lu,
                          const k_complementarity *c) {
  const real *J = s->at.J;
  K_LOOP for (int i = 0; i < K_NR; i++) {
    real flow = k_set(0);
    K_LOOP for (int l = 0; l < K_ND; l++)
      flow = k_fma(J[i * K_NS + K_NR + l], s->at.y[K_NR + l], flow);
    s->delta[i] = k_fnma(s->h, flow, -s->F[i]);
  }
  k_solve_rated(k, *lu, s->delta);
  K_LOOP for (int l = 0; l < K_ND; l++) {
    real *a = c->a + l * K_NR, *d = c->d + l * K_NR;
    K_LOOP for (int i = 0; i < K_NR; i++) {
      a[i] = -J[(K_NR + l) * K_NS + i];
      d[i] = J[i * K_NS + K_NR + l];
    }
    k_solve_rated(k, *lu, d);
    c->v[l] = k_excess(k, &s->domain, &s->at, l) - k_dot(a, s->delta, K_NR);
  }
}

/* Sets delta, and the active surfaces in lanes of `solved`. */
K_FN void k_take_solution(k_context *k, const k_newton *s,
                          const k_complementarity *c, mask solved) {
  real inverse = k_select(s->h > 0, 1.0 / s->h, k_set(0));
  K_LOOP for (int l = 0; l < K_ND; l++) {
    K_LOOP for (int i = 0; i < K_NR; i++)
      s->delta[i] = k_fma(c->x[l], c->d[l * K_NR + i], s->delta[i]);
    s->delta[K_NR + l] = k_fnma(k_set(1), s->at.y[K_NR + l],
                                c->x[l] * inverse);
    mask flows = (c->x[l] > 0) & (s->h > 0);
    real is = k_select(flows, k_set(1), k_set(0));
    s->domain.active[l] = k_select(solved, is, s->domain.active[l]);
  }
}

/* Activates all surfaces that may share the flow at a vertex, in lanes
 * `solved`, where a solution c of the problem leaves multipliers of touched
 * surfaces 0: those that flow in the solution of least norm, that of slightly
 * larger G_jj. The state stays at these surfaces, and so do its derivatives. */
K_CALL void k_share_flow(k_context *k, const k_newton *s,
                         const k_complementarity *c, mask solved) {
  const k_number soft = K_SINGLE ? 1e-3 : 1e-8;
  /* a multiplier below this fraction of the largest one vanishes with `soft` */
  const k_number least = K_SINGLE ? 3e-2 : 1e-4;
  K_COMPLEMENTARITY(all, K_PROGRAM, K_PROGRAM, c->a, c->d);
  real tolerance = k_touch() * k_surface_tolerance(k, s->at.eps);
  mask weak = k_not(k_all_lanes()), more = weak;
  real most = k_set(0);
  K_LOOP for (int j = 0; j < K_ND; j++) {
    real distance = -c->v[j] / k_sqrt(s->at.slope[j]);
    weak = weak | ((c->x[j] <= 0) & (distance <= tolerance));
  }
  weak = weak & solved & (s->h > 0);
  if (!k_any_or_postpone(k, weak)) return;
  K_LOOP for (int j = 0; j < K_ND; j++) {
    all.v[j] = c->v[j];
    K_LOOP for (int l = 0; l < K_ND; l++)
      all.v[j] = k_fma(k_dot(c->a + j * K_NR, c->d + l * K_NR, K_NR), c->x[l],
                       all.v[j]);
  }
  all.soft = soft;
  weak = k_solve_complementarity(k, &all, weak);
  K_LOOP for (int j = 0; j < K_ND; j++) most = k_max(most, all.x[j]);
  K_LOOP for (int j = 0; j < K_ND; j++) {
    mask flows = weak & (all.x[j] > least * most);
    more = more | (flows & k_not(s->domain.active[j] > 0));
    s->domain.active[j] = k_select(flows, k_set(1), s->domain.active[j]);
  }
  s->domain.soft[0] = k_select(more, k_set(soft), k_set(0));
}

/* Newton direction delta for several surfaces, and the active set; true in
 * lanes where the complementarity problem has a solution. at_end: at the
 * solution of the step, for derivatives. */
K_CALL mask k_direction_of_surfaces(k_context *k, const k_newton *s,
                                    int at_end) {
  K_LU(lu, K_NR, K_TABLES.order.places);
  K_ARRAY(J, K_NR * K_NR);
  K_ARRAY(a, K_PROGRAM * K_NR);
  K_ARRAY(d, K_PROGRAM * K_NR);
  K_COMPLEMENTARITY(c, K_PROGRAM, K_SEATS(K_PROGRAM), a, d);
  k_shifted W = {.shift = k_set(1), .scale = s->h, .J = J};
  K_LOOP for (int i = 0; i < K_NR; i++)
    k_assign(J + i * K_NR, s->at.J + i * K_NS, K_NR);
  k_factor_rated(k, &lu, W);
  k_state_problem(k, s, &lu, &c);
  mask solved = k_solve_complementarity(k, &c, k_where(1));
  k_activate(k, &s->domain, &s->at, s->h, k_not(solved));
  k_take_solution(k, s, &c, solved);
  if (at_end) k_share_flow(k, s, &c, solved);
  return solved;
}

/* Factors I - h J. */
K_FN void k_factor_newton(k_context *k, const k_newton *s) {
  k_shifted W = {.shift = k_set(1), .scale = s->h, .J = s->at.J};
  k_factor_state(k, s->lu, W);
}

/* Newton direction for the active set of k_is_active, in lanes of `where`. */
K_CALL void k_direction_of_guess(k_context *k, const k_newton *s,
                                 mask where) {
  K_ARRAY(rows, K_PROGRAM * K_NS);
  K_ARRAY(delta, K_NS);
  real *own = s->at.J + K_NR * K_NS;
  k_point at = s->at;
  at.B = 0;
  k_assign(rows, own, K_PROGRAM * K_NS);
  k_domain_rows(k, &s->domain, &at, s->h);
  k_factor_newton(k, s);
  K_LOOP for (int i = 0; i < K_NS; i++) delta[i] = -s->F[i];
  k_solve_state(k, *s->lu, delta);
  k_assign_in(where, s->delta, delta, K_NS);
  k_assign(own, rows, K_PROGRAM * K_NS);
}

/* Replaces J and B at the solution by those of the active surfaces. */
K_FN void k_reduce(k_context *k, const k_newton *s) {
  if (!K_PROGRAM) return;
  k_direction_of_surfaces(k, s, 1);
  k_domain_rows(k, &s->domain, &s->at, s->h);
}

/* Detects plateaus at the end of the iteration in lanes in which the hardening
 * of the last iterate may be outdated: those of `other`, solved by another
 * method, and those with a long last update. */
K_CALL void k_find_end_plateaus(k_context *k, const k_newton *s, mask other) {
  /* Hardening below this may vanish within one update. */
  const k_number little = 1e-2;
  /* Strain of flow that is implausibly large for one step under given
   * stresses */
  const k_number long_flow = 10.0 * k_yield_strain();
  mask where = k_not(k_all_lanes());
  K_UNROLL for (int i = K_NR; i < K_NS; i++) {
    real flow = k_flow_strain(k, &s->at, s->h, s->at.y[i], i - K_NR);
    mask passed = (k_abs(s->delta[i]) > 1e-3 * s->at.y[i]) &
                  (s->domain.hardening[i - K_NR] < little);
    where = where | ((flow > long_flow) & (passed | other));
  }
  if (!k_any(where)) return;
  K_ARRAY(f, K_NX);
  K_ARRAY(J, K_NX * K_NS);
  K_ARRAY(hardening, K_ND);
  k_domain domain = s->domain;
  k_point at = s->at;
  at.f = f, at.J = J, at.B = 0, domain.hardening = hardening;
  k_jacobian_at(k, &at);
  k_count(&s->counts->evaluations, where);
  k_find_plateaus(k, &domain, &at, s->h);
  k_assign_in(where, s->domain.hardening, hardening, K_ND);
}

/* Lanes in which only rounding errors of the given stresses determine the
 * amount of flow. */
K_FN mask k_flows_freely(k_context *k, const k_newton *s, mask other) {
  /* Larger than rounding errors of a typical strain at yield */
  const k_number seen = 1e-6 * k_yield_strain();
  mask any = k_not(k_all_lanes());
  if (!K_PATH || !K_ND) return any;
  k_find_end_plateaus(k, s, other);
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    real flow = k_flow_strain(k, &s->at, s->h, s->at.y[K_NR + i], i);
    mask flat = k_not(s->domain.hardening[i] > k_flat());
    any = any | (flat & (flow > seen));
  }
  return any;
}
