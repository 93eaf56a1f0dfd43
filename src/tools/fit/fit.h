/* fit.h: identifies parameters from measured curves, key `fit` of a case.
 *
 * Each measured value gives a residual weight*(computed - measured)/scale;
 * scale is the standard deviation of the column, if the user gives one, or its
 * range in the test.  The sum of squares over all tests is minimised
 * (minimize.c) with exact derivatives, the columns `sensitivity` of a run.
 * Covariances are (J^T J)^-1 (sum of s_c^2 J_c^T J_c) (J^T J)^-1, where s_c^2
 * is the variance of the residuals of column c of a test, with the degrees of
 * freedom as divisor (White 1980, by columns); standard errors are therefore
 * valid for any scales.
 *
 * If the case does not set rtol, atol and max_substeps, they are 1e-6, 1e-9 and
 * 10000 in a fit, so that integration errors do not disturb the search and
 * unrealistic trials end soon. */
#ifndef AM_FIT_FIT_H
#define AM_FIT_FIT_H

#include "plot/picture.h"
#include "point/run.h"

/* ---- nonlinear least squares within bounds (minimize.c) ------------------ */

/* Levenberg-Marquardt method, the trust region of gsl_multifit_nlinear, in the
 * coordinates below.  The coordinates are relative changes, and the step norm
 * is not rescaled (Levenberg 1944): with scaling by the columns of the Jacobian
 * (Moré 1978), values with little influence far from the minimum diverge.  A
 * value that reaches its bound is held there, and released if the sum of
 * squares at the minimum of the other values decreases inwards (active-set
 * method).
 *
 * The search has converged if the full Gauss-Newton step changes no coordinate
 * by more than the tolerance, or is small relative to the noise, with a
 * relative offset of Bates and Watts (1981) below 1e-3, or below 1e-4 while the
 * sum is still decreasing. */

/* ---- dimensionless coordinates of bounded values --------------------------
 *
 * A value with a positive lower bound is represented by its logarithm, so that
 * a step is a ratio; any other value in units of its start.  A step beyond an
 * included bound ends at the bound, a step beyond an excluded one (above,
 * below) after nine tenths of the distance to it.  The interval is not mapped
 * to an infinite interval, because a minimum at a bound would then be at
 * infinity, and steps from the neighbourhood of a bound would be far too
 * long. */

typedef struct {
  double start;
  double low, high;         /* may be infinite; low <= start <= high */
  bool low_open, high_open; /* bound excluded */
} am_bounded;

/* d value/d coordinate */
double am_bounded_slope(const am_bounded *bounded, double value);

/* ---- the search ---------------------------------------------------------- */

typedef struct {
  void *data;
  size_t size; /* number of residuals, larger than count */
  int count;   /* number of values */
  /* A coordinate whose column of the Jacobian has at most this norm influences
   * the residuals by rounding only, and is not changed. */
  double negligible;
  /* residual [size], jacobian [size][count]: d residual/d value; false if the
   * evaluation fails, which rejects the step. */
  bool (*evaluate)(void *data, const double *values, double *residual,
                   double *jacobian);
  /* Called after each iteration with the best sum of squares; may be NULL. */
  void (*progress)(void *watcher, int iteration, double sum);
  void *watcher;
} am_objective;

typedef enum {
  AM_END_CONVERGED,
  AM_END_EXHAUSTED,  /* no step decreases the sum any more, and the gradient is
                        zero to within evaluation accuracy */
  AM_END_STALLED,    /* no step decreases the sum, although the gradient is not
                        small */
  AM_END_ITERATIONS,
  AM_END_STOPPED,
  AM_END_START,      /* the start cannot be evaluated */
  AM_ENDS
} am_end;

/* Descriptions of the ends. */
extern const char *const am_end_text[AM_ENDS];

typedef struct {
  double *values;   /* [count] best values */
  int *bound;       /* [count] -1: at the lower bound, 1: at the upper one */
  double *residual; /* [size] at the best values */
  double *jacobian; /* [size][count] */
  double sum;       /* sum of squares */
  int iterations, evaluations, failures; /* failures: failed evaluations */
  am_end end;
} am_least;

am_least am_minimize(am_arena *arena, const am_objective *objective,
                     const am_bounded *start, int most_iterations,
                     double tolerance);

/* Determined directions of a Jacobian: J = U S V^T D, where the diagonal matrix
 * D contains the norms of the columns, so that the singular values S do not
 * depend on the units of the variables. */

/* Relative threshold of determined directions: singular values below this
 * fraction of the largest, and columns below this fraction of the longest, are
 * undetermined.  Sensitivities are accurate to about 1e-6; since they are
 * linear in the derivatives of the law with respect to the parameters, exact
 * linear dependence is nevertheless preserved to rounding accuracy. */
#define AM_UNDETERMINED 1e-8

typedef struct {
  int count;        /* number of variables */
  double *norm;     /* [count] norms of the columns; 0: no influence */
  double *singular; /* [count] decreasing */
  int rank;         /* number of determined singular values */
  double *v;        /* [count][count], columns V */
  double *along;    /* [count] U^T residual */
} am_decomposition;

/* jacobian [size][count] is overwritten; residual [size]; size >= count. */
am_decomposition am_decompose(am_arena *arena, double *jacobian,
                              const double *residual, size_t size, int count);

/* Least-squares step [count] in the determined directions. */
void am_decomposition_step(const am_decomposition *d, double *step);

/* (J^T J)^+ [count][count] in the determined directions. */
void am_decomposition_inverse(const am_decomposition *d, double *inverse);

typedef struct {
  const am_fitting_parameter *given;
  const char *unit;
  am_bounded bounded; /* start value and bounds */
  double value;       /* best value */
  double error;       /* standard error; NaN: at a bound, or unknown */
  int bound;          /* -1: at the lower bound, 1: at the upper bound, else
                         0 */
  bool idle;          /* the tests do not depend on it */
  bool loose;         /* determined only in combination with others */
} am_fit_parameter;

typedef struct {
  const char *name, *unit;
  double scale;       /* scale of the residuals, > 0, in the unit of the
                         column */
  double factor;      /* weight/scale */
  size_t values;      /* number of measured values */
  double rms, largest; /* |computed - measured| for the best parameters, in the
                          unit of the column */
  const double *over; /* [rows] measured strain if the stress forms loops over
                         it; NULL otherwise */
  size_t output;      /* index in a row of the run */
  size_t sensitivity; /* index of its first sensitivity in a row of the run */
} am_fit_column;

typedef struct {
  const am_fitting_test *given;
  const am_case *description; /* case of its run */
  am_run *run;
  am_fit_column *columns; /* [column_count] */
  size_t column_count;
  double *time;           /* [rows] times of measurements */
  size_t rows;
  double *measured;       /* [rows][column_count]; NaN: not measured */
  double *computed;       /* [rows][column_count] for the best parameters; NaN
                             likewise */
  size_t *at;             /* [rows] rows of the run, 0: the start */
  size_t first, size;     /* range of the test's residuals among the residuals
                             of all tests */
  char failure[256];      /* reason for the last failed evaluation */
} am_fit_test;

typedef struct {
  const am_case *description;
  const am_law *law;              /* of the first test */
  am_fit_parameter *parameters;   /* [parameter_count] */
  size_t parameter_count;
  am_fit_test *tests;             /* [test_count] */
  size_t test_count;
  size_t size;                    /* number of residuals */
  int threads;

  /* results of am_fit_solve */
  am_least minimum;
  double deviation;               /* residual standard deviation; NaN without
                                     degrees of freedom */
  double *correlation;            /* [parameter_count][parameter_count]; NaN if
                                     undefined */
  double condition;               /* ratio of the smallest to the largest
                                     singular value of the scaled Jacobian */
  double *combinations;           /* [combination_count][parameter_count]
                                     relative changes that leave all residuals
                                     unchanged, the largest 0.01 */
  size_t combination_count;
} am_fit;

/* Default values of the options. */
#define AM_FIT_ITERATIONS 100
#define AM_FIT_TOLERANCE 1e-6

typedef struct {
  long iterations;          /* maximum number */
  double tolerance;         /* relative tolerance of parameter changes */
  int threads;              /* 0: all processors */
  void (*progress)(void *data, int iteration, double sum); /* may be NULL */
  void *data;               /* of progress */
} am_fit_options;

/* Reads the tables and prepares the runs; material NULL: that of the case.
 * AM_INPUT or AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_fit_prepare(am_arena *arena, am_report *report,
                                     const am_case *description,
                                     const am_material *material,
                                     const am_fit_options *options,
                                     am_fit **fit);

/* Finds the parameters.  AM_FAILED with a message if the search did not
 * converge or the tests do not determine all parameters; the best result so far
 * is still available (am_fit_found) unless the start could not be evaluated. */
AM_MUST_USE am_status am_fit_solve(am_arena *arena, am_report *report,
                                   am_fit *fit, const am_fit_options *options);
bool am_fit_found(const am_fit *fit);

/* Residuals [size] and derivatives [size][parameter_count] for parameter
 * values; `evaluate` of an am_objective whose data is the fit. */
bool am_fit_evaluate(void *fit, const double *values, double *residual,
                     double *jacobian);

/* Output: report as text and as JSON; parameters as a fragment of a case;
 * measured and computed columns as CSV; picture with a panel for each compared
 * column of each test, and curves that are computed for it. */
const char *am_fit_remark(const am_fit_parameter *parameter); /* or "" */
void am_fit_print(const am_fit *fit, am_arena *arena, FILE *out);
void am_fit_write_json(const am_fit *fit, am_arena *arena, FILE *out);
void am_fit_write_parameters(const am_fit *fit, am_arena *arena, FILE *out);
AM_MUST_USE am_status am_fit_write_curves(const am_fit *fit, am_arena *arena,
                                          am_report *report, const char *path);
AM_MUST_USE am_status am_fit_picture(am_arena *arena, am_report *report,
                                     const am_fit *fit, am_picture *picture);

/* Picture of the residuals over time, with the same panels. */
am_picture am_fit_residuals(am_arena *arena, const am_fit *fit);

/* table.c: reads the table of a test; internal to fit. */

/* Shared data of the preparation of tests. */
typedef struct {
  am_arena *arena;
  am_report *report;
  am_fit *fit;
  const am_material *material;
} am_fit_preparation;

/* Reads the measured values of a test. */
AM_MUST_USE am_status am_fit_test_read(const am_fit_preparation *making,
                                       const am_case *description,
                                       am_fit_test *test);

#endif
