/* step_control.h: a pass through one loading step, and the sizes of its
 * substeps: by their error, or given: a recorded sequence or the substeps that
 * points follow (substep_ends.h). */

/* A pass carries y and the columns Z from the start of a loading step to its
 * end. */
typedef struct {
  real *y, *Z;      /* [nx], [count][nx] */
  k_directions columns;
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
  k_counts counts;
} k_pass;

/* What a pass keeps between substeps. */
typedef struct {
  real t, h, attempts;
  real before, reach; /* size of the accepted substep before, and the factor by
                         which it might have been longer; 0: none */
  real least; /* size of the smallest substep that was accepted */
  real kept;  /* the last end that was kept */
  mask active, fresh, rejected, last;
  real *K; /* explicit stages; the first belongs to the present state */
} k_progress;

/* The size that is given where the pass is frozen. */
K_FN real k_given_size(k_context *k, const k_loading *loading,
                       const k_pass *pass, const k_progress *p, mask *last) {
  real index = pass->counts.substeps;
  if (K_HAS_ENDS(loading)) return k_size_to_end(loading, index, p->t, last);
  *last = index + 1.0 >= pass->length;
  return k_recorded(k, pass->slot, index);
}

/* The size to try: what is left, half of it when two substeps remain, or h;
 * the given size where the pass is frozen. */
K_FN real k_next_size(k_context *k, const k_loading *loading,
                      const k_pass *pass, k_progress *p) {
  real left = loading->dt - p->t;
  real size = k_select(left < 2.0 * p->h, 0.5 * left, p->h);
  p->last = left <= p->h;
  size = k_select(p->last, left, size);
  if ((K_MIXED || K_SENSITIVITIES || K_FOLLOWS) && k_any(pass->frozen)) {
    mask end;
    real given = k_given_size(k, loading, pass, p, &end);
    p->last = (pass->frozen & end) | (k_not(pass->frozen) & p->last);
    size = k_select(pass->frozen, given, size);
  }
  return size;
}

/* Where derivatives are measured: how the factor is reduced for safety, and by
 * how much a trend may raise it.  On the path of the AutoMat paper these keep
 * its tangents within 5 rtol, their median within rtol, at the fewest
 * substeps. */
#define K_CAUTION (0.85 / 0.9)
#define K_TREND 1.3

/* The factor where the derivatives are measured.  They start from zero, like
 * t^2, and so does their tolerance: the first substep's error goes with
 * h^(q - 1).  Then the tolerance grows with them: the next error is expected
 * to change as this one did (predictive control, Gustafsson 1994). */
K_FN real k_factor_from_zero(k_context *k, k_progress *p, const k_substep *s,
                             real err, mask accepted) {
  int order = K_ORDER > 1 ? K_ORDER - 1 : 1;
  real reach = K_CAUTION * k_reach(err, K_ORDER + 1);
  mask first = p->before == 0;
  real trend = k_max(k_set(1), s->h * reach / (p->before * p->reach));
  trend = k_select(first, k_set(1), k_min(k_set(K_TREND), trend));
  p->before = k_select(accepted, s->h, p->before);
  p->reach = k_select(accepted, reach, p->reach);
  real shorter = k_select(first, K_CAUTION * k_reach(err, order), reach);
  return k_select(accepted, reach * trend, shorter);
}

/* The next size after a substep of size s->h with this error.  A substep that
 * was cut short at the end does not shorten the size it was cut from when
 * its error would have allowed the largest growth. */
K_FN real k_resize(k_context *k, k_directions n, k_progress *p,
                   const k_substep *s, real err, mask accepted) {
  real reach = n.measured ? k_factor_from_zero(k, p, s, err, accepted)
                          : k_reach(err, K_ORDER + 1);
  real factor = k_step_factor(err, reach);
  mask cut = accepted & (s->h < p->h) & (factor >= 5.0);
  factor = k_select(accepted & p->rejected, k_min(factor, k_set(1)), factor);
  return k_select(cut, k_max(p->h, factor * s->h), factor * s->h);
}

/* The size below which substeps are too small: what would hardly move the
 * time; in single precision that of the present, near the start as short as
 * in double precision. */
K_FN real k_least_size(const k_loading *loading, const k_progress *p) {
  real time = K_SINGLE ? k_max(p->t, 1.862645149230957e-9 * loading->dt)
                       : loading->dt;
  return 16.0 * K_EPSILON * time;
}

/* The size to remember: the next one; or, where derivatives are measured,
 * which start from zero in every loading step, the smallest one of this. */
K_FN real k_remembered(const k_pass *pass, const k_progress *p) {
  if (!pass->columns.count || !pass->columns.measured) return p->h;
  return k_select(pass->counts.substeps > 1.0, p->least, p->h);
}
