/* adaptive.h: substeps through one loading step, under error control or over
 * a recorded sequence. */

/* A pass carries y and the columns Z from the start of a loading step to its
 * end. */
typedef struct {
  real *y, *Z;      /* [nx], [count][nx] */
  k_columns columns;
  int slot;         /* of the sequence that is recorded or followed */
  mask frozen;      /* follow the recorded sequence */
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
  real least; /* size of the smallest substep that was accepted */
  mask active, fresh, rejected, last;
  real *K, *KZ; /* explicit stages; the first belongs to the present state */
} k_progress;

/* The size to try: what is left, half of it when two substeps remain, or h;
 * the recorded size where the pass is frozen. */
K_FN real k_next_size(k_context *k, const k_load *load, const k_pass *pass,
                      k_progress *p) {
  real left = load->dt - p->t;
  real size = k_select(left < 2.0 * p->h, 0.5 * left, p->h);
  p->last = left <= p->h;
  size = k_select(p->last, left, size);
  if (K_MIXED && k_any(pass->frozen)) {
    real given = k_recorded(k, pass->slot, pass->counts.substeps);
    mask end = pass->counts.substeps + 1.0 >= pass->length;
    p->last = (pass->frozen & end) | (k_not(pass->frozen) & p->last);
    size = k_select(pass->frozen, given, size);
  }
  return size;
}

/* Makes the first stage of an explicit scheme where it is not known yet. */
K_FN void k_first_stage(k_context *k, const k_load *load, k_pass *pass,
                        k_progress *p) {
  if (K_FAMILY != AM_FAMILY_EXPLICIT || !k_any(p->fresh)) return;
  K_ENTER;
  int columns = pass->columns.count * K_NX;
  K_ARRAY(f, K_NX);
  K_ARRAY(FZ, K_COLUMNS * K_NX);
  k_right_side(k, load, pass->columns, p->t, pass->y, pass->Z, f, FZ);
  for (int i = 0; i < K_NX; i++) p->K[i] = k_select(p->fresh, f[i], p->K[i]);
  for (int i = 0; i < columns; i++)
    p->KZ[i] = k_select(p->fresh, FZ[i], p->KZ[i]);
  k_count(&pass->counts.evaluations, p->active & p->fresh);
  K_LEAVE;
}

K_FN void k_try(k_context *k, const k_load *load, k_pass *pass,
                k_progress *p, k_substep *s) {
  k_columns n = pass->columns;
  real stages = k_select(p->active, k_set(K_STAGES), k_set(0));
  if (K_FAMILY == AM_FAMILY_EXPLICIT) {
    k_explicit_step(k, load, n, s, p->K, p->KZ);
    pass->counts.evaluations = pass->counts.evaluations +
                               k_select(p->active, stages - 1.0, stages);
  } else if (K_FAMILY == AM_FAMILY_ROSENBROCK) {
    k_rosenbrock_step(k, load, n, s);
    pass->counts.evaluations = pass->counts.evaluations + stages;
  } else {
    k_doubling_step(k, load, n, s, &pass->counts);
  }
}

/* Takes over the substep where `accepted`; its last stage is the next first
 * one when the scheme says so. */
K_FN void k_accept(k_context *k, k_pass *pass, k_progress *p,
                   k_substep *s, mask accepted) {
  int columns = pass->columns.count * K_NX;
  int last = K_STAGES - 1;
  for (int i = 0; i < K_NX; i++)
    pass->y[i] = k_select(accepted, s->y1[i], pass->y[i]);
  K_UNROLL for (int i = 0; i < columns; i++)
    pass->Z[i] = k_select(accepted, s->Z1[i], pass->Z[i]);
  s->from.sig = k_select(accepted, s->to.sig, s->from.sig);
  s->from.C = k_select(accepted, s->to.C, s->from.C);
  p->fresh = accepted;
  if (K_FAMILY != AM_FAMILY_EXPLICIT || !K_FSAL) return;
  for (int i = 0; i < K_NX; i++)
    p->K[i] = k_select(accepted, p->K[last * K_NX + i], p->K[i]);
  K_UNROLL for (int i = 0; i < columns; i++)
    p->KZ[i] = k_select(accepted, p->KZ[last * columns + i], p->KZ[i]);
  p->fresh = k_not(k_all_lanes());
}

/* The next size after a substep of size s->h with this error.  A substep that
 * was cut short at the end does not shorten the size it was cut from when
 * its error would have allowed the largest growth. */
K_FN real k_resize(k_context *k, const k_progress *p, const k_substep *s,
                   real err, mask accepted) {
  real factor = k_step_factor(k, err);
  mask cut = accepted & (s->h < p->h) & (factor >= 5.0);
  factor = k_select(accepted & p->rejected, k_min(factor, k_set(1)), factor);
  return k_select(cut, k_max(p->h, factor * s->h), factor * s->h);
}

/* Ends lanes that cannot go on. */
K_FN void k_give_up(k_context *k, const k_load *load, k_pass *pass,
                    k_progress *p, real err, mask accepted) {
  mask stuck = p->active & k_not(accepted) &
               (pass->frozen | (p->h < 16.0 * K_EPSILON * load->dt));
  mask broken = stuck & k_not(k_finite(err));
  p->attempts = p->attempts + 1.0;
  pass->invalid = pass->invalid | broken;
  pass->tiny = pass->tiny | (stuck & k_not(broken));
  p->active = p->active & k_not(stuck);
  mask endless = p->active & (p->attempts >= K_ATTEMPTS);
  pass->endless = pass->endless | endless;
  if (K_HASTY) K_DEFER(endless);
  p->active = p->active & k_not(endless);
}

K_FN void k_advance(k_context *k, const k_load *load, k_pass *pass,
                    k_progress *p, k_substep *s) {
  k_first_stage(k, load, pass, p);
  s->t = p->t;
  s->h = k_next_size(k, load, pass, p);
  s->y = pass->y;
  s->Z = pass->Z;
  k_try(k, load, pass, p, s);
  real err = k_error(k, load, pass->columns, s);
  mask accepted = p->active & k_finite(err) & (pass->frozen | (err <= 1.0));
  real h = k_resize(k, p, s, err, accepted);
  p->h = k_select(p->active, h, p->h);
  k_record(k, pass->slot, pass->counts.substeps, s->h,
           accepted & k_not(pass->frozen));
  k_accept(k, pass, p, s, accepted);
  p->least = k_select(accepted, k_min(s->h, p->least), p->least);
  p->t = k_select(accepted, k_select(p->last, load->dt, s->t + s->h), p->t);
  p->rejected = p->active & k_not(accepted);
  k_count(&pass->counts.substeps, accepted);
  k_count(&pass->counts.rejected, p->rejected);
  pass->worst = k_select(accepted, k_max(pass->worst, err), pass->worst);
  p->active = p->active & k_not(accepted & p->last);
  k_give_up(k, load, pass, p, err, accepted);
}

/* The size to remember: the next one; or, where derivatives are measured,
 * which start from zero in every loading step, the smallest one of this. */
K_FN real k_remembered(const k_pass *pass, const k_progress *p) {
  if (!pass->columns.count || !pass->columns.measured) return p->h;
  return k_select(pass->counts.substeps > 1.0, p->least, p->h);
}

K_FN int k_is_stopped(const k_context *k) { return k->stop && *k->stop; }

/* The size of the response at the start of a pass. */
K_FN k_size k_start_size(k_context *k, const k_load *load,
                         const k_pass *pass) {
  k_size size = {k_set(0), k_set(0)};
  if (!K_STRESS_CONTROL) return size;
  K_ENTER;
  K_ARRAY(sig, 6);
  K_ARRAY(C, K_COLUMNS * 6);
  k_response r = {sig, C};
  k_respond(k, load, pass->columns, k_set(0), pass->y, pass->Z, &r);
  size = k_size_of(&r, pass->columns);
  K_LEAVE;
  return size;
}

/* Adaptive schemes: the whole pass, from pass->y, pass->Z. */
K_FN void k_integrate(k_context *k, const k_load *load, k_pass *pass) {
  K_ENTER;
  K_ARRAY(K, K_STAGES * K_NX);
  K_ARRAY(KZ, K_STAGES * K_COLUMNS * K_NX);
  K_ARRAY(y1, K_NX);
  K_ARRAY(d, K_NX);
  K_ARRAY(Z1, K_COLUMNS * K_NX);
  K_ARRAY(DZ, K_COLUMNS * K_NX);
  k_substep s = {.y1 = y1, .d = d, .Z1 = Z1, .DZ = DZ};
  k_progress p = {.t = k_set(0), .least = load->dt, .K = K, .KZ = KZ};
  p.active = load->dt > 0;
  p.fresh = k_all_lanes();
  p.rejected = k_not(p.fresh);
  p.h = k_select((pass->first > 0) & (pass->first < load->dt), pass->first,
                 load->dt);
  s.from = s.to = k_start_size(k, load, pass);
  while (k_any(p.active) && !k_is_stopped(k)) k_advance(k, load, pass, &p, &s);
  pass->stopped = p.active;
  pass->next = k_remembered(pass, &p);
  pass->length = k_select(pass->frozen, pass->length, pass->counts.substeps);
  K_LEAVE;
}

/* One backward Euler step over the whole loading step. */
K_FN void k_single_step(k_context *k, const k_load *load, k_pass *pass) {
  K_ENTER;
  int columns = pass->columns.count * K_NX;
  K_ARRAY(y, K_NX);
  K_ARRAY(Z, K_COLUMNS * K_NX);
  for (int i = 0; i < K_NX; i++) y[i] = pass->y[i];
  for (int i = 0; i < columns; i++) Z[i] = pass->Z[i];
  mask good = k_implicit_step(k, load, pass->columns, load->dt, load->dt, y,
                              Z, pass->y, pass->Z, &pass->counts);
  pass->diverged = k_not(good);
  k_count(&pass->counts.substeps, good);
  K_LEAVE;
}
