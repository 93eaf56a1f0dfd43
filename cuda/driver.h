/* driver.h: opens NVIDIA libraries at run time, among them the CUDA driver
 * libcuda.so.1.
 *
 * Types and functions are declared according to the binary interface of each
 * library (driver.h, nvrtc.h, cufft.h), so that no headers of the toolkit are
 * needed; tests compare the declarations with these headers if they are
 * installed. The CUDA driver API reference documents the functions under the
 * same names. */
#ifndef AM_CUDA_DRIVER_H
#define AM_CUDA_DRIVER_H

#include "base/base.h"

/* ---- NVIDIA libraries ---------------------------------------------------- */

/* Function of a library, and the offset (byte) of its pointer in the structure
 * of functions. */
typedef struct {
  const char *name;
  size_t offset;
} am_cuda_symbol;

/* Library of the CUDA toolkit. */
typedef struct {
  const char *title;        /* "cuFFT" */
  const char *const *names; /* [name_count] file names, newest version first */
  size_t name_count;
  const char *oldest;       /* oldest version that has all symbols, such as
                               "CUDA 11" */
  const am_cuda_symbol *symbols; /* [count] */
  size_t count;
} am_cuda_library;

/* Opens the first of the names that the dynamic loader finds, or that exists in
 * lib64 of $CUDA_HOME, $CUDA_PATH or /usr/local/cuda; sets *file and fills
 * `functions`. The library is closed with the arena but stays in memory: such
 * libraries are large and may have running threads. AM_ENVIRONMENT if the
 * library or a symbol is missing. */
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
typedef unsigned long long am_cuda_pointer; /* device address */

/* Return values of all functions. */
enum {
  AM_CUDA_SUCCESS = 0,
  AM_CUDA_OUT_OF_MEMORY = 2,
  AM_CUDA_NOT_READY = 600
};

/* Attributes of cuDeviceGetAttribute. */
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

/* Attributes of cuFuncSetAttribute. */
enum { AM_CUDA_SHARED_BYTES = 8 }; /* maximum in a launch */

/* Kinds of memory in am_cuda_copy. */
enum { AM_CUDA_HOST = 1, AM_CUDA_DEVICE = 2 };

/* Two-dimensional copy: CUDA_MEMCPY2D. */
typedef struct {
  size_t from_x, from_y;
  unsigned from_kind;
  const void *from_host;
  am_cuda_pointer from_device;
  void *from_array;
  size_t from_pitch; /* bytes between rows */
  size_t to_x, to_y;
  unsigned to_kind;
  void *to_host;
  am_cuda_pointer to_device;
  void *to_array;
  size_t to_pitch;
  size_t width, height; /* bytes per row, number of rows */
} am_cuda_copy;

typedef struct {
#define AM_DRIVER_CALL(name, symbol, parameters) unsigned(*name) parameters;
#include "cuda/driver.def"
#undef AM_DRIVER_CALL
} am_cuda_driver;

/* Opens and initializes the driver, which is never closed. AM_ENVIRONMENT if it
 * is missing, too old, or fails to start. */
AM_MUST_USE am_status am_cuda_driver_open(am_arena *arena, am_report *report,
                                          const am_cuda_driver **driver);

/* Writes an error to `text`, such as "CUDA_ERROR_UNKNOWN (unknown error)". */
void am_cuda_error_text(const am_cuda_driver *driver, unsigned result,
                        char *text, size_t size);

#endif
