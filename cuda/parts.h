/* parts.h: headers of cuda for other modules, in addition to device.h. */
#ifndef AM_CUDA_PARTS_H
#define AM_CUDA_PARTS_H

#include "cuda/device.h"
#include "engine/parts.h"

/* ---- compile.c: resources used by the kernels of a unit, according to the
 * report of ptxas, and launch bounds */

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

/* ---- compile.c: compiles the CUDA source of a unit for a device
 *
 * Uses NVRTC, which is opened at run time; no device is needed. The cache of
 * engine/cache.c keeps compiled code. */

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

/* ---- report.c: resources and times of programs of the engine cuda, for
 * measurements; `program` must be compiled by am_engine_cuda */

/* The two kernels of a program on a device. */
typedef struct {
  const am_cuda_device *device; /* name, architecture, multiprocessors … */
  am_cuda_resources resources[AM_CUDA_KERNELS];
  int block;                      /* threads per block */
  int occupancy[AM_CUDA_KERNELS]; /* blocks per multiprocessor */
  bool cached;                    /* the code came from the cache */
} am_cuda_kernels;

/* Kernels of one of the devices, counted from 0. */
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

/* ---- resident.c: advances points whose fields are all in device memory,
 * managed by the caller. `program` must be compiled by am_engine_cuda; only its
 * first device is used.
 *
 * Calls are asynchronous, ordered by their stream. Calls of one program must
 * not overlap: use one stream, or wait for the end of each. The engine's
 * `advance` may be called when no call is in progress. */

/* First device of a program. */
const am_cuda_device *am_cuda_resident_device(const am_engine_program *program);

/* Allocates memory in advance for calls of up to `count` points: a list of
 * points, and recorded substeps for tangents. Returns the number of bytes on
 * the device, 0 if there is not enough memory or after a failure
 * (am_engine_failure). */
size_t am_cuda_resident_prepare(am_engine_program *program, long count);

/* Same as `advance` of the engine, for fields (including `stop`) at device
 * addresses and with the parameters of the law; `count` >= 1. For a chain of
 * schemes, the call waits for the stream, and `stop` takes effect at the end of
 * a round. Failures are stored in the program; the fields are then not
 * written. */
void am_cuda_resident_advance(am_engine_program *program,
                              const am_fields *fields, long count,
                              am_cuda_stream stream);

#endif
