/* haste.h: rare ways of the stepping text.  The first launch on a device
 * (launch.h) knows none of them, so that it works in registers: points that
 * need one begin anew in the second launch, which knows all.  There are two
 * launches so that the second has points of one kind only. */

/* A hasty launch takes a loading step under strain control at once. */
#define K_ONCE (K_HASTY && !K_MIXED)

/* Only the whole step is tried: what needs more is left to a second launch, or
 * phase (advance.h). */
#define K_BRIEF (K_ONCE || K_ATTEMPTS < k->solver->max_substeps)

K_FN void k_defer(k_context *k, mask where) {
  (void)k;
  K_DEFER(where);
}

/* Is a rare way to be taken, one that few lanes ever need? */
K_FN int k_rare(k_context *k, mask where) {
  if (K_HASTY) k_defer(k, where);
  return !K_HASTY && k_any(where);
}
