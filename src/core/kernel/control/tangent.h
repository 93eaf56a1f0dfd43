/* tangent.h: derivatives z = dy/dc of the state in directions c of the strain
 * at the end of the loading step, of external fields there, or of parameters
 * (docs/theory.md, section 10.1),
 *
 *     z' = f_y z + f_eps theta + f_p,    theta(t) = d eps(t)/dc,
 *
 * with the additional term f_eps' theta' if rates depend on rates of strain or
 * fields. Under K_PATH, c is the value at the end of a controlled component,
 * and theta also depends on z. Only the first nz variables, which affect the
 * stress, have derivatives unless others are requested. */

/* Directions of a pass: `count` directions starting with `first`. The first
 * K_INPUTS directions are those of strain and external fields; parameters
 * follow (sensitivity.h). If `measured`, they enter the error norm, except
 * those of fields, whose units have no scale. */
typedef struct {
  int count, first, measured;
} k_directions;

/* True if c is the direction of a parameter. */
#define k_is_parameter(c) (K_SENSITIVITIES && (c) >= K_INPUTS)

/* Direction c in the form that functions of the law take. Strain: theta[0] is
 * the only nonzero component. Parameter: theta and the weight of f_p. Under
 * K_PATH: the change theta of the whole strain and of fields; before
 * k_complete, only the change of the given strains. For laws whose rates depend
 * on the strain rate, theta' follows: its only nonzero component, or all
 * components. */
typedef struct {
  int c;
  real theta[K_THETA_ROOM];
  real stress[6]; /* under K_PATH: change of the given stresses, coordinates;
                     under K_EQUATIONS of all rows; under K_LOGARITHMIC the
                     weight of the direction, or, for parameters, the change of
                     the strain if all of F is given … */
  real aim[K_GRADIENT_ROOM]; /* … and the change of the controlled components of
                                F and P */
  const k_control *given;
} k_direction;

/* Direction c with a change x of the controlled components, under K_PATH. */
K_FN void k_direction_given(k_context *k, const k_loading *loading,
                            const real *x, k_direction *d) {
  d->given = loading->given;
  k_controlled(loading->given, x, 0, d->theta);
  k_controlled(loading->given, x, 1, d->stress);
  K_UNROLL for (int i = 0; k_whole(k) && i < 6; i++) {
    d->theta[i] = k_set(0);
    d->stress[i] = x[i];
  }
  K_UNROLL for (int i = 1; K_LOGARITHMIC && !k_is_parameter(d->c) && i < 6; i++)
    d->stress[0] = d->stress[0] + x[i];
}

/* Direction c, with weights of its changes at the start and at the end of the
 * step. own: 1 if f_p and theta' contribute, otherwise 0. */
K_FN void k_direction_of(k_context *k, const k_loading *loading, int c,
                         real start, real end, int own, k_direction *d) {
  real x[6], inverse = own ? loading->inverse : k_set(0);
  real *slope = d->theta + K_INPUTS + 1;
  d->c = c;
  d->theta[0] = end;
  d->theta[K_INPUTS] = k_set(own);
  if (K_READS_RATE && !k_is_parameter(c)) slope[0] = inverse;
  if (k_is_parameter(c)) {
    const real *e0 = loading->by->strain0 + (c - K_INPUTS) * 6;
    const real *e1 = loading->by->strain1 + (c - K_INPUTS) * 6;
    K_UNROLL for (int i = 0; i < 6; i++) {
      x[i] = k_fma(end, e1[i], start * e0[i]);
      d->theta[i] = x[i];
      if (K_READS_RATE) slope[i] = (e1[i] - e0[i]) * inverse;
    }
    K_UNROLL for (int i = 0; K_PATH && K_LOGARITHMIC && i < 9; i++) {
      int at = 9 * (c - K_INPUTS) + i;
      d->aim[i] = k_fma(end, loading->by->to[at],
                        start * loading->by->from[at]);
    }
  } else if (K_PATH) {
    K_UNROLL for (int i = 0; i < 6; i++) x[i] = i == c ? end : k_set(0);
  }
  if (K_PATH) k_direction_given(k, loading, x, d);
  K_UNROLL for (int i = 6; i < K_INPUTS; i++) {
    if (K_PATH || k_is_parameter(c)) d->theta[i] = i == c ? end : k_set(0);
    if (K_READS_RATE) slope[i] = i == c ? inverse : k_set(0);
  }
}

/* Direction c at time t. */
K_FN void k_direction_at(k_context *k, const k_loading *loading, int c,
                         real t, k_direction *d) {
  real part = k_fraction(loading, t);
  k_direction_of(k, loading, c, 1.0 - part, part, 1, d);
}

/* Time derivative of direction c, times the duration of the loading step. */
K_FN void k_direction_rate(k_context *k, const k_loading *loading, int c,
                           k_direction *d) {
  k_direction_of(k, loading, c, k_set(-1), k_set(1), 0, d);
}

/* Parameter p with a change of the strain, zero if NULL, at fixed fields. */
K_FN void k_direction_by(k_context *k, int p, const real *strain,
                         k_direction *d) {
  d->c = K_INPUTS + p;
  K_UNROLL for (int i = 0; i < K_INPUTS; i++)
    d->theta[i] = strain && i < 6 ? strain[i] : k_set(0);
  d->theta[K_INPUTS] = k_set(1);
}

/* Derivative, in direction d with a change z of the state, of a function of the
 * law, from the part that its directions share. */
#define K_DERIVE(function, d, shared, z, out)                                \
  do {                                                                       \
    if (k_is_parameter((d)->c))                                              \
      K_BY_PARAMETER(shared,                                                 \
                     k_##function##_by_jvp(k, (d)->c - K_INPUTS, shared,     \
                                           (d)->theta, z, out));             \
    else if (K_PATH)                                                         \
      k_##function##_path_jvp(k, 0, shared, (d)->theta, z, out);           \
    else                                                                     \
      k_##function##_jvp(k, (d)->c, shared, (d)->theta, z, out);             \
  } while (0)

/* Values of a function of the law, and the part that its derivatives in the
 * directions n share. */
#define K_COMMON(function, n, shared, ...)                                   \
  do {                                                                       \
    if (k_is_parameter((n).first))                                           \
      K_BY_PARAMETER(shared,                                                 \
                     k_##function##_by_shared(k, __VA_ARGS__, shared));      \
    else if (K_PATH)                                                         \
      k_##function##_path_shared(k, __VA_ARGS__, shared);                    \
    else                                                                     \
      k_##function##_shared(k, __VA_ARGS__, shared);                         \
  } while (0)

/* fz [nz] = f_y z + f_eps theta + f_p */
K_FN void k_rate_in(k_context *k, const k_direction *d, const real *shared,
                    const real *z, real *fz) {
  K_ARRAY(all, K_NX);
  K_DERIVE(rate, d, shared, z, all);
  k_assign(fz, all, K_NZ);
}

/* uz [nz]: derivative of J u + f_eps v; `shared` depends on u and v. */
K_FN void k_curvature_in(k_context *k, const k_direction *d,
                         const real *shared, const real *z, real *uz) {
  K_ARRAY(all, K_NX);
  K_DERIVE(curvature, d, shared, z, all);
  k_assign(uz, all, K_NZ);
}

/* sz [6] = sigma_y z + sigma_eps theta + sigma_p */
K_FN void k_stress_in(k_context *k, const k_direction *d, const real *shared,
                      const real *z, real *sz) {
  K_DERIVE(stress, d, shared, z, sz);
}

/* Completes theta to the change of the whole strain for a change z of the
 * state, theta + P (stress - sigma_eps theta - sigma_y z - sigma_p). response:
 * from k_measured at this state. Does nothing unless K_PATH. */
K_FN void k_complete(k_context *k, const real *response, const real *z,
                     k_direction *d) {
  if (!K_PATH) return;
  const real *P = k_compliance(k, d->given, response + K_STRESS_ROOM);
  real rest[6], change[6];
  k_stress_in(k, d, response, z, rest);
  if (K_LOGARITHMIC) {
    if (k_is_parameter(d->c))
      K_DEFORMED(k_steer(d->given, P, d->aim, d->stress, d->theta));
    else
      K_DEFORMED(k_lead(P, d->c, d->stress[0], d->theta));
    K_UNROLL for (int i = 0; i < 6; i++) rest[i] = -rest[i];
  } else if (K_EQUATIONS) {
    K_UNROLL for (int i = 0; i < 6; i++) rest[i] = -rest[i];
    k_follow_rows(P, d->stress, d->theta);
  } else {
    K_UNROLL for (int i = 0; i < 6; i++) rest[i] = d->stress[i] - rest[i];
  }
  k_strain_for(k, d->given, P, rest, change);
  K_UNROLL for (int i = 0; i < 6; i++) d->theta[i] = d->theta[i] + change[i];
}

/* Stress at strain eps and state y; if n.count > 0, also the part that its
 * derivatives in the directions n share. */
K_FN void k_stress_common(k_context *k, k_directions n, const real *eps,
                          const real *y, real *sig, real *shared) {
  if (n.count)
    K_COMMON(stress, n, shared, eps, y, sig);
  else
    k_stress(k, eps, y, sig);
}
