/* return.h: the first iteration of a backward Euler step of a law that rests
 * inside of its elastic domain, from the trial state y = y0.
 *
 * There no rate depends on the state but by its multiplier: I - h J consists of
 * the identity, of flow directions, and of the gradients of the surfaces.  What
 * is left of it are the multipliers (Simo and Hughes 1998, section 5.2),
 *
 *     lambda_k >= 0,   f_k - h sum_l g_kl lambda_l <= 0,   not both unequal 0,
 *
 * with g_kl = -df_k/dy dy'/dlambda_l: a linear complementarity problem.  Sweeps
 * of Gauss and Seidel, projected, solve it for one surface at once, and lead
 * near to the solution for several (Cottle, Pang and Stone 1992, section 5.2).
 */

#define K_SWEEPS (K_ND > 1 ? 12 : 1)

/* g_kl. */
K_FN void k_couplings(k_context *k, const k_newton *s, real *g) {
  (void)k;
  K_UNROLL for (int i = 0; i < K_ND; i++)
    K_UNROLL for (int j = 0; j < K_ND; j++) {
      real sum = k_set(0);
      K_UNROLL for (int m = 0; m < K_NR; m++)
        sum = k_fnma(s->at.J[(K_NR + i) * K_NS + m],
                     s->at.J[m * K_NS + K_NR + j], sum);
      g[i * K_ND + j] = sum;
    }
}

/* lambda [nd] */
K_FN void k_sweep(k_context *k, const k_newton *s, real *lambda) {
  K_ENTER;
  K_ARRAY(g, K_ND > 1 ? K_ND * K_ND : 0);
  const k_domain *d = &s->domain;
  if (K_ND > 1) k_couplings(k, s, g);
  K_UNROLL for (int i = 0; i < K_ND; i++) lambda[i] = k_set(0);
  for (int n = 0; n < K_SWEEPS; n++)
    K_UNROLL for (int i = 0; i < K_ND; i++) {
      real left = k_excess(k, d, &s->at, i);
      K_UNROLL for (int j = 0; j < K_ND; j++)
        if (j != i) left = k_fnma(s->h * g[i * K_ND + j], lambda[j], left);
      real scale = k_select(s->h > 0, 1.0 / (d->modulus[i] * s->h), k_set(0));
      lambda[i] = k_select(left > 0, left * scale, k_set(0));
    }
  K_LEAVE;
}

/* F, as far as it is not 0 by the choice of y, and its size. */
K_FN void k_judge_trial(k_context *k, k_newton *s, k_convergence *c) {
  k_residual(k, s);
  c->size = k_residual_size(k, s, s->F);
  c->ratio = k_domain_ratio(k, s->h, s->F, K_NEWTON, c->least);
  real rates = k_set(0);
  K_UNROLL for (int i = 0; i < K_NR; i++) rates = rates + k_abs(s->F[i]);
  c->good = c->active & (c->ratio <= 1.0) & (rates == 0);
  c->active = c->active & k_not(c->good);
  k_keep_rates(k, s, c->good);
}

/* Lanes that are not done move to where the multipliers lead.  The residual
 * there is expected to be the square of how far that is. */
K_FN void k_return(k_context *k, k_newton *s, k_convergence *c) {
  k_jacobian_at(k, &s->at);
  k_count(&s->counts->evaluations, c->active);
  k_domain_moduli(k, &s->domain, &s->at, s->h);
  k_judge_trial(k, s, c);
  real *lambda = s->delta + K_NR;
  k_sweep(k, s, lambda);
  K_UNROLL for (int i = 0; i < K_NR; i++) {
    s->delta[i] = -s->F[i];
    K_UNROLL for (int j = 0; j < K_ND; j++)
      s->delta[i] = k_fma(s->h * lambda[j], s->at.J[i * K_NS + K_NR + j],
                          s->delta[i]);
  }
  K_UNROLL for (int i = 0; i < K_NS; i++) {
    s->F0[i] = s->F[i];
    s->at.y[i] = s->at.y[i] + k_select(c->active, s->delta[i], k_set(0));
  }
  k_count(&s->counts->iterations, c->active);
  c->contraction = k_set(1e-3);
}
