#include "cuda/driver.h"

#include <dlfcn.h>
#include <stdio.h>

#include "cuda/library.h"

static const am_cuda_symbol calls[] = {
#define AM_CALL(name, symbol, parameters) \
  {symbol, offsetof(am_cuda_driver, name)},
#include "cuda/driver.def"
#undef AM_CALL
};

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
                    "no CUDA driver: libcuda.so.1 is not found");
  const char *missing =
      am_cuda_symbols(library, calls, sizeof calls / sizeof *calls, d);
  if (!missing) {
    char text[160];
    unsigned result = d->cuInit(0);
    if (result == AM_CUDA_SUCCESS) return AM_OK;
    am_cuda_error_text(d, result, text, sizeof text);
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "the CUDA driver does not start: cuInit: %s", text);
  }
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "libcuda.so.1 has no %s: the driver is too old", missing);
}
