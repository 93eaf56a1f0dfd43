/* parts.h: headers of microstructure for other modules, in addition to
 * microstructure.h. */
#ifndef AM_MICROSTRUCTURE_PARTS_H
#define AM_MICROSTRUCTURE_PARTS_H

#include <limits.h>

#include "case/parts.h"
#include "microstructure/source.h"

#endif
