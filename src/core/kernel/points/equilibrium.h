/* equilibrium.h: one loading step under mixed control (docs/theory.md, section
 * 11.3). Under K_PATH stresses are given along the whole step (given_stress.h).
 * Otherwise they are given at its end, the strain is linear in time, and
 * Newton's method with the algorithmic tangent finds the unknown strains,
 *
 *     C_ff delta_f = -(sigma_f(e) - target_f),   e := e + delta.
 *
 * Substeps of the previous iteration are frozen from the second iteration on,
 * because the stress jumps when they change. */

/* A loading step and its iteration. */
typedef struct {
  k_loading *loading; /* input: dt and eps0 */
  k_response *out;    /* response to the strain e */
  real e[6];          /* strain of this iterate … */
  real best[6];       /* … and of the smallest residual so far, in coordinates,
                         whose trace is more accurate than the sum of other
                         components */
  real residual, least;
  real history, largest; /* largest |stress| before this step, and including
                            this step, for the scale */
  mask active, frozen;
  real halvings, adapted;
  real flat;           /* number of iterates at a limit load */
  real iterations;
} k_equilibrium;

/* Solves C delta = rhs in the rows with stress control; the other components of
 * delta are given in rhs. */
K_FN void k_free_strains(k_context *k, const k_control *control,
                         const real *C, real *delta) {
  K_FULL_LU(lu, 6);
  real A[36];
  k_matrix_to_mandel(C, A);
  for (int i = 0; i < 36; i++)
    A[i] = k_select(control->stress[i / 6], A[i], k_set(i % 7 == 0));
  k_factor_matrix(k, &lu, A);
  k_solve(k, &lu, delta);
}

/* Sets the first guess: the response at fixed internal variables. */
K_FN void k_predict(k_context *k, k_equilibrium *q) {
  K_ARRAY(sig, 6);
  K_ARRAY(C, 36);
  K_ARRAY(Cy, 6 * K_NA);
  K_ARRAY(s, 6);
  real eps[K_INPUT_ROOM];
  const k_control *control = q->loading->given;
  k_end_fields(k, q->loading, q->loading->eps0, eps);
  k_stiffness(k, eps, q->out->y0, sig, C, Cy);
  k_to_mandel(sig, s);
  for (int i = 0; i < 6; i++)
    s[i] = control->x1[i] -
           k_select(control->stress[i], s[i], control->strain[i]);
  k_free_strains(k, control, C, s);
  for (int i = 0; i < 6; i++)
    s[i] = k_select(control->stress[i], control->strain[i] + s[i],
                    control->x1[i]);
  k_from_mandel(s, q->e);
}

/* Tensor component i from Kelvin-Mandel components. */
K_FN real k_component(const real *mandel, int i) {
  return i < 3 ? mandel[i] : 0.70710678118654752440 * mandel[i];
}

/* Largest component of the stress that external fields would cause at zero
 * strain and the initial state; this stress cancels in a body that is free to
 * expand. */
K_FN real k_cancelled(k_context *k, const k_equilibrium *q) {
  real eps[K_INPUT_ROOM], sig[6], s[6], largest = k_set(0);
  if (!K_NF) return largest;
  k_end_fields(k, q->loading, 0, eps);
  k_stress(k, eps, q->out->y0, sig);
  k_to_mandel(sig, s);
  for (int i = 0; i < 6; i++) largest = k_max(largest, k_abs(s[i]));
  return largest;
}

/* Error of the given values other than strains (K_EQUATIONS). */
K_FN real k_residual_of_rows(k_context *k, const k_equilibrium *q) {
  const k_control *g = q->loading->given;
  real sig[6], e[6], x[6], largest = k_set(0);
  k_to_mandel(q->out->sig, sig);
  k_to_mandel(q->e, e);
  k_rows_at(g, sig, e, x);
  for (int i = 0; i < 6; i++) {
    real part = k_stress_of_row(g, i);
    real error = k_abs(x[i] - g->x1[i]) / part;
    largest = k_max(largest, k_select(part > 0, error, k_set(0)));
  }
  return largest;
}

/* Error of the given nominal stresses; the largest stress includes these
 * stresses (K_LOGARITHMIC). */
K_FN real k_residual_of_gradients(k_context *k, const k_equilibrium *q,
                                  real *largest) {
  real residual = k_set(0);
  if (!K_PATH) return residual;
  const k_control *g = q->loading->given;
  K_UNROLL for (int c = 0; c < 9 && K_LOGARITHMIC; c++) {
    real target = k_select(g->nominal[c], g->to[c], k_set(0));
    *largest = k_max(*largest, k_abs(target));
  }
  K_DEFORMED(residual = k_residual_of_gradient(g, q->out->sig));
  return residual;
}

/* Residual of the current iterate, and its scale, the largest component of the
 * stress deviator and of the targets.  The pressure, which may be large in a
 * nearly incompressible law, and stresses that external fields cancel
 * contribute only their rounding errors. r: error of the stress in the
 * controlled rows. */
K_FN void k_unbalanced(k_context *k, k_equilibrium *q, real *r) {
  const k_control *control = q->loading->given;
  real s[6], target[6], residual = k_set(0), largest = q->history;
  k_to_mandel(q->out->sig, s);
  real pressure = (s[0] + s[1] + s[2]) * (1.0 / 3.0);
  real parts = k_max(k_abs(pressure), k_cancelled(k, q));
  largest = k_max(largest,
                  16.0 * K_EPSILON / (k_number)k->solver->equilibrium * parts);
  for (int i = 0; i < 6; i++) {
    target[i] = k_select(control->stress[i], control->x1[i], k_set(0));
    if (K_LOGARITHMIC) target[i] = k_set(0);
    r[i] = k_select(control->stress[i], s[i] - target[i], k_set(0));
    s[i] = i < 3 ? s[i] - pressure : s[i];
    residual = k_max(residual, k_abs(k_component(r, i)));
    largest = k_max(largest, k_abs(k_component(s, i)));
    largest = k_max(largest, k_abs(k_component(target, i)));
  }
  if (K_EQUATIONS) residual = k_residual_of_rows(k, q);
  if (K_LOGARITHMIC) residual = k_residual_of_gradients(k, q, &largest);
  q->largest = k_select(q->active, largest, q->largest);
  q->residual = k_select(q->active, residual, q->residual);
}

/* Lanes of `where` whose residual is within the change of stress by rounding of
 * lengths, as occurs if the bulk modulus is 1e8 times the shear modulus; false
 * if the residual exceeds `rtol` of the stress. */
K_FN mask k_is_rounded(k_context *k, const k_equilibrium *q, mask where) {
  real eps[K_INPUT_ROOM], sig[6], s[6], noise = k_set(0);
  if (!k_any(where)) return where;
  k_assign(eps, q->loading->eps1, K_INPUTS);
  eps[0] = eps[0] + 8.0 * K_EPSILON;
  k_stress(k, eps, q->out->y, sig);
  for (int i = 0; i < 6; i++) sig[i] = sig[i] - q->out->sig[i];
  k_to_mandel(sig, s);
  for (int i = 0; i < 6; i++) noise = k_max(noise, k_abs(s[i]));
  noise = k_min(noise, k_rtol(k) * q->largest);
  return where & (q->residual <= noise);
}

/* Lanes of `where` in equilibrium.  `last`: the residual does not decrease
 * further. */
K_FN mask k_is_balanced(k_context *k, const k_equilibrium *q, mask where,
                        mask last) {
  mask met =
      where & (q->residual <= (k_number)k->solver->equilibrium * q->largest);
  return met | k_is_rounded(k, q, where & last & k_not(met));
}

K_FN void k_add_counts(k_response *out, mask where) {
  const k_counts *counts = &out->counts;
  k_counts *total = &out->total;
  real none = k_set(0);
  total->substeps = k_select(where, counts->substeps, total->substeps);
  total->rejected = total->rejected +
                    k_select(where, counts->rejected, none);
  total->evaluations = total->evaluations +
                       k_select(where, counts->evaluations, none);
  total->iterations = total->iterations +
                      k_select(where, counts->iterations, none);
}

/* True for adaptive schemes; a single implicit step has no sequence to
 * freeze. */
K_FN int k_has_sequence(k_context *k) { return K_FAMILY != AM_FAMILY_IMPLICIT; }

/* Evaluates the law in all lanes, with adaptive substeps in lanes that are not
 * frozen.  Lanes with stress control need the tangent; a second pass over the
 * same sequence computes it if the first one does not. */
K_CALL void k_attempt(k_context *k, k_response *out, mask frozen, mask where) {
  mask mixed = out->loading->given->mixed;
  int wanted = K_TANGENT && !(K_COLUMN_MODE && k_has_sequence(k));
  int needed = K_MIXED && !K_PATH && k_any(mixed) && !wanted;
  int followed = needed && k_has_sequence(k);
  k_directions all = {.count = 6, .first = 0, .measured = 0};
  k_directions directions = {
      .count = wanted ? K_INPUTS : needed && !followed ? 6 : 0, .first = 0,
      .measured = wanted && K_COUPLED};
  if (!K_MIXED || !followed || k_any(k_not(frozen))) {
    k_evaluate(k, frozen, directions, k_where(wanted) | mixed, out);
    k_add_counts(out, where);
  }
  if (!followed) return;
  mask failed = k_not(frozen) & (out->status != AM_POINT_GOOD);
  real status = out->status;
  k_evaluate(k, k_all_lanes(), all, mixed, out);
  k_add_counts(out, where & mixed);
  out->status = k_select(failed, status, out->status);
}

/* Lanes at a limit load: the stiffness in the direction of the Newton step
 * delta is below k_flat, and rounding determines the length of delta. */
K_FN mask k_is_limit(k_context *k, const real *residual, const real *delta) {
  real work = k_abs(k_dot(residual, delta, 6));
  return work < k_flat() * K_STRESS_SCALE * k_square(delta, 6);
}

/* Updates the strain: by a Newton step if the residual is small enough;
 * otherwise, or at a limit load, by half of the difference to the best
 * iterate. */
K_FN void k_correct(k_context *k, k_equilibrium *q, real *r) {
  mask finite = k_finite(q->residual) & (q->out->status == AM_POINT_GOOD);
  mask better = finite & (q->residual <= 4.0 * q->least);
  real step[6], delta[6];
  for (int i = 0; i < 6; i++) step[i] = -r[i];
  k_free_strains(k, q->loading->given, q->out->C, step);
  mask limit = q->active & better & k_is_limit(k, r, step);
  k_count(&q->flat, limit);
  better = better & k_not(limit);
  k_from_mandel(step, delta);
  mask back = q->active & k_not(better);
  for (int i = 0; i < 6; i++) {
    real half = q->best[i] + 0.5 * (q->e[i] - q->best[i]);
    real next = q->e[i] + delta[i];
    mask move = q->active & better;
    q->best[i] = k_select(move, q->e[i], q->best[i]);
    q->e[i] = k_select(back, half, k_select(move, next, q->e[i]));
  }
  q->least = k_select(q->active & better, q->residual, q->least);
  q->halvings = k_select(back, q->halvings + 1.0, k_set(0));
  const k_number halvings = 12, flat_iterates = 4;
  q->active = q->active & (q->halvings <= halvings) &
              (q->flat < flat_iterates);
}

K_FN void k_start_iteration(k_context *k, k_equilibrium *q) {
  const k_control *control = q->loading->given;
  real start[6];
  q->least = k_set(K_INFINITY);
  q->residual = q->halvings = q->adapted = q->flat = k_set(0);
  q->iterations = k_set(0);
  q->largest = q->history;
  q->active = k_all_lanes();
  q->frozen = k_not(k_all_lanes());
  for (int i = 0; i < 6; i++)
    start[i] = k_select(control->stress[i], control->strain[i],
                        control->x1[i]);
  k_from_mandel(start, q->best);
  k_from_mandel(control->x1, q->e);
  if (k_any(control->mixed)) k_predict(k, q);
}

/* Computes the response at the current strain, with new substeps if the frozen
 * ones are too coarse. r: error of the stress. */
K_FN void k_try_strain(k_context *k, k_equilibrium *q, real *r) {
  k_response *out = q->out;
  for (int i = 0; i < 6; i++) q->loading->eps1[i] = q->e[i];
  k_set_rates(q->loading, 0, K_INPUTS);
  k_attempt(k, out, q->frozen, q->active);
  mask failed = out->status != AM_POINT_GOOD;
  const k_number readaptations = 8;
  mask coarse = q->active & q->frozen & (q->adapted < readaptations) &
                (failed | k_not(out->worst <= 2.0));
  if (k_any(coarse)) {
    k_count(&q->adapted, coarse);
    k_attempt(k, out, q->frozen & k_not(coarse), coarse);
  }
  k_unbalanced(k, q, r);
}

/* A loading step by Newton's method. */
K_FN void k_mixed_step(k_context *k, k_equilibrium *q) {
  /* no further strain is tried after this number of evaluations in a step */
  const k_number costly = k_free_evaluations() + 10.0 * k->solver->max_substeps;
  K_ARRAY(r, 6);
  k_response *out = q->out;
  mask done = k_not(k_all_lanes()), mixed = q->loading->given->mixed;
  k_start_iteration(k, q);
  const int iterations = 60;
  for (int n = 0; n < iterations && k_any(q->active); n++) {
    k_try_strain(k, q, r);
    k_count(&q->iterations, q->active);
    mask good = out->status == AM_POINT_GOOD;
    mask fine = k_not(q->frozen) | (out->worst <= 2.0);
    mask last = q->residual >= 0.25 * q->least;
    mask met = k_is_balanced(k, q, q->active & good & fine, last);
    done = done | met;
    q->active =
        q->active & k_not(met) & mixed & (out->status != AM_POINT_SUBSTEPS) &
        (out->status != AM_POINT_STOPPED) & (out->status != AM_POINT_STIFF) &
        (out->total.evaluations < costly);
    q->frozen = good;
    if (k_any(q->active)) k_correct(k, q, r);
  }
  mask missed = k_not(done) & (out->status == AM_POINT_GOOD);
  real status =
      k_select(q->flat > 0, k_set(K_ND ? AM_POINT_PLATEAU : AM_POINT_SINGULAR),
               k_set(AM_POINT_EQUILIBRIUM));
  out->status = k_select(missed, status, out->status);
}

/* Lanes whose prescribed substeps are too coarse, for which new ones are
 * chosen.  In the first phase returns none, and leaves such lanes to the second
 * phase. */
K_FN mask k_too_coarse(k_context *k, mask followed, k_response *out) {
  mask coarse = followed & ((out->status != AM_POINT_GOOD) |
                            k_not(out->worst <= out->loading->ends.follow));
  if (!k_is_first_attempt(k)) return coarse;
  out->status = k_select(coarse, k_set(AM_POINT_SUBSTEPS), out->status);
  return k_not(k_all_lanes());
}

/* A loading step with all components under strain control. */
K_FN void k_strain_step(k_context *k, k_equilibrium *q) {
  real r[6];
  mask all = k_all_lanes(), tried = all;
  mask followed = k_followed(k, q->loading) & k_not(k_others(k));
  k_from_mandel(q->loading->given->x1, q->e);
  q->largest = q->history;
  q->active = all;
  q->iterations = k_set(1);
  for (int i = 0; i < 6; i++) q->loading->eps1[i] = q->e[i];
  k_set_rates(q->loading, 0, K_INPUTS);
  do {
    k_attempt(k, q->out, followed, tried);
    if (K_FOLLOWS) tried = k_too_coarse(k, followed, q->out);
    followed = followed & k_not(tried);
  } while (K_FOLLOWS && k_any(tried));
  k_unbalanced(k, q, r);
}

/* A loading step with stresses given along the step.  If the step fails, an
 * elastic domain that does not harden or a singular stiffness is reported as
 * the cause. */
K_FN void k_path_step(k_context *k, k_equilibrium *q) {
  k_response *out = q->out;
  real r[6];
  q->largest = q->history;
  q->active = k_all_lanes();
  q->iterations = k_set(1);
  k_set_control(k, q->loading, out->y0);
  k_attempt(k, out, k_not(k_all_lanes()), k_all_lanes());
  for (int i = 0; i < 6; i++)
    q->e[i] = q->loading->eps1[i] = q->loading->given->end[i];
  k_unbalanced(k, q, r);
  mask good = out->status == AM_POINT_GOOD;
  mask missed = good & k_not(k_is_balanced(k, q, good, k_all_lanes()));
  out->status = k_select(missed, k_set(AM_POINT_EQUILIBRIUM), out->status);
  mask plateau = q->loading->given->plateau & (out->status != AM_POINT_GOOD) &
                 (out->status != AM_POINT_STOPPED);
  out->status = k_select(plateau, k_set(AM_POINT_PLATEAU), out->status);
  mask singular = q->loading->given->singular & (out->status != AM_POINT_GOOD) &
                  (out->status != AM_POINT_STOPPED) &
                  (out->status != AM_POINT_SUBSTEPS) &
                  (out->status != AM_POINT_STIFF) & k_not(plateau);
  out->status = k_select(singular, k_set(AM_POINT_SINGULAR), out->status);
}

/* A whole loading step, without the derivatives of `column` mode. */
K_FN void k_loading_step(k_context *k, k_equilibrium *q) {
  q->out->length = q->out->next = k_set(0);
  if (K_PATH)
    k_path_step(k, q);
  else if (K_MIXED && !K_FOLLOWS)
    k_mixed_step(k, q);
  else
    k_strain_step(k, q);
}
