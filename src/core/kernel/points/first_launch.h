/* first_launch.h: what the first launch on a device leaves to the second
 * (launch.h): rare ways of the stepping text.  The first knows none of them,
 * so that it works in registers: points that need one begin anew in the second
 * launch, which knows all.  There are two launches so that the second has
 * points of one kind only. */

#define K_ATTEMPTS (k->attempts) /* substeps tried before a pass gives up */

/* The first launch takes a loading step at once, unless its stresses are met by
 * iteration. */
#define K_ONE_SUBSTEP (K_FIRST_LAUNCH && (!K_MIXED || K_PATH))

/* Only the whole step is tried: what needs more is left to a second launch, or
 * phase (advance.h). */
#define K_FIRST_ATTEMPT (K_ONE_SUBSTEP || K_ATTEMPTS < k->solver->max_substeps)

K_FN void k_defer(k_context *k, mask where) {
  (void)k;
  K_DEFER(where);
}

/* Is a rare way to be taken, one that few lanes ever need? */
K_FN int k_rarely(k_context *k, mask where) {
  if (K_FIRST_LAUNCH) k_defer(k, where);
  return !K_FIRST_LAUNCH && k_any(where);
}
