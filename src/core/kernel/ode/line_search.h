/* line_search.h: the equation of a backward Euler step,
 *
 *     F(y) = y - y0 - h f(eps, y) = 0,
 *
 * whose rows of multipliers are those of domain.h, and searches along a Newton
 * direction delta, where the whole of it leads too far or not far enough.
 *
 * Rates are steep: on a power law of exponent n plain Newton contracts only
 * like (1 - 1/n)^n.  For a generalized standard material omega_aa F is the
 * gradient of a convex function, so its slope delta·omega_aa F along a Newton
 * direction grows from a negative value through the minimum; where the full
 * step leaves too much of it, a search along the direction brackets the zero,
 * by doubling beyond a step that fell short and by bisection. */

typedef struct {
  k_point at;      /* the iterate y; B: NULL, or wanted with f and J in the
                      end */
  const real *y0;  /* [ns] the problem: where the step begins … */
  real h;          /* … and its size */
  real *F;         /* residual of the solved variables [ns] */
  real *delta;     /* the last Newton direction [ns] */
  real *F0;        /* residual where it was made [ns] */
  real *v;         /* omega_aa delta, whose product with F is the slope */
  real *unit;      /* [units] squares (k_choose_units) */
  real *trial;     /* [nd] for the surfaces at y0, K_RETURNS, or NULL */
  k_lu *lu;        /* of I - h J */
  k_domain domain;
  int fresh;       /* y is y0, and nothing was tried */
  int polished;    /* y is a solution on planes (continuation.h) */
  int finished;    /* f, J and B are those of y, not of a guess before */
  real *kept;      /* [nx] rates of quadratures where B is NULL, of lanes that
                      have their solution while others go on */
  mask hidden;     /* rounding hides the solution (K_STEEP) */
  k_counts *counts;
} k_newton;

/* F at y, whose rate is known. */
K_FN void k_residual(k_context *k, const k_newton *s) {
  K_UNROLL for (int i = 0; i < K_NR; i++)
    s->F[i] = k_fnma(s->h, s->at.f[i], s->at.y[i] - s->y0[i]);
  k_domain_residual(k, &s->domain, &s->at, s->h, s->F);
}

/* f, J and F at y. */
K_FN void k_linearize(k_context *k, const k_newton *s, mask where) {
  k_jacobian_at(k, &s->at);
  k_domain_equations(k, &s->domain, &s->at, s->h);
  k_residual(k, s);
  k_count(&s->counts->evaluations, where);
}

/* The square of the size of a variable, at the start of the step or where the
 * iteration stands. */
K_FN real k_variable_size(const k_newton *s, k_group g) {
  return k_max(k_square(s->at.y + g.offset, g.size),
               k_square(s->y0 + g.offset, g.size));
}

/* A variable, or behind these the multiplier of a surface. */
K_FN k_group k_group_of_unit(k_context *k, int i) {
  (void)k;
  k_group multiplier = {K_NR + i - K_SOLVED_GROUPS, 1};
  return i < K_SOLVED_GROUPS ? K_SOLVED_GROUP(i) : multiplier;
}

/* Units in which residuals of all variables and multipliers add up: the largest
 * update so far, or the size at the start. */
#define K_UNITS (K_SOLVED_GROUPS + K_NS - K_NR)

K_FN void k_choose_units(k_context *k, const k_newton *s) {
  K_UNROLL for (int i = 0; i < K_UNITS; i++) {
    k_group g = k_group_of_unit(k, i);
    real update = k_square(s->delta + g.offset, g.size);
    real start = k_square(s->y0 + g.offset, g.size);
    s->unit[i] = k_max(k_select(update > 0, update, start), s->unit[i]);
  }
}

K_FN void k_clear_units(k_context *k, const k_newton *s) {
  K_UNROLL for (int i = 0; i < K_UNITS; i++) s->unit[i] = k_set(0);
}

/* The square of a residual in these units; not finite where F is not. */
K_FN real k_residual_size(k_context *k, const k_newton *s, const real *F) {
  /* Residuals of the state count twice those of multipliers: surfaces that
   * turn the flow then take fewest iterations. */
  const k_number state_weight = 4.0;
  real sum = k_set(0);
  K_UNROLL for (int i = 0; i < K_UNITS; i++) {
    k_group g = k_group_of_unit(k, i);
    real square = k_square(F + g.offset, g.size);
    real unit = k_select(s->unit[i] > 0, s->unit[i], k_set(1));
    k_number weight = i < K_SOLVED_GROUPS ? state_weight : 1.0;
    sum = sum + weight * square / unit;
  }
  return sum;
}

/* Lanes whose residual is finite. */
K_FN mask k_is_finite(k_context *k, const real *F) {
  real sum = k_set(0);
  K_UNROLL for (int i = 0; i < K_NS; i++) sum = sum + 0.0 * F[i];
  return k_finite(sum);
}

/* Moves the lanes of `where` to `step` times delta from y - delta and
 * linearizes there; `at` is the multiple they stand at. */
K_FN void k_move(k_context *k, const k_newton *s, real step, real *at,
                 mask where) {
  real change = k_select(where, step - *at, k_set(0));
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->at.y[i] = k_fma(change, s->delta[i], s->at.y[i]);
  *at = *at + change;
  k_linearize(k, s, where);
}

enum { K_TRIALS = 40 };

/* What a slope must fall to, as a share of that at the start: the first
 * iterations are given more, since a start that is near the solution needs no
 * search; and what it may rise to. */
K_FN k_number k_flat(int n) { return n <= 3 ? 0.25 : 0.1; }
#define K_OVERSHOT 0.3

/* Lanes of `where` stand at the full step; the slope at its start was `start`
 * < 0, or is not known where the full step leads to what is not finite.  A
 * slope that grows again where steps are doubled, as it does where the metric
 * is another one, counts as beyond the zero; where doubling raises the
 * residual, the multiple before is taken. */
K_FN void k_search(k_context *k, const k_newton *s, k_number flat, real start,
                   mask where) {
  real at = k_set(1), low = k_set(0), high = k_set(1);
  real slope = k_dot(s->v, s->F, K_NS), size = k_residual_size(k, s, s->F);
  mask open = slope < 0, short_of = open, seeking = where;
  mask back = k_not(k_all_lanes());
  for (int i = 0; i < K_TRIALS && k_any(seeking); i++) {
    low = k_select(short_of, at, low);
    high = k_select(short_of, high, at);
    real before = slope, smaller = size;
    real step = k_select(open, 2.0 * at, 0.5 * (low + high));
    k_move(k, s, k_select(back, low, step), &at, seeking);
    slope = k_select(seeking, k_dot(s->v, s->F, K_NS), slope);
    size = k_residual_size(k, s, s->F);
    seeking = seeking & k_not(back);
    back = seeking & open & k_not(size <= smaller);
    short_of = (slope < 0) & k_not(back | (open & (slope < before)));
    open = open & short_of;
    real least = k_select(open, flat * start, K_OVERSHOT * start);
    mask good = (slope >= least) & (slope <= -K_OVERSHOT * start);
    good = good | (k_not(start < 0) & k_finite(slope));
    seeking = seeking & k_not(good | (open & (at >= 4096.0)));
    back = back & seeking;
  }
}

/* Searches in the lanes of `rough` where the full step, at which they stand,
 * did not flatten the slope or led to what is not finite; returns those that
 * moved. */
K_FN mask k_flatten(k_context *k, const k_newton *s, k_number flat,
                    mask rough) {
  K_ENTER;
  K_ARRAY(M, K_NS * K_NS);
  k_metric_of(k, &s->at, s->y0, M);
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->v[i] = k_dot(M + i * K_NS, s->delta, K_NS);
  real start = k_dot(s->v, s->F0, K_NS), slope = k_dot(s->v, s->F, K_NS);
  rough = rough & ((start < 0) | k_not(k_finite(slope))) &
          k_not((slope >= flat * start) & (slope <= -K_OVERSHOT * start));
  if (k_any(rough)) k_search(k, s, flat, start, rough);
  K_LEAVE;
  return rough;
}

/* The square of a residual may grow by this around a curved surface (a search
 * that is not monotone; Grippo, Lampariello and Lucidi 1986), which shortens
 * the way to a third. */
#define K_GROWTH (K_NS > K_NR ? 4.0 : 1.0) /* squared */

/* Halves the step in the lanes of `where` until the residual falls: slopes
 * mislead where the metric hardly sees the direction, as it does where flows of
 * two variables cancel. */
K_FN void k_backtrack(k_context *k, const k_newton *s, mask where) {
  real at = k_set(1), size0 = K_GROWTH * k_residual_size(k, s, s->F0);
  mask seeking = where & k_not(k_residual_size(k, s, s->F) < size0);
  for (int i = 0; i < K_TRIALS && k_any(seeking); i++) {
    k_move(k, s, 0.5 * at, &at, seeking);
    seeking = seeking & k_not(k_residual_size(k, s, s->F) < size0);
  }
}
