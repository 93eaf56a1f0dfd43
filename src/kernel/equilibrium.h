/* equilibrium.h: one loading step under mixed control: components of strain
 * or of stress are given, the others found by Newton's method with the
 * algorithmic tangent.
 *
 * With an adaptive scheme the stress jumps where the accepted sequence
 * changes, so from the second iteration on the sequence of the previous one
 * is frozen; it is adapted anew, a bounded number of times, while its error
 * exceeds 2. */

#define K_EQUILIBRIUM ((k_number)k->solver->equilibrium)
#define K_COSTLY (100.0 * k->solver->max_substeps) /* evaluations of a step */

enum {
  K_EQUILIBRIUM_ITERATIONS = 60,
  K_HALVINGS = 12,
  K_READAPTATIONS = 8
};

/* The six components of control, with shear times sqrt(2) (Kelvin-Mandel). */
typedef struct {
  real strain[6], target[6];
  mask stress[6]; /* controlled in stress */
} k_control;

/* What the iteration keeps. */
typedef struct {
  real e[6];        /* strain that is tried */
  real best[6];     /* strain of the smallest residual so far */
  real residual, least;
  real history, largest; /* |stress component|: before, and with this one */
  mask active, frozen, mixed;
  real halvings, adapted;
} k_balance;

/* C in the stress-controlled rows, the identity in the others. */
K_FN void k_fill_balance(const k_control *control, const real *C, real *w) {
  k_matrix_to_mandel(C, w);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      w[i * 6 + j] = k_select(control->stress[i], w[i * 6 + j],
                              k_set(i == j ? 1 : 0));
}

/* delta of the free strains from C delta = rhs in the stress-controlled
 * rows; the other components of delta are given in rhs. */
K_FN void k_free_strains(k_context *k, const k_control *control,
                         const real *C, real *delta) {
  K_ENTER;
  K_ARRAY(w, 36);
  K_ARRAY(order, 6);
  K_ARRAY(given, 6);
  const int natural[] = {0, 1, 2, 3, 4, 5};
  k_lu lu = {w, order, k_all_lanes(), 6, natural};
  k_fill_balance(control, C, w);
  if (k_factor(k, &lu)) {
    k_fill_balance(control, C, w);
    k_factor_again(k, &lu);
  }
  k_solve(k, &lu, delta, given);
  K_LEAVE;
}

/* First guess: the response at fixed internal variables. */
K_FN void k_predict(k_context *k, const k_loading *loading,
                    const k_control *control, const real *y0, real *e) {
  K_ENTER;
  K_ARRAY(sig, 6);
  K_ARRAY(C, 36);
  K_ARRAY(Cy, 6 * K_NA);
  K_ARRAY(s, 6);
  k_stiffness(k, loading->eps0, y0, sig, C, Cy);
  k_to_mandel(sig, s);
  for (int i = 0; i < 6; i++)
    s[i] = control->target[i] -
           k_select(control->stress[i], s[i], control->strain[i]);
  k_free_strains(k, control, C, s);
  for (int i = 0; i < 6; i++) {
    real free_strain = control->strain[i] + s[i];
    e[i] = k_select(control->stress[i], free_strain, control->target[i]);
  }
  K_LEAVE;
}

/* Tensor components are Kelvin-Mandel ones but for the shear. */
K_FN real k_component(const real *mandel, int i) {
  return i < 3 ? mandel[i] : 0.70710678118654752440 * mandel[i];
}

/* Residual of the present iterate, and the largest stress it is measured by,
 * to which earlier iterates that may have gone astray do not count: the
 * deviator and the targets, since the pressure of a nearly incompressible law
 * says nothing of the accuracy of its shear; of the pressure only what
 * rounding makes of it.  r: stress error in the controlled rows, 0 in the
 * others. */
K_FN void k_unbalanced(k_context *k, const k_control *control,
                       const k_result *out, k_balance *b, real *r) {
  real s[6], target[6], residual = k_set(0), largest = b->history;
  k_to_mandel(out->sig, s);
  real pressure = (s[0] + s[1] + s[2]) * (1.0 / 3.0);
  largest = k_max(largest, 16.0 * K_EPSILON / K_EQUILIBRIUM * k_abs(pressure));
  for (int i = 0; i < 6; i++) {
    target[i] = k_select(control->stress[i], control->target[i], k_set(0));
    r[i] = k_select(control->stress[i], s[i] - target[i], k_set(0));
    s[i] = i < 3 ? s[i] - pressure : s[i];
    residual = k_max(residual, k_abs(k_component(r, i)));
    largest = k_max(largest, k_abs(k_component(s, i)));
    largest = k_max(largest, k_abs(k_component(target, i)));
  }
  b->largest = k_select(b->active, largest, b->largest);
  b->residual = k_select(b->active, residual, b->residual);
}

K_FN void k_add_counts(k_counts *total, const k_counts *counts,
                       mask where) {
  real none = k_set(0);
  total->substeps = k_select(where, counts->substeps, total->substeps);
  total->rejected = total->rejected +
                    k_select(where, counts->rejected, none);
  total->evaluations = total->evaluations +
                       k_select(where, counts->evaluations, none);
  total->iterations = total->iterations +
                      k_select(where, counts->iterations, none);
}

/* One implicit step has no sequence to freeze. */
K_FN int k_has_sequence(k_context *k) {
  return K_FAMILY != AM_FAMILY_IMPLICIT;
}

/* Evaluates where the lanes stand, adapting where not frozen.  Lanes with
 * stress control need the tangent: where the pass has none, a second pass
 * over the same sequence brings it. */
K_MIXED_CALL void k_attempt(k_context *k, const k_loading *loading,
                            const real *y0, real first, mask frozen,
                            mask mixed, k_counts *total, mask where,
                            k_result *out) {
  int wanted = K_TANGENT && !(K_COLUMN_MODE && k_has_sequence(k));
  int needed = K_MIXED && k_any(mixed) && !wanted;
  int followed = needed && k_has_sequence(k);
  k_directions columns = {.count = wanted || (needed && !followed) ? 6 : 0,
                       .measured = wanted && K_COUPLED};
  if (!K_MIXED || !followed || k_any(k_not(frozen))) {
    k_evaluate(k, loading, y0, first, frozen, columns, out);
    k_add_counts(total, &out->counts, where);
  }
  if (!followed) return;
  mask failed = k_not(frozen) & (out->status != K_GOOD);
  real status = out->status;
  k_directions all = {6, 0, 0};
  k_evaluate(k, loading, y0, first, k_all_lanes(), all, out);
  k_add_counts(total, &out->counts, where & mixed);
  out->status = k_select(failed, status, out->status);
}

/* Moves the strain: a Newton step from an iterate that is good enough, half
 * of the way back to the best one from an iterate that is not. */
K_FN void k_correct(k_context *k, const k_control *control,
                    const k_result *out, k_balance *b, real *r) {
  mask finite = k_finite(b->residual) & (out->status == K_GOOD);
  mask better = finite & (b->residual <= 4.0 * b->least);
  mask back = b->active & k_not(better);
  for (int i = 0; i < 6; i++) r[i] = -r[i];
  k_free_strains(k, control, out->C, r);
  for (int i = 0; i < 6; i++) {
    real half = b->best[i] + 0.5 * (b->e[i] - b->best[i]);
    mask move = b->active & better;
    b->best[i] = k_select(move, b->e[i], b->best[i]);
    b->e[i] = k_select(back, half, k_select(move, b->e[i] + r[i], b->e[i]));
  }
  b->least = k_select(b->active & better, b->residual, b->least);
  b->halvings = k_select(back, b->halvings + 1.0, k_set(0));
  b->active = b->active & (b->halvings <= K_HALVINGS);
}

K_FN void k_balance_start(k_context *k, const k_loading *loading,
                          const k_control *control, const real *y0,
                          real largest, k_balance *b) {
  mask none = k_not(k_all_lanes());
  b->least = k_set(K_INFINITY);
  b->residual = b->halvings = b->adapted = k_set(0);
  b->history = b->largest = largest;
  b->active = k_all_lanes();
  b->frozen = b->mixed = none;
  for (int i = 0; i < 6; i++) b->mixed = b->mixed | control->stress[i];
  for (int i = 0; i < 6; i++) b->e[i] = control->target[i];
  if (k_any(b->mixed)) k_predict(k, loading, control, y0, b->e);
  for (int i = 0; i < 6; i++) {
    b->e[i] = k_select(control->stress[i], b->e[i], control->target[i]);
    b->best[i] = k_select(control->stress[i], control->strain[i], b->e[i]);
  }
}

/* The response at the strain that is tried, its sequence adapted anew where
 * the frozen one is too coarse. */
K_FN void k_balance_response(k_context *k, k_loading *loading,
                             const k_control *control, const real *y0,
                             real first, k_balance *b, k_counts *total,
                             k_result *out, real *r) {
  k_from_mandel(b->e, loading->eps1);
  k_loading_prepare(loading);
  k_attempt(k, loading, y0, first, b->frozen, b->mixed, total, b->active, out);
  mask failed = out->status != K_GOOD;
  mask coarse = b->active & b->frozen & (b->adapted < K_READAPTATIONS) &
                (failed | k_not(out->worst <= 2.0));
  if (k_any(coarse)) {
    k_count(&b->adapted, coarse);
    k_attempt(k, loading, y0, first, b->frozen & k_not(coarse), b->mixed, total,
              coarse, out);
  }
  k_unbalanced(k, control, out, b, r);
}

/* Where substeps that were followed are too coarse: they are to be chosen anew
 * now, or in the second phase. */
K_FN mask k_too_coarse(k_context *k, const k_loading *loading, mask followed,
                       k_result *out) {
  mask coarse = followed & ((out->status != K_GOOD) |
                            k_not(out->worst <= loading->ends.follow));
  if (!K_FIRST_ATTEMPT) return coarse;
  out->status = k_select(coarse, k_set(K_ENDLESS), out->status);
  return k_not(k_all_lanes());
}

/* A loading step where every component is controlled in strain. */
K_FN real k_strain_step(k_context *k, k_loading *loading,
                        const k_control *control, const real *y0, real first,
                        real largest, k_counts *total, k_balance *b,
                        k_result *out) {
  real r[6];
  mask all = k_all_lanes(), none = k_not(all), tried = all;
  mask followed = k_followed(k, loading);
  for (int i = 0; i < 6; i++) b->e[i] = control->target[i];
  b->history = b->largest = largest;
  b->active = all;
  k_from_mandel(b->e, loading->eps1);
  k_loading_prepare(loading);
  do {
    k_attempt(k, loading, y0, first, followed, none, total, tried, out);
    if (K_FOLLOWS) tried = k_too_coarse(k, loading, followed, out);
    followed = followed & k_not(tried);
  } while (K_FOLLOWS && k_any(tried));
  k_unbalanced(k, control, out, b, r);
  return k_set(1);
}

/* A loading step by Newton's method, see k_loading_step. */
K_FN real k_mixed_step(k_context *k, k_loading *loading,
                         const k_control *control, const real *y0, real first,
                         real largest, k_counts *total, k_balance *b,
                         k_result *out) {
  K_ENTER;
  K_ARRAY(r, 6);
  real iterations = k_set(0);
  mask done = k_not(k_all_lanes());
  k_balance_start(k, loading, control, y0, largest, b);
  for (int n = 0; n < K_EQUILIBRIUM_ITERATIONS && k_any(b->active); n++) {
    k_balance_response(k, loading, control, y0, first, b, total, out, r);
    k_count(&iterations, b->active);
    mask good = out->status == K_GOOD;
    mask fine = k_not(b->frozen) | (out->worst <= 2.0);
    mask met = fine & (b->residual <= K_EQUILIBRIUM * b->largest);
    done = done | (b->active & good & met);
    b->active = b->active & k_not(good & met) & b->mixed &
                (out->status != K_ENDLESS) & (out->status != K_STOPPED) &
                (total->evaluations < K_COSTLY);
    b->frozen = good;
    if (k_any(b->active)) k_correct(k, control, out, b, r);
  }
  mask missed = k_not(done) & (out->status == K_GOOD);
  out->status = k_select(missed, k_set(K_NO_EQUILIBRIUM), out->status);
  K_LEAVE;
  return iterations;
}

/* A whole loading step.  loading: dt and eps0; total: counts of all iterations
 * (substeps: of the last); largest in b->largest.  Derivatives made column by
 * column are not made.  Returns the equilibrium iterations. */
K_FN real k_loading_step(k_context *k, k_loading *loading,
                         const k_control *control, const real *y0, real first,
                         real largest, k_counts *total, k_balance *b,
                         k_result *out) {
  out->length = out->next = k_set(0);
  if (K_MIXED && !K_FOLLOWS)
    return k_mixed_step(k, loading, control, y0, first, largest, total, b, out);
  return k_strain_step(k, loading, control, y0, first, largest, total, b, out);
}
