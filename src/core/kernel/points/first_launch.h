/* first_launch.h: deferral of rare branches from the first launch on a device
 * to the second (launch.h).  The first launch omits these branches, so that it
 * works in registers; points that need one start again in the second launch,
 * which has all branches.  With two launches the points of the second have
 * similar work. */

/* The first launch takes the whole loading step in one substep, unless an
 * iteration determines the stresses. */
#define K_ONE_SUBSTEP (K_FIRST_LAUNCH && (!K_MIXED || K_PATH))

/* Only the whole step is tried; points that need more are left to a second
 * launch, or phase (advance.h). */
#define K_FIRST_ATTEMPT (K_ONE_SUBSTEP || k->attempts < k->solver->max_substeps)

K_FN void k_defer(k_context *k, mask where) {
  (void)k;
  K_DEFER(where);
}

/* True if any lane needs a rare branch; the first launch defers it. */
K_FN int k_any_or_postpone(k_context *k, mask where) {
  if (K_FIRST_LAUNCH) k_defer(k, where);
  return !K_FIRST_LAUNCH && k_any(where);
}
