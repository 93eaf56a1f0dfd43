/* block_gradient.h: deformation gradients of a block of points, and their
 * derivatives by parameters, if components of the deformation gradient F and of
 * the nominal stress P are given (K_LOGARITHMIC; sensitivity.h). If F changes
 * by dF, P changes by (T : d2E/dF2) dF + G' dsigma with the total change dsigma
 * of the stress; at the end A dF = dx - (G' (sigma_y dy + sigma_p))_s
 * (given_gradient.h). */

/* Reads control and targets of F and P. The strain at the end is known if all
 * of F is given; otherwise all its components are unknown. */
K_FN void k_read_gradient(k_context *k, const k_block *b, k_control *g) {
  real own[9], eps[6];
  k_read(b, b->fields->gradient0, 9, g->gradient0);
  k_read(b, b->fields->target, 9, g->to);
  k_read_or_zero(b, b->fields->control, 9, own);
  g->measure = b->fields->measure;
  K_UNROLL for (int c = 0; c < 9; c++) {
    g->nominal[c] = k_where(K_MIXED) &
                    (k_where(b->fields->stress_controlled[c]) | (own[c] > 0));
    g->mixed = g->mixed | g->nominal[c];
  }
  K_UNROLL for (int c = 0; c < 9; c++)
    own[c] = k_select(g->mixed, g->gradient0[c], g->to[c]);
  k_stretch_of(own, g->stretch);
  k_strain_of(g->stretch, eps);
  k_to_mandel(eps, g->x1);
  K_UNROLL for (int i = 0; i < 6; i++) g->stress[i] = g->mixed;
}

/* Stores F, and the tangent dP/dF, row by row. */
K_FN void k_deliver_gradient(k_context *k, const k_block *b,
                             const k_equilibrium *q, mask good) {
  const am_fields *f = b->fields;
  const k_control *g = q->loading->given;
  real F[9], row[9];
  k_stretch *s = g->stretch;
  k_nominal_slope n;
  k_assign(F, K_PATH ? g->gradient : g->to, 9);
  if (K_TANGENT && f->tangent) {
    if (k_any(g->mixed)) k_stretch_of(F, s);
    k_differentiate(s);
    k_nominal_slope_of(s, q->out->sig, q->out->C, &n);
    K_LOOP for (int c = 0; c < 9; c++) {
      k_nominal_row(&n, c, row);
      k_store_all(b, f->tangent + 9 * c * f->stride, 9, row);
    }
  }
  k_restore(b, f->gradient0, good, 9, F);
  k_store_optional(b, f->gradient, 9, F);
}

/* Change of P at b if F changes by dF and the stress by sig; b->K contains only
 * the part that does not depend on the stiffness. */
K_APART void k_nominal_jvp(const k_body *b, const real *dF, const real *sig,
                           real *P) {
  k_nominal_stress(&b->s, b->F, sig, P);
  K_UNROLL for (int c = 0; c < 9; c++)
    P[c] = P[c] + k_dot(b->K + 9 * c, dF, 9);
}

/* Change of the controlled components at the start: from := dP if the nominal
 * stress is given. */
K_FN void k_start_gradient_by(k_context *k, const k_equilibrium *q,
                              const k_by *by, const real *Z, k_body *b) {
  K_ARRAY(shared, K_STRESS_ROOM);
  const k_loading *loading = q->loading;
  k_direction d;
  real none[36], sig[6], P[9];
  (void)Z;
  real start[9];
  k_zero(none, 36);
  k_zero(b->sig, 6);
  K_BY_PARAMETER(
      shared, k_stress_by_shared(k, loading->eps0, q->out->y0, b->sig, shared));
  k_nominal_stress(&b->s, b->F, b->sig, start);
  k_nominal_tangent(&b->s, b->sig, none, b->K);
  K_LOOP for (int p = 0; p < K_SENSITIVITIES; p++) {
    real *x = by->from + 9 * p;
    k_direction_by(k, p, by->strain0 + 6 * p, &d);
    k_stress_in(k, &d, shared, Z + p * K_NZ, sig);
    k_nominal_jvp(b, x, sig, P);
    k_measure_jvp(loading->given->measure, b->F, start, x, P);
    K_UNROLL for (int c = 0; c < 9; c++)
      x[c] = k_select(loading->given->nominal[c], P[c], x[c]);
  }
}

/* Computes by->strain0 and by->strain1 from by->from = dF at the start and
 * by->to, the change of the given values at the end. */
K_FN void k_read_gradient_by(k_context *k, const k_equilibrium *q,
                             const k_by *by, const real *Z) {
  const k_control *g = q->loading->given;
  k_body b;
  k_stretch end = *g->stretch;
  k_differentiate(&end);
  k_assign(b.F, g->gradient0, 9);
  k_stretch_of(b.F, &b.s);
  k_differentiate(&b.s);
  K_LOOP for (int p = 0; p < K_SENSITIVITIES; p++) {
    k_strain_jvp(&b.s, by->from + 9 * p, by->strain0 + 6 * p);
    k_strain_jvp(&end, by->to + 9 * p, by->strain1 + 6 * p);
  }
  if (K_PATH) k_start_gradient_by(k, q, by, Z, &b);
}

/* F at the end, and the factors of the matrix A. */
typedef struct {
  k_body b;
  const k_control *given;
  k_lu *lu;
  real scale[9];
} k_gradient_end;

/* Solves for dF, given the changes of the given values and of P at fixed F.
 * Uses the rows A, and one refinement to correct their artificial stiffness
 * against spins. */
K_APART void k_solve_gradient_by(k_context *k, const k_gradient_end *e,
                                 const real *to, const real *held, real *dF) {
  real r[9];
  k_zero(dF, 9);
  for (int n = 0; n < 2; n++) {
    K_UNROLL for (int c = 0; c < 9; c++) {
      real own = held[c] + k_dot(e->b.K + 9 * c, dF, 9);
      r[c] = to[c] - k_select(e->given->nominal[c], own, dF[c]);
      r[c] = r[c] * e->scale[c];
    }
    k_solve(k, e->lu, r);
    K_UNROLL for (int c = 0; c < 9; c++) dF[c] = dF[c] + r[c];
  }
}

/* loading->by->from := dF at the end, at the state y. shared: values shared by
 * the derivatives of the stress. */
K_FN void k_end_gradient_by(k_context *k, const k_loading *loading,
                            const real *y, const real *Z, const real *shared) {
  K_FULL_LU(lu, 9);
  k_gradient_end e = {.given = loading->given, .lu = &lu};
  k_direction d;
  real sig[6], held[9];
  k_assign(e.b.F, loading->given->gradient, 9);
  k_fields(k, loading, loading->dt, e.b.eps);
  if (K_PATH) {
    k_body_at(k, loading->given, y, &e.b);
    k_factor_gradient(k, loading->given, e.b.K, &lu, e.scale,
                      k_not(k_all_lanes()));
  }
  K_LOOP for (int p = 0; p < K_SENSITIVITIES; p++) {
    const real *to = loading->by->to + 9 * p;
    real *dF = loading->by->from + 9 * p;
    if (!K_PATH) {
      k_assign(dF, to, 9);
      continue;
    }
    k_direction_by(k, p, 0, &d);
    k_stress_in(k, &d, shared, Z + p * K_NZ, sig);
    k_nominal_stress(&e.b.s, e.b.F, sig, held);
    k_measure(loading->given->measure, e.b.F, held);
    k_solve_gradient_by(k, &e, to, held, dF);
  }
}
