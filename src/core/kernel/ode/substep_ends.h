/* substep_ends.h: prescribed substeps of a point within a loading step, stored
 * as the times of their ends (am_fields.ends; docs/theory.md, section 7.8). */

/* Unit of ends: duration/65536; the first entry is one less than this if ends
 * are not recorded. */
#define K_END_SCALE 65536.0

/* True if points of this call follow substeps.  K_FOLLOWS is a constant of the
 * source; the field may be missing. */
K_FN int k_has_ends(const k_context *k, const k_loading *loading) {
  return K_FOLLOWS && loading->ends.at;
}

K_FN real k_end_at(const k_loading *loading, real index) {
  real entry = k_set(0);
  for (int i = 0; i < K_LANES; i++) {
    long row = (long)K_LANE(index, i);
    if (row < AM_SUBSTEP_ENDS)
      K_LANE(entry, i) = loading->ends.at[row * loading->ends.stride + i];
  }
  return entry;
}

K_FN void k_set_end(const k_loading *loading, real index, real entry,
                    mask where) {
  for (int i = 0; i < K_LANES; i++)
    if (K_LANE(where, i))
      loading->ends.at[(long)K_LANE(index, i) * loading->ends.stride + i] =
          (unsigned short)K_LANE(entry, i);
}

/* Lanes that have substeps to follow. */
K_FN mask k_followed(k_context *k, const k_loading *loading) {
  if (!k_has_ends(k, loading) || loading->ends.follow == 0.0)
    return k_not(k_all_lanes());
  return k_end_at(loading, k_set(0)) < K_END_SCALE - 1.0;
}

/* Lanes that wait for the second phase (k_is_first_attempt): they follow more
 * than one substep. */
K_FN mask k_wait_to_follow(k_context *k, const k_loading *loading) {
  if (!k_has_ends(k, loading) || loading->ends.follow == 0.0 ||
      !k_is_first_attempt(k))
    return k_not(k_all_lanes());
  return k_end_at(loading, k_set(0)) > 0.0;
}

/* Size of the substep `index`, which begins at t. *last: it ends the loading
 * step. */
K_FN real k_size_to_end(const k_loading *loading, real index, real t,
                        mask *last) {
  real end = k_end_at(loading, index);
  *last = end == 0.0;
  return k_select(*last, loading->dt,
                  end * (loading->dt * (1 / K_END_SCALE))) - t;
}

/* Records the end t of a substep other than the last. *before: the previously
 * recorded end, K_END_SCALE if one could not be recorded. */
K_FN void k_record_end(const k_loading *loading, real index, real t, mask where,
                       real *before) {
  real end = k_floor(K_END_SCALE * (t * loading->inverse) + 0.5);
  mask fits = (end > *before) & (end < K_END_SCALE) &
              (index < 1.0 * AM_SUBSTEP_ENDS);
  k_set_end(loading, index, end, where & fits);
  end = k_select(fits, end, k_set(K_END_SCALE));
  *before = k_select(where, end, *before);
}

/* Records the number `count` of substeps, or that their ends are not
 * recorded. */
K_FN void k_finish_ends(const k_loading *loading, real count, mask recorded,
                        mask where) {
  for (int i = 0; i < AM_SUBSTEP_ENDS; i++)
    k_set_end(loading, k_set(i), k_set(0), where & (count <= i + 1.0));
  k_set_end(loading, k_set(0), k_set(K_END_SCALE - 1.0),
            where & k_not(recorded));
}
