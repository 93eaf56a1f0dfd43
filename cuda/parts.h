/* parts.h: headers of cuda for other modules, in addition to device.h:
 *
 *   compile   the CUDA text of a unit as code for a device, by NVRTC, which is
 *             found when the program runs
 *   driver    libraries of NVIDIA, found when the program runs, and the first
 *             of them, the CUDA driver, libcuda.so.1
 *   report    how programs of the engine cuda work and what they take, for
 *             those who measure
 *   resident  points whose fields all lie in the memory of a device, where
 *             their caller keeps them
 */
#ifndef AM_CUDA_PARTS_H
#define AM_CUDA_PARTS_H

#include "cuda/compile.h"
#include "cuda/driver.h"
#include "cuda/report.h"
#include "cuda/resident.h"

#endif
