/* device.c: opens NVIDIA libraries and the driver at run time; devices, their
 * memory, copies and launches. */
#include <dlfcn.h>

#include "cuda/parts.h"

/* Fills `functions` with the symbols of an open library; returns the name of
 * the first missing symbol, or NULL. */
static const char *find_symbols(void *library, const am_cuda_symbol *symbols,
                                void *functions) {
  for (; symbols->name; symbols++) {
    void *function = dlsym(library, symbols->name);
    if (!function) break;
    memcpy((char *)functions + symbols->offset, &function, sizeof function);
  }
  return symbols->name;
}

/* Opens the first version of a library that exists in `folder` (with trailing
 * slash). */
static void *open_below(am_arena *arena, const am_cuda_library *library,
                        const char *folder, const char **file) {
  for (const char *const *name = library->names; *name; name++) {
    *file = am_format(arena, "%s%s", folder, *name);
    void *handle = dlopen(*file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle) return handle;
  }
  return NULL;
}

/* Tries the dynamic loader first, which often does not know the folder of the
 * toolkit. */
static void *open_somewhere(am_arena *arena, const am_cuda_library *library,
                            const char **file) {
  const char *const roots[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"),
                               "/usr/local/cuda"};
  void *handle = open_below(arena, library, "", file);
  for (size_t i = 0; !handle && i < sizeof roots / sizeof *roots; i++)
    if (roots[i] && roots[i][0] == '/')
      handle = open_below(arena, library,
                          am_format(arena, "%s/lib64/", roots[i]), file);
  return handle;
}

static void close_library(void *handle) { dlclose(handle); }

am_status am_cuda_library_open(am_arena *arena, am_report *report,
                               const am_cuda_library *library,
                               const char **file, void *functions) {
  void *handle = open_somewhere(arena, library, file);
  if (!handle)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot find %s (%s or older) by the loader or in lib64 of "
                    "$CUDA_HOME, $CUDA_PATH or /usr/local/cuda: install the "
                    "CUDA toolkit",
                    library->title, library->names[0]);
  am_arena_defer(arena, close_library, handle);
  const char *missing = find_symbols(handle, library->symbols, functions);
  if (!missing) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the library '%s' has no function %s: install %s or "
                  "newer", *file, missing, library->oldest);
}

/* ---- the driver ---------------------------------------------------------- */

static const am_cuda_symbol calls[] = {
#define AM_DRIVER_CALL(name, suffix, parameters) \
  {#name #suffix, offsetof(am_cuda_driver, name)},
#include "cuda/driver.def"
#undef AM_DRIVER_CALL
  {0}};

void am_cuda_error_text(const am_cuda_driver *driver, unsigned result,
                        char *text, size_t size) {
  const char *name = NULL, *about = NULL;
  if (driver->cuGetErrorName(result, &name) || !name) name = "error";
  if (driver->cuGetErrorString(result, &about) || !about) about = "unknown";
  snprintf(text, size, "%s (%s)", name, about);
}

am_status am_cuda_driver_open(am_arena *arena, am_report *report,
                              const am_cuda_driver **driver) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  am_cuda_driver *d = AM_NEW(arena, am_cuda_driver);
  *driver = d;
  if (!library)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "no CUDA driver: libcuda.so.1 was not found");
  const char *missing = find_symbols(library, calls, d);
  if (!missing) {
    char text[160];
    unsigned result = d->cuInit(0);
    if (result == AM_CUDA_SUCCESS) return AM_OK;
    am_cuda_error_text(d, result, text, sizeof text);
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "the CUDA driver cannot be initialized: cuInit: %s", text);
  }
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "libcuda.so.1 has no function %s: install a newer CUDA "
                  "driver", missing);
}

/* ---- devices ------------------------------------------------------------- */

/* Maximum pitch of a two-dimensional copy; rows that are farther apart are
 * copied one by one. */
static const size_t most_pitch = 2147483647;

bool am_cuda_succeeds(am_cuda_device *device, const char *name,
                      unsigned result) {
  char text[160];
  if (*device->failure) return false;
  if (result == AM_CUDA_SUCCESS) return true;
  am_cuda_error_text(device->driver, result, text, sizeof text);
  snprintf(device->failure, sizeof device->failure, "%s: %s", name, text);
  return false;
}

bool am_cuda_use(am_cuda_device *device) {
  return AM_CUDA(device, cuCtxSetCurrent, device->context);
}

static int attribute(am_cuda_device *device, unsigned which) {
  int value = 0;
  AM_CUDA(device, cuDeviceGetAttribute, &value, which, device->number);
  return value;
}

/* The result is ignored, because the context may no longer be valid. */
static void release(void *data) {
  am_cuda_device *device = data;
  device->driver->cuDevicePrimaryCtxRelease(device->number);
}

am_status am_cuda_open(am_arena *arena, am_report *report,
                       am_cuda_device *device) {
  if (AM_CUDA(device, cuDevicePrimaryCtxRetain, &device->context,
              device->number))
    am_arena_defer(arena, release, device);
  if (am_cuda_use(device)) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the CUDA device %s cannot be used: %s", device->name,
                  device->failure);
}

static am_status describe(am_arena *arena, am_report *report,
                          am_cuda_device *d, int ordinal) {
  char *name = am_arena_alloc(arena, 128);
  AM_CUDA(d, cuDeviceGet, &d->number, ordinal);
  AM_CUDA(d, cuDeviceGetName, name, 128, d->number);
  AM_CUDA(d, cuDeviceTotalMem, &d->memory, d->number);
  d->name = name;
  d->architecture =
      10 * attribute(d, AM_CUDA_MAJOR) + attribute(d, AM_CUDA_MINOR);
  d->multiprocessors = attribute(d, AM_CUDA_MULTIPROCESSORS);
  if (!*d->failure) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "CUDA device %d cannot be used: %s", ordinal, d->failure);
}

am_status am_cuda_devices(am_arena *arena, am_report *report,
                          am_cuda_device **devices, int *count) {
  am_cuda_device none = {0};
  *devices = NULL;
  *count = 0;
  AM_TRY(am_cuda_driver_open(arena, report, &none.driver));
  if (!AM_CUDA(&none, cuDeviceGetCount, count))
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "%s", none.failure);
  if (*count < 1)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "the CUDA driver finds no device");
  *devices = AM_ARRAY(arena, am_cuda_device, *count);
  for (int i = 0; i < *count; i++) {
    (*devices)[i].driver = none.driver;
    AM_TRY(describe(arena, report, &(*devices)[i], i));
  }
  return AM_OK;
}

const char *am_cuda_driver_version(am_arena *arena,
                                   const am_cuda_driver *driver) {
  int version = 0;
  driver->cuDriverGetVersion(&version);
  return am_format(arena, "%d.%d", version / 1000, version % 1000 / 10);
}

am_cuda_pointer am_cuda_alloc(am_cuda_device *device, size_t size) {
  am_cuda_pointer memory = 0;
  if (*device->failure) return 0;
  unsigned result = device->driver->cuMemAlloc(&memory, size);
  if (result == AM_CUDA_OUT_OF_MEMORY) return 0;
  return am_cuda_succeeds(device, "cuMemAlloc", result) ? memory : 0;
}

void am_cuda_free(am_cuda_device *device, am_cuda_pointer memory) {
  if (memory) device->driver->cuMemFree(memory);
}

void *am_cuda_alloc_host(am_cuda_device *device, size_t size) {
  void *memory = NULL;
  if (*device->failure) return NULL;
  return device->driver->cuMemHostAlloc(&memory, size, AM_CUDA_HOST_PORTABLE)
             ? NULL
             : memory;
}

void am_cuda_free_host(am_cuda_device *device, void *memory) {
  if (memory) device->driver->cuMemFreeHost(memory);
}

size_t am_cuda_room(am_cuda_device *device) {
  size_t room = 0, all = 0;
  AM_CUDA(device, cuMemGetInfo, &room, &all);
  return room;
}

void am_cuda_unload(am_cuda_device *device, am_cuda_module module) {
  if (module) device->driver->cuModuleUnload(module);
}

bool am_cuda_launch(am_cuda_device *device, am_cuda_function function,
                    const am_cuda_grid *grid, am_cuda_stream stream,
                    void **arguments) {
  return AM_CUDA(device, cuLaunchKernel, function, (unsigned)grid->blocks, 1,
                 1, (unsigned)grid->threads, 1, 1, (unsigned)grid->shared,
                 stream, arguments, NULL);
}

static am_cuda_copy rows_of(long to_stride, long from_stride, int rows,
                            long count) {
  const size_t size = sizeof(double);
  return (am_cuda_copy){.to_pitch = (size_t)to_stride * size,
                        .from_pitch = (size_t)from_stride * size,
                        .width = (size_t)count * size,
                        .height = (size_t)rows};
}

static bool copy_row(am_cuda_device *device, const am_cuda_copy *copy,
                     size_t row, am_cuda_stream stream) {
  size_t from = row * copy->from_pitch, to = row * copy->to_pitch;
  if (copy->to_kind == AM_CUDA_DEVICE)
    return AM_CUDA(device, cuMemcpyHtoDAsync, copy->to_device + to,
                   (const char *)copy->from_host + from, copy->width, stream);
  return AM_CUDA(device, cuMemcpyDtoHAsync, (char *)copy->to_host + to,
                 copy->from_device + from, copy->width, stream);
}

static bool copy_rows(am_cuda_device *device, const am_cuda_copy *copy,
                      am_cuda_stream stream) {
  if (copy->from_pitch <= most_pitch && copy->to_pitch <= most_pitch)
    return AM_CUDA(device, cuMemcpy2DAsync, copy, stream);
  for (size_t i = 0; i < copy->height; i++)
    if (!copy_row(device, copy, i, stream)) return false;
  return !*device->failure;
}

bool am_cuda_up(am_cuda_device *device, am_cuda_pointer to, long to_stride,
                const double *from, long from_stride, int rows, long count,
                am_cuda_stream stream) {
  am_cuda_copy copy = rows_of(to_stride, from_stride, rows, count);
  copy.from_kind = AM_CUDA_HOST;
  copy.from_host = from;
  copy.to_kind = AM_CUDA_DEVICE;
  copy.to_device = to;
  return copy_rows(device, &copy, stream);
}

bool am_cuda_down(am_cuda_device *device, double *to, long to_stride,
                  am_cuda_pointer from, long from_stride, int rows,
                  long count, am_cuda_stream stream) {
  am_cuda_copy copy = rows_of(to_stride, from_stride, rows, count);
  copy.from_kind = AM_CUDA_DEVICE;
  copy.from_device = from;
  copy.to_kind = AM_CUDA_HOST;
  copy.to_host = to;
  return copy_rows(device, &copy, stream);
}
