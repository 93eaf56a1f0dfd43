/* chain.h: the schemes of a chain (am_scheme.chain), each in a source of its
 * own, that do the loading steps of points one after the other.
 *
 * The first one tries all points but those that remember another one; it
 * leaves those that are stiff.  The next ones do what is left, from the start
 * of the loading step.  Counts of work add up. */

/* May another scheme do a point? */
K_FN int k_is_left(const am_fields *f, long point) {
  double status = f->status[point];
  return status != K_GOOD && status != K_STOPPED && status != K_LOST;
}

/* Has this scheme to do a point, in another turn than the first? */
K_FN int k_has_turn(k_context *k, const am_fields *f, long point) {
  (void)k;
  double method = f->method0 ? f->method0[point] : 0;
  int later = method > K_METHOD && method < AM_METHODS;
  if (!k_is_left(f, point)) return 0;
  if (K_IS_FIRST) return method != AM_METHOD_PLAIN;
  return later == (f->turn == AM_TURN_BACK);
}

/* What the first scheme of a chain leaves alone in its first turn, and where it
 * looks out for stiffness.  A jump is the same in all schemes. */
K_FN void k_choose_method(k_context *k, const k_block *b) {
  if (!K_IS_FIRST) return;
  const am_fields *f = b->fields;
  real method;
  k_read_or_zero(b, f->method0, 1, &method);
  mask first = k_where(f->turn == AM_TURN_FIRST);
  mask other = (method > 0) & (method < 1.0 * AM_METHODS);
  k->other = first & other & k_where(f->duration > 0);
  k->watched = first & (method == 0);
}

/* Adds what schemes tried before. */
K_FN void k_add_tried(k_context *k, const k_block *b, real *counts) {
  (void)k;
  const am_fields *f = b->fields;
  if (K_METHOD < 0 || f->turn == AM_TURN_FIRST || !f->counts) return;
  real tried[AM_COUNTS];
  k_read(b, f->counts, AM_COUNTS, tried);
  for (int i = AM_COUNT_REJECTED; i <= AM_COUNT_EQUILIBRIUM; i++)
    counts[i] = counts[i] + tried[i];
}

/* Where the first scheme has failed at last, what the others say tells more. */
K_FN real k_status_to_tell(k_context *k, const k_block *b, real status) {
  (void)k;
  const am_fields *f = b->fields;
  if (!K_IS_FIRST || f->turn == AM_TURN_FIRST) return status;
  return k_select(status == K_GOOD, status, k_get(f->status + b->point));
}

/* The method to remember: this one, where it had to be found. */
K_FN void k_offer_method(k_context *k, const k_block *b, mask good) {
  (void)k;
  const am_fields *f = b->fields;
  if (!f->method) return;
  real found, before;
  k_read_or_zero(b, f->method0, 1, &before);
  if (f->turn == AM_TURN_FIRST)
    found = before;
  else
    found = k_set(K_IS_FIRST ? AM_METHOD_PLAIN : K_METHOD);
  found = k_select(good, found, before);
  k_offer(b, f->method, 1, &found);
}
