/* agreement.h: does compiled code compute what the interpreter does?  Internal
 * to engine. */
#ifndef AM_ENGINE_AGREEMENT_H
#define AM_ENGINE_AGREEMENT_H

#include "engine/engine.h"
#include "engine/object.h"

/* A small loading step of a few points: same statuses, stresses to 1e-9 of
 * their largest component.  AM_ENVIRONMENT with a message otherwise. */
AM_MUST_USE am_status am_agreement_check(am_arena *arena, am_report *report,
                                         am_law *law, const am_solver *solver,
                                         const am_engine_options *options,
                                         const am_tolerances *tolerances,
                                         const am_object *object);

#endif
