/* parts.h: headers of space for other modules, in addition to space.h:
 *
 *   cell     a volume element
 *   counted  how much memory a space would take, and what its processes would
 *            send, before there is any
 */
#ifndef AM_SPACE_PARTS_H
#define AM_SPACE_PARTS_H

#include "space/cell.h"
#include "space/counted.h"

#endif
