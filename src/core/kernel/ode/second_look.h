/* second_look.h: is the error of a Rosenbrock scheme as small as it seems?
 *
 * Where J at the start of a substep is much steeper than behind it, as at the
 * corner of a path, from which a power law relaxes, no stage moves far, and
 * both solutions go the same wrong way.  Their difference d is the answer to
 * what the stages leave, r = sum e_i (f + ...), and small because J is large.
 * J1 at the end of the substep shows what r means:
 *
 *     d = (I/(h gamma) - J)^-1 r,    d1 = (I/(h gamma) - J1)^-1 r.
 *
 * A substep is accepted where both are small, and where no flow of it is
 * backward (k_backward_flow).  f and J1 are what the next substep starts from,
 * so that this costs one evaluation in a loading step; and none where h times
 * the eigenvalues of -J is small, since d1 is hardly larger than d there. */

#define K_ROSENBROCK (K_FAMILY == AM_FAMILY_ROSENBROCK)

/* f, J and T at the start of a substep, where they do not stand there yet. */
K_FN void k_first_gradient(k_context *k, k_pass *pass, const k_progress *p,
                           k_substep *s) {
  if (!k_any(p->active & (p->fresh | p->lost))) return;
  k_rosenbrock_gradient(k, s, s->t, s->y);
  k_count(&pass->counts.evaluations, p->active & p->fresh);
}

/* The error by J at the end.  The search for strains begins there where that
 * of the next substep will, so that both find the same. */
K_FN real k_error_by_end(k_context *k, k_substep *s) {
  if (K_STRESS_CONTROL) k_swap_search(k, s->loading, s->eps1);
  real err = k_rosenbrock_error_at_end(k, s);
  if (K_STRESS_CONTROL) k_swap_search(k, s->loading, s->eps1);
  return err;
}

/* Derivatives, which are not looked at again, start from zero.  Where J falls,
 * the first substep of a loading step is shorter than so much over the
 * eigenvalues of -J: its error as one that goes with h^(q - 1)
 * (k_factor_from_zero). */

K_FN real k_error_of_start(k_context *k, const k_substep *s, real decay) {
  const k_number steepest = 1e3;
  const k_number fall = 0.1;
  real part = s->h * decay * (1.0 / steepest), err = k_set(1);
  for (int i = 1; i < K_ORDER; i++) err = err * part;
  mask hidden = (s->t == 0) & (part > 1.0) & (s->decay < fall * decay);
  return k_select(hidden, err, k_set(0));
}

/* The error of a substep, by J at its end, too, in lanes that would accept
 * it. */
K_FN real k_look_again(k_context *k, k_pass *pass, k_progress *p,
                       k_substep *s, real err) {
  if (!K_ROSENBROCK) return err;
  real decay = s->decay;
  p->looked = p->active & k_not(pass->frozen) & (err <= 1.0) &
              (s->h * decay > K_STEEP_START);
  if (!k_any(p->looked)) return err;
  real again = k_error_by_end(k, s);
  k_count(&pass->counts.evaluations, p->looked);
  if (s->directions.measured) {
    s->state_fine = s->state_fine & ((again <= 1.0) | k_not(p->looked));
    again = k_larger(again, k_error_of_start(k, s, decay));
  }
  return k_select(p->looked, k_larger(err, again), err);
}

/* Behind a substep the start of the next one is known where this one was looked
 * at and accepted, or where the same start is tried again; it is lost where a
 * look took its place, of the lane itself or of another one. */
K_FN void k_keep_gradient(k_progress *p, mask accepted) {
  mask none = k_not(k_all_lanes());
  p->fresh = (accepted & k_not(p->looked)) | (p->looked & k_not(accepted));
  p->lost = none;
  if (k_any(p->looked)) p->lost = k_not(accepted) & k_not(p->looked);
}
