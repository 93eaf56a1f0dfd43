/* equilibrium.h: solves one problem div sigma = 0 iteratively; computes the
 * reference material and the effective tangent.
 *
 * Each iteration evaluates the stress response and its residuals and updates
 * the strain until both residuals are below the tolerance:
 *
 *     equilibrium      |div sigma| L/s,   stress residual   |Q<sigma> - S|/s
 *
 * with Frobenius norms, L the longest side of the cell, S the prescribed mean
 * stress, and s the maximum of |<sigma>|, |S| and the largest stress of the
 * history (problem->largest), so that iterations do not stall at a zero
 * crossing.  A stress field that vanishes identically counts as equilibrium. */
#ifndef AM_HOMOGENIZATION_EQUILIBRIUM_H
#define AM_HOMOGENIZATION_EQUILIBRIUM_H

#include "homogenization/scheme.h"

typedef enum {
  AM_EQUILIBRIUM_GOES_ON,
  AM_EQUILIBRIUM_GOOD,
  AM_EQUILIBRIUM_BAD,   /* response failed: result->response.status */
  AM_EQUILIBRIUM_LIMIT, /* settings->iterations reached */
  AM_EQUILIBRIUM_GROWN, /* residual not finite, or larger than the divergence
                           bound */
  AM_EQUILIBRIUM_STUCK  /* residual has not decreased for 100 iterations */
} am_equilibrium_end;

typedef struct {
  am_equilibrium_end end;
  am_response response;        /* last response */
  long iterations;             /* number of responses */
  long applications;           /* applications of tangents by the scheme */
  long expected;               /* estimated total number of iterations,
                                  extrapolated at the iteration limit; 0:
                                  unknown */
  double equilibrium, stress_residual; /* of the last response */
  double driven;               /* stress caused by external fields */
} am_equilibrium_result;

/* Solves the problem from the iterate u, whose mean strain satisfies the
 * prescribed components; g is a buffer for the gradient. u is a solution only
 * if result->end is AM_EQUILIBRIUM_GOOD; the last response was then evaluated
 * at u. */
void am_equilibrium_solve(const am_equilibrium_problem *problem,
                          const am_acceleration *scheme,
                          am_iteration *iteration, am_vector *u, am_vector *g,
                          am_equilibrium_result *result);

/* ---- reference.c -------------------------------------------------------- */

/* Reference material C0 of a cell, from the extreme stiffnesses of its voxels:
 *
 *     mu0 = (least + largest)/2 of the shear moduli, bulk0 likewise,
 *     lambda0 = bulk0 - 2/3 mu0
 *
 * This choice is optimal for the basic scheme (Michel, Moulinec and Suquet
 * 2001).  Iterations diverge if mu0 is less than half the largest shear
 * modulus; the chosen mu0 is at least 0.55 times that modulus. */

/* Sets the initial reference, from the stiffness at zero strain `zero`.
 * AM_INPUT with a message if a phase has no stiffness or the prescribed
 * reference is too soft; AM_FAILED if the tangent cannot be evaluated. */
AM_MUST_USE am_status am_reference_start(am_report *report, am_space *space,
                                         const am_homogenization *settings,
                                         const am_vector *zero);

/* Sets the reference from the tangents at u over a loading step, if the
 * settings request updates and the tangents can be evaluated. */
void am_reference_update(am_space *space, const am_homogenization *settings,
                         const am_loading_step *span, const am_vector *u);

/* ---- effective.c -------------------------------------------------------- */

/* Effective algorithmic tangent of a volume element, d<sigma>/d<eps> over a
 * loading step from the state at its start.
 *
 * Column c is <C : eps> for the field eps with mean strain e_c and div(C : eps)
 * = 0, with C the tangents of the laws at the converged strain. */

typedef struct am_effective_tangent am_effective_tangent;

/* Allocates the solver.  AM_ENVIRONMENT if memory does not suffice. */
AM_MUST_USE am_status am_effective_tangent_new(
    am_arena *arena, am_report *report, am_space *space,
    const am_homogenization *settings, am_effective_tangent **effective);

/* Computes the matrix [6][6] and the average <C> in Kelvin-Mandel components at
 * u over `span`, before the commit, to a relative residual of 1e-9.  Adds the
 * number of tangent applications to *applications.  If `effective` or `matrix`
 * is NULL, computes the average only.  False with a phrase in *why if a tangent
 * or a solution does not exist. */
bool am_effective_tangent_find(am_effective_tangent *effective,
                               am_report *report, am_space *space,
                               const am_loading_step *span, const am_vector *u,
                               double *matrix, double *average,
                               double *applications, const char **why);

#endif
