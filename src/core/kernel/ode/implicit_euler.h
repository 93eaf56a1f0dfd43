/* implicit_euler.h: backward Euler steps,
 *
 *     y1 = y0 + h f(eps(t1), y1),
 *
 * with derivatives by the implicit function theorem.  The derivative z1 of the
 * solution in direction c solves
 *
 *     (I - h J) z1 = z0 + h (f_eps theta(t1) + f_p)
 *
 * (Simo and Hughes 1998; section "Single Implicit Euler Step" of the AutoMat
 * paper).  If stresses are given, the strain follows from y1: then J includes
 * the change of the strain with y1, and theta is its change at fixed y1.  A
 * multiplier is a rate while the step is solved (domain.h), and its sum over
 * all steps otherwise. */

typedef struct {
  const k_loading *loading;
  k_directions directions;
  real t1, h;            /* end time and size of the step */
  const real *y0, *Z0;   /* state and derivatives at the start */
  real *y1, *Z1;         /* state and derivatives at the end */
  real *f0;              /* [nx] receives the rate at the start, or NULL */
  real *trial;           /* [nd] receives f at y0 (K_RETURNS), or NULL */
  k_counts *counts;
} k_euler_step;

/* Initial value of the right-hand side at place i of direction p; zero for
 * multipliers, which do not depend on those of earlier steps. */
K_FN real k_carried(k_context *k, const k_euler_step *e, int p, int i) {
  (void)k;
  int multiplier = i >= K_NR && i < K_NS;
  return multiplier ? k_set(0) : e->Z0[p * K_NZ + i];
}

/* Solves for the derivative of direction p; Z1 is its right-hand side. */
K_FN void k_solve_direction(k_context *k, const k_newton *s,
                            const k_euler_step *e, int p) {
  real *z = e->Z1 + p * K_NZ;
  k_solve(k, s->lu, z);
  K_UNROLL for (int i = K_NS; i < K_NZ; i++)
    z[i] = k_fma(s->h, k_dot(s->at.J + i * K_NS, z, K_NS), z[i]);
  K_UNROLL for (int i = K_NR; i < K_NS; i++)
    z[i] = k_fma(s->h, z[i], e->Z0[p * K_NZ + i]);
}

/* Adds h f_eps' theta' to the right-hand side at place p, if rates depend on
 * the strain rate. shared: values shared by the derivatives of the rates at the
 * end. */
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

/* Directions of strain and external fields, with theta(t1) = t1/dt e_c. */
K_FN void k_implicit_strains(k_context *k, const k_newton *s,
                             const k_euler_step *e) {
  K_ENTER;
  K_ARRAY(shared, K_READS_RATE * K_RATE_ROOM);
  K_ARRAY(f, K_READS_RATE * K_NX);
  real theta = k_fraction(e->loading, e->t1);
  k_factor_newton(k, s);
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

/* All other directions: of strains that follow from the state, or of
 * parameters. */
K_FN void k_implicit_directions(k_context *k, k_newton *s,
                                const k_planes *planes,
                                const k_euler_step *e) {
  K_ENTER;
  K_ARRAY(zero, K_NZ);
  K_ARRAY(driving, K_NZ);
  K_ARRAY(shared, K_RATE_ROOM);
  k_direction d;
  int by = k_is_parameter(e->directions.first);
  int kinks = by && K_CUTTING && !K_FIRST_LAUNCH && k_any(planes->cut);
  K_UNROLL for (int i = 0; i < K_NZ; i++) zero[i] = k_set(0);
  if (by) {
    k_linearize(k, s, k_not(k_all_lanes()));
    k_reduce(k, s);
    if (kinks) k_kink_curvature(k, s, planes);
  }
  k_factor_newton(k, s);
  if (by)
    K_BY_PARAMETER(shared, k_rate_by_shared(k, s->at.eps, s->at.rate, s->at.y,
                                            s->at.f, shared));
  k_respond_at(k, &s->at, e->directions);
  K_LOOP for (int p = 0; p < e->directions.count; p++) {
    real *z1 = e->Z1 + p * K_NZ;
    k_direction_at(k, e->loading, e->directions.first + p, e->t1, &d);
    k_complete(k, s->at.response, zero, &d);
    if (by) {
      k_rate_in(k, &d, shared, zero, driving);
      k_domain_driven(k, &s->domain, s->h, driving);
      if (kinks) k_kinks_driven(k, s, planes, &d, driving);
    }
    K_UNROLL for (int i = 0; i < K_NZ; i++) {
      if (!by) driving[i] = k_dot(s->at.B + i * K_INPUTS, d.theta, K_INPUTS);
      z1[i] = k_fma(s->h, driving[i], k_carried(k, e, p, i));
    }
    k_solve_direction(k, s, e, p);
  }
  K_LEAVE;
}

/* Solves the step; true where Newton's method converged. */
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
  K_ARRAY(response, K_RESPONSE_ROOM);
  K_ARRAY(E, K_PATH * 6 * K_NS);
  K_ARRAY(rest, K_ND ? K_NX : 0);
  K_ARRAY(modulus, K_ND);
  K_ARRAY(active, K_ND);
  K_ARRAY(hardening, K_ND);
  K_ARRAY(trial, K_ND);
  K_ARRAY(room, K_PLANES_ROOM);
  K_ARRAY(slope, K_ND);
  K_ARRAY(unit, K_UNITS);
  const real *y0 = K_ND ? rest : e.y0;
  real eps0[K_INPUT_ROOM];
  int strains = e.directions.count && !k_is_parameter(e.directions.first);
  k_lu lu = {.w = w, .row_at = row_at, .exchanged = k_all_lanes(), .n = K_NS,
             .scratch = scratch};
  k_planes planes = k_planes_in(k, room, e.directions.count > 0);
  k_newton s = {.at = {.loading = e.loading, .t = e.t1, .eps = eps,
                       .rate = e.loading->rate, .y = e.y1, .f = f, .J = J,
                       .B = strains ? B : 0, .response = response,
                       .E = E, .slope = slope},
                .y0 = y0, .h = e.h, .F = F, .delta = delta, .F0 = F0,
                .v = v, .unit = unit, .trial = e.trial, .lu = &lu,
                .domain = {.modulus = modulus, .active = active,
                           .hardening = hardening, .trial = trial},
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
  if (strains && !k_strain_follows(k))
    k_implicit_strains(k, &s, &e);
  else if (e.directions.count)
    k_implicit_directions(k, &s, &planes, &e);
  k_mean_energies(k, &s.at, s.y0, s.h, eps0);
  K_UNROLL for (int i = K_NR; i < K_NS; i++)
    e.y1[i] = k_fma(e.h, e.y1[i], e.y0[i]);
  K_LEAVE;
  return good;
}
