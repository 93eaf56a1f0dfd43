/* complementarity.h: a small linear complementarity problem (docs/theory.md,
 * section 9.2),
 *
 *     x_j >= 0,   v_j - sum_l G_jl x_l <= 0,   x_j (v_j - sum_l G_jl x_l) = 0,
 *
 * with G_jl = a_j·d_l of rank at most K_NR: multipliers x of surfaces, a_j =
 * -df_j/dy, and d_l the change of the state by a unit of multiplier l.
 *
 * Dual active set method: the row with the largest excess enters, its
 * multiplier grows, and rows that are already active keep zero excess; a row
 * whose multiplier reaches zero is removed. */

/* Maximum number of active rows */
#define K_SEATS(rows) ((rows) < K_NR ? (rows) : K_NR)

/* A row is dependent if elimination reduces G_jj to less than this fraction;
 * G_jj counts as 0 below this fraction of |a||d|. */
K_FN k_number k_dependent(void) { return 1e3 * K_EPSILON; }

/* Arrays of a problem with rows_ rows and seats_ seats, except a and d */
#define K_COMPLEMENTARITY_ARRAYS(ARRAY, of, rows_, seats_)                    \
  ARRAY(of, v, rows_)    /* excess, also after the solution */                \
  ARRAY(of, x, rows_)    /* multipliers */                                    \
  ARRAY(of, G, rows_)    /* G_jj; 0: not positive */                          \
  ARRAY(of, size, rows_) /* sum of the magnitudes of the terms of v */        \
  ARRAY(of, row, seats_)          /* active row, -1: none */                  \
  ARRAY(of, share, seats_)        /* multiplier of the row */                 \
  ARRAY(of, rows, seats_ * K_NR)  /* [seats][nr] its a … */                   \
  ARRAY(of, flows, seats_ * K_NR) /* … and d */                               \
  /* [seats][seats] inverse of G of the active rows, else zero */             \
  ARRAY(of, inverse, seats_ * seats_)                                         \
  ARRAY(of, r, seats_) /* work arrays */                                      \
  ARRAY(of, q, seats_)

typedef struct {
  int count;   /* number of rows … */
  int seats;   /* … and maximum number of active ones */
  real *a, *d; /* [count][nr] */
  k_number soft; /* fraction of G_jj that is added to G_jj */
  K_COMPLEMENTARITY_ARRAYS(K_MEMBER_ARRAY, c, 1, 1)
} k_complementarity;

/* Declares a problem with its arrays. */
#define K_COMPLEMENTARITY(name, rows_, seats_, a_, d_)                        \
  k_complementarity name = {.count = rows_, .seats = seats_, .a = a_,         \
                            .d = d_};                                         \
  K_COMPLEMENTARITY_ARRAYS(K_DECLARE_ARRAY, name, rows_, seats_)

/* Entering row, a different one in every lane */
typedef struct {
  real at;          /* its index, -1: none */
  real share;       /* its multiplier */
  real v, G;        /* its excess and G_jj */
  real *a, *d;      /* [nr] */
  real *change;     /* [nr] change of the state per unit of its multiplier, with
                       the active rows kept at zero excess */
  real pivot;       /* decrease of its excess per unit of its multiplier, 0:
                       dependent */
} k_entering;

K_FN void k_clear_complementarity(k_context *k, k_complementarity *c) {
  K_LOOP for (int j = 0; j < c->count; j++) {
    const real *a = c->a + j * K_NR, *d = c->d + j * K_NR;
    real G = k_dot(a, d, K_NR);
    real most = k_sqrt(k_square(a, K_NR) * k_square(d, K_NR));
    c->G[j] = k_select(G > k_dependent() * most, G, k_set(0));
    c->x[j] = k_set(0);
    c->size[j] = k_abs(c->v[j]);
  }
  K_LOOP for (int s = 0; s < c->seats; s++) {
    c->row[s] = k_set(-1);
    c->share[s] = k_set(0);
    K_LOOP for (int m = 0; m < K_NR; m++)
      c->rows[s * K_NR + m] = c->flows[s * K_NR + m] = k_set(0);
  }
  k_zero(c->inverse, c->seats * c->seats);
}

/* True if row j is active. */
K_FN mask k_has_seat(k_context *k, const k_complementarity *c, int j) {
  mask has = k_not(k_all_lanes());
  K_LOOP for (int s = 0; s < c->seats; s++) has = has | (c->row[s] == j);
  return has;
}

/* Chooses the entering row in lanes of `open` that have none: the row with the
 * largest v^2/G_jj, which is independent of the scale of the row. Returns the
 * lanes with a violated row of G_jj <= 0, as in softening. */
K_FN mask k_pick_row(k_context *k, const k_complementarity *c, mask open,
                     k_entering *e) {
  /* an excess below this fraction of its magnitude counts as 0 */
  const k_number satisfied = 64.0 * K_EPSILON;
  mask free = open & (e->at < 0);
  mask hopeless = k_not(k_all_lanes());
  real worst = k_set(0);
  K_LOOP for (int j = 0; j < c->count; j++) {
    real G = c->G[j], square = c->v[j] * c->v[j] / G;
    mask beyond = free & (c->v[j] > satisfied * c->size[j]) &
                  k_not(k_has_seat(k, c, j));
    mask larger = beyond & (G > 0) & (square > worst);
    hopeless = hopeless | (beyond & k_not(G > 0));
    worst = k_select(larger, square, worst);
    e->at = k_select(larger, k_set(j), e->at);
  }
  e->share = k_select(free, k_set(0), e->share);
  e->G = e->v = k_set(0);
  K_LOOP for (int m = 0; m < K_NR; m++) e->a[m] = e->d[m] = k_set(0);
  K_LOOP for (int j = 0; j < c->count; j++) {
    mask here = e->at == j;
    e->v = k_select(here, c->v[j], e->v);
    K_LOOP for (int m = 0; m < K_NR; m++) {
      e->a[m] = k_select(here, c->a[j * K_NR + m], e->a[m]);
      e->d[m] = k_select(here, c->d[j * K_NR + m], e->d[m]);
    }
  }
  e->G = k_dot(e->a, e->d, K_NR);
  e->v = e->v - c->soft * e->G * e->share;
  return hopeless;
}

/* r = G^-1 G_.p and q = G_p. G^-1 of the active rows; the change of the state;
 * and the pivot. */
K_FN void k_eliminate_active(k_context *k, const k_complementarity *c,
                             k_entering *e) {
  int n = c->seats;
  K_LOOP for (int s = 0; s < n; s++) c->r[s] = c->q[s] = k_set(0);
  K_LOOP for (int s = 0; s < n; s++) {
    real column = k_dot(c->rows + s * K_NR, e->d, K_NR);
    real row = k_dot(e->a, c->flows + s * K_NR, K_NR);
    K_LOOP for (int t = 0; t < n; t++) {
      c->r[t] = k_fma(c->inverse[t * n + s], column, c->r[t]);
      c->q[t] = k_fma(c->inverse[s * n + t], row, c->q[t]);
    }
  }
  K_LOOP for (int m = 0; m < K_NR; m++) {
    real sum = e->d[m];
    K_LOOP for (int s = 0; s < n; s++)
      sum = k_fnma(c->r[s], c->flows[s * K_NR + m], sum);
    e->change[m] = sum;
  }
  mask room = k_not(k_all_lanes());
  K_LOOP for (int s = 0; s < n; s++) room = room | (c->row[s] < 0);
  real pivot = k_dot(e->a, e->change, K_NR) + c->soft * e->G;
  e->pivot =
      k_select(room & (pivot > k_dependent() * e->G), pivot, k_set(0));
}

/* Increases the multiplier of the entering row until its excess, or the
 * multiplier of the active row in seat `leaving` (-1: none), is zero. Returns
 * the lanes without such a limit. */
K_FN mask k_grow(k_context *k, const k_complementarity *c, mask where,
                 k_entering *e, real *leaving) {
  real full = k_select(e->pivot > 0, e->v / e->pivot, k_set(K_INFINITY));
  real step = full;
  *leaving = k_set(-1);
  K_LOOP for (int s = 0; s < c->seats; s++) {
    real limit = c->share[s] / c->r[s];
    mask first = (c->row[s] >= 0) & (c->r[s] > 0) & (limit < step);
    step = k_select(first, limit, step);
    *leaving = k_select(first, k_set(s), *leaving);
  }
  mask endless = where & k_not(k_finite(step));
  step = k_select(where & k_finite(step), step, k_set(0));
  e->share = e->share + step;
  K_LOOP for (int s = 0; s < c->seats; s++)
    c->share[s] = k_fnma(step, c->r[s], c->share[s]);
  K_LOOP for (int j = 0; j < c->count; j++) {
    real change = step * k_dot(c->a + j * K_NR, e->change, K_NR);
    c->v[j] = c->v[j] - change;
    c->size[j] = c->size[j] + k_abs(change);
  }
  return endless;
}

/* Gives the entering row a free seat, and updates the inverse. */
K_FN void k_seat(k_context *k, const k_complementarity *c, mask where,
                 k_entering *e) {
  int n = c->seats;
  mask standing = where;
  K_LOOP for (int s = 0; s < n; s++) {
    mask here = standing & (c->row[s] < 0);
    standing = standing & k_not(here);
    c->row[s] = k_select(here, e->at, c->row[s]);
    c->share[s] = k_select(here, e->share, c->share[s]);
    c->r[s] = k_select(here, k_set(-1), c->r[s]);
    c->q[s] = k_select(here, k_set(-1), c->q[s]);
    K_LOOP for (int m = 0; m < K_NR; m++) {
      real *a = c->rows + s * K_NR + m, *d = c->flows + s * K_NR + m;
      *a = k_select(here, e->a[m], *a);
      *d = k_select(here, e->d[m], *d);
    }
  }
  real scale = k_select(where & (e->pivot > 0), 1.0 / e->pivot, k_set(0));
  K_LOOP for (int s = 0; s < n; s++)
    K_LOOP for (int t = 0; t < n; t++)
      c->inverse[s * n + t] =
          k_fma(scale * c->r[s], c->q[t], c->inverse[s * n + t]);
  e->at = k_select(where, k_set(-1), e->at);
}

/* Removes the row in the seat `leaving`, and updates the inverse. */
K_FN void k_leave(k_context *k, const k_complementarity *c, mask where,
                  real leaving) {
  int n = c->seats;
  real pivot = k_set(1);
  K_LOOP for (int s = 0; s < n; s++) {
    mask here = where & (leaving == s);
    pivot = k_select(here, c->inverse[s * n + s], pivot);
    c->row[s] = k_select(here, k_set(-1), c->row[s]);
    c->share[s] = k_select(here, k_set(0), c->share[s]);
    K_LOOP for (int t = 0; t < n; t++) {
      c->r[t] = k_select(here, c->inverse[t * n + s], c->r[t]);
      c->q[t] = k_select(here, c->inverse[s * n + t], c->q[t]);
    }
  }
  K_LOOP for (int s = 0; s < n; s++)
    K_LOOP for (int t = 0; t < n; t++) {
      real *own = c->inverse + s * n + t;
      mask gone = (leaving == s) | (leaving == t);
      real rest = k_select(gone, k_set(0),
                           k_fnma(c->r[s] / pivot, c->q[t], *own));
      *own = k_select(where, rest, *own);
    }
}

/* Solves the problem in lanes of `where`; returns the lanes with a solution. */
K_CALL mask k_solve_complementarity(k_context *k, k_complementarity *c,
                                    mask where) {
  K_ARRAY(a, K_NR);
  K_ARRAY(d, K_NR);
  K_ARRAY(change, K_NR);
  k_entering e = {.at = k_set(-1), .share = k_set(0), .a = a, .d = d,
                  .change = change};
  mask open = where, failed = k_not(k_all_lanes());
  k_clear_complementarity(k, c);
  for (int n = 0; n < 10 + 10 * c->seats; n++) {
    failed = failed | k_pick_row(k, c, open, &e);
    open = open & (e.at >= 0);
    if (!k_any(open)) break;
    real leaving;
    k_eliminate_active(k, c, &e);
    mask endless = k_grow(k, c, open, &e, &leaving);
    failed = failed | endless;
    open = open & k_not(endless);
    k_leave(k, c, open & (leaving >= 0), leaving);
    k_seat(k, c, open & (leaving < 0), &e);
    e.at = k_select(open, e.at, k_set(-1));
  }
  K_LOOP for (int j = 0; j < c->count; j++)
    K_LOOP for (int s = 0; s < c->seats; s++)
      c->x[j] = k_select(c->row[s] == j, c->share[s], c->x[j]);
  return where & k_not(failed | open);
}
