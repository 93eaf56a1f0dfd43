/* reference.h: settings of reference solutions under tight tolerances. */
#ifndef AM_CHECK_REFERENCE_H
#define AM_CHECK_REFERENCE_H

#include "engine/engine.h"

/* Settings `like` these, with the scheme rodas4, or implicit-euler-adaptive for
 * laws with elastic domains, whose relative tolerance is at least 1e-6.  Errors
 * of the internal variables and, if there are any, of tangents are
 * controlled. */
am_solver am_reference_solver(const am_material *material,
                              const am_solver *like, double rtol,
                              bool tangent);

#endif
