/* line_search.h: the equation of a backward Euler step, F(y) = y - y0 - h
 * f(eps, y) = 0, with the rows of multipliers (domain/domain.h), and line
 * searches along a Newton direction delta (docs/theory.md, section 8.3). For a
 * generalized standard material omega_yy F is the gradient of a convex
 * function, whose slope along delta increases through zero at the minimum; the
 * search brackets this zero. */

#define K_NEWTON_ARRAYS(ARRAY, of)                                            \
  ARRAY(of, F, K_NS)       /* residual of the solved variables */             \
  ARRAY(of, delta, K_NS)   /* last Newton direction */                        \
  ARRAY(of, F0, K_NS)      /* residual at the start of delta */               \
  ARRAY(of, v, K_NS)       /* omega_aa delta; F·v is the slope */             \
  ARRAY(of, unit, K_UNITS) /* squares of scales (k_choose_units) */

typedef struct {
  k_point at;      /* the iterate y; B: NULL, or computed with f and J at the
                      end */
  const real *y0;  /* [ns] state at the start of the step */
  real h;          /* step size */
  K_NEWTON_ARRAYS(K_MEMBER_ARRAY, s)
  real *trial;     /* [nd] receives f at y0 (K_RETURNS), or NULL */
  k_lu *lu;        /* factors of I - h J */
  k_domain domain;
  int fresh;       /* y is y0, before the first iteration */
  int finished;    /* f, J and B belong to y, not to an earlier iterate */
  real *kept;      /* [nx] rates of quadratures if B is NULL, in lanes that
                      converged before others */
  mask hidden;     /* rounding hides the solution (k_steepest) */
  k_counts *counts;
} k_newton;

/* Computes F at y from the rate there. */
K_FN void k_residual(k_context *k, const k_newton *s) {
  K_UNROLL for (int i = 0; i < K_NR; i++)
    s->F[i] = k_fnma(s->h, s->at.f[i], s->at.y[i] - s->y0[i]);
  k_domain_residual(k, &s->domain, &s->at, s->h, s->F);
}

/* Computes f, J and F at y. */
K_FN void k_linearize(k_context *k, const k_newton *s, mask where) {
  k_jacobian_at(k, &s->at);
  k_domain_equations(k, &s->domain, &s->at, s->h);
  k_residual(k, s);
  k_count(&s->counts->evaluations, where);
}

/* Square of the size of a variable, at the start of the step or at the iterate,
 * whichever is larger. */
K_FN real k_variable_size(const k_newton *s, k_group g) {
  return k_max(k_square(s->at.y + g.offset, g.size),
               k_square(s->y0 + g.offset, g.size));
}

/* The variable with index i or, after all variables, the multiplier of a
 * surface. */
K_FN k_group k_group_of_unit(k_context *k, int i) {
  k_group multiplier = {K_NR + i - K_SOLVED_GROUPS, 1};
  return i < K_SOLVED_GROUPS ? K_TABLES.solved[i] : multiplier;
}

/* Scales by which residuals of all variables and multipliers are added: the
 * largest update so far, or the size at the start. */
#define K_UNITS (K_SOLVED_GROUPS + K_NS - K_NR)

K_FN void k_choose_units(k_context *k, const k_newton *s) {
  K_UNROLL for (int i = 0; i < K_UNITS; i++) {
    k_group g = k_group_of_unit(k, i);
    real update = k_square(s->delta + g.offset, g.size);
    real start = k_square(s->y0 + g.offset, g.size);
    s->unit[i] = k_max(k_select(update > 0, update, start), s->unit[i]);
  }
}

/* Square of a residual in these units; not finite if F is not finite. */
K_FN real k_residual_size(k_context *k, const k_newton *s, const real *F) {
  /* Weight of residuals of the state relative to residuals of multipliers,
   * chosen for the fewest iterations with curved surfaces. */
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

/* Moves the lanes `where` to y - delta + step delta and linearizes there. `at`:
 * current multiple of delta. */
K_FN void k_move(k_context *k, const k_newton *s, real step, real *at,
                 mask where) {
  real change = k_select(where, step - *at, k_set(0));
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->at.y[i] = k_fma(change, s->delta[i], s->at.y[i]);
  *at = *at + change;
  k_linearize(k, s, where);
}

K_FN int k_most_trials(void) { return 40; }

/* Limits of the slope after a step, as fractions of the slope at its start,
 * for negative and for positive slopes.  The first launch on a device searches
 * less, because that takes a second launch. */
K_FN k_number k_slope_ratio(const k_context *k) {
  return K_FIRST_LAUNCH ? 0.25 : 0.1;
}
K_FN k_number k_overshot(void) { return 0.3; }

/* Multiple a of delta at which the slope v·(y - y0) - phi vanishes if phi =
 * h v·f follows a power law, phi(0) (1 - t a)^n, with known derivative at the
 * start and value after the full step; 2 if there is none beyond the full step.
 * An exponential law is the limit of small t. */
K_FN real k_power_law_step(k_context *k, const k_newton *s, real start,
                           real slope) {
  real along = k_dot(s->v, s->delta, K_NS), moved = -along;
  K_UNROLL for (int i = 0; i < K_NS; i++)
    moved = k_fma(s->v[i], s->at.y[i] - s->y0[i], moved);
  real phi = moved - start, end = moved + along - slope;
  real decay = -(start + along) / phi;
  real quotient = -k_log(end / phi) / decay;
  real t = 2.0 * (quotient - 1.0) / (2.0 * quotient - 1.0);
  for (int i = 0; i < 4; i++)
    t = t - (quotient * t + k_log(1.0 - t)) / (quotient - 1.0 / (1.0 - t));
  t = k_max(t, k_set(1e-3));
  real n = decay / t, rest = 1.0 - t, step = k_set(1);
  for (int i = 0; i < 4; i++) {
    real target = k_fma(along, step, moved);
    real error = n * k_log(rest) - k_log(target / phi);
    rest = rest * k_exp(-error / (n + along * rest / (t * target)));
    step = (1.0 - rest) / t;
  }
  return k_select((step > 1.0) & (step < 4096.0), step, k_set(2));
}

/* Searches in lanes `where`, starting with the full step. start: slope at the
 * start, < 0, or unknown if the full step leads to values that are not finite.
 * Steps that are too short are lengthened, first by k_power_law_step; doubling
 * ends if it increases the magnitude of the slope or the residual. */
K_FN void k_search(k_context *k, const k_newton *s, real start, mask where) {
  real at = k_set(1), low = k_set(0), high = k_set(1);
  real slope = k_dot(s->v, s->F, K_NS), size = k_residual_size(k, s, s->F);
  mask open = slope < 0, short_of = open, seeking = where;
  mask back = k_not(k_all_lanes());
  for (int i = 0; i < k_most_trials() && k_any(seeking); i++) {
    low = k_select(short_of, at, low);
    high = k_select(short_of, high, at);
    real before = slope, smaller = size;
    real longer = i ? 2.0 * at : k_power_law_step(k, s, start, slope);
    real step = k_select(open, longer, 0.5 * (low + high));
    k_move(k, s, k_select(back, low, step), &at, seeking);
    slope = k_select(seeking, k_dot(s->v, s->F, K_NS), slope);
    size = k_residual_size(k, s, s->F);
    seeking = seeking & k_not(back);
    back = seeking & open & k_not(size <= smaller);
    short_of = (slope < 0) & k_not(back | (open & (slope < before)));
    open = open & short_of;
    real least = k_select(open, k_slope_ratio(k) * start, k_overshot() * start);
    mask good = (slope >= least) & (slope <= -k_overshot() * start);
    good = good | (k_not(start < 0) & k_finite(slope));
    seeking = seeking & k_not(good | (open & (at >= 4096.0)));
    back = back & seeking;
  }
}

/* Searches in lanes `rough` in which the full step did not reduce the slope
 * enough or led to values that are not finite; returns the lanes that moved. */
K_CALL mask k_search_by_slope(k_context *k, k_newton own, mask rough) {
  const k_newton *s = &own;
  K_ARRAY(M, K_NS * K_NS);
  k_metric_of(k, &s->at, s->y0, M);
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->v[i] = k_dot(M + i * K_NS, s->delta, K_NS);
  real start = k_dot(s->v, s->F0, K_NS), slope = k_dot(s->v, s->F, K_NS);
  rough = rough & k_finite(start) & ((start < 0) | k_not(k_finite(slope))) &
          k_not((slope >= k_slope_ratio(k) * start) &
                (slope <= -k_overshot() * start));
  if (k_any(rough)) k_search(k, s, start, rough);
  return rough;
}

/* Factor by which the square of a residual may grow near a curved surface
 * (nonmonotone search; Grippo, Lampariello and Lucidi 1986); needs a third of
 * the iterations of a monotone search. */
K_FN k_number k_growth(const k_context *k) {
  return k_has_surfaces(k) ? 4.0 : 1.0;
}

/* Halves the step in lanes `where` until the residual decreases. The slope is
 * unreliable if the metric is nearly singular in the direction, as when the
 * flows of two variables cancel. */
K_CALL void k_backtrack(k_context *k, k_newton own, mask where) {
  const k_newton *s = &own;
  real at = k_set(1), size0 = k_growth(k) * k_residual_size(k, s, s->F0);
  mask seeking = where & k_not(k_residual_size(k, s, s->F) < size0);
  for (int i = 0; i < k_most_trials() && k_any(seeking); i++) {
    k_move(k, s, 0.5 * at, &at, seeking);
    seeking = seeking & k_not(k_residual_size(k, s, s->F) < size0);
  }
}
