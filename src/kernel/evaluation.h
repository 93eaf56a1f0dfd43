/* evaluation.h: the material-law evaluation: from eps_n, a_n over a loading
 * step to a_{n+1}, sigma and, when asked, C = dsigma/deps and da/deps. */

/* How an evaluation ended, per lane; numbered like am_point_status. */
enum {
  K_GOOD,
  K_INVALID,
  K_NEWTON_FAILED,
  K_TINY,
  K_ENDLESS,
  K_NO_EQUILIBRIUM,
  K_STOPPED,
  K_TOO_STEEP = 8,
  K_WILD_TANGENT
};

typedef struct {
  real *y;        /* [nx] */
  real *Z;        /* [6][nx] da/deps, direction by direction */
  real *sig, *C;  /* [6], [6][6] row-major */
  real status;    /* K_GOOD … */
  real length;    /* of the recorded sequence of the main pass */
  real next, worst;
  k_counts counts;
} k_result;

K_FN real k_pass_status(const k_pass *pass) {
  real failed = k_select(pass->counts.steep > 0, k_set(K_TOO_STEEP),
                         k_set(K_NEWTON_FAILED));
  real status = k_select(pass->diverged, failed, k_set(0));
  real endless = k_select(pass->counts.astray >= K_ASTRAY,
                          k_set(K_WILD_TANGENT), k_set(K_ENDLESS));
  status = k_select(pass->endless, endless, status);
  status = k_select(pass->stopped, k_set(K_STOPPED), status);
  status = k_select(pass->tiny, k_set(K_TINY), status);
  return k_select(pass->invalid, k_set(K_INVALID), status);
}

/* One pass from y0 with the given columns, from zero but for those of
 * parameters. */
K_FN void k_run_pass(k_context *k, const k_loading *loading, const real *y0,
                     k_pass *pass) {
  mask none = k_not(k_all_lanes());
  pass->invalid = pass->tiny = pass->endless = pass->diverged = none;
  pass->stopped = none;
  pass->worst = pass->next = k_set(0);
  pass->counts = k_no_counts();
  K_UNROLL for (int i = 0; i < K_NX; i++) pass->y[i] = y0[i];
  for (int i = 0; !k_is_by(pass->columns.first) &&
                  i < pass->columns.count * K_NX; i++)
    pass->Z[i] = k_set(0);
  if (K_FAMILY == AM_FAMILY_IMPLICIT)
    k_single_step(k, loading, pass);
  else
    k_integrate(k, loading, pass);
}

/* sigma, and the columns of C that the pass carried. */
K_FN void k_conclude(k_context *k, const k_loading *loading, const k_pass *pass,
                     real *sig, real *C) {
  K_ENTER;
  K_ARRAY(eps, 6);
  K_ARRAY(along, 6);
  K_ARRAY(shared, K_STRESS_ROOM);
  k_directions n = pass->columns;
  real theta = k_fraction(loading, loading->dt);
  k_strain(loading, loading->dt, eps);
  k_respond(k, eps, pass->y, n.count, sig, shared);
  K_UNROLL for (int p = 0; p < n.count; p++) {
    k_stress_along(k, n.first + p, shared, &theta, pass->Z + p * K_NX, along);
    K_UNROLL for (int i = 0; i < 6; i++)
      C[i * 6 + n.first + p] = along[i];
  }
  K_LEAVE;
}

/* `columns` mode: every direction in a pass of its own, with its own steps;
 * state and stress stay those of the pass without columns. */
K_FN void k_column_passes(k_context *k, const k_loading *loading,
                          const real *y0, real first, k_result *out) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(sig, 6);
  K_UNROLL for (int c = 0; c < 6; c++) {
    k_pass pass = {.y = y, .Z = out->Z + c * K_NX,
                   .columns = {1, c, K_COUPLED}, .slot = c + 1,
                   .first = first};
    pass.frozen = k_not(k_all_lanes());
    k_run_pass(k, loading, y0, &pass);
    k_conclude(k, loading, &pass, sig, out->C);
    out->status = k_max(out->status, k_pass_status(&pass));
  }
  K_LEAVE;
}

/* The hand-written update, which has no derivatives of the state: zeros;
 * energies by the rule of its scheme. */
K_FN void k_hand_written(k_context *k, const k_loading *loading, const real *y0,
                         int columns, k_result *out) {
  K_ENTER;
  K_ARRAY(f, K_NX);
  mask good = k_conventional(k, loading->eps1, y0, loading->dt, out->y,
                             out->sig, columns ? out->C : 0);
  if (K_NX > K_NA) k_rate(k, loading->eps1, loading->rate, out->y, f);
  K_UNROLL for (int i = K_NA; i < K_NX; i++)
    out->y[i] = y0[i] + loading->dt * f[i];
  for (int i = 0; i < columns * K_NX; i++) out->Z[i] = k_set(0);
  out->status = k_select(good, k_set(K_GOOD), k_set(K_NEWTON_FAILED));
  out->next = out->worst = k_set(0);
  out->counts = k_no_counts();
  out->counts.substeps = out->counts.evaluations = k_set(1);
  out->counts.iterations = k_set(1);
  K_LEAVE;
}

/* A value that is not finite is an invalid state, whatever the pass says. */
K_FN void k_validate(k_context *k, int columns, k_result *out) {
  real sum = k_set(0), values = k_set(0);
  K_UNROLL for (int i = 0; i < K_NX; i++) sum = sum + 0.0 * out->y[i];
  K_UNROLL for (int i = 0; i < 6; i++) sum = sum + 0.0 * out->sig[i];
  if (columns) {
    K_UNROLL for (int i = 0; i < 36; i++) values = values + 0.0 * out->C[i];
    sum = sum + values;
  }
  out->status = k_select(k_finite(sum) | (out->status != K_GOOD), out->status,
                         k_set(K_INVALID));
}

/* Evaluates the law; where `frozen` over the recorded sequence of length
 * out->length, and then out->next stays, or over the substeps that are
 * kept. */
K_FN void k_evaluate(k_context *k, const k_loading *loading, const real *y0,
                     real first, mask frozen, k_directions columns,
                     k_result *out) {
  if (K_CONVENTIONAL) {
    k_hand_written(k, loading, y0, columns.count, out);
  } else {
    k_pass pass = {.y = out->y, .Z = out->Z, .columns = columns, .slot = 0,
                   .frozen = frozen, .first = first, .length = out->length};
    k_run_pass(k, loading, y0, &pass);
    k_conclude(k, loading, &pass, out->sig, out->C);
    out->status = k_pass_status(&pass);
    out->length = pass.length;
    out->next = K_HAS_ENDS(loading) ? pass.next
                              : k_select(frozen, out->next, pass.next);
    out->worst = pass.worst;
    out->counts = pass.counts;
  }
  k_validate(k, columns.count, out);
}
