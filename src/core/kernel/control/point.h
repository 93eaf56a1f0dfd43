/* point.h: where a law is evaluated on a loading step, and what is found
 * there. */

typedef struct {
  const k_loading *loading;
  real t;                 /* time, which the strain follows under K_PATH */
  real *eps;              /* strain [6], of the state y under K_PATH, and
                             behind it external fields */
  const real *rate;       /* of both */
  real *y;                /* state [nx] */
  real *f;                /* its rate [nx] */
  real *J;                /* df/dy [nx][ns], or NULL */
  real *B;                /* df/deps [nx][6 + nf], or NULL */
  real *P, *E;            /* under K_PATH: compliance [6][6] and deps/dy
                             [6][ns], or NULL; J goes along E */
  real *slope;            /* [nd] |df_k/deps|^2 of the surfaces, with J, or
                             NULL */
} k_point;

K_FN void k_rate_at(k_context *k, const k_point *p) {
  if (K_PATH) k_find_strain(k, p->loading, p->t, p->y, p->eps, p->P);
  k_rate(k, p->eps, p->rate, p->y, p->f);
  if (K_PATH) k_add_work(k, p->loading, p->eps, p->f, 0);
}

/* deps/dy = -P sigma_y of the solved variables; the result stands in E. */
K_FN void k_strain_by_state(k_context *k, const k_point *p) {
  K_ENTER;
  K_ARRAY(Cy, 6 * K_NA);
  real sig[6], C[36];
  const real *P = K_COMPLIANCE(p->loading, p->P);
  k_stiffness(k, p->eps, p->y, sig, C, Cy);
  K_UNROLL for (int j = 0; j < K_NS; j++) {
    real column[6], change[6];
    K_UNROLL for (int i = 0; i < 6; i++) column[i] = -Cy[i * K_NA + j];
    k_relieve(k, p->loading->given, P, column, change);
    K_UNROLL for (int i = 0; i < 6; i++) p->E[i * K_NS + j] = change[i];
  }
  K_LEAVE;
}

/* D [nd][stride]: df_k/deps. */
K_FN void k_measure_surfaces(k_context *k, const k_point *p, const real *D,
                             int stride) {
  K_UNROLL for (int i = 0; p->slope && i < K_ND; i++)
    p->slope[i] = k_square(D + i * stride, 6);
}

/* f, J and B; under K_PATH J is that at given stresses, f_y + f_eps E. */
K_FN void k_gradient_at(k_context *k, const k_point *p) {
  if (K_PATH) k_find_strain(k, p->loading, p->t, p->y, p->eps, p->P);
  k_gradient(k, p->eps, p->rate, p->y, p->f, p->J, p->B);
  k_measure_surfaces(k, p, p->B + (K_NS - K_ND) * K_INPUTS, K_INPUTS);
  if (!K_PATH) return;
  k_add_work(k, p->loading, p->eps, p->f, p->B);
  k_strain_by_state(k, p);
  K_UNROLL for (int i = 0; i < K_NX; i++)
    K_UNROLL for (int j = 0; j < K_NS; j++) {
      real sum = p->J[i * K_NS + j];
      K_UNROLL for (int m = 0; m < 6; m++)
        sum = k_fma(p->B[i * K_INPUTS + m], p->E[m * K_NS + j], sum);
      p->J[i * K_NS + j] = sum;
    }
}

K_FN void k_jacobian_at(k_context *k, const k_point *p) {
  K_ENTER;
  K_ARRAY(B, K_PATH ? K_NX * K_INPUTS : 6 * K_ND);
  if (K_PATH) {
    k_point with = *p;
    with.B = B;
    k_gradient_at(k, &with);
  } else {
    k_jacobian(k, p->eps, p->rate, p->y, p->f, p->J, B);
    k_measure_surfaces(k, p, B, 6);
  }
  K_LEAVE;
}

/* rest -= sigma_T T', what external fields change the stress by. */
K_FN void k_subtract_heating(k_context *k, const k_point *p, real *rest) {
  if (!K_NF) return;
  K_ENTER;
  K_ARRAY(Ct, 6 * K_NF);
  k_heating(k, p->eps, p->y, Ct);
  K_UNROLL for (int i = 0; i < 6; i++)
    K_UNROLL for (int j = 0; j < K_NF; j++)
      rest[i] = k_fnma(Ct[i * K_NF + j], p->loading->rate[6 + j], rest[i]);
  K_LEAVE;
}

/* deps/dt at fixed state, under K_PATH x_c' + P (x_s' - sigma_eps x_c' -
 * sigma_T T'). */
K_FN void k_strain_rate(k_context *k, const k_point *p, real *eps_rate) {
  const real *rate = p->loading->rate;
  K_UNROLL for (int i = 0; i < K_INPUTS; i++) eps_rate[i] = rate[i];
  if (!K_PATH) return;
  real sig[6], C[36], rest[6], change[6];
  const k_given *g = p->loading->given;
  if (K_WHOLE) {
    if (K_LOGARITHMIC)
      K_UNROLL for (int i = 0; i < 6; i++) eps_rate[i] = p->P[K_FLOW + i];
    else
      k_follow_rows(K_COMPLIANCE(p->loading, p->P), g->stress_rate, eps_rate);
    K_UNROLL for (int i = 0; i < 6; i++) rest[i] = k_set(0);
    k_subtract_heating(k, p, rest);
    k_relieve(k, g, K_COMPLIANCE(p->loading, p->P), rest, change);
    K_UNROLL for (int i = 0; K_NF && i < 6; i++)
      eps_rate[i] = eps_rate[i] + change[i];
    return;
  }
  k_elasticity(k, p->eps, p->y, sig, C);
  k_times(C, rate, rest);
  K_UNROLL for (int i = 0; i < 6; i++)
    rest[i] = g->stress_rate[i] - rest[i];
  k_subtract_heating(k, p, rest);
  k_relieve(k, g, K_COMPLIANCE(p->loading, p->P), rest, change);
  K_UNROLL for (int i = 0; i < 6; i++) eps_rate[i] = rate[i] + change[i];
}
