/* parts.h: headers of homogenization for other modules, in addition to run.h:
 *
 *   columns   output columns of a volume element
 *   fields    result fields of a volume element, key output.fields
 *             (automat-case(5))
 *   inputs    comparison of the inputs of cooperating processes
 *   plan      memory, files and time of a volume element before a run
 *   settings  settings of a volume element and of its equilibrium iteration */
#ifndef AM_HOMOGENIZATION_PARTS_H
#define AM_HOMOGENIZATION_PARTS_H

#include "homogenization/columns.h"
#include "homogenization/fields.h"
#include "homogenization/inputs.h"
#include "homogenization/plan.h"
#include "homogenization/settings.h"

#endif
