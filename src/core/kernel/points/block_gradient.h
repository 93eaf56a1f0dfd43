/* block_gradient.h: reads and stores deformation gradients of a block of points
 * (K_LOGARITHMIC). */

/* Reads control and targets of F and P. The strain at the end is known if all
 * of F is given; otherwise all its components are unknown. */
K_FN void k_read_gradient(k_context *k, const k_block *b, const real *strain0,
                          k_control *control) {
  real own[9], eps[6];
  mask mixed = k_not(k_all_lanes());
  k_to_mandel(strain0, control->strain);
  k_read(b, b->fields->gradient0, 9, control->gradient);
  k_read(b, b->fields->target, 9, control->aim);
  k_read_or_zero(b, b->fields->control, 9, own);
  K_UNROLL for (int c = 0; c < 9; c++) {
    control->nominal[c] =
        k_where(K_MIXED) &
        (k_where(b->fields->stress_controlled[c]) | (own[c] > 0));
    mixed = mixed | control->nominal[c];
  }
  K_UNROLL for (int c = 0; c < 9; c++)
    own[c] = k_select(mixed, control->gradient[c], control->aim[c]);
  k_stretch_of(own, control->stretch);
  k_strain_of(control->stretch, eps);
  k_to_mandel(eps, control->target);
  K_UNROLL for (int i = 0; i < 6; i++) control->stress[i] = mixed;
  control->rows = &b->fields->rows;
}

/* Stores F, and the tangent dP/dF, row by row. */
K_FN void k_deliver_gradient(k_context *k, const k_block *b,
                             const k_equilibrium *q, mask good) {
  const am_fields *f = b->fields;
  const real *own = K_PATH ? q->loading->given->gradient : q->control.aim;
  real F[9], row[9];
  k_stretch *s = q->control.stretch;
  k_nominal_slope n;
  k_assign(F, own, 9);
  if (K_TANGENT && f->tangent) {
    if (k_any(q->control.stress[0])) k_stretch_of(F, s);
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
