/* newton.h: backward Euler, y - y0 - h f(eps, y) = 0, by Newton's method.
 *
 * Rates are steep: on a power law of exponent n plain Newton contracts only
 * like (1 - 1/n)^n.  For a generalized standard material omega_aa F is the
 * gradient of a convex function, so its slope delta·omega_aa F along a Newton
 * direction grows from a negative value through the minimum; where the full
 * step leaves too much of it, a search along the direction brackets the zero,
 * by doubling beyond a step that fell short and by bisection. */

typedef struct {
  real *y, *f, *J, *B; /* state, rate and derivatives where it stands */
  real *F;             /* residual of the solved variables [ns] */
  real *delta;         /* the last Newton direction [ns] */
  real *F0;            /* residual where it was made [ns] */
  real *v;             /* omega_aa delta, whose product with F is the slope */
  k_lu lu;             /* of I - h J */
  real *given; /* scratch of solutions */
} k_newton;

/* What a pass counts. */
typedef struct {
  real substeps, rejected, evaluations, iterations;
} k_counts;

K_FN k_counts k_no_counts(void) {
  k_counts none = {k_set(0), k_set(0), k_set(0), k_set(0)};
  return none;
}

K_FN void k_count(real *counter, mask where) {
  *counter = *counter + k_select(where, k_set(1), k_set(0));
}

K_FN void k_residual(k_context *k, const k_newton *s, const real *y0,
                     real h) {
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->F[i] = k_fnma(h, s->f[i], s->y[i] - y0[i]);
}

K_FN void k_linearize(k_context *k, const k_newton *s, const real *eps,
                      const real *rate, const real *y0, real h) {
  k_jacobian(k, eps, rate, s->y, s->f, s->J);
  k_residual(k, s, y0, h);
}

/* Where the lanes of `where` stand after `step` times delta from y - delta;
 * `at` is the multiple they stand at. */
K_FN void k_move(k_context *k, const k_newton *s, real step, real *at,
                 mask where) {
  real change = k_select(where, step - *at, k_set(0));
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->y[i] = k_fma(change, s->delta[i], s->y[i]);
  *at = *at + change;
}

/* The slope at the point where the lanes stand, and all that a Newton
 * direction from there needs. */
K_FN real k_slope(k_context *k, const k_newton *s, const real *eps,
                  const real *rate, const real *y0, real h) {
  k_linearize(k, s, eps, rate, y0, h);
  return k_dot(s->v, s->F, K_NS);
}

enum { K_TRIALS = 40, K_FARTHEST = 4096, K_FEW_ITERATIONS = 3 };

/* What a slope must fall to, as a share of that at the start: the first
 * iterations are given more, since a start that is near the solution needs no
 * search; and what it may rise to. */
K_FN k_number k_flat(int n) { return n <= K_FEW_ITERATIONS ? 0.25 : 0.1; }
#define K_OVERSHOT 0.3

/* Lanes of `where` stand at the full step with `slope`; the slope at its
 * start was `start` < 0.  A slope that grows again where steps are doubled, as
 * it does where the metric is another one, counts as beyond the zero. */
K_FN void k_search(k_context *k, const k_newton *s, const real *eps,
                   const real *rate, const real *y0, real h, k_number flat,
                   real start, real slope, mask where, k_counts *counts) {
  real at = k_set(1), low = k_set(0), high = k_set(1);
  mask open = slope < 0, short_of = open, seeking = where;
  for (int i = 0; i < K_TRIALS && k_any(seeking); i++) {
    low = k_select(short_of, at, low);
    high = k_select(short_of, high, at);
    real before = slope, step = k_select(open, 2.0 * at, 0.5 * (low + high));
    k_move(k, s, step, &at, seeking);
    slope = k_select(seeking, k_slope(k, s, eps, rate, y0, h), slope);
    k_count(&counts->evaluations, seeking);
    short_of = (slope < 0) & k_not(open & (slope < before));
    open = open & short_of;
    real least = k_select(open, flat * start, K_OVERSHOT * start);
    mask good = (slope >= least) & (slope <= -K_OVERSHOT * start);
    seeking = seeking & k_not(good | (open & (at >= K_FARTHEST)));
  }
}

/* Searches in the lanes of `rough` where the full step, at which they stand,
 * did not flatten the slope; returns those that moved. */
K_FN mask k_globalize(k_context *k, const k_newton *s, const real *eps,
                      const real *rate, const real *y0, real h, k_number flat,
                      mask rough, k_counts *counts) {
  K_ENTER;
  K_ARRAY(M, K_NS * K_NS);
  k_metric(k, eps, y0, M);
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->v[i] = k_dot(M + i * K_NS, s->delta, K_NS);
  real start = k_dot(s->v, s->F0, K_NS), slope = k_dot(s->v, s->F, K_NS);
  rough = rough & (start < 0) &
          k_not((slope >= flat * start) & (slope <= -K_OVERSHOT * start));
  if (k_any(rough))
    k_search(k, s, eps, rate, y0, h, flat, start, slope, rough, counts);
  K_LEAVE;
  return rough;
}

/* The square of an update that tells nothing: 1e-15 in these strain-like
 * variables, in single precision what rounding makes of forces, which are
 * differences of strains. */
K_FN real k_least_update(const real *eps) {
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
 * from zero, but not below what k_least_update says. */
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

/* -h J has the eigenvalues of a positive matrix (theorem 1 of the AutoMat
 * paper); where their sum is above this, or not finite, the identity in I -
 * h J is lost to rounding, and with it the direction. */
#define K_STEEP (K_SINGLE ? 1e6 : 1e12)

/* There delta is the Newton step along -F alone, -F |F|^2/(F·(I - h J) F),
 * with F scaled by `size` against overflow. */
K_FN void k_steepest(k_context *k, const k_newton *s, real h, real size,
                     mask where) {
  real square = k_set(0), curved = k_set(0);
  K_UNROLL for (int i = 0; i < K_NS; i++) {
    real u = s->F[i] / size;
    real w = u - h * (k_dot(s->J + i * K_NS, s->F, K_NS) / size);
    square = square + u * u;
    curved = curved + u * w;
  }
  real length = square / curved;
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->delta[i] = k_select(where, -(length * s->F[i]), s->delta[i]);
}

/* Factors I - h J. */
K_FN void k_factor_newton(k_context *k, k_newton *s, real h) {
  k_shifted W = {k_set(1), h, s->J};
  k_factor_shifted(k, &s->lu, &W);
}

/* delta = -(I - h J)^-1 F; true where it is lost. */
K_FN mask k_direction(k_context *k, k_newton *s, real h) {
  real steepness = k_set(0);
  k_factor_newton(k, s, h);
  K_UNROLL for (int i = 0; i < K_NS; i++) {
    steepness = k_fnma(h, s->J[i * K_NS + i], steepness);
    s->F0[i] = s->F[i];
    s->delta[i] = -s->F[i];
  }
  k_solve(k, &s->lu, s->delta, s->given);
  return k_not(steepness <= K_STEEP);
}

/* A size of F that overflows late and keeps what is not finite. */
K_FN real k_residual_size(k_context *k, const k_newton *s) {
  real sum = k_set(0);
  K_UNROLL for (int i = 0; i < K_NS; i++) sum = sum + k_abs(s->F[i]);
  return sum;
}

/* The same where no lane needs another update, as it seems: f alone, or all
 * that a tangent needs. */
K_FN void k_finish(k_context *k, const k_newton *s, const real *eps,
                   const real *rate, const real *y0, real h) {
  if (s->B)
    k_gradient(k, eps, rate, s->y, s->f, s->J, s->B);
  else
    k_rate(k, eps, rate, s->y, s->f);
  k_residual(k, s, y0, h);
}

/* What the iteration knows of its lanes. */
typedef struct {
  mask active, close, good; /* close: the last update was small */
  real size, update;        /* the last residual and update */
  real contraction;         /* the last update over the one before */
  real least;               /* square of an update that tells nothing */
} k_convergence;

/* Lanes whose residual fell behind a small update are done. */
K_FN void k_settle(k_context *k, const k_newton *s, k_convergence *c) {
  real size = k_residual_size(k, s);
  mask settled = c->active & c->close & (size <= 0.5 * c->size);
  c->good = c->good | settled;
  c->active = c->active & k_not(settled);
  c->size = size;
}

/* What the next update is going to be, at most: contractions that square tell
 * of quadratic convergence, others are taken as linear. */
K_FN real k_next_update(const k_convergence *c, real update,
                        real contraction) {
  real before = c->contraction;
  mask falling = (contraction < 1e-3) & (update < 1e6);
  mask quadratic = (before < 0.1) & (contraction <= 4.0 * before * before);
  real linear = 100.0 * update * contraction;
  real square = 10.0 * update * contraction * contraction;
  return k_select(falling, k_select(quadratic, square, linear), update);
}

/* Is the update small, or the next one?  Two small ones in a row are
 * enough. */
K_FN mask k_judge(k_context *k, const k_newton *s, k_convergence *c) {
  real update = k_update_size(k, s, c->least);
  real contraction = update / c->update;
  mask small = k_next_update(c, update, contraction) <= 1.0;
  c->good = c->good | (c->active & small & c->close);
  c->active = c->active & k_not(small & c->close);
  c->close = small;
  c->update = update;
  c->contraction = contraction;
  return small;
}

/* An update of which another multiple was taken tells nothing of the
 * contraction. */
K_FN void k_look_around(k_context *k, const k_newton *s, const real *eps,
                        const real *rate, const real *y0, real h,
                        k_number flat, k_convergence *c, k_counts *counts) {
  mask rough = c->active & k_not(c->close) &
               k_not(k_residual_size(k, s) <= flat * c->size);
  if (!k_rare(k, rough)) return;
  rough = k_globalize(k, s, eps, rate, y0, h, flat, rough, counts);
  c->update = k_select(rough, k_set(0), c->update);
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
  real size = k_residual_size(k, s);
  mask astray = k_not(size <= 0.5 * moved) & (moved > 0);
  if (!k_rare(k, astray)) return;
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

/* Solves for s->y from y0, s->f the rate there at the start of the step;
 * quadratures follow.  True where it converged: the
 * update was below its tolerance and the residual behind it fell, or so was
 * the next one, which is not applied.  f, J and B belong to the y they leave
 * behind, whatever other lanes still do. */
K_FN mask k_newton_solve(k_context *k, k_newton *s, const real *eps,
                         const real *rate, const real *y0, real h,
                         k_counts *counts) {
  mask all = k_all_lanes(), none = k_not(all);
  k_convergence c = {all, none, none, k_set(0), k_set(0), k_set(1),
                     k_least_update(eps)};
  int last = 0;
  real moved = k_predict_state(k, s, y0, h);
  for (int n = 0; n < K_NEWTON_ITERATIONS && k_any(c.active); n++) {
    last = !k_any(c.active & k_not(c.close));
    if (last)
      k_finish(k, s, eps, rate, y0, h);
    else
      k_linearize(k, s, eps, rate, y0, h);
    k_count(&counts->evaluations, c.active);
    if (!n)
      k_check_guess(k, s, eps, rate, y0, h, moved, counts);
    else
      k_look_around(k, s, eps, rate, y0, h, k_flat(n), &c, counts);
    if (K_DEFERRED) break;
    k_settle(k, s, &c);
    if (!k_any(c.active)) break;
    if (last && !s->B && k_rare(k, c.active)) {
      k_linearize(k, s, eps, rate, y0, h);
      k_count(&counts->evaluations, c.active);
    }
    mask lost = k_direction(k, s, h);
    k_count(&counts->iterations, c.active);
    lost = lost & k_not(k_judge(k, s, &c));
    if (k_rare(k, lost)) k_steepest(k, s, h, c.size, lost);
    K_UNROLL for (int i = 0; i < K_NS; i++)
      s->y[i] = s->y[i] + k_select(c.active, s->delta[i], k_set(0));
  }
  if (s->B && !last) k_finish(k, s, eps, rate, y0, h);
  K_UNROLL for (int i = K_NS; i < K_NX; i++) s->y[i] = k_fma(h, s->f[i], y0[i]);
  return c.good;
}
