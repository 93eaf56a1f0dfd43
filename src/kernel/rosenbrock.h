/* rosenbrock.h: linearly implicit pairs (Hairer and Wanner 1996, IV.7.25),
 * with tangents by the equations of theorem 2 of the AutoMat paper.
 *
 * Differentiating a stage needs dJ·U + h g dT along each direction: the
 * second derivative of f in the directions (U, h g eps') and (Z, theta), which
 * is the curvature matrix of the first applied to the second. */

typedef struct {
  real *f;          /* at the start of the substep */
  real *rows;       /* of J = df/dy of the quadratures, there */
  real *T;          /* df/dt [nx] */
  real *U;          /* stages [stages][nx] */
  real *shared;     /* what derivatives of f share at the stages … */
  real *curved;     /* … and those of J U + h g T */
  k_lu lu;          /* of I/(h gamma) - J */
  real *given;
} k_stages;

/* x := (I/(h gamma) - J)^-1 x with the quadratures behind. */
K_FN void k_rosenbrock_solve(k_context *k, const k_stages *s, real h,
                             real *x) {
  k_solve(k, &s->lu, x, s->given);
  K_UNROLL for (int i = K_NS; i < K_NX; i++)
    x[i] = h * K_GAMMA * (x[i] + k_dot(s->rows + (i - K_NS) * K_NS, x, K_NS));
}

/* Factors I/(h gamma) - J. */
K_FN void k_factor_rosenbrock(k_context *k, k_stages *s, real h,
                              const real *J) {
  k_shifted W = {1.0 / (h * K_GAMMA), k_set(1), J};
  k_factor_shifted(k, &s->lu, &W);
}

/* What the columns of a stage need of dJ and dT. */
K_FN void k_stage_curvature(k_context *k, const k_loading *loading,
                            k_directions n, const k_substep *p, k_stages *s,
                            int stage) {
  K_ENTER;
  K_ARRAY(eps, 6);
  K_ARRAY(u, K_NS + 6);
  k_strain(loading, p->t, eps);
  K_UNROLL for (int i = 0; i < K_NS; i++) u[i] = s->U[stage * K_NX + i];
  K_UNROLL for (int i = 0; i < 6; i++)
    u[K_NS + i] = K_G(stage) * p->h * loading->rate[i];
  real *shared = s->curved + stage * K_CURVATURE_ROOM;
  if (k_is_by(n.first))
    K_BY(shared, k_curvature_by_shared(k, eps, loading->rate, p->y, u, shared));
  else
    k_curvature_shared(k, eps, loading->rate, p->y, u, shared);
  K_LEAVE;
}

/* rhs += sum over j < stage of m_j/h U_j, U: [stages][size]. */
K_FN void k_earlier(k_context *k, int stage, real h, const real *U, int size,
                    real *rhs) {
  real inverse = 1.0 / h;
  K_UNROLL for (int j = 0; j < stage; j++)
    if (K_M(stage, j) != 0)
      for (int i = 0; i < size; i++)
        rhs[i] = k_fma(K_M(stage, j) * inverse, U[j * size + i], rhs[i]);
}

K_FN void k_stage(k_context *k, const k_loading *loading, k_directions n,
                  const k_substep *p, k_stages *s, int stage) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  real *U = s->U + stage * K_NX;
  k_combine(y, p->y, k_set(1), K_A_ROW(stage), stage, s->U, K_NX);
  if (stage || n.count)
    k_right_side(k, loading, n, p->t + K_C(stage) * p->h, y, U,
                 s->shared + stage * K_RATE_ROOM);
  if (!stage) K_UNROLL for (int i = 0; i < K_NX; i++) U[i] = s->f[i];
  k_earlier(k, stage, p->h, s->U, K_NX, U);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    U[i] = k_fma(K_G(stage) * p->h, s->T[i], U[i]);
  k_rosenbrock_solve(k, s, p->h, U);
  if (n.count) k_stage_curvature(k, loading, n, p, s, stage);
  K_LEAVE;
}

/* The derivative of J U + h g T along (w, theta) in direction c. */
K_FN void k_curvature_in(k_context *k, int c, const real *shared,
                         const real *theta, const real *w, real *along) {
  if (k_is_by(c))
    K_BY(shared,
         k_curvature_by_along(k, c - K_STRAINS, shared, theta, w, along));
  else
    k_curvature_along(k, c, shared, theta, w, along);
}

/* One stage of a column: U [stages][nx], z at the start, slope: df/deps e_c
 * there. */
K_FN void k_rosenbrock_direction_stage(k_context *k, const k_loading *loading,
                                       int c, const k_substep *p,
                                       const k_stages *s, int stage,
                                       const real *z, const real *slope,
                                       real *U) {
  K_ENTER;
  K_ARRAY(x, K_NX);
  K_ARRAY(more, K_NX);
  real *own = U + stage * K_NX;
  real weight = K_G(stage) * p->h * loading->inverse;
  real theta[7];
  k_direction_at(k, loading, c, p->t, theta);
  k_combine(x, z, k_set(1), K_A_ROW(stage), stage, U, K_NX);
  k_right_direction(k, loading, c, p->t + K_C(stage) * p->h,
                 s->shared + stage * K_RATE_ROOM, x, own);
  k_earlier(k, stage, p->h, U, K_NX, own);
  k_curvature_in(k, c, s->curved + stage * K_CURVATURE_ROOM, theta, z, more);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    own[i] = k_fma(weight, slope[i], own[i] + more[i]);
  k_rosenbrock_solve(k, s, p->h, own);
  K_LEAVE;
}

/* The column of direction c, place q, and its difference dz. */
K_FN void k_rosenbrock_direction(k_context *k, const k_loading *loading, int c,
                                 int q, const k_substep *p, const k_stages *s,
                                 real *dz) {
  K_ENTER;
  K_ARRAY(z, K_NX);
  K_ARRAY(z1, K_NX);
  K_ARRAY(slope, K_NX);
  K_ARRAY(U, K_STAGES * K_NX);
  real theta[7];
  k_direction_rate(k, loading, c, theta);
  K_UNROLL for (int i = 0; i < K_NX; i++) z[i] = k_set(0);
  k_rate_in(k, c, s->shared, theta, z, slope);
  K_UNROLL for (int i = 0; i < K_NX; i++) z[i] = p->Z[q * K_NX + i];
  K_UNROLL for (int i = 0; i < K_STAGES; i++)
    k_rosenbrock_direction_stage(k, loading, c, p, s, i, z, slope, U);
  k_combine(z1, z, k_set(1), K_B_ROW, K_STAGES, U, K_NX);
  k_combine(dz, 0, k_set(1), K_E_ROW, K_STAGES, U, K_NX);
  K_UNROLL for (int i = 0; i < K_NX; i++) p->Z1[q * K_NX + i] = z1[i];
  K_LEAVE;
}

/* f, J and T at the start of the substep, and what is factored there. */
K_FN void k_rosenbrock_start(k_context *k, const k_loading *loading,
                             const k_substep *p, k_stages *s) {
  K_ENTER;
  K_ARRAY(eps, 6);
  K_ARRAY(J, K_NX * K_NS);
  K_ARRAY(B, K_NX * 6);
  k_strain(loading, p->t, eps);
  k_gradient(k, eps, loading->rate, p->y, s->f, J, B);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    s->T[i] = k_dot(B + i * 6, loading->rate, 6);
  k_factor_rosenbrock(k, s, p->h, J);
  K_UNROLL for (int i = K_NS * K_NS; i < K_NX * K_NS; i++)
    s->rows[i - K_NS * K_NS] = J[i];
  K_LEAVE;
}

K_FN void k_rosenbrock_state(k_context *k, const k_loading *loading,
                             k_directions n, k_substep *p, k_stages *s) {
  k_rosenbrock_start(k, loading, p, s);
  K_UNROLL for (int i = 0; i < K_STAGES; i++) k_stage(k, loading, n, p, s, i);
  k_combine(p->y1, p->y, k_set(1), K_B_ROW, K_STAGES, s->U, K_NX);
  k_combine(p->d, 0, k_set(1), K_E_ROW, K_STAGES, s->U, K_NX);
}
