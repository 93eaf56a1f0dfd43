/* resources.h: resources used by the kernels of a unit, according to the report
 * of ptxas, and launch bounds. */
#ifndef AM_CUDA_RESOURCES_H
#define AM_CUDA_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>

/* Kernels of kernel/points/grid.h that process points. */
typedef enum {
  AM_CUDA_FIRST, /* automat_first */
  AM_CUDA_REST,  /* automat_rest */
  AM_CUDA_KERNELS
} am_cuda_kernel;

extern const char *const am_cuda_kernel_names[AM_CUDA_KERNELS];

/* Resources per thread, including functions called by the kernel; in bytes
 * except registers. */
typedef struct {
  int registers; /* 0: unknown */
  int stack, spill_stores, spill_loads;
} am_cuda_resources;

/* Parses the report of ptxas (--ptxas-options=-v) in `log`, which is
 * modified. */
void am_cuda_read_resources(char *log,
                            am_cuda_resources resources[AM_CUDA_KERNELS]);

/* Launch bounds: threads per block, and the minimum number of blocks per
 * multiprocessor, from which the compiler derives the number of registers per
 * thread. */
enum { AM_CUDA_BLOCK = 128, AM_CUDA_BOUNDS = 3 };

/* Candidates for the minimum number of blocks, in increasing order. */
extern const int am_cuda_bounds[AM_CUDA_BOUNDS];

/* Result of a candidate. */
typedef struct {
  bool known;
  am_cuda_resources used;
} am_cuda_trial;

/* Returns the candidate to try next for a source of this length (number of
 * statements), or the best candidate if it has been tried. */
int am_cuda_choose_bounds(const am_cuda_trial trials[AM_CUDA_BOUNDS],
                          size_t statements);

#endif
