/* solver.h: the settings of an integration, as the key `solver` of a case
 * gives them (automat-case(5)); settings.c reads and writes them.  The
 * tolerances and limits among them are told to a program with every call
 * (am_tolerances, fields.h); the others decide what is compiled. */
#ifndef AM_SOLVER_SOLVER_H
#define AM_SOLVER_SOLVER_H

#include <stdbool.h>

#include "solver/scheme.h"

typedef enum {
  AM_STRATEGY_AUTOMATIC,     /* derivatives of the two potentials by AD */
  AM_STRATEGY_SEMI_AUTOMATIC, /* first derivatives from `partials` */
  AM_STRATEGY_CONVENTIONAL   /* the hand-written update */
} am_strategy;

/* Their names in cases: "automatic", … */
enum { AM_STRATEGIES = 3 };
extern const char *const am_strategy_names[AM_STRATEGIES + 1]; /* closed by NULL */

typedef enum { AM_CONTROL_STRESS, AM_CONTROL_INTERNAL } am_error_control;
/* Where stresses are given: all along a loading step, as the strains are
 * (kernel/control/given_stress.h), or at its end alone
 * (kernel/points/equilibrium.h). */
typedef enum { AM_CONTROL_PATH, AM_CONTROL_STEP } am_control;
typedef enum { AM_TANGENT_COUPLED, AM_TANGENT_PRIMAL } am_tangent_control;
typedef enum { AM_NEWTON_STATE, AM_NEWTON_STRESS } am_newton_on;
typedef enum { AM_MODE_VECTOR, AM_MODE_COLUMN } am_tangent_mode;

/* The least duration of a loading step: rates within it are finite. */
#define AM_SHORTEST_STEP 1e-300

/* Most equal substeps of a loading step. */
enum { AM_MOST_EQUAL_SUBSTEPS = 10000 };

typedef struct {
  const am_scheme *scheme;
  am_strategy strategy;
  am_control control;
  am_error_control error_control;
  am_tangent_control tangent_control;
  am_tangent_mode tangent_mode;
  bool tangent;        /* integrate da/deps and report C */
  bool derivatives;    /* da/deps is wanted, too: of variables that the stress
                          does not see, it is then integrated and measured */
  bool energies;       /* integrate dissipation and work */
  double atol, rtol;
  double equilibrium;  /* stress residual over the largest stress met */
  am_newton_on newton_on; /* what Newton's method converges in */
  double newton;       /* relative update at which Newton has converged */
  int newton_iterations;
  int substeps;        /* equal ones of a scheme that chooses none */
  int max_substeps;
  double largest_part; /* longest substep: this part of the loading step … */
  double largest_time; /* … or this time, 0: no limit */
  double stress_scale; /* [stress], 0: that of the law */
} am_solver;

/* The defaults of automat-case(5), but for the scheme, which a case has
 * always, and the tangent, which is on here. */
extern const am_solver am_solver_default;

#endif
