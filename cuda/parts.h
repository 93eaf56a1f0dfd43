/* parts.h: headers of cuda for other modules, in addition to device.h:
 *
 *   compile   compiles the CUDA source of a unit for a device
 *   driver    NVIDIA libraries opened at run time, and the CUDA driver
 *   report    resources and times of programs of the engine cuda
 *   resident  points whose fields are all in device memory */
#ifndef AM_CUDA_PARTS_H
#define AM_CUDA_PARTS_H

#include "cuda/compile.h"
#include "cuda/driver.h"
#include "cuda/report.h"
#include "cuda/resident.h"
#include "engine/parts.h"

#endif
