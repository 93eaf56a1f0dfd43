/* continuation.h: the solution of a backward Euler step: Newton's method and,
 * if it fails, cutting planes at corners (domain/cuts.h) or continuation in the
 * step size (docs/theory.md, section 8.4). For an elastic domain, a step with
 * the part p of h retains the part 1 - p of the excess of the trial state. */
typedef struct {
  real part;    /* part of h to try */
  real reached; /* longest part solved so far, 0: none */
  real factor;  /* ratio of the next part to `reached` */
  real *start;  /* [ns] solution for `reached` */
  mask wanted;  /* lanes that are not solved yet */
  real search;  /* line search in use */
} k_continuation;

/* Steepness of the first part, below k_steepest, and ratio of successive
 * parts.  Both are smaller for an elastic domain, because no power law predicts
 * the step (k_power_law_step). */
K_FN k_number k_steep_part(const k_context *k) {
  return k_has_surfaces(k) ? 1.0 : 1e9;
}
K_FN k_number k_growth_of_parts(const k_context *k) {
  return k_has_surfaces(k) ? 10.0 : 1e6;
}

/* Sets the first part, from y0. */
K_FN void k_shorten(k_context *k, const k_newton *s, k_continuation *c) {
  /* for an elastic domain */
  const k_number shrunk = 0.1;
  K_UNROLL for (int i = 0; i < K_NS; i++) {
    c->start[i] = s->y0[i];
    s->at.y[i] = k_select(c->wanted, s->y0[i], s->at.y[i]);
  }
  k_linearize(k, s, c->wanted);
  real part = k_min(k_set(k_has_surfaces(k) ? shrunk : 1),
                    k_steep_part(k) / k_steepness(k, s));
  k_retain_excess(k, &s->domain, &s->at);
  part = k_select(part > 1e-30, part, k_set(1e-30));
  c->part = k_select(c->wanted, part, k_set(1));
}

/* Sets the next part, depending on whether the last one was `solved`. */
K_FN void k_lengthen(k_context *k, const k_newton *s, mask solved,
                     k_continuation *c) {
  c->reached = k_select(solved, c->part, c->reached);
  K_UNROLL for (int i = 0; i < K_NS; i++) {
    c->start[i] = k_select(solved, s->at.y[i], c->start[i]);
    s->at.y[i] = k_select(c->wanted, c->start[i], s->at.y[i]);
  }
  mask next = k_not(solved) & (c->search < 1.0 * k_any_finite);
  c->search = k_select(next, c->search + 1.0, k_first_search(k));
  c->factor = k_select(solved | next, c->factor, k_sqrt(c->factor));
  real longer = k_min(k_set(1), c->reached * c->factor);
  real part = k_select(c->reached > 0, longer, 1e-3 * c->part);
  part = k_select(next, c->part, part);
  c->part = k_select(c->wanted, part, k_set(1));
  c->wanted = c->wanted & (c->factor > 1.05);
}

/* Sets the first guess y0 + h f0 without multipliers; returns the sum of the
 * changes. */
K_FN real k_first_guess(k_context *k, const k_newton *s) {
  real moved = k_set(0);
  K_UNROLL for (int i = 0; i < K_NR; i++) {
    real change = s->h * s->at.f[i];
    moved = moved + k_abs(change);
    s->at.y[i] = s->y0[i] + change;
  }
  k_zero(s->at.y + K_NR, K_NS - K_NR);
  k_clear_domain(k, &s->domain);
  return moved;
}

/* Newton's method for the current part of the step. */
K_FN mask k_iterate_part(k_context *k, k_newton *s, real moved,
                         const k_continuation *c) {
  real h = s->h;
  s->h = c->part * h;
  s->domain.allowed = 1.0 - c->part;
  mask solved = k_iterate(k, s, moved, c->wanted, c->search);
  s->h = h;
  s->domain.allowed = k_set(0);
  return solved;
}

/* Derivatives of a solution, if requested, and quadratures. */
K_FN void k_finish_step(k_context *k, k_newton *s, const k_planes *planes) {
  mask cut = planes->cut;
  int turned = K_CUTTING && !K_FIRST_LAUNCH && k_any(cut);
  if (turned && K_NX > K_NS && !s->at.B) {
    k_rate_at(k, &s->at);
    k_keep_rates(k, s, cut);
  }
  if (s->at.B && (turned | !s->finished)) k_finish(k, s);
  if (s->at.B) k_reduce(k, s);
  if (s->at.B && turned) k_kink_curvature(k, s, planes);
  const real *rate = K_KEEPS_RATES(s) ? s->kept : s->at.f;
  K_UNROLL for (int i = K_NS; i < K_NX; i++)
    s->at.y[i] = k_fma(s->h, rate[i], s->y0[i]);
}

/* Solves for s->at.y, given the rate f0 at the start of the step in s->at.f;
 * then computes quadratures. True in lanes that converged; false in lanes
 * whose solution is hidden by rounding. */
K_FN mask k_newton_solve(k_context *k, k_newton *s, k_planes *planes) {
  /* Maximum number of parts: few if step-size control can shorten a failed
   * substep (step_control.h). */
  const int few = k_has_surfaces(k) ? 20 : 3;
  const int most = K_FAMILY == AM_FAMILY_DOUBLING ? few : 200;
  K_ARRAY(start, K_NS);
  K_ARRAY(kept, K_LANES > 1 ? K_NX : 0);
  mask good = k_not(k_all_lanes());
  k_continuation c = {.part = k_set(1), .reached = k_set(0),
                      .factor = k_set(k_growth_of_parts(k)), .start = start,
                      .wanted = k_all_lanes(), .search = k_first_search(k)};
  planes->cut = good;
  s->hidden = good;
  s->kept = kept;
  s->fresh = 1;
  k_keep_rates(k, s, k_all_lanes());
  real moved = k_first_guess(k, s);
  const int cuts =
      K_CUTTING ? 1 : 0; /* iterations before parts are shortened */

  for (int i = 0; i < most && k_any(c.wanted); i++) {
    mask solved = k_iterate_part(k, s, moved, &c);
    moved = k_set(0);
    good = good | (solved & (c.part == 1.0));
    c.wanted = c.wanted & k_not(good) &
               (s->counts->evaluations < k->budget);
    if (!k_any_or_postpone(k, c.wanted)) break;
    if (K_CUTTING && !i) {
      /* Beyond a maximum of the stress no evaluation finds a strain: the
       * substep must be shorter. */
      if (k_strain_follows(k) && K_FAMILY == AM_FAMILY_DOUBLING)
        c.wanted = c.wanted & k_not(s->at.loading->given->singular);
      good = good | k_cut_lanes(k, s, c.wanted, planes);
    }
    c.wanted = c.wanted & k_not(good | s->hidden);
    if (i > cuts)
      k_lengthen(k, s, solved, &c);
    else if (i == cuts)
      k_shorten(k, s, &c);
  }

  good = good & k_not(K_FREE_FLOW(k_flows_freely(k, s, planes->cut)));
  s->hidden = s->hidden | (k_steepness(k, s) > k_steepest());
  k_count(&s->counts->steep, s->hidden & k_not(good));
  k_finish_step(k, s, planes);
  return good;
}
