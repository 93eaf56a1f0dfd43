/* projection.h: solution of a backward Euler step at a curved edge
 * (docs/theory.md, section 9.5). With p = y - y0, a metric g and M = -dA/dp,
 * cutting planes find the projection of A(p) + g p in terms of s = -(A -
 * A(p))/g, and Newton's method solves s(p) = 0 with the curvature H of the
 * touched planes,
 *
 *     (I + H M) dp = s + g H s + sum_j N_j dx_j,   N_j·(g s - M dp) <= 0;
 *
 * the step dp = s of a proximal gradient method replaces a Newton step that
 * does not reduce s enough. */

/* x := M^-1 g x, the change of the state for a change -g x of forces. */
K_FN void k_to_state(k_context *k, const k_center *q, real *x) {
  K_LOOP for (int m = 0; m < K_NR; m++) x[m] = q->g[m] * x[m];
  k_solve_rated(k, *q->lu, x);
  K_LOOP for (int m = 0; m < K_NR; m++) x[m] = q->has_force[m] * x[m];
}

/* Replaces a row df/dy by df/dy M^-1 g, the derivative of f by s. */
K_FN void k_rows_by_force(k_context *k, const k_center *q, real *row) {
  K_ARRAY(x, K_NR);
  k_assign(x, row, K_NR);
  k_solve_rated(k, *q->lu, x);
  K_LOOP for (int m = 0; m < K_NR; m++)
    row[m] = q->g[m] * q->has_force[m] * x[m];
}

/* Metric g: for each variable, the largest absolute row sum of M, so that g - M
 * is positive. */
K_FN void k_metric_bound(k_context *k, const real *M, real *g) {
  K_LOOP for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group v = K_TABLES.solved[i];
    real most = k_set(0);
    if (v.offset >= K_NR) continue;
    K_LOOP for (int m = v.offset; m < v.offset + v.size; m++) {
      real sum = k_set(0);
      K_LOOP for (int l = 0; l < K_NR; l++) sum = sum + k_abs(M[m * K_NS + l]);
      most = k_max(most, sum);
    }
    K_LOOP for (int m = v.offset; m < v.offset + v.size; m++)
      g[m] = k_select(most > 0, most, k_set(1));
  }
}

/* Computes M, g and the strain at y0 + p. */
K_FN void k_center_at(k_context *k, k_cuts *c, k_center *q) {
  K_ARRAY(y, K_NX);
  K_ARRAY(M, K_NS * K_NS);
  K_ARRAY(own, K_NR * K_NR);
  k_point at = c->at;
  at.y = y;
  at.B = 0;
  k_assign(y, c->y0, K_NX);
  K_LOOP for (int m = 0; m < K_NR; m++) y[m] = c->y0[m] + q->p[m];
  if (K_PATH) k_jacobian_at(k, &at);
  k_metric_of(k, &at, y, q->M);
  k_metric(k, c->at.eps, y, M);
  k_metric_bound(k, M, q->g);
  K_LOOP for (int m = 0; m < K_NR; m++) {
    mask has = M[m * K_NS + m] > 0;
    q->has_force[m] = k_select(has, k_set(1), k_set(0));
    q->stiffness[m] = k_select(has, M[m * K_NS + m], k_set(0));
    k_assign(own + m * K_NR, M + m * K_NS, K_NR);
    own[m * K_NR + m] = k_select(has, own[m * K_NR + m], k_set(1));
  }
  k_factor_rated(k, q->lu, k_unshifted(own));
}

/* Evaluates the law at the forces A(p) - g s: f, and J with derivatives of the
 * surfaces by s. */
K_FN void k_evaluate_projected(k_context *k, const k_point *at,
                               const k_center *q, const real *s) {
  K_ARRAY(y, K_NX);
  K_ARRAY(x, K_NR);
  K_ARRAY(B, K_PATH ? K_NX * K_INPUTS : 6 * K_ND);
  k_assign(y, q->y0, K_NX);
  K_LOOP for (int i = K_NR; i < K_NS; i++) y[i] = at->y[i];
  k_assign(x, s, K_NR);
  k_to_state(k, q, x);
  K_LOOP for (int m = 0; m < K_NR; m++) y[m] = y[m] + q->p[m] + x[m];
  if (K_PATH)
    k_gradient(k, at->eps, at->rate, y, at->f, at->J, B);
  else
    k_jacobian(k, at->eps, at->rate, y, at->f, at->J, B);
  k_measure_surfaces(k, at, K_PATH ? B + K_NR * K_INPUTS : B,
                     K_PATH ? K_INPUTS : 6);
  K_LOOP for (int i = K_NR; i < K_NS; i++)
    k_rows_by_force(k, q, at->J + i * K_NS);
}

/* Computes c->at.y = s(p) in lanes of `where`; returns the lanes in which the
 * projection succeeded. */
K_FN mask k_project(k_context *k, k_cuts *c, k_center *q, mask where) {
  K_ARRAY(s0, K_NX);
  k_cuts inner = *c;
  k_center_at(k, c, q);
  k_zero(s0, K_NX);
  K_LOOP for (int m = 0; m < K_NR; m++) s0[m] = -q->p[m];
  k_assign_in(where, c->at.y, s0, K_NS);
  k_clear_planes(k, &c->planes, where);
  inner.center = q;
  inner.at.B = 0;
  inner.y0 = s0;
  inner.open = where;
  mask good = k_solve_cuts(k, &inner);
  c->count = inner.count;
  return good;
}

/* For each plane j, computes a state close to the kink that touches only this
 * plane. */
K_FN void k_touch_planes(k_context *k, const k_planes *p) {
  /* Distance of the kink from a state that touches only one plane */
  const k_number distance = K_SINGLE ? 1e-4 : 1e-11;
  K_ARRAY(mean, K_NR);
  real total = k_sum_flows(k, p, -1, mean);
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    const real *N = p->N + j * K_NR;
    real size = k_sqrt(k_square(N, K_NR));
    K_LOOP for (int m = 0; m < K_NR; m++) {
      real way = distance * (mean[m] / total - N[m] / size);
      p->touch[j * K_NR + m] = k_select(p->share[j] > 0, way, k_set(0));
    }
  }
}

/* HM = -h J_rr = H M, with M at fixed strain, summed over the touched planes
 * with their shares. */
K_FN void k_curve_projected(k_context *k, const k_cuts *c, const k_center *q,
                            real *HM) {
  K_ARRAY(y, K_NS);
  K_ARRAY(f, K_NX);
  K_ARRAY(J, K_NX * K_NS);
  const k_planes *p = &c->planes;
  k_point at = c->at;
  at.y = y, at.f = f, at.J = J;
  k_touch_planes(k, p);
  k_zero(HM, K_NR * K_NR);
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    mask own = p->share[j] > 0;
    if (!k_any(own)) continue;
    k_near_plane(k, c, j, c->at.y, y);
    k_evaluate_projected(k, &at, q, y);
    K_LOOP for (int m = 0; m < K_NR; m++)
      K_LOOP for (int l = 0; l < K_NR; l++)
        HM[m * K_NR + l] = k_select(own, k_fnma(c->h, J[m * K_NS + l],
                                                HM[m * K_NR + l]),
                                    HM[m * K_NR + l]);
  }
}

/* Replaces HM by I + H M of the path; dp := s + g H s - sum_j x_j N_j. */
K_FN void k_projected_matrix(k_context *k, const k_cuts *c, const k_center *q,
                             real *HM, real *dp) {
  K_ARRAY(H, K_NR);
  const k_planes *p = &c->planes;
  K_LOOP for (int m = 0; m < K_NR; m++) {
    real sum = c->at.y[m];
    k_assign(H, HM + m * K_NR, K_NR);
    k_rows_by_force(k, q, H);
    K_LOOP for (int l = 0; l < K_NR; l++) sum = k_fma(H[l], c->at.y[l], sum);
    K_LOOP for (int l = 0; l < K_NR; l++) {
      real own = k_set(m == l ? 1 : 0);
      K_LOOP for (int n = 0; n < K_NR; n++)
        own = k_fma(H[n] / q->g[n], q->M[n * K_NS + l], own);
      HM[m * K_NR + l] = own;
    }
    K_LOOP for (int j = 0; j < K_CUTS; j++)
      sum = k_fnma(p->share[j], p->N[j * K_NR + m], sum);
    dp[m] = sum;
  }
}

/* dp of Newton's method. */
K_FN void k_projected_direction(k_context *k, const k_cuts *c,
                                const k_center *q, real *dp) {
  K_ARRAY(HM, K_NR * K_NR);
  K_LU(lu, K_NR, K_TABLES.order.places);
  K_ARRAY(a, K_CUTS * K_NR);
  K_ARRAY(d, K_CUTS * K_NR);
  K_COMPLEMENTARITY(own, K_CUTS, K_SEATS(K_CUTS), a, d);
  const k_planes *p = &c->planes;
  k_curve_projected(k, c, q, HM);
  k_projected_matrix(k, c, q, HM, dp);
  k_factor_rated(k, &lu, k_unshifted(HM));
  k_solve_rated(k, lu, dp);
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    real v = c->excess[j];
    const real *N = p->N + j * K_NR;
    K_LOOP for (int m = 0; m < K_NR; m++) {
      real sum = k_set(0);
      K_LOOP for (int l = 0; l < K_NR; l++)
        sum = k_fma(q->has_force[l] * N[l], q->M[l * K_NS + m], sum);
      a[j * K_NR + m] = sum;
      d[j * K_NR + m] = N[m];
      v = k_fma(q->g[m] * q->has_force[m] * N[m], c->at.y[m], v);
      v = k_fnma(sum, dp[m], v);
    }
    own.v[j] = k_select(p->owner[j] >= 0, v, k_set(-1));
    k_solve_rated(k, lu, d + j * K_NR);
  }
  k_solve_complementarity(k, &own, k_where(1));
  K_LOOP for (int j = 0; j < K_CUTS; j++)
    K_LOOP for (int m = 0; m < K_NR; m++)
      dp[m] = k_fma(own.x[j], d[j * K_NR + m], dp[m]);
}

/* Takes an outer step from c->at.y = s(p), in lanes of `where`; *newton: lanes
 * in which the last step was a Newton step. */
K_FN void k_step_projected(k_context *k, const k_cuts *c, k_center *q,
                           mask where, real *last, mask *newton) {
  /* Maximum ratio of |s|^2 after a Newton step to |s|^2 before; if exceeded, a
   * proximal step from the previous p replaces the Newton step. */
  const k_number fall = 0.8;
  K_ARRAY(dp, K_NR);
  real *p = last, *s = last + K_NR, *merit = last + 2 * K_NR;
  real size = k_square(c->at.y, K_NR), finite = k_set(0);
  mask worse = *newton & k_not(size < fall * *merit);
  k_projected_direction(k, c, q, dp);
  K_LOOP for (int m = 0; m < K_NR; m++) finite = finite + dp[m];
  mask proximal = worse | k_not(k_finite(finite));
  K_LOOP for (int m = 0; m < K_NR; m++) {
    p[m] = k_select(worse, p[m], q->p[m]);
    s[m] = k_select(worse, s[m], c->at.y[m]);
    real next = p[m] + k_select(proximal, s[m], dp[m]);
    q->p[m] = k_select(where, next, q->p[m]);
  }
  *merit = k_select(worse, *merit, size);
  *newton = k_not(proximal);
}

/* Sets the state that follows from the last shares, in lanes of `wanted`, and
 * the states that touch single planes, in lanes of `good`. */
K_FN void k_leave_projection(k_context *k, k_cuts *c, const k_center *q,
                             mask wanted, mask good) {
  K_ARRAY(x, K_NR);
  const k_planes *p = &c->planes;
  k_follow_flows(k, c, wanted);
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    real *touch = p->touch + j * K_NR;
    k_assign(x, touch, K_NR);
    k_to_state(k, q, x);
    k_assign_in(good, touch, x, K_NR);
  }
}

/* Lanes in which each force agrees with its projection to within rounding
 * errors or Newton's tolerance, as a strain e. A change x of the state
 * corresponds to a strain e with stiffness x^2 = S e^2. */
K_FN mask k_is_projected(k_context *k, const k_cuts *c, const k_center *q,
                         k_number times) {
  real strain = k_set(0);
  mask done = k_all_lanes();
  K_LOOP for (int i = 0; i < 6; i++) strain = strain + k_abs(c->at.eps[i]);
  K_LOOP for (int m = 0; m < K_NR; m++) {
    real own = q->stiffness[m], unit = k_sqrt(K_STRESS_SCALE / own);
    real change = k_abs(c->at.y[m]) * q->g[m] / own;
    real rounding = 16.0 * K_EPSILON *
                    k_fma(unit, strain, k_abs(c->y0[m] + q->p[m]));
    real tolerance = unit * (k_number)(k->solver->newton * k_yield_strain());
    real most = times * k_max(rounding, tolerance);
    done = done & (k_not(own > 0) | (change <= most));
  }
  return done;
}

/* Solves like k_solve_cuts, in lanes of `wanted`. */
K_CALL mask k_solve_projected(k_context *k, k_cuts *c, mask wanted) {
  const int projections = 60;
  K_ARRAY(p, K_NR);
  K_ARRAY(M, K_NS * K_NS);
  K_LU(lu, K_NR, K_TABLES.order.places);
  K_ARRAY(has_force, K_NR);
  K_ARRAY(stiffness, K_NR);
  K_ARRAY(last, 2 * K_NR + 1);
  K_ARRAY(g, K_NR);
  k_center q = {.y0 = c->y0, .p = p, .M = M, .has_force = has_force,
                .stiffness = stiffness, .g = g, .lu = &lu};
  mask none = k_not(k_all_lanes()), good = none, newton = none;
  mask busy = wanted;
  k_zero(p, K_NR);
  for (int n = 0; n < projections && k_any(busy); n++) {
    mask found = k_project(k, c, &q, busy);
    busy = busy & (found | newton);
    K_LOOP for (int m = 0; m < K_NR; m++)
      c->at.y[m] = k_select(found, c->at.y[m], k_set(K_INFINITY));
    /* The accepted error is larger after 20 projections, because the flow at
     * the edge may not be known more accurately. */
    mask done =
        busy & found & k_is_projected(k, c, &q, n < 20 ? 16.0 : 1e4);
    good = good | done;
    busy = busy & k_not(done);
    if (k_any(busy)) k_step_projected(k, c, &q, busy, last, &newton);
  }
  k_touch_planes(k, &c->planes);
  k_leave_projection(k, c, &q, wanted, good);
  return good;
}
