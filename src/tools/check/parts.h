/* parts.h: headers of check for other modules, in addition to check.h:
 *
 *   deformed     what checks of laws under deformation gradients share
 *   differences  derivatives by central differences
 *   loadings     random loading steps under strain control, and what checks of
 *                them share
 *   own          the values that a case or a material itself states
 *   reference    settings of reference solutions under tight tolerances
 *   sampling     random states of a law, in whatever units it is written
 *   vector       norms of vectors, and random ones, which depend on nothing
 *                but what they are for
 */
#ifndef AM_CHECK_PARTS_H
#define AM_CHECK_PARTS_H

#include "check/deformed.h"
#include "check/differences.h"
#include "check/loadings.h"
#include "check/own.h"
#include "check/reference.h"
#include "check/sampling.h"
#include "check/vector.h"

#endif
