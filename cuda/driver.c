#include "cuda/driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *symbol;
  size_t offset;
} calls[] = {
#define AM_CALL(name, symbol, parameters) \
  {symbol, offsetof(am_cuda_driver, name)},
#include "cuda/driver.def"
#undef AM_CALL
};

static am_status find_calls(am_report *report, void *library,
                            am_cuda_driver *driver) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    void *call = dlsym(library, calls[i].symbol);
    if (!call)
      return am_error(report, AM_ENVIRONMENT, am_nowhere,
                      "libcuda.so.1 has no %s: the driver is too old",
                      calls[i].symbol);
    memcpy((char *)driver + calls[i].offset, &call, sizeof call);
  }
  return AM_OK;
}

void am_cuda_error_text(const am_cuda_driver *driver, unsigned result,
                        char *text, size_t size) {
  const char *name = NULL, *about = NULL;
  if (driver->cuGetErrorName(result, &name) || !name) name = "error";
  if (driver->cuGetErrorString(result, &about) || !about) about = "unknown";
  snprintf(text, size, "%s (%s)", name, about);
}

static am_status start(am_report *report, const am_cuda_driver *driver) {
  char text[160];
  unsigned result = driver->cuInit(0);
  if (result == AM_CUDA_SUCCESS) return AM_OK;
  am_cuda_error_text(driver, result, text, sizeof text);
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the CUDA driver does not start: cuInit: %s", text);
}

am_status am_cuda_driver_open(am_arena *arena, am_report *report,
                              const am_cuda_driver **driver) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  am_cuda_driver *d = AM_NEW(arena, am_cuda_driver);
  *driver = d;
  if (!library)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "no CUDA driver: libcuda.so.1 is not found");
  AM_TRY(find_calls(report, library, d));
  return start(report, d);
}
