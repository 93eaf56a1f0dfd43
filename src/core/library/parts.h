/* parts.h: headers of library for other modules, in addition to automat.h:
 *
 *   assigned  a material modified by assignments KEY=VALUE
 *   points    the common members of automat_points and automat_deformations */
#ifndef AM_LIBRARY_PARTS_H
#define AM_LIBRARY_PARTS_H

#include "library/model_options.h"
#include "library/points.h"

#endif
