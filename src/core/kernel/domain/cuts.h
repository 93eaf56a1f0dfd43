/* cuts.h: solution of a backward Euler step at an edge or apex of an elastic
 * domain by cutting planes (docs/theory.md, section 9.5), after Newton's method
 * has failed. Each iterate y_j defines a plane v_j of a surface, with the flow
 * N_j, and
 *
 *     y = y0 + sum_j x_j N_j,   x_j >= 0,   v_j(y) <= 0,   x_j v_j(y) = 0
 *
 * is a complementarity problem. A solution outside the domain defines another
 * plane. Planes do not bound a nonconvex domain: a solution whose surface flows
 * although its f is nonzero is rejected. */

#define K_CUTS (K_CUTTING ? 24 : 0)

/* Planes, and the solution on them */
#define K_PLANE_ARRAYS(ARRAY, of)                                             \
  ARRAY(of, N, K_CUTS * K_NR)     /* [cuts][nr] flow of a unit multiplier */  \
  ARRAY(of, R, K_CUTS * K_NR)     /* [cuts][nr] -df/dy */                     \
  ARRAY(of, Q, K_CUTS * K_INPUTS) /* [cuts][6 + nf] df/deps, or unused */     \
  ARRAY(of, limit, K_CUTS)        /* v_j(y0) */                               \
  ARRAY(of, owner, K_CUTS)        /* surface, -1: unused */                   \
  ARRAY(of, share, K_CUTS)        /* x_j */                                   \
  /* a_j and level_j of planes in forces (bent_planes.h) */                   \
  ARRAY(of, a, K_BENDS ? K_CUTS * K_NR : 0)                                   \
  ARRAY(of, level, K_BENDS ? K_CUTS : 0)                                      \
  /* [cuts][nr] vector from y to a state that touches only plane j */         \
  ARRAY(of, touch, K_CUTS * K_NR)                                             \
  /* J [ns][ns] and B [ns][6 + nf] of the solution (kinks.h) */               \
  ARRAY(of, block, K_CUTS ? K_NS * K_NS : 0)                                  \
  ARRAY(of, strain, K_CUTS ? K_NS * K_INPUTS : 0)

typedef struct {
  K_PLANE_ARRAYS(K_MEMBER_ARRAY, p)
  mask cut;       /* lanes whose solution lies on planes … */
  mask projected; /* … and was found by projections (projection.h) */
  int differentiated; /* true if derivatives of the solution are requested */
} k_planes;

#define K_CLEAR_ARRAY(of, name, size)     \
  K_LOOP for (int i = 0; i < (size); i++) \
    of->name[i] = k_select(where, k_set(0), of->name[i]);

/* Clears all planes, in lanes of `where`. */
K_FN void k_clear_planes(k_context *k, const k_planes *p, mask where) {
  K_PLANE_ARRAYS(K_CLEAR_ARRAY, p)
  K_LOOP for (int j = 0; j < K_CUTS; j++)
    p->owner[j] = k_select(where, k_set(-1), p->owner[j]);
}

/* Sum of the flows of the planes of surface i (-1: of all) [nr], weighted by
 * their shares; returns the sum of their lengths. */
K_FN real k_sum_flows(k_context *k, const k_planes *p, int i, real *sum) {
  real length = k_set(0);
  k_zero(sum, K_NR);
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    const real *N = p->N + j * K_NR;
    mask own = (p->owner[j] == i) | k_where(i < 0);
    real share = k_select(own, p->share[j], k_set(0));
    length = k_fma(share, k_sqrt(k_square(N, K_NR)), length);
    K_LOOP for (int m = 0; m < K_NR; m++)
      sum[m] = k_fma(share, N[m], sum[m]);
  }
  return length;
}

/* Center y0 + p of a projection, near which forces serve as coordinates
 * (projection.h) */
typedef struct {
  const real *y0;  /* [nx] */
  real *p;         /* [nr] */
  real *M;         /* [ns][ns] -dA/dy, under K_PATH at given stresses */
  real *has_force; /* [nr] 0: the force does not depend on the state */
  real *stiffness; /* [nr] -dA_m/dy_m at fixed strain */
  real *g;         /* [nr] metric: bound of -dA/dy at fixed strain, one number
                      for each variable */
  k_lu *lu;        /* factors of -dA/dy at fixed strain */
} k_center;

K_FN void k_evaluate_projected(k_context *k, const k_point *at,
                               const k_center *q, const real *s);

typedef struct {
  k_point at;       /* with its own y, eps, f and J */
  const real *y0;
  real h;
  mask open;        /* lanes without a solution so far */
  k_planes planes;
  const k_center *center; /* NULL: y is a state, else the coordinates s around
                             this center */
  real *excess;     /* [cuts] v_j(y) */
  real *A, *M;      /* [ns], [ns][ns] forces and -dA/dy at y, under K_BENDS */
  real count;       /* number of evaluations */
} k_cuts;

K_FN void k_bend_plane(k_context *k, const k_cuts *c, int i, int j, mask here);
K_FN void k_linearize_planes(k_context *k, const k_cuts *c);

/* Evaluates the law at y, and the excess over all planes. */
K_FN void k_evaluate_cuts(k_context *k, k_cuts *c) {
  const k_planes *p = &c->planes;
  if (c->center)
    k_evaluate_projected(k, &c->at, c->center, c->at.y);
  else if (c->at.B)
    k_gradient_at(k, &c->at);
  else
    k_jacobian_at(k, &c->at);
  k_count(&c->count, c->open);
  if (K_BENDS && !c->center) k_linearize_planes(k, c);
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    real sum = p->limit[j];
    K_LOOP for (int m = 0; m < K_NR; m++)
      sum = k_fnma(p->R[j * K_NR + m], c->at.y[m] - c->y0[m], sum);
    c->excess[j] = sum;
  }
}

/* Index for a new plane: an unused one, else the plane without flow with the
 * most negative excess; -1: none. */
K_FN real k_free_place(k_context *k, const k_cuts *c) {
  real place = k_set(-1), least = k_set(0);
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    mask empty = c->planes.owner[j] < 0;
    real left = k_select(empty, k_set(-K_INFINITY), c->excess[j]);
    mask here = (empty | (c->planes.share[j] == 0)) & (left < least);
    place = k_select(here, k_set(j), place);
    least = k_select(here, left, least);
  }
  return place;
}

/* Adds the plane of surface i at y. */
K_FN void k_add_cut(k_context *k, const k_cuts *c, int i, mask where) {
  const k_planes *p = &c->planes;
  const real *J = c->at.J;
  real place = k_free_place(k, c);
  K_LOOP for (int j = 0; j < K_CUTS; j++) {
    mask here = where & (place == j);
    real *N = p->N + j * K_NR, *R = p->R + j * K_NR;
    real limit = c->at.f[K_NR + i];
    K_LOOP for (int m = 0; m < K_NR; m++) {
      real row = -J[(K_NR + i) * K_NS + m];
      limit = k_fma(row, c->at.y[m] - c->y0[m], limit);
      N[m] = k_select(here, J[m * K_NS + K_NR + i], N[m]);
      R[m] = k_select(here, row, R[m]);
    }
    K_LOOP for (int m = 0; c->at.B && m < K_INPUTS; m++) {
      real *own = p->Q + j * K_INPUTS + m;
      *own = k_select(here, c->at.B[(K_NR + i) * K_INPUTS + m], *own);
    }
    p->limit[j] = k_select(here, limit, p->limit[j]);
    p->share[j] = k_select(here, k_set(0), p->share[j]);
    c->excess[j] = k_select(here, c->at.f[K_NR + i], c->excess[j]);
    p->owner[j] = k_select(here, k_set(i), p->owner[j]);
    if (K_BENDS && !c->center) k_bend_plane(k, c, i, j, here);
  }
}

/* Returns the largest violation, as a strain, of the conditions of a solution:
 * no excess, and no flow of a surface with nonzero f. Adds a plane for each
 * surface whose f exceeds its planes. A plane above f is no bound, because the
 * forces are nonlinear in the state, and is replaced by the new one. */
K_FN real k_judge_cuts(k_context *k, const k_cuts *c, real tolerance) {
  const k_planes *p = &c->planes;
  real worst = k_set(0);
  K_LOOP for (int i = 0; i < K_ND; i++) {
    real f = c->at.f[K_NR + i], slope = c->at.slope[i];
    real unit = k_sqrt(k_select(slope > 0, slope, k_set(1)));
    real known = k_set(-K_INFINITY), most = f;
    mask bent = k_not(k_all_lanes());
    mask off = c->open & (k_abs(f) > tolerance * unit);
    K_LOOP for (int j = 0; j < K_CUTS; j++) {
      mask own = p->owner[j] == i;
      mask beyond = own & off & (c->excess[j] > f + tolerance * unit);
      bent = bent | beyond;
      p->owner[j] = k_select(beyond, k_set(-1), p->owner[j]);
      known = k_select(own, k_max(known, c->excess[j]), known);
      most = k_select(own & (p->share[j] > 0), k_max_nan(most, k_abs(f)), most);
    }
    worst = k_max_nan(worst, most / unit);
    k_add_cut(k, c, i, c->open & (bent | ((f > tolerance * unit) &
                                          k_not(known > 0.999 * f))));
  }
  return worst;
}

/* Lanes in which all planes with flow touch y. A plane that does not touch y
 * has the flow of a neighbouring point of a curved surface, even if f is zero
 * at y. */
K_FN mask k_planes_touch(k_context *k, const k_cuts *c, real tolerance) {
  const k_planes *p = &c->planes;
  mask touch = k_all_lanes();
  K_LOOP for (int i = 0; i < K_ND; i++) {
    real unit = k_sqrt(c->at.slope[i]);
    K_LOOP for (int j = 0; j < K_CUTS; j++) {
      mask flows = (p->owner[j] == i) & (p->share[j] > 0);
      touch = touch & (k_not(flows) |
                       (k_abs(c->excess[j]) <= k_touch() * tolerance * unit));
    }
  }
  return touch;
}

/* Sets the state y0 + sum_j x_j N_j, in lanes of `where`. */
K_FN void k_follow_flows(k_context *k, const k_cuts *c, mask where) {
  K_LOOP for (int m = 0; m < K_NR; m++) {
    real sum = c->y0[m];
    K_LOOP for (int j = 0; j < K_CUTS; j++)
      sum = k_fma(c->planes.share[j], c->planes.N[j * K_NR + m], sum);
    c->at.y[m] = k_select(where, sum, c->at.y[m]);
  }
}

/* at: state close to y that touches only plane j, with the share of the plane
 * as multiplier of its surface. */
K_FN void k_near_plane(k_context *k, const k_cuts *c, int j, const real *y,
                       real *at) {
  const k_planes *p = &c->planes;
  real inverse = k_select(c->h > 0, 1.0 / c->h, k_set(0));
  K_LOOP for (int m = 0; m < K_NR; m++)
    at[m] = y[m] + p->touch[j * K_NR + m];
  K_LOOP for (int i = 0; i < K_ND; i++)
    at[K_NR + i] = k_select(p->owner[j] == i, p->share[j] * inverse, k_set(0));
}

/* Computes the multipliers that leave no excess, and the resulting state. */
K_FN void k_share_cuts(k_context *k, k_cuts *c) {
  const k_planes *p = &c->planes;
  K_COMPLEMENTARITY(own, K_CUTS, K_SEATS(K_CUTS), p->R, p->N);
  real step = k_select(c->h > 0, 1.0 / c->h, k_set(0));
  K_LOOP for (int j = 0; j < K_CUTS; j++)
    own.v[j] = k_select(p->owner[j] >= 0, p->limit[j], k_set(-1));
  c->open = k_solve_complementarity(k, &own, c->open);
  k_assign_in(c->open, p->share, own.x, K_CUTS);
  k_follow_flows(k, c, c->open);
  K_LOOP for (int i = 0; i < K_ND; i++) {
    real sum = k_set(0);
    K_LOOP for (int j = 0; j < K_CUTS; j++)
      sum = sum + k_select(p->owner[j] == i, p->share[j], k_set(0));
    c->at.y[K_NR + i] = k_select(c->open, sum * step, c->at.y[K_NR + i]);
  }
}

/* Iterates from y = y0 in open lanes; returns the lanes with a solution. */
K_FN mask k_solve_cuts(k_context *k, k_cuts *c) {
  const int iterations = 60;
  mask good = k_not(k_all_lanes());
  for (int n = 0; n < iterations && k_any(c->open); n++) {
    k_evaluate_cuts(k, c);
    real tolerance = k_surface_tolerance(k, c->at.eps);
    if (c->center) tolerance = k_touch() * tolerance;
    mask settled = c->open & (k_judge_cuts(k, c, tolerance) <= tolerance);
    if (k_any(settled))
      good = good | (settled & k_planes_touch(k, c, tolerance));
    c->open = c->open & k_not(settled);
    k_share_cuts(k, c);
  }
  return good;
}
