/* parts.h: headers of check for other modules, in addition to check.h:
 *
 *   deformed     laws under deformation gradients
 *   differences  derivatives by central differences
 *   loadings     random loading steps under strain control
 *   own          expected values stated by a case or a material
 *   reference    settings of reference solutions with tight tolerances
 *   sampling     random states of a law, independent of its units
 *   vector       norms of vectors, and reproducible random vectors */
#ifndef AM_CHECK_PARTS_H
#define AM_CHECK_PARTS_H

#include "check/finite_strain.h"
#include "check/differences.h"
#include "check/loadings.h"
#include "check/stated_values.h"
#include "check/reference.h"
#include "check/sampling.h"
#include "check/vector.h"

#endif
