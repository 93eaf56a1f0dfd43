/* parts.h: headers of space for other modules, in addition to space.h:
 *
 *   cell     volume element
 *   counted  memory and communication of a space, without opening it */
#ifndef AM_SPACE_PARTS_H
#define AM_SPACE_PARTS_H

#include "case/parts.h"
#include "space/cell.h"
#include "space/memory_budget.h"

#endif
