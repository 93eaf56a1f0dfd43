/* parts.h: headers of case for other modules, in addition to case.h:
 *
 *   table_columns  tables that give paths and tests
 *   path      conversion of segments to loading steps, for one point or many
 *   philox    Philox4x32-10, a counter-based random number generator
 *   points    many points of a case, the key `points` (automat-case(5))
 *   reading   helpers shared by the readers of a case
 *   write     writes case files
 */
#ifndef AM_CASE_PARTS_H
#define AM_CASE_PARTS_H

#include <float.h>

#include "case/path.h"
#include "case/philox.h"
#include "case/points.h"
#include "case/reading.h"
#include "case/table_columns.h"
#include "case/write.h"
#include "diff/diff.h"
#include "expr/parts.h"

#endif
