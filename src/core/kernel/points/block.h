/* block.h: one loading step of a block of points, one lane each: reads their
 * fields, advances them and stores the results. */

/* Reads control and target. */
K_FN void k_read_control(const k_block *b, k_control *g) {
  real own[6];
  k_read(b, b->fields->target, 6, g->x1);
  k_read_or_zero(b, b->fields->control, 6, own);
  K_UNROLL for (int i = 0; i < 6; i++) {
    g->stress[i] = k_where(K_MIXED) &
                   (k_where(b->fields->stress_controlled[i]) | (own[i] > 0));
    g->mixed = g->mixed | g->stress[i];
    if (i >= 3) g->x1[i] = g->x1[i] * 1.41421356237309504880;
  }
}

K_FN void k_write_counts(k_context *k, const k_block *b,
                         const k_equilibrium *q) {
  const k_counts *total = &q->out->total;
  real rows[AM_COUNTS];
  rows[AM_COUNT_SUBSTEPS] = total->substeps;
  rows[AM_COUNT_REJECTED] = total->rejected;
  rows[AM_COUNT_EVALUATIONS] = total->evaluations;
  rows[AM_COUNT_ITERATIONS] = total->iterations;
  rows[AM_COUNT_EQUILIBRIUM] = q->iterations;
  rows[AM_COUNT_RESIDUAL] = q->residual;
  k_add_tried(k, b, rows);
  k_store_optional(b, b->fields->counts, AM_COUNTS, rows);
  k_store_optional(b, b->fields->substeps, 1, rows + AM_COUNT_SUBSTEPS);
}

/* A jump to the energy `after` at fixed internal variables.  Its work is the
 * change of the energy minus the exchange of the external fields, which jump
 * first. */
K_FN void k_add_jump(k_context *k, k_response *out, real after) {
  real eps[K_INPUT_ROOM], before[1], between[1];
  k_energy(k, out->loading->eps0, out->y0, before);
  if (K_NF) {
    k_end_fields(k, out->loading, out->loading->eps0, eps);
    k_energy(k, eps, out->y0, between);
    out->y[K_NX - 2] = out->y[K_NX - 2] + (between[0] - before[0]);
    before[0] = between[0];
  }
  out->y[K_NX - 1] = out->y[K_NX - 1] + (after - before[0]);
}

/* Stores the results; a point whose step failed keeps its values. `state`: the
 * whole state, out->y without radial returns. */
K_FN void k_store_results(k_context *k, const k_block *b, k_equilibrium *q,
                          real *state) {
  const am_fields *f = b->fields;
  k_response *out = q->out;
  mask good = out->status == AM_POINT_GOOD;
  real eps[K_INPUT_ROOM], energy[1] = {k_set(0)};
  k_end_fields(k, out->loading, q->e, eps);
  if (K_REMEMBERS && K_TANGENT && K_DERIVATIVES)
    k_remember_directions(k, eps, out->y, out->Z);
  if (K_REMEMBERS) k_remember(k, eps, out->y);
  if (f->energy || (K_ENERGIES && f->duration == 0))
    k_energy(k, eps, out->y, energy);
  if (K_ENERGIES && f->duration == 0) k_add_jump(k, out, energy[0]);
  K_UNROLL for (int i = K_NA; K_RADIAL && i < K_NX; i++)
    state[K_STATE - K_NX + i] = out->y[i];
  k_store_optional(b, f->energy, 1, energy);
  if (k_any(k_not(good))) {
    k_restore(b, f->strain0, good, 6, eps);
    k_restore(b, f->state0, good, K_STATE, state);
    k_restore(b, f->step0, good, 1, &out->next);
    k_restore(b, f->stress_max0, good, 1, &q->largest);
  }
  k_store_optional(b, f->strain, 6, eps);
  k_store_all(b, f->state, K_STATE, state);
  k_store_optional(b, f->step, 1, &out->next);
  k_store_optional(b, f->stress_max, 1, &q->largest);
  k_offer_method(k, b, good, out->total.substeps + out->total.rejected);
  k_store_all(b, f->stress, 6, out->sig);
  if (K_TANGENT && !K_LOGARITHMIC) k_store_optional(b, f->tangent, 36, out->C);
  if (K_LOGARITHMIC) K_DEFORMED(k_deliver_gradient(k, b, q, good));
  if (K_TANGENT) k_store_optional(b, f->stress_by_external, 6 * K_NF, out->Ct);
  if (K_TANGENT && K_DERIVATIVES)
    k_store_optional(b, f->derivative, 6 * K_NZ, out->Z);
  k_store(f->status + b->point, k_status_to_report(k, b, out->status));
}

/* Advances the block that begins at `point` by one loading step. */
K_FN void k_advance_block(k_context *k, const am_fields *f, long point) {
  K_ARRAY(state, K_STATE);
  K_ARRAY(turn, K_RADIAL);
  K_ARRAY(turned, K_RADIAL ? K_NX : 0);
  K_ARRAY(y, K_NX);
  K_FAST_ARRAY(Z, 0, K_INPUTS * K_NZ);
  K_ARRAY(sig, 6);
  K_ARRAY(C, 36);
  K_ARRAY(Ct, 6 * K_NF);
  k_block b = {.fields = f, .point = point};
  K_ARRAY(strains, K_PATH * 6 * K_INPUTS);
  k_control given;
  k_loading loading = {.dt = k_set(f->duration), .given = &given,
                       .breaks = f->breaks};
  k_response out = {.loading = &loading, .y0 = K_RADIAL ? turned : state,
                    .first = k_set(0), .y = y, .Z = Z, .sig = sig, .C = C,
                    .Ct = Ct, .strains = strains};
  k_equilibrium q;
  q.loading = &loading;
  q.out = &out;
  out.total = k_no_counts();
  k_read_or_zero(&b, f->step0, 1, &out.first);
  k_choose_method(k, &b, &out.first);
  if (k_leave_block(k, &b)) return;
  k_read_or_zero(&b, f->stress_max0, 1, &q.history);
  k_read(&b, f->strain0, 6, loading.eps0);
  k_read(&b, f->external0, K_NF, loading.eps0 + 6);
  k_read(&b, f->external1, K_NF, loading.eps1 + 6);
  k_read(&b, f->state0, K_STATE, state);
  given.mixed = k_not(k_all_lanes());
  given.rows = &f->rows;
  k_to_mandel(loading.eps0, given.strain);
  K_DEFORMED(k_stretch stretch; given.stretch = &stretch);
  if (K_LOGARITHMIC)
    K_DEFORMED(k_read_gradient(k, &b, &given));
  else
    k_read_control(&b, &given);
  if (K_RADIAL) k_begin_radial(k, &given, &loading, state, turn, turned);
  if (K_FOLLOWS && f->ends) {
    loading.ends.at = f->ends + point;
    loading.ends.stride = f->stride;
    loading.ends.follow = (k_number)f->follow;
  }
  k_loading_step(k, &q);
  if (K_SENSITIVITIES && f->stress_by) k_sensitivities(k, &b, &q);
  if (K_TANGENT && K_COLUMN_MODE && k_has_sequence(k))
    k_column_passes(k, &out);
  if (K_FIRST_LAUNCH)
    k_defer(k, (out.status != AM_POINT_GOOD) & k_not(k_others(k)));
  if (k_is_deferred(k)) return;
  k_write_counts(k, &b, &q);
  if (K_RADIAL) k_end_radial(k, &loading, &out, state);
  k_store_results(k, &b, &q, K_RADIAL ? state : y);
}
