/* loading.h: the strain along one loading step. */

/* What the strain changes by with parameters, at the start and at the end of
 * the step: coordinates [P][6]; under K_PATH what is controlled, Kelvin-Mandel
 * components.  Under K_LOGARITHMIC it is the strain, where F is given, and what is
 * controlled stands beside it, [P][9] of F and P. */
typedef struct {
  real *strain0, *strain1;
  real *from, *to;
} k_by;

/* The six components of control, with shear times sqrt(2) (Kelvin-Mandel). */
typedef struct {
  real strain[6], target[6]; /* at the start, and asked for */
  mask stress[6]; /* controlled in stress */
  const am_rows *rows; /* under K_EQUATIONS */
  /* Under K_LOGARITHMIC (given_gradient.h) F at the start, and of its nine
     components what is asked for: of P where `nominal`. */
  real gradient[K_GRADIENT_ROOM], aim[K_GRADIENT_ROOM];
  mask nominal[K_GRADIENT_ROOM];
  struct k_stretch *stretch; /* there: of F at the end where it is given */
} k_control;

/* Looked at now and then, since that may take as long as a substep. */
K_FN int k_is_stopped(const k_context *k, int attempt) {
  return k->stop && attempt % K_STOP_INTERVAL == 0 && *k->stop;
}

/* What is controlled along a loading step where stresses are given
 * (given_stress.h): Kelvin-Mandel components x, linear in time. */
typedef struct {
  mask stress[6];            /* a stress is given, or an equation */
  mask mixed;                /* of some component */
  real x0[6], x1[6];         /* at the start and at the end */
  real stress_rate[6];       /* of the given stresses, coordinates */
  real guess[6];             /* the strain where the last substep was accepted,
                                coordinates */
  real end[6];               /* found: the strain at the end, coordinates */
  /* of laws whose stiffness is constant, coordinates: P, and at the start and
     at the end given stresses and strains with the given components */
  real compliance[36];
  real aim0[6], aim1[6], near0[6], near1[6];
  real refinements;          /* of the strain at the end, K_CONSTANT */
  mask singular;             /* the stiffness was, somewhere … */
  mask plateau;              /* … or an elastic domain did not harden */
  real p[K_EQUATION_ROOM];   /* under K_EQUATIONS (constraints.h), … */
  real q[K_EQUATION_ROOM];   /* … where stress_rate is that of all rows */
  real balance;              /* work less free energy and dissipation, there */
  /* Under K_LOGARITHMIC components of F, or of P where `nominal`, at the start
     and at the end; the rotation at the start; F where the strain was last
     found; and what directions change what is controlled by, [6][9]. */
  mask nominal[K_GRADIENT_ROOM];
  real from[K_GRADIENT_ROOM], to[K_GRADIENT_ROOM], turn[K_GRADIENT_ROOM];
  real gradient[K_GRADIENT_ROOM];
  real lead[6 * K_GRADIENT_ROOM];
} k_given;

/* What is given is not the stress of some components and the strain of the
 * others. */
#define K_WHOLE (K_EQUATIONS || K_LOGARITHMIC)

enum { K_STRAIN_ITERATIONS = 60 }; /* of a search for it */

/* Numbers of a compliance: under K_LOGARITHMIC, in coordinates, behind it the
 * rate of the strain by what is given, at K_FLOW, and what it changes by: at
 * K_LEAD with directions, [6][6], and with parameters at K_STEER with each
 * component that is given, [6][9]. */
#define K_COMPLIANCE_ROOM \
  (!K_PATH ? 0 : K_LOGARITHMIC ? 78 + (K_SENSITIVITIES > 0) * 54 : 36)
#define K_BENDING_ROOM (K_PATH * 6 * K_NS) /* of deps/dy [6][ns] */
#define K_FLOW 36
#define K_LEAD 42
#define K_STEER 78

/* Where the points of a block have the ends of their substeps
 * (substep_ends.h). */
typedef struct {
  unsigned short *at; /* [AM_SUBSTEP_ENDS][stride], NULL: nowhere */
  long stride;
  k_number follow;    /* up to which error, 0: they are chosen */
} k_substep_ends;

/* eps(t) runs from eps0 at t = 0 to eps1 at t = dt; behind the strain stand the
 * external fields, which are given in any case. */
typedef struct {
  real dt, inverse; /* 1/dt; 0 for a jump */
  real eps0[K_INPUT_ROOM], eps1[K_INPUT_ROOM], rate[K_INPUT_ROOM];
  k_given *given;   /* under K_PATH, where the strain eps1 is found, and its
                       rate is that of the components controlled in strain */
  const k_by *by;   /* of directions of parameters (tangent.h) */
  k_substep_ends ends;
  const double *breaks; /* am_fields.breaks; NULL: none */
} k_loading;

/* Rates of the external fields. */
K_FN void k_prepare_fields(k_context *k, k_loading *loading) {
  (void)k;
  if (!K_NF) return;
  real inverse = k_select(loading->dt > 0, 1.0 / loading->dt, k_set(0));
  K_UNROLL for (int i = 6; i < K_INPUTS; i++)
    loading->rate[i] = (loading->eps1[i] - loading->eps0[i]) * inverse;
}

K_FN void k_loading_prepare(k_loading *loading) {
  mask moving = loading->dt > 0;
  loading->inverse = k_select(moving, 1.0 / loading->dt, k_set(0));
  K_UNROLL for (int i = 0; i < 6; i++)
    loading->rate[i] =
        (loading->eps1[i] - loading->eps0[i]) * loading->inverse;
}

/* The fraction t/dt of the loading step, exactly 1 at its end. */
K_FN real k_fraction(const k_loading *loading, real t) {
  return k_select(t < loading->dt, t * loading->inverse, k_set(1));
}

/* The external fields at time t, behind the strain. */
K_FN void k_fields(k_context *k, const k_loading *loading, real t,
                   real *eps) {
  (void)k;
  if (!K_NF) return;
  real theta = k_fraction(loading, t);
  K_UNROLL for (int i = 6; i < K_INPUTS; i++)
    eps[i] =
        k_fma(theta, loading->eps1[i], (1.0 - theta) * loading->eps0[i]);
}

K_FN void k_strain(k_context *k, const k_loading *loading, real t,
                   real *eps) {
  real theta = k_fraction(loading, t);
  K_UNROLL for (int i = 0; i < 6; i++)
    eps[i] =
        k_fma(theta, loading->eps1[i], (1.0 - theta) * loading->eps0[i]);
  k_fields(k, loading, t, eps);
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

K_FN real k_square(const real *x, int n) { return k_dot(x, x, n); }

/* x/unit, 0 where x is. */
K_FN real k_over(real x, real unit) {
  return k_select(x == 0, x, x / unit);
}

/* What a pass counts. */
typedef struct {
  real substeps, rejected, evaluations, iterations;
  real steep;      /* solutions that rounding hides (K_STEEP) */
  real by_tangent; /* substeps that derivatives alone rejected */
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

/* Takes back what a step counted since `before`, but in these lanes. */
K_FN void k_count_in(mask lanes, const k_counts *before, k_counts *counts) {
  counts->evaluations =
      k_select(lanes, counts->evaluations, before->evaluations);
  counts->iterations = k_select(lanes, counts->iterations, before->iterations);
  counts->steep = k_select(lanes, counts->steep, before->steep);
}
