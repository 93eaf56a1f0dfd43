/* radial.h: radial returns of backward Euler steps (law/radial.h).  The fields
 * contain the whole state; the step uses the state with alpha. */

/* Computes turn [K_RADIAL] and the state y with alpha from the end strain and
 * the whole state. */
K_FN void k_begin_radial(k_context *k, const k_control *given, k_loading *to,
                         const real *state, real *turn, real *y) {
  k_from_mandel(given->x1, to->eps1);
  K_TURNED(k_turn_of(k, to->eps1, state, turn, y));
  K_TURNED(k->radial = turn);
}

/* Computes the whole state at the end, and adds to the tangent the effect of
 * strains that turn the direction of the force.  A step whose rate has turned
 * fails: the law is not radial there. */
K_FN void k_end_radial(k_context *k, const k_loading *loading,
                       k_response *out, real *state) {
  real across[25];
  const real *test = state + K_STATE; /* squares, see law/radial.h */
  K_TURNED(k_whole_of(k, loading->eps1, out->y, state));
  mask turned = (test[0] > 1e-12 * test[1]) &
                (loading->dt * loading->dt * test[0] > 1e-20 * test[2]);
  out->status = k_select(turned & (out->status == AM_POINT_GOOD),
                         k_set(AM_POINT_NEWTON), out->status);
  if (!K_TANGENT) return;
  K_TURNED(k_across_of(k, loading->eps1, out->y, across));
  K_UNROLL for (int i = 0; i < 25; i++) {
    real *C = &out->C[(1 + i / 5) * 6 + 1 + i % 5];
    *C = *C + across[i];
  }
}
