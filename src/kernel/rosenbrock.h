/* rosenbrock.h: linearly implicit pairs (Hairer and Wanner 1996, IV.7.25),
 * with tangents by the equations of theorem 2 of the AutoMat paper.
 *
 * Differentiating a stage needs dJ·U + h g dT along each direction: the
 * second derivative of f in the directions (U, h g eps') and (Z, theta), which
 * is the curvature matrix of the first applied to the second. */

typedef struct {
  real *f, *J, *B; /* at the start of the substep */
  real *T;         /* df/dt [nx] */
  real *U, *UZ;    /* stages [stages][nx], [stages][count·nx] */
  k_lu lu;         /* of I/(h gamma) - J */
  real *given;
} k_stages;

/* x := (I/(h gamma) - J)^-1 x with the quadratures behind. */
K_FN void k_rosenbrock_solve(k_context *k, const k_stages *s, real h,
                             real *x) {
  k_solve(&s->lu, x, s->given);
  for (int i = K_NS; i < K_NX; i++)
    x[i] = h * K_GAMMA * (x[i] + k_dot(s->J + i * K_NS, x, K_NS));
}

K_FN void k_rosenbrock_factor(k_context *k, k_stages *s, real h,
                              real *original) {
  real shift = 1.0 / (h * K_GAMMA);
  for (int i = 0; i < K_NS; i++)
    for (int j = 0; j < K_NS; j++)
      s->lu.w[i * K_NS + j] =
          (i == j ? shift : k_set(0)) - s->J[i * K_NS + j];
  k_factor(&s->lu, original);
}

/* Adds the part of a stage's derivative that comes from dJ and dT. */
K_FN void k_stage_curvature(k_context *k, const k_load *load, k_columns n,
                            const k_substep *p, k_stages *s, int stage) {
  K_ENTER;
  K_ARRAY(eps, 6);
  K_ARRAY(w, K_NS + 6);
  K_ARRAY(My, K_NX * K_NS);
  K_ARRAY(Meps, K_NX * 6);
  real weight = K_G(stage) * p->h, theta = k_fraction(load, p->t);
  real *UZ = s->UZ + stage * n.count * K_NX;
  k_strain(load, p->t, eps);
  for (int i = 0; i < K_NS; i++) w[i] = s->U[stage * K_NX + i];
  for (int i = 0; i < 6; i++) w[K_NS + i] = weight * load->rate[i];
  k_curvature(k, eps, load->rate, p->y, w, My, Meps);
  for (int c = 0; c < n.count; c++)
    for (int i = 0; i < K_NX; i++)
      UZ[c * K_NX + i] =
          UZ[c * K_NX + i] +
          k_fma(Meps[i * 6 + n.first + c], theta,
                k_dot(My + i * K_NS, p->Z + c * K_NX, K_NS)) +
          weight * load->inverse * s->B[i * 6 + n.first + c];
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

K_FN void k_stage(k_context *k, const k_load *load, k_columns n,
                  const k_substep *p, k_stages *s, int stage) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NX);
  int columns = n.count * K_NX;
  real *U = s->U + stage * K_NX, *UZ = s->UZ + stage * columns;
  k_combine(y, p->y, k_set(1), K_A_ROW(stage), stage, s->U, K_NX);
  k_combine(Z, p->Z, k_set(1), K_A_ROW(stage), stage, s->UZ, columns);
  if (stage)
    k_right_side(k, load, n, p->t + K_C(stage) * p->h, y, Z, U, UZ);
  else {
    for (int i = 0; i < K_NX; i++) U[i] = s->f[i];
    k_apply(k, n, k_fraction(load, p->t), s->J, s->B, Z, UZ);
  }
  k_earlier(k, stage, p->h, s->U, K_NX, U);
  k_earlier(k, stage, p->h, s->UZ, columns, UZ);
  for (int i = 0; i < K_NX; i++) U[i] = k_fma(K_G(stage) * p->h, s->T[i], U[i]);
  k_rosenbrock_solve(k, s, p->h, U);
  if (n.count) k_stage_curvature(k, load, n, p, s, stage);
  for (int c = 0; c < n.count; c++)
    k_rosenbrock_solve(k, s, p->h, UZ + c * K_NX);
  K_LEAVE;
}

K_FN void k_rosenbrock_step(k_context *k, const k_load *load, k_columns n,
                            k_substep *p) {
  K_ENTER;
  K_ARRAY(eps, 6);
  K_ARRAY(f, K_NX);
  K_ARRAY(J, K_NX * K_NS);
  K_ARRAY(B, K_NX * 6);
  K_ARRAY(T, K_NX);
  K_ARRAY(U, K_STAGES * K_NX);
  K_ARRAY(UZ, K_STAGES * K_COLUMNS * K_NX);
  K_ARRAY(w, K_NS * K_NS);
  K_ARRAY(order, K_NS);
  K_ARRAY(original, K_NS * K_NS);
  K_ARRAY(given, K_NS);
  k_stages s = {f, J, B, T, U, UZ, {w, order, k_all_lanes(), K_NS}, given};
  int columns = n.count * K_NX;
  k_strain(load, p->t, eps);
  k_gradient(k, eps, load->rate, p->y, f, J, B);
  for (int i = 0; i < K_NX; i++) T[i] = k_dot(B + i * 6, load->rate, 6);
  k_rosenbrock_factor(k, &s, p->h, original);
  K_UNROLL for (int i = 0; i < K_STAGES; i++) k_stage(k, load, n, p, &s, i);
  k_combine(p->y1, p->y, k_set(1), K_B_ROW, K_STAGES, U, K_NX);
  k_combine(p->d, 0, k_set(1), K_E_ROW, K_STAGES, U, K_NX);
  k_combine(p->Z1, p->Z, k_set(1), K_B_ROW, K_STAGES, UZ, columns);
  k_combine(p->DZ, 0, k_set(1), K_E_ROW, K_STAGES, UZ, columns);
  K_LEAVE;
}
