/* end_error.h: second error estimate of Rosenbrock schemes, by J at the end of
 * the substep (docs/theory.md, section 7.5). The next substep starts from the
 * same J, so that the estimate costs one evaluation per loading step. The
 * estimate is omitted if h times the eigenvalues of -J is small. */

/* At the start of a loading step, replaces J in lanes in which a variable that
 * equals its maximum is unloaded. */
K_FN void k_unloaded_gradient(k_context *k, k_pass *pass, const k_progress *p,
                              k_substep *s) {
  mask start = p->active & (s->t == 0);
  if (!K_REMEMBERS || !k_any(start)) return;
  K_ARRAY(y, K_NX);
  k_assign(y, s->y, K_NX);
  mask unloaded = k_raise_unloaded(k, s, start, y);
  if (!k_any(unloaded)) return;
  k_rosenbrock_gradient(k, s, s->t, y);
  k_count(&pass->counts.evaluations, unloaded & p->fresh);
}

/* Computes f, J and T at the start of a substep, if they are not known. */
K_FN void k_first_gradient(k_context *k, k_pass *pass, const k_progress *p,
                           k_substep *s) {
  if (!k_any(p->active & (p->fresh | p->lost))) return;
  k_rosenbrock_gradient(k, s, s->t, s->y);
  k_count(&pass->counts.evaluations, p->active & p->fresh);
  k_unloaded_gradient(k, pass, p, s);
}

/* Error of the derivatives, for which J at the end gives no estimate: if J
 * decreases, the first substep of a loading step must be shorter than
 * `steepest` over the eigenvalues of -J. */
K_FN real k_error_of_start(k_context *k, const k_substep *s, real decay) {
  const k_number steepest = 1e3;
  const k_number fall = 0.1;
  real part = s->h * decay * (1.0 / steepest), err = k_set(1);
  for (int i = 1; i < K_SCHEME.control; i++) err = err * part;
  mask hidden = (s->t == 0) & (part > 1.0) & (s->decay < fall * decay);
  return k_select(hidden, err, k_set(0));
}

/* Error of a substep; in lanes that would accept the substep, including the
 * estimate by J at its end. */
K_FN real k_end_error(k_context *k, k_pass *pass, k_progress *p,
                      k_substep *s, real err) {
  if (!K_ROSENBROCK) return err;
  real decay = s->decay;
  p->looked = p->active & k_not(pass->frozen) & (err <= 1.0) &
              (s->h * decay > k_steep_start());
  if (!k_any(p->looked)) return err;
  /* Searches for strains from the start value of the next substep, so that both
   * find the same strain. */
  if (K_STRESS_CONTROL) k_swap_search(k, s->loading, s->eps1);
  real again = k_rosenbrock_error_at_end(k, s);
  if (K_STRESS_CONTROL) k_swap_search(k, s->loading, s->eps1);
  k_count(&pass->counts.evaluations, p->looked);
  if (s->directions.measured) {
    s->state_fine = s->state_fine & ((again <= 1.0) | k_not(p->looked));
    again = k_max_nan(again, k_error_of_start(k, s, decay));
  }
  return k_select(p->looked, k_max_nan(err, again), err);
}

/* Records in which lanes f, J and T at the start of the next substep are known.
 * An estimate at the end in any lane overwrites f, J and T of all lanes. */
K_FN void k_keep_gradient(k_progress *p, mask accepted) {
  mask none = k_not(k_all_lanes());
  p->fresh = (accepted & k_not(p->looked)) | (p->looked & k_not(accepted));
  p->lost = none;
  if (k_any(p->looked)) p->lost = k_not(accepted) & k_not(p->looked);
}
