/* free_flow.h: detects plastic flow without hardening whose amount the given
 * stresses do not determine. */

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
