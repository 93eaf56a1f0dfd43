/* interp.h: the interpreter: the stepping text compiled as plain C, sizes at
 * run time, rates from the graph evaluator.  Complete, needs no compiler, and
 * is the reference for the other engines. */
#ifndef AM_ENGINE_INTERP_H
#define AM_ENGINE_INTERP_H

#include "engine/engine.h"

AM_MUST_USE am_status am_interp_compile(am_arena *arena, am_report *report,
                                        am_law *law, const am_solver *solver,
                                        const am_engine_options *options,
                                        am_engine_program **program);

const char *am_interp_used(const am_engine_program *program);

void am_interp_advance(am_engine_program *program, const am_fields *fields,
                       long count);

#endif
