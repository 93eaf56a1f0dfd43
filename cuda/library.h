/* library.h: libraries of the CUDA toolkit, opened when the program runs;
 * internal to cuda. */
#ifndef AM_CUDA_LIBRARY_H
#define AM_CUDA_LIBRARY_H

#include "base/arena.h"

/* Opens the first of `names` [count] that is found where the loader looks, or
 * in lib64 of $CUDA_HOME, $CUDA_PATH or /usr/local/cuda, and says which;
 * NULL when none is.  It stays in memory: such libraries are large, and
 * threads of their own may be at work. */
void *am_cuda_library(am_arena *arena, const char *const *names, size_t count,
                      const char **file);

#endif
