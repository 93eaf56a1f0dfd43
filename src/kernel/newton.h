/* newton.h: Newton's method for a backward Euler step, (I - h J) delta = -F,
 * y := y + delta, with the searches of line_search.h where the full step does
 * harm.
 *
 * When is it done?  F is the distance to the solution where rates are soft,
 * since -J of a generalized standard material is positive (theorem 1 of the
 * AutoMat paper), and more than that where they are steep.  So the iteration
 * ends where |F| of each variable is below `newton` |y|, or no more than what
 * rounding makes of it, by the Jacobian of where it stands.  An update alone
 * tells nothing: made on the steep side of a kink, it is small wherever the
 * solution on the other side is. */

#define K_NEWTON ((k_number)k->solver->newton)
#define K_NEWTON_ITERATIONS (k->solver->newton_iterations)

/* The square of a change that tells nothing: 1e-15 in these strain-like
 * variables, in single precision what rounding makes of forces, which are
 * differences of strains. */
K_FN real k_least_change(const real *eps) {
  real least = k_set(1e-30);
  k_number noise = 16.0 * K_EPSILON * K_EPSILON;
  return K_SINGLE ? k_max(noise * k_dot(eps, eps, 6), least) : least;
}

/* The square of what y becomes by the whole update. */
K_FN real k_updated_square(const real *y, const real *delta, int n) {
  real sum = k_set(0);
  K_UNROLL for (int i = 0; i < n; i++) {
    real moved = y[i] + delta[i];
    sum = k_fma(moved, moved, sum);
  }
  return sum;
}

/* The update in units of its tolerance, over groups: `newton` relative to
 * where it comes from or leads to, whichever is larger, since it may come
 * from zero, but not below what k_least_change says. */
K_FN real k_update_size(k_context *k, const k_newton *s, real least) {
  real worst = k_set(0);
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_SOLVED_GROUP(i);
    const real *y = s->y + g.offset, *delta = s->delta + g.offset;
    real size = k_max(k_square(y, g.size), k_updated_square(y, delta, g.size));
    real ratio = k_square(delta, g.size) /
                 k_max(K_NEWTON * K_NEWTON * size, least);
    worst = k_larger(worst, ratio);
  }
  return k_sqrt(worst);
}

/* The residual in units of its tolerance, over groups. */
K_FN real k_residual_ratio(k_context *k, const k_newton *s, real least) {
  real worst = k_set(0);
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_SOLVED_GROUP(i);
    real size = k_square(s->y + g.offset, g.size);
    real ratio = k_square(s->F + g.offset, g.size) /
                 k_max(K_NEWTON * K_NEWTON * size, least);
    worst = k_larger(worst, ratio);
  }
  return k_sqrt(worst);
}

/* -h J has the eigenvalues of a positive matrix; where their sum is above
 * this, the identity in I - h J is lost to rounding, and with it what the
 * solution owes to the step before: a viscosity is too small to be seen. */
#define K_STEEP (K_SINGLE ? 1e6 : 1e12)

K_FN real k_steepness(k_context *k, const k_newton *s, real h) {
  real trace = k_set(0);
  K_UNROLL for (int i = 0; i < K_NS; i++)
    trace = k_fnma(h, s->J[i * K_NS + i], trace);
  return k_abs(trace);
}

/* What rounding makes of the residual, whose strains and state are rounded:
 * at most, in the sum over its entries. */
K_FN real k_noise(k_context *k, const k_newton *s, const real *eps, real h) {
  real sum = k_set(0);
  K_UNROLL for (int i = 0; i < K_NS; i++) sum = sum + k_abs(s->y[i]);
  K_UNROLL for (int i = 0; i < 6; i++) sum = sum + k_abs(eps[i]);
  return 4.0 * K_EPSILON * (1.0 + k_steepness(k, s, h)) * sum;
}

/* Factors I - h J. */
K_FN void k_factor_newton(k_context *k, k_newton *s, real h) {
  k_shifted W = {k_set(1), h, s->J};
  k_factor_shifted(k, &s->lu, &W);
}

/* delta = -(I - h J)^-1 F. */
K_FN void k_direction(k_context *k, k_newton *s, real h) {
  k_factor_newton(k, s, h);
  K_UNROLL for (int i = 0; i < K_NS; i++) {
    s->F0[i] = s->F[i];
    s->delta[i] = -s->F[i];
  }
  k_solve(k, &s->lu, s->delta, s->given);
}

/* What k_linearize does where no lane needs another update, as it seems: f
 * alone, or all that a tangent needs. */
K_FN void k_finish(k_context *k, const k_newton *s, const real *eps,
                   const real *rate, const real *y0, real h) {
  if (s->B)
    k_gradient(k, eps, rate, s->y, s->f, s->J, s->B);
  else
    k_rate(k, eps, rate, s->y, s->f);
  k_residual(k, s, y0, h);
}

#define K_CALM 8.0

/* What the iteration knows of its lanes. */
typedef struct {
  mask active, good;
  real search;         /* what is searched for: K_BY_SLOPE … */
  mask close;          /* the last update was below its tolerance */
  mask stuck;          /* the residual fell no further */
  real calm;           /* how many in a row were no more than rounding */
  mask near;           /* the next residual will be below its tolerance */
  real size;           /* the last residual */
  real ratio;          /* the last residual in units of its tolerance */
  real contraction;    /* over the one before */
  real least;          /* square of a change that tells nothing */
} k_convergence;

K_FN k_convergence k_begin(const real *eps, mask wanted, real search) {
  mask none = k_not(k_all_lanes());
  k_convergence c = {.active = wanted, .good = none, .search = search,
                     .close = none, .stuck = none, .calm = k_set(0),
                     .near = none, .size = k_set(0), .ratio = k_set(0),
                     .contraction = k_set(1), .least = k_least_change(eps)};
  return c;
}

/* The next residual, at most, in units of its tolerance: contractions that
 * square tell of quadratic convergence, others are taken as linear. */
K_FN real k_next_ratio(const k_convergence *c, real ratio, real contraction) {
  real before = c->contraction;
  mask falling = (contraction < 1e-3) & (ratio < 1e6);
  mask quadratic = (before < 0.1) & (contraction <= 4.0 * before * before);
  real linear = 100.0 * ratio * contraction;
  real square = 10.0 * ratio * contraction * contraction;
  return k_select(falling, k_select(quadratic, square, linear), ratio);
}

/* Lanes whose residual is below its tolerance are done. */
K_FN void k_settle(k_context *k, const k_newton *s, k_convergence *c) {
  real size = k_residual_size(k, s->F);
  real ratio = k_residual_ratio(k, s, c->least);
  real contraction = ratio / c->ratio;
  mask settled = c->active & (ratio <= 1.0);
  c->good = c->good | settled;
  c->active = c->active & k_not(settled);
  c->near = k_next_ratio(c, ratio, contraction) <= 1.0;
  c->stuck = k_not(size <= 0.5 * c->size);
  c->size = size;
  c->ratio = ratio;
  c->contraction = contraction;
}

/* So are those whose residual is rounding: two updates in a row that are below
 * their tolerance left it, or it was no more than that for a while.  Where
 * rounding is too much they are blind. */
K_FN void k_judge(k_context *k, k_newton *s, const real *eps, real h,
                  k_convergence *c) {
  mask small = k_update_size(k, s, c->least) <= 1.0;
  mask rounding = c->size <= k_noise(k, s, eps, h);
  mask steep = k_steepness(k, s, h) > K_STEEP;
  c->calm = k_select(rounding, c->calm + 1.0, k_set(0));
  mask still = c->active & small & c->close & (rounding | c->stuck);
  mask calm = c->active & (c->calm >= K_CALM);
  c->good = c->good | ((still | calm) & k_not(steep));
  s->blind = s->blind | (still & steep);
  c->active = c->active & k_not(still | calm);
  c->close = small;
}

/* An update of which another multiple was taken tells nothing of the
 * contraction. */
K_FN void k_look_around(k_context *k, const k_newton *s, const real *eps,
                        const real *rate, const real *y0, real h,
                        k_number flat, k_convergence *c, k_counts *counts) {
  real size = k_residual_size(k, s->F);
  mask rough = c->active & k_not(c->close) &
               k_not(size <= flat * c->size) &
               k_not(size <= k_noise(k, s, eps, h));
  if (!k_rarely(k, rough)) return;
  mask fall = rough & ((c->search == K_BY_RESIDUAL) |
                       ((c->search == K_FREE) & k_not(k_finite(size))));
  if (k_any(fall)) k_backtrack(k, s, eps, rate, y0, h, fall, counts);
  rough = rough & (c->search == K_BY_SLOPE);
  rough = k_globalize(k, s, eps, rate, y0, h, flat, rough, counts);
  c->ratio = k_select(rough, k_set(0), c->ratio);
}

/* The first guess: y0 + h f0 with the rate f0 at the start of the step, which
 * is s->f; returns how far that is. */
K_FN real k_predict_state(k_context *k, const k_newton *s, const real *y0,
                          real h) {
  real moved = k_set(0);
  K_UNROLL for (int i = 0; i < K_NS; i++) {
    real change = h * s->f[i];
    moved = moved + k_abs(change);
    s->y[i] = y0[i] + change;
  }
  return moved;
}

/* Lanes whose rate at the first guess, to which they moved by `moved`, is far
 * from f0 begin at y0, unless the residual is larger there. */
K_FN void k_check_guess(k_context *k, const k_newton *s, const real *eps,
                        const real *rate, const real *y0, real h, real moved,
                        k_counts *counts) {
  real size = k_residual_size(k, s->F);
  mask astray = k_not(size <= 0.5 * moved) & (moved > 0);
  if (!k_rarely(k, astray)) return;
  K_ENTER;
  K_ARRAY(f, K_NX);
  real start = k_set(0);
  k_rate(k, eps, rate, y0, f);
  k_count(&counts->evaluations, astray);
  K_UNROLL for (int i = 0; i < K_NS; i++) start = start + k_abs(h * f[i]);
  astray = astray & k_not((size <= start) & (size <= 1e3 * moved));
  if (k_any(astray)) {
    K_UNROLL for (int i = 0; i < K_NS; i++)
      s->y[i] = k_select(astray, y0[i], s->y[i]);
    k_linearize(k, s, eps, rate, y0, h);
    k_count(&counts->evaluations, astray);
  }
  K_LEAVE;
}

/* Newton's method from s->y in the lanes that are `wanted`, the first guess
 * with `moved` > 0; true where it converged.  f, J and B belong to the y they
 * leave behind, whatever other lanes still do. */
K_FN mask k_iterate(k_context *k, k_newton *s, const real *eps,
                    const real *rate, const real *y0, real h, real moved,
                    mask wanted, real search, k_counts *counts) {
  k_convergence c = k_begin(eps, wanted, search);
  int last = 0;
  for (int n = 0; n < K_NEWTON_ITERATIONS && k_any(c.active); n++) {
    last = !k_any(c.active & k_not(c.near));
    if (last)
      k_finish(k, s, eps, rate, y0, h);
    else
      k_linearize(k, s, eps, rate, y0, h);
    k_count(&counts->evaluations, c.active);
    if (!n)
      k_check_guess(k, s, eps, rate, y0, h, moved, counts);
    else if (!last)
      k_look_around(k, s, eps, rate, y0, h, k_flat(n), &c, counts);
    if (K_DEFERRED) break;
    k_settle(k, s, &c);
    if (!k_any(c.active)) break;
    if (last && !s->B && k_rarely(k, c.active)) {
      k_linearize(k, s, eps, rate, y0, h);
      k_count(&counts->evaluations, c.active);
    }
    k_direction(k, s, h);
    k_count(&counts->iterations, c.active);
    k_judge(k, s, eps, h, &c);
    K_UNROLL for (int i = 0; i < K_NS; i++)
      s->y[i] = s->y[i] + k_select(c.active, s->delta[i], k_set(0));
  }
  s->finished = last;
  return c.good;
}
