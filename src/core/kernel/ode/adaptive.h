/* adaptive.h: one pass (step_control.h) through a loading step. Each substep
 * is computed, and accepted if its error is within the tolerance or if its size
 * is prescribed. */

/* Computes the first stage of an explicit scheme at p->t in lanes where it is
 * not known yet, including the values shared by its derivatives if there are
 * directions. For Rosenbrock schemes: f, J and T. */
K_FN void k_first_stage(k_context *k, k_pass *pass, const k_progress *p,
                        k_substep *s) {
  if (K_ROSENBROCK) k_first_gradient(k, pass, p, s);
  if (K_FAMILY != AM_FAMILY_EXPLICIT || !k_any(p->fresh)) return;
  K_ARRAY(f, K_NX);
  k_stage_rate(k, s, 0, s->y, f);
  k_assign_in(p->fresh, s->K, f, K_NX);
  k_count(&pass->counts.evaluations, p->active & p->fresh);
}

/* Computes the slopes of the directions in the first stage, in lanes
 * `fresh`. */
K_FN void k_first_slopes(k_context *k, const k_substep *s, mask fresh) {
  if (K_FAMILY != AM_FAMILY_EXPLICIT || !K_SLOPES || !k_any(fresh)) return;
  K_ARRAY(f, K_NZ);
  K_LOOP for (int p = 0; p < s->directions.count; p++) {
    real *slope = s->KZ + p * K_NZ;
    k_stage_rate_jvp(k, s, 0, s->directions.first + p, s->Z + p * K_NZ, f);
    k_assign_in(fresh, slope, f, K_NZ);
  }
}

/* Computes the directions of a substep after its state, and the sums over
 * them. */
K_FN void k_try_directions(k_context *k, k_substep *s, mask fresh) {
  K_ARRAY(dz, 2 * K_NZ);
  k_clear_sums(k, s);
  k_first_slopes(k, s, fresh);
  K_LOOP for (int p = 0; p < s->directions.count; p++) {
    K_UNROLL for (int i = 0; i < K_STAGES; i++) {
      K_UNROLL for (int j = 0; j < K_RATE_ROOM; j++)
        K_NO_HOIST(s->shared[i * K_COMMON_ROOM + j]);
      K_UNROLL for (int j = 0; j < K_CURVED; j++)
        K_NO_HOIST(s->curved[i * K_CURVATURE_ROOM + j]);
    }
    if (K_IDLE(s->directions.first + p)) {
      k_measure_idle(k, s, s->directions.first + p);
      continue;
    }
    if (K_FAMILY == AM_FAMILY_EXPLICIT)
      k_explicit_direction(k, s, p, dz);
    else
      k_rosenbrock_direction(k, s, p, dz);
    k_measure_direction(k, s, p, dz);
  }
}

/* Copies the new derivatives of the directions in lanes `accepted`; exchanges
 * the arrays if all lanes accept. */
K_FN void k_take_over(real **present, real **found, int size, mask accepted) {
  real *before = *present, *after = *found;
  if (!k_any(k_not(accepted))) {
    *present = after;
    *found = before;
  } else if (K_LANES > 1) {
    for (int i = 0; i < size; i++)
      before[i] = k_select(accepted, after[i], before[i]);
  }
}

/* Makes the end of the substep the start of the next one in lanes
 * `accepted`. */
K_FN void k_accept(k_context *k, k_substep *s, mask accepted) {
  int last = K_STAGES - 1, size = s->directions.count * K_NZ;
  k_assign_in(accepted, s->y, s->y1, K_NX);
  s->from.sig = k_select(accepted, s->to.sig, s->from.sig);
  s->from.C = k_select(accepted, s->to.C, s->from.C);
  s->from.eps = k_select(accepted, s->to.eps, s->from.eps);
  if (K_STRESS_CONTROL) k_search_from(k, s->loading, s->eps1, accepted);
  k_keep_flow(k, s, accepted);
  if (size) k_take_over(&s->Z, &s->Z1, size, accepted);
  if (size && k_last_is_first(k) && K_SLOPES)
    k_take_over(&s->KZ, &s->KZ1, size, accepted);
  if (!k_last_is_first(k)) return;
  k_assign_in(accepted, s->K, s->K + last * K_NX, K_NX);
  if (size && !K_SLOPES)
    k_assign_in(accepted, s->shared, s->shared + last * K_COMMON_ROOM,
                K_COMMON_ROOM);
}

/* Marks the lanes in which the first stage of the next substep is unknown. */
K_FN void k_mark_fresh(k_context *k, k_progress *p, mask accepted) {
  mask none = k_not(k_all_lanes());
  p->fresh = k_last_is_first(k) ? none : accepted;
  if (K_ROSENBROCK) k_keep_gradient(p, accepted);
}

/* Computes the solution at the end of the trial substep, and its directions. */
K_FN void k_try_substep(k_context *k, k_pass *pass, const k_progress *p,
                        k_substep *s) {
  k_counts *counts = &pass->counts;
  if (K_FAMILY == AM_FAMILY_DOUBLING) {
    k_counts before = *counts;
    if (k_has_surfaces(k))
      k_two_stage_step(k, s, counts);
    else
      k_doubling_step(k, s, counts);
    k_count_in(p->active, &before, counts);
    return;
  }
  if (K_ROSENBROCK)
    k_rosenbrock_state(k, s);
  else
    k_explicit_state(k, s);
  counts->evaluations = counts->evaluations +
                        k_select(p->active, k_set(K_STAGES - 1), k_set(0));
  k_measure_state(k, s);
  if (s->directions.count) k_try_directions(k, s, p->fresh);
}

/* Counts substeps rejected only because of their derivatives. Derivatives that
 * jump no longer enter the error in this loading step. */
K_FN void k_count_rejected_derivatives(k_context *k, k_pass *pass,
                                       const k_progress *p, k_substep *s) {
  /* Derivatives of a law with an elastic domain are taken to jump, as at edges
   * and apexes, if they reject a substep shorter than this fraction of the
   * loading step. */
  const k_number kink_part = 1e-6;
  mask by_tangent = p->rejected & s->state_fine;
  k_count(&pass->counts.by_tangent, by_tangent);
  if (k_has_surfaces(k))
    s->kinked = s->kinked | (by_tangent & k_not(pass->frozen) &
                             (s->h < kink_part * pass->loading->dt));
}

/* The substeps of a pass: computes each substep, measures its error, chooses
 * the next size, and accepts or rejects the substep. */
K_FN void k_take_substeps(k_context *k, k_pass *pass, k_progress *p,
                          k_substep *s) {
  const k_loading *loading = pass->loading;
  k_counts *counts = &pass->counts;
  for (int n = 0; k_any(p->active) && !k_is_stopped(k, n) && !k_is_deferred(k);
       n++) {
    s->t = p->t;
    k_first_stage(k, pass, p, s);
    s->h = k_size_to_try(k, pass, p);
    k_try_substep(k, pass, p, s);

    real err = k_end_error(k, pass, p, s, k_error(k, s));
    mask accepted =
        p->active & k_finite(err) & (pass->frozen | (err <= 1.0));
    real h = k_min(k_next_size(k, p, s, err, accepted),
                   k_largest_substep(k, loading));
    p->h = k_select(p->active, h, p->h);
    k_notice_stiffness(k, pass, p, s);

    mask chosen = accepted & k_not(pass->frozen);
    k_record(k, pass->slot, counts->substeps, s->h, chosen);
    k_watch_maxima(k, pass, s, accepted);
    k_accept(k, s, accepted);
    p->least = k_select(accepted, k_min(s->h, p->least), p->least);
    p->t = k_select(accepted, k_select(p->last, loading->dt, s->t + s->h),
                    p->t);
    k_mark_fresh(k, p, accepted);
    if (k_has_ends(k, loading))
      k_record_end(loading, counts->substeps, p->t, chosen & k_not(p->last),
                   &p->last_end);
    k_count(&counts->substeps, accepted);
    pass->worst = k_select(accepted, k_max(pass->worst, err), pass->worst);

    p->rejected = p->active & k_not(accepted);
    k_count(&counts->rejected, p->rejected);
    if (s->directions.measured) k_count_rejected_derivatives(k, pass, p, s);
    p->active = p->active & k_not(accepted & p->last);
    k_give_up(k, pass, p, err, accepted);
    if (k_takes_one_substep(k)) k_defer(k, p->active);
    if (k_takes_one_substep(k)) break;
  }
}

/* Starts a pass. The response in s contains no derivatives of the stress
 * yet. */
K_FN k_progress k_begin(k_context *k, k_pass *pass, k_substep *s) {
  K_ARRAY(sig, 6);
  const k_loading *loading = pass->loading;
  mask all = k_all_lanes();
  if (k_has_surfaces(k) && K_FAMILY == AM_FAMILY_DOUBLING)
    k_return_at_once(k, s, &pass->counts);
  mask asked = (pass->first > 0) & (pass->first < loading->dt);
  k_progress p = {.t = k_set(0),
                  .h = k_min(k_select(asked, pass->first, loading->dt),
                             k_largest_substep(k, loading)),
                  .attempts = k_set(0), .before = k_set(0),
                  .reach = k_set(0), .least = loading->dt,
                  .last_end = k_set(0), .signs = k_set(0),
                  .active = (loading->dt > 0) & (pass->status == AM_POINT_GOOD),
                  .fresh = all, .lost = k_not(all), .looked = k_not(all),
                  .rejected = k_not(all), .last = k_not(all)};
  s->from.sig = s->from.C = s->from.eps = k_set(0);
  s->kinked = k_not(all);
  if (K_STRESS_CONTROL) {
    k_stress(k, loading->eps0, s->y, sig);
    k_size_of_response(k, loading, loading->eps0, sig, &s->from);
  }
  s->to = s->from;
  k_clear_sums(k, s);
  for (int i = 0; i < s->directions.count * K_NZ; i++) s->Z1[i] = k_set(0);
  if (k_has_ends(k, loading)) {
    mask later = p.active & k_wait_to_follow(k, loading);
    if (K_FIRST_LAUNCH) k_defer(k, later);
    k_end_lanes(pass, &p, later, k_set(AM_POINT_SUBSTEPS));
  }
  if (k_takes_one_substep(k))
    k_defer(k, k_not(pass->frozen) & (p.h < loading->dt));
  return p;
}

/* A whole pass with an adaptive scheme, from pass->y, pass->Z. */
K_FN void k_integrate(k_context *k, k_pass *pass) {
  K_FAST_ARRAY(Z1, K_INPUTS * K_NZ, K_COLUMNS * K_NZ);
  K_ARRAY(sums, 3 * K_GROUPS);
  K_POINT(at, K_ROSENBROCK, pass->loading, k_set(0), pass->y);
  K_LU(lu, K_ROSENBROCK * K_NS, 0);
  k_substep s = {.loading = pass->loading, .directions = pass->directions,
                 .t = k_set(0), .h = k_set(0), .y = pass->y, .Z = pass->Z,
                 .Z1 = Z1, .at = at, .lu = &lu, .sums = {.groups = sums}};
  K_SUBSTEP_ARRAYS(K_DECLARE_ARRAY, s)
  s.at.response = k_response_in(k, s.shared);
  lu.n = K_NS;
  lu.exchanged = k_not(k_all_lanes());
  k_progress p = k_begin(k, pass, &s);
  k_take_substeps(k, pass, &p, &s);
  if (s.Z != pass->Z)
    for (int i = 0; i < s.directions.count * K_NZ; i++)
      pass->Z[i] = s.Z[i];
  k_end_lanes(pass, &p, p.active, k_set(AM_POINT_STOPPED));
  mask whole = (pass->status == AM_POINT_GOOD) |
               (pass->status == AM_POINT_PASSED);
  if (k_has_ends(k, pass->loading))
    k_finish_ends(pass->loading, pass->counts.substeps,
                  whole & (p.last_end < K_END_SCALE),
                  k_not(pass->frozen | k_others(k)));
  pass->next = k_size_to_remember(pass, &p);
  pass->length = k_select(pass->frozen, pass->length, pass->counts.substeps);
}
