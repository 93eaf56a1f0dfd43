/* error_norm.h: one substep, and the norm of its error (docs/theory.md,
 * sections 7.1 and 7.2). With the difference d of y1 to the embedded solution,
 *
 *     err = max over g of |d_g| / (atol + rtol max(|y_g|, |y1_g|))
 *
 * over the variables g or, under stress control, over the stress at both ends
 * and the variables that do not affect it. All measured directions of a
 * variable count in one norm. */

K_FN k_number k_rtol(const k_context *k) { return (k_number)k->solver->rtol; }

/* The absolute tolerance, but at least 1e-15, the rounding error of a strain:
 * the relative error of a quantity that starts from zero does not decrease with
 * the substep. */
K_FN k_number k_atol(const k_context *k) {
  k_number atol = (k_number)k->solver->atol, least = (k_number)1e-15;
  return atol > least ? atol : least;
}

/* Sums over the directions of a substep */
typedef struct {
  real *groups; /* [groups][3] squares of their differences, starts and ends */
  real error, end, guard; /* squares of the differences, of the end, and of the
                             guard's differences of C */
  real values; /* sum of Z1, not finite if an entry is not */
} k_sums;

/* Arrays of a substep */
#define K_SUBSTEP_ARRAYS(ARRAY, of)                                           \
  ARRAY(of, y1, K_NX) /* state at the end … */                                \
  ARRAY(of, d, K_NX)  /* … and its difference from the embedded solution */   \
  ARRAY(of, guard, K_GUARDED * K_NX) /* a second difference (solver.h) */     \
  ARRAY(of, K, K_STAGES * K_NX)      /* stages */                             \
  /* slopes of Z and Z1, if the scheme records them */                        \
  ARRAY(of, KZ, K_SLOPES * K_COLUMNS * K_NZ)                                  \
  ARRAY(of, KZ1, K_SLOPES * K_COLUMNS * K_NZ)                                 \
  /* common parts of the derivatives of f at the stages, and of the stress at \
   * y1 and at the embedded solution */                                       \
  ARRAY(of, shared, K_STAGES * K_COMMON_ROOM)                                 \
  ARRAY(of, end, K_RESPONSE_ROOM)                                             \
  ARRAY(of, embedded, K_RESPONSE_ROOM)                                        \
  ARRAY(of, eps1, K_INPUTS) /* strain at y1 */                                \
  /* rates of the multipliers before the start and at the end; positive: the  \
   * surface flows (domain/two_stage.h) */                                    \
  ARRAY(of, touched, 2 * (K_NS - K_NR))                                       \
  /* of Rosenbrock schemes: dF/dt and the strain rate at the start,           \
   * (I/(h gamma) - J) d, and common parts of the derivatives of J U + h g T  \
   * at the stages */                                                         \
  ARRAY(of, T, K_ROSENBROCK * K_NX)                                           \
  ARRAY(of, eps_rate, K_ROSENBROCK * K_INPUTS)                                \
  ARRAY(of, rest, K_ROSENBROCK * K_NX)                                        \
  ARRAY(of, curved, K_ROSENBROCK * K_STAGES * K_CURVATURE_ROOM)

#define K_ROSENBROCK (K_FAMILY == AM_FAMILY_ROSENBROCK)

/* One substep, from y, Z at time t to y1, Z1 at t + h. Directions are computed
 * and measured one after the other. */
typedef struct {
  const k_loading *loading;
  k_directions directions;
  real t, h;
  real *y;       /* [nx] */
  real *Z, *Z1;  /* [count][nz] */
  K_SUBSTEP_ARRAYS(K_MEMBER_ARRAY, s)
  k_point at; /* of Rosenbrock schemes: F and its derivatives at the start … */
  k_lu *lu;      /* … factors of I/(h gamma) - J … */
  real decay;    /* … and the sum of the eigenvalues of -J */
  k_sums sums;
  k_size error, from, to; /* squares of the response: its difference, its size
                             at the start and at the end */
  real transient;  /* square of a further error (doubling.h,
                      domain/two_stage.h) */
  mask state_fine; /* true if the state alone is accepted */
  mask kinked;     /* derivatives jump and do not enter the error */
} k_substep;

/* True if the last stage of a substep is the first stage of the next one. */
K_FN int k_last_is_first(const k_context *k) {
  return K_FAMILY == AM_FAMILY_EXPLICIT && K_SCHEME.fsal;
}

/* Strain and, with directions, compliance at y1. Both are known if the last
 * stage is evaluated at y1. */
K_FN void k_strain_at_end(k_context *k, const k_substep *s, int directions) {
  if (!k_last_is_first(k)) {
    k_strain_at(k, s->loading, s->t + s->h, s->y1, s->eps1,
                directions ? k_compliance_in(k, s->end) : 0);
  } else if (directions) {
    real *last = s->shared + (K_STAGES - 1) * K_COMMON_ROOM;
    const real *P = k_compliance_in(k, k_response_in(k, last));
    real *own = k_compliance_in(k, s->end);
    k_assign(own, P, K_COMPLIANCE_ROOM);
  }
}

/* Response at y1, and its difference from the response at the embedded
 * solution. */
K_FN void k_measure_state(k_context *k, k_substep *s) {
  if (!K_STRESS_CONTROL) return;
  K_ARRAY(eps, K_INPUTS);
  K_ARRAY(y, K_NX);
  K_ARRAY(sig, 6);
  K_ARRAY(sig1, 6);
  k_directions n = s->directions;
  k_point at = {.loading = s->loading, .t = s->t + s->h, .y = y, .eps = eps};
  if (!n.measured) n.count = 0;
  K_UNROLL for (int i = 0; i < K_NX; i++) y[i] = s->y1[i] - s->d[i];
  k_measured(k, &at, n, sig, s->embedded);
  k_strain_at_end(k, s, n.count);
  k_stress_common(k, n, s->eps1, s->y1, sig1, s->end);
  k_size_of_response(k, s->loading, s->eps1, sig1, &s->to);
  K_UNROLL for (int i = 0; i < 6; i++) {
    sig[i] = sig[i] - sig1[i];
    eps[i] = eps[i] - s->eps1[i];
  }
  k_size_of_response(k, s->loading, eps, sig, &s->error);
  if (K_GUARDED) {
    K_UNROLL for (int i = 0; i < K_NX; i++) y[i] = s->y1[i] - s->guard[i];
    k_stress(k, s->eps1, y, sig);
    K_UNROLL for (int i = 0; i < 6; i++) sig[i] = sig[i] - sig1[i];
    s->error.sig = k_max_nan(s->error.sig, k_square(sig, 6));
  }
}

K_FN void k_clear_sums(k_context *k, k_substep *s) {
  s->sums.error = s->sums.end = s->sums.values = s->sums.guard = k_set(0);
  k_zero(s->sums.groups, 3 * K_GROUPS);
}

/* The response C to direction c with change z of the state, at y1 (at = 0) or
 * at the embedded solution (at = 1). */
K_FN void k_response_to(k_context *k, const k_substep *s, int c, int at,
                        const real *z, real *C) {
  k_place place = {.loading = s->loading, .t = s->t + s->h,
                   .common = at ? s->embedded : s->end};
  k_measured_jvp(k, &place, c, z, C);
}

/* Adds C of direction c, and its differences, to the sums. */
K_FN void k_measure_response(k_context *k, k_substep *s, int c,
                             const real *z1, const real *dz) {
  K_ARRAY(z, K_NZ);
  K_ARRAY(C, 6);
  K_ARRAY(C1, 6);
  k_response_to(k, s, c, 0, z1, C1);
  K_UNROLL for (int i = 0; i < K_NZ; i++) z[i] = z1[i] - dz[i];
  k_response_to(k, s, c, 1, z, C);
  K_UNROLL for (int i = 0; i < 6; i++) C[i] = C[i] - C1[i];
  s->sums.error = s->sums.error + k_square(C, 6);
  s->sums.end = s->sums.end + k_square(C1, 6);
  if (K_GUARDED) {
    K_UNROLL for (int i = 0; i < K_NZ; i++) z[i] = z1[i] - dz[K_NZ + i];
    k_response_to(k, s, c, 0, z, C);
    K_UNROLL for (int i = 0; i < 6; i++) C[i] = C[i] - C1[i];
    s->sums.guard = s->sums.guard + k_square(C, 6);
  }
}

/* Adds the direction at place p. dz: its differences to the embedded solution,
 * followed by those of the guard. */
K_FN void k_measure_direction(k_context *k, k_substep *s, int p,
                              const real *dz) {
  const real *z = s->Z + p * K_NZ, *z1 = s->Z1 + p * K_NZ;
  real *values = &s->sums.values;
  K_UNROLL for (int i = 0; i < K_NZ; i++) *values = *values + z1[i];
  if (!s->directions.measured || s->directions.first + p >= 6) return;
  K_UNROLL for (int i = 0; K_DERIVATIVES && i < K_GROUPS; i++) {
    k_group g = K_TABLES.groups[i];
    real *square = s->sums.groups + 3 * i;
    square[0] = square[0] + k_square(dz + g.offset, g.size);
    square[1] = square[1] + k_square(z + g.offset, g.size);
    square[2] = square[2] + k_square(z1 + g.offset, g.size);
  }
  if (K_STRESS_CONTROL)
    k_measure_response(k, s, s->directions.first + p, z1, dz);
}

/* Adds the direction of a strain that does not affect the rates: dy/deps is
 * zero, and C is the stiffness at fixed internal variables. */
K_FN void k_measure_idle(k_context *k, k_substep *s, int c) {
  if (!s->directions.measured || !K_STRESS_CONTROL || c >= 6) return;
  K_ARRAY(z, K_NZ);
  K_ARRAY(C, 6);
  k_zero(z, K_NZ);
  k_response_to(k, s, c, 0, z, C);
  s->sums.end = s->sums.end + k_square(C, 6);
}

/* The square of d/(atol + rtol max(a, b)), from the squares of d, a and b. */
K_FN real k_scaled(k_context *k, real atol, real d, real a, real b) {
  real bound = atol + k_rtol(k) * k_sqrt(k_max(a, b));
  return k_select(d == 0, k_set(0), d / (bound * bound));
}

/* Square of a factor of errors, x + 1/(1 + x) with x = 1.3e-4/tolerance, that
 * makes their sum over many substeps proportional to the tolerance, if the
 * scheme advances the solution of lower order 2 (docs/theory.md, section
 * 7.3). */
K_FN k_number k_proportion(k_context *k) {
  const k_number many = (k_number)1.3e-4, relative = k_atol(k) * (k_number)1e3;
  k_number x = many / (k_rtol(k) > relative ? k_rtol(k) : relative);
  return K_SCHEME.order < K_SCHEME.embedded ? x + 1 / (1 + x) : (k_number)1;
}

/* Square of the size at the end of a substep up to which a variable counts,
 * from its square at the start: stages far beyond the solution of a law that
 * softens agree with each other. */
K_FN real k_largest_end(k_context *k, real start) {
  const k_number most = 1e3, least = k_atol(k) / k_rtol(k);
  return most * most * k_max(start, k_set(least * least));
}

/* Square of the error of the state and, if `measured`, of the directions. The
 * scale of stresses is S (section "Stress-Driven Error Control" of the AutoMat
 * paper). */
K_FN real k_square_error(k_context *k, const k_substep *s, int measured) {
  real worst = k_set(0), atol = k_set(k_atol(k));
  K_UNROLL for (int i = 0; i < K_GROUPS; i++) {
    k_group g = K_TABLES.groups[i];
    const real *square = s->sums.groups + 3 * i;
    real start = k_square(s->y + g.offset, g.size);
    real end = k_square(s->y1 + g.offset, g.size);
    end = k_min(end, k_largest_end(k, start));
    real d = k_square(s->d + g.offset, g.size);
    if (K_GUARDED && !K_STRESS_CONTROL)
      d = k_max_nan(d, k_square(s->guard + g.offset, g.size));
    real state = k_scaled(k, atol, d, start, end);
    worst = k_max_nan(worst, state);
    if (measured && K_DERIVATIVES)
      worst = k_max_nan(worst, k_scaled(k, atol, square[0], square[1],
                                        square[2]));
  }
  if (!K_STRESS_CONTROL) return k_proportion(k) * worst;
  worst = k_max_nan(worst, k_scaled(k, atol, s->error.eps, s->from.eps,
                                    s->to.eps));
  atol = k_atol(k) * K_STRESS_SCALE;
  worst = k_max_nan(worst, k_scaled(k, atol, s->error.sig, s->from.sig,
                                    s->to.sig));
  if (measured)
    worst = k_max_nan(worst, k_scaled(k, atol, s->error.C, s->from.C,
                                      s->to.C));
  return k_proportion(k) * worst;
}

/* Square of the error of the state alone, given another difference d [nx]. */
K_FN real k_square_of_state(k_context *k, const k_substep *s, real *d) {
  real eps1[K_INPUT_ROOM];
  k_substep end = *s;
  end.d = d;
  end.eps1 = eps1;
  end.directions.count = end.directions.measured = 0;
  k_measure_state(k, &end);
  return k_square_error(k, &end, 0);
}

/* Square of the error after all directions have been measured. */
K_FN real k_square_measured(k_context *k, k_substep *s) {
  k_number caution = (k_number)K_SCHEME.caution * (k_number)K_SCHEME.caution;
  s->error.C = k_max_nan(caution * s->sums.error, s->sums.guard);
  s->to.C = s->sums.end;
  int measured = s->directions.measured;
  real square = k_square_error(k, s, measured);
  if (!k_has_surfaces(k) || !measured || !k_any(s->kinked)) return square;
  return k_select(s->kinked, k_square_error(k, s, 0), square);
}

/* Error of a substep in units of the tolerances; not finite if the end of the
 * substep is not finite. */
K_FN real k_error(k_context *k, k_substep *s) {
  real sum = k_set(0);
  real transient = K_FAMILY == AM_FAMILY_DOUBLING ? s->transient : k_set(0);
  real worst = k_max_nan(k_square_measured(k, s), transient);
  if (s->directions.measured)
    s->state_fine = k_max_nan(k_square_error(k, s, 0), transient) <= 1.0;
  K_UNROLL for (int i = 0; i < K_NX; i++) sum = sum + s->y1[i];
  return k_sqrt(worst) + 0.0 * (sum + s->sums.values);
}
