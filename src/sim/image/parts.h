/* parts.h: headers of image for other modules, in addition to images.h:
 *
 *   labels    reads labels of voxels from files
 *   snapshot  named arrays in an HDF5 file, complete or absent
 *   vti       reads images of voxels in VTK's XML ImageData format (.vti)
 */
#ifndef AM_IMAGE_PARTS_H
#define AM_IMAGE_PARTS_H

#include "archive/parts.h"
#include "image/labels.h"
#include "image/snapshot.h"
#include "image/vti.h"

#endif
