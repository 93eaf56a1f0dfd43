/* implicit_euler.h: backward Euler steps, y1 = y0 + h f(eps(t1), y1), with
 * derivatives by the implicit function theorem (docs/theory.md, section 8.6),
 *
 *     (I - h J) z1 = z0 + h (f_eps theta(t1) + f_p).
 *
 * While the step is solved, the entry of a multiplier is its rate
 * (domain/domain.h); otherwise, the integral over all steps. */

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
 * multipliers, because they do not depend on earlier steps. */
K_FN real k_carried(k_context *k, const k_euler_step *e, int p, int i) {
  int multiplier = i >= K_NR && i < K_NS;
  return multiplier ? k_set(0) : e->Z0[p * K_NZ + i];
}

/* Solves for the derivative of direction p; Z1 is its right-hand side. */
K_FN void k_solve_direction(k_context *k, const k_newton *s,
                            const k_euler_step *e, int p) {
  real *z = e->Z1 + p * K_NZ;
  k_solve_state(k, *s->lu, z);
  K_UNROLL for (int i = K_NS; i < K_NZ; i++)
    z[i] = k_fma(s->h, k_dot(s->at.J + i * K_NS, z, K_NS), z[i]);
  K_UNROLL for (int i = K_NR; i < K_NS; i++)
    z[i] = k_fma(s->h, z[i], e->Z0[p * K_NZ + i]);
}

/* Values shared by the right-hand sides of all directions */
typedef struct {
  const k_newton *s;
  const k_planes *planes;
  const real *rates; /* common part of the derivatives of the rates */
  int by, kinks;     /* by: the directions are parameters; kinks: the solution
                        is at a kink */
} k_implicit;

/* Derivative of direction p: right-hand side and solution. Rates that depend
 * on the strain rate add f_eps' theta'. */
K_FN void k_implicit_direction(k_context *k, const k_implicit *m,
                               const k_euler_step *e, int p) {
  K_ARRAY(zero, K_NZ);
  K_ARRAY(driving, K_NZ);
  K_ARRAY(slope, K_NZ);
  const k_newton *s = m->s;
  int rated = K_READS_RATE && !m->by;
  real *z1 = e->Z1 + p * K_NZ;
  k_direction d;
  if (K_IDLE(e->directions.first + p)) {
    k_zero(z1, K_NZ);
    return;
  }
  k_zero(zero, K_NZ);
  k_direction_at(k, e->loading, e->directions.first + p, e->t1, &d);
  k_complete(k, s->at.response, zero, &d);
  if (!m->by) k_F_by_strain(k, &s->at, &d, driving);
  if (rated) k_zero(d.theta, K_PATH ? K_INPUTS : 1);
  if (m->by || rated) {
    k_rate_in(k, &d, m->rates, zero, m->by ? driving : slope);
    k_domain_driven(k, &s->domain, s->h, m->by ? driving : slope);
  }
  if (m->kinks) k_kinks_driven(k, s, m->planes, &d, driving);
  K_UNROLL for (int i = 0; i < K_NZ; i++) {
    z1[i] = k_fma(s->h, driving[i], k_carried(k, e, p, i));
    if (rated) z1[i] = k_fma(s->h, slope[i], z1[i]);
  }
  k_solve_direction(k, s, e, p);
}

/* Derivatives of the solution in all directions. */
K_FN void k_implicit_directions(k_context *k, k_newton *s,
                                const k_planes *planes,
                                const k_euler_step *e) {
  K_ARRAY(f, K_NX);
  K_ARRAY(rates, K_RATE_ROOM);
  int by = k_is_parameter(e->directions.first);
  int kinks = by && K_CUTTING && !K_FIRST_LAUNCH && k_any(planes->cut);
  k_implicit m = {.s = s, .planes = planes, .rates = rates, .by = by,
                  .kinks = kinks};
  (void)f;
  if (by) {
    k_linearize(k, s, k_not(k_all_lanes()));
    k_reduce(k, s);
    if (kinks) k_kink_curvature(k, s, planes);
  }
  k_factor_newton(k, s);
  if (by || K_READS_RATE)
    K_COMMON(rate, e->directions, rates, s->at.eps, s->at.rate, s->at.y, f);
  k_respond_at(k, &s->at, e->directions);
  if (by || k_strain_follows(k))
    K_LOOP for (int p = 0; p < e->directions.count; p++)
      k_implicit_direction(k, &m, e, p);
  else
    K_UNROLL for (int p = 0; p < e->directions.count; p++)
      k_implicit_direction(k, &m, e, p);
}

/* Solves the step; true where Newton's method converged. */
K_DOUBLING_CALL mask k_implicit_step(k_context *k, k_euler_step e) {
  K_LU(lu, K_NS, 0);
  K_ARRAY(rest, k_has_surfaces(k) ? K_NX : 0);
  const real *y0 = k_has_surfaces(k) ? rest : e.y0;
  real eps0[K_INPUT_ROOM];
  int strains = e.directions.count && !k_is_parameter(e.directions.first);
  k_planes planes = {.differentiated = e.directions.count > 0};
  K_PLANE_ARRAYS(K_DECLARE_ARRAY, planes)
  K_POINT(at, 1, e.loading, e.t1, e.y1);
  if (!strains) at.B = 0;
  k_domain domain = {.allowed = k_set(0)};
  K_DOMAIN_ARRAYS(K_DECLARE_ARRAY, domain)
  k_newton s = {.at = at, .y0 = y0, .h = e.h, .trial = e.trial, .lu = &lu,
                .domain = domain, .hidden = k_not(k_all_lanes()),
                .counts = e.counts};
  K_NEWTON_ARRAYS(K_DECLARE_ARRAY, s)
  K_UNROLL for (int i = 0; k_has_surfaces(k) && i < K_NX; i++)
    rest[i] = i >= K_NR && i < K_NS ? k_set(0) : e.y0[i];
  k_strain_at(k, e.loading, e.t1 - e.h, y0, eps0, 0);
  if (K_RESTS) {
    k_zero(at.f, K_NX);
  } else {
    k_rate(k, eps0, e.loading->rate, y0, at.f);
    k_count(&e.counts->evaluations, k_all_lanes());
  }
  for (int i = 0; e.f0 && i < K_NX; i++) e.f0[i] = at.f[i];
  k_strain_at(k, e.loading, e.t1, e.y0, at.eps, 0);
  mask good = k_newton_solve(k, &s, &planes);
  if (e.directions.count) k_implicit_directions(k, &s, &planes, &e);
  k_mean_energies(k, &s.at, s.y0, s.h, eps0);
  K_UNROLL for (int i = K_NR; i < K_NS; i++)
    e.y1[i] = k_fma(e.h, e.y1[i], e.y0[i]);
  return good;
}
