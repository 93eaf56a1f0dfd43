/* parts.h: headers of point for other modules, in addition to run.h. */
#ifndef AM_POINT_PARTS_H
#define AM_POINT_PARTS_H

#include "engine/parts.h"
#include "expr/parts.h"
#include "law/parts.h"
#include "point/columns.h"
#include "point/expect.h"
#include "point/halving.h"
#include "point/quantity.h"
#include "point/sample.h"

#endif
