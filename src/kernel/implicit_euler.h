/* implicit_euler.h: backward Euler steps,
 *
 *     y1 = y0 + h f(eps(t1), y1),
 *
 * with derivatives by the implicit function theorem: the derivative of the
 * solved equation in direction c is
 *
 *     (I - h J) z1 = z0 + h (f_eps theta(t1) + f_p)
 *
 * (Simo and Hughes 1998; section "Single Implicit Euler Step" of the AutoMat
 * paper).  Where stresses are given (K_PATH) J is that along the strain, which
 * follows from y1, and theta its change at fixed y1.  A multiplier is a rate
 * while a step is solved (domain.h), and its sum over steps outside. */

typedef struct {
  const k_loading *loading;
  k_directions directions;
  real t1, h;            /* a step of size h that ends at time t1 */
  const real *y0, *Z0;   /* its start */
  real *y1, *Z1;         /* its end */
  real *f0;              /* [nx] for the rate at its start, or NULL */
  k_counts *counts;
} k_euler_step;

/* What a right-hand side begins with at place i of direction p: multipliers of
 * this step know nothing of those before it. */
K_FN real k_carried(k_context *k, const k_euler_step *e, int p, int i) {
  (void)k;
  int multiplier = i >= K_NR && i < K_NS;
  return multiplier ? k_set(0) : e->Z0[p * K_NZ + i];
}

/* The right-hand side Z1 of direction p becomes the derivative. */
K_FN void k_solve_direction(k_context *k, const k_newton *s,
                            const k_euler_step *e, int p) {
  real *z = e->Z1 + p * K_NZ;
  k_solve(k, s->lu, z);
  K_UNROLL for (int i = K_NS; i < K_NZ; i++)
    z[i] = k_fma(s->h, k_dot(s->at.J + i * K_NS, z, K_NS), z[i]);
  K_UNROLL for (int i = K_NR; i < K_NS; i++)
    z[i] = k_fma(s->h, z[i], e->Z0[p * K_NZ + i]);
}

/* Where rates read that of the strain: adds h f_eps' theta' to the right-hand
 * side at place p; shared: of the rates at the end. */
K_FN void k_implicit_slope(k_context *k, const k_newton *s,
                           const k_euler_step *e, const real *shared, int p) {
  K_ENTER;
  K_ARRAY(zero, K_NZ);
  K_ARRAY(driving, K_NZ);
  real *z1 = e->Z1 + p * K_NZ;
  k_direction d;
  K_UNROLL for (int i = 0; i < K_NZ; i++) zero[i] = k_set(0);
  k_direction_at(k, e->loading, e->directions.first + p, e->t1, &d);
  d.theta[0] = k_set(0);
  k_rate_in(k, &d, shared, zero, driving);
  k_domain_driven(k, &s->domain, s->h, driving);
  K_UNROLL for (int i = 0; i < K_NZ; i++)
    z1[i] = k_fma(s->h, driving[i], z1[i]);
  K_LEAVE;
}

/* Directions of strain and external fields, whose theta(t1) is t1/dt e_c. */
K_FN void k_implicit_strains(k_context *k, const k_newton *s,
                             const k_euler_step *e) {
  K_ENTER;
  K_ARRAY(shared, K_READS_RATE * K_RATE_ROOM);
  K_ARRAY(f, K_READS_RATE * K_NX);
  real theta = k_fraction(e->loading, e->t1);
  if (K_READS_RATE)
    k_rate_shared(k, s->at.eps, s->at.rate, s->at.y, f, shared);
  K_UNROLL for (int p = 0; p < e->directions.count; p++) {
    int c = e->directions.first + p;
    real *z1 = e->Z1 + p * K_NZ;
    K_UNROLL for (int i = 0; i < K_NZ; i++)
      z1[i] = k_fma(s->h * theta, s->at.B[i * K_INPUTS + c],
                    k_carried(k, e, p, i));
    if (K_READS_RATE) k_implicit_slope(k, s, e, shared, p);
    k_solve_direction(k, s, e, p);
  }
  K_LEAVE;
}

/* Directions of controlled components and of external fields, under K_PATH. */
K_FN void k_implicit_given(k_context *k, const k_newton *s,
                           const k_euler_step *e) {
  K_ENTER;
  K_ARRAY(zero, K_NZ);
  K_ARRAY(shared, K_STRESS_ROOM);
  real sig[6];
  k_direction d;
  K_UNROLL for (int i = 0; i < K_NZ; i++) zero[i] = k_set(0);
  k_respond(k, e->directions, s->at.eps, s->at.y, sig, shared);
  K_LOOP for (int p = 0; p < e->directions.count; p++) {
    real *z1 = e->Z1 + p * K_NZ;
    k_direction_at(k, e->loading, e->directions.first + p, e->t1, &d);
    k_complete(k, K_COMPLIANCE(e->loading, s->at.P), shared, zero, &d);
    K_UNROLL for (int i = 0; i < K_NZ; i++)
      z1[i] = k_fma(s->h, k_dot(s->at.B + i * K_INPUTS, d.theta, K_INPUTS),
                    k_carried(k, e, p, i));
    k_solve_direction(k, s, e, p);
  }
  K_LEAVE;
}

/* Directions of parameters. */
K_FN void k_implicit_parameters(k_context *k, k_newton *s,
                                const k_planes *planes,
                                const k_euler_step *e) {
  K_ENTER;
  K_ARRAY(zero, K_NZ);
  K_ARRAY(driving, K_NZ);
  K_ARRAY(shared, K_RATE_ROOM);
  K_ARRAY(response, K_PATH * K_STRESS_ROOM);
  real sig[6];
  k_direction d;
  int kinks = K_CUTTING && !K_FIRST_LAUNCH && k_any(planes->cut);
  K_UNROLL for (int i = 0; i < K_NZ; i++) zero[i] = k_set(0);
  k_linearize(k, s, k_not(k_all_lanes()));
  k_reduce(k, s);
  if (kinks) k_bend_kinks(k, s, planes);
  k_factor_newton(k, s);
  K_BY(shared, k_rate_by_shared(k, s->at.eps, s->at.rate, s->at.y, s->at.f,
                                shared));
  if (K_PATH)
    k_respond(k, e->directions, s->at.eps, s->at.y, sig, response);
  K_LOOP for (int p = 0; p < e->directions.count; p++) {
    real *z1 = e->Z1 + p * K_NZ;
    k_direction_at(k, e->loading, e->directions.first + p, e->t1, &d);
    if (K_PATH)
      k_complete(k, K_COMPLIANCE(e->loading, s->at.P), response, zero, &d);
    k_rate_in(k, &d, shared, zero, driving);
    k_domain_driven(k, &s->domain, s->h, driving);
    if (kinks) k_kinks_driven(k, s, planes, &d, driving);
    K_UNROLL for (int i = 0; i < K_NZ; i++)
      z1[i] = k_fma(s->h, driving[i], k_carried(k, e, p, i));
    k_solve_direction(k, s, e, p);
  }
  K_LEAVE;
}

/* The energies at the end of a step whose strain began at eps0, under K_PATH:
 * their rates are those of the mean strain rate. */
K_FN void k_implicit_energies(k_context *k, const k_newton *s,
                              const real *eps0) {
  if (!K_PATH || !K_ENERGIES) return;
  K_ENTER;
  K_ARRAY(f, K_NX);
  real rate[K_INPUT_ROOM];
  real inverse = k_select(s->h > 0, 1.0 / s->h, k_set(0));
  K_UNROLL for (int i = 0; i < K_INPUTS; i++)
    rate[i] = (s->at.eps[i] - eps0[i]) * inverse;
  k_rate(k, s->at.eps, rate, s->at.y, f);
  K_UNROLL for (int i = K_NA; i < K_NX; i++)
    s->at.y[i] = k_fma(s->h, f[i], s->y0[i]);
  K_LEAVE;
}

/* True where it converged. */
K_DOUBLING_CALL mask k_implicit_step(k_context *k, k_euler_step e) {
  K_ENTER;
  K_ARRAY(eps, K_INPUTS);
  K_ARRAY(f, K_NX);
  K_ARRAY(J, K_NX * K_NS);
  K_ARRAY(B, K_NX * K_INPUTS);
  K_ARRAY(F, K_NS);
  K_ARRAY(delta, K_NS);
  K_ARRAY(F0, K_NS);
  K_ARRAY(v, K_NS);
  K_ARRAY(w, K_NS * K_NS);
  K_ARRAY(row_at, K_NS);
  K_ARRAY(scratch, K_NS);
  K_ARRAY(P, K_PATH * K_COMPLIANCE_ROOM);
  K_ARRAY(E, K_PATH * 6 * K_NS);
  K_ARRAY(rest, K_ND ? K_NX : 0);
  K_ARRAY(modulus, K_ND);
  K_ARRAY(active, K_ND);
  K_ARRAY(trial, K_ND);
  K_ARRAY(room, K_PLANES_ROOM);
  const real *y0 = K_ND ? rest : e.y0;
  real eps0[K_INPUT_ROOM];
  int parameters = e.directions.count && k_is_by(e.directions.first);
  int strains = e.directions.count && !parameters;
  k_lu lu = {.w = w, .row_at = row_at, .exchanged = k_all_lanes(), .n = K_NS,
             .pivot_order = 0, .scratch = scratch};
  k_planes planes = k_planes_in(k, room);
  planes.differentiated = e.directions.count > 0;
  k_newton s = {.at = {.loading = e.loading, .t = e.t1, .eps = eps,
                       .rate = e.loading->rate, .y = e.y1, .f = f, .J = J,
                       .B = strains ? B : 0, .P = P, .E = E},
                .y0 = y0, .h = e.h, .F = F, .delta = delta, .F0 = F0,
                .v = v, .lu = &lu,
                .domain = {.modulus = modulus, .active = active,
                           .trial = trial, .allowed = k_set(0)},
                .finished = 0,
                .hidden = k_not(k_all_lanes()), .counts = e.counts};
  K_UNROLL for (int i = 0; K_ND && i < K_NX; i++)
    rest[i] = i >= K_NR && i < K_NS ? k_set(0) : e.y0[i];
  k_strain_at(k, e.loading, e.t1 - e.h, y0, eps0, 0);
  if (K_RESTS) {
    K_UNROLL for (int i = 0; i < K_NX; i++) f[i] = k_set(0);
  } else {
    k_rate(k, eps0, e.loading->rate, y0, f);
    k_count(&e.counts->evaluations, k_all_lanes());
  }
  for (int i = 0; e.f0 && i < K_NX; i++) e.f0[i] = f[i];
  k_strain_at(k, e.loading, e.t1, e.y0, eps, 0);
  mask good = k_newton_solve(k, &s, &planes);
  if (strains) k_factor_newton(k, &s);
  if (strains && !K_PATH) k_implicit_strains(k, &s, &e);
  if (strains && K_PATH) k_implicit_given(k, &s, &e);
  if (parameters) k_implicit_parameters(k, &s, &planes, &e);
  k_implicit_energies(k, &s, eps0);
  K_UNROLL for (int i = K_NR; i < K_NS; i++)
    e.y1[i] = k_fma(e.h, e.y1[i], e.y0[i]);
  K_LEAVE;
  return good;
}

/* What is added to the halves of their difference to the whole; nothing where
 * that would leave an elastic domain. */
K_FN real k_extrapolated(k_context *k, const k_loading *loading, real d) {
  (void)k;
  return K_ND ? k_set(0) : k_select(loading->given->mixed, d, k_set(0));
}

/* Rates that fall to a tenth within a substep tell of something that relaxes,
 * behind a corner of the path, say.  Backward Euler steps, whose rates are those
 * of their ends, do not see which way it goes, and two are as wrong as one. */
#define K_RATE_FALL 0.1

K_FN mask k_rates_fall(k_context *k, const k_substep *s, const real *middle,
                       const real *f0) {
  K_ENTER;
  K_ARRAY(f1, K_NS);
  mask falls = k_not(k_all_lanes());
  real inverse = 2.0 / s->h;
  K_UNROLL for (int i = 0; i < K_NS; i++)
    f1[i] = inverse * (s->y1[i] - middle[i]);
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_SOLVED_GROUP(i);
    falls = falls | (k_square(f1 + g.offset, g.size) <
                     K_RATE_FALL * K_RATE_FALL * k_square(f0 + g.offset, g.size));
  }
  K_LEAVE;
  return falls;
}

/* x := (I - h J)^-1 x at time t and state y, with the quadratures behind. */
K_FN void k_forget(k_context *k, const k_substep *s, real t, real *y, real *x) {
  K_ENTER;
  K_ARRAY(eps, K_INPUTS);
  K_ARRAY(f, K_NX);
  K_ARRAY(J, K_NX * K_NS);
  K_ARRAY(w, K_NS * K_NS);
  K_ARRAY(row_at, K_NS);
  K_ARRAY(scratch, K_NS);
  K_ARRAY(P, K_PATH * K_COMPLIANCE_ROOM);
  K_ARRAY(E, K_PATH * 6 * K_NS);
  k_lu lu = {.w = w, .row_at = row_at, .exchanged = k_all_lanes(), .n = K_NS,
             .pivot_order = 0, .scratch = scratch};
  k_shifted W = {.shift = k_set(1), .scale = s->h, .J = J};
  k_point at = {.loading = s->loading, .t = t, .eps = eps,
                .rate = s->loading->rate, .y = y, .f = f, .J = J, .P = P,
                .E = E};
  if (!K_PATH) k_strain(k, s->loading, t, eps);
  k_jacobian_at(k, &at);
  k_factor_shifted(k, &lu, &W);
  k_solve(k, &lu, x);
  K_UNROLL for (int i = K_NS; i < K_NX; i++)
    x[i] = k_fma(s->h, k_dot(J + i * K_NS, x, K_NS), x[i]);
  K_LEAVE;
}

/* The square of the error that is not seen: what relaxes at the start is
 * (I - h J0)^-1 h f0, of which (I - h J1)^-1 is left at the end if it did not
 * go where the end has it. */
K_CALL real k_unseen(k_context *k, const k_substep *s, const real *f0,
                     k_counts *counts, mask falls) {
  K_ENTER;
  K_ARRAY(d, K_NX);
  real eps1[K_INPUT_ROOM];
  k_substep end = *s;
  end.d = d;
  end.eps1 = eps1;
  end.directions.count = end.directions.measured = 0;
  K_UNROLL for (int i = 0; i < K_NX; i++) d[i] = s->h * f0[i];
  k_forget(k, s, s->t, s->y, d);
  k_forget(k, s, s->t + s->h, s->y1, d);
  k_measure_state(k, &end);
  k_count(&counts->evaluations, falls);
  k_count(&counts->evaluations, falls);
  real square = k_square_error(k, &end, 0);
  K_LEAVE;
  return k_select(falls & k_finite(square), square, k_set(0));
}

/* One backward Euler step of size h against two of h/2, which are taken
 * (Hairer, Norsett and Wanner 1993, II.4); lanes without convergence get an
 * infinite difference, and so a smaller step.  Where stresses are given along
 * the step (K_PATH) what is taken is the halves and their difference to the
 * whole, of order 2: the errors of so many steps of order 1 would add up to far
 * more than the tolerance. */
K_FN void k_doubling_step(k_context *k, k_substep *s, k_counts *counts) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(f0, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NZ);
  K_ARRAY(whole, K_COLUMNS * K_NZ);
  real t1 = s->t + s->h, half = 0.5 * s->h;
  k_euler_step one = {.loading = s->loading, .directions = s->directions,
                      .t1 = t1, .h = s->h, .y0 = s->y, .Z0 = s->Z,
                      .y1 = s->d, .Z1 = whole, .counts = counts};
  k_euler_step first = one, second = one;
  one.f0 = f0;
  first.t1 = s->t + half, first.h = half, first.y1 = y, first.Z1 = Z;
  second.h = half, second.y0 = y, second.Z0 = Z;
  second.y1 = s->y1, second.Z1 = s->Z1;
  mask good = k_implicit_step(k, one);
  good = good & k_implicit_step(k, first);
  good = good & k_implicit_step(k, second);
  mask falls = K_ND ? k_not(k_all_lanes()) : good & k_rates_fall(k, s, y, f0);
  K_UNROLL for (int i = 0; i < K_NX; i++) {
    s->y1[i] = k_select(good, s->y1[i], k_set(K_INFINITY));
    s->d[i] = s->y1[i] - s->d[i];
    if (K_PATH) s->y1[i] = s->y1[i] + k_extrapolated(k, s->loading, s->d[i]);
  }
  k_measure_state(k, s);
  falls = falls & (k_square_error(k, s, 0) <= 1.0);
  s->unseen = k_set(0);
  if (!K_ND && k_any(falls)) s->unseen = k_unseen(k, s, f0, counts, falls);
  k_clear_sums(k, s);
  K_UNROLL for (int i = 0; i < s->directions.count * K_NZ; i++) {
    whole[i] = s->Z1[i] - whole[i];
    if (K_PATH)
      s->Z1[i] = s->Z1[i] + k_extrapolated(k, s->loading, whole[i]);
  }
  K_UNROLL for (int p = 0; p < s->directions.count; p++)
    k_measure_direction(k, s, p, whole + p * K_NZ);
  K_LEAVE;
}
