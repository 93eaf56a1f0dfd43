/* parts.h: headers of point for other modules, in addition to run.h:
 *
 *   columns      output columns by name and group
 *   expect       comparison of columns row by row, and of the rows of a run
 *                with expected values
 *   halving      loading steps of one point, halved if they do not converge
 *   quantity     quantities available as columns of a material point, work
 *                by components
 *   sample       parameters, initial states and targets of many points
 */
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
