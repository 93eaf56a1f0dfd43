/* given_stress.h: the strain along a loading step in which stresses are given
 * (K_PATH; docs/theory.md, section 11.1).
 *
 * All controlled components x are linear in time. With c the components
 * controlled in strain and s those controlled in stress, eps_c = x_c(t) and
 * sigma_s(eps, y) = x_s(t) determine the strain, which changes by
 *
 *     eps' = x_c' + P (x_s' - sigma_eps x_c' - sigma_T T' - sigma_y y').
 *
 * The compliance P at fixed internal variables is the inverse of the block s, s
 * of sigma_eps, and zero elsewhere. Work of given stresses is integrated by
 * parts. */

/* v: coordinates of the components of x controlled in stress if `stress`, else
 * in strain; zero for the other components. */
K_FN void k_controlled(const k_control *g, const real *x, int stress, real *v) {
  real own[6];
  for (int i = 0; i < 6; i++)
    own[i] = stress ? k_select(g->stress[i], x[i], k_set(0))
                    : k_select(g->stress[i], k_set(0), x[i]);
  k_from_mandel(own, v);
}

/* v := A x, A [6][6] */
K_CALL void k_times(const real *A, const real *x, real *v) {
  K_UNROLL for (int i = 0; i < 6; i++) v[i] = k_dot(A + 6 * i, x, 6);
}

/* True if the stiffness of a normal component controlled in stress is zero to
 * within rounding errors of the largest one. C: Kelvin-Mandel. */
K_FN mask k_has_no_stiffness(const k_control *g, const real *C) {
  real largest = k_set(0);
  mask limp = k_not(k_all_lanes());
  for (int i = 0; i < 3; i++)
    largest = k_max(largest, k_select(g->stress[i], C[7 * i], k_set(0)));
  for (int i = 0; i < 3; i++)
    limp = limp | (g->stress[i] & (C[7 * i] <= k_lost_pivot() * largest));
  return limp;
}

/* Under K_EQUATIONS: X for the stiffness C in coordinates. Sets `singular` in
 * lanes of `wanted` where no inverse exists. */
K_FN void k_comply_rows(k_context *k, k_control *g, const real *C, real *X,
                        mask wanted) {
  real M[36], size = k_set(0);
  k_matrix_to_mandel(C, M);
  K_UNROLL for (int i = 0; i < 36; i++) size = size + M[i];
  mask none = k_not(k_invert_rows(k, g, M, X)) & k_finite(size);
  g->singular = g->singular | (none & wanted);
}

/* Computes the compliance P, Kelvin-Mandel, from the stiffness C in
 * coordinates, and r := P r, the strain that relieves the stress r, in
 * coordinates; skips each if NULL. Sets `singular` in lanes of `wanted` where
 * the stiffness is singular. */
K_CALL void k_comply(k_context *k, k_control *g, const real *C, real *r,
                     real *P, mask wanted) {
  real S[36], inverse[36], x[6], s[6], size = k_set(0);
  k_matrix_to_mandel(C, S);
  for (int i = 0; K_REMEMBERS && i < 36; i++) inverse[i] = k_set(0);
  mask limp = k_has_no_stiffness(g, S);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      mask both = g->stress[i] & g->stress[j];
      S[6 * i + j] = k_select(both, S[6 * i + j], k_set(i == j ? 1 : 0));
      if (j <= i) size = size + S[6 * i + j];
    }
  if (K_REMEMBERS) k_invert(k, S, inverse);
  mask regular = k_factor_given(S);
  for (int i = 0; K_REMEMBERS && i < 6; i++)
    regular = regular & (inverse[7 * i] > 0);
  mask lost = (limp | k_not(regular)) & k_finite(size);
  g->singular = g->singular | (lost & wanted);
  if (r) {
    k_to_mandel(r, x);
    for (int i = 0; i < 6; i++) x[i] = k_select(g->stress[i], x[i], k_set(0));
    if (K_REMEMBERS)
      k_times(inverse, x, s);
    else
      k_solve_given(S, x);
    k_from_mandel(K_REMEMBERS ? s : x, r);
  }
  if (!P) return;
  if (!K_REMEMBERS) k_invert_given(S, P);
  for (int i = 0; K_REMEMBERS && i < 36; i++) P[i] = inverse[i];
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      mask both = g->stress[i] & g->stress[j];
      P[6 * i + j] = k_select(both, P[6 * i + j], k_set(0));
    }
}

/* True if one matrix product gives the strain for given stresses. */
K_FN int k_relaxes(const k_context *k) { return K_CONSTANT && !K_EQUATIONS; }

/* Compliance of a law of constant stiffness, or P computed at the point, in
 * Kelvin-Mandel components; in coordinates if k_relaxes. */
K_FN const real *k_compliance(const k_context *k, const k_control *g,
                              const real *P) {
  return K_CONSTANT ? g->compliance : P;
}

/* strain = P r, the strain that relieves the stress r, both in coordinates. P:
 * see k_compliance. */
K_FN void k_strain_for(k_context *k, const k_control *g, const real *P,
                       const real *r, real *strain) {
  real own[6], change[6], rows[6];
  if (k_relaxes(k) || K_LOGARITHMIC) {
    k_times(P, r, strain);
    return;
  }
  k_to_mandel(r, own);
  if (K_EQUATIONS) {
    k_times(g->p, own, rows);
    k_times(P, rows, change);
  } else {
    k_times(P, own, change);
  }
  k_from_mandel(change, strain);
}

/* Under K_EQUATIONS: strain = X x, the strain for a change x of the rows, in
 * coordinates. */
K_FN void k_follow_rows(const real *X, const real *x, real *strain) {
  real change[6];
  k_times(X, x, change);
  k_from_mandel(change, strain);
}

/* Newton's method for the strain */
typedef struct {
  real aim[6];         /* given stresses, coordinates; under K_EQUATIONS x */
  real eps[K_INPUT_ROOM], sig[6]; /* current strain with fields, and its
                                     stress */
  real delta[6];       /* last step … */
  real fall;           /* … its scalar product with the residual before the step
                          … */
  real size;           /* … and its squared length */
  mask active, found;
  int first;           /* no step has been taken yet */
} k_strain_search;

/* Under K_EQUATIONS: Newton's step. The merit function is the length of the
 * step, because no energy is minimized (Deuflhard 2004). */
K_FN void k_step_rows(const k_control *g, const k_strain_search *s,
                      const real *X, real *next) {
  real e[6], t[6], x[6];
  k_to_mandel(s->eps, e);
  k_to_mandel(s->sig, t);
  k_rows_at(g, t, e, x);
  for (int i = 0; i < 6; i++) x[i] = s->aim[i] - x[i];
  k_follow_rows(X, x, next);
}

/* Takes a Newton step with the stiffness C, or undoes half of the last step if
 * the residual along it did not decrease. P: compliance, or NULL. */
K_FN void k_step_strain(k_context *k, k_control *g, k_strain_search *s,
                        const real *C, real *P) {
  real r[6], next[6], X[36];
  K_UNROLL for (int i = 0; i < 6; i++)
    next[i] = r[i] = s->aim[i] - s->sig[i];
  if (K_EQUATIONS) {
    k_comply_rows(k, g, C, P ? P : X, s->active);
    k_step_rows(g, s, P ? P : X, next);
  } else {
    k_comply(k, g, C, next, P, s->active);
  }
  real size = k_square(next, 6), fall = K_EQUATIONS ? size : k_dot(next, r, 6);
  mask back = k_not(k_all_lanes());
  real along = K_EQUATIONS ? size : k_dot(s->delta, r, 6);
  if (!s->first) back = k_not(k_abs(along) <= s->fall);
  s->active = s->active & (back | k_finite(size));
  K_UNROLL for (int i = 0; i < 6; i++) {
    s->delta[i] = k_select(back, 0.5 * s->delta[i], next[i]);
    real move = k_select(back, -s->delta[i], s->delta[i]);
    s->eps[i] = s->eps[i] + k_select(s->active, move, k_set(0));
  }
  real strain = k_square(s->eps, 6);
  mask settled = size <= k_max(1e-18 * strain, k_set(1e-30));
  mask stalled = (size >= 0.25 * s->size) & (size <= 1e-20 * strain);
  mask done = s->active & k_not(back) & (settled | stalled);
  s->found = s->found | done;
  s->active = s->active & k_not(done);
  s->fall = k_select(back, s->fall, fall);
  s->size = k_select(back, 0.25 * s->size, size);
  s->first = 0;
}

/* Newton's method from s->eps; sets s->eps to NaN in lanes without a solution.
 * P: receives the compliance at the solution, or NULL. */
K_CALL void k_search_strain(k_context *k, k_control *g, k_strain_search *s,
                            const real *y, real *P) {
  real C[36];
  for (int n = 0; n < K_STRAIN_ITERATIONS && k_any(s->active); n++) {
    k_elasticity(k, s->eps, y, s->sig, C);
    k_step_strain(k, g, s, C, 0);
  }
  K_UNROLL for (int i = 0; i < 6; i++)
    s->eps[i] =
        k_select(s->found, s->eps[i], k_set(K_INFINITY - K_INFINITY));
  if (!P) return;
  k_elasticity(k, s->eps, y, s->sig, C);
  if (K_EQUATIONS)
    k_comply_rows(k, g, C, P, s->found);
  else
    k_comply(k, g, C, 0, P, s->found);
}

/* Constant stiffness: corrects a strain with the given components to the strain
 * of the given stresses at time t. */
K_FN void k_relax(k_context *k, const k_loading *loading, real t,
                  const real *y, real *eps) {
  const k_control *g = loading->given;
  real sig[6], r[6], change[6];
  k_stress(k, eps, y, sig);
  k_between(loading, t, g->stress0, g->stress1, 6, r);
  K_UNROLL for (int i = 0; i < 6; i++) r[i] = r[i] - sig[i];
  k_times(g->compliance, r, change);
  K_UNROLL for (int i = 0; i < 6; i++) eps[i] = eps[i] + change[i];
}

/* Strain at time t and state y, NaN if none exists; also the compliance P,
 * unless P is NULL or the compliance is constant. */
K_CALL void k_find_strain(k_context *k, const k_loading *loading, real t,
                          const real *y, real *eps, real *P) {
  k_control *g = loading->given;
  if (k_relaxes(k)) {
    k_between(loading, t, g->near_strain0, g->near_strain1, 6, eps);
    k_fields(k, loading, t, eps);
    k_relax(k, loading, t, y, eps);
    return;
  }
  if (K_LOGARITHMIC) {
    K_DEFORMED(k_find_gradient(k, loading, t, y, eps, P));
    return;
  }
  k_strain_search s = {.active = k_all_lanes(),
                       .found = k_not(k_all_lanes()), .first = 1};
  real x[6], guess[6], next[6], C[36];
  k_between(loading, t, g->x0, g->x1, 6, x);
  k_controlled(g, x, 1, s.aim);
  if (K_EQUATIONS) k_assign(s.aim, x, 6);
  k_to_mandel(g->guess, guess);
  K_UNROLL for (int i = 0; i < 6; i++)
    guess[i] = k_select(g->stress[i], guess[i], x[i]);
  k_from_mandel(guess, s.eps);
  k_fields(k, loading, t, s.eps);
  if (K_CONSTANT) {
    k_stress(k, s.eps, y, s.sig);
    k_step_rows(g, &s, g->compliance, next);
    K_UNROLL for (int i = 0; i < 6; i++) s.eps[i] = s.eps[i] + next[i];
  } else if (K_LINEAR) {
    k_elasticity(k, s.eps, y, s.sig, C);
    k_step_strain(k, g, &s, C, P);
  } else {
    k_search_strain(k, g, &s, y, P);
  }
  k_assign(eps, s.eps, K_INPUTS);
}

/* Strain at time t and state y. */
K_FN void k_strain_at(k_context *k, const k_loading *loading, real t,
                      const real *y, real *eps, real *P) {
  if (K_PATH)
    k_find_strain(k, loading, t, y, eps, P);
  else
    k_strain(k, loading, t, eps);
}

/* Number of refinements of the strain at the end, each of which reduces the
 * error by the ratio of the largest to the smallest stiffness, times rounding
 * errors. */
K_FN real k_refinements(k_context *k, const real *C) {
  /* ratio of stiffnesses above which a law counts as nearly incompressible */
  const k_number rigid = 1e6;
  real least = C[7], largest = C[0];
  for (int i = 0; i < 6; i++) {
    least = k_min(least, C[7 * i]);
    largest = k_max(largest, C[7 * i]);
  }
  return k_select(largest > rigid * least, k_set(5), k_set(1));
}

/* Refines a strain at the end that is exact except for rounding errors. */
K_FN void k_refine_once(k_context *k, const k_loading *loading, const real *y,
                        real *eps) {
  if (k_relaxes(k)) {
    k_relax(k, loading, loading->dt, y, eps);
    return;
  }
  k_loading again = *loading;
  k_control given = *loading->given;
  again.given = &given;
  k_assign(given.guess, eps, 6);
  k_find_strain(k, &again, loading->dt, y, eps, 0);
}

/* Refines the strain at the end, several times for constant stiffness. */
K_FN void k_refine(k_context *k, const k_loading *loading, const real *y,
                   real *eps) {
  if (!K_PATH) return;
  k_refine_once(k, loading, y, eps);
  if (!K_CONSTANT) return;
  for (int n = 1;; n++) {
    mask again = loading->given->refinements > n;
    if (!k_any(again)) return;
    real next[K_INPUT_ROOM];
    k_assign(next, eps, K_INPUTS);
    k_refine_once(k, loading, y, next);
    k_assign_in(again, eps, next, K_INPUTS);
  }
}

/* Under K_EQUATIONS: sets the rows, and their values x0 at the current
 * point. */
K_FN void k_set_rows(k_control *g, const real *stress) {
  real x[6];
  k_read_rows(g);
  k_rows_at(g, stress, g->strain, x);
  for (int i = 0; i < 6; i++)
    if (g->rows->constrained[i]) g->x0[i] = x[i];
}

/* Stores work minus free energy minus dissipation at the start, which stays
 * constant because work' = omega' + A·a' for any path. */
K_FN void k_set_balance(k_context *k, k_loading *loading, const real *y0) {
  real energy[1];
  if (!k_whole(k) || !K_ENERGIES) return;
  k_energy(k, loading->eps0, y0, energy);
  loading->given->balance = y0[K_NX - 1] - energy[0] - y0[K_NX - 2];
}

/* Prepares laws of constant stiffness C: compliance, given stresses and start
 * values of the strain. */
K_FN void k_set_constant_stiffness(k_context *k, const k_loading *loading,
                                   const real *C) {
  k_control *g = loading->given;
  real P[36], near_strain1[6];
  if (!K_CONSTANT) return;
  g->refinements = k_refinements(k, C);
  if (K_EQUATIONS) {
    k_comply_rows(k, g, C, g->compliance, k_all_lanes());
    return;
  }
  k_comply(k, g, C, 0, P, k_all_lanes());
  k_matrix_from_mandel(P, g->compliance);
  k_controlled(g, g->x0, 1, g->stress0);
  k_controlled(g, g->x1, 1, g->stress1);
  K_UNROLL for (int i = 0; i < 6; i++) {
    g->near_strain0[i] = loading->eps0[i];
    near_strain1[i] = k_select(g->stress[i], g->strain[i], g->x1[i]);
  }
  k_from_mandel(near_strain1, g->near_strain1);
}

/* Prepares control of a loading step: the controlled components are linear from
 * their values at eps0 and y0 to the targets. */
K_FN void k_set_control(k_context *k, k_loading *loading, const real *y0) {
  k_control *g = loading->given;
  real sig[6], s[6], rate[6], C[36];
  k_elasticity(k, loading->eps0, y0, sig, C);
  k_to_mandel(sig, s);
  g->singular = g->plateau = k_not(k_all_lanes());
  k_set_rates(loading, 6, K_INPUTS);
  K_UNROLL for (int i = 0; i < 6; i++) {
    g->x0[i] = k_select(g->stress[i], s[i], g->strain[i]);
    g->guess[i] = loading->eps0[i];
  }
  if (K_EQUATIONS) k_set_rows(g, s);
  k_set_balance(k, loading, y0);
  K_UNROLL for (int i = 0; i < 6; i++)
    rate[i] = (g->x1[i] - g->x0[i]) * loading->inverse;
  k_controlled(g, rate, 0, loading->rate);
  k_controlled(g, rate, 1, g->stress_rate);
  K_UNROLL for (int i = 0; K_EQUATIONS && i < 6; i++) {
    loading->rate[i] = k_set(0);
    g->stress_rate[i] = rate[i];
  }
  k_set_constant_stiffness(k, loading, C);
  if (K_LOGARITHMIC) K_DEFORMED(k_set_gradient(k, loading, sig, C));
}

/* Explicit and Rosenbrock schemes integrate the work of given stresses by
 * parts; k_add_work adds its rate to f and, unless NULL, its derivatives to B.
 * Backward Euler uses sigma·(eps1 - eps0) instead. */
K_FN int k_by_parts(const k_context *k) {
  return K_PATH && K_ENERGIES &&
         (K_FAMILY == AM_FAMILY_EXPLICIT || K_FAMILY == AM_FAMILY_ROSENBROCK);
}

K_FN void k_add_work(k_context *k, const k_loading *loading, const real *eps,
                     real *f, real *B) {
  if (!k_by_parts(k) || k_whole(k)) return;
  const real *rate = loading->given->stress_rate;
  K_UNROLL for (int i = 0; i < 6; i++) {
    real moved = eps[i] - loading->eps0[i];
    f[K_NX - 1] = k_fnma(moved, rate[i], f[K_NX - 1]);
    int at = (K_NX - 1) * K_INPUTS + i;
    if (B) B[at] = B[at] - rate[i];
  }
}

/* Adds the boundary term of the work at the end of the loading step, at the
 * strain eps. */
K_FN void k_end_work(k_context *k, const k_loading *loading, const real *eps,
                     real *y) {
  if (!k_by_parts(k)) return;
  real aim[6], moved[6], energy[1];
  if (k_whole(k)) {
    k_energy(k, eps, y, energy);
    real all = loading->given->balance + energy[0] + y[K_NX - 2];
    y[K_NX - 1] = k_select(loading->dt > 0, all, y[K_NX - 1]);
    return;
  }
  k_controlled(loading->given, loading->given->x1, 1, aim);
  K_UNROLL for (int i = 0; i < 6; i++) moved[i] = eps[i] - loading->eps0[i];
  real work = k_dot(aim, moved, 6);
  y[K_NX - 1] =
      y[K_NX - 1] + k_select(loading->dt > 0, work, k_set(0));
}
