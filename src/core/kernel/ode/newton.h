/* newton.h: Newton's method for a backward Euler step, F(y) = 0 of
 * line_search.h,
 *
 *     (I - h J) delta = -F,   y := y + delta,
 *
 * with a line search where the full step does harm.
 *
 * When is it done?  F is the distance to the solution where rates are soft,
 * since -J of a generalized standard material is positive (theorem 1 of the
 * AutoMat paper), and more than that where they are steep.  So the iteration
 * ends where |F| of each variable is below `newton` |y|, and the excess over a
 * surface below `newton` times a strain (domain.h), or no more than rounding,
 * which is measured where F falls no further; with newton_on: stress, where
 * its effect on the stress is small.  A small update
 * alone does not end it: made on the steep side of a kink, it is small wherever
 * the solution on the other side is. */

#define K_NEWTON ((k_number)k->solver->newton)
#define K_NEWTON_ITERATIONS (k->solver->newton_iterations)

/* Where the sum of the eigenvalues of -h J is above this, the identity in
 * I - h J is lost to rounding, and with it what the solution owes to the step
 * before: a viscosity is too small to be seen. */
#define K_STEEP (K_SINGLE ? 1e6 : 1e12)

/* Squares of residuals in units of their tolerance above this are too large to
 * be rounding, or to tell the next one; that of a return to a surface begins
 * close to the solution. */
#define K_FAR_RATIO (K_RETURNS ? 1e20 : 1e12)

/* The line searches of an iteration, in the order in which they are tried: for
 * a flat slope; for a smaller residual; for nothing but what is finite, since
 * the way around a kink may lead over steep sides. */
#define K_BY_SLOPE 0.0
#define K_BY_RESIDUAL 1.0
#define K_FREE 2.0

/* Active sets that change bend slopes. */
#define K_FIRST_SEARCH (K_NS > K_NR ? K_BY_RESIDUAL : K_BY_SLOPE)

/* What the iteration knows of its lanes. */
typedef struct {
  mask active, good;
  real search;         /* the line search: K_BY_SLOPE … */
  mask close;          /* the last update was below its tolerance */
  mask stuck;          /* the residual is not smaller than the last one … */
  mask stalled;        /* … or than the least one so far */
  mask near;           /* the next residual will be below its tolerance */
  mask rounding;       /* the last residual was no more than rounding … */
  real at_rounding;    /* … as were so many */
  real ratio;          /* the last residual in units of its tolerance, 0: not
                          comparable with the next one … */
  real least;          /* the least residual so far in these units */
  real contraction;    /* … over the one before, both squared */
} k_convergence;

/* The square of |sigma(y + x) - sigma(y)| in units of its tolerance, which is
 * `newton` |sigma|, but not below 1e-12 S: newton_on: stress (section
 * "Stress-Driven Error Control" of the AutoMat paper, its end). */
K_FN real k_ratio_in_stress(k_context *k, const k_newton *s, const real *x) {
  K_ENTER;
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
  real size = k_max(K_NEWTON * K_NEWTON * k_square(sig1, 6), least * least);
  real ratio = k_square(sig, 6) / size;
  K_LEAVE;
  return ratio;
}

/* Square of the rounding error of a variable in single precision, as large as
 * that of strains: forces are differences of strains. */
K_FN real k_least_change(k_context *k, const k_newton *s) {
  (void)k;
  k_number noise = 16.0 * K_EPSILON * K_EPSILON;
  return K_SINGLE ? noise * k_square(s->at.eps, 6) : k_set(0);
}

/* The square of the largest residual of a surface in units of its tolerance. */
K_FN real k_domain_ratio(k_context *k, const k_newton *s, const real *F) {
  real worst = k_set(0);
  K_UNROLL for (int i = 0; i < K_NS - K_NR; i++)
    worst = k_larger(worst, k_square_excess(k, &s->domain, &s->at, s->h, F, i));
  return worst * (1 / (K_NEWTON * K_NEWTON));
}

/* The square of the largest |x_g| of a variable in units of its tolerance,
 * `newton` times its size; of an update x that leads to another size, by that
 * if it is larger.  Or that of the stress, where it is to converge. */
K_FN real k_ratio(k_context *k, const k_newton *s, const real *x,
                  int is_update) {
  real worst = is_update ? k_set(0) : k_domain_ratio(k, s, x);
  real least = k_least_change(k, s);
  if (K_NEWTON_ON_STRESS)
    return k_larger(worst, k_ratio_in_stress(k, s, x));
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_SOLVED_GROUP(i);
    const real *y = s->at.y + g.offset, *own = x + g.offset;
    real size = k_variable_size(s, g), updated = k_set(0);
    K_UNROLL for (int j = 0; is_update && j < g.size; j++) {
      real moved = y[j] + own[j];
      updated = k_fma(moved, moved, updated);
    }
    if (is_update) size = k_max(size, updated);
    size = K_NEWTON * K_NEWTON * size;
    if (K_SINGLE) size = k_max(least, size);
    worst = k_larger(worst, k_over(k_square(own, g.size), size));
  }
  return worst;
}

/* -h J has the eigenvalues of a positive matrix, whose sum this is. */
K_FN real k_steepness(k_context *k, const k_newton *s) {
  real trace = k_set(0);
  K_UNROLL for (int i = 0; i < K_NR; i++)
    trace = k_fnma(s->h, s->at.J[i * K_NS + i], trace);
  return k_abs(trace);
}

/* Relative changes of strains and state that are rounding. */
#define K_NOISE (8.0 * K_EPSILON)

/* The residual of the linear equation (I - h J) delta = -F, by rounding, in the
 * variables with rates. */
K_FN void k_solver_noise(k_context *k, const k_newton *s, real *rest) {
  K_UNROLL for (int i = 0; i < K_NR; i++) {
    real flow = k_dot(s->at.J + i * K_NS, s->delta, K_NS);
    rest[i] = s->F[i] + k_fnma(s->h, flow, s->delta[i]);
  }
}

/* Change of the residual where strains and state change by a few units in their
 * last place, with this sign. */
K_FN void k_residual_noise(k_context *k, const k_newton *s, k_number sign,
                           real *F) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(f, K_NX);
  real eps[K_INPUT_ROOM];
  k_number noise = sign * K_NOISE;
  k_newton near = *s;
  k_point at = k_point_apart(k, &s->at, eps, y, f);
  K_UNROLL for (int i = 0; i < K_INPUTS; i++) eps[i] = s->at.eps[i];
  K_UNROLL for (int i = 0; i < K_NX; i++)
    y[i] = s->at.y[i] * (i % 2 ? 1 - noise : 1 + noise);
  k_rate_by_noise(k, &at, noise);
  near.at = at, near.F = F;
  k_residual(k, &near);
  K_UNROLL for (int i = 0; i < K_NS; i++) F[i] = F[i] - s->F[i];
  K_LEAVE;
}

/* Lanes of `rounding` where no variable has a larger residual than rounding of
 * one sign makes; `solved`: delta is the direction from there. */
K_FN mask k_is_rounding(k_context *k, const k_newton *s, int solved,
                          k_number sign, mask rounding) {
  K_ENTER;
  K_ARRAY(F, K_NS);
  K_ARRAY(rest, K_NR);
  k_residual_noise(k, s, sign, F);
  k_count(&s->counts->evaluations, rounding);
  if (solved) k_solver_noise(k, s, rest);
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_SOLVED_GROUP(i);
    real noise = k_square(F + g.offset, g.size) +
                 K_NOISE * K_NOISE * k_variable_size(s, g);
    if (solved) noise = noise + 16.0 * k_square(rest + g.offset, g.size);
    rounding = rounding & (k_square(s->F + g.offset, g.size) <= noise);
  }
  K_UNROLL for (int i = K_NR; i < K_NS; i++)
    rounding = rounding & (k_abs(s->F[i]) <= k_abs(F[i]));
  K_LEAVE;
  return rounding;
}

/* Direction */

/* delta = -(I - h J)^-1 F; by complementarity where there are several
 * surfaces. */
K_FN void k_newton_direction(k_context *k, const k_newton *s, mask where) {
  K_UNROLL for (int i = 0; i < K_NS; i++) s->F0[i] = s->F[i];
  if (K_PROGRAM) {
    where = where & k_not(k_direction_of_surfaces(k, s));
    if (k_rarely(k, where)) k_direction_of_guess(k, s, where);
    return;
  }
  k_factor_newton(k, s);
  K_UNROLL for (int i = 0; i < K_NS; i++) s->delta[i] = -s->F[i];
  k_solve(k, s->lu, s->delta);
}

/* Line search */

/* Goes back, or on, along the last direction where the full step left too much
 * of the residual.  An update of which another multiple was taken says nothing
 * of the contraction. */
K_FN real k_search_line(k_context *k, const k_newton *s, k_number flat,
                        real ratio, k_convergence *c) {
  mask rough = c->active & k_not(c->close | c->near | c->rounding);
  if (K_NS > K_NR) {
    k_choose_units(k, s);
    rough = rough & k_not(k_residual_size(k, s, s->F) <
                          K_GROWTH * k_residual_size(k, s, s->F0));
  } else {
    rough = rough & k_not(ratio <= flat * flat * c->ratio);
  }
  if (!k_rarely(k, rough)) return ratio;
  mask fine = rough & (ratio < K_FAR_RATIO);
  if (k_any(fine)) rough = rough & k_not(k_is_rounding(k, s, 0, 1.0, fine));
  if (!k_any(rough)) return ratio;
  if (K_NS == K_NR) k_choose_units(k, s);
  mask fall = rough & ((c->search == K_BY_RESIDUAL) |
                       ((c->search == K_FREE) & k_not(k_finite(ratio))));
  if (k_any(fall)) k_backtrack(k, s, fall);
  rough = rough & (c->search == K_BY_SLOPE);
  rough = k_flatten(k, s, flat, rough);
  c->ratio = k_select(rough, k_set(0), c->ratio);
  return k_ratio(k, s, s->F, 0);
}

/* Lanes whose rate at the first guess y0 + h f0, to which they moved by
 * `moved`, is far from f0 begin at y0, unless the residual is larger there. */
K_FN void k_check_guess(k_context *k, const k_newton *s, real moved) {
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->delta[i] = s->at.y[i] - s->y0[i];
  k_choose_units(k, s);
  real size = k_residual_size(k, s, s->F);
  real guessed = k_residual_size(k, s, s->delta);
  mask far = k_not(size <= 0.25 * guessed) & (moved > 0);
  if (!k_rarely(k, far)) return;
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(f, K_NX);
  real eps[K_INPUT_ROOM];
  k_point begin = s->at;
  K_UNROLL for (int i = 0; i < K_NX; i++) y[i] = s->y0[i];
  K_UNROLL for (int i = 0; i < K_INPUTS; i++) eps[i] = s->at.eps[i];
  begin.y = y, begin.f = f, begin.eps = eps, begin.response = 0;
  k_rate_at(k, &begin);
  k_count(&s->counts->evaluations, far);
  K_UNROLL for (int i = 0; i < K_NR; i++) s->F0[i] = s->h * f[i];
  real start = k_residual_size(k, s, s->F0);
  far = far & k_not((size <= start) & (size <= 1e6 * guessed));
  if (k_any(far)) {
    K_UNROLL for (int i = 0; i < K_NS; i++)
      s->at.y[i] = k_select(far, s->y0[i], s->at.y[i]);
    k_linearize(k, s, far);
  }
  K_LEAVE;
}

/* Judgement */

/* Rates of quadratures, which a solution has but one of. */
#define K_KEEPS_RATES(s) (K_LANES > 1 && K_NX > K_NS && !(s)->at.B)

/* Keeps them in the lanes of `where`. */
K_FN void k_keep_rates(k_context *k, const k_newton *s, mask where) {
  if (!K_KEEPS_RATES(s)) return;
  K_UNROLL for (int i = K_NS; i < K_NX; i++)
    s->kept[i] = k_select(where, s->at.f[i], s->kept[i]);
}

/* The next residual, at most, in units of its tolerance: contractions that
 * square are those of quadratic convergence, others are taken as linear. All
 * are squared. */
K_FN real k_next_ratio(k_context *k, const k_convergence *c, real ratio,
                       real contraction) {
  (void)k;
  real before = c->contraction;
  mask falling = (contraction < 1e-6) & (ratio < K_FAR_RATIO);
  mask quadratic = (before < 1e-2) & (contraction <= 16.0 * before * before);
  real linear = 1e4 * ratio * contraction;
  real square = 100.0 * ratio * contraction * contraction;
  return k_select(falling, k_select(quadratic, square, linear), ratio);
}

/* Lanes whose residual is below its tolerance are done. */
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
 * multipliers or excesses: no solution, however small updates are. */
#define K_VIOLATION 1e2

K_FN mask k_is_violated(k_context *k, const k_newton *s) {
  return k_domain_ratio(k, s, s->F) > K_VIOLATION * K_VIOLATION;
}

/* Lanes of `where` whose residual is rounding.  A rate that begins at a kink,
 * like pos(f), changes by rounding of one sign only: both are tried where the
 * whole variable may be rounding. */
K_FN mask k_is_at_rounding(k_context *k, const k_newton *s,
                           const k_convergence *c, mask where) {
  /* Squares of residuals above this in units of their tolerance are no
   * smaller than the variable, which may be made of rounding itself. */
  const k_number whole = 1e20;
  mask rounding = k_not(k_all_lanes());
  for (int i = 0; i < 2 && k_any(where); i++) {
    rounding = rounding | k_is_rounding(k, s, 1, i ? -1.0 : 1.0, where);
    where = where & k_not(rounding) & (c->ratio > whole) &
            k_not(k_is_violated(k, s));
  }
  return rounding;
}

/* So are those whose residual is rounding: two updates in a row that are below
 * their tolerance left it, or it was no more than that for a while.  Where
 * rounding is too much it hides the solution.  Where the stress is to converge
 * one such update is enough while the residual falls fast; elsewhere an update
 * says nothing more in lanes whose next residual will be small. */
K_FN void k_judge_update(k_context *k, k_newton *s, k_convergence *c) {
  /* So many residuals that are no more than rounding are the end; twice as
   * many on the steep side of a kink, since the next iterate may be on the
   * other. */
  const k_number enough = 8.0;
  mask judged = c->active & (k_not(c->near) | k_where(K_NEWTON_ON_STRESS));
  if (!k_any(judged)) {
    c->close = c->rounding = k_not(k_all_lanes());
    return;
  }
  real steepness = k_steepness(k, s);
  mask small = k_ratio(k, s, s->delta, 1) <= 1.0;
  mask rounding = judged & c->stalled;
  mask steep = steepness > K_STEEP;
  if (k_rarely(k, rounding)) rounding = k_is_at_rounding(k, s, c, rounding);
  c->rounding = rounding;
  c->at_rounding = c->at_rounding + k_select(rounding, k_set(1), k_set(0));
  mask kept = k_not(k_is_violated(k, s));
  mask still = judged & small & c->close & (rounding | (c->stuck & kept));
  if (K_NEWTON_ON_STRESS)
    still = still | (judged & small & (c->contraction <= 1e-2));
  real most = k_set(enough) * k_select(steep, k_set(2), k_set(1));
  mask long_enough = judged & (c->at_rounding >= most);
  c->good = c->good | ((still | long_enough) & kept & k_not(steep));
  s->hidden = s->hidden | (still & steep);
  c->active = c->active & k_not(still | long_enough);
  c->close = small & judged;
}
