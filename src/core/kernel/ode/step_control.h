/* step_control.h: a pass through one loading step, and the sizes of its
 * substeps (docs/theory.md, section 7.3). Sizes follow from the error, or are
 * prescribed: by a recorded sequence, or by substeps that points follow
 * (substep_ends.h). */

/* A pass integrates y and the derivatives Z from the start of a loading step to
 * its end. */
typedef struct {
  const k_loading *loading;
  k_directions directions;
  real *y, *Z;      /* [nx], [count][nz] */
  int slot;         /* index of the recorded or prescribed sequence */
  mask frozen;      /* substep sizes are prescribed */
  real first;       /* first substep size, 0: the whole step */
  real length;      /* number of substeps of the sequence; input if frozen */
  real next;        /* substep size to remember */
  real worst;       /* largest error of an accepted substep */
  real status;      /* AM_POINT_GOOD … */
  real *rise;       /* [na] increase of variables that keep a maximum */
  k_counts counts;
} k_pass;

/* The progress of a pass, and the data that determine its next substep. */
typedef struct {
  real t, h, attempts; /* current time, size to try, number of attempted
                          substeps */
  real before, reach;  /* size of the previous accepted substep, 0: none; and
                          the factor by which it could have been longer */
  real least;          /* size of the smallest accepted substep */
  real last_end;       /* last recorded end (substep_ends.h) */
  real signs;          /* signs of stiffness so far */
  mask active;
  mask fresh;          /* first stage is not known */
  mask lost;           /* lost: first stage was overwritten for another lane;
                          looked: the error was also measured at the end
                          (end_error.h) */
  mask looked;
  mask rejected;       /* previous substep was rejected */
  mask last;           /* this substep ends the loading step */
} k_progress;

/* Ends the pass in lanes of `where`. */
K_FN void k_end_lanes(k_pass *pass, k_progress *p, mask where, real status) {
  pass->status = k_select(where, status, pass->status);
  p->active = p->active & k_not(where);
}

/* Maximum substep size; infinite without a limit, because the size that a point
 * remembers may exceed this loading step. */
K_FN real k_largest_substep(k_context *k, const k_loading *loading) {
  k_number part = (k_number)k->solver->largest_part;
  if (k->solver->largest_time > 0)
    return k_set((k_number)k->solver->largest_time);
  return part < 1 ? part * loading->dt : k_set(K_INFINITY);
}

/* Time of the next break after t, or the end of the loading step. */
K_FN real k_next_break(k_context *k, const k_loading *loading, real t) {
  real end = loading->dt, after = t + 64.0 * K_EPSILON * end;
  if (!K_NF || !loading->breaks) return end;
  for (int i = 0; i < AM_BREAKS && loading->breaks[i] > 0; i++) {
    real at = (k_number)loading->breaks[i] * loading->dt;
    end = k_select((at > after) & (at < end), at, end);
  }
  return end;
}

/* Size of the substep to try: the time left to the next break, half of it if
 * two substeps remain, or h; the prescribed size if the pass is frozen. */
K_FN real k_size_to_try(k_context *k, const k_pass *pass, k_progress *p) {
  real reach = k_next_break(k, pass->loading, p->t);
  real left = reach - p->t;
  real size = k_select(left < 2.0 * p->h, 0.5 * left, p->h);
  mask reached = left <= p->h;
  p->last = reached & (reach >= pass->loading->dt);
  size = k_select(reached, left, size);
  if ((K_MIXED || K_SENSITIVITIES || K_FOLLOWS) && k_any(pass->frozen)) {
    real given, index = pass->counts.substeps;
    mask end;
    if (k_has_ends(k, pass->loading)) {
      given = k_size_to_end(pass->loading, index, p->t, &end);
    } else {
      end = index + 1.0 >= pass->length;
      given = k_recorded(k, pass->slot, index);
    }
    p->last = (pass->frozen & end) | (k_not(pass->frozen) & p->last);
    size = k_select(pass->frozen, given, size);
  }
  return size;
}

/* x^(-1/m) by Newton's method, from an initial guess that divides the exponent.
 * Uses only arithmetic, so that all engines take the same steps; relative
 * accuracy 3e-6. */
K_FN real k_inverse_root(real x, int m) {
  real y = k_of_bits(k_bits(k_set(1)) * (1.0 + 1.0 / m) -
                     k_bits(x) * (1.0 / m));
  for (int i = 0; i < 3; i++) {
    real power = x;
    for (int j = 0; j < m; j++) power = power * y;
    y = y + y * ((1.0 - power) * (1.0 / m));
  }
  return y;
}

/* Factor by which a substep may be longer, or must be shorter, if its error is
 * proportional to h^order. */
K_FN real k_reach(real err, int order) {
  return 0.9 * k_inverse_root(k_max(err, k_set(1e-30)), order);
}

/* Factor of the next step size, a multiple of 2^-8. */
K_FN real k_step_factor(real err, real reach) {
  real factor = k_min(k_set(5), k_max(k_set(0.2), reach));
  factor = k_select(k_finite(err), factor, k_set(0.2));
  return k_floor(factor * 256.0) * (1.0 / 256.0);
}

/* Factor of the next step size if derivatives enter the error. Derivatives
 * start from zero, so that the first error is proportional to h^(q - 1); later
 * errors follow the trend (docs/theory.md, section 7.3). */
K_FN real k_factor_from_zero(k_context *k, k_progress *p, real h, real err,
                             mask accepted) {
  /* Safety factor, and maximum increase of the factor by a trend, chosen for
   * tangents within 5 rtol with the fewest substeps. */
  const k_number safety = 0.85 / 0.9;
  const k_number most_trend = 1.3;
  int order = K_SCHEME.control > 1 ? K_SCHEME.control - 1 : 1;
  real reach = safety * k_reach(err, K_SCHEME.control + 1);
  mask first = p->before == 0;
  real trend = k_max(k_set(1), h * reach / (p->before * p->reach));
  trend = k_select(first, k_set(1), k_min(k_set(most_trend), trend));
  p->before = k_select(accepted, h, p->before);
  p->reach = k_select(accepted, reach, p->reach);
  real shorter = k_select(first, safety * k_reach(err, order), reach);
  return k_select(accepted, reach * trend, shorter);
}

/* Next size after a substep with this error.  A substep shortened to meet the
 * end of the step does not reduce the size tried before, provided that its
 * error allows the largest growth. */
K_FN real k_next_size(k_context *k, k_progress *p, const k_substep *s,
                      real err, mask accepted) {
  real reach = s->directions.measured
                   ? k_factor_from_zero(k, p, s->h, err, accepted)
                   : k_reach(err, K_SCHEME.control + 1);
  real factor = k_step_factor(err, reach);
  mask cut = accepted & (s->h < p->h) & (factor >= 5.0);
  factor = k_select(accepted & p->rejected, k_min(factor, k_set(1)), factor);
  return k_select(cut, k_max(p->h, factor * s->h), factor * s->h);
}

/* Place in a chain of schemes (chain.h). */
K_FN int k_is_first(const k_context *k) { return K_METHOD == 0; }

K_FN int k_is_last(const k_context *k) { return K_METHOD == AM_METHODS - 1; }

K_FN mask k_derivatives_reject(k_context *k, const k_counts *counts) {
  /* Derivatives jump or consist of rounding errors if they alone reject at
   * least this number of substeps and a third of all.  An explicit scheme at
   * its stability limit rejects at most a fifth.  If another scheme follows,
   * the number alone suffices. */
  const k_number many = 1000.0;
  real tried = counts->substeps + counts->rejected;
  return (counts->by_tangent >= many) &
         (k_where(K_METHOD >= 0 && !k_is_last(k)) |
          (3.0 * counts->by_tangent >= tried));
}

/* Number of evaluations allowed in a loading step regardless of
 * max_substeps. */
K_FN k_number k_free_evaluations(void) { return 1e4; }

K_FN mask k_at_maximum(k_context *k, const k_pass *pass, const k_progress *p,
                       real err) {
  /* A substep that fails because no strain has the given stress is at the
   * maximum of the load if it is shorter than this fraction of the time:
   * shorter substeps would fail, too. */
  const k_number tiny = 1e-9;
  real time = k_max(p->t, tiny * pass->loading->dt);
  return k_has_no_strain(k, pass->loading) & k_not(k_finite(err)) &
         (p->h < tiny * time);
}

/* Ends lanes that cannot continue.  A substep is too small if it hardly changes
 * the current time.  Near the start substeps may be far shorter, as after a
 * jump whose stress relaxes over very long times. */
K_FN void k_give_up(k_context *k, k_pass *pass, k_progress *p, real err,
                    mask accepted) {
  const k_number start_part =
      K_SINGLE ? 1.862645149230957e-9 : 5.421010862427522e-20;
  real dt = pass->loading->dt;
  real time = k_max(p->t, start_part * dt);
  mask stuck = p->active & k_not(accepted) &
               (pass->frozen | (p->h < 16.0 * K_EPSILON * time) |
                k_at_maximum(k, pass, p, err));
  mask broken = stuck & k_not(k_finite(err));
  p->attempts = p->attempts + 1.0;
  k_end_lanes(pass, p, stuck,
              k_select(broken, k_set(AM_POINT_INVALID), k_set(AM_POINT_STEP)));
  mask by_tangent = k_derivatives_reject(k, &pass->counts);
  mask endless = p->active & ((p->attempts >= k->attempts) |
                              (pass->counts.evaluations >= k->budget) |
                              by_tangent);
  k_end_lanes(pass, p, endless,
              k_select(by_tangent, k_set(AM_POINT_TANGENT),
                       k_set(AM_POINT_SUBSTEPS)));
  if (K_FIRST_LAUNCH) k_defer(k, endless);
}

/* Size to remember: the next size or, if derivatives enter the error, the
 * smallest size of this loading step, since derivatives start from zero in
 * every loading step. */
K_FN real k_size_to_remember(const k_pass *pass, const k_progress *p) {
  if (!pass->directions.count || !pass->directions.measured) return p->h;
  return k_select(pass->counts.substeps > 1.0, p->least, p->h);
}
