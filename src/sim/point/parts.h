/* parts.h: headers of point for other modules, in addition to run.h:
 *
 *   columns      output columns by name and group
 *   expect       comparison of the rows of a run with expected values
 *   halving      loading steps of one point, halved if they do not converge
 *   quantity     quantities available as columns of a material point, work
 *                by components
 *   sample       parameters, initial states and targets of many points
 *   selection    choice of output rows, the keys output.times, every, rows
 *   timeline     comparison of columns row by row
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
#include "point/selection.h"
#include "point/timeline.h"

#endif
