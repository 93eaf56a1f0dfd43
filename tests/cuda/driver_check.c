/* driver_check.c: the declarations of cuda/device.h equal those of the toolkit;
 * tests/cuda/driver.sh compiles this file if the toolkit is present. */
#include <cuda.h>

#include "cuda/device.h"

/* Types with different names there. */
#define am_cuda_copy CUDA_MEMCPY2D
#define AM_DRIVER_CALL(name, suffix, parameters) \
  _Static_assert(sizeof(&name) && HAS(name, parameters), #name);

/* Enumerations are unsigned numbers here. */
#define HAS(name, parameters)                                       \
  __builtin_types_compatible_p(__typeof__(name), unsigned parameters)

#include "cuda/driver.def"

#define IS(ours, theirs) \
  _Static_assert((unsigned)(ours) == (unsigned)(theirs), #ours)

IS(AM_CUDA_SUCCESS, CUDA_SUCCESS);
IS(AM_CUDA_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY);
IS(AM_CUDA_NOT_READY, CUDA_ERROR_NOT_READY);
IS(AM_CUDA_MULTIPROCESSORS, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
IS(AM_CUDA_MAJOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
IS(AM_CUDA_MINOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
IS(AM_CUDA_HOST_PORTABLE, CU_MEMHOSTALLOC_PORTABLE);
IS(AM_CUDA_NON_BLOCKING, CU_STREAM_NON_BLOCKING);
IS(AM_CUDA_SHARED_BYTES, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
IS(AM_CUDA_HOST, CU_MEMORYTYPE_HOST);
IS(AM_CUDA_DEVICE, CU_MEMORYTYPE_DEVICE);
#undef am_cuda_copy

_Static_assert(sizeof(CUdeviceptr) == sizeof(am_cuda_pointer), "pointers");
_Static_assert(sizeof(CUDA_MEMCPY2D) == sizeof(am_cuda_copy), "copies");

#define LIES(ours, theirs)                         \
  _Static_assert(offsetof(am_cuda_copy, ours) ==   \
                     offsetof(CUDA_MEMCPY2D, theirs), #ours)

LIES(from_x, srcXInBytes);
LIES(from_kind, srcMemoryType);
LIES(from_host, srcHost);
LIES(from_device, srcDevice);
LIES(from_pitch, srcPitch);
LIES(to_x, dstXInBytes);
LIES(to_kind, dstMemoryType);
LIES(to_host, dstHost);
LIES(to_device, dstDevice);
LIES(to_pitch, dstPitch);
LIES(width, WidthInBytes);
LIES(height, Height);
