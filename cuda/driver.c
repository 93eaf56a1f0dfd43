/* driver.c: opens NVIDIA libraries and the driver at run time. */
#include <dlfcn.h>

#include "cuda/parts.h"

/* Fills `functions` with the symbols [count] of an open library; returns the
 * name of the first missing symbol, or NULL. */
static const char *find_symbols(void *library, const am_cuda_symbol *symbols,
                                size_t count, void *functions) {
  for (size_t i = 0; i < count; i++) {
    void *function = dlsym(library, symbols[i].name);
    if (!function) return symbols[i].name;
    memcpy((char *)functions + symbols[i].offset, &function, sizeof function);
  }
  return NULL;
}

/* Opens the first version of a library that exists in `folder` (with trailing
 * slash). */
static void *open_below(am_arena *arena, const am_cuda_library *library,
                        const char *folder, const char **file) {
  for (size_t i = 0; i < library->name_count; i++) {
    *file = am_format(arena, "%s%s", folder, library->names[i]);
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
  const char *missing = find_symbols(handle, library->symbols,
                                     library->count, functions);
  if (!missing) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the library '%s' has no function %s: install %s or "
                  "newer", *file, missing, library->oldest);
}

/* ---- the driver ---------------------------------------------------------- */

static const am_cuda_symbol calls[] = {
#define AM_DRIVER_CALL(name, symbol, parameters) \
  {symbol, offsetof(am_cuda_driver, name)},
#include "cuda/driver.def"
#undef AM_DRIVER_CALL
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
                    "no CUDA driver: libcuda.so.1 was not found");
  const char *missing =
      find_symbols(library, calls, sizeof calls / sizeof *calls, d);
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
