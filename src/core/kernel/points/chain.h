/* chain.h: the schemes of a chain (am_scheme.chain), each in a source of its
 * own, that do the loading steps of points one after the other.
 *
 * The first one tries all points but those that remember another one; it
 * leaves those that are stiff.  The next ones do what is left, from the start
 * of the loading step.  Counts of work add up.
 *
 * Passes are bounded by evaluations, too (k_set_budget), of which an iteration
 * that does not converge can take thousands in a substep.
 *
 * The second one, too, leaves points of which many substeps are behind and
 * before it, at a kink that it cannot pass, say: the last one may need few, and
 * its first order does for tolerances that are not tight.  Where that needs
 * many as well, the second one comes round again with more patience, and then
 * the last one without end.  So what is tried in vain costs no more than a few
 * times what the best of them takes. */

/* What a point remembers; where it follows substeps that it has found in this
 * loading step, it follows the scheme, too. */
K_FN const double *k_memory(k_context *k, const am_fields *f) {
  (void)k;
  int follows = K_FOLLOWS && f->ends && f->follow != 0.0 && f->method;
  return follows ? f->method : f->method0;
}

/* The scheme of a method: those behind the places are of the places again. */
K_FN real k_scheme_of(real method) {
  real whole = k_floor(method);
  return k_select(whole < 1.0 * AM_METHODS, whole, whole - 1.0 * AM_METHODS);
}

/* May another scheme do a point?  Not where no strain has the given stress, or
 * the loading step is too long. */
K_FN int k_is_left(const am_fields *f, long point) {
  double status = f->status[point];
  return status != K_GOOD && status != K_STOPPED && status != K_LOST &&
         status != K_SINGULAR && status != K_PLATEAU && status != K_PASSED;
}

/* Has this scheme to do a point, in another turn than the first?  Those before
 * a remembered one when that has failed; those that left it or failed, again
 * when all others have. */
K_FN int k_has_turn(k_context *k, const am_fields *f, long point) {
  (void)k;
  const double *memory = k_memory(k, f);
  int method = memory ? (int)memory[point] : 0;
  int later = method % AM_METHODS > K_METHOD;
  if (!k_is_left(f, point)) return 0;
  if (K_IS_FIRST) return method != AM_METHOD_PLAIN;
  if (K_IS_LAST && method == AM_METHOD_TRIAL) return 1;
  return f->turn == AM_TURN_BACK || !later;
}

/* A first order may do for relative tolerances from here on. */
#define K_ROUGH ((k_number)1e-5)

/* Rates that end or grow without limit: a scheme of order one hardly comes
 * further than the others. */
K_FN mask k_is_wall(real status) {
  return (status == K_TINY) | (status == K_INVALID);
}

/* Evaluations of a pass: ten for each substep that it may take.  In their first
 * turn the later schemes of a chain have few, by which none of them is costly if
 * another one does better, unless a point has settled on the second one; in its
 * last turn the last one has two for each substep, since the first one comes
 * behind it. */

K_FN void k_set_budget(k_context *k, const k_block *b, real method) {
  const k_number few = K_RTOL >= K_ROUGH ? 5e3 : 2e4;
  real substeps = k_set(k->solver->max_substeps);
  k->budget = K_SOME_EVALUATIONS + 10.0 * substeps;
  if (K_METHOD <= 0) return;
  mask settled = k_floor(method) == 1.0 * AM_METHOD_SETTLED;
  if (b->fields->turn == AM_TURN_NEXT)
    k->budget =
        k_select(settled, k->budget, k_min(k->budget, k_set(few)));
  if (b->fields->turn != AM_TURN_BACK || !K_IS_LAST) return;
  real status;
  k_read(b, b->fields->status, 1, &status);
  k->budget = K_SOME_EVALUATIONS +
              k_select(k_is_wall(status), k_set(0), 2.0 * substeps);
}

/* Where the last scheme is on trial; where a later one is to leave a point
 * again that was left as stiff, and behind how many substeps. */
K_FN void k_take_patience(k_context *k, const k_block *b, real method) {
  int next = b->fields->turn == AM_TURN_NEXT;
  real status;
  k_read(b, b->fields->status, 1, &status);
  k->trial = k_where(K_IS_LAST && next) & (method >= 1.0 * AM_METHOD_TRIAL);
  k->watched = k_where(!K_TANGENT && K_RTOL >= K_ROUGH) &
               k_where(next || !K_IS_LAST) & (status == K_STIFF);
  k->patience = next ? K_MANY : K_LONG;
}

/* What the first scheme of a chain leaves alone in its first turn, and where it
 * looks out for stiffness; what later ones do.  A jump is the same in all
 * schemes.  The size of the first substep is not that of another scheme. */
K_FN void k_choose_method(k_context *k, const k_block *b, real *size) {
  const am_fields *f = b->fields;
  real method = k_set(0);
  if (K_METHOD >= 0) k_read_or_zero(b, k_memory(k, f), 1, &method);
  k_set_budget(k, b, method);
  if (K_METHOD < 0) return;
  mask first = k_where(f->turn == AM_TURN_FIRST);
  mask other = k_scheme_of(method) >= 1;
  if (!K_IS_FIRST)
    *size = k_select(k_scheme_of(method) == 1.0 * K_METHOD, *size, k_set(0));
  k->other = first & other & k_where(f->duration > 0);
  k->watched = first & (method < 1);
  if (!K_IS_FIRST) k_take_patience(k, b, method);
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

/* The status to report after the first scheme has failed in its second turn:
 * that of the schemes behind it, unless these ran out of substeps. */
K_FN real k_status_to_tell(k_context *k, const k_block *b, real status) {
  (void)k;
  const am_fields *f = b->fields;
  if (!K_IS_FIRST || f->turn == AM_TURN_FIRST) return status;
  real others = k_get(f->status + b->point);
  mask own = (status == K_GOOD) | (k_is_wall(status) & (others == K_ENDLESS));
  return k_select(own, status, others);
}

/* Where the last one needed more than so many, the second one is tried first
 * again. */
#define K_FEW 12.0

/* The method of a loading step that this scheme has done. */
K_FN real k_method_found(k_context *k, const am_fields *f, real before,
                         real tried) {
  /* Derivatives of which so many substeps were tried with the second scheme
   * may be quasi-stationary: backward Euler steps, whose errors then vanish,
   * may be far fewer. */
  const k_number slow_tangent = 8.0;
  (void)k;
  if (K_IS_FIRST) return k_set(AM_METHOD_PLAIN);
  int next = f->turn == AM_TURN_NEXT, rough = K_RTOL >= K_ROUGH;
  if (K_IS_LAST) {
    mask many = k_where(next && rough) & (tried > K_FEW);
    real own = k_select(many, k_set(K_METHOD - 1), k_set(K_METHOD));
    return k_select(k->trial, k_set(AM_METHOD_TRIAL), own);
  }
  mask settled = k_floor(before) == 1.0 * AM_METHOD_SETTLED;
  if (f->turn == AM_TURN_BACK) settled = k_all_lanes();
  mask slow = k_where(K_TANGENT && rough) & (tried > slow_tangent);
  real own = k_select(slow, k_set(AM_METHOD_TRIAL), k_set(K_METHOD));
  return k_select(settled, k_set(AM_METHOD_SETTLED), own);
}

/* The method to remember, and how many loading steps it has done, in parts of
 * twice as many as it may; tried: substeps.  Another scheme begins with the
 * whole loading step. */
K_FN void k_offer_method(k_context *k, const k_block *b, mask good,
                         real tried) {
  /* After so many loading steps the memory of a scheme fades, and the first
   * one is tried again: what was stiff need not be so for ever. */
  const k_number fades = 32.0;
  const am_fields *f = b->fields;
  if (!f->method) return;
  const double *memory = k_memory(k, f);
  real before, own;
  k_read_or_zero(b, memory, 1, &before);
  own = k_method_found(k, f, before, tried);
  mask same = k_floor(before) == own;
  mask limited = k_where(K_IS_FIRST) & (before < 1) & k_not(k->watched);
  if (f->turn == AM_TURN_FIRST)
    own = k_select(limited, k_set(1), k_select(same, own, before));
  real aged = before + k_set(memory == f->method0 ? 0.5 / fades : 0);
  aged = k_select(aged - own < 0.5, aged, k_set(0));
  real found = k_select(same, aged, own);
  found = k_select(k_set(f->duration) == 0, before, found);
  found = k_select(good, found, before);
  k_offer(b, f->method, 1, &found);
  if (K_METHOD < 0 || !f->next) return;
  mask same_scheme = k_scheme_of(found) == 1.0 * K_METHOD;
  real next = k_get(f->next + b->point);
  next = k_select(same_scheme | k_not(good), next, k_set(0));
  k_offer(b, f->next, 1, &next);
}
