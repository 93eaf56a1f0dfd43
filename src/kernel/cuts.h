/* cuts.h: the solution of a backward Euler step at a corner or an apex of an
 * elastic domain, where a surface has no tangent plane, but many.
 *
 * What f_k is beyond at any state, a half space N·A <= N·A_j - f_k(A_j) with
 * N = df_k/dA(A_j), holds the whole of a convex domain.  The return to a few of
 * them is a linear complementarity problem,
 *
 *     y = y0 + sum_j mu_j N_j,   mu_j >= 0,   v_j = N_j·A(y) - c_j <= 0,
 *     mu_j v_j = 0,
 *
 * and the state it leads to, where it is beyond a surface yet, another half
 * space (cutting planes; Kelley 1960).  Where it ends the flow is a sum of
 * normals of half spaces that touch the domain there, any subgradient that is
 * needed: the return to the apex of a cone or to an edge between planes (de
 * Souza Neto, Peric and Owen 2008, chapter 8), which takes two or three of them
 * where elasticity is isotropic.  Curved surfaces would take many: this is
 * tried where Newton's method fails, for domains that depend on forces alone. */

/* Of each surface, and in all. */
#define K_SLOTS (12 / (K_ND < 1 ? 1 : K_ND < 4 ? K_ND : 4))
#define K_CUTS (K_CUTTING ? K_SLOTS * K_ND : 0)
#define K_CUT_ITERATIONS 30

typedef struct {
  k_point at;       /* y, eps, f, J of its own */
  const real *y0;
  real h;
  mask open;        /* lanes that look for their solution */
  real *N;          /* [cuts][nr] flow of a unit of … */
  real *share;      /* [cuts] … mu_j */
  real *limit;      /* [cuts] c_j */
  real *used;       /* [cuts] 1: there is one, 0: none */
  real *excess;     /* [cuts] v_j */
  real *G;          /* [cuts][cuts] N_i M N_j */
  real *A, *Ae, *M; /* [ns] forces, dA/deps [ns][6 + nf], -dA/dy [ns][ns] */
  real count;       /* of evaluations */
} k_cuts;

/* The law at y. */
K_FN void k_evaluate_cuts(k_context *k, k_cuts *c) {
  k_jacobian_at(k, &c->at);
  k_forces(k, c->at.eps, c->at.y, c->A, c->Ae);
  k_metric_of(k, &c->at, c->at.y, c->M);
  k_count(&c->count, c->open);
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    real beyond = k_dot(c->N + j * K_NR, c->A, K_NR) - c->limit[j];
    c->excess[j] = k_select(c->used[j] > 0, beyond, k_set(0));
  }
}

/* The half space of surface i takes a place that is free, or whose share is
 * zero. */
K_FN void k_add_cut(k_context *k, k_cuts *c, int i, mask where) {
  const real *J = c->at.J;
  real f = c->at.f[K_NR + i];
  K_LOOP for (int n = 0; n < 2 * K_SLOTS; n++) {
    int j = i * K_SLOTS + n % K_SLOTS;
    mask here = where & k_not(c->share[j] > 0);
    if (n < K_SLOTS) here = where & k_not(c->used[j] > 0);
    real *N = c->N + j * K_NR, limit = -f;
    K_LOOP for (int m = 0; m < K_NR; m++) {
      real normal = J[m * K_NS + K_NR + i];
      N[m] = k_select(here, normal, N[m]);
      limit = k_fma(normal, c->A[m], limit);
    }
    c->limit[j] = k_select(here, limit, c->limit[j]);
    c->excess[j] = k_select(here, f, c->excess[j]);
    c->used[j] = k_select(here, k_set(1), c->used[j]);
    where = where & k_not(here);
  }
}

/* The largest excess, of surfaces and of half spaces that are touched, as a
 * strain; a surface that is beyond what its half spaces know gets another. */
K_FN real k_judge_cuts(k_context *k, k_cuts *c, real tolerance) {
  real worst = k_set(0);
  K_LOOP for (int i = 0; i < K_ND; i++) {
    mask flat;
    real modulus = k_modulus(k, &c->at, i, &flat), f = c->at.f[K_NR + i];
    real known = k_set(-K_INFINITY), most = f;
    K_LOOP for (int j = i * K_SLOTS; j < (i + 1) * K_SLOTS; j++) {
      real v = c->excess[j];
      known = k_select(c->used[j] > 0, k_max(known, v), known);
      most = k_select(c->share[j] > 0, k_larger(most, k_abs(v)), most);
    }
    worst = k_larger(worst, most / modulus);
    k_add_cut(k, c, i, c->open & (f > tolerance * modulus) &
                           k_not(known > 0.999 * f));
  }
  return worst;
}

/* G, and in excess what it is without any share. */
K_FN void k_couple_cuts(k_context *k, k_cuts *c) {
  K_LOOP for (int i = 0; i < K_CUTS; i++) {
    real left = c->excess[i];
    K_LOOP for (int j = 0; j < K_CUTS; j++) {
      real sum = k_set(0);
      K_LOOP for (int m = 0; m < K_NR; m++)
        sum = k_fma(c->N[j * K_NR + m],
                    k_dot(c->M + m * K_NS, c->N + i * K_NR, K_NR), sum);
      c->G[j * K_CUTS + i] = sum;
      left = k_fma(sum, c->share[j], left);
    }
    c->excess[i] = left;
  }
}

/* What is left of the excess of i. */
K_FN real k_left_of(k_context *k, const k_cuts *c, int i) {
  (void)k;
  real left = c->excess[i];
  K_LOOP for (int j = 0; j < K_CUTS; j++)
    left = k_fnma(c->G[i * K_CUTS + j], c->share[j], left);
  return left;
}

/* Shares by sweeps of Gauss and Seidel, projected. */
K_FN void k_sweep_cuts(k_context *k, k_cuts *c) {
  K_LOOP for (int n = 0; n < 30; n++)
    K_LOOP for (int i = 0; i < K_CUTS; i++) {
      real own = c->G[i * K_CUTS + i];
      mask used = c->open & (c->used[i] > 0) & (own > 0);
      if (!k_any(used)) continue;
      real share = c->share[i] + k_left_of(k, c, i) / own;
      c->share[i] = k_select(used, k_max(share, k_set(0)), c->share[i]);
    }
}

/* The shares x of the half spaces that are `touched`, with no excess there;
 * those that others say all of have none.  W [cuts][cuts]. */
K_FN void k_touch_cuts(k_context *k, const k_cuts *c, const real *touched,
                       real *W, real *x) {
  (void)k;
  K_LOOP for (int i = 0; i < K_CUTS; i++) {
    x[i] = touched[i] * c->excess[i];
    K_LOOP for (int j = 0; j < K_CUTS; j++)
      W[i * K_CUTS + j] = touched[i] * touched[j] * c->G[i * K_CUTS + j];
  }
  K_LOOP for (int i = 0; i < K_CUTS; i++) {
    real pivot = W[i * K_CUTS + i];
    mask good = pivot > 1e3 * K_EPSILON * c->G[i * K_CUTS + i];
    real inverse = k_select(good, 1.0 / pivot, k_set(0));
    W[i * K_CUTS + i] = inverse;
    K_LOOP for (int l = i + 1; l < K_CUTS; l++) {
      real factor = W[l * K_CUTS + i] * inverse;
      x[l] = k_fnma(factor, x[i], x[l]);
      K_LOOP for (int j = i + 1; j < K_CUTS; j++)
        W[l * K_CUTS + j] =
            k_fnma(factor, W[i * K_CUTS + j], W[l * K_CUTS + j]);
    }
  }
  K_LOOP for (int i = K_CUTS - 1; i >= 0; i--) {
    K_LOOP for (int j = i + 1; j < K_CUTS; j++)
      x[i] = k_fnma(W[i * K_CUTS + j], x[j], x[i]);
    x[i] = x[i] * W[i * K_CUTS + i];
  }
}

/* Shares that leave no excess, by the active set that the sweeps found and few
 * more (a primal-dual active set; Hintermueller, Ito and Kunisch 2003). */
K_FN void k_share_cuts(k_context *k, k_cuts *c) {
  K_ENTER;
  K_ARRAY(W, K_CUTS * K_CUTS);
  K_ARRAY(x, K_CUTS);
  K_ARRAY(touched, K_CUTS);
  k_couple_cuts(k, c);
  k_sweep_cuts(k, c);
  K_LOOP for (int i = 0; i < K_CUTS; i++)
    touched[i] = k_select(c->share[i] > 0, k_set(1), k_set(0));
  K_LOOP for (int n = 0; n < 6; n++) {
    k_touch_cuts(k, c, touched, W, x);
    K_LOOP for (int i = 0; i < K_CUTS; i++)
      c->share[i] = k_select(c->open, k_max(x[i], k_set(0)), c->share[i]);
    K_LOOP for (int i = 0; i < K_CUTS; i++) {
      mask more = (c->used[i] > 0) & k_not(touched[i] > 0) &
                  (k_left_of(k, c, i) > 0);
      touched[i] = k_select((x[i] > 0) | more, k_set(1), k_set(0));
    }
  }
  K_LEAVE;
}

/* y, and in it the multipliers. */
K_FN void k_follow_cuts(k_context *k, k_cuts *c) {
  real inverse = k_select(c->h > 0, 1.0 / c->h, k_set(0));
  K_LOOP for (int m = 0; m < K_NR; m++) {
    real sum = c->y0[m];
    K_LOOP for (int j = 0; j < K_CUTS; j++)
      sum = k_fma(c->share[j], c->N[j * K_NR + m], sum);
    c->at.y[m] = k_select(c->open, sum, c->at.y[m]);
  }
  K_LOOP for (int i = 0; i < K_ND; i++) {
    real sum = k_set(0);
    K_LOOP for (int n = 0; n < K_SLOTS; n++)
      sum = sum + c->share[i * K_SLOTS + n];
    c->at.y[K_NR + i] =
        k_select(c->open, sum * inverse, c->at.y[K_NR + i]);
  }
  (void)k;
}

/* What rounding makes of elastic strains, or Newton's tolerance. */
K_FN real k_tolerance_of_cuts(k_context *k, const k_cuts *c) {
  real sum = k_set(0);
  K_LOOP for (int i = 0; i < K_NR; i++) sum = sum + k_abs(c->at.y[i]);
  K_LOOP for (int i = 0; i < 6; i++) sum = sum + k_abs(c->at.eps[i]);
  return k_max(4.0 * K_EPSILON * sum,
               k_set((k_number)k->solver->newton * K_YIELD_STRAIN));
}

/* Looks for the solution in the lanes that are open, from y = y0; true where it
 * was found. */
K_FN mask k_solve_cuts(k_context *k, k_cuts *c) {
  mask good = k_not(k_all_lanes());
  for (int n = 0; n < K_CUT_ITERATIONS && k_any(c->open); n++) {
    k_evaluate_cuts(k, c);
    real tolerance = k_tolerance_of_cuts(k, c);
    mask settled = c->open & (k_judge_cuts(k, c, tolerance) <= tolerance);
    good = good | settled;
    c->open = c->open & k_not(settled);
    k_share_cuts(k, c);
    k_follow_cuts(k, c);
  }
  return good;
}

/* Tangents.  Where several half spaces of a surface are touched the flow N is
 * their mean by shares, and what stays touched is each of them: flows turn, by
 * any amount, from one to another,
 *
 *     dy = N dmu + T dA,   T = t sum_j (N_j - N) (N_j - N)',   N·dA = 0,
 *
 * with t so large that (N_j - N)·dA is nothing.  Directions that no half space
 * was needed for have the curvature of the surface where each of them touches
 * it, at a distance from the kink that is small: as large a one. */
#define K_DISTANCE (K_SINGLE ? 1e-4 : 1e-11)
#define K_KINK (K_SINGLE ? 1e3 : 1e8) /* t over 1/(N M N) */

typedef struct {
  real *kinked;     /* [nd] 1 where several half spaces are touched, or 0 */
  real *block;      /* [ns][ns] what J becomes (k_bend_kinks), … */
  real *strain;     /* [ns][6 + nf] … and B */
} k_kinks;

/* N of surface i, and N M N. */
K_FN real k_mean_flow(k_context *k, const k_cuts *c, int i, real *N) {
  real total = k_set(0), modulus = k_set(0);
  K_LOOP for (int n = 0; n < K_SLOTS; n++)
    total = total + c->share[i * K_SLOTS + n];
  K_LOOP for (int m = 0; m < K_NR; m++) {
    real sum = k_set(0);
    K_LOOP for (int j = i * K_SLOTS; j < (i + 1) * K_SLOTS; j++)
      sum = k_fma(c->share[j], c->N[j * K_NR + m], sum);
    N[m] = sum / k_select(total > 0, total, k_set(1));
  }
  K_LOOP for (int m = 0; m < K_NR; m++)
    modulus = k_fma(N[m], k_dot(c->M + m * K_NS, N, K_NR), modulus);
  return k_select(modulus > 0, modulus, K_STRESS_SCALE);
}

/* x = D·dA by strains and state, of a flow D. */
K_FN void k_force_along(k_context *k, const k_cuts *c, const real *D,
                        real *by_state, real *by_strain) {
  (void)k;
  K_LOOP for (int j = 0; j < K_NR; j++) {
    by_state[j] = k_set(0);
    K_LOOP for (int m = 0; m < K_NR; m++)
      by_state[j] = k_fnma(D[m], c->M[m * K_NS + j], by_state[j]);
  }
  K_LOOP for (int j = 0; j < K_INPUTS; j++) {
    by_strain[j] = k_set(0);
    K_LOOP for (int m = 0; m < K_NR; m++)
      by_strain[j] = k_fma(D[m], c->Ae[m * K_INPUTS + j], by_strain[j]);
  }
}

/* Adds `factor` times flow D times what D·dA is to the rows of the state. */
K_FN void k_add_turn(k_context *k, const k_cuts *c, const real *D, real factor,
                     k_kinks *kinks) {
  K_ENTER;
  K_ARRAY(by_state, K_NS);
  K_ARRAY(by_strain, K_INPUTS);
  k_force_along(k, c, D, by_state, by_strain);
  K_LOOP for (int m = 0; m < K_NR; m++) {
    real own = factor * D[m];
    K_LOOP for (int j = 0; j < K_NR; j++)
      kinks->block[m * K_NS + j] =
          k_fma(own, by_state[j], kinks->block[m * K_NS + j]);
    K_LOOP for (int j = 0; j < K_INPUTS; j++)
      kinks->strain[m * K_INPUTS + j] =
          k_fma(own, by_strain[j], kinks->strain[m * K_INPUTS + j]);
  }
  K_LEAVE;
}

/* Is surface i at a kink? */
K_FN void k_note_kink(k_context *k, const k_cuts *c, int i, mask good,
                      k_kinks *kinks) {
  (void)k;
  real touched = k_set(0);
  K_LOOP for (int j = i * K_SLOTS; j < (i + 1) * K_SLOTS; j++)
    touched = touched + k_select(c->share[j] > 0, k_set(1), k_set(0));
  kinks->kinked[i] = k_select(good & (touched > 1), k_set(1), k_set(0));
}

/* Flow at the kinks of surface i, and what stays touched. */
K_FN void k_turn_cuts(k_context *k, const k_cuts *c, int i, k_kinks *kinks) {
  K_ENTER;
  K_ARRAY(N, K_NR);
  K_ARRAY(D, K_NR);
  int row = K_NR + i;
  real modulus = k_mean_flow(k, c, i, N);
  real scale = 1.0 / (modulus * k_select(c->h > 0, c->h, k_set(1)));
  K_LOOP for (int j = i * K_SLOTS; j < (i + 1) * K_SLOTS; j++) {
    mask turns = (c->share[j] > 0) & (kinks->kinked[i] > 0);
    K_LOOP for (int m = 0; m < K_NR; m++)
      D[m] = k_select(turns, c->N[j * K_NR + m] - N[m], k_set(0));
    k_add_turn(k, c, D, K_KINK * scale, kinks);
  }
  k_force_along(k, c, N, kinks->block + row * K_NS,
                kinks->strain + row * K_INPUTS);
  K_LOOP for (int j = 0; j < K_NR; j++) {
    kinks->block[j * K_NS + row] = N[j];
    kinks->block[row * K_NS + j] = scale * kinks->block[row * K_NS + j];
  }
  K_LOOP for (int j = 0; j < K_INPUTS; j++)
    kinks->strain[row * K_INPUTS + j] =
        scale * kinks->strain[row * K_INPUTS + j];
  K_LEAVE;
}

/* To a state close to y, where of surface i half space j alone is touched, with
 * its share of the multiplier. */
K_FN void k_go_to_cut(k_context *k, k_cuts *c, int i, int j, const real *y) {
  K_ENTER;
  K_ARRAY(N, K_NR);
  k_mean_flow(k, c, i, N);
  mask touched = c->share[j] > 0;
  real inverse = k_select(c->h > 0, 1.0 / c->h, k_set(0));
  K_LOOP for (int m = 0; m < K_NR; m++) {
    real way = K_DISTANCE * (N[m] - c->N[j * K_NR + m]);
    c->at.y[m] = y[m] + k_select(touched, way, k_set(0));
  }
  K_LOOP for (int l = 0; l < K_ND; l++) c->at.y[K_NR + l] = k_set(0);
  c->at.y[K_NR + i] = c->share[j] * inverse;
  K_LEAVE;
}

/* What flows turn by with stresses, in rows of the state: the sum of that of
 * half spaces that are touched. */
K_FN void k_curve_cuts(k_context *k, k_cuts *c, const real *y,
                       k_kinks *kinks) {
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    if (!k_any(c->share[j] > 0)) continue;
    k_go_to_cut(k, c, j / K_SLOTS, j, y);
    k_gradient_at(k, &c->at);
    K_LOOP for (int m = 0; m < K_NR * K_NS; m++)
      kinks->block[m] = kinks->block[m] + c->at.J[m];
    K_LOOP for (int m = 0; m < K_NR * K_INPUTS; m++)
      kinks->strain[m] = kinks->strain[m] + c->at.B[m];
  }
}

/* Solves for y as k_solve_cuts does, and finds the kinks there. */
K_CALL mask k_cut(k_context *k, k_cuts *c, k_kinks *kinks) {
  K_ENTER;
  K_ARRAY(y, K_NS);
  K_LOOP for (int i = 0; i < K_CUTS * K_NR; i++) c->N[i] = k_set(0);
  K_LOOP for (int i = 0; i < K_CUTS; i++)
    c->used[i] = c->share[i] = c->limit[i] = k_set(0);
  mask good = k_solve_cuts(k, c);
  K_LOOP for (int i = 0; i < K_NS; i++) y[i] = c->at.y[i];
  K_LOOP for (int i = 0; i < K_NS * K_NS; i++) kinks->block[i] = k_set(0);
  K_LOOP for (int i = 0; i < K_NS * K_INPUTS; i++) kinks->strain[i] = k_set(0);
  K_LOOP for (int i = 0; i < K_ND; i++) k_note_kink(k, c, i, good, kinks);
  if (c->at.B) {
    k_curve_cuts(k, c, y, kinks);
    K_LOOP for (int i = 0; i < K_ND; i++) k_turn_cuts(k, c, i, kinks);
  }
  K_LOOP for (int i = 0; i < K_NS; i++) c->at.y[i] = y[i];
  K_LEAVE;
  return good;
}

/* The same for the lanes of `wanted` of an iteration that failed. */
K_FN mask k_cut_lanes(k_context *k, k_newton *s, mask wanted, k_kinks *kinks) {
  K_ENTER;
  K_ARRAY(y, K_NX);
  K_ARRAY(y0, K_NX);
  K_ARRAY(eps, K_INPUTS);
  K_ARRAY(f, K_NX);
  K_ARRAY(J, K_NX * K_NS);
  K_ARRAY(B, K_NX * K_INPUTS);
  K_ARRAY(P, K_PATH * K_COMPLIANCE_ROOM);
  K_ARRAY(E, K_PATH * 6 * K_NS);
  K_ARRAY(N, K_CUTS * K_NR);
  K_ARRAY(share, K_CUTS);
  K_ARRAY(limit, K_CUTS);
  K_ARRAY(used, K_CUTS);
  K_ARRAY(excess, K_CUTS);
  K_ARRAY(G, K_CUTS * K_CUTS);
  K_ARRAY(A, K_NS);
  K_ARRAY(Ae, K_NS * K_INPUTS);
  K_ARRAY(M, K_NS * K_NS);
  k_cuts c = {.at = {.loading = s->at.loading, .t = s->at.t, .eps = eps,
                     .rate = s->at.rate, .y = y, .f = f, .J = J,
                     .B = s->at.B ? B : 0,
                     .P = P, .E = E},
              .y0 = y0, .h = s->h, .open = wanted, .N = N, .share = share,
              .limit = limit, .used = used, .excess = excess, .G = G, .A = A,
              .Ae = Ae, .M = M, .count = k_set(0)};
  K_UNROLL for (int i = 0; i < K_NX; i++) y[i] = y0[i] = s->y0[i];
  K_UNROLL for (int i = 0; i < K_INPUTS; i++) eps[i] = s->at.eps[i];
  mask good = k_cut(k, &c, kinks);
  K_UNROLL for (int i = 0; i < K_NS; i++)
    s->at.y[i] = k_select(wanted, y[i], s->at.y[i]);
  s->counts->evaluations = s->counts->evaluations + c.count;
  s->counts->iterations = s->counts->iterations + c.count;
  K_LEAVE;
  return good;
}

/* J and B of the lanes with kinks. */
K_FN void k_bend_kinks(k_context *k, const k_newton *s,
                       const k_kinks *kinks) {
  real inverse = k_select(s->h > 0, 1.0 / s->h, k_set(0));
  mask any = k_not(k_all_lanes());
  K_UNROLL for (int i = 0; i < K_ND; i++)
    any = any | (kinks->kinked[i] > 0);
  K_UNROLL for (int i = 0; i < K_NS; i++) {
    mask here = any;
    if (i >= K_NR) here = kinks->kinked[i - K_NR] > 0;
    K_UNROLL for (int j = 0; j < K_NS; j++) {
      int at = i * K_NS + j;
      mask turned = here;
      if (j >= K_NR) turned = here & (kinks->kinked[j - K_NR] > 0);
      s->at.J[at] = k_select(turned, kinks->block[at], s->at.J[at]);
    }
    K_UNROLL for (int j = 0; j < K_INPUTS; j++) {
      int at = i * K_INPUTS + j;
      s->at.B[at] = k_select(here, kinks->strain[at], s->at.B[at]);
    }
    if (i >= K_NR)
      s->at.J[i * K_NS + i] =
          k_select(here, inverse, s->at.J[i * K_NS + i]);
  }
}
