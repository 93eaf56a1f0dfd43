/* equilibrium.h: the loop of one problem div sigma = 0: a response, its
 * residuals, and the next iterate until they are small; the reference material
 * and the effective tangent.
 *
 *     equilibrium      |div sigma| L/s,   stress residual   |Q<sigma> - S|/s
 *
 * with Frobenius norms, L the longest side of the cell, and s the largest of
 * |<sigma>|, |S| and that of the history (problem->largest), so that a zero
 * crossing does not stall.  What is zero altogether is in balance. */
#ifndef AM_HOMOGENIZATION_EQUILIBRIUM_H
#define AM_HOMOGENIZATION_EQUILIBRIUM_H

#include "homogenization/scheme.h"

typedef enum {
  AM_EQUILIBRIUM_GOES_ON,
  AM_EQUILIBRIUM_GOOD,
  AM_EQUILIBRIUM_BAD,   /* the response is not good: result->response.status */
  AM_EQUILIBRIUM_LIMIT, /* as many iterations as settings->iterations */
  AM_EQUILIBRIUM_GROWN, /* the residual is not finite or beyond all bounds */
  AM_EQUILIBRIUM_STUCK  /* the residual has not fallen for 100 iterations */
} am_equilibrium_end;

typedef struct {
  am_equilibrium_end end;
  am_response response;        /* the last */
  long iterations;             /* responses */
  long applications;           /* of tangents, by the scheme */
  long expected;               /* at the limit, iterations that it would take at
                                  the rate of the last ones; 0: unknown */
  double equilibrium, stress_residual; /* of the last response */
  double driven;               /* a stress that external fields have caused */
} am_equilibrium_result;

/* Responses for am_equilibrium_problem.respond: by the laws over
 * problem->span, by the tangents of the last survey (which follow nothing). */
void am_equilibrium_by_laws(const am_equilibrium_problem *problem,
                            double follow, const am_vector *u, am_vector *g,
                            am_response *response);
void am_equilibrium_by_tangents(const am_equilibrium_problem *problem,
                                double follow, const am_vector *u,
                                am_vector *g, am_response *response);

/* From the iterate u, which has the mean strain that is given; g is for the
 * gradient.  u is a solution only where result->end is good; then the last
 * response was to u. */
void am_equilibrium_solve(const am_equilibrium_problem *problem,
                          const am_acceleration *scheme,
                          am_iteration *iteration, am_vector *u, am_vector *g,
                          am_equilibrium_result *result);

/* ---- reference.c -------------------------------------------------------- */

/* The reference material C0 of a cell, from the extreme
 * stiffnesses of its voxels:
 *
 *     mu0 = (least + largest)/2 of the shear moduli, bulk0 likewise,
 *     lambda0 = bulk0 - 2/3 mu0
 *
 * the best of the basic scheme (Michel, Moulinec and Suquet 2001).  Iterations
 * diverge where mu0 is less than half the largest shear modulus: chosen here,
 * it is at least 0.55 of it. */

/* The reference at the start, from the stiffness at zero strain `zero`.
 * AM_INPUT with a message when a phase has none, or when the one given is too
 * soft; AM_FAILED when there is no tangent. */
AM_MUST_USE am_status am_reference_start(am_report *report, am_space *space,
                                         const am_homogenization *settings,
                                         const am_vector *zero);

/* The one of the tangents at u over a loading step, where the settings ask for
 * that and there are any. */
void am_reference_update(am_space *space, const am_homogenization *settings,
                         const am_span *span, const am_vector *u);

/* ---- effective.c -------------------------------------------------------- */

/* The effective algorithmic tangent of a volume element,
 * d<sigma>/d<eps> over a loading step from the state at its start.
 *
 * Column c is <C : eps> of the field eps with the mean strain e_c and
 * div(C : eps) = 0, C the tangents of the laws at the converged strain. */

typedef struct am_effective am_effective;

/* What its problems work with; AM_ENVIRONMENT when memory does not suffice. */
AM_MUST_USE am_status am_effective_new(am_arena *arena, am_report *report,
                                       am_space *space,
                                       const am_homogenization *settings,
                                       am_effective **effective);

/* At u over `span`, before the commit: matrix [6][6] and the average <C> in
 * Kelvin-Mandel components, to a relative residual of 1e-9.  The work goes
 * to *applications.  A NULL `effective` or matrix: the average alone.  False
 * when there is no tangent, or no solution, for the reason *why, a phrase. */
bool am_effective_find(am_effective *effective, am_report *report,
                       am_space *space, const am_span *span,
                       const am_vector *u, double *matrix, double *average,
                       long *applications, const char **why);

#endif
