/* maxima.h: variables that keep a maximum, within a loading step
 * (docs/theory.md, section 7.6). A loading step with a maximum between its ends
 * fails; the caller divides it at the maximum. */

/* Increase [na] of the variables above y at time t of the loading step. */
K_FN void k_rise_at(k_context *k, const k_substep *s, real t, real *y,
                    real *rise) {
  K_ARRAY(eps, K_INPUTS);
  k_strain_at(k, s->loading, t, y, eps, 0);
  k_maxima(k, eps, y, rise);
  K_UNROLL for (int i = 0; i < K_NA; i++) rise[i] = rise[i] - y[i];
}

/* In these lanes, raises y by `raise` of its size where a variable equals its
 * expression at time s->t and the expression decreases, so that the derivatives
 * at y are those of unloading. Returns the lanes in which y was raised. */
K_FN mask k_raise_unloaded(k_context *k, const k_substep *s, mask lanes,
                           real *y) {
  const k_number raise = 3e-13; /* above the slack in am_build_below */
  real part = 1e-6 * s->loading->dt;
  K_ARRAY(low, K_NX);
  K_ARRAY(now, K_NA);
  K_ARRAY(later, K_NA);
  mask raised = k_not(k_all_lanes());
  K_UNROLL for (int i = 0; i < K_NX; i++)
    low[i] = i < K_NA ? y[i] - raise * k_abs(y[i]) : y[i];
  k_rise_at(k, s, s->t, low, now);
  K_UNROLL for (int i = 0; i < K_NA; i++)
    low[i] = k_fma(part, s->at.f[i], low[i]);
  k_rise_at(k, s, s->t + part, low, later);
  K_UNROLL for (int i = 0; i < K_NA; i++) {
    mask tied = lanes & (now[i] > 0.0) & (later[i] < now[i]);
    y[i] = k_select(tied, y[i] + raise * k_abs(y[i]), y[i]);
    raised = raised | tied;
  }
  return raised;
}

/* Increase [na] of the variables after this part of the substep. */
K_FN void k_rise(k_context *k, const k_substep *s, real part, real *rise) {
  K_ARRAY(y, K_NX);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    y[i] = k_fma(part, s->y1[i] - s->y[i], s->y[i]);
  k_rise_at(k, s, k_fma(part, s->h, s->t), y, rise);
}

/* The vertex of the parabola through a at the start, b in the middle and c at
 * the end, if it lies between them; otherwise the largest of the three. */
K_FN real k_top(real a, real b, real c) {
  real bend = 2.0 * b - a - c, slope = c - a;
  mask inside = k_abs(slope) < 2.0 * bend;
  real vertex = b + slope * slope / (8.0 * k_select(inside, bend, k_set(1)));
  return k_select(inside, vertex, k_max(a, k_max(b, c)));
}

/* In lanes `accepted`, updates the largest increase and tests whether it
 * exceeds the increase at the end of the substep: later rates depend on the
 * maximum between, even if the variable exceeds it again. */
K_FN void k_watch_maxima(k_context *k, k_pass *pass, const k_substep *s,
                         mask accepted) {
  if (!K_REMEMBERS || !k_any(accepted)) return;
  K_ARRAY(start, K_NA);
  K_ARRAY(middle, K_NA);
  K_ARRAY(end, K_NA);
  mask passed = k_not(k_all_lanes());
  k_rise(k, s, k_set(0), start);
  k_rise(k, s, k_set(0.5), middle);
  k_rise(k, s, k_set(1), end);
  K_UNROLL for (int i = 0; i < K_NA; i++) {
    real most = k_max(k_top(start[i], middle[i], end[i]), pass->rise[i]);
    real bound = k_rtol(k) * k_abs(s->y1[i] + most) + k_atol(k);
    pass->rise[i] = k_select(accepted, most, pass->rise[i]);
    passed = passed | (most - end[i] > bound);
  }
  passed = passed & accepted & (pass->status == AM_POINT_GOOD);
  pass->status = k_select(passed, k_set(AM_POINT_PASSED), pass->status);
}
