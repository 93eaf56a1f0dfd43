/* load.h: the strain of one material-law evaluation, and the right-hand side
 * along it. */

/* eps(t) runs from eps0 at t = 0 to eps1 at t = dt. */
typedef struct {
  real dt, inverse; /* 1/dt; 0 for a jump */
  real eps0[6], eps1[6], rate[6];
} k_load;

/* Directions of the derivatives da/deps1 that a pass carries along: `count`
 * columns from direction `first`; `measured`: they enter the error. */
typedef struct {
  int count, first, measured;
} k_columns;

K_FN void k_load_prepare(k_load *load) {
  mask moving = load->dt > 0;
  load->inverse = k_select(moving, 1.0 / load->dt, k_set(0));
  for (int i = 0; i < 6; i++)
    load->rate[i] = (load->eps1[i] - load->eps0[i]) * load->inverse;
}

/* The fraction t/dt of the loading step, exactly 1 at its end. */
K_FN real k_fraction(const k_load *load, real t) {
  return k_select(t < load->dt, t * load->inverse, k_set(1));
}

K_FN void k_strain(const k_load *load, real t, real *eps) {
  real theta = k_fraction(load, t);
  for (int i = 0; i < 6; i++)
    eps[i] = k_fma(theta, load->eps1[i], (1.0 - theta) * load->eps0[i]);
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

/* FZ = J Z + B theta, the derivative of f along the carried directions;
 * FZ, Z: [count][nx]. */
K_FN void k_apply(k_context *k, k_columns n, real theta, const real *J,
                  const real *B, const real *Z, real *FZ) {
  for (int c = 0; c < n.count; c++)
    for (int i = 0; i < K_NX; i++)
      FZ[c * K_NX + i] = k_fma(B[i * 6 + n.first + c], theta,
                               k_dot(J + i * K_NS, Z + c * K_NX, K_NS));
}

/* f [nx] at (t, y) and, with columns, its derivative FZ [count][nx]. */
K_FN void k_right_side(k_context *k, const k_load *load, k_columns n, real t,
                       const real *y, const real *Z, real *f, real *FZ) {
  K_ENTER;
  K_ARRAY(eps, 6);
  k_strain(load, t, eps);
  if (n.count == 6) {
    real theta = k_fraction(load, t);
    k_directed(k, eps, load->rate, y, &theta, Z, f, FZ);
  } else if (n.count) {
    K_ARRAY(J, K_NX * K_NS);
    K_ARRAY(B, K_NX * 6);
    k_gradient(k, eps, load->rate, y, f, J, B);
    k_apply(k, n, k_fraction(load, t), J, B, Z, FZ);
  } else {
    k_rate(k, eps, load->rate, y, f);
  }
  K_LEAVE;
}
