/* iteration.h: Newton's method for a backward Euler step, from a first guess
 * until the convergence criterion of newton.h is met. */

/* Computes the residual at y after the last expected update, with all
 * derivatives that a tangent needs. */
K_FN void k_finish(k_context *k, const k_newton *s) {
  if (s->at.B) {
    k_gradient_at(k, &s->at);
    k_domain_equations(k, &s->domain, &s->at, s->h);
  } else {
    k_rate_at(k, &s->at);
  }
  k_residual(k, s);
}

/* Maximum number of iterations: smaller at a corner of the domain, before cuts
 * are tried (domain/cuts.h). */
K_FN int k_most_iterations(k_context *k, const k_newton *s) {
  const int all = k->solver->newton_iterations, before_cuts = 15;
  return K_CUTTING && s->fresh && all > before_cuts ? before_cuts : all;
}

/* Newton's method from y in lanes `wanted`; y is a first guess if `moved` > 0.
 * True in lanes that converged; false if the caller asked to stop. f, J and B
 * belong to the final y of each lane, also if other lanes continue. Rates of
 * quadratures come from k_finish in lanes that were near their solution
 * (`needs_rates`), and from the last k_linearize in the others, so that they do
 * not depend on the other lanes. */
K_FN mask k_iterate(k_context *k, k_newton *s, real moved, mask wanted,
                    real search) {
  mask none = k_not(k_all_lanes());
  k_convergence c = {.active = wanted, .good = none, .search = search,
                     .close = none, .stuck = none, .stalled = none,
                     .near = none, .rounding = none, .at_rounding = k_set(0),
                     .ratio = k_set(0), .least = k_set(0),
                     .contraction = k_set(1)};
  mask needs_rates = none;
  int last = 0, n = 0;
  const int most = k_most_iterations(k, s);
  if (K_RETURNS && s->fresh) k_return(k, s, &c), n = 1;
  s->fresh = 0;
  k_zero(s->unit, K_UNITS);
  for (; n < most && k_any(c.active) && !k_is_stopped(k, n + 1); n++) {
    c.active = c.active & (s->counts->evaluations < k->budget);
    mask before = c.good, near = c.near;
    last = !k_any(c.active & k_not(c.near));
    if (last) {
      k_finish(k, s);
      k_count(&s->counts->evaluations, c.active);
    } else {
      k_linearize(k, s, c.active);
    }
    if (!n) {
      k_check_guess(k, s, moved);
      k_zero(s->unit, K_UNITS);
    }
    real ratio = k_ratio(k, s, s->F, 0);
    if (n && !last) ratio = k_search_line(k, s, ratio, &c);
    if (k_is_deferred(k)) break;

    k_judge_residual(k, ratio, &c);
    mask wild = c.active & k_not(k_finite(ratio));
    if (K_NEWTON_ON_STRESS || k_any(wild))
      c.active = c.active & k_is_finite(k, s->F);
    needs_rates =
        needs_rates | (c.good & k_not(before) & near & k_where(!last));
    k_keep_rates(k, s, c.good & k_not(before));
    before = c.good;
    if (!k_any(c.active)) break;
    if (last && !s->at.B && k_any_or_postpone(k, c.active))
      k_linearize(k, s, c.active);

    k_newton_direction(k, s, c.active);
    k_count(&s->counts->iterations, c.active);
    k_judge_update(k, s, &c);
    k_keep_rates(k, s, c.good & k_not(before));
    K_UNROLL for (int i = 0; i < K_NS; i++)
      s->at.y[i] = s->at.y[i] + k_select(c.active, s->delta[i], k_set(0));
  }
  s->finished = last;
  if (K_KEEPS_RATES(s) && k_any(needs_rates)) {
    if (!last) k_finish(k, s);
    k_keep_rates(k, s, needs_rates);
  }
  return c.good;
}
