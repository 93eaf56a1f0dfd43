/* report.h: how programs of the engine cuda work and what they take, for
 * those who measure.  `program` is one that am_engine_cuda compiled. */
#ifndef AM_CUDA_REPORT_H
#define AM_CUDA_REPORT_H

#include "cuda/compile.h"
#include "cuda/device.h"
#include "engine/engine.h"

/* The two kernels of a program on a device. */
typedef struct {
  const am_cuda_device *device; /* name, architecture, multiprocessors … */
  am_cuda_resources resources[AM_CUDA_KERNELS];
  int block;                      /* threads of a block */
  int occupancy[AM_CUDA_KERNELS]; /* blocks that a multiprocessor holds */
  bool cached;                    /* the code was compiled before */
} am_cuda_kernels;

/* Devices that the program works on. */
int am_cuda_device_count(const am_engine_program *program);

/* Of device 0 … am_cuda_device_count - 1. */
void am_cuda_kernels_of(const am_engine_program *program, int device,
                        am_cuda_kernels *kernels);

/* Since the program was compiled, or am_cuda_times_clear.  Of several devices
 * the largest seconds, and the sums of the rest. */
typedef struct {
  double staging; /* [s] in which the host prepared and queued work, and copied
                     memory that is not from am_engine_field */
  double waiting; /* [s] in which the host waited for the device */
  double kernels; /* [s] in which some kernel ran, of calls that were measured
                     (am_cuda_measure) */
  double up, down; /* bytes from the host and to it */
  long pieces;     /* parts that calls of `advance` were cut into */
  long calls;
} am_cuda_times;

void am_cuda_times_of(const am_engine_program *program, am_cuda_times *times);
void am_cuda_times_clear(am_engine_program *program);

/* Measures the kernels of further calls of `advance`, which takes some time of
 * its own; not at the start.  `advance` returns when all is done: with all
 * its fields kept (am_engine_field), the time of a call is that of resident
 * evaluation. */
void am_cuda_measure(am_engine_program *program, bool on);

/* Points of a piece in further calls; 0, at the start: as their number and
 * the memory suggest.  To be chosen before any resident field is made. */
void am_cuda_choose_piece(am_engine_program *program, long points);

#endif
