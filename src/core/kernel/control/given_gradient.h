/* given_gradient.h: the strain along a loading step in which components of the
 * deformation gradient F or of the nominal stress P are given (K_PATH and
 * K_LOGARITHMIC; docs/theory.md, section 12.3).
 *
 * The nine controlled components x are linear in time: F_c = x_c(t), P_s(F, y)
 * = x_s(t). With A the rows of dP/dF for given P and unit rows for given F, and
 * G = dE/dF, the strain changes by E' = G A^-1 (x' - (G' sigma_y y')_s). If all
 * of F is given, E is linear in time. If another measure of stress is given, it
 * replaces P. */

/* Law at a deformation gradient */
typedef struct {
  real F[9];
  k_stretch s;
  real eps[K_INPUT_ROOM], sig[6], C[36];
  real P[9];  /* P, or the measure of stress that is given */
  real K[81]; /* dP/dF at fixed state */
} k_body;

/* P and dP/dF, at a decomposed F, stress and stiffness. */
K_APART void k_measure_body(am_measure measure, k_body *b) {
  k_nominal_stress(&b->s, b->F, b->sig, b->P);
  k_nominal_tangent(&b->s, b->sig, b->C, b->K);
  if (measure == AM_MEASURE_NOMINAL) return;
  for (int d = 0; d < 9; d++) {
    real unit[9], column[9];
    K_UNROLL for (int c = 0; c < 9; c++) {
      unit[c] = k_set(c == d);
      column[c] = b->K[9 * c + d];
    }
    k_measure_jvp(measure, b->F, b->P, unit, column);
    K_UNROLL for (int c = 0; c < 9; c++) b->K[9 * c + d] = column[c];
  }
  k_measure(measure, b->F, b->P);
}

K_FN void k_body_at(k_context *k, const k_control *g, const real *y,
                    k_body *b) {
  k_stretch_of(b->F, &b->s);
  k_differentiate(&b->s);
  k_strain_of(&b->s, b->eps);
  k_elasticity(k, b->eps, y, b->sig, b->C);
  k_measure_body(g->measure, b);
}

/* w: rows of A, scaled to largest entry 1; scale [9]. */
K_FN void k_fill_gradient_rows(const k_control *g, const real *K, real *w,
                               real *scale) {
  const k_number spin_stiffness = 1e-9; /* relative to the largest entry */
  real size = k_set(0);
  K_LOOP for (int c = 0; c < 9; c++) size = k_max(size, k_abs(K[10 * c]));
  K_LOOP for (int c = 0; c < 9; c++)
    K_UNROLL for (int d = 0; d < 9; d++)
      w[9 * c + d] =
          k_select(g->nominal[c], K[9 * c + d], k_set(c == d ? 1 : 0));
  K_UNROLL for (int c = 3; c < 6; c++) {
    mask both = g->nominal[c] & g->nominal[c + 3];
    real own = k_select(both, spin_stiffness * size, k_set(0));
    w[10 * c] = w[10 * c] + own;
    w[9 * c + c + 3] = w[9 * c + c + 3] - own;
    w[10 * (c + 3)] = w[10 * (c + 3)] + own;
    w[9 * (c + 3) + c] = w[9 * (c + 3) + c] - own;
  }
  K_LOOP for (int c = 0; c < 9; c++) {
    real largest = k_set(0);
    K_UNROLL for (int d = 0; d < 9; d++)
      largest = k_max(largest, k_abs(w[9 * c + d]));
    scale[c] = k_select(largest > 0, 1.0 / largest, k_set(1));
    K_UNROLL for (int d = 0; d < 9; d++) w[9 * c + d] = w[9 * c + d] * scale[c];
  }
}

/* Factors A; sets `singular` in lanes of `wanted` with a singular A. */
K_APART void k_factor_gradient(k_context *k, k_control *g, const real *K,
                               k_lu *lu, real *scale, mask wanted) {
  real A[81], size = k_set(0);
  mask regular = k_all_lanes();
  K_LOOP for (int i = 0; i < 81; i++) size = size + K[i];
  k_fill_gradient_rows(g, K, A, scale);
  k_factor_matrix(k, lu, A);
  for (int i = 0; i < 9; i++)
    regular = regular & (k_abs(lu->w[10 * i]) * k_lost_pivot() < 1.0);
  g->singular = g->singular | (k_not(regular) & k_finite(size) & wanted);
}

/* F = R exp(guess), with R the rotation at the start; given components are
 * replaced by those of aim, unless aim is NULL. */
K_APART void k_guess_gradient(const k_control *g, const real *aim, real *F) {
  real B[9], b[3], Q[9], mandel[6], U[9];
  k_to_mandel(g->guess, mandel);
  K_UNROLL for (int i = 0; i < 3; i++)
    K_UNROLL for (int j = 0; j < 3; j++)
      B[3 * i + j] = mandel[K_PAIR(i, j)] *
                     (i == j ? 1.0 : 0.70710678118654752440);
  k_diagonalize(B, b, Q);
  K_UNROLL for (int a = 0; a < 3; a++) b[a] = k_exp(b[a]);
  K_UNROLL for (int i = 0; i < 3; i++)
    K_UNROLL for (int j = 0; j < 3; j++)
      U[3 * i + j] = b[0] * Q[3 * i] * Q[3 * j] +
                     b[1] * Q[3 * i + 1] * Q[3 * j + 1] +
                     b[2] * Q[3 * i + 2] * Q[3 * j + 2];
  K_UNROLL for (int c = 0; c < 9; c++) {
    const real *row = g->turn + 3 * K_ROW_OF(c), *u = U + K_COLUMN_OF(c);
    real sum = row[0] * u[0] + row[1] * u[3] + row[2] * u[6];
    F[c] = aim ? k_select(g->nominal[c], sum, aim[c]) : sum;
  }
}

/* Lanes in which C = F'F determines the strain to half of the digits: ratios of
 * principal stretches of up to 8192 in double precision. */
K_FN mask k_has_digits(const k_stretch *s) {
  real most = k_max(s->log[0], k_max(s->log[1], s->log[2]));
  real least = k_min(s->log[0], k_min(s->log[1], s->log[2]));
  return k_exp(4.0 * (least - most)) >= K_EPSILON;
}

/* Newton's method for the deformation gradient */
typedef struct {
  k_body b;
  real aim[9];
  real delta[9], fall; /* last Newton step, and its squared length */
  mask active, found;
  int first;           /* no step has been taken yet */
  const real *y;       /* state */
  k_lu *lu;
} k_gradient_search;

/* Takes a Newton step. If the new step is not shorter than the last step,
 * undoes half of the last step instead (Deuflhard 2004). The search ends when
 * the step is below rounding errors, which are larger for extreme stretches. */
K_APART void k_step_gradient(k_context *k, k_control *g, k_gradient_search *s) {
  real scale[9], next[9];
  k_factor_gradient(k, g, s->b.K, s->lu, scale, s->active);
  K_UNROLL for (int c = 0; c < 9; c++) {
    real there = k_select(g->nominal[c], s->b.P[c], s->b.F[c]);
    next[c] = scale[c] * (s->aim[c] - there);
  }
  k_solve(k, s->lu, next);
  real size = k_square(next, 9);
  mask back = k_not(k_all_lanes());
  if (!s->first) back = k_not(size <= s->fall);
  real rounding = k_select(k_has_digits(&s->b.s), k_set(1e-18), k_set(1e-8));
  mask tiny = size <= rounding * k_square(s->b.F, 9);
  back = back & k_not(tiny);
  s->active = s->active & (back | k_finite(size));
  K_UNROLL for (int c = 0; c < 9; c++) {
    s->delta[c] = k_select(back, 0.5 * s->delta[c], next[c]);
    real move = k_select(back, -s->delta[c], s->delta[c]);
    s->b.F[c] = s->b.F[c] + k_select(s->active, move, k_set(0));
  }
  mask done = s->active & tiny;
  s->found = s->found | done;
  s->active = s->active & k_not(done);
  s->fall = k_select(back, s->fall, size);
  s->first = 0;
}

/* G [9][6] = dE/dF, in coordinates of the strain. */
K_APART void k_strain_by_gradient(const k_stretch *s, real *G) {
  K_UNROLL for (int c = 0; c < 9; c++) {
    real h[6];
    k_moved_by(s, c, h);
    K_UNROLL for (int i = 0; i < 6; i++) h[i] = h[i] * s->first[i];
    k_from_eigenvectors(s, h, G + 6 * c);
  }
}

/* P [K_COMPLIANCE_ROOM]: derivatives of the strain at the solution, by the
 * stress, by time, in the six directions, and by the given components. */
K_APART void k_comply_gradient(k_context *k, const k_loading *loading,
                               k_gradient_search *s, real *P) {
  k_control *g = loading->given;
  real scale[9], G[54], z[9];
  k_factor_gradient(k, g, s->b.K, s->lu, scale, s->found);
  k_strain_by_gradient(&s->b.s, G);
  for (int j = 0; j < (K_SENSITIVITIES ? 22 : 13); j++) {
    real by_stress[9];
    K_UNROLL for (int c = 0; c < 9; c++)
      by_stress[c] = j < 6 ? G[6 * c + j] : k_set(0);
    k_measure(g->measure, s->b.F, by_stress);
    K_UNROLL for (int c = 0; c < 9; c++) {
      real rate = (g->to[c] - g->from[c]) * loading->inverse;
      if (j < 6) z[c] = k_select(g->nominal[c], by_stress[c], k_set(0));
      if (j == 6) z[c] = rate;
      if (j > 6 && j < 13) z[c] = g->lead[9 * (j - 7) + c];
      if (j >= 13) z[c] = k_set(c == j - 13);
      z[c] = z[c] * scale[c];
    }
    k_solve(k, s->lu, z);
    for (int i = 0; i < 6; i++) {
      real sum = k_set(0);
      K_UNROLL for (int c = 0; c < 9; c++) sum = k_fma(z[c], G[6 * c + i], sum);
      if (j < 6) P[6 * i + j] = sum;
      if (j == 6) P[K_FLOW + i] = sum;
      if (j > 6 && j < 13) P[K_LEAD + 6 * i + j - 7] = sum;
      if (j >= 13) P[K_STEER + 9 * i + j - 13] = sum;
    }
  }
}

/* Lanes in which all of F is given: the strain is linear in time, and changes
 * only with time and in directions. */
K_APART void k_given_strain(const k_loading *loading, real t, k_body *b,
                            real *P) {
  k_control *g = loading->given;
  real own[6];
  k_between(loading, t, g->near_strain0, g->near_strain1, 6, own);
  k_assign_in(k_not(g->mixed), b->eps, own, 6);
  k_assign_in(k_not(g->mixed), b->F, g->to, 9);
  for (int i = 0; P && i < 6; i++) {
    real rate = (g->near_strain1[i] - g->near_strain0[i]) * loading->inverse;
    P[K_FLOW + i] = k_select(g->mixed, P[K_FLOW + i], rate);
    for (int j = 0; j < 6; j++) {
      real *lead = &P[K_LEAD + 6 * i + j];
      P[6 * i + j] = k_select(g->mixed, P[6 * i + j], k_set(0));
      *lead = k_select(g->mixed, *lead, k_set(i == j ? 1 : 0));
    }
  }
}

/* Newton's method from the current F to the aim, in lanes of `where`. */
K_APART void k_try_gradient(k_context *k, k_control *g, k_gradient_search *s,
                            mask where, int iterations) {
  s->active = where;
  s->found = s->found & k_not(where);
  s->first = 1;
  for (int n = 0; n < iterations && k_any(s->active); n++) {
    k_body_at(k, g, s->y, &s->b);
    k_step_gradient(k, g, s);
  }
}

/* Continuation in lanes of `lost` (Deuflhard 2004, 5.1): approaches the aim
 * from the components at the start of the search in parts, which are halved if
 * Newton's method fails. */
K_APART void k_continue_gradient(k_context *k, k_control *g,
                                 k_gradient_search *s, mask lost) {
  const int parts = 40, iterations = 12;
  const k_number shortest = 1.0 / 512;
  real at[9], from[9], aim[9], way = k_set(0), part = k_set(0.5);
  k_guess_gradient(g, 0, at);
  K_UNROLL for (int c = 0; c < 9; c++) {
    s->b.F[c] = k_select(lost, at[c], s->b.F[c]);
    aim[c] = s->aim[c];
  }
  k_body_at(k, g, s->y, &s->b);
  K_UNROLL for (int c = 0; c < 9; c++)
    from[c] = k_select(g->nominal[c], s->b.P[c], at[c]);
  for (int n = 0; n < parts; n++) {
    mask where = lost & (way < 1.0) & (part >= shortest);
    if (!k_any(where) || k_is_stopped(k, 0)) break;
    real next = k_min(way + part, k_set(1));
    K_UNROLL for (int c = 0; c < 9; c++) {
      s->aim[c] = k_fma(next, aim[c], (1.0 - next) * from[c]);
      s->b.F[c] = k_select(where, at[c], s->b.F[c]);
    }
    k_try_gradient(k, g, s, where, iterations);
    mask good = where & s->found;
    k_assign_in(good, at, s->b.F, 9);
    way = k_select(good, next, way);
    part = k_select(good, 2.0 * part, 0.5 * part);
  }
  s->found = (s->found & k_not(lost)) | (lost & (way >= 1.0));
  k_assign(s->aim, aim, 9);
  k_assign_in(lost, s->b.F, at, 9);
}

/* Lanes with a finite state; the others have no strain. */
K_FN mask k_has_state(k_context *k, const real *y) {
  real sum = k_set(0);
  K_UNROLL for (int i = 0; i < K_NS; i++) sum = sum + y[i];
  return k_finite(sum);
}

/* F, the strain and, unless P is NULL, the compliance P, in lanes with given
 * components of the nominal stress; NaN without a solution. */
K_APART void k_search_gradient(k_context *k, const k_loading *loading,
                               real *P, k_gradient_search *s) {
  K_FULL_LU(lu, 9);
  k_control *g = loading->given;
  mask singular = g->singular, sought = g->mixed & k_has_state(k, s->y);
  s->lu = &lu;
  s->found = k_not(g->mixed);
  k_guess_gradient(g, s->aim, s->b.F);
  k_try_gradient(k, g, s, sought, K_STRAIN_ITERATIONS);
  mask lost = sought & k_not(s->found);
  if (k_any(lost)) {
    k_continue_gradient(k, g, s, lost);
    g->singular = singular | (g->singular & k_not(lost & s->found));
  }
  s->found = s->found & (k_not(g->mixed) | k_has_digits(&s->b.s));
  g->singular = g->singular | k_not(s->found);
  K_UNROLL for (int c = 0; c < 9; c++)
    s->b.F[c] =
        k_select(s->found, s->b.F[c], k_set(K_INFINITY - K_INFINITY));
  if (P)
    k_body_at(k, g, s->y, &s->b);
  else
    k_stretch_of(s->b.F, &s->b.s);
  k_strain_of(&s->b.s, s->b.eps);
  if (P) k_comply_gradient(k, loading, s, P);
}

/* Strain and, unless P is NULL, compliance P at time t and state y; NaN without
 * a solution. */
K_APART void k_find_gradient(k_context *k, const k_loading *loading, real t,
                             const real *y, real *eps, real *P) {
  k_control *g = loading->given;
  k_gradient_search s;
  k_zero(s.b.eps, 6);
  k_zero(s.b.F, 9);
  k_fields(k, loading, t, s.b.eps);
  k_between(loading, t, g->from, g->to, 9, s.aim);
  s.y = y;
  if (k_any(g->mixed)) k_search_gradient(k, loading, P, &s);
  k_given_strain(loading, t, &s.b, P);
  k_assign(eps, s.b.eps, K_INPUTS);
  k_assign(g->gradient, s.b.F, 9);
}

/* lead: change of the given components in the six directions. Each direction
 * changes one coordinate of the strain at the start, with symmetric F'dF =
 * dC/2. */
K_FN void k_set_lead(k_control *g, const k_body *b) {
  K_LOOP for (int j = 0; j < 6; j++) {
    real unit[6], h[6], left[9], dF[9];
    K_UNROLL for (int i = 0; i < 6; i++) unit[i] = k_set(i == j ? 1 : 0);
    k_to_eigenvectors(&b->s, unit, h);
    K_UNROLL for (int i = 0; i < 6; i++) h[i] = 0.5 * h[i] / b->s.first[i];
    K_UNROLL for (int i = 0; i < 3; i++)
      K_UNROLL for (int q = 0; q < 3; q++) {
        left[3 * i + q] = k_set(0);
        K_UNROLL for (int p = 0; p < 3; p++)
          left[3 * i + q] = left[3 * i + q] + b->s.A[3 * i + p] *
                                                  h[K_PAIR(p, q)] /
                                                  (1.0 + b->s.b[p]);
      }
    K_UNROLL for (int c = 0; c < 9; c++)
      dF[c] = k_dot(left + 3 * K_ROW_OF(c), b->s.Q + 3 * K_COLUMN_OF(c), 3);
    K_LOOP for (int c = 0; c < 9; c++)
      g->lead[9 * j + c] =
          k_select(g->nominal[c], k_dot(b->K + 9 * c, dF, 9), dF[c]);
  }
}

/* Rotation R = F U^-1. */
K_FN void k_set_rotation(k_control *g, const k_stretch *s) {
  real inverse[3];
  K_UNROLL for (int a = 0; a < 3; a++) inverse[a] = k_exp(-s->log[a]);
  K_UNROLL for (int i = 0; i < 3; i++)
    K_UNROLL for (int j = 0; j < 3; j++)
      g->turn[3 * i + j] = s->A[3 * i] * inverse[0] * s->Q[3 * j] +
                           s->A[3 * i + 1] * inverse[1] * s->Q[3 * j + 1] +
                           s->A[3 * i + 2] * inverse[2] * s->Q[3 * j + 2];
}

/* Values at the start, rotation and directions, for given components of P. */
K_APART void k_set_nominal(k_control *g, const real *sig, const real *C) {
  k_body b;
  k_assign(b.F, g->gradient0, 9);
  k_assign(b.sig, sig, 6);
  k_assign(b.C, C, 36);
  k_stretch_of(b.F, &b.s);
  k_differentiate(&b.s);
  k_measure_body(g->measure, &b);
  K_UNROLL for (int c = 0; c < 9; c++)
    g->from[c] = k_select(g->nominal[c], b.P[c], b.F[c]);
  k_set_rotation(g, &b.s);
  k_set_lead(g, &b);
}

/* Prepares control of a loading step: the controlled components are linear from
 * their values at the current point, with stress sig and stiffness C, to the
 * targets. */
K_APART void k_set_gradient(k_context *k, k_loading *loading, const real *sig,
                            const real *C) {
  k_control *g = loading->given;
  k_assign(g->from, g->gradient0, 9);
  if (k_any(g->mixed)) k_set_nominal(g, sig, C);
  k_assign(g->near_strain0, loading->eps0, 6);
  k_from_mandel(g->x1, g->near_strain1);
  K_UNROLL for (int i = 0; i < 6; i++) {
    real rate = (g->near_strain1[i] - g->near_strain0[i]) * loading->inverse;
    loading->rate[i] = k_select(g->mixed, k_set(0), rate);
  }
}

/* theta := change of the strain in direction c, times `weight`. */
K_FN void k_lead(const real *P, int c, real weight, real *theta) {
  K_UNROLL for (int i = 0; i < 6; i++) {
    theta[i] = k_set(0);
    K_UNROLL for (int j = 0; j < 6; j++)
      if (j == c) theta[i] = weight * P[K_LEAD + 6 * i + j];
  }
}

/* theta := change of the strain for a change x [9] of the given components;
 * own: this change if all of F is given. */
K_FN void k_steer(const k_control *g, const real *P, const real *x,
                  const real *own, real *theta) {
  K_UNROLL for (int i = 0; i < 6; i++) {
    real sum = k_set(0);
    K_UNROLL for (int c = 0; c < 9; c++)
      sum = k_fma(P[K_STEER + 9 * i + c], x[c], sum);
    theta[i] = k_select(g->mixed, sum, own[i]);
  }
}

/* Largest error of the given components of P at the stress sig and the last
 * solution F. */
K_FN real k_residual_of_gradient(const k_control *g, const real *sig) {
  real P[9], largest = k_set(0);
  k_stretch s;
  if (!k_any(g->mixed)) return largest;
  k_stretch_of(g->gradient, &s);
  k_differentiate(&s);
  k_nominal_stress(&s, g->gradient, sig, P);
  k_measure(g->measure, g->gradient, P);
  K_UNROLL for (int c = 0; c < 9; c++)
    largest = k_max(largest, k_select(g->nominal[c], k_abs(P[c] - g->to[c]),
                                      k_set(0)));
  return largest;
}
