/* device.h: the GPUs of this host, their memory, copies and launches.
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
 * Code for a device comes from compile.h (units) or nvrtc.h (any source). */
#ifndef AM_CUDA_DEVICE_H
#define AM_CUDA_DEVICE_H

#include "cuda/driver.h"

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

/* Loads code compiled for the device's architecture; unload it with
 * am_cuda_unload. */
bool am_cuda_load(am_cuda_device *device, const void *image,
                  am_cuda_module *module);
void am_cuda_unload(am_cuda_device *device, am_cuda_module module);
bool am_cuda_find(am_cuda_device *device, am_cuda_module module,
                  const char *name, am_cuda_function *function);

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
