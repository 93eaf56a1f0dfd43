/* return.h: the first iteration of a backward Euler step of a law at rest
 * inside its elastic domain, from the trial state y = y0 (docs/theory.md,
 * section 9.3). */

/* Computes the entries of F that do not vanish at y0, and marks lanes with an
 * elastic trial state as converged. */
K_FN void k_judge_trial(k_context *k, k_newton *s, k_convergence *c) {
  k_residual(k, s);
  c->ratio = k_domain_ratio(k, s, s->F);
  real rates = k_set(0);
  K_UNROLL for (int i = 0; i < K_NR; i++) rates = rates + k_abs(s->F[i]);
  c->good = c->active & (c->ratio <= 1.0) & (rates == 0);
  c->active = c->active & k_not(c->good);
  k_keep_rates(k, s, c->good);
}

/* Computes delta for a single surface. */
K_FN void k_return_to_surface(k_context *k, const k_newton *s) {
  real left = k_excess(k, &s->domain, &s->at, 0);
  real scale =
      k_select(s->h > 0, 1.0 / (s->domain.modulus[0] * s->h), k_set(0));
  real lambda = k_select(left > 0, left * scale, k_set(0));
  K_UNROLL for (int i = 0; i < K_NR; i++)
    s->delta[i] =
        k_fma(s->h * lambda, s->at.J[i * K_NS + K_NR], -s->F[i]);
  s->delta[K_NR] = lambda;
}

/* First iteration: moves the other lanes along the flow of the multipliers.
 * The preset contraction allows the next one to count as quadratic convergence
 * (k_next_ratio). */
K_FN void k_return(k_context *k, k_newton *s, k_convergence *c) {
  k_jacobian_at(k, &s->at);
  k_count(&s->counts->evaluations, c->active);
  if (s->trial) k_assign(s->trial, s->at.f + K_NR, K_ND);
  k_domain_moduli(k, &s->domain, &s->at, s->h);
  k_judge_trial(k, s, c);
  if (K_PROGRAM)
    k_newton_direction(k, s, c->active);
  else
    k_return_to_surface(k, s);
  K_UNROLL for (int i = 0; i < K_NS; i++) {
    s->F0[i] = s->F[i];
    s->at.y[i] = s->at.y[i] + k_select(c->active, s->delta[i], k_set(0));
  }
  k_count(&s->counts->iterations, c->active);
  c->contraction = k_set(1e-3);
}
