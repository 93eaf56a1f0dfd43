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
 * ends where |F| of each variable is below `newton` |y|, or no more than what
 * rounding makes of it, by the Jacobian of where it stands; with newton_on:
 * stress, where what it makes of the stress is.  A small update
 * alone does not end it: made on the steep side of a kink, it is small wherever
 * the solution on the other side is. */

#define K_NEWTON ((k_number)k->solver->newton)
#define K_NEWTON_ITERATIONS (k->solver->newton_iterations)

/* Where the sum of the eigenvalues of -h J is above this, the identity in
 * I - h J is lost to rounding, and with it what the solution owes to the step
 * before: a viscosity is too small to be seen. */
#define K_STEEP (K_SINGLE ? 1e6 : 1e12)

/* So many residuals in a row that are no more than rounding are the end. */
#define K_AT_ROUNDING 8.0

/* The line searches of an iteration, in the order in which they are tried: for
 * a flat slope; for a smaller residual; for nothing but what is finite, since
 * the way around a kink may lead over steep sides. */
#define K_BY_SLOPE 0.0
#define K_BY_RESIDUAL 1.0
#define K_FREE 2.0

/* Active sets that change bend slopes. */
#define K_FIRST_SEARCH (K_ND ? K_BY_RESIDUAL : K_BY_SLOPE)

/* What the iteration knows of its lanes. */
typedef struct {
  mask active, good;
  real search;         /* the line search: K_BY_SLOPE … */
  real least;          /* square of a change that is negligible */
  mask close;          /* the last update was below its tolerance */
  mask stuck;          /* the residual fell no further */
  mask near;           /* the next residual will be below its tolerance */
  real at_rounding;    /* residuals in a row that were no more than rounding */
  real size;           /* the last residual */
  real ratio;          /* the last residual in units of its tolerance … */
  real contraction;    /* … over the one before, both squared */
} k_convergence;

/* The square of a negligible change: 1e-15 in these strain-like variables, in
 * single precision what rounding makes of forces, which are differences of
 * strains. */
K_FN real k_least_change(const real *eps) {
  real least = k_set(1e-30);
  k_number noise = 16.0 * K_EPSILON * K_EPSILON;
  return K_SINGLE ? k_max(noise * k_dot(eps, eps, 6), least) : least;
}

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

/* The square of the largest |x_g| of a variable in units of its tolerance, which
 * is `newton` |y_g|, but not below `least`; of an update x the larger of where
 * it comes from and where it leads to, since it may come from zero.  Or that of
 * the stress, where it is to converge. */
K_FN real k_ratio(k_context *k, const k_newton *s, const real *x,
                  int is_update, real least) {
  real worst = k_set(0);
  if (!is_update)
    worst = k_domain_ratio(k, s->h, x, K_NEWTON, least);
  if (K_NEWTON_ON_STRESS)
    return k_larger(worst, k_ratio_in_stress(k, s, x));
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_SOLVED_GROUP(i);
    const real *y = s->at.y + g.offset, *own = x + g.offset;
    real size = k_square(y, g.size), updated = k_set(0);
    K_UNROLL for (int j = 0; is_update && j < g.size; j++) {
      real moved = y[j] + own[j];
      updated = k_fma(moved, moved, updated);
    }
    if (is_update) size = k_max(size, updated);
    real ratio = k_square(own, g.size) /
                 k_max(K_NEWTON * K_NEWTON * size, least);
    worst = k_larger(worst, ratio);
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

/* What rounding makes of the residual, whose strains and state are rounded:
 * at most, in the sum over its entries. */
K_FN real k_noise(k_context *k, const k_newton *s, real steepness) {
  real sum = k_set(0);
  K_UNROLL for (int i = 0; i < K_NR; i++) sum = sum + k_abs(s->at.y[i]);
  K_UNROLL for (int i = 0; i < 6; i++) sum = sum + k_abs(s->at.eps[i]);
  return 4.0 * K_EPSILON * (1.0 + steepness) * sum;
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
K_FN void k_search_line(k_context *k, const k_newton *s, k_number flat,
                        k_convergence *c) {
  real size = k_residual_size(k, s, s->F);
  mask rough = c->active & k_not(c->close | c->near) &
               k_not(size <= flat * c->size);
  if (!k_any(rough)) return;
  rough = rough & k_not(size <= k_noise(k, s, k_steepness(k, s)));
  if (!k_rarely(k, rough)) return;
  mask fall = rough & ((c->search == K_BY_RESIDUAL) |
                       ((c->search == K_FREE) & k_not(k_finite(size))));
  if (k_any(fall)) k_backtrack(k, s, fall);
  rough = rough & (c->search == K_BY_SLOPE);
  rough = k_flatten(k, s, flat, rough);
  c->ratio = k_select(rough, k_set(0), c->ratio);
}

/* Lanes whose rate at the first guess y0 + h f0, to which they moved by
 * `moved`, is far from f0 begin at y0, unless the residual is larger there. */
K_FN void k_check_guess(k_context *k, const k_newton *s, real moved) {
  real size = k_residual_size(k, s, s->F);
  mask far = k_not(size <= 0.5 * moved) & (moved > 0);
  if (!k_rarely(k, far)) return;
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(f, K_NX);
  real start = k_set(0), eps[K_INPUT_ROOM];
  k_point begin = s->at;
  K_UNROLL for (int i = 0; i < K_NX; i++) y[i] = s->y0[i];
  K_UNROLL for (int i = 0; i < K_INPUTS; i++) eps[i] = s->at.eps[i];
  begin.y = y, begin.f = f, begin.eps = eps, begin.P = 0;
  k_rate_at(k, &begin);
  k_count(&s->counts->evaluations, far);
  K_UNROLL for (int i = 0; i < K_NR; i++)
    start = start + k_abs(s->h * f[i]);
  far = far & k_not((size <= start) & (size <= 1e3 * moved));
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

/* A residual above this is too far off to tell; that of a return to a surface
 * begins close to it. */
#define K_FAR_RATIO (K_RETURNS ? 1e20 : 1e12)

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
K_FN void k_judge_residual(k_context *k, const k_newton *s,
                           k_convergence *c) {
  real size = k_residual_size(k, s, s->F);
  real ratio = k_ratio(k, s, s->F, 0, c->least);
  mask settled = c->active & (ratio <= 1.0);
  c->good = c->good | settled;
  c->active = c->active & k_not(settled);
  if (!k_any(c->active)) return;
  real contraction = ratio / c->ratio;
  c->near = k_next_ratio(k, c, ratio, contraction) <= 1.0;
  c->stuck = k_not(size <= 0.5 * c->size);
  c->size = size;
  c->ratio = ratio;
  c->contraction = contraction;
}

/* Residuals of multipliers above this times rounding are negative multipliers
 * or excesses: no solution, however small updates are. */
#define K_VIOLATION 1e4

K_FN mask k_is_violated(k_context *k, const k_newton *s, real steepness) {
  real sum = k_set(0);
  K_UNROLL for (int i = K_NR; i < K_NS; i++) sum = sum + k_abs(s->F[i]);
  return s->h * sum > K_VIOLATION * k_noise(k, s, steepness);
}

/* So are those whose residual is rounding: two updates in a row that are below
 * their tolerance left it, or it was no more than that for a while.  Where
 * rounding is too much it hides the solution.  Where the stress is to converge
 * one such update is enough while the residual falls fast; elsewhere an update
 * says nothing more in lanes whose next residual will be small. */
K_FN void k_judge_update(k_context *k, k_newton *s, k_convergence *c) {
  mask judged = c->active & (k_not(c->near) | k_where(K_NEWTON_ON_STRESS));
  if (!k_any(judged)) {
    c->close = k_not(k_all_lanes());
    c->at_rounding = k_set(0);
    return;
  }
  real steepness = k_steepness(k, s);
  mask small = k_ratio(k, s, s->delta, 1, c->least) <= 1.0;
  mask rounding = c->size <= k_noise(k, s, steepness);
  mask steep = steepness > K_STEEP;
  c->at_rounding = k_select(rounding & judged, c->at_rounding + 1.0, k_set(0));
  mask stuck = c->stuck & k_not(k_is_violated(k, s, steepness));
  mask still = judged & small & c->close & (rounding | stuck);
  if (K_NEWTON_ON_STRESS)
    still = still | (judged & small & (c->contraction <= 1e-2));
  mask long_enough = judged & (c->at_rounding >= K_AT_ROUNDING);
  c->good = c->good | ((still | long_enough) & k_not(steep));
  s->hidden = s->hidden | (still & steep);
  c->active = c->active & k_not(still | long_enough);
  c->close = small & judged;
}
