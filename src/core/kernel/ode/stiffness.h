/* stiffness.h: detects that the stability limit of an explicit scheme, not its
 * error, limits the substeps (docs/theory.md, section 7.7). */

/* Lanes of points that another scheme of the chain handles. */
K_FN mask k_others(const k_context *k) {
  return k_is_first(k) ? k->other : k_not(k_all_lanes());
}

/* Number of substeps above which a loading step is long, in the first round of
 * a scheme. */
enum { K_MANY = 50 };

/* h times the fastest rate, divided by the stability limit: the quotient over
 * all variables, each scaled by its size. */
K_FN real k_stability(k_context *k, const k_substep *s) {
  K_ARRAY(v, K_NX);
  K_ARRAY(w, K_NX);
  k_combine(v, 0, s->h, K_SCHEME.probe_state, K_STAGES, s->K, K_NX);
  k_combine(w, 0, k_set(1), K_SCHEME.probe, K_STAGES, s->K, K_NX);
  real along = k_set(0), square = k_set(0);
  K_UNROLL for (int i = 0; i < K_SOLVED_GROUPS; i++) {
    k_group g = K_TABLES.solved[i];
    int at = g.offset, n = g.size;
    real size = k_max(k_square(s->y + at, n), k_square(s->y1 + at, n));
    along = along + k_over(k_dot(v + at, w + at, n), size);
    square = square + k_over(k_square(v + at, n), size);
  }
  return -s->h * along / square * (1 / K_SCHEME.stable);
}

/* Lanes that have completed at least `many` substeps and need at least `many`
 * more. */
K_FN mask k_is_slow(const k_pass *pass, const k_progress *p, int many) {
  real left = pass->loading->dt - p->t;
  return (p->attempts >= 1.0 * many) & (left > 1.0 * many * p->h);
}

/* Lanes that slide along a discontinuity of their rates: many rejected
 * substeps, at least a third of all. */
K_FN mask k_slides(const k_pass *pass, const k_progress *p) {
  return (pass->counts.rejected >= 2.0 * K_MANY) &
         (3.0 * pass->counts.rejected >= p->attempts);
}

/* Ends lanes that a later scheme of the chain cannot finish efficiently
 * (chain.h). */
K_FN void k_end_later(k_context *k, k_pass *pass, k_progress *p) {
  const k_number tried = 4; /* substeps of the last scheme on trial */
  mask over = k->watched & k_is_slow(pass, p, k->substep_limit);
  if (k->substep_limit == K_MANY) over = over | k_slides(pass, p);
  if (k_is_last(k)) over = k->watched & (p->attempts >= 1.0 * K_MANY);
  over = over | (k->trial & (p->attempts >= tried));
  over = over & p->active & k_not(pass->frozen);
  k_end_lanes(pass, p, over, k_set(AM_POINT_STIFF));
}

/* Ends stiff lanes with the substep just tried, whose stages are available.  If
 * few substeps are left, the lane continues untested.  Points that will follow
 * their substeps continue only well below the limit. */
K_FN void k_notice_stiffness(k_context *k, k_pass *pass, k_progress *p,
                             const k_substep *s) {
  /* Substeps before the first test; number of substeps at the limit that
   * suffices if at least `remaining` are left. */
  const int substep_limit = 6;
  const k_number signs = 4, remaining = 16;
  /* Parts of the limit, for points that choose and that follow substeps. */
  const k_number near = 0.6, near_followed = 0.3;
  int at_once = k_has_ends(k, pass->loading);
  if (K_METHOD > 0) k_end_later(k, pass, p);
  if (!k_is_first(k)) return;
  if (!at_once && (K_FIRST_LAUNCH || k->attempts <= substep_limit)) return;
  mask seen = p->active & k->watched & k_not(pass->frozen) &
              (p->attempts >= (at_once ? 0.0 : 1.0 * substep_limit));
  if (!k_any(seen)) return;
  real limit = k_stability(k, s);
  mask sign = seen & (limit > near);
  mask against = limit <= near;
  p->signs = k_select(sign, p->signs + 1.0, p->signs);
  p->signs = k_select(against, k_max(p->signs - 1.0, k_set(0)), p->signs);
  real left = pass->loading->dt - p->t;
  mask sure = sign & (p->signs >= signs);
  mask stiff = sure & (left > remaining * p->h);
  stiff = stiff | (seen & k_is_slow(pass, p, K_MANY) &
                   (p->attempts * left > 1.0 * K_MANY * p->t));
  k->watched = k->watched & k_not(sure);
  if (at_once) stiff = seen & (limit > near_followed);
  k_end_lanes(pass, p, stiff, k_set(AM_POINT_STIFF));
}
