/* bounds.h: launch bounds of kernels: threads of a block, and the least
 * number of blocks that a multiprocessor is to hold, from which the compiler
 * finds how many registers a thread may have. */
#ifndef AM_CUDA_BOUNDS_H
#define AM_CUDA_BOUNDS_H

#include <stdbool.h>

#include "cuda/resources.h"

enum { AM_CUDA_BLOCK = 128, AM_CUDA_BOUNDS = 3 };

/* The candidates for the least number of blocks, fewest first. */
extern const int am_cuda_bounds[AM_CUDA_BOUNDS];

/* What came of a candidate. */
typedef struct {
  bool known;
  am_cuda_resources used;
} am_cuda_trial;

/* The candidate to try next, or the best one where it is known already. */
int am_cuda_choose_bounds(const am_cuda_trial trials[AM_CUDA_BOUNDS]);

#endif
