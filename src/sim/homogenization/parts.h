/* parts.h: headers of homogenization for other modules, in addition to run.h:
 *
 *   columns   the output columns of a volume element
 *   fields    result fields of a volume element, the key output.fields
 *             (automat-case(5))
 *   inputs    what processes that work together have read, compared before
 *             they begin
 *   plan      what a volume element would take, before it runs
 *   settings  a volume element and how its equilibrium is found
 */
#ifndef AM_HOMOGENIZATION_PARTS_H
#define AM_HOMOGENIZATION_PARTS_H

#include "homogenization/columns.h"
#include "homogenization/fields.h"
#include "homogenization/inputs.h"
#include "homogenization/plan.h"
#include "homogenization/settings.h"

#endif
