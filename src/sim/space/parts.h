/* parts.h: headers of space for other modules, in addition to space.h. */
#ifndef AM_SPACE_PARTS_H
#define AM_SPACE_PARTS_H

#include "case/parts.h"
#include "space/cell.h"
#include "space/space.h"

#endif
