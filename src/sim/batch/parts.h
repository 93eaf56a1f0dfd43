/* parts.h: headers that several files of batch use. */
#ifndef AM_BATCH_PARTS_H
#define AM_BATCH_PARTS_H

#include "batch/batch.h"
#include "batch/one_by_one.h"
#include "batch/stepping.h"
#include "engine/parts.h"
#include "point/parts.h"

#endif
