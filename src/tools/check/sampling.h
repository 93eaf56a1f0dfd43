/* sampling.h: random states of a law, in whatever units it is written.
 *
 * A third of the states is strained from rest; a third was reached along
 * random strains, at which the law had time to flow; to a third of these
 * random changes of the internal variables are added.  Strains have a random
 * direction and a log-uniform length of 1e-5 … 1e-2.  What else has a scale
 * is measured beforehand, on paths: the time in which a law dissipates what
 * strain has stored, how far variables and forces go, and the direction of
 * those that go one way only (accumulated strains), against which states are
 * not changed.
 *
 * States in which a potential or a force is not finite, or all but, are invalid
 * for the law and are drawn again; after some attempts another kind is tried,
 * since rest, say, may be a kink for the law. */
#ifndef AM_CHECK_SAMPLING_H
#define AM_CHECK_SAMPLING_H

#include "check/functions.h"
#include "check/vector.h"

typedef struct am_sampler am_sampler;

typedef struct {
  const am_state *state; /* good until the next one is drawn */
  double *inputs;        /* likewise; of functions.h: forces are those of the
                            state, directions are random */
  double strain;         /* length of the strain */
  am_random random;      /* what else a check draws in this state */
} am_random_state;

/* The sampler of the subject, made once.  AM_ENVIRONMENT or AM_INPUT with a
 * message where the law cannot be integrated at all. */
AM_MUST_USE am_status am_check_sampler(am_subject *subject,
                                       am_sampler **sampler);

/* The state `index`, drawn for the time `attempt` (from 0), which is counted
 * on over invalid states; false where a hundred attempts were in vain. */
bool am_sampler_draw(am_sampler *sampler, int index, int *attempt,
                     am_random_state *sample);

/* A copy of a state that stays. */
const am_state *am_state_copy(am_subject *subject, const am_state *state);

/* The scale of a coordinate of the state, and of the force on it; those of
 * all coordinates of a variable are the same, and never 0. */
double am_sampler_state_scale(const am_sampler *sampler, int coordinate);
double am_sampler_force_scale(const am_sampler *sampler, int coordinate);

/* The scale of an external field, never 0; and a random value around what it is
 * where nothing else is said, within its bounds. */
double am_external_scale(const am_law *law, int i);
double am_external_draw(am_random *random, const am_law *law, int i);

/* Looks at a state; false where the check cannot use it and wants another one
 * in its place. */
typedef bool am_state_visit(void *data, const am_random_state *sample);

/* Visits subject->samples states; fewer where the caller is asked to stop, or
 * where states are not to be had, of which a finding tells that has failed
 * where there was none at all. */
AM_MUST_USE am_status am_check_states(am_subject *subject, const char *check,
                                      am_state_visit *visit, void *data);

/* A time in which the law would dissipate what the strain of the inputs has
 * stored; 1 where it does not flow. */
double am_sampler_time(am_sampler *sampler, const double *inputs);

/* Compiles a law for the interpreter: one step of backward Euler, without
 * tangent. */
AM_MUST_USE am_status am_check_integrator(am_subject *subject, am_law *law,
                                          am_engine_program **program);

#endif
