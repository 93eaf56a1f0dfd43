/* late_flow.h: errors of backward Euler steps in which flow begins.
 *
 * If nothing flows in the first of two steps, the second one equals a single
 * step over both, and their difference vanishes although the error does not.
 * The error becomes visible if the two steps meet later, so that both contain
 * flow. */

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

/* Lanes in which a surface, or a variable, flows less in the first of two steps
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
  real h;            /* size of the part divided into two steps; both end
                        together */
  k_number second;   /* ratio of the second step to that part, in the first
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
  K_ENTER;
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
  K_LEAVE;
}

/* Flow that the first of two steps must exceed, given the ends of the second
 * one; otherwise the two steps underestimate the error. */
K_FN k_flow k_expected_flow(const real *start, const real *end) {
  return k_flow_of(start, end, 0.4);
}

/* Largest ratio of the error of two stages to that of two steps. */
K_FN k_number k_late_factor(void) { return 2; }

/* Square of the error of surfaces that become active late, in lanes `late`. */
K_CALL real k_late_error(k_context *k, const k_substep *s,
                         const k_single_step *w, mask late, k_counts *counts) {
  const int divisions = 12;
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NZ);
  K_ARRAY(y1, K_NX);
  K_ARRAY(Z1, K_COLUMNS * K_NZ);
  K_ARRAY(d, K_NX);
  K_ARRAY(sums, 3 * K_GROUPS);
  real eps1[K_INPUT_ROOM], worst = k_set(0), second = k_set(w->second);
  k_substep ends = *s;
  ends.y1 = y1, ends.Z1 = Z1, ends.d = d, ends.sums.groups = sums,
  ends.eps1 = eps1;
  for (int n = 0; n < divisions && k_any(late); n++) {
    k_euler_step one = w->step, two = w->step;
    one.h = (1.0 - second) * w->h, two.h = second * w->h;
    one.t1 = one.t1 - two.h;
    one.y1 = y, one.Z1 = Z, two.y0 = y, two.Z0 = Z;
    two.y1 = y1, two.Z1 = Z1;
    k_counts before = *counts;
    mask good = k_implicit_step(k, one);
    good = good & k_implicit_step(k, two);
    k_count_in(late, &before, counts);
    k_measure_against(k, &ends, w, k_late_factor());
    real square = k_square_measured(k, &ends);
    square = k_select(good, square, k_set(K_INFINITY));
    worst = k_select(late, k_max_nan(worst, square), worst);
    late = late & good &
           k_flows_late(k, k_flow_of(s->y, y, 1),
                        k_expected_flow(y, y1));
    second = 0.5 * second;
  }
  K_LEAVE;
  return worst;
}

