/* convergence.h: integrates a loading step in equal substeps and measures the
 * order of convergence of a scheme without error control; derivatives of a
 * loading step with frozen substeps. */
#ifndef AM_CHECK_CONVERGENCE_H
#define AM_CHECK_CONVERGENCE_H

#include "check/differences.h"
#include "check/loadings.h"

typedef struct am_integrator am_integrator;

/* Result of a loading step. */
typedef struct {
  double stress[6];
  double *state;   /* [nx] */
  double stored;   /* change of omega */
  double balance;  /* work - dissipation - stored */
  double size;     /* |work| + |dissipation| + |stored| */
  double substeps; /* accepted */
} am_integral;

/* Integrator with the caller's settings, any number of substeps per part.  NULL
 * with a message if it cannot be compiled. */
am_integrator *am_integrator_new(am_subject *subject, const am_engine *engine,
                                 const am_solver *solver);

/* Integrator with one accepted substep of the scheme per part. */
am_integrator *am_integrator_fixed(am_subject *subject, const am_engine *engine,
                                   const am_scheme *scheme);

/* Settings, for a replay. */
const am_solver *am_integrator_solver(const am_integrator *integrator);

/* Integrates the loading step in `count` equal parts; false on failure. */
bool am_integrate(am_integrator *integrator, const am_loading *loading,
                  int count, am_integral *integral);

/* Takes the order of convergence observed for 2, 4, ... parts of the step, or
 * the order of the scheme if the errors fall below `least`; false on failure. */
enum { AM_CONVERGENCE_LEVELS = 7 };
typedef double am_integral_error(const void *data, const am_integral *integral);
bool am_convergence_take(am_worst *worst, am_integrator *integrator,
                         const am_loading *loading, double least,
                         am_integral_error *error, const void *data);

/* Derivatives of stress and state [6 + nx] at the end of a loading step by its
 * final strain [6], by differences over the same substeps. */
typedef struct {
  am_subject *subject;
  am_engine_program *program; /* of the reference engine */
  am_step *step;
  am_loading loading;
  bool by_column;  /* substeps of the column instead of those of the state */
  double longest;  /* largest step of the differences */
  am_differences differences;
} am_frozen_step;

am_frozen_step *am_frozen_step_new(am_subject *subject, const am_law *law,
                                   const am_loadings *loadings);

/* Integrates the loading step and, if that succeeds, differentiates it; false
 * if it cannot be evaluated near its final strain. */
bool am_frozen_step_find(am_frozen_step *frozen, const am_loading *loading);

#endif
