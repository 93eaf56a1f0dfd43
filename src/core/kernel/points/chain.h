/* chain.h: the schemes of a chain (am_scheme.chain), which handle the loading
 * steps of points one after the other; each scheme has a separate source
 * (docs/theory.md, sections 6.6 and 7.7).
 *
 * The first scheme tries all points except those that remember another scheme,
 * and leaves stiff points. The next schemes handle the remaining points, from
 * the start of the loading step. Counts of work add up. Limits of substeps and
 * evaluations end unsuccessful attempts. */

/* Method that a point remembers: from this loading step if the point follows
 * substeps recorded in this step, otherwise from the previous one. */
K_FN const double *k_memory(k_context *k, const am_fields *f) {
  int follows = K_FOLLOWS && f->ends && f->follow != 0.0 && f->method;
  return follows ? f->method : f->method0;
}

/* Place in the chain of the scheme of a method.  Methods from AM_METHODS on
 * (PLAIN, SETTLED, TRIAL) are variants of the first, second and last scheme. */
K_FN real k_scheme_of(real method) {
  real whole = k_floor(method);
  return k_select(whole < 1.0 * AM_METHODS, whole, whole - 1.0 * AM_METHODS);
}

/* True if another scheme may succeed at a point; false if no strain has the
 * given stress, or the loading step is too long. */
K_FN int k_is_left(const am_fields *f, long point) {
  double status = f->status[point];
  return status != AM_POINT_GOOD && status != AM_POINT_STOPPED &&
         status != AM_POINT_LOST && status != AM_POINT_SINGULAR &&
         status != AM_POINT_PLATEAU && status != AM_POINT_PASSED;
}

/* True if this scheme handles a point, in a round after the first.  Schemes
 * before a remembered one follow after its failure; schemes that left the point
 * or failed follow again after all others. */
K_FN int k_is_in_round(k_context *k, const am_fields *f, long point) {
  const double *memory = k_memory(k, f);
  int method = memory ? (int)memory[point] : 0;
  int later = method % AM_METHODS > K_METHOD;
  if (!k_is_left(f, point)) return 0;
  if (k_is_first(k)) return method != AM_METHOD_PLAIN;
  if (k_is_last(k) && method == AM_METHOD_TRIAL) return 1;
  return f->round == AM_ROUND_BACK || !later;
}

/* True if a first-order scheme may suffice for the relative tolerance. */
K_FN int k_is_rough(k_context *k) { return k_rtol(k) >= (k_number)1e-5; }

/* Lanes in which the rates cease to exist or grow without limit, where a
 * first-order scheme hardly gets further than the others. */
K_FN mask k_is_singular_end(real status) {
  return (status == AM_POINT_STEP) | (status == AM_POINT_INVALID);
}

/* Limits the evaluations of a pass to ten for each allowed substep. In the
 * first round of later schemes the limit is low, except for the second scheme
 * at points that have settled on it; in the last round of the last scheme the
 * limit is two for each substep. */
K_FN void k_set_budget(k_context *k, const k_block *b, real method) {
  const k_number few = k_is_rough(k) ? 5e3 : 2e4;
  real substeps = k_set(k->solver->max_substeps);
  k->budget = k_free_evaluations() + 10.0 * substeps;
  if (K_METHOD <= 0) return;
  mask settled = k_floor(method) == 1.0 * AM_METHOD_SETTLED;
  if (b->fields->round == AM_ROUND_NEXT)
    k->budget =
        k_select(settled, k->budget, k_min(k->budget, k_set(few)));
  if (b->fields->round != AM_ROUND_BACK || !k_is_last(k)) return;
  real status;
  k_read(b, b->fields->status, 1, &status);
  k->budget = k_free_evaluations() +
              k_select(k_is_singular_end(status), k_set(0), 2.0 * substeps);
}

/* Sets the lanes in which the last scheme is on trial, the stiff lanes that a
 * later scheme may leave again, and the number of substeps after which it does
 * so. */
K_FN void k_set_substep_limit(k_context *k, const k_block *b, real method) {
  int next = b->fields->round == AM_ROUND_NEXT;
  real status;
  k_read(b, b->fields->status, 1, &status);
  k->trial = k_where(k_is_last(k) && next) & (method >= 1.0 * AM_METHOD_TRIAL);
  k->watched = k_where(!K_TANGENT && k_is_rough(k)) &
               k_where(next || !k_is_last(k)) & (status == AM_POINT_STIFF);
  k->substep_limit = next ? K_MANY : 4 * K_MANY;
}

/* Sets the points that the first scheme omits in its first round, those that it
 * tests for stiffness, and the limits of later schemes.  The first substep size
 * of another scheme is not used. */
K_FN void k_choose_method(k_context *k, const k_block *b, real *size) {
  const am_fields *f = b->fields;
  real method = k_set(0);
  if (K_METHOD >= 0) k_read_or_zero(b, k_memory(k, f), 1, &method);
  k_set_budget(k, b, method);
  if (K_METHOD < 0) return;
  mask first = k_where(f->round == AM_ROUND_FIRST);
  mask other = k_scheme_of(method) >= 1;
  if (!k_is_first(k))
    *size = k_select(k_scheme_of(method) == 1.0 * K_METHOD, *size, k_set(0));
  k->other = first & other & k_where(f->duration > 0);
  k->watched = first & (method < 1);
  if (!k_is_first(k)) k_set_substep_limit(k, b, method);
}

/* Leaves a block whose points all remember another scheme; true if so. */
K_FN int k_leave_block(k_context *k, const k_block *b) {
  const am_fields *f = b->fields;
  real none[AM_COUNTS];
  if (!k_is_first(k) || k_any(k_not(k->other))) return 0;
  K_UNROLL for (int i = 0; i < AM_COUNTS; i++) none[i] = k_set(0);
  k_store_optional(b, f->counts, AM_COUNTS, none);
  k_store_optional(b, f->substeps, 1, none);
  k_store(f->status + b->point, k_set(AM_POINT_STIFF));
  return 1;
}

/* Adds the counts of earlier schemes. */
K_FN void k_add_tried(k_context *k, const k_block *b, real *counts) {
  const am_fields *f = b->fields;
  if (K_METHOD < 0 || f->round == AM_ROUND_FIRST || !f->counts) return;
  real tried[AM_COUNTS];
  k_read(b, f->counts, AM_COUNTS, tried);
  for (int i = AM_COUNT_REJECTED; i <= AM_COUNT_EQUILIBRIUM; i++)
    counts[i] = counts[i] + tried[i];
}

/* Status to report after the first scheme has failed in its second round: that
 * of the later schemes, unless these exhausted their substeps. */
K_FN real k_status_to_report(k_context *k, const k_block *b, real status) {
  const am_fields *f = b->fields;
  if (!k_is_first(k) || f->round == AM_ROUND_FIRST) return status;
  real others = k_get(f->status + b->point);
  mask own = (status == AM_POINT_GOOD) |
             (k_is_singular_end(status) & (others == AM_POINT_SUBSTEPS));
  return k_select(own, status, others);
}

/* The method to remember after this scheme has completed a loading step. */
K_FN real k_method_found(k_context *k, const am_fields *f, real before,
                         real tried) {
  /* After this number of substeps of the second scheme, derivatives may be
   * quasi-stationary: backward Euler steps, whose errors then vanish, may be
   * far fewer. */
  const k_number slow_tangent = 8.0;
  /* If the last scheme needs more substeps than this, the second one is tried
   * first in the next loading step. */
  const k_number few = 12.0;
  if (k_is_first(k)) return k_set(AM_METHOD_PLAIN);
  int next = f->round == AM_ROUND_NEXT, rough = k_is_rough(k);
  if (k_is_last(k)) {
    mask many = k_where(next && rough) & (tried > few);
    real own = k_select(many, k_set(K_METHOD - 1), k_set(K_METHOD));
    return k_select(k->trial, k_set(AM_METHOD_TRIAL), own);
  }
  mask settled = k_floor(before) == 1.0 * AM_METHOD_SETTLED;
  if (f->round == AM_ROUND_BACK) settled = k_all_lanes();
  mask slow = k_where(K_TANGENT && rough) & (tried > slow_tangent);
  real own = k_select(slow, k_set(AM_METHOD_TRIAL), k_set(K_METHOD));
  return k_select(settled, k_set(AM_METHOD_SETTLED), own);
}

/* Stores the method to remember.  The fractional part is the number of loading
 * steps taken with this method, divided by twice the limit `fades`. tried:
 * number of substeps.  If the scheme changes, the next step starts with the
 * whole loading step. */
K_FN void k_offer_method(k_context *k, const k_block *b, mask good,
                         real tried) {
  /* Number of loading steps after which the first scheme is tried again,
   * because a stiff problem may not stay stiff. */
  const k_number fades = 32.0;
  const am_fields *f = b->fields;
  if (!f->method) return;
  const double *memory = k_memory(k, f);
  real before, own;
  k_read_or_zero(b, memory, 1, &before);
  own = k_method_found(k, f, before, tried);
  mask same = k_floor(before) == own;
  mask limited = k_where(k_is_first(k)) & (before < 1) & k_not(k->watched);
  if (f->round == AM_ROUND_FIRST)
    own = k_select(limited, k_set(1), k_select(same, own, before));
  real aged = before + k_set(memory == f->method0 ? 0.5 / fades : 0);
  aged = k_select(aged - own < 0.5, aged, k_set(0));
  real found = k_select(same, aged, own);
  found = k_select(k_set(f->duration) == 0, before, found);
  found = k_select(good, found, before);
  k_store_optional(b, f->method, 1, &found);
  if (K_METHOD < 0 || !f->step) return;
  mask same_scheme = k_scheme_of(found) == 1.0 * K_METHOD;
  real next = k_get(f->step + b->point);
  next = k_select(same_scheme | k_not(good), next, k_set(0));
  k_store_optional(b, f->step, 1, &next);
}
