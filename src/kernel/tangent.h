/* tangent.h: derivatives of the state that are carried along with it, in
 * directions of the strain at the end of the loading step, or of parameters.
 *
 * Where the state obeys y' = f(eps(t), y; p), its derivative z = dy/dc in the
 * direction c obeys the derivative of that equation (theorem 2 of the AutoMat
 * paper),
 *
 *     z' = f_y z + f_eps theta + f_p,    theta(t) = d eps(t)/dc,
 *
 * without f_p where c is a strain: then theta = t/dt e_c, and z starts from
 * zero.  A scheme differentiates its own stages, which is to apply it to this
 * equation, too: explicit.h, rosenbrock.h and implicit_euler.h have the
 * recursion of each.
 *
 * A tangent needs the derivatives of the first nz of the state, which the
 * stress sees; those of the others, of which no rate knows, are made where
 * somebody asks for them. */

/* Directions that a pass carries along: `count` from direction `first` on, the
 * first K_STRAINS being those of the strain, the others those of parameters
 * (sensitivity.h); `measured`: they enter the error. */
typedef struct {
  int count, first, measured;
} k_directions;

enum { K_STRAINS = 6 };

/* Room for what directions share. */
#define K_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define K_RATE_ROOM K_LARGER(K_SHARED(RATE), K_SHARED_BY(RATE_BY))
#define K_STRESS_ROOM K_LARGER(K_SHARED(STRESS), K_SHARED_BY(STRESS_BY))
#define K_CURVATURE_ROOM \
  K_LARGER(K_SHARED(CURVATURE), K_SHARED_BY(CURVATURE_BY))

/* Is this the direction of a parameter? */
#define k_is_by(c) (K_SENSITIVITIES && (c) >= K_STRAINS)

/* Direction c as its functions take it: of a strain theta's only component in
 * the first place, of a parameter theta [6] and the weight of f_p. */
typedef struct {
  int c;
  real theta[7];
} k_direction;

/* Direction c at time t. */
K_FN void k_direction_at(k_context *k, const k_loading *loading, int c,
                         real t, k_direction *d) {
  (void)k;
  real part = k_fraction(loading, t);
  d->c = c;
  d->theta[0] = part;
  if (!k_is_by(c)) return;
  const real *e0 = loading->by->strain0 + (c - K_STRAINS) * 6;
  const real *e1 = loading->by->strain1 + (c - K_STRAINS) * 6;
  K_UNROLL for (int i = 0; i < 6; i++)
    d->theta[i] = k_fma(part, e1[i], (1.0 - part) * e0[i]);
  d->theta[6] = k_set(1);
}

/* Its rate times the duration of the loading step. */
K_FN void k_direction_rate(k_context *k, const k_loading *loading, int c,
                           k_direction *d) {
  (void)k, (void)loading;
  d->c = c;
  d->theta[0] = k_set(1);
  if (!k_is_by(c)) return;
  const real *e0 = loading->by->strain0 + (c - K_STRAINS) * 6;
  const real *e1 = loading->by->strain1 + (c - K_STRAINS) * 6;
  K_UNROLL for (int i = 0; i < 6; i++) d->theta[i] = e1[i] - e0[i];
  d->theta[6] = k_set(0);
}

/* fz [nz] = f_y z + f_eps theta + f_p, from what its directions share. */
K_FN void k_rate_in(k_context *k, const k_direction *d, const real *shared,
                    const real *z, real *fz) {
  K_ENTER;
  K_ARRAY(all, K_NX);
  if (k_is_by(d->c))
    K_BY(shared,
         k_rate_by_along(k, d->c - K_STRAINS, shared, d->theta, z, all));
  else
    k_rate_along(k, d->c, shared, d->theta, z, all);
  K_UNROLL for (int i = 0; i < K_NZ; i++) fz[i] = all[i];
  K_LEAVE;
}

/* The derivative of J u + f_eps v, whose u and v are in `shared`, likewise. */
K_FN void k_curvature_in(k_context *k, const k_direction *d,
                         const real *shared, const real *z, real *uz) {
  K_ENTER;
  K_ARRAY(all, K_NX);
  if (k_is_by(d->c))
    K_BY(shared,
         k_curvature_by_along(k, d->c - K_STRAINS, shared, d->theta, z, all));
  else
    k_curvature_along(k, d->c, shared, d->theta, z, all);
  K_UNROLL for (int i = 0; i < K_NZ; i++) uz[i] = all[i];
  K_LEAVE;
}

/* The stress, and with directions what its derivatives share. */
K_FN void k_respond(k_context *k, const k_point *p, int directions, real *sig,
                    real *shared) {
  if (directions)
    k_stress_shared(k, p->eps, p->y, sig, shared);
  else
    k_stress(k, p->eps, p->y, sig);
}
