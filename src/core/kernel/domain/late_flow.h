/* late_flow.h: errors of backward Euler steps in which flow begins
 * (docs/theory.md, section 9.6). Without flow in the first of two steps, the
 * second step gives the same result as a single step over both, and the error
 * estimate vanishes although the error does not. Two steps that meet later
 * reveal the error. */

/* Flow in a step, scale (end - start): the change of each multiplier and, if
 * rates are not zero inside the elastic domain, of each solved variable. */
typedef struct {
  const real *start, *end; /* [nx] states */
  k_number scale;
} k_flow;

K_FN k_flow k_flow_of(const real *start, const real *end, k_number scale) {
  k_flow flow = {.start = start, .end = end, .scale = scale};
  return flow;
}

K_FN real k_flow_of_surface(k_flow f, int i) {
  return f.scale * (f.end[i] - f.start[i]);
}

/* Square of the flow of a group of variables. */
K_FN real k_flow_of_group(k_flow f, k_group g) {
  real square = k_set(0);
  K_UNROLL for (int i = g.offset; i < g.offset + g.size; i++) {
    real change = f.scale * (f.end[i] - f.start[i]);
    square = k_fma(change, change, square);
  }
  return square;
}

/* Lanes in which a surface or a variable flows less in the first of two steps
 * than in the second. */
K_FN mask k_flows_late(k_context *k, k_flow first, k_flow second) {
  mask late = k_not(k_all_lanes());
  K_UNROLL for (int i = K_NR; i < K_NS; i++)
    late = late |
           (k_flow_of_surface(first, i) < k_flow_of_surface(second, i));
  K_UNROLL for (int i = 0; !K_RETURNS && i < K_SOLVED_GROUPS; i++) {
    k_group g = K_TABLES.solved[i];
    late = late | (k_flow_of_group(first, g) < k_flow_of_group(second, g));
  }
  return late;
}

/* One backward Euler step over the whole substep. */
typedef struct {
  k_euler_step step;
  const real *y, *Z; /* state and derivatives at its end */
  real h;            /* size of the part of w that is divided into two steps;
                        both end at the same time */
  k_number second;   /* relative length of the second step in the first
                        division */
} k_single_step;

K_FN k_single_step k_single_step_of(const k_substep *s, real *y, real *Z,
                                    k_number second, k_counts *counts) {
  k_euler_step step = {.loading = s->loading, .directions = s->directions,
                       .t1 = s->t + s->h, .h = s->h, .y0 = s->y, .Z0 = s->Z,
                       .y1 = y, .Z1 = Z, .f0 = 0, .counts = counts};
  k_single_step w = {.step = step, .y = y, .Z = Z, .h = s->h,
                     .second = second};
  return w;
}

/* Measures `factor` times the difference of y1, Z1 to the single step. */
K_FN void k_measure_against(k_context *k, k_substep *s,
                            const k_single_step *w, k_number factor) {
  K_ARRAY(dz, K_NZ);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    s->d[i] = factor * (s->y1[i] - w->y[i]);
  k_measure_state(k, s);
  k_clear_sums(k, s);
  K_LOOP for (int p = 0; p < s->directions.count; p++) {
    K_UNROLL for (int i = 0; i < K_NZ; i++)
      dz[i] = factor * (s->Z1[p * K_NZ + i] - w->Z[p * K_NZ + i]);
    k_measure_direction(k, s, p, dz);
  }
}

/* Minimum flow of the first of two steps, below which they underestimate the
 * error; given the states at both ends of the second step. */
K_FN k_flow k_expected_flow(const real *start, const real *end) {
  return k_flow_of(start, end, 0.4);
}

/* Largest ratio of the error of two stages to that of two steps. */
K_FN k_number k_late_factor(void) { return 2; }

/* gamma: end of the first stage (two_stage.h) */
K_FN k_number k_stage_part(void) { return 0.29289321881345243; }

/* (1 - gamma)/gamma */
K_FN k_number k_stage_beyond(void) { return 2.414213562373095; }

/* Yield functions f [nd] of state y at this fraction of the substep; true if
 * one of them is positive. */
K_FN mask k_surfaces_at(k_context *k, const k_substep *s, real part, real *y,
                        real *f) {
  K_ARRAY(eps, K_INPUTS);
  K_ARRAY(rate, K_NX);
  mask outside = k_not(k_all_lanes());
  k_point at = {.loading = s->loading, .t = k_fma(part, s->h, s->t),
                .y = y, .eps = eps, .f = rate};
  k_directions none = {.count = 0};
  k_F(k, &at, none, 0);
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    f[i] = rate[K_NR + i];
    outside = outside | (f[i] > 0);
  }
  return outside;
}

/* Bounds for the end of a step, as parts of w->h, within which lost surfaces
 * flow.  A surface is lost if the step shows no flow on it although the state
 * at the start is on or outside it. low: longest part known to have no lost
 * surfaces; high: shortest part known to have lost surfaces. */
typedef struct {
  real low, high, h; /* h: w->h */
  real *f0, *f1;  /* [nd] yield functions of the state at the start, after low
                     and after high */
  real *lost;     /* [nd] 1: surface i is lost at `high` */
} k_early;

/* Yield functions f [nd] of the state at the start, after this part, in
 * `lanes`. */
K_FN void k_trial_surfaces(k_context *k, const k_substep *s,
                           const k_single_step *w, real part, mask lanes,
                           real *f, k_counts *counts) {
  k_surfaces_at(k, s, 1.0 - (1.0 - part) * (w->h / s->h), s->y, f);
  k_count(&counts->evaluations, lanes);
}

/* Lanes in which surface i flows from the start to y, in the time h, not much
 * slower than before the substep. */
K_FN mask k_still_flows(k_context *k, const k_substep *s, const real *y, real h,
                        int i) {
  const k_number slow = 0.1;
  real least = k_max(slow * h * s->touched[i], k_set(0));
  return y[K_NR + i] - s->y[K_NR + i] > least;
}

/* Lanes in which surface i is lost in a step of size h that ends at y. */
K_FN mask k_is_lost(k_context *k, const k_substep *s, const real *f,
                    const real *y, real h, int i) {
  return ((f[i] > 0) | (s->touched[i] > 0)) &
         k_not(k_still_flows(k, s, y, h, i));
}

/* Updates the bounds with a step that ends at y after this part, given the
 * yield functions f of the state at the start; true if a surface is lost. */
K_FN mask k_bound_flow(k_context *k, const k_substep *s, real part,
                       const real *f, const real *y, k_early *e) {
  real h = part * e->h;
  mask any = k_not(k_all_lanes());
  K_UNROLL for (int i = 0; i < K_ND; i++)
    any = any | k_is_lost(k, s, f, y, h, i);
  e->high = k_select(any, part, e->high);
  e->low = k_select(any, e->low, part);
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    real is = k_select(k_is_lost(k, s, f, y, h, i), k_set(1), k_set(0));
    e->lost[i] = k_select(any, is, e->lost[i]);
    e->f1[i] = k_select(any, f[i], e->f1[i]);
    e->f0[i] = k_select(any, e->f0[i], f[i]);
  }
  return any;
}

/* Part of w->h after which the first of the lost surfaces may flow.  The chord
 * of the convex function f reaches zero before f does. */
K_FN real k_early_part(k_context *k, const k_substep *s, const k_early *e) {
  /* End of the step, as a fraction of the time between the onset of flow on a
   * surface and the end of the shortest step without flow on this surface. */
  const k_number ratio = 0.125;
  real hit = k_set(1);
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    mask crosses = (e->f0[i] < 0) & k_not(s->touched[i] > 0);
    real own = k_select(crosses, e->f0[i] / (e->f0[i] - e->f1[i]), k_set(0));
    hit = k_select(e->lost[i] > 0, k_min(hit, own), hit);
  }
  hit = k_fma(k_set(ratio), 1.0 - hit, hit);
  return k_fma(hit, e->high - e->low, e->low);
}

/* Square of an error that the stages of a substep do not reveal, in `lanes`:
 * the error of two backward Euler steps that meet at a part of w->h.  Late flow
 * (y is NULL): the steps meet closer and closer to the end until flow begins in
 * the first step.  Early flow: a surface has no flow in the first stage, from
 * the start to y; the steps meet where it may flow, until a surface flows more
 * in the first step than in the first stage. */
K_CALL real k_hidden_error(k_context *k, const k_substep *s,
                           const k_single_step *w, const real *y, mask lanes,
                           k_counts *counts) {
  const int divisions = y ? 8 : 12;
  K_ARRAY(between, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NZ);
  K_ARRAY(y1, K_NX);
  K_ARRAY(Z1, K_COLUMNS * K_NZ);
  K_ARRAY(d, K_NX);
  K_ARRAY(sums, 3 * K_GROUPS);
  K_ARRAY(f, 4 * K_ND);
  real eps1[K_INPUT_ROOM], worst = k_set(0), second = k_set(w->second);
  real part = k_set(k_stage_part());
  k_early e = {.low = k_set(0), .high = part, .h = w->h, .f0 = f + K_ND,
               .f1 = f + 2 * K_ND, .lost = f + 3 * K_ND};
  k_substep ends = *s;
  ends.y1 = y1, ends.Z1 = Z1, ends.d = d, ends.sums.groups = sums,
  ends.eps1 = eps1;
  if (y) {
    k_trial_surfaces(k, s, w, part, lanes, f, counts);
    lanes = lanes & k_bound_flow(k, s, part, f, y, &e);
    if (k_any(lanes)) k_trial_surfaces(k, s, w, e.low, lanes, e.f0, counts);
  }
  for (int n = 0; n < divisions && k_any(lanes); n++) {
    if (y) part = k_early_part(k, s, &e);
    k_euler_step one = w->step, two = w->step;
    one.h = (y ? part : 1.0 - second) * w->h;
    two.h = y ? w->h - one.h : second * w->h;
    one.t1 = one.t1 - two.h;
    one.y1 = between, one.Z1 = Z, two.y0 = between, two.Z0 = Z;
    two.y1 = y1, two.Z1 = Z1;
    k_counts before = *counts;
    mask good = k_implicit_step(k, one), shown = lanes;
    k_count_in(lanes, &before, counts);
    if (y)
      shown = lanes & k_flows_late(k, k_flow_of(s->y, y, 1 / k_stage_beyond()),
                                   k_flow_of(s->y, between, 1));
    if (k_any(shown)) {
      before = *counts;
      good = good & k_implicit_step(k, two);
      k_count_in(shown, &before, counts);
      k_measure_against(k, &ends, w, k_late_factor());
      real square = k_square_measured(k, &ends);
      square = k_select(good, square, k_set(K_INFINITY));
      worst = k_select(shown, k_max_nan(worst, square), worst);
    }
    lanes = y ? lanes & k_not(shown)
              : lanes & good & k_flows_late(k, k_flow_of(s->y, between, 1),
                                            k_expected_flow(between, y1));
    second = 0.5 * second;
    if (!y || !k_any(lanes)) continue;
    k_trial_surfaces(k, s, w, part, lanes, f, counts);
    k_bound_flow(k, s, part, f, between, &e);
  }
  return worst;
}
