/* driver.h: the CUDA driver, libcuda.so.1, found when the program runs.
 *
 * Types and functions are declared here as the driver's binary interface has
 * them, so that no header of the toolkit is needed; a test compares them with
 * cuda.h where there is one.  The functions and what they do: the CUDA driver
 * API reference, by their names. */
#ifndef AM_CUDA_DRIVER_H
#define AM_CUDA_DRIVER_H

#include <stddef.h>

#include "base/report.h"

typedef struct CUctx_st *am_cuda_context;
typedef struct CUmod_st *am_cuda_module;
typedef struct CUfunc_st *am_cuda_function;
typedef struct CUstream_st *am_cuda_stream;
typedef struct CUevent_st *am_cuda_event;
typedef unsigned long long am_cuda_pointer; /* to memory of a device */

/* Results of all functions. */
enum {
  AM_CUDA_SUCCESS = 0,
  AM_CUDA_OUT_OF_MEMORY = 2,
  AM_CUDA_NOT_READY = 600
};

/* Of cuDeviceGetAttribute. */
enum {
  AM_CUDA_MULTIPROCESSORS = 16,
  AM_CUDA_MAJOR = 75,
  AM_CUDA_MINOR = 76
};

/* Flags. */
enum {
  AM_CUDA_HOST_PORTABLE = 1,  /* cuMemHostAlloc: for all devices */
  AM_CUDA_NON_BLOCKING = 1    /* cuStreamCreate */
};

/* Of cuFuncSetAttribute. */
enum { AM_CUDA_SHARED_BYTES = 8 }; /* most of a launch */

/* Memory in am_cuda_copy. */
enum { AM_CUDA_HOST = 1, AM_CUDA_DEVICE = 2 };

/* Rows to be copied: CUDA_MEMCPY2D. */
typedef struct {
  size_t from_x, from_y;
  unsigned from_kind;
  const void *from_host;
  am_cuda_pointer from_device;
  void *from_array;
  size_t from_pitch; /* bytes from row to row */
  size_t to_x, to_y;
  unsigned to_kind;
  void *to_host;
  am_cuda_pointer to_device;
  void *to_array;
  size_t to_pitch;
  size_t width, height; /* bytes of a row, rows */
} am_cuda_copy;

typedef struct {
#define AM_CALL(name, symbol, parameters) unsigned(*name) parameters;
#include "cuda/driver.def"
#undef AM_CALL
} am_cuda_driver;

/* Opens and starts the driver; it is never closed.  AM_ENVIRONMENT with what
 * is missing. */
AM_MUST_USE am_status am_cuda_driver_open(am_arena *arena, am_report *report,
                                          const am_cuda_driver **driver);

/* "CUDA_ERROR_UNKNOWN (unknown error)", in `text`. */
void am_cuda_error_text(const am_cuda_driver *driver, unsigned result,
                        char *text, size_t size);

#endif
