/* adaptive.h: a pass (step_control.h) through one loading step: substeps are
 * tried, and accepted where their error allows it, or because they are
 * given. */

/* Makes the first stage of an explicit scheme where it is not known yet; with
 * columns, what its derivatives share. */
K_FN void k_first_stage(k_context *k, const k_loading *loading, k_pass *pass,
                        k_progress *p, k_stages *w) {
  if (K_FAMILY != AM_FAMILY_EXPLICIT || !k_any(p->fresh)) return;
  K_ENTER;
  K_ARRAY(f, K_NX);
  k_right_side(k, loading, pass->columns, p->t, pass->y, f, w->shared);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    p->K[i] = k_select(p->fresh, f[i], p->K[i]);
  k_count(&pass->counts.evaluations, p->active & p->fresh);
  K_LEAVE;
}

K_FN void k_first_slopes(k_context *k, const k_loading *loading, k_directions n,
                          const k_substep *s, const k_stages *w, mask fresh) {
  if (K_FAMILY != AM_FAMILY_EXPLICIT || !K_SLOPES || !k_any(fresh)) return;
  K_ENTER;
  K_ARRAY(f, K_NX);
  K_LOOP for (int c = 0; c < n.count; c++) {
    real *slope = s->KZ + c * K_NX;
    k_right_direction(k, loading, n.first + c, s->t, w->shared,
                      s->Z + c * K_NX, f);
    K_UNROLL for (int i = 0; i < K_NX; i++)
      slope[i] = k_select(fresh, f[i], slope[i]);
  }
  K_LEAVE;
}

/* The state at the end of the substep that is tried. */
K_FN void k_try_state(k_context *k, const k_loading *loading, k_pass *pass,
                      k_progress *p, k_substep *s, k_stages *w) {
  k_directions n = pass->columns;
  real stages = k_select(p->active, k_set(K_STAGES), k_set(0));
  k_first_stage(k, loading, pass, p, w);
  s->t = p->t;
  s->h = k_next_size(k, loading, pass, p);
  s->y = pass->y;
  if (K_FAMILY == AM_FAMILY_DOUBLING) {
    k_doubling_step(k, loading, n, s, &pass->counts);
    return;
  }
  if (K_FAMILY == AM_FAMILY_EXPLICIT) {
    k_explicit_state(k, loading, n, s, p->K, w->shared);
    stages = k_select(p->active, stages - 1.0, stages);
  } else {
    k_rosenbrock_state(k, loading, n, s, w);
  }
  pass->counts.evaluations = pass->counts.evaluations + stages;
  k_measure_state(k, loading, n, s);
}

/* Its columns, and the sums over them. */
K_FN void k_try_directions(k_context *k, const k_loading *loading,
                           k_directions n, const k_progress *p, k_substep *s,
                           k_stages *w) {
  if (K_FAMILY == AM_FAMILY_DOUBLING) return;
  K_ENTER;
  K_ARRAY(dz, K_NX);
  k_clear_sums(k, s);
  k_first_slopes(k, loading, n, s, w, p->fresh);
  K_LOOP for (int i = 0; i < n.count; i++) {
    int c = n.first + i;
    K_UNROLL for (int j = 0; j < K_STAGES * K_RATE_ROOM; j++)
      K_NO_HOIST(w->shared[j]);
    K_UNROLL for (int j = 0; j < K_STAGES * K_CURVATURE_ROOM; j++)
      K_NO_HOIST(w->curved[j]);
    if (K_IDLE(c)) {
      k_measure_idle(k, loading, n, c, s);
      continue;
    }
    if (K_FAMILY == AM_FAMILY_EXPLICIT)
      k_explicit_direction(k, loading, c, i, s, w->shared, dz);
    else
      k_rosenbrock_direction(k, loading, c, i, s, w, dz);
    k_measure_direction(k, loading, n, c, s->Z + i * K_NX, s->Z1 + i * K_NX,
                        dz, s);
  }
  K_LEAVE;
}

/* Takes over what was found for the columns where `accepted`: whole arrays
 * where that is everywhere. */
K_FN void k_take_over(real **kept, real **found, int size, mask accepted) {
  real *before = *kept, *after = *found;
  if (!k_any(k_not(accepted))) {
    *kept = after;
    *found = before;
  } else if (K_LANES > 1) {
    for (int i = 0; i < size; i++)
      before[i] = k_select(accepted, after[i], before[i]);
  }
}

/* Does the last stage of a substep serve as the first of the next one? */
#define K_LAST_IS_FIRST (K_FAMILY == AM_FAMILY_EXPLICIT && K_FSAL)

/* Takes over the substep where `accepted`. */
K_FN void k_accept(k_context *k, k_pass *pass, k_progress *p,
                   k_substep *s, k_stages *w, mask accepted) {
  int last = K_STAGES - 1, columns = pass->columns.count * K_NX;
  K_UNROLL for (int i = 0; i < K_NX; i++)
    pass->y[i] = k_select(accepted, s->y1[i], pass->y[i]);
  s->from.sig = k_select(accepted, s->to.sig, s->from.sig);
  s->from.C = k_select(accepted, s->to.C, s->from.C);
  if (columns) k_take_over(&s->Z, &s->Z1, columns, accepted);
  if (columns && K_LAST_IS_FIRST && K_SLOPES)
    k_take_over(&s->KZ, &s->KZ1, columns, accepted);
  p->fresh = accepted;
  if (!K_LAST_IS_FIRST) return;
  K_UNROLL for (int i = 0; i < K_NX; i++)
    p->K[i] = k_select(accepted, p->K[last * K_NX + i], p->K[i]);
  if (columns && !K_SLOPES)
    K_UNROLL for (int i = 0; i < K_RATE_ROOM; i++)
      w->shared[i] = k_select(accepted, w->shared[last * K_RATE_ROOM + i],
                              w->shared[i]);
  p->fresh = k_not(k_all_lanes());
}

/* So many substeps of a loading step rejected for derivatives alone mean that
 * these jump, or that rounding is more than their tolerance. */
#define K_ASTRAY 1000.0

/* Ends lanes that cannot go on. */
K_FN void k_give_up(k_context *k, const k_loading *loading, k_pass *pass,
                    k_progress *p, real err, mask accepted) {
  mask stuck = p->active & k_not(accepted) &
               (pass->frozen | (p->h < k_least_size(loading, p)));
  mask broken = stuck & k_not(k_finite(err));
  p->attempts = p->attempts + 1.0;
  pass->invalid = pass->invalid | broken;
  pass->tiny = pass->tiny | (stuck & k_not(broken));
  p->active = p->active & k_not(stuck);
  mask endless = p->active & ((p->attempts >= K_ATTEMPTS) |
                              (pass->counts.astray >= K_ASTRAY));
  pass->endless = pass->endless | endless;
  if (K_FIRST_LAUNCH) k_defer(k, endless);
  p->active = p->active & k_not(endless);
}

K_FN void k_advance(k_context *k, const k_loading *loading, k_pass *pass,
                    k_progress *p, k_substep *s, k_stages *w) {
  k_directions n = pass->columns;
  k_try_state(k, loading, pass, p, s, w);
  if (n.count) k_try_directions(k, loading, n, p, s, w);
  real err = k_error(k, n, s);
  mask accepted = p->active & k_finite(err) & (pass->frozen | (err <= 1.0));
  real h = k_resize(k, n, p, s, err, accepted);
  p->h = k_select(p->active, h, p->h);
  k_record(k, pass->slot, pass->counts.substeps, s->h,
           accepted & k_not(pass->frozen));
  k_accept(k, pass, p, s, w, accepted);
  p->least = k_select(accepted, k_min(s->h, p->least), p->least);
  p->t = k_select(accepted, k_select(p->last, loading->dt, s->t + s->h), p->t);
  if (K_HAS_ENDS(loading))
    k_record_end(loading, pass->counts.substeps, p->t,
               accepted & k_not(pass->frozen | p->last), &p->kept);
  p->rejected = p->active & k_not(accepted);
  k_count(&pass->counts.substeps, accepted);
  k_count(&pass->counts.rejected, p->rejected);
  if (n.measured) k_count(&pass->counts.astray, p->rejected & s->fine);
  pass->worst = k_select(accepted, k_max(pass->worst, err), pass->worst);
  p->active = p->active & k_not(accepted & p->last);
  k_give_up(k, loading, pass, p, err, accepted);
}

/* Ends lanes that are left to another phase. */
K_FN void k_begin_followed(k_context *k, const k_loading *loading, k_pass *pass,
                       k_progress *p) {
  mask later = p->active & k_defer_followers(k, loading);
  if (K_FIRST_LAUNCH) k_defer(k, later);
  pass->endless = pass->endless | later;
  p->active = p->active & k_not(later);
}

/* Keeps what was chosen. */
K_FN void k_end_followed(const k_loading *loading, const k_pass *pass,
                     const k_progress *p) {
  mask failed = pass->invalid | pass->tiny | pass->endless | pass->stopped;
  k_finish_ends(loading, pass->counts.substeps,
               k_not(failed) & (p->kept < K_PARTS), k_not(pass->frozen));
}

/* Looked at now and then, since that may take as long as a substep. */
K_FN int k_is_stopped(const k_context *k, int attempt) {
  return k->stop && attempt % K_STOP_INTERVAL == 0 && *k->stop;
}

/* The size of the response at the start of a pass, where C is zero. */
K_FN k_size k_start_size(k_context *k, const k_loading *loading,
                         const k_pass *pass) {
  k_size size = {k_set(0), k_set(0)};
  if (!K_STRESS_CONTROL) return size;
  K_ENTER;
  K_ARRAY(sig, 6);
  k_stress(k, loading->eps0, pass->y, sig);
  size.sig = k_square(sig, 6);
  K_LEAVE;
  return size;
}

#define K_ROSENBROCK (K_FAMILY == AM_FAMILY_ROSENBROCK)

/* Adaptive schemes: the whole pass, from pass->y, pass->Z. */
K_FN void k_integrate(k_context *k, const k_loading *loading, k_pass *pass) {
  K_ENTER;
  K_ARRAY(K, K_STAGES * K_NX);
  K_ARRAY(KZ, K_SLOPES * K_COLUMNS * K_NX);
  K_ARRAY(KZ1, K_SLOPES * K_COLUMNS * K_NX);
  K_ARRAY(y1, K_NX);
  K_ARRAY(d, K_NX);
  K_FAST_ARRAY(Z1, 6 * K_NX, K_COLUMNS * K_NX);
  K_ARRAY(sums, K_SUMS);
  K_ARRAY(f, K_ROSENBROCK * K_NX);
  K_ARRAY(T, K_ROSENBROCK * K_NX);
  K_ARRAY(given, K_ROSENBROCK * K_NS);
  K_ARRAY(shared, K_STAGES * K_RATE_ROOM);
  K_ARRAY(end, K_STRESS_ROOM);
  K_ARRAY(embedded, K_STRESS_ROOM);
  K_ARRAY(curved, K_ROSENBROCK * K_STAGES * K_CURVATURE_ROOM);
  K_ARRAY(w, K_ROSENBROCK * K_NS * K_NS);
  K_ARRAY(order, K_ROSENBROCK * K_NS);
  K_ARRAY(quadratures, K_ROSENBROCK * (K_NX - K_NS) * K_NS);
  k_stages stages = {f, quadratures, T, K, shared, curved,
                     {w, order, k_not(k_all_lanes()), K_NS, 0}, given};
  k_substep s = {.y1 = y1, .d = d, .Z = pass->Z, .Z1 = Z1, .KZ = KZ,
                 .KZ1 = KZ1, .sums = sums, .end = end, .embedded = embedded};
  k_progress p = {.t = k_set(0), .before = k_set(0), .reach = k_set(0),
                  .least = loading->dt, .kept = k_set(0), .K = K};
  p.active = loading->dt > 0;
  p.fresh = k_all_lanes();
  p.rejected = k_not(p.fresh);
  p.h = k_select((pass->first > 0) & (pass->first < loading->dt), pass->first,
                 loading->dt);
  s.from = s.to = k_start_size(k, loading, pass);
  k_clear_sums(k, &s);
  for (int i = 0; i < pass->columns.count * K_NX; i++) Z1[i] = k_set(0);
  if (K_HAS_ENDS(loading)) k_begin_followed(k, loading, pass, &p);
  if (K_ONE_SUBSTEP) k_defer(k, k_not(pass->frozen) & (p.h < loading->dt));
  for (int n = 0; k_any(p.active) && !k_is_stopped(k, n) && !K_DEFERRED; n++) {
    k_advance(k, loading, pass, &p, &s, &stages);
    if (K_ONE_SUBSTEP) k_defer(k, p.active);
    if (K_ONE_SUBSTEP) break;
  }
  if (s.Z != pass->Z)
    for (int i = 0; i < pass->columns.count * K_NX; i++) pass->Z[i] = s.Z[i];
  pass->stopped = p.active;
  if (K_HAS_ENDS(loading)) k_end_followed(loading, pass, &p);
  pass->next = k_remembered(pass, &p);
  pass->length = k_select(pass->frozen, pass->length, pass->counts.substeps);
  K_LEAVE;
}

/* One backward Euler step over the whole loading step. */
K_FN void k_single_step(k_context *k, const k_loading *loading, k_pass *pass) {
  K_ENTER;
  int columns = pass->columns.count * K_NX;
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NX);
  K_UNROLL for (int i = 0; i < K_NX; i++) y[i] = pass->y[i];
  K_UNROLL for (int i = 0; i < columns; i++) Z[i] = pass->Z[i];
  mask good = k_implicit_step(k, loading, pass->columns, loading->dt,
                              loading->dt, y, Z, pass->y, pass->Z,
                              &pass->counts);
  pass->diverged = k_not(good);
  k_count(&pass->counts.substeps, good);
  K_LEAVE;
}
