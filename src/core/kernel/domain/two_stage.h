/* two_stage.h: adaptive substeps of laws with elastic domains: two backward
 * Euler stages (SDIRK2; docs/theory.md, section 6.5),
 *
 *     Y = y0 + gamma h f(t + gamma h, Y),
 *     y1 = b + gamma h f(t + h, y1),   b = y0 + (1 - gamma)/gamma (Y - y0).
 *
 * The error estimate is half the difference from one backward Euler step w. If
 * a surface becomes active, or flows, only between the stages, the difference
 * vanishes although the error does not (section 9.6); then the stages begin at
 * the onset of flow (k_onset), or a further error is estimated (k_hidden_error,
 * k_relieved_error, k_transient_error). */

/* Rounds x to five significant bits and enlarges it by 1/16. The result is at
 * least x, and does not change with small changes of the strain, because
 * derivatives are computed at a fixed onset. */
K_FN real k_round_up(real x) {
  real split = x * (k_number)(K_SINGLE ? 524289.0 : 281474976710657.0);
  real rounded = split - (split - x);
  return k_min(k_set(1), rounded * (k_number)(1 + 1.0 / 16));
}

/* Size of the rest of the substep, from shortly before the first surface is
 * reached, in lanes `late`. `still`: lanes without flow in the first stage.
 * The bisection uses only signs, so that the onset does not depend on the
 * formulation of a yield function. */
K_FN real k_onset(k_context *k, const k_substep *s, mask late, mask still,
                  k_counts *counts) {
  const int searches = 16;
  /* relative accuracy of the size of the rest, which is never too short */
  const k_number width = 0.03;
  K_ARRAY(f, K_ND);
  real gamma = k_set(k_stage_part());
  real low = k_select(still, gamma, (k_number)0.5 * gamma);
  real high = k_select(still, k_set(1), gamma);
  late = late & k_not(k_surfaces_at(k, s, low, s->y, f));
  late = late & k_surfaces_at(k, s, high, s->y, f);
  mask searched = late;
  k_count(&counts->evaluations, late);
  k_count(&counts->evaluations, late);
  for (int n = 0; n < searches && k_any(searched); n++) {
    real part = (k_number)0.5 * (low + high);
    mask outside = k_surfaces_at(k, s, part, s->y, f);
    high = k_select(searched & outside, part, high);
    low = k_select(searched & k_not(outside), part, low);
    k_count(&counts->evaluations, searched);
    searched = searched &
               (high - low > width * (1.0 - high));
  }
  real left = k_round_up(1.0 - low);
  return k_select(late, left * s->h, s->h);
}

/* Lanes in which a multiplier increases in a step. */
K_FN mask k_flows(k_context *k, const real *start, const real *end) {
  mask flows = k_not(k_all_lanes());
  K_UNROLL for (int i = K_NR; i < K_NS; i++)
    flows = flows | (end[i] - start[i] > 0);
  return flows;
}

/* Computes the first stage, in steps that begin at the onset of flow. */
K_FN mask k_first_of_stages(k_context *k, const k_substep *s,
                            k_single_step *w, k_euler_step *first) {
  /* A surface is reached within the first stage if its flow in this stage is
   * less than this part of its mean flow. */
  const k_number reached = 0.5;
  real gamma = k_set(k_stage_part());
  first->h = gamma * w->h;
  first->t1 = s->t + first->h;
  mask good = k_implicit_step(k, *first);
  if (!K_RESTS) return good;
  mask late =
      good & k_flows_late(k, k_flow_of(s->y, first->y1, 1),
                          k_flow_of(s->y, w->y, reached * k_stage_part()));
  if (!k_any(late)) return good;
  mask still = k_not(k_flows(k, s->y, first->y1));
  w->h = k_onset(k, s, late, still, first->counts);
  late = late & (w->h < s->h);
  if (!k_any(late)) return good;
  first->h = gamma * w->h;
  first->t1 = k_select(late, w->step.t1 - (w->h - first->h), first->t1);
  k_counts before = *first->counts;
  good = good & k_implicit_step(k, *first);
  k_count_in(late, &before, first->counts);
  return good;
}

/* Square of the flow of the substep, taken as an error, in `lanes` in which a
 * surface does not flow, although the state starts inside it and the rates of
 * the first stage lead out of it. These rates move y0 to y in the time (1 -
 * gamma) h. */
K_FN real k_relieved_error(k_context *k, const k_substep *s, const real *y,
                           mask lanes, k_counts *counts) {
  /* The state at the start is clearly inside a surface if -f exceeds this
   * fraction of the value that f would have at the end. */
  const k_number inside = 0.03125;
  K_ARRAY(f0, K_ND);
  K_ARRAY(f1, K_ND);
  K_ARRAY(d, K_NX);
  K_ARRAY(sums, 3 * K_GROUPS);
  K_ARRAY(onward, K_NX);
  k_substep flow = *s;
  k_single_step none = {.y = s->y, .Z = s->Z};
  mask relieved = k_not(k_all_lanes()), leaves = relieved;
  flow.d = d, flow.sums.groups = sums, flow.directions.count = 0;
  K_UNROLL for (int i = 0; i < K_NX; i++)
    onward[i] = k_fma(y[i] - s->y[i], k_set(1 / (1 - k_stage_part())), s->y[i]);
  k_surfaces_at(k, s, k_set(1), onward, f1);
  k_count(&counts->evaluations, lanes);
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    int at = K_NR + i;
    mask flows = (y[at] - s->y[at] > 0) | (s->y1[at] - y[at] > 0);
    f1[i] = k_select(flows, k_set(0), f1[i]);
    leaves = leaves | (f1[i] > 0);
  }
  leaves = leaves & lanes;
  if (k_any(leaves)) {
    k_surfaces_at(k, s, k_set(0), s->y, f0);
    k_count(&counts->evaluations, leaves);
    K_UNROLL for (int i = 0; i < K_ND; i++)
      relieved = relieved | ((f0[i] < -inside * f1[i]) &
                             (f1[i] > 0));
    relieved = relieved & leaves;
  }
  real square = k_set(0);
  if (k_any(relieved)) {
    k_measure_against(k, &flow, &none, 1);
    square = k_select(relieved, k_square_error(k, &flow, 0), square);
  }
  return square;
}

/* Yield functions [nd] at the trial states of the two stages and of a step over
 * the whole substep, for laws at rest inside their domain. */
typedef struct {
  real *first, *last, *whole;
} k_trials;

/* Lanes in which a surface may flow before the first stage but not in it. */
K_FN mask k_may_flow_early(k_context *k, const k_substep *s, const real *y,
                           real h, const k_trials *trials) {
  mask may = k_not(k_all_lanes());
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    mask idle = k_not(k_still_flows(k, s, y, h, i));
    if (K_RESTS) idle = idle & ((trials->first[i] > 0) | (s->touched[i] > 0));
    may = may | idle;
  }
  return may;
}

/* Lanes in which the rates of the first stage may lead out of a surface, in the
 * whole substep, although it flows in neither stage. */
K_FN mask k_may_be_relieved(k_context *k, const k_substep *s, const real *y,
                            const k_trials *trials) {
  /* Factor that extrapolates a yield function from two trial states, before the
   * flow of the first stage and after 1 - gamma of this flow, to the whole
   * flow; doubled because of curvature. */
  const k_number onward = 2 * k_stage_part() / (1 - k_stage_part());
  mask may = k_not(k_all_lanes());
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    int at = K_NR + i;
    mask idle = k_not((y[at] - s->y[at] > 0) | (s->y1[at] - y[at] > 0));
    if (K_RESTS) {
      real last = trials->last[i], whole = trials->whole[i];
      real growth = k_max(last - whole, k_set(0));
      idle = idle & k_not(last < -onward * growth);
    }
    may = may | idle;
  }
  return may;
}

/* Adds to y the quadratures, mainly work, of the part of a substep before the
 * onset of flow, by the midpoint rule. */
K_FN void k_add_elastic_part(k_context *k, const k_substep *s, real part,
                             real *y) {
  if (K_NX == K_NS || !k_any(part > 0)) return;
  K_ARRAY(f, K_NX);
  real from[K_INPUT_ROOM], eps[K_INPUT_ROOM], rate[K_INPUT_ROOM];
  real inverse = k_select(part > 0, 1.0 / part, k_set(0));
  k_strain_at(k, s->loading, s->t, s->y, from, 0);
  k_strain_at(k, s->loading, s->t + part, s->y, eps, 0);
  K_UNROLL for (int i = 0; i < K_INPUTS; i++) {
    rate[i] = (eps[i] - from[i]) * inverse;
    eps[i] = (k_number)0.5 * (from[i] + eps[i]);
  }
  k_rate(k, eps, rate, s->y, f);
  K_UNROLL for (int i = K_NS; i < K_NX; i++)
    y[i] = k_fma(part, f[i], y[i]);
}

/* Lanes in which the rates of a group at the end of a substep, `inverse` (end -
 * start), differ much from those at its start, f0: the stages may skip a
 * transient between both. */
K_FN mask k_rates_change(k_context *k, const real *start, const real *end,
                         real inverse, const real *f0) {
  const k_number much = 0.5;
  mask changed = k_not(k_all_lanes());
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_TABLES.solved[i];
    real change = k_set(0), size0 = change, size1 = change;
    K_UNROLL for (int j = g.offset; j < g.offset + g.size; j++) {
      real f1 = inverse * (end[j] - start[j]);
      change = k_fma(f1 - f0[j], f1 - f0[j], change);
      size0 = k_fma(f0[j], f0[j], size0);
      size1 = k_fma(f1, f1, size1);
    }
    changed = changed | (change > much * much * k_max(size0, size1));
  }
  return changed;
}

/* Lanes in which a surface flows in the first stage but not at the start. */
K_FN mask k_is_approached(k_context *k, const k_substep *s, const real *y) {
  mask approached = k_not(k_all_lanes());
  K_UNROLL for (int i = 0; i < K_ND; i++)
    approached = approached | ((y[K_NR + i] - s->y[K_NR + i] > 0) &
                               k_not(s->touched[i] > 0));
  return approached;
}

/* Square of the error of transients between the stages, given the rates f0 at
 * the start and f1 = `inverse` (y1 - y) at the end. In lanes `falls`, where
 * the state may touch a surface for a short time: a part of the change that
 * does not follow from f1. In lanes `approached` both stages lie on a surface
 * and miss the rates before it is reached: half of f1 - f0 times the first
 * stage. */
K_CALL real k_skipped_error(k_context *k, const k_substep *s, const real *y,
                            real inverse, const real *f0, mask falls,
                            mask approached) {
  const k_number part = 0.01;
  K_ARRAY(d, K_NX);
  real before = (k_number)(0.5 * k_stage_part()) * s->h;
  k_zero(d, K_NX);
  K_UNROLL for (int i = 0; i < K_NR; i++) {
    real f1 = inverse * (s->y1[i] - y[i]);
    real unexplained = s->y1[i] - s->y[i] - s->h * f1;
    d[i] = k_select(falls, part * unexplained, k_set(0));
    d[i] = d[i] + k_select(approached, before * (f1 - f0[i]), k_set(0));
  }
  real square = k_square_of_state(k, s, d);
  return k_select(falls | approached, square, k_set(0));
}

/* Lanes in which a surface starts or ceases to flow. */
K_FN mask k_surfaces_change(k_context *k, const k_substep *s) {
  mask change = k_not(k_all_lanes());
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    mask before = s->touched[i] > 0, after = s->touched[K_ND + i] > 0;
    change = change | (before & k_not(after)) | (after & k_not(before));
  }
  return change;
}

/* Square of the largest error of the response if only one variable has an
 * error, in `lanes`: in the stress, the errors of two variables may cancel. */
K_CALL real k_largest_alone(k_context *k, const k_substep *s, mask lanes) {
  K_ARRAY(d, K_NX);
  real square = k_set(0);
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_TABLES.solved[i];
    k_zero(d, K_NX);
    K_UNROLL for (int j = g.offset; j < g.offset + g.size; j++) d[j] = s->d[j];
    square = k_max_nan(square, k_square_of_state(k, s, d));
  }
  return k_select(lanes, square, k_set(0));
}

/* Square of the errors that the stages do not reveal, in lanes `fine`, in which
 * the error of the stages is accepted. y: start of the last stage, of size h;
 * f0: rates at the start of the substep. */
K_FN real k_error_between(k_context *k, const k_substep *s,
                          const k_single_step *w, const real *y, real h,
                          const real *f0, const k_trials *trials, mask fine,
                          k_counts *counts) {
  real error = k_set(0), inverse = 1.0 / h;
  mask late = fine & k_flows_late(k, k_flow_of(s->y, y, 1 / k_stage_beyond()),
                                  k_expected_flow(y, s->y1));
  if (k_any(late)) error = k_hidden_error(k, s, w, 0, late, counts);
  mask alone = fine & k_surfaces_change(k, s) &
               k_where(K_ND > 1 && K_SOLVED_GROUPS > 1 && K_STRESS_CONTROL);
  if (k_any(alone)) error = k_max_nan(error, k_largest_alone(k, s, alone));
  mask changed = k_not(k_all_lanes());
  if (!K_RESTS) {
    changed = fine & k_rates_change(k, y, s->y1, inverse, f0);
    mask falls = fine & k_rates_fall(k, y, s->y1, inverse, f0);
    if (k_any(falls))
      error = k_max_nan(error, k_transient_error(k, s, f0, counts, falls));
    mask approached = changed & k_is_approached(k, s, y);
    if (k_any(falls | approached))
      error = k_max_nan(error, k_skipped_error(k, s, y, inverse, f0, falls,
                                               approached));
  }
  fine = fine & k_flows(k, s->y, w->y) & k_where(K_ND > 1);
  mask relieved = fine & k_may_be_relieved(k, s, y, trials);
  if (k_any(relieved))
    error = k_max_nan(error, k_relieved_error(k, s, y, relieved, counts));
  mask early = (fine | changed) & k_may_flow_early(k, s, y, h, trials);
  if (k_any(early))
    error = k_max_nan(error, k_hidden_error(k, s, w, y, early, counts));
  return error;
}

/* Computes y1, Z1 and their error, which is infinite in lanes without
 * convergence. */
K_FN void k_two_stage_step(k_context *k, k_substep *s, k_counts *counts) {
  /* Factor of the error if a surface starts or ceases to flow: the estimate, as
   * a function of the time of the change, changes its sign. */
  const k_number caution = 3;
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NZ);
  K_ARRAY(y_single, K_NX);
  K_ARRAY(Z_single, K_COLUMNS * K_NZ);
  K_ARRAY(f0, K_NX);
  K_ARRAY(room, 3 * K_ND);
  k_trials trials = {room, room + K_ND, room + 2 * K_ND};
  real beyond = k_set(k_stage_beyond());
  k_single_step w = k_single_step_of(s, y_single, Z_single, 0.5, counts);
  k_euler_step whole = w.step, first = w.step, last = w.step;
  whole.f0 = f0;
  whole.trial = trials.whole, first.trial = trials.first;
  last.trial = trials.last;
  mask good = k_implicit_step(k, whole);
  first.y1 = y, first.Z1 = Z, last.y0 = y, last.Z0 = Z;
  good = good & k_first_of_stages(k, s, &w, &first);
  K_UNROLL for (int i = 0; i < K_ND; i++) /* surfaces left at once */
    s->touched[i] = k_select(w.h < s->h, k_set(0), s->touched[i]);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    y[i] = k_fma(beyond, y[i] - s->y[i], s->y[i]);
  if (K_RESTS) k_add_elastic_part(k, s, s->h - w.h, y);
  for (int i = 0; i < s->directions.count * K_NZ; i++)
    Z[i] = k_fma(beyond, Z[i] - s->Z[i], s->Z[i]);
  last.h = first.h, last.y1 = s->y1, last.Z1 = s->Z1;
  good = good & k_implicit_step(k, last);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    s->y1[i] = k_select(good, s->y1[i], k_set(K_INFINITY));
  K_UNROLL for (int i = 0; i < K_ND; i++)
    s->touched[K_ND + i] = (s->y1[K_NR + i] - y[K_NR + i]) / last.h;
  k_measure_against(k, s, &w, 0.5);
  real square = k_square_measured(k, s);
  mask fine = good & (square <= 1.0);
  s->transient = k_set(0);
  if (k_any(fine))
    s->transient =
        k_error_between(k, s, &w, y, last.h, f0, &trials, fine, counts);
  real cautious = caution * caution * k_max_nan(square, s->transient);
  s->transient = k_select(k_surfaces_change(k, s), cautious, s->transient);
}

/* Makes the flow at the end of a substep that at the start of the next one in
 * lanes `accepted`. */
K_FN void k_keep_flow(k_context *k, const k_substep *s, mask accepted) {
  k_assign_in(accepted, s->touched, s->touched + K_ND, K_ND);
}

/* Returns a state that a jump left outside its elastic domain to the yield
 * surface, by a backward Euler step of negligible duration, at the start of a
 * loading step; and finds the surfaces that it touches. */
K_CALL void k_return_at_once(k_context *k, k_substep *s, k_counts *counts) {
  /* duration of the backward Euler step, as a fraction of the loading step */
  const k_number at_once = K_SINGLE ? 1e-6 : 1e-24;
  /* rate of a multiplier whose surface is reached but has not flowed yet */
  const k_number least_rate = 1e-37;
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NZ);
  const k_loading *loading = s->loading;
  real least =
      k_set(k_violation() * k_newton_tolerance(k) * k_yield_strain());
  mask outside = k_not(k_all_lanes());
  K_POINT(at, 1, loading, k_set(0), s->y);
  at.B = 0;
  k_strain_at(k, loading, at.t, s->y, at.eps, 0);
  k_jacobian_at(k, &at);
  k_count(&counts->evaluations, k_all_lanes());
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    real width = least * k_sqrt(at.slope[i]);
    s->touched[i] = k_select(at.f[K_NR + i] + width > 0, k_set(least_rate),
                             k_set(0));
    outside = outside | (at.f[K_NR + i] > width);
  }
  outside = outside & (loading->dt > 0);
  if (k_any_or_postpone(k, outside)) {
    real h = at_once * loading->dt;
    k_euler_step e = {.loading = loading, .directions = s->directions,
                      .t1 = h, .h = h, .y0 = s->y, .Z0 = s->Z, .y1 = y,
                      .Z1 = Z, .counts = counts};
    k_counts before = *counts;
    mask returned = outside & k_implicit_step(k, e);
    k_count_in(outside, &before, counts);
    k_assign_in(returned, s->y, y, K_NX);
    for (int i = 0; i < s->directions.count * K_NZ; i++)
      s->Z[i] = k_select(returned, Z[i], s->Z[i]);
  }
}
