/* reference.h: settings of reference solutions with tight tolerances. */
#ifndef AM_CHECK_REFERENCE_H
#define AM_CHECK_REFERENCE_H

#include "engine/engine.h"

/* Copy of the settings `like` with scheme rodas4 or, for laws with elastic
 * domains, implicit-euler-adaptive with a relative tolerance of at least 1e-6.
 * Controls errors of the internal variables and, if computed, of tangents. */
am_solver am_reference_solver(const am_material *material,
                              const am_solver *like, double rtol,
                              bool tangent);

#endif
