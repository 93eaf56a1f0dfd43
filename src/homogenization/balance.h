/* balance.h: the loop of one problem: a response, its residuals, and the next
 * iterate until they are small.
 *
 *     equilibrium      |div sigma| L/s,   stress residual   |Q<sigma> - S|/s
 *
 * with Frobenius norms, L the longest side of the cell, and s the largest of
 * |<sigma>|, |S| and that of the history (problem->largest), so that a zero
 * crossing does not stall.  What is zero altogether is in balance. */
#ifndef AM_HOMOGENIZATION_BALANCE_H
#define AM_HOMOGENIZATION_BALANCE_H

#include "homogenization/scheme.h"

typedef enum {
  AM_BALANCE_GOES_ON,
  AM_BALANCE_GOOD,
  AM_BALANCE_BAD,   /* the response is not good: result->response.status */
  AM_BALANCE_LIMIT, /* as many iterations as settings->iterations */
  AM_BALANCE_GROWN, /* the residual is not finite or beyond all bounds */
  AM_BALANCE_STUCK  /* the residual has not become smaller for long */
} am_balance_end;

typedef struct {
  am_balance_end end;
  am_response response;        /* the last */
  long iterations;             /* responses */
  long applications;           /* of tangents, by the scheme */
  double equilibrium, stress_residual; /* of the last response */
} am_balance_result;

/* Responses for am_balance_problem.respond: by the laws over problem->span, by
 * tangents that are kept (which follow nothing). */
void am_balance_by_laws(const am_balance_problem *problem, double follow,
                        const am_vector *u, am_vector *g,
                        am_response *response);
void am_balance_by_tangents(const am_balance_problem *problem, double follow,
                            const am_vector *u, am_vector *g,
                            am_response *response);

/* From the iterate u, which has the mean strain that is given; g is for the
 * gradient.  u is a solution only where result->end is good; then the last
 * response was to u. */
void am_balance_solve(const am_balance_problem *problem,
                      const am_acceleration *scheme, am_iteration *iteration,
                      am_vector *u, am_vector *g, am_balance_result *result);

#endif
