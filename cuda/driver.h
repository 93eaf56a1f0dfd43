/* driver.h: libraries of NVIDIA, found when the program runs, and the first of
 * them, the CUDA driver, libcuda.so.1.
 *
 * Types and functions are declared as the binary interface of a library has
 * them (driver.h, nvrtc.h, cufft.h), so that no header of the toolkit is
 * needed; tests compare them with its headers where there are any.  What the
 * functions do: the CUDA driver API reference, by their names. */
#ifndef AM_CUDA_DRIVER_H
#define AM_CUDA_DRIVER_H

#include <stddef.h>

#include "base/base.h"

/* ---- libraries of NVIDIA ------------------------------------------------- */

/* A function of a library, and where the pointer to it stands in the structure
 * of its functions [byte]. */
typedef struct {
  const char *name;
  size_t offset;
} am_cuda_symbol;

/* Fills `functions` with those of an open library; the name of the first
 * symbol [count] that it lacks, NULL: none. */
const char *am_cuda_symbols(void *library, const am_cuda_symbol *symbols,
                            size_t count, void *functions);

/* A library of the CUDA toolkit. */
typedef struct {
  const char *title;        /* "cuFFT" */
  const char *const *names; /* [name_count] of its file, the newest first */
  size_t name_count;
  const char *oldest;       /* "CUDA 11", which has all of its symbols */
  const am_cuda_symbol *symbols; /* [count] */
  size_t count;
} am_cuda_library;

/* Opens the first of the names that is found where the loader looks, or in
 * lib64 of $CUDA_HOME, $CUDA_PATH or /usr/local/cuda, says which in *file, and
 * fills `functions`.  Closed with the arena, but it stays in memory: such
 * libraries are large, and threads of their own may be at work.
 * AM_ENVIRONMENT with what is missing. */
AM_MUST_USE am_status am_cuda_library_open(am_arena *arena, am_report *report,
                                           const am_cuda_library *library,
                                           const char **file,
                                           void *functions);

/* ---- the driver ---------------------------------------------------------- */

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
  AM_CUDA_NON_BLOCKING = 1,   /* cuStreamCreate */
  AM_CUDA_NO_TIMES = 2        /* cuEventCreate */
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
#define AM_DRIVER_CALL(name, symbol, parameters) unsigned(*name) parameters;
#include "cuda/driver.def"
#undef AM_DRIVER_CALL
} am_cuda_driver;

/* Opens and starts the driver; it is never closed.  AM_ENVIRONMENT with what
 * is missing. */
AM_MUST_USE am_status am_cuda_driver_open(am_arena *arena, am_report *report,
                                          const am_cuda_driver **driver);

/* "CUDA_ERROR_UNKNOWN (unknown error)", in `text`. */
void am_cuda_error_text(const am_cuda_driver *driver, unsigned result,
                        char *text, size_t size);

#endif
