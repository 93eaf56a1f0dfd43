/* bent_planes.h: planes in the space of forces, for forces A that are nonlinear
 * in the state (docs/theory.md, section 9.5). A plane of surface i,
 *
 *     v_j(y) = level_j + a_j·A(y),   a_j = df/dA,   level_j = f - a_j·A
 *
 * at y_j, bounds the domain, because f is convex in A. At each iterate y it is
 * linearized in the state. */

/* a := M^-1 R, in which variables without force do not count; equal to the flow
 * N if the flow is associated, also where M is singular. */
K_FN void k_plane_in_forces(k_context *k, const real *M, const real *N,
                            const real *R, real *a) {
  const k_number rounding = K_SINGLE ? 1e-4 : 1e-9;
  K_ARRAY(own, K_NR * K_NR);
  K_LU(lu, K_NR, K_TABLES.order.places);
  mask associated = k_all_lanes();
  K_LOOP for (int m = 0; m < K_NR; m++) {
    real sum = k_set(0), size = k_set(0);
    K_LOOP for (int l = 0; l < K_NR; l++) {
      real term = M[m * K_NS + l] * N[l];
      own[m * K_NR + l] = M[m * K_NS + l];
      sum = sum + term;
      size = size + k_abs(term);
    }
    mask has = M[m * K_NS + m] > 0;
    own[m * K_NR + m] = k_select(has, own[m * K_NR + m], k_set(1));
    associated = associated & (k_abs(sum - R[m]) <= rounding * size);
    a[m] = k_select(has, R[m], k_set(0));
  }
  k_factor_matrix(k, &lu, own);
  k_solve(k, &lu, a);
  k_assign_in(associated, a, N, K_NR);
}

/* Computes a and the level of plane j, of surface i at y, in lanes `here`;
 * after k_linearize_planes at this y. */
K_FN void k_bend_plane(k_context *k, const k_cuts *c, int i, int j, mask here) {
  K_ARRAY(a, K_NR);
  const k_planes *p = &c->planes;
  if (!k_any(here)) return;
  k_plane_in_forces(k, c->M, p->N + j * K_NR, p->R + j * K_NR, a);
  real level = c->at.f[K_NR + i] - k_dot(a, c->A, K_NR);
  k_assign_in(here, p->a + j * K_NR, a, K_NR);
  p->level[j] = k_select(here, level, p->level[j]);
}

/* Computes A and M, and linearizes all planes at y. */
K_FN void k_linearize_planes(k_context *k, const k_cuts *c) {
  const k_planes *p = &c->planes;
  k_forces(k, c->at.eps, c->at.y, c->A);
  k_metric_of(k, &c->at, c->at.y, c->M);
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    const real *a = p->a + j * K_NR;
    real *R = p->R + j * K_NR, limit = p->level[j] + k_dot(a, c->A, K_NR);
    mask used = p->owner[j] >= 0;
    K_LOOP for (int m = 0; m < K_NR; m++) {
      real sum = k_set(0);
      K_LOOP for (int l = 0; l < K_NR; l++)
        sum = k_fma(c->M[l * K_NS + m], a[l], sum);
      R[m] = k_select(used, sum, R[m]);
      limit = k_fma(sum, c->at.y[m] - c->y0[m], limit);
    }
    p->limit[j] = k_select(used, limit, p->limit[j]);
  }
}
