/* loading.h: the strain of one material-law evaluation, and the right-hand side
 * along it. */

/* The first directions are those of the strain, the others those of parameters
 * (sensitivity.h). */
enum { K_STRAINS = 6 };

/* Room for what directions share. */
#define K_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define K_RATE_ROOM K_LARGER(K_SHARED(RATE), K_SHARED_BY(RATE_BY))
#define K_STRESS_ROOM K_LARGER(K_SHARED(STRESS), K_SHARED_BY(STRESS_BY))
#define K_CURVATURE_ROOM \
  K_LARGER(K_SHARED(CURVATURE), K_SHARED_BY(CURVATURE_BY))

/* What the strain changes by with parameters, at the start and at the end of
 * the step: coordinates [P][6]. */
typedef struct {
  const real *strain0, *strain1;
} k_by;

/* Where the points of a block keep their substeps (substep_ends.h). */
typedef struct {
  unsigned short *at; /* [AM_SUBSTEP_ENDS][stride], NULL: nowhere */
  long stride;
  k_number follow;    /* up to which error, 0: they are chosen */
} k_substep_ends;

/* eps(t) runs from eps0 at t = 0 to eps1 at t = dt. */
typedef struct {
  real dt, inverse; /* 1/dt; 0 for a jump */
  real eps0[6], eps1[6], rate[6];
  const k_by *by;        /* of columns of parameters */
  k_substep_ends ends;
} k_loading;

/* Directions of the derivatives da/deps1, or of those by parameters, that a
 * pass carries along: `count` columns from direction `first`; `measured`: they
 * enter the error. */
typedef struct {
  int count, first, measured;
} k_directions;

K_FN void k_loading_prepare(k_loading *loading) {
  mask moving = loading->dt > 0;
  loading->inverse = k_select(moving, 1.0 / loading->dt, k_set(0));
  K_UNROLL for (int i = 0; i < 6; i++)
    loading->rate[i] = (loading->eps1[i] - loading->eps0[i]) * loading->inverse;
}

/* The fraction t/dt of the loading step, exactly 1 at its end. */
K_FN real k_fraction(const k_loading *loading, real t) {
  return k_select(t < loading->dt, t * loading->inverse, k_set(1));
}

K_FN void k_strain(const k_loading *loading, real t, real *eps) {
  real theta = k_fraction(loading, t);
  K_UNROLL for (int i = 0; i < 6; i++)
    eps[i] = k_fma(theta, loading->eps1[i], (1.0 - theta) * loading->eps0[i]);
}

/* Is this the direction of a parameter? */
#define k_is_by(c) (K_SENSITIVITIES && (c) >= K_STRAINS)

/* Direction c at time t as its functions take it, theta [7]: of a strain its
 * share in the first place, of a parameter the change of the strain and the
 * weight of the parameter. */
K_FN void k_direction_at(k_context *k, const k_loading *loading, int c, real t,
                         real *theta) {
  (void)k;
  real part = k_fraction(loading, t);
  theta[0] = part;
  if (!k_is_by(c)) return;
  const real *e0 = loading->by->strain0 + (c - K_STRAINS) * 6;
  const real *e1 = loading->by->strain1 + (c - K_STRAINS) * 6;
  K_UNROLL for (int i = 0; i < 6; i++)
    theta[i] = k_fma(part, e1[i], (1.0 - part) * e0[i]);
  theta[6] = k_set(1);
}

/* The same of the strain's rate times the duration. */
K_FN void k_direction_rate(k_context *k, const k_loading *loading, int c,
                           real *theta) {
  (void)k, (void)loading;
  theta[0] = k_set(1);
  if (!k_is_by(c)) return;
  const real *e0 = loading->by->strain0 + (c - K_STRAINS) * 6;
  const real *e1 = loading->by->strain1 + (c - K_STRAINS) * 6;
  K_UNROLL for (int i = 0; i < 6; i++) theta[i] = e1[i] - e0[i];
  theta[6] = k_set(0);
}

/* The derivative of f along (w, theta) in direction c. */
K_FN void k_rate_in(k_context *k, int c, const real *shared,
                    const real *theta, const real *w, real *FZ) {
  if (k_is_by(c))
    K_BY(shared, k_rate_by_along(k, c - K_STRAINS, shared, theta, w, FZ));
  else
    k_rate_along(k, c, shared, theta, w, FZ);
}

/* The larger of two; not a number stays, wherever it is. */
K_FN real k_larger(real worst, real x) {
  return k_select((x > worst) | k_not(x == x), x, worst);
}

/* x·y over n entries */
K_FN real k_dot(const real *x, const real *y, int n) {
  real sum = k_set(0);
  K_UNROLL for (int i = 0; i < n; i++)
    sum = i ? k_fma(x[i], y[i], sum) : x[i] * y[i];
  return sum;
}

/* f [nx] at (t, y) and, with columns, what their derivatives share. */
K_FN void k_right_side(k_context *k, const k_loading *loading, k_directions n,
                       real t, const real *y, real *f, real *shared) {
  K_ENTER;
  K_ARRAY(eps, 6);
  k_strain(loading, t, eps);
  if (!n.count)
    k_rate(k, eps, loading->rate, y, f);
  else if (k_is_by(n.first))
    K_BY(shared, k_rate_by_shared(k, eps, loading->rate, y, f, shared));
  else
    k_rate_shared(k, eps, loading->rate, y, f, shared);
  K_LEAVE;
}

/* The derivative of f at time t along the column z of direction c. */
K_FN void k_right_direction(k_context *k, const k_loading *loading, int c,
                            real t, const real *shared, const real *z,
                            real *FZ) {
  real theta[7];
  k_direction_at(k, loading, c, t, theta);
  k_rate_in(k, c, shared, theta, z, FZ);
}
