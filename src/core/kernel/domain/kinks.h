/* kinks.h: derivatives of a backward Euler step whose solution touches planes
 * of an elastic domain (cuts.h; docs/theory.md, section 9.5). The solution
 * keeps touching all planes, so that the flow can rotate from one plane to
 * another,
 *
 *     dy = N dmu + T dy,   T = t sum_j (N_j - N) d(f_j - f)/dy,   df = 0,
 *
 * with N the mean flow of a surface, weighted by the shares of its planes.
 * k_kink is t relative to 1/(R N); rounding errors of R grow with t. The
 * curvature of the surface is evaluated at the point of contact of each
 * plane. */
K_FN k_number k_kink(void) { return K_SINGLE ? 1e3 : 3e7; }

/* Means of the planes of a surface, weighted by their shares */
typedef struct {
  real total;      /* sum of shares */
  real *N, *R, *Q; /* [nr], [nr], [6 + nf] */
  real scale;      /* 1/(h R N) */
} k_mean_plane;

/* mean: mean of x [cuts][n] over the planes of surface i. */
K_FN void k_average_planes(k_context *k, const k_planes *p, int i,
                           const real *x, int n, real total, real *mean) {
  real inverse = 1.0 / k_select(total > 0, total, k_set(1));
  K_LOOP for (int m = 0; m < n; m++) {
    real sum = k_set(0);
    K_LOOP for (int j = 0; j < K_CUTS; j++)
      sum = sum + k_select(p->owner[j] == i,
                           p->share[j] * x[j * n + m], k_set(0));
    mean[m] = sum * inverse;
  }
}

K_FN void k_mean_plane_of(k_context *k, const k_planes *p, real h, int i,
                          k_mean_plane *mean) {
  real total = k_set(0);
  K_LOOP for (int j = 0; j < K_CUTS; j++)
    total = total + k_select(p->owner[j] == i, p->share[j], k_set(0));
  mean->total = total;
  k_average_planes(k, p, i, p->N, K_NR, total, mean->N);
  k_average_planes(k, p, i, p->R, K_NR, total, mean->R);
  k_average_planes(k, p, i, p->Q, K_INPUTS, total, mean->Q);
  real modulus = h * k_dot(mean->R, mean->N, K_NR);
  mask flows = (total > 0) & (modulus > 0);
  mean->scale = k_select(flows, 1.0 / modulus, k_set(0));
}

/* Adds the rotation of the flow of surface i between its planes to the rows of
 * the state. */
K_FN void k_turn_flow(k_context *k, const k_planes *p, int i,
                      const k_mean_plane *mean) {
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    mask own = (p->owner[j] == i) & (p->share[j] > 0);
    const real *N = p->N + j * K_NR, *R = p->R + j * K_NR;
    const real *Q = p->Q + j * K_INPUTS;
    K_LOOP for (int m = 0; m < K_NR; m++) {
      real turn = k_select(own, k_kink() * mean->scale * (N[m] - mean->N[m]),
                           k_set(0));
      real *block = p->block + m * K_NS, *strain = p->strain + m * K_INPUTS;
      K_LOOP for (int l = 0; l < K_NR; l++)
        block[l] = k_fnma(turn, R[l] - mean->R[l], block[l]);
      K_LOOP for (int l = 0; l < K_INPUTS; l++)
        strain[l] = k_fma(turn, Q[l] - mean->Q[l], strain[l]);
    }
  }
}

/* Adds the flow of surface i, and its row: the solution keeps touching the mean
 * plane. */
K_FN void k_keep_touched(k_context *k, const k_planes *p, real h, int i,
                         const k_mean_plane *mean) {
  int row = K_NR + i;
  real inverse = k_select(h > 0, 1.0 / h, k_set(0));
  K_LOOP for (int m = 0; m < K_NR; m++) {
    p->block[m * K_NS + row] = mean->N[m];
    p->block[row * K_NS + m] = -mean->scale * mean->R[m];
  }
  K_LOOP for (int m = 0; m < K_INPUTS; m++)
    p->strain[row * K_INPUTS + m] = mean->scale * mean->Q[m];
  p->block[row * K_NS + row] =
      k_select(mean->total > 0, inverse, k_set(0));
}

/* Sets R and Q of plane j, in lanes solved by projections. */
K_FN void k_find_rows(k_context *k, const k_cuts *c, int j) {
  const k_planes *p = &c->planes;
  K_LOOP for (int i = 0; i < K_ND; i++) {
    mask own = p->projected & (p->owner[j] == i) & (p->share[j] > 0);
    K_LOOP for (int m = 0; m < K_NR; m++)
      p->R[j * K_NR + m] = k_select(own, -c->at.J[(K_NR + i) * K_NS + m],
                                    p->R[j * K_NR + m]);
    k_assign_in(own, p->Q + j * K_INPUTS, c->at.B + (K_NR + i) * K_INPUTS,
                K_INPUTS);
  }
}

/* Adds curvature to the rows of the state: the change of flow with state and
 * strain, summed over the touched planes. */
K_FN void k_curve_planes(k_context *k, k_cuts *c, const real *y) {
  const k_planes *p = &c->planes;
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    if (!k_any(p->share[j] > 0)) continue;
    k_near_plane(k, c, j, y, c->at.y);
    k_gradient_at(k, &c->at);
    k_find_rows(k, c, j);
    mask own = p->share[j] > 0;
    K_LOOP for (int m = 0; m < K_NR * K_NS; m++)
      p->block[m] = p->block[m] + k_select(own, c->at.J[m], k_set(0));
    K_LOOP for (int m = 0; m < K_NR * K_INPUTS; m++)
      p->strain[m] = p->strain[m] + k_select(own, c->at.B[m], k_set(0));
  }
}

/* J and B of a solution y. */
K_FN void k_differentiate_planes(k_context *k, k_cuts *c, const real *y) {
  K_ARRAY(N, K_NR);
  K_ARRAY(R, K_NR);
  K_ARRAY(Q, K_INPUTS);
  const k_planes *p = &c->planes;
  k_mean_plane mean = {.N = N, .R = R, .Q = Q};
  k_zero(p->block, K_NS * K_NS);
  k_zero(p->strain, K_NS * K_INPUTS);
  k_curve_planes(k, c, y);
  K_LOOP for (int i = 0; i < K_ND; i++) {
    k_mean_plane_of(k, p, c->h, i, &mean);
    k_turn_flow(k, p, i, &mean);
    k_keep_touched(k, p, c->h, i, &mean);
  }
}

/* Changes y0 and solves for y from the planes of the last solution, in lanes of
 * `where`; returns the lanes with a solution. */
K_FN mask k_solve_changed(k_context *k, k_cuts *c, real *y0,
                          const real *change, mask where) {
  const k_planes *p = &c->planes;
  K_LOOP for (int m = 0; m < K_NR; m++) y0[m] = y0[m] + change[m];
  K_LOOP for (int j = 0; j < K_CUTS; j++)
    p->limit[j] = p->limit[j] - k_dot(p->R + j * K_NR, change, K_NR);
  c->open = where;
  k_share_cuts(k, c);
  return where & k_solve_cuts(k, c);
}

/* Finds all planes of a surface without curvature between which the flow can
 * rotate, in lanes of `where`. Under symmetric loads the flow may need fewer
 * planes; after a change of y0 by a small part of the flow of each variable it
 * needs all of them. */
K_FN void k_find_planes(k_context *k, k_cuts *c, real *y0, mask where) {
  const k_number part = K_SINGLE ? 1e-3 : 1e-7;
  K_ARRAY(start, K_NR);
  K_ARRAY(change, K_NR);
  K_LOOP for (int m = 0; m < K_NR; m++)
    K_LOOP for (int l = 0; l < K_NR; l++)
      where = where & (c->at.J[m * K_NS + l] == 0);
  if (!k_any(where)) return;
  k_assign(start, y0, K_NR);
  K_LOOP for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group v = K_TABLES.solved[i];
    real flow = k_set(0);
    K_LOOP for (int m = v.offset; m < v.offset + v.size && m < K_NR; m++)
      flow = k_fma(c->at.y[m] - y0[m], c->at.y[m] - y0[m], flow);
    flow = k_select(where, part * k_sqrt(flow), k_set(0));
    K_LOOP for (int m = v.offset; m < v.offset + v.size && m < K_NR; m++)
      change[m] = (k_number)(7 * m % 11 - 4.6) * flow; /* any direction */
  }
  mask failed = where & k_not(k_solve_changed(k, c, y0, change, where));
  k_assign(y0, start, K_NR);
  if (!k_any(failed)) return;
  k_clear_planes(k, &c->planes, failed);
  k_assign_in(failed, c->at.y, y0, K_NS);
  c->open = failed;
  k_solve_cuts(k, c);
}

/* Solves for y in lanes of `wanted`, in which Newton's iteration failed, by
 * planes, then by projections, and differentiates the solution. */
K_CALL mask k_cut_lanes(k_context *k, k_newton *s, mask wanted,
                        k_planes *planes) {
  K_ARRAY(y, K_NX);
  K_ARRAY(y0, K_NX);
  K_ARRAY(excess, K_CUTS);
  K_ARRAY(A, K_BENDS ? K_NS : 0);
  K_ARRAY(M, K_BENDS ? K_NS * K_NS : 0);
  K_POINT(at, 1, s->at.loading, s->at.t, y);
  if (!planes->differentiated) at.B = 0;
  k_clear_planes(k, planes, k_all_lanes());
  k_cuts c = {.at = at, .y0 = y0, .h = s->h, .open = wanted,
              .planes = *planes, .excess = excess, .A = A, .M = M,
              .count = k_set(0)};
  k_assign(y0, s->y0, K_NX);
  k_assign(y, s->y0, K_NX);
  k_assign(at.eps, s->at.eps, K_INPUTS);
  mask good = k_solve_cuts(k, &c), rest = wanted & k_not(good);
  k_assign_in(good, s->at.y, y, K_NS);
  if (planes->differentiated) k_find_planes(k, &c, y0, good);
  k_touch_planes(k, planes);
  if (k_any(rest)) rest = k_solve_projected(k, &c, rest);
  c.planes.projected = rest;
  k_assign_in(wanted & k_not(good), s->at.y, y, K_NS);
  k_assign(y0, s->at.y, K_NS);
  if (planes->differentiated) k_differentiate_planes(k, &c, y0);
  planes->cut = good | rest;
  s->counts->evaluations = s->counts->evaluations + c.count;
  s->counts->iterations = s->counts->iterations + c.count;
  return planes->cut;
}

/* Replaces J and B in lanes whose solution touches planes. */
K_FN void k_kink_curvature(k_context *k, const k_newton *s,
                           const k_planes *planes) {
  mask cut = planes->cut;
  k_assign_in(cut, s->at.J, planes->block, K_NS * K_NS);
  if (s->at.B) k_assign_in(cut, s->at.B, planes->strain, K_NS * K_INPUTS);
}

/* change [cuts]: df/dp of the planes; driving: sum of the changes of their
 * flows; both for direction d of a parameter. */
K_FN void k_drive_planes(k_context *k, const k_newton *s, k_cuts *c,
                         const k_direction *d, real *driving, real *change) {
  K_ARRAY(zero, K_NZ);
  K_ARRAY(own, K_NZ);
  K_ARRAY(f, K_NX);
  K_ARRAY(shared, K_RATE_ROOM);
  const k_planes *p = &c->planes;
  (void)f;
  k_zero(zero, K_NZ);
  K_LOOP for (int m = 0; m < K_NR; m++)
    driving[m] = k_select(p->cut, k_set(0), driving[m]);
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    mask touched = p->cut & (p->share[j] > 0);
    change[j] = k_set(0);
    if (!k_any(touched)) continue;
    k_near_plane(k, c, j, s->at.y, c->at.y);
    K_BY_PARAMETER(
        shared, k_rate_by_shared(k, s->at.eps, s->at.rate, c->at.y, f, shared));
    k_rate_in(k, d, shared, zero, own);
    K_LOOP for (int m = 0; m < K_NR; m++)
      driving[m] = driving[m] + k_select(touched, own[m], k_set(0));
    K_LOOP for (int i = 0; i < K_ND; i++)
      change[j] = k_select(touched & (p->owner[j] == i), own[K_NR + i],
                           change[j]);
  }
}

/* Derivatives of the rates by a parameter, in lanes whose solution touches
 * planes: rows of the state rotate the flow between planes, rows of multipliers
 * keep the mean plane in contact. */
K_CALL void k_kinks_driven(k_context *k, const k_newton *s,
                           const k_planes *planes, const k_direction *d,
                           real *driving) {
  K_ARRAY(y, K_NX);
  K_ARRAY(change, K_CUTS);
  K_ARRAY(N, K_NR);
  K_ARRAY(R, K_NR);
  K_ARRAY(Q, K_INPUTS);
  k_cuts c = {.at = {.y = y}, .h = s->h, .planes = *planes};
  k_mean_plane mean = {.N = N, .R = R, .Q = Q};
  k_assign(y, s->at.y, K_NX);
  k_drive_planes(k, s, &c, d, driving, change);
  K_LOOP for (int i = 0; i < K_ND; i++) {
    real whole;
    k_mean_plane_of(k, planes, s->h, i, &mean);
    k_average_planes(k, planes, i, change, 1, mean.total, &whole);
    driving[K_NR + i] =
        k_select(planes->cut, mean.scale * whole, driving[K_NR + i]);
    K_LOOP for (int j = 0; j < K_CUTS; j++) {
      mask own = planes->cut & (planes->owner[j] == i) &
                 (planes->share[j] > 0);
      real turn = k_kink() * mean.scale * (change[j] - whole);
      K_LOOP for (int m = 0; m < K_NR; m++)
        driving[m] = k_fma(k_select(own, turn, k_set(0)),
                           planes->N[j * K_NR + m] - N[m], driving[m]);
    }
  }
}
