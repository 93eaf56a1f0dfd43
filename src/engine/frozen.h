/* frozen.h: an evaluation again, over the substeps that it accepted.
 *
 * The accepted sequence of an adaptive scheme jumps where a substep is just
 * rejected, and the response with it.  With the sequence frozen the response
 * is a smooth function of the strain, whose derivative is the algorithmic
 * tangent: what differences can check.  Only programs of the interpreter
 * (engine.h) can do it, and only under strain control. */
#ifndef AM_ENGINE_FROZEN_H
#define AM_ENGINE_FROZEN_H

#include "engine/engine.h"

/* The pass that makes state and stress, in vector mode with all directions;
 * direction c of column mode has the pass 1 + c. */
enum { AM_PASS_STATE };

/* am_engine_step, whose substeps am_frozen_follow can repeat until the next
 * step of this program. */
void am_frozen_record(am_engine_program *program, am_step *step);

/* The recorded step to another strain at its end (coordinates [6]), over the
 * substeps of one of its passes: stress [6] and state [nx]. */
am_point_status am_frozen_follow(am_engine_program *program,
                                 const am_step *step, int pass,
                                 const double *strain, double *stress,
                                 double *state);

#endif
