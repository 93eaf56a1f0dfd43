/* resources.h: what the kernels of a unit take of a device, from the report
 * of its assembler. */
#ifndef AM_CUDA_RESOURCES_H
#define AM_CUDA_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>

/* The kernels of kernel/points/grid.h that do points. */
typedef enum {
  AM_CUDA_FIRST, /* automat_first */
  AM_CUDA_REST,  /* automat_rest */
  AM_CUDA_KERNELS
} am_cuda_kernel;

extern const char *const am_cuda_kernel_names[AM_CUDA_KERNELS];

/* Of a thread, with the functions that the kernel calls; all but registers
 * in bytes. */
typedef struct {
  int registers; /* 0: the compiler did not tell */
  int stack, spill_stores, spill_loads;
} am_cuda_resources;

/* Reads the report of ptxas (--ptxas-options=-v) in the log, which is
 * changed. */
void am_cuda_read_resources(char *log,
                            am_cuda_resources resources[AM_CUDA_KERNELS]);

/* Launch bounds of kernels: threads of a block, and the least number of blocks
 * that a multiprocessor is to hold, from which the compiler finds how many
 * registers a thread may have. */
enum { AM_CUDA_BLOCK = 128, AM_CUDA_BOUNDS = 3 };

/* The candidates for the least number of blocks, fewest first. */
extern const int am_cuda_bounds[AM_CUDA_BOUNDS];

/* What came of a candidate. */
typedef struct {
  bool known;
  am_cuda_resources used;
} am_cuda_trial;

/* The candidate to try next for a text of so many characters, or the best one
 * where it is known already. */
int am_cuda_choose_bounds(const am_cuda_trial trials[AM_CUDA_BOUNDS],
                          size_t length);

#endif
