/* continuation.h: the solution of a backward Euler step, by Newton's method
 * and, where that fails, at corners (cuts.h) or by shorter steps.
 *
 * Where the iteration fails, it is led to the solution by those of shorter
 * steps, whose rates weigh less: from one that is not steep, every next one
 * begins at the last solution and is ten times as long, or less where it
 * failed with every search (continuation; Allgower and Georg 1990).  For a
 * generalized standard material the solutions are unique and depend on h
 * continuously.  Of an elastic domain a part h leaves the rest of what the
 * trial state exceeds it by: the domain shrinks from there to what it is
 * (return in several stages; Yoon, Yang, Chung and Barlat 1999). */
typedef struct {
  real part;    /* of h, tried */
  real reached; /* the longest that was solved, 0: none */
  real factor;  /* from that to the next one */
  real *start;  /* its solution [ns] */
  mask wanted;  /* lanes that are not solved yet */
  real search;  /* with which it is tried */
} k_continuation;

/* The first part, from y0: one by which the rate there is not steep. */
K_FN void k_shorten(k_context *k, const k_newton *s, k_continuation *c) {
  /* of an elastic domain */
  const k_number shrunk = 0.1;
  K_UNROLL for (int i = 0; i < K_NS; i++) {
    c->start[i] = s->y0[i];
    s->at.y[i] = k_select(c->wanted, s->y0[i], s->at.y[i]);
  }
  k_linearize(k, s, c->wanted);
  real part = k_min(k_set(K_NS > K_NR ? shrunk : 1),
                    1.0 / k_steepness(k, s));
  K_UNROLL for (int i = 0; i < K_NS - K_NR; i++)
    s->domain.trial[i] = k_max(s->at.f[K_NR + i], k_set(0));
  part = k_select(part > 1e-30, part, k_set(1e-30));
  c->part = k_select(c->wanted, part, k_set(1));
}

/* The part to try after one that was `solved` or not. */
K_FN void k_lengthen(k_context *k, const k_newton *s, mask solved,
                     k_continuation *c) {
  c->reached = k_select(solved, c->part, c->reached);
  K_UNROLL for (int i = 0; i < K_NS; i++) {
    c->start[i] = k_select(solved, s->at.y[i], c->start[i]);
    s->at.y[i] = k_select(c->wanted, c->start[i], s->at.y[i]);
  }
  mask next = k_not(solved) & (c->search < K_FREE);
  c->search = k_select(next, c->search + 1.0, k_set(K_FIRST_SEARCH));
  c->factor = k_select(solved | next, c->factor, k_sqrt(c->factor));
  real longer = k_min(k_set(1), c->reached * c->factor);
  real part = k_select(c->reached > 0, longer, 1e-3 * c->part);
  part = k_select(next, c->part, part);
  c->part = k_select(c->wanted, part, k_set(1));
  c->wanted = c->wanted & (c->factor > 1.05);
}

/* Begins with y0 + h f0 and no multipliers; by how much that moves. */
K_FN real k_first_guess(k_context *k, const k_newton *s) {
  (void)k;
  real moved = k_set(0);
  K_UNROLL for (int i = 0; i < K_NR; i++) {
    real change = s->h * s->at.f[i];
    moved = moved + k_abs(change);
    s->at.y[i] = s->y0[i] + change;
  }
  K_UNROLL for (int i = 0; i < K_NS - K_NR; i++) {
    s->at.y[K_NR + i] = s->domain.modulus[i] = k_set(0);
    s->domain.trial[i] = k_set(0);
    s->domain.hardening[i] = k_set(1);
  }
  return moved;
}

/* Newton's method for the part of the step that is to be tried. */
K_FN mask k_iterate_part(k_context *k, k_newton *s, real moved,
                         const k_continuation *c) {
  real h = s->h;
  s->h = c->part * h;
  s->domain.allowed = 1.0 - c->part;
  mask solved = k_iterate(k, s, moved, c->wanted, c->search);
  s->h = h;
  s->domain.allowed = k_set(0);
  return solved;
}

/* Derivatives of a solution, if they are wanted, and quadratures. */
K_FN void k_finish_step(k_context *k, k_newton *s, const k_planes *planes) {
  mask cut = planes->cut;
  int turned = K_CUTTING && !K_FIRST_LAUNCH && k_any(cut);
  if (turned && K_NX > K_NS && !s->at.B) {
    k_rate_at(k, &s->at);
    k_keep_rates(k, s, cut);
  }
  if (s->at.B && (turned | !s->finished)) k_finish(k, s);
  if (s->at.B) k_reduce(k, s);
  if (s->at.B && turned) k_bend_kinks(k, s, planes);
  const real *rate = K_KEEPS_RATES(s) ? s->kept : s->at.f;
  K_UNROLL for (int i = K_NS; i < K_NX; i++)
    s->at.y[i] = k_fma(s->h, rate[i], s->y0[i]);
}

/* Planes of a smooth surface touch it near the solution, whose flow is that at
 * the solution: Newton's method finds it from there.  Lanes in which it is to
 * try; y [ns]: the solution on planes. */
K_FN mask k_begin_polish(k_context *k, k_newton *s, const k_planes *planes,
                         real *y) {
  mask where = planes->cut & k_is_smooth(k, planes);
  s->polished = k_any(where);
  K_UNROLL for (int i = 0; i < K_NS; i++) y[i] = s->at.y[i];
  return where;
}

/* Lanes that were not solved keep their solution on planes. */
K_FN void k_end_polish(k_context *k, k_newton *s, k_planes *planes,
                       const real *y, mask solved) {
  s->polished = 0;
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->at.y[i] = k_select(planes->cut & k_not(solved), y[i], s->at.y[i]);
  planes->cut = planes->cut & k_not(solved);
}

/* Solves for s->at.y, s->at.f being the rate f0 at the start of the step;
 * quadratures follow.  True where it converged; not in lanes whose solution is
 * hidden. */
K_FN mask k_newton_solve(k_context *k, k_newton *s, k_planes *planes) {
  /* So many parts are tried; few where a substep that fails is tried shorter
   * (implicit_euler.h). */
  const int most = K_FAMILY != AM_FAMILY_DOUBLING ? 200 : K_NS > K_NR ? 20 : 3;
  K_ENTER;
  K_ARRAY(start, K_NS);
  K_ARRAY(kept, K_LANES > 1 ? K_NX : 0);
  mask good = k_not(k_all_lanes());
  k_continuation c = {.part = k_set(1), .reached = k_set(0),
                      .factor = k_set(10), .start = start,
                      .wanted = k_all_lanes(), .search = k_set(K_FIRST_SEARCH)};
  planes->cut = good;
  s->hidden = good;
  s->kept = kept;
  s->fresh = 1;
  k_keep_rates(k, s, k_all_lanes());
  real moved = k_first_guess(k, s);
  K_ARRAY(cut, K_CUTTING ? K_NS : 0);
  int cuts = K_CUTTING ? 1 : 0; /* parts before they get shorter */
  mask left = planes->cut;

  for (int i = 0; i < most && k_any(c.wanted); i++) {
    mask solved = k_iterate_part(k, s, moved, &c);
    moved = k_set(0);
    if (K_CUTTING && s->polished) {
      k_end_polish(k, s, planes, cut, solved);
      c.wanted = left;
    }
    good = good | (solved & (c.part == 1.0));
    c.wanted = c.wanted & k_not(good) &
               (s->counts->evaluations < k->budget);
    if (!k_rarely(k, c.wanted)) break;
    if (K_CUTTING && !i) {
      good = good | k_cut_lanes(k, s, c.wanted, planes);
      left = c.wanted & k_not(good | s->hidden);
      c.wanted = k_begin_polish(k, s, planes, cut);
      if (s->polished) cuts = 2;
      if (s->polished) continue;
      c.wanted = left;
    }
    c.wanted = c.wanted & k_not(good | s->hidden);
    if (i > cuts)
      k_lengthen(k, s, solved, &c);
    else if (i == cuts)
      k_shorten(k, s, &c);
  }

  good = good & k_not(K_FREE_FLOW(k_flows_freely(k, s, planes->cut)));
  s->hidden = s->hidden | (k_steepness(k, s) > K_STEEP);
  k_count(&s->counts->steep, s->hidden & k_not(good));
  k_finish_step(k, s, planes);
  K_LEAVE;
  return good;
}
