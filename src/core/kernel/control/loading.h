/* loading.h: controlled components, strain and external fields as functions of
 * time within one loading step. */

/* Derivatives of controlled components by parameters, at the start and at the
 * end of the step: coordinates of the strain [P][6]; under K_PATH Kelvin-Mandel
 * components of strain or stress. Under K_LOGARITHMIC strain0 and strain1 are
 * derivatives of the strain if all of F is given, and from and to [P][9] are
 * derivatives of the controlled components of F and P. */
typedef struct {
  real *strain0, *strain1;
  real *from, *to;
} k_by;

/* True if the caller asks to stop. Reads the flag only in every
 * K_STOP_INTERVAL-th attempt, because a read can take as long as a substep. */
K_FN int k_is_stopped(const k_context *k, int attempt) {
  return k->stop && attempt % K_STOP_INTERVAL == 0 && *k->stop;
}

/* Control of a loading step: Kelvin-Mandel components x, whose shears are those
 * of tensors times sqrt(2) */
typedef struct {
  mask stress[6];            /* component is controlled by a stress or an
                                equation */
  mask mixed;                /* at least one component is controlled in this
                                way */
  real strain[6];            /* strain at the start */
  real x1[6];                /* x at the end */
  const am_rows *rows;       /* under K_EQUATIONS */

  /* Under K_PATH, x is linear in time (given_stress.h). */
  real x0[6];                /* x at the start */
  real stress_rate[6];       /* of the given stresses, coordinates */
  real guess[6];             /* start of the search for the strain: its value at
                                the end of the last accepted substep,
                                coordinates */
  real end[6];               /* result: strain at the end, coordinates */
  /* Laws of constant stiffness, coordinates: P; given stresses (aim) and
   * strains with the given components (near), at the start and at the end */
  real compliance[36];
  real stress0[6], stress1[6], near_strain0[6], near_strain1[6];
  real refinements;          /* number of refinements of the strain at the end,
                                K_CONSTANT */
  mask singular;             /* the stiffness was singular at some point … */
  mask plateau;              /* … or an elastic domain did not harden */
  real p[K_EQUATION_ROOM];   /* under K_EQUATIONS: coefficients of stress and
                                strain (constraints.h); … */
  real q[K_EQUATION_ROOM];   /* … stress_rate then contains the rates of all
                                rows */
  real balance;              /* work minus free energy minus dissipation,
                                constant in the step */

  /* Under K_LOGARITHMIC (given_gradient.h): components of F, or of P if
   * `nominal`, at the start and at the end; F at the start, and of the last
   * solution; its decomposition at the end if all of F is given; rotation at
   * the start; and derivatives of the controlled components in the six
   * directions, [6][9]. */
  mask nominal[K_GRADIENT_ROOM];
  am_measure measure;        /* of stress, instead of P */
  real from[K_GRADIENT_ROOM], to[K_GRADIENT_ROOM];
  real gradient0[K_GRADIENT_ROOM], gradient[K_GRADIENT_ROOM];
  struct k_stretch *stretch;
  real turn[K_GRADIENT_ROOM];
  real lead[6 * K_GRADIENT_ROOM];
} k_control;

/* True unless each component has a given stress or a given strain. */
K_FN int k_whole(const k_context *k) { return K_EQUATIONS || K_LOGARITHMIC; }

enum { K_STRAIN_ITERATIONS = 60 }; /* maximum of iterations for the strain */

/* Room of a compliance P, in coordinates under K_LOGARITHMIC. P is then
 * followed by derivatives of the strain: by time, due to the controlled
 * components (K_FLOW), in the six directions (K_LEAD, [6][6]), and by the
 * controlled components, for parameters (K_STEER, [6][9]). */
#define K_COMPLIANCE_ROOM \
  (!K_PATH ? 0 : K_LOGARITHMIC ? 78 + (K_SENSITIVITIES > 0) * 54 : 36)
#define K_FLOW 36
#define K_LEAD 42
#define K_STEER 78

/* Ends of the substeps of the points of a block (substep_ends.h) */
typedef struct {
  unsigned short *at; /* [AM_SUBSTEP_ENDS][stride], or NULL */
  long stride;
  k_number follow;    /* largest accepted error with recorded substeps; 0:
                         substeps are chosen by the error */
} k_substep_ends;

/* The strain runs linearly from eps0 at t = 0 to eps1 at t = dt. External
 * fields, which are always given, follow the six strains in each array. */
typedef struct {
  real dt, inverse; /* 1/dt; 0 for a jump */
  real eps0[K_INPUT_ROOM], eps1[K_INPUT_ROOM], rate[K_INPUT_ROOM];
  k_control *given; /* under K_PATH: eps1 is a result, and rate contains only
                       the components controlled in strain */
  const k_by *by;   /* for directions of parameters (tangent.h) */
  k_substep_ends ends;
  const double *breaks; /* am_fields.breaks, or NULL */
} k_loading;

/* Computes the rates first … end - 1 of strain and external fields. */
K_FN void k_set_rates(k_loading *loading, int first, int end) {
  loading->inverse =
      k_select(loading->dt > 0, 1.0 / loading->dt, k_set(0));
  K_UNROLL for (int i = first; i < end; i++)
    loading->rate[i] =
        (loading->eps1[i] - loading->eps0[i]) * loading->inverse;
}

/* Fraction t/dt of the loading step; exactly 1 at its end. */
K_FN real k_fraction(const k_loading *loading, real t) {
  return k_select(t < loading->dt, t * loading->inverse, k_set(1));
}

/* x [n] at time t, linear from x0 to x1. */
K_FN void k_between(const k_loading *loading, real t, const real *x0,
                    const real *x1, int n, real *x) {
  real theta = k_fraction(loading, t);
  K_UNROLL for (int i = 0; i < n; i++)
    x[i] = k_fma(theta, x1[i], (1.0 - theta) * x0[i]);
}

/* Stores the external fields at time t in eps[6], …. */
K_FN void k_fields(k_context *k, const k_loading *loading, real t,
                   real *eps) {
  if (K_NF)
    k_between(loading, t, loading->eps0 + 6, loading->eps1 + 6, K_NF, eps + 6);
}

K_FN void k_strain(k_context *k, const k_loading *loading, real t,
                   real *eps) {
  k_between(loading, t, loading->eps0, loading->eps1, K_INPUTS, eps);
}

/* eps [6 + nf]: `strain`, or zero strain if it is NULL, with the external
 * fields at the end. */
K_FN void k_end_fields(k_context *k, const k_loading *loading,
                       const real *strain, real *eps) {
  K_UNROLL for (int i = 0; i < K_INPUTS; i++)
    eps[i] = i >= 6 ? loading->eps1[i] : strain ? strain[i] : k_set(0);
}

/* Counters of a pass */
typedef struct {
  real substeps, rejected, evaluations, iterations;
  real steep;      /* solutions hidden by rounding (k_steepest) */
  real by_tangent; /* substeps rejected only because of the error of
                      derivatives */
} k_counts;

K_FN k_counts k_no_counts(void) {
  real none = k_set(0);
  k_counts counts = {.substeps = none, .rejected = none, .evaluations = none,
                     .iterations = none, .steep = none, .by_tangent = none};
  return counts;
}

K_FN void k_count(real *counter, mask where) {
  *counter = *counter + k_select(where, k_set(1), k_set(0));
}

/* Resets the counters to their values `before` in all lanes outside `lanes`. */
K_FN void k_count_in(mask lanes, const k_counts *before, k_counts *counts) {
  counts->evaluations =
      k_select(lanes, counts->evaluations, before->evaluations);
  counts->iterations = k_select(lanes, counts->iterations, before->iterations);
  counts->steep = k_select(lanes, counts->steep, before->steep);
}
