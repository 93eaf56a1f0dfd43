/* load.h: the strain of one material-law evaluation, and the right-hand side
 * along it. */

/* eps(t) runs from eps0 at t = 0 to eps1 at t = dt. */
typedef struct {
  real dt, inverse; /* 1/dt; 0 for a jump */
  real eps0[6], eps1[6], rate[6];
  const real *direction; /* [6] in which the only column of a pass is made, 0:
                            columns are of unit strains */
} k_load;

/* Directions of the derivatives da/deps1 that a pass carries along: `count`
 * columns from direction `first`; `measured`: they enter the error. */
typedef struct {
  int count, first, measured;
} k_columns;

K_FN void k_load_prepare(k_load *load) {
  mask moving = load->dt > 0;
  load->inverse = k_select(moving, 1.0 / load->dt, k_set(0));
  K_UNROLL for (int i = 0; i < 6; i++)
    load->rate[i] = (load->eps1[i] - load->eps0[i]) * load->inverse;
}

/* The fraction t/dt of the loading step, exactly 1 at its end. */
K_FN real k_fraction(const k_load *load, real t) {
  return k_select(t < load->dt, t * load->inverse, k_set(1));
}

K_FN void k_strain(const k_load *load, real t, real *eps) {
  real theta = k_fraction(load, t);
  K_UNROLL for (int i = 0; i < 6; i++)
    eps[i] = k_fma(theta, load->eps1[i], (1.0 - theta) * load->eps0[i]);
}

/* Is the tangent made in one direction alone? */
K_FN int k_is_directed(k_context *k, const k_load *load) {
  (void)k;
  return K_DIRECTED && load->direction;
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
K_FN void k_right_side(k_context *k, const k_load *load, k_columns n, real t,
                       const real *y, real *f, real *shared) {
  K_ENTER;
  K_ARRAY(eps, 6);
  k_strain(load, t, eps);
  if (n.count)
    k_rate_shared(k, eps, load->rate, y, f, shared);
  else
    k_rate(k, eps, load->rate, y, f);
  K_LEAVE;
}

/* The derivative of f at time t along the column z of direction c. */
K_FN void k_right_column(k_context *k, const k_load *load, int c, real t,
                         const real *shared, const real *z, real *FZ) {
  real theta = k_fraction(load, t);
  k_rate_along(k, c, shared, &theta, z, FZ);
}
