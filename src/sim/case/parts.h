/* parts.h: headers of case for other modules, in addition to case.h. */
#ifndef AM_CASE_PARTS_H
#define AM_CASE_PARTS_H

#include <float.h>

#include "case/initial_stress.h"
#include "case/path.h"
#include "case/philox.h"
#include "case/points.h"
#include "case/rotation.h"
#include "case/table_columns.h"
#include "case/write.h"
#include "diff/diff.h"

#endif
