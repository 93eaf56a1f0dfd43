/* parts.h: headers of library for other modules, in addition to automat.h:
 *
 *   assigned  a material as assignments KEY=VALUE change it
 *   points    what automat_points and automat_deformations have in common,
 *             under the same names
 */
#ifndef AM_LIBRARY_PARTS_H
#define AM_LIBRARY_PARTS_H

#include "library/assigned.h"
#include "library/points.h"

#endif
