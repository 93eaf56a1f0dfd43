/* evaluation.h: evaluation of the material law over a loading step: from eps_n
 * and a_n to a_{n+1}, sigma and, if requested, C = dsigma/deps and da/deps. */

/* The response of the law to a loading step. */
typedef struct {
  const k_loading *loading;
  const real *y0; /* [nx] state at the start */
  real first;     /* first substep size, 0: the whole step */

  real *y;        /* [nx] state at the end */
  real *Z;        /* [6 + nf][nz] da/deps, one direction after the other */
  real *sig, *C;  /* [6] stress, [6][6] tangent, row-major */
  real *Ct;       /* [6][nf] dsigma/dT for external fields T */
  real *strains;  /* [6][6 + nf] change of the strain (K_PATH) */
  real status;    /* AM_POINT_GOOD … */
  real length;    /* substeps of the recorded sequence of the main pass */
  real next;      /* substep size to remember */
  real worst;     /* largest error of a substep */
  k_counts counts, total; /* of the last evaluation, and of all */
} k_response;

/* K_SUBSTEPS equal backward Euler steps, usually one over the whole loading
 * step. */
K_FN void k_equal_steps(k_context *k, k_pass *pass) {
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NZ);
  real dt = pass->loading->dt, h = dt * (1.0 / K_SUBSTEPS);
  mask good = k_all_lanes();
  for (int n = 1; n <= K_SUBSTEPS && k_any(good); n++) {
    real t1 = k_select(k_where(n == K_SUBSTEPS), dt, k_set(n) * h);
    k_euler_step e = {.loading = pass->loading,
                      .directions = pass->directions, .t1 = t1, .h = h,
                      .y0 = y, .Z0 = Z, .y1 = pass->y, .Z1 = pass->Z,
                      .counts = &pass->counts};
    k_counts before = pass->counts;
    k_assign(y, pass->y, K_NX);
    k_assign(Z, pass->Z, pass->directions.count * K_NZ);
    mask solved = k_implicit_step(k, e);
    if (n > 1) k_count_in(good, &before, &pass->counts);
    good = good & solved;
    k_count(&pass->counts.substeps, good);
    k_substep ends = {.loading = pass->loading, .t = t1 - h, .h = h, .y = y,
                      .y1 = pass->y};
    if (K_SUBSTEPS > 1) k_watch_maxima(k, pass, &ends, good);
  }
  real failed = k_select(pass->counts.steep > 0, k_set(AM_POINT_STEEP),
                         k_set(AM_POINT_NEWTON));
  pass->status = k_select(good, pass->status, failed);
}

/* One pass from y0 with the given directions.  Derivatives start from zero,
 * except those by parameters. */
K_FN void k_run_pass(k_context *k, const real *y0, k_pass *pass) {
  K_ARRAY(rise, K_REMEMBERS ? K_NA : 0);
  if (K_REMEMBERS) k_zero(rise, K_NA);
  pass->rise = rise;
  pass->status =
      k_select(k_others(k), k_set(AM_POINT_STIFF), k_set(AM_POINT_GOOD));
  pass->worst = pass->next = k_set(0);
  pass->counts = k_no_counts();
  K_UNROLL for (int i = 0; i < K_NX; i++)
    pass->y[i] = i >= K_NR && i < K_NS ? k_set(0) : y0[i];
  for (int p = 0; p < pass->directions.count; p++)
    K_UNROLL for (int i = K_NR; i < K_NS; i++)
      pass->Z[p * K_NZ + i] = k_set(0);
  for (int i = 0; !k_is_parameter(pass->directions.first) &&
                  i < pass->directions.count * K_NZ; i++)
    pass->Z[i] = k_set(0);
  if (K_FAMILY == AM_FAMILY_IMPLICIT)
    k_equal_steps(k, pass);
  else
    k_integrate(k, pass);
}

/* Computes sigma and its derivatives sigma_eps e_c + sigma_y z in the
 * directions of the pass: columns of C, or of Ct for external fields.  Under
 * K_PATH the directions also change the strain (k_tangent_by_strain). */
K_FN void k_stress_and_tangent(k_context *k, const k_pass *pass,
                               k_response *out) {
  K_ARRAY(eps, K_INPUTS);
  K_ARRAY(along, 6);
  K_ARRAY(shared, K_RESPONSE_ROOM);
  const k_loading *loading = pass->loading;
  k_directions n = pass->directions;
  k_direction d;
  k_strain_at(k, loading, loading->dt, pass->y, eps,
              n.count ? k_compliance_in(k, shared) : 0);
  k_refine(k, loading, pass->y, eps);
  k_stress_common(k, n, eps, pass->y, out->sig, shared);
  if (K_PATH) k_end_work(k, loading, eps, pass->y);
  if (K_PATH) k_assign(loading->given->end, eps, 6);
  K_UNROLL for (int p = 0; p < n.count; p++) {
    int c = n.first + p;
    const real *z = pass->Z + p * K_NZ;
    k_direction_at(k, loading, c, loading->dt, &d);
    k_complete(k, shared, z, &d);
    k_stress_in(k, &d, shared, z, along);
    K_UNROLL for (int i = 0; i < 6; i++) {
      if (c < 6) out->C[i * 6 + c] = along[i];
      if (c >= 6) out->Ct[i * K_NF + c - 6] = along[i];
      if (K_PATH) out->strains[i * K_INPUTS + c] = d.theta[i];
    }
  }
}

/* Corrects the derivatives by external fields T if these change the strain:
 * dsigma/dT := dsigma/dT - C deps/dT, and dy/dT likewise, with C and dy/deps
 * from k_tangent_by_strain. */
K_FN void k_field_tangent_by_strain(k_context *k, k_response *out) {
  K_LOOP for (int c = 6; c < K_INPUTS; c++)
    K_UNROLL for (int m = 0; m < 6; m++) {
      real moved = out->strains[m * K_INPUTS + c];
      K_UNROLL for (int i = 0; i < 6; i++) {
        real *own = &out->Ct[i * K_NF + c - 6];
        *own = k_fnma(out->C[i * 6 + m], moved, *own);
      }
      K_UNROLL for (int j = 0; j < K_NZ; j++) {
        real *own = &out->Z[c * K_NZ + j];
        *own = k_fnma(out->Z[m * K_NZ + j], moved, *own);
      }
    }
}

/* Converts derivatives by controlled components to derivatives by strain: C :=
 * C D^-1, dy/deps := Z D^-1, where D is the change of the strain. */
K_FN void k_tangent_by_strain(k_context *k, k_response *out) {
  K_FULL_LU(lu, 6);
  real D[36], x[6];
  K_UNROLL for (int i = 0; i < 36; i++)
    D[i] = out->strains[i % 6 * K_INPUTS + i / 6];
  k_factor_matrix(k, &lu, D);
  K_COMPACT for (int i = 0; i < 6; i++) k_solve(k, &lu, out->C + 6 * i);
  K_LOOP for (int j = 0; j < K_NZ; j++) {
    K_UNROLL for (int c = 0; c < 6; c++) x[c] = out->Z[c * K_NZ + j];
    k_solve(k, &lu, x);
    K_UNROLL for (int c = 0; c < 6; c++) out->Z[c * K_NZ + j] = x[c];
  }
  k_field_tangent_by_strain(k, out);
}

/* `column` mode: each direction in a separate pass with its own substeps; state
 * and stress stay those of the pass without directions. */
K_FN void k_column_passes(k_context *k, k_response *out) {
  K_ARRAY(y, K_NX);
  K_ARRAY(sig, 6);
  k_response column = *out;
  column.sig = sig;
  K_UNROLL for (int c = 0; c < K_INPUTS; c++) {
    k_pass pass = {.loading = out->loading,
                   .directions = {.count = 1, .first = c,
                                  .measured = K_COUPLED},
                   .y = y, .Z = out->Z + c * K_NZ, .slot = c + 1,
                   .frozen = k_not(k_all_lanes()), .first = out->first};
    k_run_pass(k, out->y0, &pass);
    k_stress_and_tangent(k, &pass, &column);
    out->status = k_max(out->status, pass.status);
  }
  if (K_PATH) k_tangent_by_strain(k, out);
}

/* Arguments of hand-written updates: Kelvin-Mandel components of the internal
 * variables in the order of the material file. */
K_FN void k_to_update(k_variable v, const real *y, real *a) {
  real x[6];
  if (v.size == 1) {
    a[v.place] = y[v.offset];
    return;
  }
  for (int i = 0; i < 6; i++)
    x[i] = i < 6 - v.size ? k_set(0) : y[v.offset + i - (6 - v.size)];
  k_to_mandel(x, a + v.place);
}

K_FN void k_from_update(k_variable v, const real *a, real *y) {
  real x[6];
  if (v.size == 1) {
    y[v.offset] = a[v.place];
    return;
  }
  k_from_mandel(a + v.place, x);
  for (int i = 0; i < v.size; i++) y[v.offset + i] = x[i + 6 - v.size];
}

/* Calls the hand-written update.  Derivatives of the state, which it does not
 * compute, are set to zero; energies follow the rule of its scheme. */
K_FN void k_hand_written(k_context *k, int directions, k_response *out) {
  K_ARRAY(f, K_NX);
  K_ARRAY(a0, 6 * K_VARIABLES);
  K_ARRAY(a1, 6 * K_VARIABLES);
  const k_loading *loading = out->loading;
  real eps[6], sig[6], M[36];
  mask good = k_not(k_all_lanes());
  k_to_mandel(loading->eps1, eps);
  for (int i = 0; i < K_VARIABLES; i++)
    k_to_update(K_TABLES.variables[i], out->y0, a0);
  k_update_of(k, eps, a0, loading->dt, a1, sig, directions ? M : 0, &good);
  for (int i = 0; i < K_VARIABLES; i++)
    k_from_update(K_TABLES.variables[i], a1, out->y);
  k_from_mandel(sig, out->sig);
  if (directions) k_matrix_from_mandel(M, out->C);

  if (K_NX > K_NA) k_rate(k, loading->eps1, loading->rate, out->y, f);
  K_UNROLL for (int i = K_NA; i < K_NX; i++)
    out->y[i] = out->y0[i] + loading->dt * f[i];
  for (int i = 0; i < directions * K_NZ; i++) out->Z[i] = k_set(0);
  out->status = k_select(good, k_set(AM_POINT_GOOD), k_set(AM_POINT_NEWTON));
  out->next = out->worst = k_set(0);
  out->counts = k_no_counts();
  out->counts.substeps = out->counts.evaluations = k_set(1);
  out->counts.iterations = k_set(1);
}

/* Sets the status AM_POINT_INVALID if a value is not finite, of C in lanes
 * `needed`. Failures after the caller asked to stop are reported as
 * AM_POINT_STOPPED. */
K_FN void k_validate(k_context *k, int directions, mask needed,
                     k_response *out) {
  real sum = k_set(0), values = k_set(0);
  K_UNROLL for (int i = 0; i < K_NX; i++) sum = sum + 0.0 * out->y[i];
  K_UNROLL for (int i = 0; i < 6; i++) sum = sum + 0.0 * out->sig[i];
  if (directions) {
    K_UNROLL for (int i = 0; i < 36; i++) values = values + 0.0 * out->C[i];
    K_UNROLL for (int i = 0; directions > 6 && i < 6 * K_NF; i++)
      values = values + 0.0 * out->Ct[i];
    sum = sum + k_select(needed, values, k_set(0));
  }
  out->status = k_select(k_finite(sum) | (out->status != AM_POINT_GOOD),
                         out->status, k_set(AM_POINT_INVALID));
  mask failed = out->status != AM_POINT_GOOD;
  if (k_any(failed) && k_is_stopped(k, 0))
    out->status = k_select(failed, k_set(AM_POINT_STOPPED), out->status);
}

/* Updates the derivatives of variables that keep a maximum, in directions of
 * the strain eps, at the end of a loading step.  Z: dy/deps before the update.
 * k_remember updates the variables. */
K_FN void k_remember_directions(k_context *k, const real *eps, const real *y,
                                real *Z) {
  K_ARRAY(next, K_NA);
  K_ARRAY(along, K_NA);
  K_ARRAY(shared, K_SHARED(MEMORY) + 1);
  real theta[1] = {k_set(1)};
  k_maxima_shared(k, eps, y, next, shared);
  K_LOOP for (int c = 0; c < K_INPUTS; c++) {
    k_maxima_jvp(k, c, shared, theta, Z + c * K_NZ, along);
    k_assign(Z + c * K_NZ, along, K_NA);
  }
}

K_FN void k_remember(k_context *k, const real *eps, real *y) {
  K_ARRAY(next, K_NA);
  k_maxima(k, eps, y, next);
  k_assign(y, next, K_NA);
}

/* Evaluates the law.  Lanes `frozen` use the recorded sequence of length
 * out->length, or the substeps that they follow, and keep out->next. `needed`:
 * lanes that use C, if there are directions. */
K_FN void k_evaluate(k_context *k, mask frozen, k_directions directions,
                     mask needed, k_response *out) {
  if (K_CONVENTIONAL) {
    k_hand_written(k, directions.count, out);
  } else {
    k_pass pass = {.loading = out->loading, .directions = directions,
                   .y = out->y, .Z = out->Z, .slot = 0, .frozen = frozen,
                   .first = out->first, .length = out->length};
    k_run_pass(k, out->y0, &pass);
    k_stress_and_tangent(k, &pass, out);
    if (K_PATH && directions.count) k_tangent_by_strain(k, out);
    out->status = pass.status;
    out->length = pass.length;
    out->next = k_has_ends(k, out->loading)
                    ? pass.next
                    : k_select(frozen, out->next, pass.next);
    out->worst = pass.worst;
    out->counts = pass.counts;
  }
  k_validate(k, directions.count, needed, out);
}
