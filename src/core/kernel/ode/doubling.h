/* doubling.h: adaptive substeps of laws without elastic domains: one backward
 * Euler step of size h compared with two of h/2, and extrapolated to order 2
 * (docs/theory.md, section 6.4). */

/* Lanes in which the rates of a group fall: (end - start) `inverse` in the last
 * step, f0 at the start of the substep. */
K_FN mask k_rates_fall(k_context *k, const real *start, const real *end,
                       real inverse, const real *f0) {
  /* Rates that decrease to less than this fraction indicate relaxation, as
   * after a corner of the path, for which two backward Euler steps have the
   * same error as one. */
  const k_number fall = 0.1;
  K_ARRAY(f1, K_NS);
  mask falls = k_not(k_all_lanes());
  K_UNROLL for (int i = 0; i < K_NS; i++)
    f1[i] = inverse * (end[i] - start[i]);
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_TABLES.solved[i];
    falls = falls | (k_square(f1 + g.offset, g.size) <
                     fall * fall * k_square(f0 + g.offset, g.size));
  }
  return falls;
}

/* x := (I - h J)^-1 x at time t and state y, followed by the quadratures.
 * Omits the surfaces of elastic domains, which do not change rates without
 * multipliers. */
K_FN void k_damp(k_context *k, const k_substep *s, real t, const real *y,
                 real *x) {
  K_ARRAY(J, K_NX * K_NS);
  K_LU(lu, K_NS, 0);
  K_ARRAY(rest, K_NX);
  k_shifted W = {.shift = k_set(1), .scale = s->h, .J = J};
  K_UNROLL for (int i = 0; i < K_NX; i++)
    rest[i] = i >= K_NR && i < K_NS ? k_set(0) : y[i];
  k_F_by_state(k, s->loading, t, rest, J);
  K_UNROLL for (int i = K_NR; i < K_NS; i++) {
    x[i] = k_set(0);
    K_UNROLL for (int j = 0; j < K_NS; j++) {
      J[i * K_NS + j] = k_set(0);
      J[j * K_NS + i] = k_set(0);
    }
  }
  k_factor_state(k, &lu, W);
  k_solve_state(k, lu, x);
  K_UNROLL for (int i = K_NS; i < K_NX; i++)
    x[i] = k_fma(s->h, k_dot(J + i * K_NS, x, K_NS), x[i]);
}

/* Square of the error of an unresolved transient. At the start (I - h J0)^-1 h
 * f0 relaxes; if the state at the end does not contain this change, (I - h
 * J1)^-1 times it is the error. */
K_CALL real k_transient_error(k_context *k, const k_substep *s, const real *f0,
                              k_counts *counts, mask falls) {
  K_ARRAY(d, K_NX);
  K_UNROLL for (int i = 0; i < K_NX; i++) d[i] = s->h * f0[i];
  k_damp(k, s, s->t, s->y, d);
  k_damp(k, s, s->t + s->h, s->y1, d);
  k_count(&counts->evaluations, falls);
  k_count(&counts->evaluations, falls);
  real square = k_square_of_state(k, s, d);
  return k_select(falls & k_finite(square), square, k_set(0));
}

/* Computes y1, Z1 and their error, which is infinite in lanes without
 * convergence. */
K_FN void k_doubling_step(k_context *k, k_substep *s, k_counts *counts) {
  K_ARRAY(y, K_NX);
  K_ARRAY(f0, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NZ);
  K_ARRAY(y_single, K_NX);
  K_ARRAY(Z_single, K_COLUMNS * K_NZ);
  k_single_step w = k_single_step_of(s, y_single, Z_single, 0.25, counts);
  k_euler_step whole = w.step, first = w.step, second = w.step;
  whole.f0 = f0;
  first.h = second.h = 0.5 * s->h;
  first.t1 = s->t + first.h, first.y1 = y, first.Z1 = Z;
  second.y0 = y, second.Z0 = Z, second.y1 = s->y1, second.Z1 = s->Z1;
  mask good = k_implicit_step(k, whole);
  good = good & k_implicit_step(k, first);
  good = good & k_implicit_step(k, second);
  mask falls = good & k_rates_fall(k, y, s->y1, 2.0 / s->h, f0);
  mask late = good & k_flows_late(k, k_flow_of(s->y, y, 1),
                                  k_expected_flow(y, s->y1));
  K_UNROLL for (int i = 0; i < K_NX; i++)
    s->y1[i] = k_select(good, s->y1[i] + (s->y1[i] - y_single[i]),
                        k_set(K_INFINITY));
  for (int i = 0; i < s->directions.count * K_NZ; i++)
    s->Z1[i] = s->Z1[i] + (s->Z1[i] - Z_single[i]);
  k_measure_against(k, s, &w, 0.5);
  mask fine = k_square_measured(k, s) <= 1.0;
  falls = falls & fine;
  late = late & fine;
  s->transient = k_set(0);
  if (k_any(falls)) s->transient = k_transient_error(k, s, f0, counts, falls);
  if (k_any(late))
    s->transient =
        k_max_nan(s->transient, k_hidden_error(k, s, &w, 0, late, counts));
}
