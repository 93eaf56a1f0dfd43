/* device.h: the GPUs of this host, their memory, and copies.
 *
 * What a device fails in is remembered in it, and it does nothing from then
 * on: a sequence of calls needs no test but at its end.
 *
 *     am_cuda_use(device);
 *     am_cuda_pointer x = am_cuda_alloc(device, size);
 *     AM_CUDA(device, cuMemcpyHtoDAsync, x, host, size, stream);
 *     const am_cuda_grid grid = {blocks, threads, 0};
 *     am_cuda_launch(device, function, &grid, stream, arguments);
 *     AM_CUDA(device, cuStreamSynchronize, stream);
 *     if (*device->failure) ...
 *
 * Code for a device comes from compile.h (units) or nvrtc.h (any text). */
#ifndef AM_CUDA_DEVICE_H
#define AM_CUDA_DEVICE_H

#include <stdbool.h>

#include "cuda/driver.h"

typedef struct {
  const am_cuda_driver *driver;
  int number; /* of the driver */
  am_cuda_context context;
  const char *name;    /* "NVIDIA H200" */
  int architecture;    /* 90 of compute capability 9.0 */
  int multiprocessors;
  size_t memory;       /* bytes in all */
  char failure[256];   /* the first one, "" while there is none:
                          "cuMemAlloc: CUDA_ERROR_... (about)" */
} am_cuda_device;

/* All devices of this host [*count], at least one, not yet open.
 * AM_ENVIRONMENT with what is missing. */
AM_MUST_USE am_status am_cuda_devices(am_arena *arena, am_report *report,
                                      am_cuda_device **devices, int *count);

/* Retains the device's primary context as long as the arena lives, and makes
 * the device that of this thread.  AM_ENVIRONMENT with a message when it
 * cannot be used. */
AM_MUST_USE am_status am_cuda_open(am_arena *arena, am_report *report,
                                   am_cuda_device *device);

/* "13.0" */
const char *am_cuda_driver_version(am_arena *arena,
                                   const am_cuda_driver *driver);

/* Calls a function of the driver unless something has failed before; false
 * where it has or does now. */
#define AM_CUDA(device, name, ...)                                    \
  am_cuda_succeeds((device), #name,                                   \
                   *(device)->failure                                 \
                       ? AM_CUDA_FAILED                               \
                       : (device)->driver->name(__VA_ARGS__))

enum { AM_CUDA_FAILED = 999 };

bool am_cuda_succeeds(am_cuda_device *device, const char *name,
                      unsigned result);

/* Makes the device that of this thread. */
bool am_cuda_use(am_cuda_device *device);

/* Memory of the device that this thread uses; 0 where there is not enough,
 * which is no failure. */
am_cuda_pointer am_cuda_alloc(am_cuda_device *device, size_t size);
void am_cuda_free(am_cuda_device *device, am_cuda_pointer memory);

/* Memory of the host that copies to and from all devices need no stage for;
 * NULL where there is not enough. */
void *am_cuda_alloc_host(am_cuda_device *device, size_t size);
void am_cuda_free_host(am_cuda_device *device, void *memory);

/* Bytes that are free. */
size_t am_cuda_room(am_cuda_device *device);

/* Code made for the device's architecture; unloaded with am_cuda_unload. */
bool am_cuda_load(am_cuda_device *device, const void *image,
                  am_cuda_module *module);
void am_cuda_unload(am_cuda_device *device, am_cuda_module module);
bool am_cuda_find(am_cuda_device *device, am_cuda_module module,
                  const char *name, am_cuda_function *function);

/* How a function is launched. */
typedef struct {
  long blocks;
  int threads;   /* of a block */
  size_t shared; /* bytes of shared memory of a block */
} am_cuda_grid;

/* arguments: pointers to the arguments of the function. */
bool am_cuda_launch(am_cuda_device *device, am_cuda_function function,
                    const am_cuda_grid *grid, am_cuda_stream stream,
                    void **arguments);

/* Rows [rows] of `count` doubles, from [rows][stride] here to [rows][stride]
 * there, in the order of the stream.  Memory of the host that is not from
 * am_cuda_alloc_host makes the call wait for the copy. */
bool am_cuda_up(am_cuda_device *device, am_cuda_pointer to, long to_stride,
                const double *from, long from_stride, int rows, long count,
                am_cuda_stream stream);
bool am_cuda_down(am_cuda_device *device, double *to, long to_stride,
                  am_cuda_pointer from, long from_stride, int rows,
                  long count, am_cuda_stream stream);

#endif
