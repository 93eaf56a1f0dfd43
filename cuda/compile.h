/* compile.h: the CUDA text of a unit as code for a device, by NVRTC, which is
 * found when the program runs; no device is needed.  Code is kept in the cache
 * of engine/cache.h. */
#ifndef AM_CUDA_COMPILE_H
#define AM_CUDA_COMPILE_H

#include <stdbool.h>

#include "base/base.h"
#include "cuda/resources.h"

typedef struct {
  const void *image; /* [size] a CUBIN */
  size_t size;
  am_cuda_resources resources[AM_CUDA_KERNELS];
  int blocks[AM_CUDA_KERNELS]; /* least blocks of a multiprocessor in the
                                  launch bounds that were chosen */
  int block;                   /* threads of a block */
  bool cached;                 /* it was compiled before */
} am_cuda_object;

/* Compiles for an architecture such as 90 (sm_90), with the launch bounds
 * that suit each kernel.  AM_ENVIRONMENT with a message when there is no
 * NVRTC, it does not know the architecture, or the text does not compile. */
AM_MUST_USE am_status am_cuda_compile(am_arena *arena, am_report *report,
                                      const char *text, int architecture,
                                      am_cuda_object *object);

/* "NVRTC 13.0"; AM_ENVIRONMENT with what is missing. */
AM_MUST_USE am_status am_cuda_compiler(am_arena *arena, am_report *report,
                                       const char **version);

#endif
