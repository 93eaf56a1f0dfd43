/* rosenbrock.h: linearly implicit pairs (docs/theory.md, sections 6.2, 7.5 and
 * 10.3): with J = f_y and T = df/dt at the start of the substep,
 *
 *     (I/(h gamma) - J) U_i = f(t + c_i h, y + sum_j<i a_ij U_j)
 *                             + sum_j<i m_ij/h U_j + g_i h T,
 *     y1 = y + sum_i b_i U_i,   d = sum_i e_i U_i.
 *
 * Derivatives are obtained by differentiating the stages, with the curvature dJ
 * U_i + g_i h dT. */

/* Computes f, J and T at time t and state y. */
K_FN void k_rosenbrock_gradient(k_context *k, k_substep *s, real t, real *y) {
  s->at.t = t, s->at.y = y;
  k_F_jacobian(k, &s->at, s->eps_rate, s->T);
  s->decay = k_set(0);
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->decay = s->decay - s->at.J[i * K_NS + i];
}

K_FN void k_rosenbrock_factor(k_context *k, const k_substep *s) {
  k_shifted W = {.shift = 1.0 / (s->h * K_SCHEME.gamma), .scale = k_set(1),
                 .J = s->at.J};
  k_factor_state(k, s->lu, W);
}

/* x := (I/(h gamma) - J)^-1 x, followed by the quadratures up to `size`. */
K_FN void k_rosenbrock_solve(k_context *k, const k_substep *s, real *x,
                             int size) {
  k_solve_state(k, *s->lu, x);
  K_UNROLL for (int i = K_NS; i < size; i++)
    x[i] = s->h * K_SCHEME.gamma * (x[i] + k_dot(s->at.J + i * K_NS, x, K_NS));
}

/* rhs += sum over j < stage of m_j/h U_j.  U: [stages][size]. */
K_FN void k_earlier_stages(k_context *k, int stage, real h, const real *U,
                           real *rhs, int size) {
  real inverse = 1.0 / h;
  K_UNROLL for (int j = 0; j < stage; j++)
    if (K_SCHEME.m[stage][j] != 0)
      for (int i = 0; i < size; i++)
        rhs[i] = k_fma(K_SCHEME.m[stage][j] * inverse, U[j * size + i], rhs[i]);
}

/* Computes a stage, and the values that its directions share. */
K_FN void k_rosenbrock_stage(k_context *k, const k_substep *s, int stage) {
  K_ARRAY(y, K_NX);
  real *U = s->K + stage * K_NX;
  k_combine(y, s->y, k_set(1), K_SCHEME.a[stage], stage, s->K, K_NX);
  if (stage || s->directions.count) k_stage_rate(k, s, stage, y, U);
  if (!stage) k_assign(U, s->at.f, K_NX);
  k_earlier_stages(k, stage, s->h, s->K, U, K_NX);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    U[i] = k_fma(K_SCHEME.g[stage] * s->h, s->T[i], U[i]);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    s->rest[i] = k_fma(k_set(K_SCHEME.e[stage]), U[i],
                       stage ? s->rest[i] : k_set(0));
  k_rosenbrock_solve(k, s, U, K_NX);
  if (s->directions.count) {
    k_motion m = {.U = U, .eps_rate = s->eps_rate,
                  .weight = K_SCHEME.g[stage] * s->h};
    k_F_curvature(k, &s->at, &m, s->directions,
                  s->curved + stage * K_CURVATURE_ROOM);
  }
}

/* Computes the stages, y1 and d, from f, J and T at the start of the
 * substep. */
K_FN void k_rosenbrock_state(k_context *k, k_substep *s) {
  s->at.t = s->t, s->at.y = s->y;
  k_rosenbrock_factor(k, s);
  K_UNROLL for (int i = 0; i < K_STAGES; i++) k_rosenbrock_stage(k, s, i);
  k_combine(s->y1, s->y, k_set(1), K_SCHEME.b, K_STAGES, s->K, K_NX);
  k_combine(s->d, 0, k_set(1), K_SCHEME.e, K_STAGES, s->K, K_NX);
}

/* Value of h times the sum of the eigenvalues of -J above which J may hide an
 * error: with J1 = 0, d1 is 1 + gamma times d (end_error.h). */
K_FN k_number k_steep_start(void) { return 1.0; }

/* Sum of the eigenvalues of -J in the rows of a group. */
K_FN real k_group_decay(k_context *k, const real *J, k_group g) {
  real decay = k_set(0);
  K_UNROLL for (int i = g.offset; i < g.offset + g.size; i++)
    decay = decay - J[i * K_NS + i];
  return decay;
}

/* J of a group counts as vanishing within a substep if its sum of eigenvalues
 * decreases to this fraction. */
K_FN k_number k_flow_end(void) { return 0.1; }

/* Lanes in which a group is steep at the start and its J vanishes. decay0
 * [groups]: sums at the start. */
K_FN mask k_flow_ends(k_context *k, const k_substep *s, const real *decay0) {
  mask ends = k_not(k_all_lanes());
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    real decay1 = k_group_decay(k, s->at.J, K_TABLES.solved[i]);
    ends = ends | ((s->h * decay0[i] > k_steep_start()) &
                   (decay1 < k_flow_end() * decay0[i]));
  }
  return ends;
}

/* Change of a group in the substep, in the direction of its rates f. */
K_FN real k_change_along(k_context *k, const k_substep *s, k_group g) {
  real along = k_set(0);
  K_UNROLL for (int i = g.offset; i < g.offset + g.size; i++)
    along = k_fma(s->y1[i] - s->y[i], s->at.f[i], along);
  return along;
}

/* Backward flow: J extrapolates the rates of a flowing state beyond zero,
 * although one-sided flow stops there.  In a substep with unloading the stages
 * therefore flow backward, which the error estimate by J hardly detects. d: y1
 * - y - h f in groups that change against their rates at both ends (along0
 * [groups]: at the start), or whose J vanishes; zero in the others.  True in
 * lanes with nonzero d. */
K_FN mask k_backward_flow(k_context *k, const k_substep *s, const real *along0,
                          const real *decay0, real *d) {
  mask ends = k_flow_ends(k, s, decay0), any = ends;
  k_zero(d, K_NX);
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_TABLES.solved[i];
    mask own =
        ((along0[i] < 0) & (k_change_along(k, s, g) < 0)) |
        (ends & (k_group_decay(k, s->at.J, g) <= k_flow_end() * decay0[i]));
    any = any | own;
    K_UNROLL for (int j = g.offset; j < g.offset + g.size; j++)
      d[j] = k_select(own, s->y1[j] - s->y[j] - s->h * s->at.f[j], d[j]);
  }
  return any;
}

/* Adds f at the end to d in groups in which h f exceeds ten times the change of
 * the substep: (I/(h gamma) - J)^-1 f is then the distance from an equilibrium,
 * which stages beyond the equilibrium can hide. */
K_FN void k_add_distance(k_context *k, const k_substep *s, real *d) {
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_TABLES.solved[i];
    real change = k_set(0), rate = k_square(s->at.f + g.offset, g.size);
    K_UNROLL for (int j = g.offset; j < g.offset + g.size; j++)
      change = k_fma(s->y1[j] - s->y[j], s->y1[j] - s->y[j], change);
    mask far = s->h * s->h * rate > 100.0 * change;
    K_UNROLL for (int j = g.offset; j < g.offset + g.size; j++)
      d[j] = k_select(far, d[j] + s->at.f[j], d[j]);
  }
}

/* Error of the state by f and J at the end of the substep (end_error.h); f, J
 * and T at the start are overwritten by those at the end. */
K_FN real k_rosenbrock_error_at_end(k_context *k, k_substep *s) {
  K_ARRAY(d, K_NX);
  K_ARRAY(along0, K_SOLVED_GROUPS);
  K_ARRAY(decay0, K_SOLVED_GROUPS);
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    along0[i] = k_change_along(k, s, K_TABLES.solved[i]);
    decay0[i] = k_group_decay(k, s->at.J, K_TABLES.solved[i]);
  }
  k_rosenbrock_gradient(k, s, s->t + s->h, s->y1);
  k_rosenbrock_factor(k, s);
  k_assign(d, s->rest, K_NX);
  k_add_distance(k, s, d);
  k_rosenbrock_solve(k, s, d, K_NX);
  real err = k_sqrt(k_square_of_state(k, s, d));
  mask backward = k_backward_flow(k, s, along0, decay0, d);
  if (k_any(backward)) {
    real flow = k_sqrt(k_square_of_state(k, s, d));
    err = k_select(backward, k_max_nan(err, flow), err);
  }
  return err;
}

/* Computes the direction at place p, and its difference dz. */
K_FN void k_rosenbrock_direction(k_context *k, const k_substep *s, int p,
                                 real *dz) {
  K_ARRAY(z, K_NZ);
  K_ARRAY(zi, K_NZ);
  K_ARRAY(slope, K_NZ); /* f_eps theta' dt at the start */
  K_ARRAY(more, K_NZ);
  K_ARRAY(UZ, K_STAGES * K_NZ);
  int c = s->directions.first + p;
  k_direction d;
  k_place start = {.loading = s->loading, .t = s->t, .common = s->shared};
  k_F_drift(k, &start, c, slope);
  k_assign(z, s->Z + p * K_NZ, K_NZ);
  k_direction_in(k, &start, c, z, &d);
  K_UNROLL for (int stage = 0; stage < K_STAGES; stage++) {
    real *own = UZ + stage * K_NZ;
    real weight = K_SCHEME.g[stage] * s->h * s->loading->inverse;
    k_combine(zi, z, k_set(1), K_SCHEME.a[stage], stage, UZ, K_NZ);
    k_stage_rate_jvp(k, s, stage, c, zi, own);
    k_earlier_stages(k, stage, s->h, UZ, own, K_NZ);
    k_F_curved_jvp(k, &s->at, &d, s->curved + stage * K_CURVATURE_ROOM, z,
                   more);
    K_UNROLL for (int i = 0; i < K_NZ; i++)
      own[i] = k_fma(weight, slope[i], own[i] + more[i]);
    k_rosenbrock_solve(k, s, own, K_NZ);
  }
  k_combine(zi, z, k_set(1), K_SCHEME.b, K_STAGES, UZ, K_NZ);
  k_combine(dz, 0, k_set(1), K_SCHEME.e, K_STAGES, UZ, K_NZ);
  k_assign(s->Z1 + p * K_NZ, zi, K_NZ);
}
