/* native.h: a law and a solver compiled by the system's C compiler, several
 * points at once (SIMD lanes), blocks of points over threads (OpenMP).
 *
 * Units are kept compiled (cache.h).  Where there is no compiler, or it
 * fails, or what it makes computes nonsense, a note or warning says so and
 * the interpreter does the work. */
#ifndef AM_ENGINE_NATIVE_H
#define AM_ENGINE_NATIVE_H

#include "engine/engine.h"

AM_MUST_USE am_status am_native_compile(am_arena *arena, am_report *report,
                                        am_law *law, const am_solver *solver,
                                        const am_engine_options *options,
                                        am_engine_program **program);

const char *am_native_used(const am_engine_program *program);

void am_native_advance(am_engine_program *program, const am_fields *fields,
                       long count);

#endif
