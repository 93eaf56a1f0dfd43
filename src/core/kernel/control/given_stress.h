/* given_stress.h: the strain along a loading step in which stresses are given
 * (K_PATH; docs/theory.md, section 11.1).
 *
 * All controlled rows x (constraints.h) are linear in time. They determine the
 * strain, which changes by
 *
 *     eps' = X (x' - p (sigma_T T' + sigma_y y')),  X = A^-1,
 *
 * with A = p sigma_eps + q at fixed internal variables. The stored X gives
 * coordinates of the strain. Work of given stresses is integrated by parts. */

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
K_FN void k_times(const real *A, const real *x, real *v) {
  K_UNROLL for (int i = 0; i < 6; i++) v[i] = k_dot(A + 6 * i, x, 6);
}

/* True unless the stiffness of a normal component controlled in stress is zero
 * to within rounding errors of the largest one, or a pivot is negative. C:
 * Kelvin-Mandel. */
K_FN mask k_is_stiff(const k_control *g, const real *C, const k_lu *lu) {
  real largest = k_set(0);
  mask stiff = k_all_lanes();
  for (int i = 0; i < 3; i++)
    largest = k_max(largest, k_select(g->stress[i], C[7 * i], k_set(0)));
  for (int i = 0; i < 6; i++) {
    mask limp = g->stress[i] & (C[7 * i] <= k_lost_pivot() * largest);
    stiff = stiff & (lu->exchanged | (lu->w[7 * i] > 0));
    if (i < 3) stiff = stiff & k_not(limp);
  }
  return stiff;
}

/* Computes the compliance X from the stiffness C in coordinates, and the strain
 * x := A^-1 x, Kelvin-Mandel, for a change x of the rows; skips each if NULL.
 * Sets `singular` in lanes of `wanted` with a singular A. */
K_CALL void k_comply(k_context *k, k_control *g, const real *C, real *x,
                     real *X, mask wanted) {
  K_FULL_LU(lu, 6);
  real M[36], A[36], scale[6], column[6], strain[6], size = k_set(0);
  k_matrix_to_mandel(C, M);
  for (int i = 0; i < 36; i++) size = size + M[i];
  k_rows_by_strain(k, g, M, A);
  mask regular = k_factor_rows(k, &lu, A, scale);
  if (!K_EQUATIONS) regular = regular & k_is_stiff(g, M, &lu);
  g->singular = g->singular | (k_not(regular) & k_finite(size) & wanted);
  for (int i = 0; x && i < 6; i++) x[i] = x[i] * scale[i];
  if (x) k_solve(k, &lu, x);
  for (int j = 0; X && j < 6; j++) {
    for (int i = 0; i < 6; i++) column[i] = i == j ? scale[i] : k_set(0);
    k_solve(k, &lu, column);
    k_from_mandel(column, strain);
    for (int i = 0; i < 6; i++) X[6 * i + j] = strain[i];
  }
}

/* True if one matrix product gives the strain for given stresses. */
K_FN int k_relaxes(const k_context *k) { return K_CONSTANT && !K_EQUATIONS; }

/* Compliance of a law of constant stiffness, or computed at the point: X; under
 * K_LOGARITHMIC or if k_relaxes, P = X p in coordinates. */
K_FN const real *k_compliance(const k_context *k, const k_control *g,
                              const real *P) {
  return K_CONSTANT ? g->compliance : P;
}

/* strain = P r, the strain that relieves the stress r, both in coordinates. P:
 * see k_compliance. */
K_FN void k_strain_for(k_context *k, const k_control *g, const real *P,
                       const real *r, real *strain) {
  real own[6], rows[6];
  if (k_relaxes(k) || K_LOGARITHMIC) {
    k_times(P, r, strain);
    return;
  }
  k_to_mandel(r, own);
  k_rows_at(k, g, own, 0, rows);
  k_times(P, rows, strain);
}

/* Newton's method for the strain */
typedef struct {
  real aim[6];         /* values of the rows */
  real eps[K_INPUT_ROOM], sig[6]; /* current strain with fields, and its
                                     stress, in coordinates */
  real delta[6];       /* last step … */
  real fall;           /* … its scalar product with the residual before the step
                          … */
  real size;           /* … and its squared length */
  mask active, found;
  int first;           /* no step has been taken yet */
} k_strain_search;

/* r := aim - rows at the current strain. */
K_FN void k_missing(k_context *k, const k_control *g, const k_strain_search *s,
                    real *r) {
  real e[6], t[6], x[6];
  k_to_mandel(s->eps, e);
  k_to_mandel(s->sig, t);
  k_rows_at(k, g, t, e, x);
  K_UNROLL for (int i = 0; i < 6; i++) r[i] = s->aim[i] - x[i];
}

/* Takes a Newton step with the stiffness C, or undoes half of the last step if
 * the residual along it did not decrease. Under K_EQUATIONS the merit function
 * is the length of the step, because no energy is minimized (Deuflhard 2004).
 * X: compliance, or NULL. */
K_FN void k_step_strain(k_context *k, k_control *g, k_strain_search *s,
                        const real *C, real *X) {
  real r[6], next[6], move[6], change[6];
  k_missing(k, g, s, r);
  k_assign(next, r, 6);
  k_comply(k, g, C, next, X, s->active);
  real size = k_square(next, 6), fall = K_EQUATIONS ? size : k_dot(next, r, 6);
  mask back = k_not(k_all_lanes());
  real along = K_EQUATIONS ? size : k_dot(s->delta, r, 6);
  if (!s->first) back = k_not(k_abs(along) <= s->fall);
  s->active = s->active & (back | k_finite(size));
  K_UNROLL for (int i = 0; i < 6; i++) {
    s->delta[i] = k_select(back, 0.5 * s->delta[i], next[i]);
    move[i] = k_select(back, -s->delta[i], s->delta[i]);
    move[i] = k_select(s->active, move[i], k_set(0));
  }
  k_from_mandel(move, change);
  K_UNROLL for (int i = 0; i < 6; i++) s->eps[i] = s->eps[i] + change[i];
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
 * X: receives the compliance at the solution, or NULL. */
K_CALL void k_search_strain(k_context *k, k_control *g, k_strain_search *s,
                            const real *y, real *X) {
  real C[36];
  for (int n = 0; n < K_STRAIN_ITERATIONS && k_any(s->active); n++) {
    k_elasticity(k, s->eps, y, s->sig, C);
    k_step_strain(k, g, s, C, 0);
  }
  K_UNROLL for (int i = 0; i < 6; i++)
    s->eps[i] =
        k_select(s->found, s->eps[i], k_set(K_INFINITY - K_INFINITY));
  if (!X) return;
  k_elasticity(k, s->eps, y, s->sig, C);
  k_comply(k, g, C, 0, X, s->found);
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

/* Strain at time t and state y, NaN if none exists; also the compliance X,
 * unless X is NULL or the compliance is constant. */
K_CALL void k_find_strain(k_context *k, const k_loading *loading, real t,
                          const real *y, real *eps, real *X) {
  k_control *g = loading->given;
  if (k_relaxes(k)) {
    k_between(loading, t, g->near_strain0, g->near_strain1, 6, eps);
    k_fields(k, loading, t, eps);
    k_relax(k, loading, t, y, eps);
    return;
  }
  if (K_LOGARITHMIC) {
    K_DEFORMED(k_find_gradient(k, loading, t, y, eps, X));
    return;
  }
  k_strain_search s = {.active = k_all_lanes(),
                       .found = k_not(k_all_lanes()), .first = 1};
  real guess[6], r[6], next[6], C[36];
  k_between(loading, t, g->x0, g->x1, 6, s.aim);
  k_to_mandel(g->guess, guess);
  K_UNROLL for (int i = 0; i < 6; i++)
    guess[i] = k_select(g->stress[i], guess[i], s.aim[i]);
  k_from_mandel(guess, s.eps);
  k_fields(k, loading, t, s.eps);
  if (K_CONSTANT) {
    k_stress(k, s.eps, y, s.sig);
    k_missing(k, g, &s, r);
    k_times(g->compliance, r, next);
    K_UNROLL for (int i = 0; i < 6; i++) s.eps[i] = s.eps[i] + next[i];
  } else if (K_LINEAR) {
    k_elasticity(k, s.eps, y, s.sig, C);
    k_step_strain(k, g, &s, C, X);
  } else {
    k_search_strain(k, g, &s, y, X);
  }
  k_assign(eps, s.eps, K_INPUTS);
}

/* Strain at time t and state y. */
K_FN void k_strain_at(k_context *k, const k_loading *loading, real t,
                      const real *y, real *eps, real *X) {
  if (K_PATH)
    k_find_strain(k, loading, t, y, eps, X);
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
  k_assign(loading->given->guess, eps, 6);
  if (k_relaxes(k))
    k_relax(k, loading, loading->dt, y, eps);
  else
    k_find_strain(k, loading, loading->dt, y, eps, 0);
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
  real near_strain1[6], *X = g->compliance;
  g->refinements = k_refinements(k, C);
  k_comply(k, g, C, 0, X, k_all_lanes());
  if (K_EQUATIONS) return;
  for (int i = 0; i < 6; i++) k_controlled(g, X + 6 * i, 1, X + 6 * i);
  k_controlled(g, g->x0, 1, g->stress0);
  k_controlled(g, g->x1, 1, g->stress1);
  k_assign(g->near_strain0, loading->eps0, 6);
  K_UNROLL for (int i = 0; i < 6; i++)
    near_strain1[i] = k_select(g->stress[i], g->strain[i], g->x1[i]);
  k_from_mandel(near_strain1, g->near_strain1);
}

/* Prepares control of a loading step: the controlled components are linear from
 * their values at eps0 and y0 to the targets. */
K_FN void k_set_control(k_context *k, k_loading *loading, const real *y0) {
  k_control *g = loading->given;
  real sig[6], s[6], C[36];
  k_elasticity(k, loading->eps0, y0, sig, C);
  k_to_mandel(sig, s);
  g->singular = g->plateau = k_not(k_all_lanes());
  k_set_rates(loading, 6, K_INPUTS);
  if (K_EQUATIONS) k_read_rows(g);
  k_rows_at(k, g, s, g->strain, g->x0);
  k_assign(g->guess, loading->eps0, 6);
  k_set_balance(k, loading, y0);
  K_UNROLL for (int i = 0; i < 6; i++)
    g->rate[i] = (g->x1[i] - g->x0[i]) * loading->inverse;
  k_controlled(g, g->rate, 0, loading->rate);
  if (K_CONSTANT) k_set_constant_stiffness(k, loading, C);
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
  real rate[6];
  k_controlled(loading->given, loading->given->rate, 1, rate);
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
