/* parts.h: headers of point for other modules, in addition to run.h. */
#ifndef AM_POINT_PARTS_H
#define AM_POINT_PARTS_H

#include "point/columns.h"
#include "point/halving.h"
#include "point/point_parameters.h"
#include "point/quantity.h"
#include "point/sample.h"
#include "point/timeline.h"

#endif
