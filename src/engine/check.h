/* check.h: does a solver go with a law?  Asked by every engine. */
#ifndef AM_ENGINE_CHECK_H
#define AM_ENGINE_CHECK_H

#include "material/law.h"

/* AM_INPUT with a message where it does not. */
AM_MUST_USE am_status am_engine_check(am_report *report, const am_law *law,
                                      const am_solver *solver);

#endif
