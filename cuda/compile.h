/* compile.h: compiles the CUDA source of a unit for a device. Uses NVRTC, which
 * is opened at run time; no device is needed. Compiled code is kept in the
 * cache of engine/cache.c. */
#ifndef AM_CUDA_COMPILE_H
#define AM_CUDA_COMPILE_H

#include "base/base.h"
#include "cuda/resources.h"

typedef struct {
  const void *image; /* [size] a CUBIN */
  size_t size;
  am_cuda_resources resources[AM_CUDA_KERNELS];
  int blocks[AM_CUDA_KERNELS]; /* minimum number of blocks per multiprocessor in
                                  the chosen launch bounds */
  int block;                   /* threads per block */
  bool cached;                 /* taken from the cache */
} am_cuda_object;

/* Compiles for an architecture such as 90 (sm_90) and chooses launch bounds for
 * each kernel. AM_ENVIRONMENT if NVRTC is missing or does not support the
 * architecture, or if the source does not compile. */
AM_MUST_USE am_status am_cuda_compile(am_arena *arena, am_report *report,
                                      const char *text, int architecture,
                                      am_cuda_object *object);

/* Version of the compiler, such as "NVRTC 13.0"; AM_ENVIRONMENT if no compiler
 * is found. */
AM_MUST_USE am_status am_cuda_compiler(am_arena *arena, am_report *report,
                                       const char **version);

#endif
