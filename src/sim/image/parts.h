/* parts.h: headers of image for other modules, in addition to images.h:
 *
 *   label_array  labels of voxels in memory, all of them in the smallest
 *                integer, of 8, 16 or 32 bits, that holds the largest
 *   labels       labels of voxels from files
 *   snapshot     named arrays of numbers in one HDF5 file that appears whole
 *                or not at all
 *   vti          reads images of voxels in VTK's XML ImageData (.vti), which
 *                ParaView and many programs for microstructures write ("VTK
 *                file formats", https://docs.vtk.org)
 */
#ifndef AM_IMAGE_PARTS_H
#define AM_IMAGE_PARTS_H

#include "image/label_array.h"
#include "image/labels.h"
#include "image/snapshot.h"
#include "image/vti.h"

#endif
