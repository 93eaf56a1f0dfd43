/* fit.h: parameters identified from measured curves, the key `fit` of a case.
 *
 * A residual is weight*(computed - measured)/scale, for every value that was
 * measured; scale is the standard deviation of the column where the user gives
 * one, else its range in the test.  The sum of squares over all tests is made
 * small (minimize.h) with exact derivatives: the columns `sensitivity` of a
 * run.  Covariances are (J^T J)^-1 (sum of s_c^2 J_c^T J_c) (J^T J)^-1, where
 * s_c^2 is the variance of the residuals of column c of a test, divided by
 * the degrees of freedom (White 1980, by columns): standard errors hold
 * whatever the scales are.
 *
 * Where the case leaves rtol and atol open they are 1e-6 and 1e-9 here, so
 * that the error of the integration does not disturb the search, and
 * max_substeps is 10000, so that trials far off end soon. */
#ifndef AM_FIT_FIT_H
#define AM_FIT_FIT_H

#include <stdio.h>

#include "fit/minimize.h"
#include "plot/picture.h"
#include "point/run.h"

typedef struct {
  const am_fitting_parameter *given;
  const char *unit;
  am_bounded bounded; /* where it starts, and its bounds */
  double value;       /* the best */
  double error;       /* its standard error; NaN: at a bound, or unknown */
  int bound;          /* -1 at its lower bound, 1 at its upper one, else 0 */
  bool idle;          /* the tests do not depend on it */
  bool loose;         /* only combinations with others are determined */
} am_fit_parameter;

typedef struct {
  const char *name, *unit;
  double scale;       /* of its residuals, > 0, in its unit */
  double factor;      /* weight/scale */
  size_t values;      /* measured */
  double rms, largest; /* |computed - measured| at the best, in its unit */
  const double *over; /* [rows] measured strain, of a stress that makes loops
                         over it; NULL: it does not */
  size_t output;      /* its place in a row of the run */
  size_t sensitivity; /* place of the first of its sensitivities there */
} am_fit_column;

typedef struct {
  const am_fitting_test *given;
  const am_case *description; /* of its run */
  am_run *run;
  am_fit_column *columns; /* [column_count] */
  size_t column_count;
  const double *time;     /* [rows] at which something was measured */
  size_t rows;
  double *measured;       /* [rows][column_count], NaN: nothing measured */
  double *computed;       /* [rows][column_count] at the best; NaN likewise */
  const size_t *at;       /* [rows] rows of the run, from 0: the start */
  size_t first, size;     /* its residuals among those of all tests */
  char failure[256];      /* why it could not be evaluated last */
} am_fit_test;

/* Relative changes of parameters that together change nothing. */
typedef struct {
  double *change;         /* [parameter_count] largest 0.01 */
} am_fit_combination;

typedef struct {
  const am_case *description;
  const am_law *law;              /* of the first test */
  am_fit_parameter *parameters;   /* [parameter_count] */
  size_t parameter_count;
  am_fit_test *tests;             /* [test_count] */
  size_t test_count;
  size_t size;                    /* residuals */
  int threads;
  const volatile int *stop;

  /* found by am_fit_solve */
  am_least minimum;
  double deviation;               /* s; NaN without degrees of freedom */
  double *correlation;            /* [parameter_count][parameter_count]; NaN
                                     where there is none */
  double condition;               /* smallest singular value of the scaled
                                     Jacobian, relative to the largest */
  am_fit_combination *combinations; /* [combination_count] undetermined */
  size_t combination_count;
} am_fit;

typedef struct {
  long iterations;          /* the most */
  double tolerance;         /* on changes of parameters, relative */
  int threads;              /* 0: all */
  const volatile int *stop; /* set: end soon; or NULL */
  void (*progress)(void *data, int iteration, double sum); /* or NULL */
  void *data;               /* of progress */
} am_fit_options;

/* Reads the tables and makes the runs ready; material NULL: the one that the
 * case names.  AM_INPUT or AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_fit_prepare(am_arena *arena, am_report *report,
                                     const am_case *description,
                                     const am_material *material,
                                     const am_fit_options *options,
                                     am_fit **fit);

/* Finds the parameters.  AM_FAILED with a message when the search did not
 * converge or the tests do not determine all of them; then, too, the best so
 * far is there, unless the start could not be evaluated: am_fit_found. */
AM_MUST_USE am_status am_fit_solve(am_arena *arena, am_report *report,
                                   am_fit *fit,
                                   const am_fit_options *options);
bool am_fit_found(const am_fit *fit);

/* Residuals [size] and their derivatives [size][parameter_count] for values
 * of the parameters; an am_objective's evaluate, whose data is the fit. */
bool am_fit_evaluate(void *fit, const double *values, double *residual,
                     double *jacobian);

/* The report as text and as JSON; the parameters as a fragment of a case;
 * measured and computed columns as CSV; a picture of a panel for each compared
 * column of each test. */
void am_fit_print(const am_fit *fit, am_arena *arena, FILE *out);
void am_fit_write_json(const am_fit *fit, am_arena *arena, FILE *out);
void am_fit_write_parameters(const am_fit *fit, am_arena *arena, FILE *out);
AM_MUST_USE am_status am_fit_write_curves(const am_fit *fit, am_arena *arena,
                                          am_report *report,
                                          const char *path);
am_picture am_fit_picture(const am_fit *fit, am_arena *arena);

/* table.c: one test as its table has it; internal to fit. */

/* What all tests share while they are made ready. */
typedef struct {
  am_arena *arena;
  am_report *report;
  am_fit *fit;
  const am_material *material;
} am_fit_making;

/* The path of a test as its table has it, and what was measured on it. */
AM_MUST_USE am_status am_fit_test_read(const am_fit_making *making,
                                       const am_case *description,
                                       am_fit_test *test,
                                       am_entries **entries);

#endif
