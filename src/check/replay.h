/* replay.h: a state of a law, or a loading step, as a case. */
#ifndef AM_CHECK_REPLAY_H
#define AM_CHECK_REPLAY_H

#include "check/steps.h"

/* The text of a case that begins in the finding's state, with the parameters
 * of the law, and jumps to where it is. */
const char *am_replay_of(am_subject *subject, const am_finding *finding);

/* The text of a case of one loading step: the parameters of the law, the
 * complete state at the start, the settings and the strain at the end; `what`
 * is a part of its title. */
const char *am_replay_loading(am_subject *subject, const am_solver *solver,
                              const am_loading *loading, const char *what);

#endif
