/* newton.h: Newton's method for a backward Euler step, F(y) = 0 of
 * line_search.h,
 *
 *     (I - h J) delta = -F,   y := y + delta,
 *
 * with a line search if the full step does not reduce the residual enough, and
 * its convergence criterion (docs/theory.md, sections 8.1 to 8.3). */

K_FN k_number k_newton_tolerance(const k_context *k) {
  return (k_number)k->solver->newton;
}

/* If the sum of the eigenvalues of -h J exceeds this, the identity in I - h J
 * is lost to rounding, and with it the dependence of the solution on the
 * previous step: a viscosity is too small to be resolved. */
K_FN k_number k_steepest(void) { return K_SINGLE ? 1e6 : 1e12; }

/* Squares of residuals, in units of their tolerance, above which they are no
 * rounding errors and do not predict the next residual.  The limit is higher
 * for a return to a surface, which begins close to the solution. */
K_FN k_number k_far_ratio(const k_context *k) {
  return K_RETURNS ? 1e20 : 1e12;
}

/* Line searches of an iteration, in the order in which they are tried: for a
 * flat slope; for a smaller residual; for any finite residual, because the
 * iteration around a kink may pass steep regions. */
enum { k_by_slope, k_by_residual, k_any_finite };

/* Slopes are discontinuous if the active set changes. */
K_FN real k_first_search(const k_context *k) {
  return k_set(k_has_surfaces(k) ? k_by_residual : k_by_slope);
}

/* State of the iteration. */
typedef struct {
  mask active, good;
  real search;         /* current line search: k_by_slope … */
  mask close;          /* last update was below its tolerance */
  mask stuck;          /* last iteration did not halve the residual … */
  mask stalled;        /* … or the smallest residual so far */
  mask near;           /* next residual is expected to be below its tolerance */
  mask rounding;       /* last residual was a rounding error … */
  real at_rounding;    /* number of such residuals */
  real ratio;          /* square of the last residual in units of its tolerance,
                          0: not comparable with the next one */
  real least;          /* smallest ratio so far */
  real contraction;    /* quotient of the last two ratios */
} k_convergence;

/* Square of |sigma(y + x) - sigma(y)| in units of its tolerance, `newton`
 * |sigma| but at least 1e-12 S, for newton_on: stress (end of section
 * "Stress-Driven Error Control" of the AutoMat paper). */
K_FN real k_ratio_in_stress(k_context *k, const k_newton *s, const real *x) {
  K_ARRAY(y, K_NX);
  K_ARRAY(sig, 6);
  K_ARRAY(sig1, 6);
  k_number floor = K_SINGLE ? 4.0 * K_EPSILON : 1e-12;
  real least = floor * K_STRESS_SCALE;
  K_UNROLL for (int i = 0; i < K_NX; i++)
    y[i] = i < K_NS ? s->at.y[i] : s->y0[i];
  k_stress(k, s->at.eps, y, sig);
  K_UNROLL for (int i = 0; i < K_NS; i++) y[i] = y[i] + x[i];
  k_stress(k, s->at.eps, y, sig1);
  K_UNROLL for (int i = 0; i < 6; i++) sig[i] = sig1[i] - sig[i];
  k_number newton = k_newton_tolerance(k);
  real size = k_max(newton * newton * k_square(sig1, 6), least * least);
  real ratio = k_square(sig, 6) / size;
  return ratio;
}

/* Square of the rounding error of a variable in single precision, equal to the
 * error of strains, because driving forces depend on differences of strains. */
K_FN real k_least_change(k_context *k, const k_newton *s) {
  k_number noise = 16.0 * K_EPSILON * K_EPSILON;
  return K_SINGLE ? noise * k_square(s->at.eps, 6) : k_set(0);
}

/* Square of the largest residual of a yield surface in units of its
 * tolerance. */
K_FN real k_domain_ratio(k_context *k, const k_newton *s, const real *F) {
  k_number newton = k_newton_tolerance(k);
  real worst = k_largest_excess(k, &s->domain, &s->at, s->h, F);
  return worst * (1 / (newton * newton));
}

/* Square of the largest |x_g| of a variable g in units of its tolerance,
 * `newton` times its size. The size of a variable is its value before or after
 * the update, whichever is larger. */
K_FN real k_ratio_in_state(k_context *k, const k_newton *s, const real *x,
                           int is_update) {
  real worst = k_set(0), least = k_least_change(k, s);
  k_number newton = k_newton_tolerance(k);
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_TABLES.solved[i];
    const real *y = s->at.y + g.offset, *own = x + g.offset;
    real size = k_variable_size(s, g), updated = k_set(0);
    K_UNROLL for (int j = 0; is_update && j < g.size; j++) {
      real moved = y[j] + own[j];
      updated = k_fma(moved, moved, updated);
    }
    if (is_update) size = k_max(size, updated);
    size = newton * newton * size;
    if (K_SINGLE) size = k_max(least, size);
    worst = k_max_nan(worst, k_over(k_square(own, g.size), size));
  }
  return worst;
}

/* The same for the quantities whose convergence is required, with yield
 * surfaces.  Under newton_on: stress that is the stress; a residual, of which
 * the stress may see nothing, must also be within ten times the tolerance of
 * the state. */
K_FN real k_ratio(k_context *k, const k_newton *s, const real *x,
                  int is_update) {
  real worst = is_update ? k_set(0) : k_domain_ratio(k, s, x);
  if (!K_NEWTON_ON_STRESS)
    return k_max_nan(worst, k_ratio_in_state(k, s, x, is_update));
  worst = k_max_nan(worst, k_ratio_in_stress(k, s, x));
  if (is_update) return worst;
  return k_max_nan(worst, 1e-2 * k_ratio_in_state(k, s, x, 0));
}

/* Magnitude of the sum of the eigenvalues of -h J, which are positive for a
 * convex potential. */
K_FN real k_steepness(k_context *k, const k_newton *s) {
  real trace = k_set(0);
  K_UNROLL for (int i = 0; i < K_NR; i++)
    trace = k_fnma(s->h, s->at.J[i * K_NS + i], trace);
  return k_abs(trace);
}

/* Relative changes of strains and state within rounding. */
K_FN k_number k_noise(void) { return 8.0 * K_EPSILON; }

/* Residual of the linear system (I - h J) delta = -F due to rounding, in the
 * variables with rates. */
K_FN void k_solver_noise(k_context *k, const k_newton *s, real *rest) {
  K_UNROLL for (int i = 0; i < K_NR; i++) {
    real flow = k_dot(s->at.J + i * K_NS, s->delta, K_NS);
    rest[i] = s->F[i] + k_fnma(s->h, flow, s->delta[i]);
  }
}

/* Change of the residual if strains and state change by a few units in the last
 * place, all with the same sign. */
K_FN void k_residual_noise(k_context *k, const k_newton *s, k_number sign,
                           real *F) {
  K_ARRAY(y, K_NX);
  K_ARRAY(f, K_NX);
  real eps[K_INPUT_ROOM];
  k_number noise = sign * k_noise();
  k_newton near = *s;
  k_point at = k_point_apart(k, &s->at, eps, y, f);
  k_assign(eps, s->at.eps, K_INPUTS);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    y[i] = s->at.y[i] * (i % 2 ? 1 - noise : 1 + noise);
  k_rate_by_noise(k, &at, noise);
  near.at = at, near.F = F;
  k_residual(k, &near);
  K_UNROLL for (int i = 0; i < K_NS; i++) F[i] = F[i] - s->F[i];
}

/* Lanes of `rounding` in which no residual of a variable exceeds its change by
 * rounding errors of one sign.  `solved`: delta is the direction from this
 * iterate. */
K_FN mask k_is_rounding(k_context *k, const k_newton *s, int solved,
                        k_number sign, mask rounding) {
  K_ARRAY(F, K_NS);
  K_ARRAY(rest, K_NR);
  k_residual_noise(k, s, sign, F);
  k_count(&s->counts->evaluations, rounding);
  if (solved) k_solver_noise(k, s, rest);
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_TABLES.solved[i];
    real noise = k_square(F + g.offset, g.size) +
                 k_noise() * k_noise() * k_variable_size(s, g);
    if (solved) noise = noise + 16.0 * k_square(rest + g.offset, g.size);
    rounding = rounding & (k_square(s->F + g.offset, g.size) <= noise);
  }
  K_UNROLL for (int i = K_NR; i < K_NS; i++)
    rounding = rounding & (k_abs(s->F[i]) <= k_abs(F[i]));
  return rounding;
}

/* Direction */

/* delta = -(I - h J)^-1 F; a complementarity problem if there are several
 * surfaces. */
K_FN void k_newton_direction(k_context *k, const k_newton *s, mask where) {
  k_assign(s->F0, s->F, K_NS);
  if (K_PROGRAM) {
    where = where & k_not(k_direction_of_surfaces(k, s, 0));
    if (k_any_or_postpone(k, where)) k_direction_of_guess(k, s, where);
    return;
  }
  k_factor_newton(k, s);
  K_UNROLL for (int i = 0; i < K_NS; i++) s->delta[i] = -s->F[i];
  k_solve_state(k, *s->lu, s->delta);
}

/* Line search */

/* Shortens or extends the last step if the full step did not reduce the
 * residual enough.  The residual after a multiple of an update is not used for
 * the contraction. */
K_FN real k_search_line(k_context *k, const k_newton *s, real ratio,
                        k_convergence *c) {
  mask rough = c->active & k_not(c->close | c->near | c->rounding);
  if (k_has_surfaces(k)) {
    k_choose_units(k, s);
    rough = rough & k_not(k_residual_size(k, s, s->F) <
                          k_growth(k) * k_residual_size(k, s, s->F0));
  } else {
    real flat = k_slope_ratio(k) * k_slope_ratio(k) * c->ratio;
    mask known = k_finite(flat) | k_where(K_FIRST_LAUNCH);
    rough = rough & k_not((ratio <= flat) & known);
  }
  if (!k_any_or_postpone(k, rough)) return ratio;
  mask fine = rough & (ratio < k_far_ratio(k));
  if (k_any(fine)) rough = rough & k_not(k_is_rounding(k, s, 0, 1.0, fine));
  if (!k_any(rough)) return ratio;
  if (!k_has_surfaces(k)) k_choose_units(k, s);
  mask fall =
      rough & ((c->search == 1.0 * k_by_residual) |
               ((c->search == 1.0 * k_any_finite) & k_not(k_finite(ratio))));
  if (k_any(fall)) k_backtrack(k, *s, fall);
  rough = rough & (c->search == 1.0 * k_by_slope);
  rough = k_search_by_slope(k, *s, rough);
  c->ratio = k_select(rough, k_set(0), c->ratio);
  return k_ratio(k, s, s->F, 0);
}

/* Restarts at y0 in lanes whose rate at the first guess y0 + h f0 is far from
 * f0, unless the residual is larger at y0.  Without surfaces a search from y0
 * (k_power_law_step) is shorter if the guess reduces the residual by less than
 * 30 and leaves more than two changes h f0, or if the rate there nearly
 * vanishes.  `moved`: sum of the changes from y0 to the guess. */
K_FN void k_check_guess(k_context *k, const k_newton *s, real moved) {
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->delta[i] = s->at.y[i] - s->y0[i];
  k_choose_units(k, s);
  real size = k_residual_size(k, s, s->F);
  real guessed = k_residual_size(k, s, s->delta);
  mask far = k_not(size <= 0.25 * guessed) & (moved > 0);
  if (!k_any_or_postpone(k, far)) return;
  K_ARRAY(y, K_NX);
  K_ARRAY(f, K_NX);
  real eps[K_INPUT_ROOM];
  k_point begin = s->at;
  k_assign(y, s->y0, K_NX);
  k_assign(eps, s->at.eps, K_INPUTS);
  begin.y = y, begin.f = f, begin.eps = eps, begin.response = 0;
  k_rate_at(k, &begin);
  k_count(&s->counts->evaluations, far);
  K_UNROLL for (int i = 0; i < K_NR; i++) s->F0[i] = s->h * f[i];
  real start = k_residual_size(k, s, s->F0);
  mask better = (size <= start) & (size <= 1e6 * guessed);
  if (!k_has_surfaces(k))
    better = better & ((size <= 1e-3 * start) | (size <= 4.0 * guessed)) &
             ((size <= 0.8 * guessed) | (size >= 1.25 * guessed));
  far = far & k_not(better);
  if (k_any(far)) {
    k_assign_in(far, s->at.y, s->y0, K_NS);
    k_linearize(k, s, far);
  }
}

/* Convergence */

/* True if rates of quadratures are stored lane by lane, and need not be
 * computed again after convergence. */
#define K_KEEPS_RATES(s) (K_LANES > 1 && K_NX > K_NS && !(s)->at.B)

/* Stores the rates of quadratures in lanes `where`. */
K_FN void k_keep_rates(k_context *k, const k_newton *s, mask where) {
  if (!K_KEEPS_RATES(s)) return;
  K_UNROLL for (int i = K_NS; i < K_NX; i++)
    s->kept[i] = k_select(where, s->at.f[i], s->kept[i]);
}

/* Upper bound of the next residual in units of its tolerance.  Convergence is
 * quadratic if each contraction is the square of the previous one, and is
 * otherwise taken as linear.  All quantities are squares. */
K_FN real k_next_ratio(k_context *k, const k_convergence *c, real ratio,
                       real contraction) {
  real before = c->contraction;
  mask falling = (contraction < 1e-6) & (ratio < k_far_ratio(k));
  mask quadratic = (before < 1e-2) & (contraction <= 16.0 * before * before);
  real linear = 1e4 * ratio * contraction;
  real square = 100.0 * ratio * contraction * contraction;
  return k_select(falling, k_select(quadratic, square, linear), ratio);
}

/* Marks lanes with a residual below its tolerance as converged. */
K_FN void k_judge_residual(k_context *k, real ratio, k_convergence *c) {
  mask settled = c->active & (ratio <= 1.0);
  c->good = c->good | settled;
  c->active = c->active & k_not(settled);
  if (!k_any(c->active)) return;
  real contraction = k_select(k_finite(c->ratio), ratio / c->ratio, k_set(1));
  c->near = k_next_ratio(k, c, ratio, contraction) <= 1.0;
  mask known = c->least > 0;
  c->stuck = k_not(ratio <= 0.25 * c->ratio) & (c->ratio > 0);
  c->stalled = c->stuck | (k_not(ratio <= 0.25 * c->least) & known);
  c->least = k_select(known, k_min(ratio, c->least), ratio);
  c->ratio = ratio;
  c->contraction = contraction;
}

/* Residuals of multipliers above this times their tolerance are negative
 * multipliers or excesses over a surface, and not a solution even if updates
 * are small. */
K_FN k_number k_violation(void) { return 1e2; }

K_FN mask k_is_violated(k_context *k, const k_newton *s) {
  return k_domain_ratio(k, s, s->F) > k_violation() * k_violation();
}

/* Lanes in which the last update changes the stress by a small part of its
 * size.  In a diverged iterate, such as 1e12 and -1e12 in two variables whose
 * effects on the stress cancel, rounding errors are as large as the residual
 * and do not indicate a solution. The stress at a given strain depends on a
 * single variable like `update`, the square of the last one in units of its
 * tolerance, and need not be computed, which costs registers. */
K_FN mask k_is_determined(k_context *k, const k_newton *s, real update) {
  const k_number part = K_SINGLE ? 1e-2 : 1e-6;
  k_number tolerances = part / k_newton_tolerance(k);
  if (tolerances < 1) tolerances = 1;
  if (k_strain_follows(k) || K_UNITS > 1)
    update = k_ratio_in_stress(k, s, s->delta);
  return update <= tolerances * tolerances;
}

/* Lanes of `where` whose residual is a rounding error.  A rate with a kink,
 * like pos(f), may change only by rounding of one sign: both signs are tried if
 * the whole variable may be a rounding error. */
K_FN mask k_is_at_rounding(k_context *k, const k_newton *s,
                           const k_convergence *c, mask where) {
  /* Square of a residual in units of its tolerance, above which the residual is
   * as large as the variable, which may then consist of rounding errors. */
  const k_number whole = 1e20;
  mask rounding = k_not(k_all_lanes());
  for (int i = 0; i < 2 && k_any(where); i++) {
    rounding = rounding | k_is_rounding(k, s, 1, i ? -1.0 : 1.0, where);
    where = where & k_not(rounding) & (c->ratio > whole) &
            k_not(k_is_violated(k, s));
  }
  return rounding;
}

/* Marks lanes as converged whose residual is a rounding error: two successive
 * updates below their tolerance did not reduce the residual, or it stayed
 * within rounding errors for several iterations.  If -h J is too steep,
 * rounding hides the solution. With newton_on: stress one small update suffices
 * if the residual decreases fast.  Otherwise lanes whose next residual is
 * expected to be small are not accepted because of a small update. */
K_FN void k_judge_update(k_context *k, k_newton *s, k_convergence *c) {
  /* Number of residuals within rounding after which the iteration ends; doubled
   * on the steep side of a kink, because the next iterate may be on the other
   * side. */
  const k_number enough = 8.0;
  mask judged = c->active & (k_not(c->near) | k_where(K_NEWTON_ON_STRESS));
  if (!k_any(judged)) {
    c->close = c->rounding = k_not(k_all_lanes());
    return;
  }
  real steepness = k_steepness(k, s);
  real update = k_ratio(k, s, s->delta, 1);
  mask small = update <= 1.0;
  mask rounding = judged & c->stalled;
  mask steep = steepness > k_steepest();
  if (k_any_or_postpone(k, rounding))
    rounding = k_is_at_rounding(k, s, c, rounding);
  c->rounding = rounding;
  c->at_rounding = c->at_rounding + k_select(rounding, k_set(1), k_set(0));
  mask kept = k_not(k_is_violated(k, s));
  mask still = judged & small & c->close & (rounding | (c->stuck & kept));
  if (K_NEWTON_ON_STRESS)
    still = still | (judged & small & (c->contraction <= 1e-2));
  real most = k_set(enough) * k_select(steep, k_set(2), k_set(1));
  mask long_enough = rounding & (c->at_rounding >= most);
  if (k_any_or_postpone(k, still | long_enough)) {
    mask determined = k_is_determined(k, s, update);
    still = still & determined;
    long_enough = long_enough & determined;
  }
  c->good = c->good | ((still | long_enough) & kept & k_not(steep));
  s->hidden = s->hidden | (still & steep);
  c->active = c->active & k_not(still | long_enough);
  c->close = small & judged;
}
