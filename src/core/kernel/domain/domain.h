/* domain.h: elastic domains, f_k(A) <= 0, in a backward Euler step
 * (docs/theory.md, sections 9.1 and 9.4).
 *
 * The multipliers lambda_k follow the K_NR solved variables with rates as
 * unknowns, with the equations
 *
 *     F_k = lambda_k - max(0, lambda_k + f_k/(g_k h)) = 0.
 *
 * If the maximum is positive, the surface is active and its equation is f_k =
 * 0. The modulus g_k = -df_k/d(h lambda_k) affects the active set of the next
 * iteration, not the solution. */

/* True if multipliers follow the variables with rates. */
#define k_has_surfaces(k) (K_NR < K_NS)

/* True if rates vanish inside the domain: the iteration then starts with the
 * return from the trial state (return.h). */
#define K_RETURNS (K_ND && K_RESTS)

#define K_DOMAIN_ARRAYS(ARRAY, of)                                            \
  ARRAY(of, modulus, K_ND) /* g_k, 0: not known yet */                        \
  /* 1: active, the equation is f_k = 0 (active_set.h) */                     \
  ARRAY(of, active, K_ND)                                                     \
  /* fraction of g_k by which active surfaces harden (active_set.h) */        \
  ARRAY(of, soft, K_ND > 1)                                                   \
  /* change of f_k by flow at given stresses, relative to its change at fixed \
   * strain; 1: not active */                                                 \
  ARRAY(of, hardening, K_ND)                                                  \
  /* positive part of f_k at the start of the step */                         \
  ARRAY(of, trial, K_ND)

typedef struct {
  K_DOMAIN_ARRAYS(K_MEMBER_ARRAY, d)
  real allowed; /* fraction of `trial` by which f_k may exceed 0
                   (ode/continuation.h) */
} k_domain;

/* Sets the start of an iteration: no moduli, no hardening known. */
K_FN void k_clear_domain(k_context *k, const k_domain *d) {
  k_zero(d->modulus, K_ND);
  k_zero(d->trial, K_ND);
  k_zero(d->soft, K_ND > 1);
  K_UNROLL for (int i = 0; i < K_ND; i++) d->hardening[i] = k_set(1);
}

/* Retains the excess at the start of the step, a point whose f is known. */
K_FN void k_retain_excess(k_context *k, const k_domain *d, const k_point *p) {
  K_UNROLL for (int i = 0; i < K_ND; i++)
    d->trial[i] = k_max(p->f[K_NR + i], k_set(0));
}

/* f_i minus its allowed value at a point. */
K_FN real k_excess(k_context *k, const k_domain *d, const k_point *p, int i) {
  return k_fnma(d->allowed, d->trial[i], p->f[K_NR + i]);
}

K_FN mask k_is_active(k_context *k, const k_domain *d, const k_point *p,
                      real h, int i) {
  real change = h * p->y[K_NR + i];
  real excess = k_excess(k, d, p, i);
  return (h > 0) & (k_fma(change, d->modulus[i], excess) > 0);
}

/* 1/(g h), which converts an excess to a multiplier; 0 if not active. */
K_FN real k_domain_scale(k_context *k, const k_domain *d, real h,
                         mask active, int i) {
  return k_select(active, 1.0 / (d->modulus[i] * h), k_set(0));
}

/* Rows of the multipliers in F [ns]. */
K_FN void k_domain_residual(k_context *k, const k_domain *d,
                            const k_point *p, real h, real *F) {
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    mask active = k_is_active(k, d, p, h, i);
    real excess =
        k_excess(k, d, p, i) * k_domain_scale(k, d, h, active, i);
    F[K_NR + i] = k_select(active, -excess, p->y[K_NR + i]);
  }
}

/* Typical elastic strain at yield */
K_FN k_number k_yield_strain(void) { return 1e-3; }

/* Tolerance, as a strain, of the distance from a surface: the larger of
 * rounding errors and Newton's tolerance. */
K_FN real k_surface_tolerance(k_context *k, const real *eps) {
  real sum = k_set(0);
  K_LOOP for (int i = 0; i < 6; i++) sum = sum + k_abs(eps[i]);
  return k_max(64.0 * K_EPSILON * sum,
               k_set((k_number)k->solver->newton * k_yield_strain()));
}

/* Distance at which a surface touches a state, in units of the tolerance. The
 * error of the flow direction is of the order of the square root of the
 * distance. */
K_FN k_number k_touch(void) { return 16.0; }

/* A modulus below this fraction of the elastic one counts as zero. */
K_FN k_number k_flat(void) { return K_SINGLE ? 1e-4 : 1e-9; }

/* Modulus of surface i from the derivatives at a point. If it vanishes, as in
 * perfect plasticity at given stresses: the elastic modulus, |df/deps|^2/S. */
K_FN real k_modulus(k_context *k, const k_point *p, int i) {
  real sum = k_set(0), elastic = p->slope[i] / K_STRESS_SCALE;
  int row = K_NR + i;
  K_UNROLL for (int j = 0; j < K_NR; j++)
    sum = k_fnma(p->J[row * K_NS + j], p->J[j * K_NS + row], sum);
  return k_select(sum > k_flat() * elastic, sum,
                  k_select(elastic > 0, elastic, k_set(1)));
}

/* Largest change of f_i by the flow of an active surface, relative to the
 * change at fixed strain. soft: the flow of surface i does not reduce f_i. */
K_FN real k_hardening(k_context *k, const k_domain *d, const k_point *p,
                      real h, int i, mask *soft) {
  real largest = k_set(0), elastic = p->slope[i] / K_STRESS_SCALE;
  K_UNROLL for (int l = 0; l < K_ND; l++) {
    real change = k_set(0);
    K_UNROLL for (int j = 0; j < K_NR; j++)
      change = k_fma(p->J[(K_NR + i) * K_NS + j],
                     p->J[j * K_NS + K_NR + l], change);
    mask flows = k_is_active(k, d, p, h, l);
    if (l == i) *soft = flows & k_not(-change > k_flat() * elastic);
    largest = k_max(largest, k_select(flows, k_abs(change), k_set(0)));
  }
  real part = k_select(elastic > 0, largest / elastic, k_set(1));
  return k_select(k_is_active(k, d, p, h, i), part, k_set(1));
}

/* Detects plateaus: active surfaces with an f that flow does not change, so
 * that given stresses do not determine the amount of flow, and surfaces that
 * soften by their own flow. */
K_FN void k_find_plateaus(k_context *k, const k_domain *d, const k_point *p,
                          real h) {
  K_UNROLL for (int i = 0; K_PATH && i < K_ND; i++) {
    mask soft = k_not(k_all_lanes());
    d->hardening[i] = k_hardening(k, d, p, h, i, &soft);
    p->loading->given->plateau = p->loading->given->plateau | soft |
                                 k_not(d->hardening[i] > k_flat());
  }
}

/* Computes the moduli that are not known yet, and detects plateaus. */
K_FN void k_domain_moduli(k_context *k, const k_domain *d, const k_point *p,
                          real h) {
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    real modulus = k_modulus(k, p, i);
    d->modulus[i] = k_select(d->modulus[i] > 0, d->modulus[i], modulus);
  }
  k_find_plateaus(k, d, p, h);
}

/* Flow of surface i for a multiplier x, as a strain. */
K_FN real k_flow_strain(k_context *k, const k_point *p, real h, real x,
                        int i) {
  return h * x * k_sqrt(p->slope[i]) / K_STRESS_SCALE;
}

/* Sets the active surfaces by k_is_active, in lanes of `where`. */
K_FN void k_activate(k_context *k, const k_domain *d, const k_point *p, real h,
                     mask where) {
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    mask active = k_is_active(k, d, p, h, i);
    real is = k_select(active, k_set(1), k_set(0));
    d->active[i] = k_select(where, is, d->active[i]);
  }
}

/* Replaces the rows of the multipliers in J and B by those of the active set,
 * so that I - h J is dF/dy, and h B is -dF/deps. */
K_FN void k_domain_rows(k_context *k, const k_domain *d, const k_point *p,
                        real h) {
  real inverse = k_select(h > 0, 1.0 / h, k_set(0));
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    int row = K_NR + i;
    mask active = d->active[i] > 0;
    real scale = inverse * k_domain_scale(k, d, h, active, i);
    K_UNROLL for (int j = 0; j < K_NS; j++)
      p->J[row * K_NS + j] = p->J[row * K_NS + j] * scale;
    K_UNROLL for (int j = 0; p->B && j < K_INPUTS; j++)
      p->B[row * K_INPUTS + j] = p->B[row * K_INPUTS + j] * scale;
    real own = K_ND > 1 ? inverse * (1.0 - d->soft[0]) : inverse;
    p->J[row * K_NS + row] =
        p->J[row * K_NS + row] + k_select(active, own, k_set(0));
  }
}

/* Equations of a state with known f, J and possibly B. For several surfaces
 * active_set.h chooses the active ones. */
K_FN void k_domain_equations(k_context *k, const k_domain *d,
                             const k_point *p, real h) {
  if (K_PATH || !K_RETURNS) k_domain_moduli(k, d, p, h);
  if (K_ND != 1) return;
  k_activate(k, d, p, h, k_all_lanes());
  k_domain_rows(k, d, p, h);
}

/* Scales the derivatives of the surfaces by a parameter, in `driving` [nz], to
 * rows of multipliers, as k_domain_rows does. */
K_FN void k_domain_driven(k_context *k, const k_domain *d, real h,
                          real *driving) {
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    real scale = k_domain_scale(k, d, h, d->active[i] > 0, i);
    driving[K_NR + i] = k_select(h > 0, driving[K_NR + i] * scale / h,
                                 k_set(0));
  }
}

/* Square of the largest residual in F [ns] of a surface or its multiplier,
 * relative to the yield strain. The excess over a surface is expressed as the
 * strain that removes it, f/|df/deps|. This strain does not depend on factors
 * and powers of f, nor on the hardening. */
K_FN real k_largest_excess(k_context *k, const k_domain *d, const k_point *p,
                           real h, const real *F) {
  real worst = k_set(0);
  K_UNROLL for (int i = 0; i < K_ND; i++) {
    real excess = h * d->modulus[i] * F[K_NR + i];
    real yield = k_yield_strain() * k_yield_strain() * p->slope[i];
    worst = k_max_nan(worst, k_over(excess * excess, yield));
  }
  return worst;
}
