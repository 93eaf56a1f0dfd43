/* device.h: NVIDIA libraries opened at run time, among them the CUDA driver
 * libcuda.so.1, and the GPUs of this host, their memory, copies and launches.
 *
 * Types and functions are declared according to the binary interface of each
 * library (device.h, nvrtc.h, cufft.h), so that no headers of the toolkit are
 * needed; tests compare the declarations with these headers if they are
 * installed. The CUDA driver API reference documents the functions under the
 * same names.
 *
 * A device stores its first failure and ignores all later calls, so that a
 * sequence of calls needs only one test at its end.
 *
 *     am_cuda_use(device);
 *     am_cuda_pointer x = am_cuda_alloc(device, size);
 *     AM_CUDA(device, cuMemcpyHtoDAsync, x, host, size, stream);
 *     const am_cuda_grid grid = {blocks, threads, 0};
 *     am_cuda_launch(device, function, &grid, stream, arguments);
 *     AM_CUDA(device, cuStreamSynchronize, stream);
 *     if (*device->failure) ...
 *
 * Code for a device comes from compile.c (units) or nvrtc.h (any source). */
#ifndef AM_CUDA_DEVICE_H
#define AM_CUDA_DEVICE_H

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
  const char *title;    /* "cuFFT" */
  const char *names[4]; /* file names, newest version first; NULL: no more */
  const char *oldest;   /* oldest version that has all symbols, such as "CUDA
                           11" */
  const am_cuda_symbol *symbols; /* terminated by one without name */
} am_cuda_library;

/* Opens the first of the names that the dynamic loader finds, or that exists in
 * lib64 of $CUDA_HOME, $CUDA_PATH or /usr/local/cuda; sets *file and fills
 * `functions`. The library is closed with the arena but stays in memory: such
 * libraries are large and may have running threads. AM_ENVIRONMENT if the
 * library or a symbol is missing. */
AM_MUST_USE am_status am_cuda_library_open(am_arena *arena, am_report *report,
                                           const am_cuda_library *library,
                                           const char **file, void *functions);

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
#define AM_DRIVER_CALL(name, suffix, parameters) unsigned(*name) parameters;
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

/* ---- devices ------------------------------------------------------------- */

typedef struct {
  const am_cuda_driver *driver;
  int number; /* handle of the driver */
  am_cuda_context context;
  const char *name;    /* "NVIDIA H200" */
  int architecture;    /* 90 for compute capability 9.0 */
  int multiprocessors;
  size_t memory;       /* total bytes */
  char failure[256];   /* first failure, such as "cuMemAlloc: CUDA_ERROR_...
                          (description)", or "" */
} am_cuda_device;

/* Lists all devices of this host [*count], at least one, without opening them.
 * AM_ENVIRONMENT if there is no driver or no device. */
AM_MUST_USE am_status am_cuda_devices(am_arena *arena, am_report *report,
                                      am_cuda_device **devices, int *count);

/* Retains the device's primary context for the lifetime of the arena and makes
 * the device current for this thread. AM_ENVIRONMENT if the device cannot be
 * used. */
AM_MUST_USE am_status am_cuda_open(am_arena *arena, am_report *report,
                                   am_cuda_device *device);

/* Version of the driver, such as "13.0". */
const char *am_cuda_driver_version(am_arena *arena,
                                   const am_cuda_driver *driver);

/* Calls a function of the driver unless the device has failed before; false
 * after a failure. */
#define AM_CUDA(device, name, ...)                                    \
  am_cuda_succeeds((device), #name,                                   \
                   *(device)->failure                                 \
                       ? AM_CUDA_FAILED                               \
                       : (device)->driver->name(__VA_ARGS__))

enum { AM_CUDA_FAILED = 999 };

bool am_cuda_succeeds(am_cuda_device *device, const char *name,
                      unsigned result);

/* Makes the device current for this thread. */
bool am_cuda_use(am_cuda_device *device);

/* Allocates memory on the current device; 0 if memory does not suffice, which
 * is not a failure of the device. */
am_cuda_pointer am_cuda_alloc(am_cuda_device *device, size_t size);
void am_cuda_free(am_cuda_device *device, am_cuda_pointer memory);

/* Page-locked host memory, accessible from all devices without staging; NULL if
 * there is not enough. */
void *am_cuda_alloc_host(am_cuda_device *device, size_t size);
void am_cuda_free_host(am_cuda_device *device, void *memory);

/* Number of free bytes. */
size_t am_cuda_room(am_cuda_device *device);

/* Unloads code that cuModuleLoadData has loaded. */
void am_cuda_unload(am_cuda_device *device, am_cuda_module module);

/* Launch configuration of a kernel. */
typedef struct {
  long blocks;
  int threads;   /* per block */
  size_t shared; /* bytes of shared memory per block */
} am_cuda_grid;

/* arguments: pointers to the arguments of the kernel. */
bool am_cuda_launch(am_cuda_device *device, am_cuda_function function,
                    const am_cuda_grid *grid, am_cuda_stream stream,
                    void **arguments);

/* Copies [rows][count] doubles with strides from_stride and to_stride, in
 * stream order. With host memory not allocated by am_cuda_alloc_host, the call
 * blocks until the copy is done. */
bool am_cuda_up(am_cuda_device *device, am_cuda_pointer to, long to_stride,
                const double *from, long from_stride, int rows, long count,
                am_cuda_stream stream);
bool am_cuda_down(am_cuda_device *device, double *to, long to_stride,
                  am_cuda_pointer from, long from_stride, int rows,
                  long count, am_cuda_stream stream);

#endif
