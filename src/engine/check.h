/* check.h: can it be done at all?  Asked by every engine. */
#ifndef AM_ENGINE_CHECK_H
#define AM_ENGINE_CHECK_H

#include "engine/engine.h"

/* Does the solver go with the law?  AM_INPUT with a message where it does
 * not. */
AM_MUST_USE am_status am_engine_check(am_report *report, const am_law *law,
                                      const am_solver *solver);

/* May the tangent be had in this form? */
AM_MUST_USE am_status am_engine_check_form(am_report *report,
                                           const am_law *law,
                                           const am_solver *solver,
                                           const am_engine_options *options);

/* For an engine that has double precision only: AM_INPUT with a message where
 * single precision is wanted. */
AM_MUST_USE am_status am_engine_check_double(am_report *report,
                                             const am_engine *engine,
                                             const am_engine_options *options);

#endif
