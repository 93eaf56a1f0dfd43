/* parts.h: headers of microstructure for other modules, in addition to
 * microstructure.h:
 *
 *   source  where the voxels of a microstructure come from
 *   values  numbers of voxels from files, one for each
 */
#ifndef AM_MICROSTRUCTURE_PARTS_H
#define AM_MICROSTRUCTURE_PARTS_H

#include "microstructure/source.h"
#include "microstructure/values.h"

#endif
