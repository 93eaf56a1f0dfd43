/* report.h: resources and times of programs of the engine cuda, for
 * measurements. `program` must be compiled by am_engine_cuda. */
#ifndef AM_CUDA_REPORT_H
#define AM_CUDA_REPORT_H

#include "cuda/compile.h"
#include "cuda/device.h"
#include "engine/engine.h"

/* The two kernels of a program on a device. */
typedef struct {
  const am_cuda_device *device; /* name, architecture, multiprocessors … */
  am_cuda_resources resources[AM_CUDA_KERNELS];
  int block;                      /* threads per block */
  int occupancy[AM_CUDA_KERNELS]; /* blocks per multiprocessor */
  bool cached;                    /* the code came from the cache */
} am_cuda_kernels;

/* Number of devices used by the program. */
int am_cuda_device_count(const am_engine_program *program);

/* device: 0 … am_cuda_device_count - 1. */
void am_cuda_kernels_of(const am_engine_program *program, int device,
                        am_cuda_kernels *kernels);

/* Times since compilation or am_cuda_times_clear. For several devices: the
 * maximum of the times, the sums of the other numbers. */
typedef struct {
  double staging; /* (s) the host prepares and queues work, and copies memory
                     that was not allocated by am_engine_field */
  double waiting; /* (s) the host waits for the device */
  double kernels; /* (s) at least one kernel runs; only measured calls
                     (am_cuda_measure) */
  double up, down; /* bytes from and to the host */
  long pieces;     /* parts of the calls of `advance` */
  long calls;
} am_cuda_times;

void am_cuda_times_of(const am_engine_program *program, am_cuda_times *times);
void am_cuda_times_clear(am_engine_program *program);

/* Switches the measurement of kernels on or off (initially off) for further
 * calls of `advance`; measuring takes some time itself. `advance` returns when
 * all work is done; if all its fields are resident (am_engine_field), the time
 * of a call is that of a resident evaluation. */
void am_cuda_measure(am_engine_program *program, bool on);

/* Sets the number of points per piece for further calls; 0, the default: chosen
 * from the number of points and the memory. Call it before any resident field
 * is allocated. */
void am_cuda_choose_piece(am_engine_program *program, long points);

#endif
