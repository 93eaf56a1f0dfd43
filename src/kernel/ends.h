/* ends.h: the substeps that a point keeps within a loading step, by their ends
 * (am_fields.ends).
 *
 * Over given substeps the response is smooth in the strain; where they are
 * chosen anew it jumps, by about the tolerance.  A point that follows what it
 * has chosen at another strain of the same loading step chooses anew only
 * where the error of a substep exceeds am_fields.follow, or the state is not
 * finite. */

#define K_PARTS 65536.0     /* of the duration, in which ends are kept */
#define K_NOT_KEPT 65535.0  /* in the first entry */

/* Units know whether points keep their substeps, calls whether these do. */
#define K_KEEPS(load) (K_KEEP && (load)->ends.at)

K_FN real k_kept(const k_load *load, real index) {
  real entry = k_set(0);
  for (int i = 0; i < K_LANES; i++) {
    long row = (long)K_LANE(index, i);
    if (row < AM_KEPT)
      K_LANE(entry, i) = load->ends.at[row * load->ends.stride + i];
  }
  return entry;
}

K_FN void k_keep_entry(const k_load *load, real index, real entry,
                       mask where) {
  for (int i = 0; i < K_LANES; i++)
    if (K_LANE(where, i))
      load->ends.at[(long)K_LANE(index, i) * load->ends.stride + i] =
          (unsigned short)K_LANE(entry, i);
}

/* Where there are substeps to follow. */
K_FN mask k_followed(k_context *k, const k_load *load) {
  (void)k;
  if (!K_KEEPS(load) || load->ends.follow == 0.0) return k_not(k_all_lanes());
  return k_kept(load, k_set(0)) < K_NOT_KEPT;
}

/* Points that follow are left to the second phase (K_BRIEF) unless they take
 * the whole step at once. */
K_FN mask k_put_off(k_context *k, const k_load *load) {
  if (!K_KEEPS(load) || load->ends.follow == 0.0 || !K_BRIEF)
    return k_not(k_all_lanes());
  return k_kept(load, k_set(0)) > 0.0;
}

/* The size from t on of the substep of this index, and whether it is the
 * last. */
K_FN real k_kept_size(const k_load *load, real index, real t, mask *last) {
  real end = k_kept(load, index);
  *last = end == 0.0;
  return k_select(*last, load->dt, end * (load->dt * (1 / K_PARTS))) - t;
}

/* Keeps that a substep has ended at t, not the last one; *before: the end that
 * was kept before, K_PARTS where one could not be. */
K_FN void k_keep_end(const k_load *load, real index, real t, mask where,
                     real *before) {
  real end = k_floor(K_PARTS * (t * load->inverse) + 0.5);
  mask fits = (end > *before) & (end < K_PARTS) & (index < 1.0 * AM_KEPT);
  k_keep_entry(load, index, end, where & fits);
  end = k_select(fits, end, k_set(K_PARTS));
  *before = k_select(where, end, *before);
}

/* Keeps that there were `count` substeps, or that they are not kept. */
K_FN void k_keep_count(const k_load *load, real count, mask kept,
                       mask where) {
  for (int i = 0; i < AM_KEPT; i++)
    k_keep_entry(load, k_set(i), k_set(0), where & (count <= i + 1.0));
  k_keep_entry(load, k_set(0), k_set(K_NOT_KEPT), where & k_not(kept));
}
