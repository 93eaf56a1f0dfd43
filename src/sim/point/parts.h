/* parts.h: headers of point for other modules, in addition to run.h:
 *
 *   columns      output columns by name and group, of runs, batches and volume
 *                elements
 *   deformation  columns of points whose deformation gradient is given
 *   derived      columns that follow from the stress or the strain alone, of
 *                points, volume elements, tables and result files
 *   expect       comparing a run's rows with what the case expects
 *   halving      a loading step of one point, halved where it does not
 *                converge
 *   quantity     what the columns of a material point can show
 *   sample       what differs among the points of a case
 *   selection    the rows that a case wants, the keys output.times, every and
 *                rows
 *   start        the stress at the start of a point
 *   timeline     comparing columns row by row
 *   work_parts   the work of each component, from loading step to loading step
 */
#ifndef AM_POINT_PARTS_H
#define AM_POINT_PARTS_H

#include "point/columns.h"
#include "point/deformation.h"
#include "point/derived.h"
#include "point/expect.h"
#include "point/halving.h"
#include "point/quantity.h"
#include "point/sample.h"
#include "point/selection.h"
#include "point/start.h"
#include "point/timeline.h"
#include "point/work_parts.h"

#endif
