/* parts.h: headers of image for other modules, in addition to images.h. */
#ifndef AM_IMAGE_PARTS_H
#define AM_IMAGE_PARTS_H

#include "image/labels.h"
#include "image/snapshot.h"
#include "image/vti.h"

#endif
