/* radial.h: radial returns of backward Euler steps (law/radial.h).  The fields
 * contain the whole state; the step uses the state with alpha. */

/* Computes turn [K_RADIAL] and the state y with alpha from the end strain and
 * the whole state. */
K_FN void k_begin_radial(k_context *k, const k_control *given, k_loading *to,
                         const real *state, real *turn, real *y) {
  k_from_mandel(given->x1, to->eps1);
  K_TURNED(k_turn_of(k, to->eps1, state, turn, y));
  K_TURNED(turn[K_RADIAL - 1] = K_ND ? k_set(1) : to->dt);
  K_TURNED(k->radial = turn);
}

/* Lanes in which the rate is not along n although the force is no rounding
 * error.  `test`: squares of law/radial.h. */
K_FN mask k_has_turned(const real *test) {
  const k_number turn = K_SINGLE ? 1e-4 : 1e-12;
  return (test[0] > turn * test[1]) & (test[2] > turn * test[3]);
}

/* Computes the whole state at the end, and adds to the tangent the effect of
 * strains that turn the direction of the force.  A step whose rate has turned
 * fails: the law is not radial there. */
K_FN void k_end_radial(k_context *k, const k_loading *loading,
                       k_response *out, real *state) {
  real test[4] = {k_set(0)}, across[25];
  K_TURNED(k_end_of(k, loading->eps1, out->y, state, test, across));
  mask turned = k_has_turned(test) & (out->status == AM_POINT_GOOD);
  out->status = k_select(turned, k_set(AM_POINT_NEWTON), out->status);
  if (!K_RADIAL || !K_TANGENT) return;
  K_UNROLL for (int i = 0; i < 5; i++)
    K_UNROLL for (int j = 0; j < 5; j++) {
      real *C = &out->C[6 * (i + 1) + j + 1];
      *C = *C + across[5 * i + j];
    }
}
