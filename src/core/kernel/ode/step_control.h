/* step_control.h: a pass through one loading step, and the sizes of its
 * substeps: by their error, or given: a recorded sequence or the substeps that
 * points follow (substep_ends.h).
 *
 * The next size is h 0.9 err^(-1/(q + 1)), between h/5 and 5 h, where the error
 * goes with h^(q + 1) (Hairer, Norsett and Wanner 1993, II.4). */

/* A pass carries y and the derivatives Z from the start of a loading step to
 * its end. */
typedef struct {
  const k_loading *loading;
  k_directions directions;
  real *y, *Z;      /* [nx], [count][nz] */
  int slot;         /* of the sequence that is recorded or followed */
  mask frozen;      /* follow the substeps that are given */
  real first;       /* first substep size, 0: the whole step */
  real length;      /* substeps of the sequence: given where frozen */
  real next;        /* substep size to remember */
  real worst;       /* largest error of an accepted substep */
  mask invalid;     /* ended in a state that is not finite */
  mask tiny;        /* ended because the substep became too small */
  mask endless;     /* ended because of max_substeps */
  mask stopped;     /* ended because the caller asked */
  mask diverged;    /* ended because Newton did not converge */
  mask stiff;       /* left to another scheme (chain.h, stiffness.h) */
  mask passed;      /* a maximum lies between the ends (maxima.h) */
  real *rise;       /* [na] of variables that keep one */
  k_counts counts;
} k_pass;

/* How far a pass is, and what decides on its next substep. */
typedef struct {
  real t, h, attempts; /* the time reached, the size to try, those tried */
  real before, reach;  /* size of the accepted substep before, and the factor by
                          which it might have been longer; 0: none */
  real least;          /* size of the smallest substep that was accepted */
  real last_end;       /* the last end that was recorded (substep_ends.h) */
  real signs;          /* of stiffness */
  mask active;
  mask fresh;          /* the first stage is not known … */
  mask lost;           /* … but was, looked: second_look.h */
  mask looked;
  mask rejected;       /* the substep before was */
  mask last;           /* this substep ends the loading step */
} k_progress;

/* The longest substep that is allowed; infinite without a limit, since the size
 * that a point remembers may exceed this loading step. */
K_FN real k_largest_substep(k_context *k, const k_loading *loading) {
  k_number part = (k_number)k->solver->largest_part;
  if (k->solver->largest_time > 0)
    return k_set((k_number)k->solver->largest_time);
  return part < 1 ? part * loading->dt : k_set(K_INFINITY);
}

/* The next break after t, or the end of the loading step. */
K_FN real k_next_break(k_context *k, const k_loading *loading, real t) {
  (void)k;
  real end = loading->dt, after = t + 64.0 * K_EPSILON * end;
  if (!K_NF || !loading->breaks) return end;
  for (int i = 0; i < AM_BREAKS && loading->breaks[i] > 0; i++) {
    real at = (k_number)loading->breaks[i] * loading->dt;
    end = k_select((at > after) & (at < end), at, end);
  }
  return end;
}

/* The size to try: the time left to the next break, half of it when two
 * substeps remain, or h; the given size where the pass is frozen. */
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
    if (K_HAS_ENDS(pass->loading)) {
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

/* x^(-1/m) by Newton's method from a guess that divides the exponent: only
 * arithmetic, so that all engines take the same steps; to 3e-6. */
K_FN real k_inverse_root(real x, int m) {
  real y = k_of_bits(K_ONE_BITS * (1.0 + 1.0 / m) -
                     k_bits(x) * (1.0 / m));
  for (int i = 0; i < 3; i++) {
    real power = x;
    for (int j = 0; j < m; j++) power = power * y;
    y = y + y * ((1.0 - power) * (1.0 / m));
  }
  return y;
}

/* The factor by which a substep with an error that goes with h^order could be
 * longer, or has to be shorter. */
K_FN real k_reach(real err, int order) {
  return 0.9 * k_inverse_root(k_max(err, k_set(1e-30)), order);
}

/* The factor of the next step size, a multiple of 2^-8. */
K_FN real k_step_factor(real err, real reach) {
  real factor = k_min(k_set(5), k_max(k_set(0.2), reach));
  factor = k_select(k_finite(err), factor, k_set(0.2));
  return k_floor(factor * 256.0) * (1.0 / 256.0);
}

/* The factor where the derivatives are measured.  They start from zero, like
 * t^2, and so does their tolerance: the first substep's error goes with
 * h^(q - 1).  Then the tolerance grows with them: the next error is expected
 * to change as this one did (predictive control, Gustafsson 1994). */
K_FN real k_factor_from_zero(k_context *k, k_progress *p, real h, real err,
                             mask accepted) {
  /* Where derivatives are measured: how the factor is reduced for safety, and
   * by how much a trend may raise it.  On the path of the AutoMat paper these
   * keep its tangents within 5 rtol, their median within rtol, at the fewest
   * substeps. */
  const k_number safety = 0.85 / 0.9;
  const k_number most_trend = 1.3;
  int order = K_ORDER > 1 ? K_ORDER - 1 : 1;
  real reach = safety * k_reach(err, K_ORDER + 1);
  mask first = p->before == 0;
  real trend = k_max(k_set(1), h * reach / (p->before * p->reach));
  trend = k_select(first, k_set(1), k_min(k_set(most_trend), trend));
  p->before = k_select(accepted, h, p->before);
  p->reach = k_select(accepted, reach, p->reach);
  real shorter = k_select(first, safety * k_reach(err, order), reach);
  return k_select(accepted, reach * trend, shorter);
}

/* The next size after a substep with this error.  A substep that was cut short
 * at the end does not shorten the size it was cut from when its error would
 * have allowed the largest growth. */
K_FN real k_next_size(k_context *k, k_progress *p, const k_substep *s,
                      real err, mask accepted) {
  real reach = s->directions.measured
                   ? k_factor_from_zero(k, p, s->h, err, accepted)
                   : k_reach(err, K_ORDER + 1);
  real factor = k_step_factor(err, reach);
  mask cut = accepted & (s->h < p->h) & (factor >= 5.0);
  factor = k_select(accepted & p->rejected, k_min(factor, k_set(1)), factor);
  return k_select(cut, k_max(p->h, factor * s->h), factor * s->h);
}

/* Of a chain of schemes (chain.h). */
#define K_IS_FIRST (K_METHOD == 0)
#define K_IS_LAST (K_METHOD == AM_METHODS - 1)

K_FN mask k_is_wild(k_context *k, const k_counts *counts) {
  /* So many substeps of a loading step rejected for derivatives alone, a
   * third of all and more, mean that these jump, or that rounding is more
   * than their tolerance.  At the limit of its stability an explicit scheme
   * rejects a fifth at most, and goes on; where another scheme comes behind,
   * that may do better. */
  const k_number many = 1000.0;
  (void)k;
  real tried = counts->substeps + counts->rejected;
  return (counts->by_tangent >= many) &
         (k_where(K_METHOD >= 0 && !K_IS_LAST) |
          (3.0 * counts->by_tangent >= tried));
}

/* Evaluations of a loading step, whatever max_substeps is. */
#define K_SOME_EVALUATIONS 1e4

K_FN mask k_at_maximum(k_context *k, const k_pass *pass, const k_progress *p,
                       real err) {
  /* A substep that fails although it is this part of the time, at a stress
   * that no strain has, is at the maximum of the load: shorter ones fare no
   * better. */
  const k_number tiny = 1e-9;
  real time = k_max(p->t, tiny * pass->loading->dt);
  return k_has_no_strain(k, pass->loading) & k_not(k_finite(err)) &
         (p->h < tiny * time);
}

/* Ends lanes that cannot go on.  Substeps are too small that would hardly move
 * the time of the present; near the start they may be far shorter, as behind a
 * jump whose stress relaxes for ages. */
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
  pass->invalid = pass->invalid | broken;
  pass->tiny = pass->tiny | (stuck & k_not(broken));
  p->active = p->active & k_not(stuck);
  mask endless =
      p->active & ((p->attempts >= K_ATTEMPTS) |
                   (pass->counts.evaluations >= k->budget) |
                   k_is_wild(k, &pass->counts));
  pass->endless = pass->endless | endless;
  if (K_FIRST_LAUNCH) k_defer(k, endless);
  p->active = p->active & k_not(endless);
}

/* The size to remember: the next one; or, where derivatives are measured,
 * which start from zero in every loading step, the smallest one of this. */
K_FN real k_size_to_remember(const k_pass *pass, const k_progress *p) {
  if (!pass->directions.count || !pass->directions.measured) return p->h;
  return k_select(pass->counts.substeps > 1.0, p->least, p->h);
}
