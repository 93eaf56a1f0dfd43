/* first_launch.h: defers rare branches from the first launch on a device to the
 * second (fields.h), so that the first launch needs only registers and the
 * points of the second have similar work. */

/* The first launch takes the whole loading step in one substep, unless an
 * iteration determines the stresses. */
K_FN int k_takes_one_substep(const k_context *k) {
  return K_FIRST_LAUNCH && (!K_MIXED || K_PATH);
}

/* True if only the whole loading step is tried; points that need more substeps
 * are left to a second launch, or phase (advance.h). */
K_FN int k_is_first_attempt(const k_context *k) {
  return k_takes_one_substep(k) || k->attempts < k->solver->max_substeps;
}

K_FN void k_defer(k_context *k, mask where) {
  k->deferred = k->deferred | where;
}

/* True if the point is deferred. */
K_FN int k_is_deferred(const k_context *k) {
  return K_FIRST_LAUNCH && k_any(k->deferred);
}

/* True if any lane needs a rare branch; the first launch defers it. */
K_FN int k_any_or_postpone(k_context *k, mask where) {
  if (K_FIRST_LAUNCH) k_defer(k, where);
  return !K_FIRST_LAUNCH && k_any(where);
}
