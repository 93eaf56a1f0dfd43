/* convergence.h: a loading step integrated in equal substeps, and the order
 * in which errors fall with their number: how fast a scheme converges, without
 * its error control. */
#ifndef AM_CHECK_CONVERGENCE_H
#define AM_CHECK_CONVERGENCE_H

#include "check/loadings.h"

typedef struct am_integrator am_integrator;

/* The result of a loading step. */
typedef struct {
  double stress[6];
  double *state;   /* [nx] */
  double stored;   /* change of omega */
  double balance;  /* work - dissipation - stored */
  double size;     /* |work| + |dissipation| + |stored| */
  double substeps; /* accepted */
} am_integral;

/* By settings of the caller's own: any number of substeps of each part.  NULL
 * with a message where it cannot be compiled. */
am_integrator *am_integrator_new(am_subject *subject, const am_engine *engine,
                                 const am_solver *solver);

/* By a scheme whose every substep is accepted: one of each part. */
am_integrator *am_integrator_fixed(am_subject *subject,
                                   const am_engine *engine,
                                   const am_scheme *scheme);

/* The settings, for a replay. */
const am_solver *am_integrator_solver(const am_integrator *integrator);

/* The loading step in `count` equal parts; false where one cannot be
 * integrated. */
bool am_integrate(am_integrator *integrator, const am_loading *loading,
                  int count, am_integral *integral);

/* The order in which the errors of 2, 4, ... parts fall at the end; `order`,
 * that of the scheme, where they come below `least`. */
enum { AM_CONVERGENCE_LEVELS = 7 };
double am_convergence_order(const double *errors, int order, double least);

#endif
