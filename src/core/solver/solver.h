/* solver.h: settings of an integration, from the key `solver` of a case
 * (automat-case(5)); settings.c reads and writes them. Tolerances and limits
 * are passed to a compiled program with every call (am_tolerances, fields.h);
 * all other settings are compiled into it. */
#ifndef AM_SOLVER_SOLVER_H
#define AM_SOLVER_SOLVER_H

#include "solver/scheme.h"
#include "yaml/yaml.h"

typedef enum {
  AM_STRATEGY_AUTOMATIC,     /* derivatives of the two potentials by AD */
  AM_STRATEGY_SEMI_AUTOMATIC, /* first derivatives from `partials` */
  AM_STRATEGY_CONVENTIONAL   /* hand-written update */
} am_strategy;

/* Names of strategies in cases, "automatic", …; terminated by NULL */
enum { AM_STRATEGIES = 3 };
extern const char *const am_strategy_names[AM_STRATEGIES + 1];

typedef enum { AM_CONTROL_STRESS, AM_CONTROL_INTERNAL } am_error_control;
/* Control of given stresses: along the whole loading step, like strains
 * (kernel/control/given_stress.h), or only at its end
 * (kernel/points/equilibrium.h). */
typedef enum { AM_CONTROL_PATH, AM_CONTROL_STEP } am_control;
typedef enum { AM_TANGENT_COUPLED, AM_TANGENT_PRIMAL } am_tangent_control;
typedef enum { AM_NEWTON_STATE, AM_NEWTON_STRESS } am_newton_on;
typedef enum { AM_MODE_VECTOR, AM_MODE_COLUMN } am_tangent_mode;

/* Minimum duration of a loading step (time); keeps the rates finite. */
#define AM_SHORTEST_STEP 1e-300

/* Maximum number of equal substeps of a loading step */
enum { AM_MOST_EQUAL_SUBSTEPS = 10000 };

typedef struct {
  const am_scheme *scheme;
  am_strategy strategy;
  am_control control;
  am_error_control error_control;
  am_tangent_control tangent_control;
  am_tangent_mode tangent_mode;
  bool tangent;        /* integrate da/deps and report C */
  bool derivatives;    /* report da/deps: also integrated, with error control,
                          for variables that do not affect the stress */
  bool energies;       /* integrate dissipation and work */
  double atol, rtol;
  double equilibrium;  /* stress residual relative to the largest stress so
                          far */
  am_newton_on newton_on; /* variables of the convergence test of Newton's
                             method */
  double newton;       /* relative update at which Newton has converged */
  int newton_iterations;
  int substeps;        /* number of equal substeps, for schemes without
                          step-size control */
  int max_substeps;
  double largest_part; /* longest substep: fraction of the loading step … */
  double largest_time; /* … or time; 0: no limit */
  double stress_scale; /* (stress); 0: scale of the law */
} am_solver;

/* Defaults of automat-case(5), without a scheme and with the tangent. Every
 * case sets the scheme. */
extern const am_solver am_solver_default;

/* The strain measure of a law (key `kinematics` of materials and cases). */

typedef enum {
  AM_KINEMATICS_SMALL,       /* symmetric displacement gradient */
  AM_KINEMATICS_LOGARITHMIC, /* E = ln(F'F)/2 (kernel/control/logarithmic.h) */
  AM_KINEMATICS
} am_kinematics;

/* "small", "logarithmic"; terminated by NULL */
extern const char *const am_kinematics_names[AM_KINEMATICS + 1];

#endif
