/* sampling.h: random states of a law, independent of its units.
 *
 * One third of the states is strained from rest; one third is reached along
 * random strain paths with enough time for flow; for the last third, random
 * changes of the internal variables are added to such states.  Strains have a
 * random direction and a log-uniform length of 1e-5 … 1e-2.  Other scales are
 * measured in advance along paths: the time in which a law dissipates the
 * energy stored by a strain, the range of variables and forces, and the sign of
 * variables that change in one direction only (accumulated strains); such
 * variables are changed in this direction only.
 *
 * States in which a potential or force is not finite, or close to overflow, are
 * invalid and drawn again.  After some attempts another kind of state is tried,
 * because a state such as rest may be a kink of the law. */
#ifndef AM_CHECK_SAMPLING_H
#define AM_CHECK_SAMPLING_H

#include "check/functions.h"

typedef struct am_sampler am_sampler;

typedef struct {
  am_loading start; /* the state, valid until the next draw */
  double *inputs;        /* inputs of functions.h, valid until the next draw:
                            forces are those of the state, directions are
                            random */
  double strain;         /* norm of the strain */
  am_random random;      /* for further random numbers in this state */
} am_random_state;

/* Sampler of the subject, created once.  AM_ENVIRONMENT or AM_INPUT with a
 * message if the law cannot be integrated. */
AM_MUST_USE am_status am_check_sampler(am_subject *subject,
                                       am_sampler **sampler);

/* Draws state `index`, trial `attempt` (from 0), and increments `attempt` for
 * each invalid state; false after a hundred trials. */
bool am_sampler_draw(am_sampler *sampler, int index, int *attempt,
                     am_random_state *sample);

/* Scale of a state coordinate and of its force; equal for all coordinates of a
 * variable, never 0. */
double am_sampler_state_scale(const am_sampler *sampler, int coordinate);
double am_sampler_force_scale(const am_sampler *sampler, int coordinate);

/* Scale of an external field, never 0; random value near its default, within
 * its bounds. */
double am_external_scale(const am_law *law, int i);
double am_external_draw(am_random *random, const am_law *law, int i);

/* Processes a state; false to replace it by another one. */
typedef bool am_state_visit(void *data, const am_random_state *sample);

/* Visits subject->samples states; fewer if the caller requests an early end or
 * if no further states are found.  A finding reports missing states, and fails
 * if no state was found. */
AM_MUST_USE am_status am_check_states(am_subject *subject, const char *check,
                                      am_state_visit *visit, void *data);

/* Time in which the law would dissipate the energy stored by the strain of the
 * inputs; 1 if it does not flow. */
double am_sampler_time(am_sampler *sampler, const double *inputs);

/* Compiles a law for the interpreter: one step of backward Euler, without
 * tangent. */
AM_MUST_USE am_status am_check_integrator(am_subject *subject, am_law *law,
                                          am_engine_program **program);

#endif
